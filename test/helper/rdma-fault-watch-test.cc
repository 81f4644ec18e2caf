/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../nic/small-cluster.h"

#include "ns3/fabric-faults.h"
#include "ns3/fabric-lazy-topology.h"
#include "ns3/fabric-loss.h"
#include "ns3/rdma-fault-watch.h"

#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <vector>

// Intervals of faults, and the assignment of faults of the fabric to them. Losses are
// compared with those of scenarios by test/runner/script-scenario-test.cc.

namespace ns3
{

namespace
{

/// Links of two hosts that go down.
class FaultWatch : public SmallCluster
{
  protected:
    FaultWatch()
        : SmallCluster(1)
    {
    }

    /**
     * Take the link of a host down.
     * @param watch is notified of the fault's number
     * @param fault the number
     * @return the fault of the fabric
     */
    FabricFaultId Cut(RdmaFaultWatch& watch, size_t fault, uint32_t host)
    {
        watch.Begin(fault);
        const auto id =
            m_cluster->GetFabric()->GetFaults().Darken(m_cluster->GetNic(host)->GetPort(0));
        watch.End();
        return id;
    }

    /** Run until a time. */
    static void RunUntil(Time time)
    {
        Simulator::Stop(time - Simulator::Now());
        Simulator::Run();
    }
};

TEST_F(FaultWatch, AFaultOfSeveralIntervalsBeginsWithTheFirstAndEndsWithTheLast)
{
    RdmaFaultWatch watch(m_cluster, RdmaTick::Us(100), {"a", "b"});
    for (const int64_t begin : {10, 30})
    {
        RunUntil(MicroSeconds(begin));
        const auto id = Cut(watch, 1, 0);
        EXPECT_FALSE(watch.GetEffect(1).until) << "it lasts";
        RunUntil(MicroSeconds(begin + 5));
        m_cluster->GetFabric()->GetFaults().Lift(id);
        EXPECT_EQ(watch.GetEffect(1).at, RdmaTick::Us(10));
        EXPECT_EQ(watch.GetEffect(1).last, RdmaTick::Us(begin));
        EXPECT_EQ(watch.GetEffect(1).until, RdmaTick::Us(begin + 5));
    }
    EXPECT_FALSE(watch.HasBegun(0));
    EXPECT_EQ(watch.GetN(), 2U);
    EXPECT_EQ(watch.GetEffect(1).object, "b");
}

TEST_F(FaultWatch, ALossIsThatOfTheFaultsInEffect)
{
    RdmaFaultWatch watch(m_cluster, RdmaTick::Us(100), {"a", "b", "c"});
    FabricFaults& faults = m_cluster->GetFabric()->GetFaults();
    const auto lose = [&](size_t fault) {
        watch.Begin(fault);
        const auto id =
            faults.Lose(m_cluster->GetNic(0)->GetPort(0), std::make_unique<FabricBernoulliLoss>(1));
        watch.End();
        return id;
    };
    const auto count = [&] {
        std::vector<uint64_t> counts;
        for (const size_t fault : {0, 1, 2})
        {
            counts.push_back(watch.GetEffect(fault).lostPackets);
        }
        return counts;
    };
    const auto first = lose(0);
    m_cluster->Send(0, 2, 0, 4000, 0);
    RunUntil(MicroSeconds(5));
    const uint64_t one = watch.GetEffect(0).lostPackets; // of one message
    EXPECT_GT(one, 0U);
    EXPECT_EQ(count(), (std::vector<uint64_t>{one, 0, 0}));
    faults.Lift(first);
    RunUntil(MicroSeconds(6));
    const auto second = lose(1);
    m_cluster->Send(0, 2, 1, 4000, 0);
    RunUntil(MicroSeconds(10));
    EXPECT_EQ(count(), (std::vector<uint64_t>{one, one, 0})) << "the first one is over";
    lose(2);
    m_cluster->Send(0, 2, 2, 4000, 0);
    RunUntil(MicroSeconds(15));
    EXPECT_EQ(count(), (std::vector<uint64_t>{one, 2 * one, one})) << "both are in effect";
    faults.Lift(second);
}

TEST_F(FaultWatch, OnlyAssignedFaultsCountIfObjectsAreGiven)
{
    RdmaFaultWatch watch(m_cluster, RdmaTick::Us(100), {"a"});
    m_cluster->GetFabric()->GetFaults().Darken(m_cluster->GetNic(0)->GetPort(0));
    EXPECT_FALSE(watch.HasBegun(0));
    EXPECT_EQ(watch.GetN(), 1U);
}

TEST_F(FaultWatch, EveryFaultOfTheFabricHasItsOwnLineOtherwise)
{
    RdmaFaultWatch watch(m_cluster);
    RunUntil(MicroSeconds(7));
    for (const uint32_t host : {0, 2})
    {
        m_cluster->GetFabric()->GetFaults().Darken(m_cluster->GetNic(host)->GetPort(0));
    }
    ASSERT_EQ(watch.GetN(), 2U);
    EXPECT_NE(watch.GetEffect(0).object, watch.GetEffect(1).object);
    std::ostringstream text;
    watch.Print(text);
    EXPECT_NE(text.str().find(watch.GetEffect(1).object + " "), std::string::npos);
    EXPECT_NE(text.str().find(" 7.000"), std::string::npos);
    m_cluster->Dispose(); // before the watch
}

TEST_F(FaultWatch, ASwitchThatGoesDownIsOneFaultEachTime)
{
    RdmaFaultWatch watch(m_cluster);
    FabricFaults& faults = m_cluster->GetFabric()->GetFaults();
    FabricSwitch* t0 = m_cluster->GetFabric()->GetLazyTopology()->GetSwitch(0);
    for (const int64_t time : {1, 2, 3})
    {
        RunUntil(MicroSeconds(10 * time));
        const std::vector<FabricFaultId> ids = faults.PutDown(t0);
        ASSERT_GT(ids.size(), 1U) << "its links";
        ASSERT_EQ(watch.GetN(), time) << "faults so far";
        const size_t fault = watch.GetN() - 1;
        RunUntil(MicroSeconds(10 * time + 5));
        for (const FabricFaultId id : ids)
        {
            EXPECT_FALSE(watch.GetEffect(fault).until);
            faults.Lift(id);
        }
        EXPECT_EQ(watch.GetEffect(fault).at, RdmaTick::Us(10 * time));
        EXPECT_EQ(watch.GetEffect(fault).until, RdmaTick::Us(10 * time + 5));
        EXPECT_EQ(watch.GetEffect(fault).object, watch.GetEffect(0).object);
    }
}

} // namespace

} // namespace ns3
