/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REVERSE_EVS_H
#define MRC_REVERSE_EVS_H

#include "mrc-ev-table.h"
#include "mrc-ev.h"
#include "rdma-tick.h"

#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

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
 * The reverse EV set of a QP (MRC 1.0, 9.7; ReverseEv = spec): for SACKs and NACKs, the last EVs of
 * each plane that have proved to work, in turn: with a single one the answers of different QPs
 * would load uplinks unevenly. With outbound data these are EVs of
 * packets that were SACKed. Without, an EV probe on a random EV is asked for once per RTT while
 * data arrives, but not more often than every 256 packets, and an answer proves its EV.
 *
 * A reliability probe tells that the peer lacks answers: the proofs of its plane are doubted and
 * forgotten, new ones are sought, and the answer takes a path drawn at random, so that the next
 * probe is answered by another.
 *
 * An EV that the table has retired since, or whose plane is not up, is not used. A plane without a
 * proved EV borrows that of another plane; before there is any, answers leave as in the simple
 * form.
 */
class MrcReverseEvs
{
  public:
    /**
     * @param table the QP's EVs
     * @param rtt time between probes
     * @param rng source of random choices
     */
    MrcReverseEvs(MrcEvTable& table, Tick rtt, Ptr<UniformRandomVariable> rng);

    /**
     * Data has arrived, whole or trimmed.
     * @param now the time
     * @param outbound this end has data under way of its own
     */
    void OnReceive(Tick now, bool outbound)
    {
        ++m_received;
        if (!outbound && now >= m_nextProbe && m_received >= PACKETS_PER_PROBE)
        {
            m_probeDue = true;
            m_nextProbe = now + m_rtt;
            m_received = 0;
        }
    }

    /**
     * An EV has proved to work: a packet of it was SACKed, or an EV probe answered.
     * @param ev the EV
     */
    void OnProof(uint32_t ev);

    /// Instead of a plane: an answer may take any path.
    static constexpr uint8_t ANY_PLANE = MrcEv::MAX_PLANES;

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
     * @param plane plane the answer should use: that of the packet it answers, or ANY_PLANE
     * @return its path; nothing if all ports are down
     */
    std::optional<MrcPath> Take(uint32_t plane);

    /// Once per RTT and peer would be more than the line of a receiver with hundreds of them.
    static constexpr uint32_t PACKETS_PER_PROBE = 256;

  private:
    /// EVs of one plane that have proved to work.
    struct Proofs
    {
        static constexpr uint8_t SIZE = 8; ///< most that are remembered

        std::array<uint32_t, SIZE> evs{}; ///< the EVs
        uint8_t count{0};                 ///< how many
        uint8_t next{0};                  ///< where the next proof goes
        uint8_t turn{0};                  ///< whose turn it is
    };

    /**
     * @param plane a plane
     * @return the next of its proved EVs that can be used, or nothing
     */
    std::optional<MrcPath> TakeProved(uint32_t plane);

    MrcEvTable& m_table;                              ///< the QP's EVs
    Tick m_rtt;                                       ///< time between probes
    Ptr<UniformRandomVariable> m_rng;                 ///< source of random choices
    Tick m_nextProbe;                                 ///< not before
    bool m_probeDue{false};                           ///< PollProbe has something
    uint32_t m_received{PACKETS_PER_PROBE};           ///< packets since the last probe
    std::array<Proofs, MrcEv::MAX_PLANES> m_proofs{}; ///< by plane
};

} // namespace ns3

#endif // MRC_REVERSE_EVS_H
