/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MONITOR_AGENT_H
#define MRC_MONITOR_AGENT_H

#include "mrc-monitor.h"

#include "ns3/application.h"
#include "ns3/event-id.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcMonitorAgent: sends a monitor's probes from a host.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The part of a monitor that runs on a host: from its start to its stop it sends the probes that
 * the MrcMonitor has planned for it, round by round, and reports their results. The probes go to
 * the host itself, in the control class (mrc reference, 4.4 and 9.8).
 */
class MrcMonitorAgent : public Application
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    MrcMonitorAgent();
    ~MrcMonitorAgent() override;

    /**
     * Called once, by a helper.
     * @param monitor plans its probes
     * @param host index of its host in the monitor's cluster
     */
    void Setup(Ptr<MrcMonitor> monitor, uint32_t host);

    /** @return number of outstanding probes */
    uint32_t GetOutstanding() const
    {
        return m_outstanding;
    }

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /** Schedule the probes of the next round. */
    void ScheduleRound();

    /** Send the probes of a round. */
    void SendRound();

    Ptr<MrcMonitor> m_monitor; ///< plans the probes
    uint32_t m_host{0};        ///< host index
    uint64_t m_round{0};       ///< next round to be sent
    uint32_t m_outstanding{0}; ///< see GetOutstanding
    bool m_running{false};     ///< started and not stopped
    EventId m_next;            ///< pending call of SendRound
};

} // namespace ns3

#endif // MRC_MONITOR_AGENT_H
