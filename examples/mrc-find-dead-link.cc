/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * A dead link between a T0 and a T1, found by a monitor.
 *
 * @verbatim
 *   T1 0  T1 1  T1 2  T1 3     the same again in plane 1
 *     \     \   /     /
 *      T0 0       T0 1         the link p1-t0-0--p1-t1-2 is down from 2.3 ms to 9 ms
 *     / |  | \   / |  | \
 *    h0 .. h3   h4 ..  h7
 * @endverbatim
 *
 * Every millisecond each host probes its T0 and one of the four T1s in both planes, by source
 * routes that lead back to the host. The state of the link itself is not used.
 *
 * Two rounds after the link has failed the monitor names it, and neither its T1,
 * which answers the hosts of the other T0, nor its T0, which also answers. A few rounds after its
 * repair it is healthy again. With --loss=0.1 the link loses a tenth of its frames, and the monitor
 * needs some more rounds.
 *
 * Expected output:
 *
 * @verbatim
 * 4.3 ms: fabric-link p1-t0-0--p1-t1-2 loses 99.9 % of its probes
 * 12.3 ms: fabric-link p1-t0-0--p1-t1-2 is healthy again
 * 1891 probes, 9 lost
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/fabric-clos.h"
#include "ns3/fabric-loss.h"
#include "ns3/mrc-monitor-helper.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-fault-helper.h"

#include <iostream>
#include <memory>

using namespace ns3;

/**
 * Sink of the monitor's trace source Verdict.
 * @param verdict its verdict
 */
static void
PrintVerdict(const MrcMonitorVerdict& verdict)
{
    std::cout << verdict.time.GetNs() / 1e6 << " ms: " << ToString(verdict.kind) << ' '
              << verdict.name;
    if (verdict.faulty)
    {
        std::cout << " loses " << 100 * verdict.lossShare << " % of its probes" << std::endl;
    }
    else
    {
        std::cout << " is healthy again" << std::endl;
    }
}

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    double loss = 1;
    CommandLine cmd(__FILE__);
    cmd.Usage("A monitor finds a link that loses packets, by probes between hosts.");
    cmd.AddValue("loss", "Share of frames that the link loses in each direction", loss);
    cmd.Parse(argc, argv);

    RdmaClusterHelper helper;
    helper.SetTopology(FabricClosSpec::TwoTiers(2, 8, 4));
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);

    MrcMonitorHelper monitoring;
    ApplicationContainer agents = monitoring.Install(cluster);
    agents.Start(MilliSeconds(1));
    agents.Stop(MilliSeconds(60));
    monitoring.GetMonitor()->AssignStreams(1000);
    monitoring.GetMonitor()->TraceConnectWithoutContext("Verdict", MakeCallback(&PrintVerdict));

    FabricPort* port = RdmaClusterHelper::GetPort(cluster, "p1-t0-0", "p1-t1-2");
    const RdmaFaultHelper faults(cluster);
    for (FabricPort* direction : {port, port->peer})
    {
        faults.LinkLoss(
            direction,
            [loss] { return std::make_unique<FabricBernoulliLoss>(loss); },
            MicroSeconds(2300),
            MicroSeconds(loss == 1 ? 6700 : 40000));
    }

    Simulator::Run();
    std::cout << monitoring.GetMonitor()->GetNProbes() << " probes, "
              << monitoring.GetMonitor()->GetNLost() << " lost" << std::endl;
    monitoring.GetMonitor()->Dispose();
    cluster->Dispose();
    Simulator::Destroy();
    return 0;
}
