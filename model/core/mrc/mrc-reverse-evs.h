/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REVERSE_EVS_H
#define MRC_REVERSE_EVS_H

#include "mrc-ev-rotation.h"
#include "mrc-ev-table.h"
#include "mrc-ev.h"

#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-tick.h"

#include <array>
#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcReverseEvs: paths for answers that have proved to work.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The reverse EV set of a QP (mrc reference, 9.7; ReverseEv = spec). At first answers take the
 * active EVs of their plane in turn, as in the simple form. A reliability probe indicates that the
 * peer lacks answers: from then on its plane is in doubt, and only EVs of it that have proved to
 * work since are used, in turn. If this end sends data, these are EVs of packets that were SACKed.
 * Otherwise an EV probe on a random EV is requested once per RTT while data arrives, but at most
 * every 64 packets and until enough EVs are proved; an answer proves its EV. The answer to the
 * reliability probe itself may be lost, and three losses in a row cost the peer an EV (LossTrial):
 * it takes a random path, on another plane than the last one, and if the same EV is soon probed
 * again, that EV. If half of the reverse paths are dead, random paths alone would fail three times
 * in a row for one EV in eight.
 *
 * In a Clos network and in a graph, the EV by which a packet came uses the same links in the
 * reverse direction, unless it is hashed, and the packet has just proved that they work. So it is
 * also the EV to probe, and the EV for answers while none is proved yet (ReverseEvHeard).
 *
 * (By the rule of the mrc reference, 9.7, a QP always probes. The results are needed only if
 * answers are lost, and a plane with only one proved EV so far would load its uplinks unevenly.)
 *
 * A packet on a longer path shows that the peer has found all others of the plane broken, in one of
 * the two directions. Its answer takes the same path back, as long as this plane is open.
 *
 * An EV that the table has retired since, or whose plane is not up, is removed. A plane in doubt
 * without a proved EV uses one of another plane.
 */
class MrcReverseEvs : public MrcEvRotation
{
  public:
    /**
     * @param table the QP's EVs
     * @param rtt time between probes
     * @param rng source of random choices
     * @param hear prefer EVs by which packets came (ReverseEvHeard)
     */
    MrcReverseEvs(const MrcEvTable& table,
                  RdmaTick rtt,
                  Ptr<UniformRandomVariable> rng,
                  bool hear = true);

    /**
     * A packet has arrived, whole or trimmed.
     * @param ev EV by which it came
     */
    void OnReceived(uint32_t ev)
    {
        m_heard = ev;
        if (m_heardLonger != 0 || m_table.IsLonger(ev))
        {
            NoteLonger(ev);
        }
    }

    /**
     * Data has arrived, whole or trimmed.
     * @return true if a probe is due. It is not needed while packets of this end are in flight.
     */
    bool OnReceive(RdmaTick now)
    {
        return (m_doubted & ~m_known) != 0 && ++m_received >= PACKETS_PER_PROBE &&
               now >= m_nextProbe;
    }

    /** Request a probe of an EV. */
    void Ask(RdmaTick now)
    {
        m_probeDue = true;
        m_nextProbe = now + m_rtt;
        m_received = 0;
    }

    /** @return true if PollProbe has a path to test */
    bool IsProbeDue() const
    {
        return m_probeDue;
    }

    /** An EV has proved to work: a packet of it was SACKed, or an EV probe answered. */
    void OnProof(uint32_t ev)
    {
        if (m_doubted != 0)
        {
            Remember(ev);
        }
    }

    /// Value in place of a plane: any path is allowed for the answer.
    static constexpr uint8_t ANY_PLANE = MrcEv::MAX_PLANES;

    /// Value in place of a plane for the second answer to a packet: it takes the path of the first.
    static constexpr uint8_t SAME_PATH = ANY_PLANE + 1;

    /**
     * A reliability probe has arrived.
     * @param plane plane by which it came
     */
    void OnReliabilityProbe(uint32_t plane);

