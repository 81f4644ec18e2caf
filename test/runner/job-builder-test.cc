/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../nic/small-clos.h"
#include "run/job-builder.h"
#include "run/scenario.h"

#include "ns3/fabric-clos.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace
{

using namespace mrcsim;

/**
 * @param spec a job of a network of two T0s with two hosts each
 * @return the job with hosts and schedule
 */
ns3::RdmaJob
Build(const JobSpec& spec)
{
    Scenario scenario;
    scenario.network = ns3::Create<ns3::FabricClos>(ns3::MakeSmallClos(1));
    scenario.jobs = {spec};
    std::vector<ns3::RdmaJob> jobs;
    const auto problems =
        BuildJobs(scenario, ns3::CreateObject<ns3::UniformRandomVariable>(), jobs);
    EXPECT_TRUE(problems.empty());
    return jobs.at(0);
}

TEST(JobBuilder, AllSendersOfAnIncastSendToItsReceiver)
{
    JobSpec spec;
    spec.what =
        ReadJob({{"type", "incast"}, {"receiver", 2}, {"senders", {3, 0, 1}}, {"bytes", 1000}});
    const auto job = Build(spec);
    ASSERT_EQ(job.schedule.GetNSends(), 3U);
    std::set<uint32_t> senders;
    for (uint32_t i = 0; i < 3; ++i)
    {
        const auto& send = job.schedule.GetSend(i);
        EXPECT_EQ(job.hosts.at(send.dst), 2U);
        senders.insert(job.hosts.at(send.src));
    }
    EXPECT_EQ(senders, (std::set<uint32_t>{0, 1, 3}));
}

} // namespace
