/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../nic/small-cluster.h"
#include "kinds/fault.h"
#include "run/nic-loss.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace
{

using namespace mrcsim;
using ns3::RdmaTick;

/// One T1, so that there is one path between the T0s.
class FaultScheduleTest : public SmallCluster
{
  protected:
    FaultScheduleTest()
        : SmallCluster(1)
    {
    }

    /**
     * Run with a link that loses everything from 5 to 25 us; a packet crosses it in either
     * direction.
     * @param at time at which it crosses the link
     */
    void CrossAt(RdmaTick at)
    {
        Problems problems;
        const auto fault = ReadFault({{"what", "link-loss"},
                                      {"model", "bernoulli"},
                                      {"burstLength", 1},
                                      {"at", "5us"},
                                      {"for", "20us"},
                                      {"link", {{"plane", 0}, {"t0", 0}, {"t1", 0}, {"index", 0}}},
                                      {"loss", 1}},
                                     m_cluster->GetNetwork(),
                                     "faults[0]",
                                     problems);
        ASSERT_TRUE(problems.empty());
        ScheduleFaults({fault}, {m_cluster, m_events}, RdmaTick::Ms(1));
        ns3::Simulator::Schedule(ToTime(at), [cluster = m_cluster] {
            cluster->Send(0, 2, 0, 1000, 1);
            cluster->Send(3, 1, 0, 1000, 2);
        });
        RunUntil(RdmaTick::Us(35));
        auto* up = ns3::RdmaClusterHelper::GetUplink(m_cluster, 0, 0, 0);
        m_up = up->GetStats();
        m_down = up->peer->GetStats();
    }

    /** @return events of the link, a line each */
    std::vector<std::string> GetEvents() const
    {
        std::vector<std::string> lines;
        for (const auto& event : m_events)
        {
            lines.push_back(std::to_string(event.time.GetPs() / 1'000'000) + ' ' + event.kind +
                            ' ' + event.object + ' ' + event.detail);
        }
        return lines;
    }

    std::vector<EventRow> m_events; ///< rows
    ns3::FabricPortStats m_up;      ///< the link from the T0 after CrossAt
    ns3::FabricPortStats m_down;    ///< the link to the T0 after CrossAt
};

TEST_F(FaultScheduleTest, ALossyLinkLosesFramesInBothDirections)
{
    CrossAt(RdmaTick::Us(10));
    EXPECT_EQ(m_up.drops, 1U);
    EXPECT_EQ(m_down.drops, 1U);
}

TEST_F(FaultScheduleTest, ALossyLinkLosesNothingWhenItsTimeIsOver)
{
    CrossAt(RdmaTick::Us(30));
    EXPECT_EQ(m_up.rxFrames, 2U) << "a packet, and the answer to the other packet";
    EXPECT_EQ(m_down.rxFrames, 2U);
    EXPECT_EQ(m_up.drops + m_down.drops, 0U);
    EXPECT_EQ(GetEvents(),
              (std::vector<std::string>{"5 link-loss p0-t0-0--p0-t1-0 1",
                                        "25 link-loss p0-t0-0--p0-t1-0 0"}));
}

TEST_F(FaultScheduleTest, ALossOfOneTakesEveryFrameThatANicReceives)
{
    SetNicRxLoss(m_cluster, 1);
    m_cluster->Send(0, 1, 0, 100 * 4096, 1);
    ns3::Simulator::Stop(ns3::MicroSeconds(50));
    ns3::Simulator::Run();
    const auto sent = m_cluster->GetNic(0)->GetPort(0)->GetStats();
    const auto toReceiver = m_cluster->GetNic(1)->GetPort(0)->peer->GetStats();
    EXPECT_EQ(sent.rxFrames, 100U) << "a T0 is no NIC";
    EXPECT_EQ(toReceiver.drops, 100U);
    EXPECT_EQ(toReceiver.rxFrames, 0U);
}

} // namespace
