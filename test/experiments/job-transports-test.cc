/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-transports.h"

#include "ns3/rdma-cluster-helper.h"
#include "ns3/simulator.h"

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
    helper.SetTransport(NameQpFactory(TransportType::MRC));
    const auto cluster = helper.Build();
    {
        JobTransports transports(cluster, TransportType::MRC);
        JobSpec job;
        job.transport = TransportType::MRC;
        EXPECT_EQ(transports.Get(job, {0, 1}), cluster);
        job.transport = TransportType::ROCE;
        job.plane = 0;
        const auto first = transports.Get(job, {0, 1});
        EXPECT_NE(first, cluster);
        EXPECT_EQ(transports.Get(job, {0, 1}), first);
        job.plane = 1;
        const auto second = transports.Get(job, {0, 1});
        EXPECT_NE(second, first);
        EXPECT_NE(second, cluster);
        EXPECT_EQ(transports.Get(job, {0, 1}), second);
    }
    cluster->Dispose();
    ns3::Simulator::Destroy();
}

} // namespace
