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
 * ns3::MrcReverseEvs: paths for answers that are known to work.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The reverse EV set of a QP (mrc reference, 9.7; ReverseEv = spec). Answers take the active EVs of
 * their plane in turn, as in the simple form, as long as nobody complains. A reliability probe
 * tells that the peer lacks answers: from then on its plane is doubted, and only EVs of it are used
 * that have proved to work since, in turn. With outbound data these are EVs of packets that were
 * SACKed. Without, an EV probe on a random EV is asked for once per RTT while data arrives, but not
 * more often than every 64 packets and until enough are proved, and an answer proves its EV. The
 * answer to the reliability probe itself may be lost, and three in a row cost an EV of the peer
 * (LossTrial): it takes a path drawn at random, of another plane than the last one, and when the
 * same EV is probed again soon, that EV. Where half of the paths back are dead, random ones alone
 * would fail three times in a row for one EV in eight.
 *
 * The EV by which a packet came leads over the same links in a Clos network and in a graph, unless
 * it is hashed, and the packet has just proved that they carry something. So it is also what is
 * probed, and what answers take while nothing is proved yet (ReverseEvHeard).
 *
 * (By the rule of the mrc reference, 9.7, a QP always probes. What it learns is of use only when
 * answers go missing, and a plane that has proved only one EV so far would load its uplinks
 * unevenly.)
 *
 * An EV that the table has retired since, or whose plane is not up, is forgotten. A doubted plane
 * without a proved EV borrows from another plane.
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
    }

    /**
     * Data has arrived, whole or trimmed.
     * @return true if it is time for a probe. It is not needed while this end has data under way of
     * its own.
     */
    bool OnReceive(RdmaTick now)
    {
        return (m_doubted & ~m_known) != 0 && ++m_received >= PACKETS_PER_PROBE &&
               now >= m_nextProbe;
    }

    /** Have an EV probed. */
    void Ask(RdmaTick now)
    {
        m_probeDue = true;
        m_nextProbe = now + m_rtt;
        m_received = 0;
    }

    /** @return true if PollProbe has something */
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

    /// Instead of a plane: an answer may take any path.
    static constexpr uint8_t ANY_PLANE = MrcEv::MAX_PLANES;

    /// The same, for the second answer to a packet: it takes the path of the first.
    static constexpr uint8_t SAME_PATH = ANY_PLANE + 1;

    /**
     * A reliability probe has arrived.
     * @param plane plane it came by
     */
    void OnReliabilityProbe(uint32_t plane);

    /**
     * @return a path to be tested by an EV probe now, or nothing
     */
    std::optional<MrcPath> PollProbe();

    /**
     * @param plane plane the answer should use: that of the packet it answers, or ANY_PLANE, or
     * SAME_PATH
     * @return its path; nothing if all ports are down
     */
    std::optional<MrcPath> Take(uint32_t plane);

    /// Once per RTT and peer would be more than the line of a receiver with hundreds of them.
    static constexpr uint32_t PACKETS_PER_PROBE = 64;

  private:
    /// Stands for no EV: none that is drawn has so many bits.
    static constexpr uint32_t NO_EV = ~0U;

    /// EVs of one plane that have proved to work.
    struct Proofs
    {
        static constexpr uint8_t SIZE = 8; ///< most that are remembered

        std::array<uint32_t, SIZE> evs{}; ///< the EVs
        uint8_t count{0};                 ///< how many
        uint8_t next{0};                  ///< where the next proof goes
        uint8_t turn{0};                  ///< whose turn it is
    };

    /** Take an EV that works into its plane's proofs. */
    void Remember(uint32_t ev);

    /** Forget the proofs of EVs that can no longer be used: the table has changed. */
    void Check();

    /**
     * @param avoid bit p: another plane than p, if another one is open
     * @return a random active EV of a random open plane; nothing if no plane is open
     */
    std::optional<MrcPath> DrawActive(uint32_t avoid = 0) const;

    /** @return the EV by which the last packet came, if it may be used; or nothing */
    std::optional<MrcPath> GetHeard() const;

    /**
     * @return the EV of a reliability probe, if its answer should take it: it was probed a short
     * time ago, and may be used; or nothing
     */
    std::optional<MrcPath> TakeEcho();

    /** @return path of the answer to a reliability probe; nothing if all ports are down */
    std::optional<MrcPath> TakeForProbe();

    /**
     * @param plane a plane that has proved EVs
     * @return the next of them
     */
    MrcPath TakeProved(uint32_t plane);

    const MrcEvTable& m_table;                        ///< the QP's EVs
    RdmaTick m_rtt;                                   ///< time between probes
    Ptr<UniformRandomVariable> m_rng;                 ///< source of random choices
    RdmaTick m_nextProbe;                             ///< not before
    uint32_t m_checked{0};                            ///< changes of the table that are known
    uint32_t m_known{0};                              ///< bit p: plane p has proofs enough
    uint32_t m_probeAnswered{0};                      ///< bit p: the last probe was, by plane p
    std::optional<MrcPath> m_answered;                ///< the path of the last answer to a probe
    uint32_t m_doubted{0};                            ///< bit p: answers by plane p are missing
    bool m_probeDue{false};                           ///< PollProbe has something
    bool m_hear;                                      ///< see the constructor
    uint32_t m_heard{NO_EV};                          ///< EV by which the last packet came
    uint8_t m_nextProbed{0};                          ///< where the next one goes in m_probed
    std::array<uint32_t, 4> m_probed;                 ///< EVs of the last reliability probes
    uint32_t m_received{PACKETS_PER_PROBE};           ///< packets since the last probe
    std::array<Proofs, MrcEv::MAX_PLANES> m_proofs{}; ///< by plane
};

} // namespace ns3

#endif // MRC_REVERSE_EVS_H
