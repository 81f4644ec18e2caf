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
 * @verbatim
 *   h0 .. h3 -- T0 --+-- T1 --+-- T0 -- h4 .. h7    two planes, 4 T1s each; the link to the last
 *                    +-x- T1 -+                     T1 of plane 0 is dead from the start
 * @endverbatim
 *
 * No NIC can detect the dead link. The sender loses packets, puts the entropy value (EV) on trial,
 * which is a probe, and retires it when the probe is not answered. The lost packets leave again by
 * other paths. A second write loses nothing. A third one, on another QP, loses nothing either,
 * because a monitor has denied the path to the NIC.
 *
 * The simulation ends without a stop time: a QP that has nothing to send does not probe the path
 * that it has retired. With --ns3::MrcEvParameters::EvProbeIdle=1 it would not.
 *
 * Expected output:
 *
 * @verbatim
 * 37.195 us: EV 3 is on trial
 * 187.402 us: EV 3 is retired
 * first write: 93.813 us, 27 packets sent again, 1 EVs retired so far; at rest after 10 ms
 * second write: 87.143 us, 0 packets sent again, 1 EVs retired so far; at rest after 0.092448 ms
 * another QP: 87.143 us, 0 packets sent again, 1 EVs retired so far; at rest after 0.107225 ms
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/mrc-nic-endpoint.h"
#include "ns3/rdma-cluster-helper.h"

#include <iostream>

using namespace ns3;

/**
 * Sink of the trace source Event of a QP.
 * @param event what has happened
 */
static void
PrintEvent(const RdmaEvent& event)
{
    const bool trial = event.kind == RdmaEvent::Kind::EV_TRIAL;
    if (trial || event.kind == RdmaEvent::Kind::EV_BAD)
    {
        std::cout << Simulator::Now().GetNanoSeconds() / 1e3 << " us: EV " << event.entropy
                  << (trial ? " is on trial" : " is retired") << std::endl;
    }
}

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
              << cluster->SumCounters().evRetired << " EVs retired so far; at rest after "
              << (Simulator::Now() - start).GetNanoSeconds() / 1e6 << " ms" << std::endl;
}

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    Simulator::SetScheduler(ObjectFactory("ns3::FabricWheelScheduler"));
    // Hashed routing would detect the link after 2 s. Source routes do not depend on that.
    Config::SetDefault("ns3::Fabric::RemoteConvergence", TimeValue(MilliSeconds(1)));
    Config::SetDefault("ns3::MrcEvParameters::ReportTrial", BooleanValue(true));
    uint32_t t1{3};
    CommandLine cmd(__FILE__);
    cmd.Usage("Writes over MRC while a link inside the network is dead.");
    cmd.AddValue("t1", "the T1 to which plane 0 has no link, 0 to 3", t1);
    cmd.Parse(argc, argv);

    RdmaClusterHelper helper;
    helper.SetTopology(FabricClosSpec::TwoTiers(2, 8, 4));
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    Config::ConnectWithoutContext("/NodeList/0/$ns3::RdmaNic/QpList/*/Event",
                                  MakeCallback(&PrintEvent));
    cluster->GetFabric()->SetLinkUp(RdmaClusterHelper::GetUplink(cluster, 0, 0, t1), false);

    Write(cluster, 0, "first write");
    Write(cluster, 0, "second write");
    MrcNicEndpoint::Of(*cluster->GetNic(0)).DenyPaths(0, {t1});
    Write(cluster, 1, "another QP");

    cluster->Dispose();
    Simulator::Destroy();
    return 0;
}
