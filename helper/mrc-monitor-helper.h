/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MONITOR_HELPER_H
#define MRC_MONITOR_HELPER_H

#include "ns3/application-container.h"
#include "ns3/attribute.h"
#include "ns3/mrc-monitor.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-cluster.h"

#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcMonitorHelper: installs a monitor on a cluster.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Installs a monitor on a cluster: an agent, which is an application, on every host, and the
 * MrcMonitor that they share.
 *
 * @code
 * MrcMonitorHelper helper;
 * helper.SetAttribute("Interval", TimeValue(MicroSeconds(100)));
 * ApplicationContainer agents = helper.Install(cluster);
 * agents.Start(MilliSeconds(1));
 * helper.GetMonitor()->TraceConnectWithoutContext("Verdict", MakeCallback(&PrintVerdict));
 * @endcode
 */
class MrcMonitorHelper
{
  public:
    MrcMonitorHelper();

    /**
     * @param name an attribute of ns3::MrcMonitor
     * @param value its value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param cluster the hosts, built
     * @return an agent per host, by host index; they start at 0 and never stop by default
     */
    ApplicationContainer Install(Ptr<RdmaCluster> cluster);

    /** @return the monitor of the last Install */
    const Ptr<MrcMonitor>& GetMonitor() const
    {
        return m_monitor;
    }

  private:
    ObjectFactory m_factory;   ///< makes monitors
    Ptr<MrcMonitor> m_monitor; ///< see GetMonitor
};

} // namespace ns3

#endif // MRC_MONITOR_HELPER_H
