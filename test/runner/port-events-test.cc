/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run/event-rows.h"

#include "ns3/fabric.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-nic.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace mrcsim;

namespace
{

TEST(PortEvents, ChangesAreRowsOfTheNicsThatLearnOfThem)
{
    ns3::FabricClosSpec clos;
    clos.hosts = 4;
    clos.hostsPerT0 = 2;
    clos.planes = 2;
    clos.t1PerPlane = 2;
    clos.hostRateBps = clos.fabricRateBps = 100000000000;
    ns3::RdmaClusterHelper helper;
    helper.SetTopology(clos);
    helper.SetTransport("ns3::MrcQpFactory");
    const auto cluster = helper.Build();
    std::vector<EventRow> events;
    RecordPortEvents(cluster, events);
    cluster->Send(0, 3, 0, 1000, 1);
    ns3::Simulator::Schedule(ns3::MicroSeconds(50), [&] {
        cluster->GetFabric()->SetLinkUp(cluster->GetNic(0)->GetPort(1), false);
    });
    ns3::Simulator::Schedule(ns3::MicroSeconds(90),
                             [&] { cluster->GetNic(2)->SetPortAdmin(1, false); });
    ns3::Simulator::Stop(ns3::MicroSeconds(200));
    ns3::Simulator::Run();

    std::vector<std::string> rows;
    for (const EventRow& event : events)
    {
        rows.push_back(event.kind + " " + event.object + ": " + event.detail);
    }
    EXPECT_EQ(rows,
              (std::vector<std::string>{"port-down h0: plane 1",
                                        "peer-port-down h3: plane 1 of h0",
                                        "port-down h2: plane 0 by administration"}));
    ASSERT_EQ(events.size(), 3U);
    EXPECT_EQ(events[0].time, ns3::RdmaTick::Us(60));
    EXPECT_GT(events[1].time, events[0].time) << "notifications cross the network";
    EXPECT_LT(events[1].time, ns3::RdmaTick::Us(70));
    cluster->Dispose();
    ns3::Simulator::Destroy();
}

} // namespace
