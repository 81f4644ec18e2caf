/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run/job-builder.h"

#include "ns3/rdma-cluster-helper.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace
{

using namespace mrcsim;

TEST(JobTransports, JobsOfOneTransportShareItInAPlaneAndNotAcrossPlanes)
{
    ns3::FabricClosSpec clos;
    clos.planes = 2;
    clos.hostRateBps = clos.fabricRateBps = 100'000'000'000;
    ns3::RdmaClusterHelper helper;
    helper.SetTopology(clos);
    helper.SetTransport("ns3::MrcQpFactory");
    const auto cluster = helper.Build();
    {
        JobTransports transports(cluster, "mrc");
        JobSpec job;
        job.transport = FindTransport("mrc");
        EXPECT_EQ(transports.Get(job, {0, 1}), cluster->GetTransport());
        job.transport = FindTransport("roce");
        job.plane = 0;
        const auto first = transports.Get(job, {0, 1});
        EXPECT_NE(first, cluster->GetTransport());
        EXPECT_EQ(transports.Get(job, {0, 1}), first);
        job.plane = 1;
        const auto second = transports.Get(job, {0, 1});
        EXPECT_NE(second, first);
        EXPECT_NE(second, cluster->GetTransport());
        EXPECT_EQ(transports.Get(job, {0, 1}), second);
    }
    cluster->Dispose();
    ns3::Simulator::Destroy();
}

TEST(JobTransports, AllOfThemShareTheLinksOfServers)
{
    ns3::FabricClosSpec clos;
    clos.hostRateBps = clos.fabricRateBps = 100'000'000'000;
    ns3::RdmaClusterHelper helper;
    helper.SetTopology(clos);
    helper.SetTransport("ns3::MrcQpFactory");
    const auto cluster = helper.Build();
    {
        // 2 hosts per server, 1 ns per byte, no delay
        const auto servers = ns3::CreateObjectWithAttributes<ns3::RdmaServerDomain>(
            "HostsPerServer",
            ns3::UintegerValue(2),
            "Rate",
            ns3::DataRateValue(ns3::DataRate("8Gbps")),
            "Delay",
            ns3::TimeValue(ns3::Time()));
        JobTransports transports(cluster, "mrc", servers);
        ns3::Time last;
        uint32_t qp = 0;
        for (const auto* const type : {"mrc", "roce", "tcp"})
        {
            JobSpec job;
            job.transport = FindTransport(type);
            const auto messenger = transports.Get(job, {0, 1});
            EXPECT_NE(messenger, cluster->GetTransport());
            EXPECT_EQ(transports.Get(job, {0, 1}), messenger);
            EXPECT_EQ(messenger->GetMedium(0, 1), ns3::RdmaMedium::SERVER);
            EXPECT_EQ(messenger->GetMedium(1, 2), ns3::RdmaMedium::NETWORK);
            messenger->SetDeliveredCallback(ns3::RdmaMessenger::DeliveredCallback(
                [&last](uint64_t) { last = ns3::Simulator::Now(); }));
            messenger->Send(0, 1, qp++, 100'000, 0);
        }
        ns3::Simulator::Run();
        EXPECT_EQ(last, ns3::MicroSeconds(300));
        EXPECT_EQ(cluster->SumCounters().bytesDelivered, 300'000U);
    }
    cluster->Dispose();
    ns3::Simulator::Destroy();
}

} // namespace