    /**
     * @return a path to be tested by an EV probe now, or nothing
     */
    std::optional<MrcPath> PollProbe();

    /**
     * @param plane plane for the answer: that of the packet it answers, or ANY_PLANE, or SAME_PATH
     * @return its path; nothing if all ports are down
     */
    std::optional<MrcPath> Take(uint32_t plane);

    /// Least number of packets between probes: one probe per RTT and peer would exceed the line
    /// rate of a receiver with hundreds of peers.
    static constexpr uint32_t PACKETS_PER_PROBE = 64;

  private:
    /// Value for no EV: no drawn EV has so many bits.
    static constexpr uint32_t NO_EV = ~0U;

    /// EVs of one plane that have proved to work.
    struct Proofs
    {
        static constexpr uint8_t SIZE = 8; ///< largest number stored

        std::array<uint32_t, SIZE> evs{}; ///< the EVs
        uint8_t count{0};                 ///< number of EVs
        uint8_t next{0};                  ///< index of the next proof
        uint8_t turn{0};                  ///< index of the EV whose turn it is
    };

    /**
     * Remember whether the last packet of a plane came on a longer path.
     * @param ev its EV
     */
    void NoteLonger(uint32_t ev);

    /**
     * @param plane plane for an answer, or ANY_PLANE for that of the last packet
     * @return the longer path by which the last packet of the plane came, if it did; or nothing
     */
    std::optional<MrcPath> GetLonger(uint32_t plane) const;

    /** Add an EV that works to its plane's proofs. */
    void Remember(uint32_t ev);

    /** Remove the proofs of unusable EVs after a change of the table. */
    void Check();

    /**
     * @param avoid bit p: avoid plane p, if another one is open
     * @return a random active EV of a random open plane; nothing if no plane is open
     */
    std::optional<MrcPath> DrawActive(uint32_t avoid = 0) const;

    /** @return the EV by which the last packet came, if it may be used; or nothing */
    std::optional<MrcPath> GetHeard() const;

    /**
     * @return the EV of a reliability probe if its answer should take it, because it was probed a
     * short time ago and is usable; or nothing
     */
    std::optional<MrcPath> TakeEcho();

    /** @return path of the answer to a reliability probe; nothing if all ports are down */
    std::optional<MrcPath> TakeForProbe();

    /**
     * @param plane a plane with proved EVs
     * @return the next of them
     */
    MrcPath TakeProved(uint32_t plane);

    const MrcEvTable& m_table;         ///< the QP's EVs
    RdmaTick m_rtt;                    ///< time between probes
    Ptr<UniformRandomVariable> m_rng;  ///< source of random choices
    RdmaTick m_nextProbe;              ///< earliest time of the next probe
    uint32_t m_checked{0};             ///< number of table changes already processed
    uint32_t m_known{0};               ///< bit p: plane p has enough proofs
    uint32_t m_probeAnswered{0};       ///< bit p of the plane by which the last
                                       ///< probe was answered
    std::optional<MrcPath> m_answered; ///< the path of the last answer to a probe
    uint32_t m_doubted{0};             ///< bit p: answers by plane p are lost
    bool m_probeDue{false};            ///< PollProbe has a path to test
    bool m_hear;                       ///< see the constructor
    uint32_t m_heard{NO_EV};           ///< EV by which the last packet came
    uint32_t m_heardLonger{0};         ///< bit p: the last packet of plane p came on
                                       ///< a longer path
    std::array<uint32_t, MrcEv::MAX_PLANES> m_longer{}; ///< by plane: the EV of that path
    uint8_t m_nextProbed{0};                            ///< index of the next entry in m_probed
    std::array<uint32_t, 4> m_probed;                   ///< EVs of the last reliability probes
    uint32_t m_received{PACKETS_PER_PROBE};             ///< packets since the last probe
    std::array<Proofs, MrcEv::MAX_PLANES> m_proofs{};   ///< by plane
};

} // namespace ns3

#endif // MRC_REVERSE_EVS_H
