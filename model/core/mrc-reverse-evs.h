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
 * The reverse EV set of a QP (MRC 1.0, 9.7; ReverseEv = spec): one EV per plane for SACKs and
 * NACKs, the last one of that plane that has proved to work. With outbound data these are EVs of
 * packets that were SACKed. Without, an EV probe on a random EV is asked for once per RTT while
 * data arrives, but not more often than every 64 packets, and an answer proves its EV.
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

    /**
     * @return a path to be tested by an EV probe now, or nothing
     */
    std::optional<MrcPath> PollProbe();

    /**
     * @param plane plane the answer should use: that of the packet it answers
     * @return its path; nothing if all ports are down
     */
    std::optional<MrcPath> Take(uint32_t plane);

  private:
    /// Once per RTT and peer would be more than the line of a receiver with hundreds of them.
    static constexpr uint32_t PACKETS_PER_PROBE = 64;

    /**
     * @param plane a plane
     * @return true if it has a proved EV that can be used
     */
    bool IsUsable(uint32_t plane) const;

    MrcEvTable& m_table;                             ///< the QP's EVs
    Tick m_rtt;                                      ///< time between probes
    Ptr<UniformRandomVariable> m_rng;                ///< source of random choices
    Tick m_nextProbe;                                ///< not before
    bool m_probeDue{false};                          ///< PollProbe has something
    uint32_t m_received{PACKETS_PER_PROBE};          ///< packets since the last probe
    uint32_t m_proved{0};                            ///< bit p: plane p has a proved EV
    std::array<uint32_t, MrcEv::MAX_PLANES> m_evs{}; ///< by plane: the proved EV
};

} // namespace ns3

#endif // MRC_REVERSE_EVS_H
