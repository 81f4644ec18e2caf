/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * An entropy value (EV) is a path: the choice of EVs determines the paths of packets.
 *
 * @verbatim
 *   T1 0   T1 1   T1 2   T1 3
 *      | \   |  \ /  |   / |       each T0 is linked to each T1, with 100 Gb/s;
 *      |   \ | /   \ | /   |       the link from T0 0 to T1 2 is dead
 *         T0 0      T0 1
 *        host 0     host 1
 * @endverbatim
 *
 * Host 0 reaches host 1 by four paths. Before there is any QP it probes all of them in one batch,
 * and writes those that answer into an EV profile. A QP with the profile sprays its
 * packets over these paths and no others. Then an EV is denied, and it reacts at once.
 *
 * Expected output:
 *
 * @verbatim
 * T1 0 answers
 * T1 1 answers
 * T1 2 is silent
 * T1 3 answers
 * 1 MB, packets by T1: 84 84 0 82
 * 1 MB, packets by T1: 0 124 0 124
 * @endverbatim
 *
 * 1 MB are 245 packets, with which a few probes leave. An entry of a profile has the path as the
 * outer destination, a list of micro segments; packets have it as MrcEv::Pack(plane, T1).
 */

#include "ns3/core-module.h"
#include "ns3/mrc-ev-profile-helper.h"
#include "ns3/mrc-nic-endpoint.h"
#include "ns3/mrc-qp.h"
#include "ns3/rdma-cluster-helper.h"

#include <iostream>
#include <utility>
#include <vector>

using namespace ns3;
static const uint32_t T1S = 4; ///< number of T1s, thus of paths

/** @return the path across a T1 from host 0 to host 1, as entry of a profile */
static MrcEvEntry
Via(uint32_t t1)
{
    // Host 0 is downlink 0 of T0 0, host 1 downlink 0 of T0 1; the path leaves by port 1 of the NIC
    return MrcEvEntry::Of(ApplyMrcEv(MakeSrv6PathTemplate(0, 1, 0), MrcEv::Pack(0, t1)), {}, 1);
}

/** Write a message, and print the number of frames by T1. */
static void
WriteAndCount(Ptr<RdmaCluster> cluster, Ptr<MrcQp> qp)
{
    static uint64_t before[T1S];
    qp->PostWrite(0x10000, 1000000, 7, 1);
    Simulator::Run();
    std::cout << "1 MB, packets by T1:";
    for (uint32_t t1 = 0; t1 < T1S; ++t1)
    {
        const uint64_t sent = RdmaClusterHelper::GetUplink(cluster, 0, 0, t1)->GetStats().txFrames;
        std::cout << " " << sent - std::exchange(before[t1], sent);
    }
    std::cout << std::endl;
}

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    uint32_t silent{2};
    CommandLine cmd(__FILE__);
    cmd.Usage("Probes of paths, a profile of those that answer, and a path that is denied.");
    cmd.AddValue("silent", "the T1 to which there is no link, 0 to 3", silent);
    cmd.Parse(argc, argv);
    FabricClosSpec clos = FabricClosSpec::TwoTiers(1, 2, 1);
    clos.t1PerPlane = T1S;
    RdmaClusterHelper helper;
    helper.SetTopology(clos);
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    cluster->GetFabric()->SetLinkUp(RdmaClusterHelper::GetUplink(cluster, 0, 0, silent), false);
    std::vector<MrcEvProbe> probes(T1S);
    for (uint32_t t1 = 0; t1 < T1S; ++t1)
    {
        probes[t1].peer = 1;
        probes[t1].path = {MrcEv::Pack(0, t1), 0};
    }
    std::vector<MrcEvEntry> alive;
    const MrcNicEndpoint::ProbeCallback onProbes = [&alive](const MrcEvProbeBatch& batch) {
        for (const MrcEvProbeResult& result : batch.results)
        {
            const uint32_t t1 = MrcEv::Uplink(result.probe.path.ev);
            std::cout << "T1 " << t1 << (result.answered ? " answers" : " is silent") << std::endl;
            if (result.answered)
            {
                alive.push_back(Via(t1));
            }
        }
    };
    MrcNicEndpoint::Of(*cluster->GetNic(0)).Probe(probes, MicroSeconds(20), onProbes);
    Simulator::Run();
    Ptr<MrcEvProfile> profile = MrcEvProfileHelper::MakeExplicit(alive);
    Ptr<MrcQp> a = cluster->CreateQp(0, profile);
    ConnectMrcQps(a, cluster->CreateQp(1));
    WriteAndCount(cluster, a);
    MrcEvProfileHelper::SetState(profile, Via(0), MrcEvPublicState::DENIED);
    WriteAndCount(cluster, a);
    cluster->Dispose();
    Simulator::Destroy();
}
