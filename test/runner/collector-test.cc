/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../nic/small-cluster.h"
#include "run/collector.h"

#include "ns3/fabric-pause-watch.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace
{

using namespace mrcsim;
using ns3::RdmaTick;

/// A cluster with a scenario of the same topology that lists all links.
class CollectorTest : public SmallCluster
{
  protected:
    CollectorTest()
        : SmallCluster(2)
    {
        m_scenario.network = m_cluster->GetFabric()->GetNetwork();
        m_scenario.allLinks = true;
    }

    /** @return the results of the cluster if the run ends now */
    Results End()
    {
        const auto workload = ns3::CreateObject<ns3::RdmaWorkload>();
        workload->SetMessenger(m_cluster->GetTransport());
        Results results;
        Collect(m_cluster, workload, m_scenario, results);
        return results;
    }

    /**
     * @param results of End
     * @param a the sending end
     * @param b the receiving end
     * @return the link between them
     */
    static LinkRow FindLink(const Results& results, const std::string& a, const std::string& b)
    {
        LinkRow found;
        results.links([&](const LinkRow& link) {
            if (link.a == a && link.b == b)
            {
                found = link;
            }
        });
        return found;
    }

    Scenario m_scenario; ///< the topology
};

TEST_F(CollectorTest, PreambleAndGapOfAFrameAreLineTimeInUse)
{
    m_cluster->Send(0, 1, 0, 4096, 1);
    RunUntil(RdmaTick::Us(10));
    const auto link = FindLink(End(), "h0", "p0-t0-0");
    // Ethernet 14, IPv6 40, UDP 8, BTH 12, RETH 16, ICRC 4, FCS 4
    EXPECT_EQ(link.bytes, 4096U + 98);
    EXPECT_EQ(link.packets, 1U);
    // The line carries 1,000,000 bits in 10 us
    EXPECT_DOUBLE_EQ(link.utilisation, (4096 + 98 + 20) * 8 / 1e6);
}

TEST_F(CollectorTest, ALineThatIsStillSendingIsNotUsedMoreThanAllTheTime)
{
    m_cluster->Send(0, 1, 0, 4096, 1);
    RunUntil(RdmaTick::Ns(100));
    const auto link = FindLink(End(), "h0", "p0-t0-0");
    EXPECT_EQ(link.packets, 1U) << "its line time is 337 ns";
    EXPECT_DOUBLE_EQ(link.utilisation, 1);
}

TEST_F(CollectorTest, APauseThatHasNotEndedCountsUpToNow)
{
    m_cluster->GetNic(0)->GetPort(0)->Pause(RdmaTick{}, ns3::RdmaClass::DATA, RdmaTick::Us(800));
    RunUntil(RdmaTick::Us(500));
    const auto results = End();
    EXPECT_EQ(FindLink(results, "h0", "p0-t0-0").pauses, RdmaTick::Us(500));
    EXPECT_EQ(FindLink(results, "p0-t0-0", "h0").pauses, RdmaTick{});
    EXPECT_EQ(results.summary.pfcPause, RdmaTick::Us(500));
}

TEST_F(CollectorTest, PausesOfAllLinksAddUp)
{
    for (uint32_t host = 0; host < 4; ++host)
    {
        m_cluster->GetNic(host)->GetPort(0)->Pause(RdmaTick{},
                                                   ns3::RdmaClass::DATA,
                                                   RdmaTick::Us(40 - 10 * int64_t{host}));
    }
    RunUntil(RdmaTick::Us(500));
    const auto results = End();
    EXPECT_EQ(FindLink(results, "h0", "p0-t0-0").pauses, RdmaTick::Us(40));
    EXPECT_EQ(FindLink(results, "h3", "p0-t0-1").pauses, RdmaTick::Us(10));
    EXPECT_EQ(results.summary.pfcPause, RdmaTick::Us(40 + 30 + 20 + 10));
}

TEST_F(CollectorTest, AStormIsNoDeadlock)
{
    m_cluster->GetFabric()->SetPauseWatch(ns3::CreateObject<ns3::FabricPauseWatch>());
    m_cluster->GetNic(0)->GetPort(0)->peer->Pause(RdmaTick{},
                                                  ns3::RdmaClass::DATA,
                                                  RdmaTick::Us(1500));
    RunUntil(RdmaTick::Ms(2));
    const auto results = End();
    EXPECT_EQ(results.summary.pfcStorms, 1U);
    EXPECT_EQ(results.summary.pfcDeadlocks, 0U);
}

TEST_F(CollectorTest, AMessageFasterThanTheLeastPossibleDoesNotAddUp)
{
    ns3::RdmaFlowRecord flow;
    flow.start = RdmaTick::Ns(100);
    flow.ideal = RdmaTick::Ns(80);
    flow.delivered = true;
    const auto check = [&](RdmaTick duration) {
        flow.end = flow.start + duration;
        auto results = End();
        results.flows = {flow};
        return CheckConservation(m_cluster, results);
    };
    EXPECT_EQ(check(RdmaTick::Ns(80)), "");
    EXPECT_EQ(check(RdmaTick::Ns(79)),
              "flow 0 took 79 ns, which is below the lower bound of 80 ns; ");
}

TEST_F(CollectorTest, NeitherDoesAJobFasterThanTheLeastPossible)
{
    JobRow job;
    job.job = "a";
    job.start = RdmaTick::Ns(100);
    job.ideal = RdmaTick::Ns(80);
    auto results = End();
    const auto check = [&]() {
        results.jobs = {job};
        return CheckConservation(m_cluster, results);
    };
    EXPECT_EQ(check(), "") << "it has not ended";
    job.end = RdmaTick::Ns(180);
    EXPECT_EQ(check(), "");
    job.end = RdmaTick::Ns(179);
    EXPECT_EQ(check(), "job a took 79 ns, which is below the lower bound of 80 ns; ");
}

} // namespace
