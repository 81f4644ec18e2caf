/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "small-clos.h"

#include "ns3/fabric-faults.h"
#include "ns3/fabric.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <string>

// How many faults of the paths of a QP are named.

using namespace ns3;

namespace
{

/**
 * @param factory TypeId of the QP factory
 * @param planes planes, each with one path from host 0 to host 2; its link to host 0 breaks at a
 * microsecond of its own
 * @return what is said about the QP after that
 */
std::string
DescribeBrokenQp(const char* factory, uint32_t planes)
{
    RdmaClusterHelper helper;
    helper.SetTopology(MakeSmallClos(1, RdmaTick::Ns(500), planes));
    helper.SetTransport(factory);
    const Ptr<RdmaCluster> cluster = helper.Build();
    const auto& messenger = cluster->GetTransport();
    messenger->Send(0, 2, 0, 1'000'000, 0);
    for (uint32_t plane = 0; plane < planes; ++plane)
    {
        Simulator::Schedule(MicroSeconds(plane + 1), [cluster, plane] {
            cluster->GetFabric()->GetFaults().Darken(cluster->GetNic(0)->GetPort(plane));
        });
    }
    Simulator::Stop(MicroSeconds(9));
    Simulator::Run();
    const auto text = messenger->Describe(0, 2, 0);
    cluster->Dispose();
    Simulator::Destroy();
    return text;
}

} // namespace

TEST(RdmaPathFaults, ThreeAreNamedAndTheOthersCounted)
{
    const auto has = [](const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    has(DescribeBrokenQp("ns3::MrcQpFactory", 3),
        "paths are down: h0--p0-t0-0 since 1 us, h0--p1-t0-0 since 2 us, h0--p2-t0-0 since 3 us");
    EXPECT_EQ(DescribeBrokenQp("ns3::MrcQpFactory", 3).find("more"), std::string::npos);
    has(DescribeBrokenQp("ns3::MrcQpFactory", 5), "h0--p2-t0-0 since 3 us, and 2 more");
    has(DescribeBrokenQp("ns3::RoceQpFactory", 1), "its only path is down: h0--p0-t0-0 since 1 us");
}
