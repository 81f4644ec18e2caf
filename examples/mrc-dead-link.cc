/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * A write over MRC while a link inside the network is down, and a monitor that denies the path.
 *
 * Two planes with 4 T1s each; the link between the sender's T0 and the last T1 of plane 0 is dead
 * from the start, and no NIC can detect it. The sender loses some packets, sends them again by
 * other paths and retires the entropy value. A second write loses nothing. A third one, on another
 * QP, loses nothing either, because a monitor has denied the path to the NIC.
 *
 * Expected output: the simulation ends without a stop time. A QP that has nothing to send does not
 * probe the path that it has retired, so Simulator::Run returns when the work is done. With
 * --ns3::MrcEvParameters::EvProbeIdle=1 it would not.
 */

#include "ns3/core-module.h"
#include "ns3/mrc-nic-endpoint.h"
#include "ns3/rdma-cluster-helper.h"

#include <iostream>

using namespace ns3;

/**
 * Send 2 MB from host 0 to host 7 and run until no event is left.
 * @param cluster the hosts
 * @param qp number of the QP between the two
 * @param what label of the output
 */
static void
Write(Ptr<RdmaCluster> cluster, uint32_t qp, const std::string& what)
{
    const uint64_t before = cluster->SumCounters().retransmits;
    const Time start = Simulator::Now();
    Time done = start;
    cluster->SetDeliveredCallback(
        RdmaMessenger::DeliveredCallback([&done](uint64_t) { done = Simulator::Now(); }));
    cluster->Send(0, 7, qp, 2000000, 0);
    Simulator::Run();
    std::cout << what << ": " << (done - start).GetNanoSeconds() / 1e3 << " us, "
              << cluster->SumCounters().retransmits - before << " packets sent again, "
              << cluster->SumCounters().evRetired << " entropy values retired so far; "
              << "the simulation ended " << (Simulator::Now() - done).GetNanoSeconds() / 1e6
              << " ms later" << std::endl;
}

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    Simulator::SetScheduler(ObjectFactory("ns3::FabricWheelScheduler"));
    // Hashed routing would detect the link after 2 s. Source routes do not depend on that.
    Config::SetDefault("ns3::Fabric::RemoteConvergence", TimeValue(MilliSeconds(1)));
    CommandLine cmd(__FILE__);
    cmd.Parse(argc, argv);

    FabricClosSpec clos;
    clos.planes = 2;
    clos.hosts = 8;
    clos.hostsPerT0 = 4;
    clos.t1PerPlane = 4;
    clos.hostRateBps = 100000000000;
    clos.fabricRateBps = 100000000000;
    clos.linkDelay = RdmaTick::Ns(500);
    clos.switchDelay = RdmaTick::Ns(300);

    RdmaClusterHelper helper;
    helper.SetTopology(clos);
    helper.SetTransport("ns3::MrcQpFactory");
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    cluster->GetFabric()->SetLinkUp(RdmaClusterHelper::GetUplink(cluster, 0, 0, 3), false);

    Write(cluster, 0, "first write");
    Write(cluster, 0, "second write");
    MrcNicEndpoint::Of(*cluster->GetNic(0)).DenyPaths(0, {3});
    Write(cluster, 1, "another QP, path denied");

    cluster->Dispose();
    Simulator::Destroy();
    return 0;
}
