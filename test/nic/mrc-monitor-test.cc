/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "small-clos.h"

#include "ns3/double.h"
#include "ns3/fabric-clos.h"
#include "ns3/fabric-faults.h"
#include "ns3/fabric-lazy-topology.h"
#include "ns3/fabric-loss.h"
#include "ns3/fabric-switch.h"
#include "ns3/mrc-monitor-agent.h"
#include "ns3/mrc-monitor-helper.h"
#include "ns3/mrc-monitor-score.h"
#include "ns3/mrc-monitor-truth.h"
#include "ns3/mrc-nic-endpoint.h"
#include "ns3/mrc-transport.h"
#include "ns3/nstime.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-time.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <iostream>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/** @return a Clos with links of 500 ns and switches of 300 ns */
FabricClosSpec
MakeClos(uint32_t planes, uint32_t hosts, uint32_t hostsPerT0, uint32_t t1PerPlane)
{
    FabricClosSpec clos = MakeSmallClos(t1PerPlane, RdmaTick::Ns(500), planes, hosts);
    clos.hostsPerT0 = hostsPerT0;
    clos.switchDelay = RdmaTick::Ns(300);
    return clos;
}

/** A cluster with a monitor, an interval of 100 us, and manual faults. */
class Rig
{
  public:
    /**
     * @param network its shape
     * @param qps TypeId of its QP factory
     */
    explicit Rig(Ptr<const FabricNetwork> network, const std::string& qps = "ns3::MrcQpFactory")
    {
        RngSeedManager::SetRun(1);
        RdmaClusterHelper helper;
        helper.SetTopology(network);
        helper.SetTransport(qps);
        cluster = helper.Build();
        monitoring.SetAttribute("Interval", TimeValue(MicroSeconds(100)));
    }

    ~Rig()
    {
        if (monitoring.GetMonitor())
        {
            monitoring.GetMonitor()->Dispose();
        }
        cluster->Dispose();
        Simulator::Destroy();
    }

    Rig(const Rig&) = delete;
    Rig& operator=(const Rig&) = delete;

    /**
     * Install the monitor on the cluster.
     * @param stream first stream number
     */
    void Install(int64_t stream = 100)
    {
        RdmaClusterHelper::AssignStreams(cluster, stream);
        agents = monitoring.Install(cluster);
        Get().AssignStreams(stream + 1000);
        truth = Create<MrcMonitorTruth>(Get().GetMap());
        truth->Watch(*cluster->GetFabric());
        Get().TraceConnectWithoutContext(
            "Verdict",
            Callback<void, const MrcMonitorVerdict&>(
                [this](const MrcMonitorVerdict& verdict) { verdicts.push_back(verdict); }));
    }

    /** @return the monitor */
    MrcMonitor& Get() const
    {
        return *monitoring.GetMonitor();
    }

    /**
     * Begin a fault.
     * @param name of a link or switch
     * @param at begin
     * @param until end; 0: never
     * @param loss share of frames that a link loses, in either direction
     */
    void Break(const std::string& name, RdmaTick at, RdmaTick until = {}, double loss = 1)
    {
        const uint32_t element = Find(name);
        Simulator::Schedule(Later(at), [this, element, until, loss] {
            for (const FabricFaultId id : Begin(element, loss))
            {
                if (until > RdmaTick{})
                {
                    Simulator::Schedule(Later(until),
                                        [this, id] { cluster->GetFabric()->GetFaults().Lift(id); });
                }
            }
        });
    }

    /** @param time end of the run, from the begin of the simulation */
    void Run(RdmaTick time)
    {
        Simulator::Stop(Later(time));
        Simulator::Run();
    }

    /** @return names of elements in verdicts, in order; "-" before those that are healthy again */
    std::vector<std::string> ListVerdicts() const
    {
        std::vector<std::string> names;
        for (const MrcMonitorVerdict& verdict : verdicts)
        {
            names.push_back((verdict.faulty ? "" : "-") + verdict.name);
        }
        return names;
    }

    /** @return quality of the verdicts */
    MrcMonitorFigures Count() const
    {
        return MrcMonitorScore(Get(), truth->GetFaults()).Count(verdicts);
    }

    /** @return number of elements; not all of them are probed */
    static uint32_t CountElements(const MrcMonitorMap& map)
    {
        return map.GetSwitchElement(map.GetNetwork().GetNSwitches());
    }

    /**
     * @param name of a link or switch
     * @return the element
     */
    uint32_t Find(const std::string& name) const
    {
        const MrcMonitorMap& map = Get().GetMap();
        for (uint32_t element = 0; element < CountElements(map); ++element)
        {
            if (map.GetName(element) == name)
            {
                return element;
            }
        }
        ADD_FAILURE() << "no " << name;
        return 0;
    }

    Ptr<RdmaCluster> cluster;                ///< the hosts
    MrcMonitorHelper monitoring;             ///< makes the monitor
    ApplicationContainer agents;             ///< its agents
    std::vector<MrcMonitorVerdict> verdicts; ///< all verdicts
    Ptr<MrcMonitorTruth> truth;              ///< the ground truth
    bool switchesGoDown{false};              ///< dead switches take down their links

  private:
    /** @return time from now on */
    static Time Later(RdmaTick time)
    {
        return ToTime(time) - Simulator::Now();
    }

    /**
     * @param loss 1: it is dead
     * @return the faults
     */
    std::vector<FabricFaultId> Begin(uint32_t element, double loss)
    {
        const MrcMonitorMap& map = Get().GetMap();
        FabricLazyTopology& topology = *cluster->GetFabric()->GetLazyTopology();
        FabricFaults& ledger = cluster->GetFabric()->GetFaults();
        if (map.IsSwitch(element))
        {
            FabricSwitch* sw = topology.GetSwitch(map.GetNumber(element));
            return switchesGoDown ? ledger.PutDown(sw) : std::vector{ledger.Silence(sw)};
        }
        FabricPort* port = topology.GetPort(FabricNetwork::GetLowerPort(element));
        if (loss == 1)
        {
            return {ledger.Darken(port)};
        }
        return {ledger.Lose(port, std::make_unique<FabricBernoulliLoss>(loss)),
                ledger.Lose(port->peer, std::make_unique<FabricBernoulliLoss>(loss))};
    }
};

using Names = std::vector<std::string>;

TEST(MrcMonitor, NothingBrokenNothingNamedAndEveryProbeAnswered)
{
    Rig rig(Create<FabricClos>(MakeClos(2, 8, 4, 4)));
    rig.Install();
    rig.Run(RdmaTick::Ms(2));
    EXPECT_EQ(rig.ListVerdicts(), Names{});
    // 20 rounds; each host its T0 and one of four T1s in both planes
    EXPECT_EQ(rig.Get().GetNProbes(), 20U * 8 * 2 * 2);
    EXPECT_EQ(rig.Get().GetNLost(), 0U);
    EXPECT_EQ(rig.Count().GetPrecision(), std::nullopt);
    EXPECT_EQ(rig.Count().GetRecall(), std::nullopt);
}

TEST(MrcMonitor, TheHostsOfAT0CoverAllT1sEveryRound)
{
    Rig rig(Create<FabricClos>(MakeClos(1, 8, 4, 8)));
    rig.Install();
    for (uint64_t round = 0; round < 9; ++round)
    {
        std::set<uint32_t> uplinks;
        for (uint32_t host = 0; host < 4; ++host)
        {
            for (const MrcMonitorTask& task : rig.Get().Plan(host, round))
            {
                if (task.probe.target == MrcProbeTarget::OWN_T1)
                {
                    uplinks.insert(MrcEv::Uplink(task.probe.path.ev));
                }
            }
        }
        EXPECT_EQ(uplinks.size(), 8U) << "a quarter each";
    }
    rig.Run(RdmaTick::Us(1));
}

TEST(MrcMonitor, TooFewHostsCoverThemInTurn)
{
    Rig rig(Create<FabricClos>(MakeClos(1, 2, 1, 8)));
    rig.monitoring.SetAttribute("T1Share", DoubleValue(0.1));
    rig.Install();
    std::set<uint32_t> uplinks;
    for (uint64_t round = 3; round < 11; ++round)
    {
        const auto tasks = rig.Get().Plan(0, round);
        ASSERT_EQ(tasks.size(), 2U) << "the T0, and the tenth part of eight T1s: one";
        EXPECT_EQ(tasks[0].probe.target, MrcProbeTarget::OWN_T0);
        uplinks.insert(MrcEv::Uplink(tasks[1].probe.path.ev));
    }
    EXPECT_EQ(uplinks.size(), 8U);
    rig.Run(RdmaTick::Us(1));
}

TEST(MrcMonitor, EveryKindOfDeadElementIsNamedAndHealthyAgain)
{
    for (const std::string name : {"h5--p1-t0-1", "p0-t0-0--p0-t1-2", "p1-t0-1", "p0-t1-3"})
    {
        Rig rig(Create<FabricClos>(MakeClos(2, 8, 4, 4)));
        rig.Install();
        rig.Break(name, RdmaTick::Us(530), RdmaTick::Us(1500));
        rig.Run(RdmaTick::Ms(3));
        EXPECT_EQ(rig.ListVerdicts(), (Names{name, "-" + name}));
        const MrcMonitorFigures figures = rig.Count();
        EXPECT_EQ(figures.GetPrecision(), 1);
        EXPECT_EQ(figures.GetRecall(), 1);
        EXPECT_LE(figures.longestLocate, RdmaTick::Us(300)) << "three intervals";
        ASSERT_FALSE(rig.verdicts.empty());
        EXPECT_GT(rig.verdicts[0].lossShare, 0.9);
        EXPECT_STREQ(ToString(rig.verdicts[0].kind),
                     name[0] == 'h'                     ? "nic-link"
                     : name.size() > 10                 ? "fabric-link"
                     : name[3] == 't' && name[4] == '0' ? "t0"
                                                        : "t1");
    }
}

TEST(MrcMonitor, EachFaultIsFoundByAVerdictWhileItLasts)
{
    Rig rig(Create<FabricClos>(MakeClos(2, 8, 4, 4)));
    rig.Install();
    rig.Run(RdmaTick::Ms(5));
    const uint32_t link = rig.Find("h5--p1-t0-1");
    const std::vector<MrcMonitorFault> faults{{link, RdmaTick::Us(700), RdmaTick::Us(1500)},
                                              {link, RdmaTick::Us(3100), RdmaTick::Us(4000)}};
    const MrcMonitorScore score(rig.Get(), faults);
    std::vector<MrcMonitorVerdict> verdicts(4);
    const std::vector<int64_t> times{900, 1600, 3600, 4200};
    for (size_t i = 0; i < times.size(); ++i)
    {
        verdicts[i].time = RdmaTick::Us(times[i]);
        verdicts[i].element = link;
        verdicts[i].faulty = i % 2 == 0;
    }
    const MrcMonitorFigures both = score.Count(verdicts);
    EXPECT_EQ(std::tuple(both.named, both.right, both.faults, both.located),
              std::tuple(2, 2, 2, 2));
    EXPECT_EQ(both.longestLocate, RdmaTick::Us(500));
    EXPECT_EQ(both.timeToLocate, RdmaTick::Us(700));
    const MrcMonitorFigures first = score.Count({verdicts[0], verdicts[1]});
    EXPECT_EQ(std::tuple(first.named, first.faults, first.located), std::tuple(1, 2, 1));
    EXPECT_EQ(first.longestLocate, RdmaTick::Us(200)) << "the second one was not named again";
    const MrcMonitorFigures still = score.Count({verdicts[0]});
    EXPECT_EQ(std::tuple(still.named, still.faults, still.located), std::tuple(1, 2, 2));
    EXPECT_EQ(still.longestLocate, RdmaTick::Us(200)) << "still named when the second one began";
}

TEST(MrcMonitor, AFaultWithinALargerOneIsNotCounted)
{
    Rig rig(Create<FabricClos>(MakeClos(2, 8, 4, 4)));
    rig.Install();
    rig.Run(RdmaTick::Ms(5));
    const uint32_t link = rig.Find("h5--p1-t0-1");
    const uint32_t t0 = rig.Find("p1-t0-1");
    const auto count = [&](int64_t first, int64_t last) {
        const MrcMonitorFault inner{link, RdmaTick::Us(700), RdmaTick::Us(1500)};
        const MrcMonitorFault outer{t0, RdmaTick::Us(first), RdmaTick::Us(last)};
        return std::pair(MrcMonitorScore(rig.Get(), {inner, outer}).Count({}).faults,
                         MrcMonitorScore(rig.Get(), {outer, inner}).Count({}).faults);
    };
    EXPECT_EQ(count(700, 1500), std::pair(1U, 1U)) << "both at once";
    EXPECT_EQ(count(600, 1600), std::pair(1U, 1U));
    EXPECT_EQ(count(700, 1000), std::pair(2U, 2U)) << "the link is seen after the T0's repair";
    EXPECT_EQ(count(1500, 2500), std::pair(2U, 2U)) << "one after the other";
}

TEST(MrcMonitor, ALinkThatLosesATenthIsNamed)
{
    for (const std::string name : {"h5--p1-t0-1", "p0-t0-0--p0-t1-2"})
    {
        Rig rig(Create<FabricClos>(MakeClos(2, 8, 4, 4)));
        rig.Install();
        rig.Break(name, RdmaTick::Us(530), {}, 0.1);
        rig.Run(RdmaTick::Ms(8));
        EXPECT_EQ(rig.ListVerdicts(), Names{name});
        EXPECT_EQ(rig.Count().GetRecall(), 1);
    }
}

TEST(MrcMonitor, Extremes)
{
    struct Case
    {
        FabricClosSpec clos;
        std::string broken;
        std::string named;
    };

    FabricClosSpec parallel = MakeClos(1, 4, 2, 2);
    parallel.parallelLinks = 2;
    FabricClosSpec pods = MakeClos(1, 8, 2, 2);
    pods.t0PerPod = 2;
    pods.t1PerPod = 2;
    pods.t1PerPlane = 0;
    pods.t2PerPlane = 2;
    pods.coreRateBps = pods.fabricRateBps;
    const std::vector<Case> cases{
        {MakeClos(1, 4, 1, 4), "h2--p0-t0-2", "h2--p0-t0-2"},
        {MakeClos(1, 4, 1, 4), "p0-t0-2", "h2--p0-t0-2"}, // no probe distinguishes them
        {MakeClos(1, 4, 1, 4), "p0-t1-2", "p0-t1-2"},
        {MakeClos(8, 4, 2, 2), "p7-t1-1", "p7-t1-1"},
        {MakeClos(8, 4, 2, 2), "h3--p7-t0-1", "h3--p7-t0-1"},
        {MakeClos(1, 4, 2, 1), "p0-t1-0", "p0-t1-0"},
        {MakeClos(1, 4, 2, 1), "p0-t0-1--p0-t1-0", "p0-t0-1--p0-t1-0"},
        {MakeClos(1, 2, 2, 0), "p0-t0-0", "p0-t0-0"},
        {parallel, "p0-t0-1--p0-t1-0.1", "p0-t0-1--p0-t1-0.1"},
        {parallel, "p0-t1-0", "p0-t1-0"},
        {pods, "p0-t1-2", "p0-t1-2"},
        {pods, "p0-t0-3--p0-t1-2", "p0-t0-3--p0-t1-2"},
    };
    for (const Case& test : cases)
    {
        Rig rig(Create<FabricClos>(test.clos));
        rig.Install();
        rig.Break(test.broken, RdmaTick::Us(530));
        rig.Run(RdmaTick::Ms(4));
        EXPECT_EQ(rig.ListVerdicts(), Names{test.named}) << test.broken;
        EXPECT_EQ(rig.Count().GetPrecision(), 1) << test.broken;
        EXPECT_EQ(rig.Count().GetRecall(), 1) << test.broken;
    }
}

TEST(MrcMonitor, AHostWithoutAnyLinkIsNamedByAllOfThem)
{
    Rig rig(Create<FabricClos>(MakeClos(4, 8, 4, 4)));
    rig.Install();
    Names names;
    for (uint32_t plane = 0; plane < 4; ++plane)
    {
        names.push_back("h2--p" + std::to_string(plane) + "-t0-0");
        rig.Break(names.back(), RdmaTick::Us(530));
    }
    rig.Run(RdmaTick::Ms(2));
    EXPECT_EQ(rig.ListVerdicts(), names);
    EXPECT_EQ(rig.Count().GetRecall(), 1);
}

TEST(MrcMonitor, ADarkPlaneCostsTheSameProbesBesideAnotherOne)
{
    const auto count = [](const std::vector<uint32_t>& planes) {
        Rig rig(Create<FabricClos>(MakeClos(4, 8, 4, 4)));
        rig.Install();
        for (const uint32_t plane : planes)
        {
            rig.Break("h2--p" + std::to_string(plane) + "-t0-0", RdmaTick::Us(530));
        }
        rig.Run(RdmaTick::Ms(1));
        return rig.Get().GetNProbes();
    };
    const uint64_t healthy = count({});
    const uint64_t one = count({1}) - healthy;
    EXPECT_GT(one, 0U);
    EXPECT_EQ(count({1, 3}) - healthy, 2 * one);
    EXPECT_EQ(count({0, 2, 3}) - healthy, 3 * one);
}

TEST(MrcMonitor, AnIntervalMayBeShorterThanTheRoundTrip)
{
    Rig rig(Create<FabricClos>(MakeClos(1, 8, 4, 4)));
    rig.monitoring.SetAttribute("Interval", TimeValue(MicroSeconds(2)));
    rig.monitoring.SetAttribute("MaxOutstanding", UintegerValue(20));
    rig.Install();
    rig.Break("p0-t1-1", RdmaTick::Us(50), RdmaTick::Us(500));
    uint32_t most = 0;
    std::function<void()> look = [&] {
        most = std::max(most, DynamicCast<MrcMonitorAgent>(rig.agents.Get(3))->GetOutstanding());
        Simulator::Schedule(MicroSeconds(1), look);
    };
    Simulator::Schedule(MicroSeconds(1), look);
    rig.Run(RdmaTick::Us(900));
    EXPECT_EQ(rig.ListVerdicts(), (Names{"p0-t1-1", "-p0-t1-1"}));
    EXPECT_EQ(most, 20U) << "bounded";
}

TEST(MrcMonitor, PlainRoutingShowsNicLinksAndFirstSwitches)
{
    Rig rig(Create<FabricClos>(MakeClos(1, 8, 4, 4)), "ns3::RoceQpFactory");
    rig.Install();
    rig.Break("h6--p0-t0-1", RdmaTick::Us(530));
    rig.Break("p0-t0-0", RdmaTick::Us(1530));
    rig.Break("p0-t1-0", RdmaTick::Us(1530));
    rig.Run(RdmaTick::Ms(3));
    EXPECT_EQ(rig.ListVerdicts(), (Names{"h6--p0-t0-1", "p0-t0-0"}));
    EXPECT_EQ(rig.Count().GetRecall(), 1) << "T1s are not probed";
}

TEST(MrcMonitor, AgentsStartAndStopAndStartLate)
{
    Rig rig(Create<FabricClos>(MakeClos(1, 4, 2, 2)));
    rig.Install();
    rig.agents.Start(MicroSeconds(250));
    rig.agents.Stop(MicroSeconds(1050));
    std::vector<RdmaTick> sent;
    rig.Get().TraceConnectWithoutContext(
        "Probe",
        Callback<void, const MrcMonitorProbe&>([&](const MrcMonitorProbe& probe) {
            EXPECT_TRUE(probe.result.answered);
            sent.push_back(probe.sent);
        }));
    rig.Break("p0-t0-1", RdmaTick::Us(1060));
    rig.Run(RdmaTick::Ms(3));
    ASSERT_FALSE(sent.empty());
    EXPECT_GE(*std::min_element(sent.begin(), sent.end()), RdmaTick::Us(300));
    EXPECT_LE(*std::max_element(sent.begin(), sent.end()), RdmaTick::Us(1050));
    EXPECT_EQ(rig.ListVerdicts(), Names{}) << "no agent runs";
    EXPECT_EQ(rig.Count().faults, 0U);
}

TEST(MrcMonitor, WhatCannotBeIsRefused)
{
    Rig rig(Create<FabricClos>(MakeClos(1, 4, 2, 2)));
    rig.monitoring.SetAttribute("Timeout", TimeValue(MicroSeconds(1)));
    EXPECT_DEATH(rig.Install(), "every probe would count as lost");
    rig.monitoring.SetAttribute("Timeout", TimeValue(MicroSeconds(100)));
    rig.monitoring.SetAttribute("Interval", TimeValue(MicroSeconds(3)));
    EXPECT_DEATH(rig.Install(), "allowed: at least 3.125 us, which is 1/32 of the time-out");
}

TEST(MrcMonitor, AnIncastRetiresNoEv)
{
    Rig rig(Create<FabricClos>(MakeClos(1, 32, 8, 4)));
    rig.Install();
    for (uint32_t host = 1; host < 32; ++host)
    {
        rig.cluster->Send(host, 0, 0, 1000000, host);
    }
    rig.Run(RdmaTick::Ms(3));
    EXPECT_GT(rig.cluster->GetFabric()->GetTotals().trims, 0U);
    EXPECT_EQ(rig.ListVerdicts(), Names{});
}

/// Denials to host 0 towards others during a fault.
class MrcMonitorDenyTest : public testing::Test
{
  protected:
    /**
     * @param deny attribute Deny
     * @param broken element that is faulty from 530 us to 1500 us
     * @param dst the peer
     * @return EVs denied at 1400 us, and at 3 ms
     */
    static std::vector<std::set<uint32_t>> GetDenied(const std::string& deny,
                                                     const Names& broken,
                                                     uint32_t dst)
    {
        Rig rig(Create<FabricClos>(MakeClos(2, 8, 4, 4)));
        rig.monitoring.SetAttribute("Deny", StringValue(deny));
        rig.Install();
        for (const std::string& name : broken)
        {
            rig.Break(name, RdmaTick::Us(530), RdmaTick::Us(1500));
        }
        rig.cluster->Send(0, dst, 0, 1000, 1);
        std::vector<std::set<uint32_t>> denied;
        for (const uint64_t at : {1400, 3000})
        {
            Simulator::Schedule(MicroSeconds(at),
                                [&rig, &denied, dst] { denied.push_back(ListDenied(rig, dst)); });
        }
        rig.Run(RdmaTick::Us(3001));
        return denied;
    }

    /** @return plane x 100 + uplink of denied EVs of host 0 */
    static std::set<uint32_t> ListDenied(const Rig& rig, uint32_t dst)
    {
        const auto* qp = dynamic_cast<const MrcTransport*>(rig.cluster->FindTransport(0, dst, 0));
        std::set<uint32_t> denied;
        for (uint32_t plane = 0; plane < 2; ++plane)
        {
            for (uint32_t uplink = 0; uplink < 4; ++uplink)
            {
                const auto state = qp->GetEvTable().GetState(MrcEv::Pack(plane, uplink));
                if (state == MrcEvState::DENIED)
                {
                    denied.insert(plane * 100 + uplink);
                }
            }
        }
        return denied;
    }
};

using Denied = std::vector<std::set<uint32_t>>;

TEST_F(MrcMonitorDenyTest, APlaneWithANamedNicLinkAtEitherEndIsDeniedAndAllowedAgain)
{
    const Denied plane1{{100, 101, 102, 103}, {}};
    EXPECT_EQ(GetDenied("NicLinks", {"h0--p1-t0-0"}, 5), plane1);
    EXPECT_EQ(GetDenied("NicLinks", {"h5--p1-t0-1"}, 5), plane1);
    EXPECT_EQ(GetDenied("NicLinks", {"p1-t0-1"}, 5), plane1);
    EXPECT_EQ(GetDenied("NicLinks", {"h6--p1-t0-1"}, 5), (Denied{{}, {}})) << "another host's";
    EXPECT_EQ(GetDenied("Nothing", {"h0--p1-t0-0"}, 5), (Denied{{}, {}}));
}

TEST_F(MrcMonitorDenyTest, PathsByNamedLinksAndT1sAreDeniedOnRequest)
{
    EXPECT_EQ(GetDenied("NicLinks", {"p0-t1-2"}, 5), (Denied{{}, {}}));
    EXPECT_EQ(GetDenied("All", {"p0-t1-2"}, 5), (Denied{{2}, {}}));
    EXPECT_EQ(GetDenied("All", {"p0-t0-0--p0-t1-1"}, 5), (Denied{{1}, {}}))
        << "link from the sender's T0";
    EXPECT_EQ(GetDenied("All", {"p0-t0-1--p0-t1-3"}, 5), (Denied{{3}, {}}))
        << "link to the receiver's T0";
    EXPECT_EQ(GetDenied("All", {"p0-t1-0"}, 1), (Denied{{}, {}})) << "under one T0";
}

TEST_F(MrcMonitorDenyTest, WhoHasNoOtherWayKeepsAll)
{
    EXPECT_EQ(GetDenied("NicLinks", {"h0--p1-t0-0", "h5--p0-t0-1"}, 5), (Denied{{}, {}}));
    EXPECT_EQ(GetDenied("NicLinks", {"h0--p1-t0-0", "h6--p0-t0-1"}, 5),
              (Denied{{100, 101, 102, 103}, {}}));
}

/// Outcome of a random case.
struct RandomOutcome
{
    MrcMonitorFigures figures; ///< quality of the verdicts
    std::string story;         ///< the faults and the verdicts
};

/** @return a name */
template <typename T>
const T&
Pick(const std::vector<T>& all, std::mt19937& dice)
{
    return all[std::uniform_int_distribution<size_t>(0, all.size() - 1)(dice)];
}

/**
 * Simulate a network of a random shape, with some elements that are dead or lossy for a time.
 * @param seed of the case
 * @param faults number of faults
 */
RandomOutcome
PlayRandomCase(uint32_t seed, uint32_t faults)
{
    std::mt19937 dice(seed);
    const auto draw = [&dice](uint32_t from, uint32_t to) {
        return std::uniform_int_distribution<uint32_t>(from, to)(dice);
    };
    const uint32_t hostsPerT0 = draw(1, 4);
    FabricClosSpec clos =
        MakeClos(draw(1, 3), hostsPerT0 * draw(2, 4), hostsPerT0, draw(1, hostsPerT0 + 1));
    Rig rig(Create<FabricClos>(clos));
    rig.Install(100 * seed);
    const MrcMonitorMap& map = rig.Get().GetMap();
    std::vector<std::vector<std::string>> names(4);
    for (uint32_t element = 0; element < Rig::CountElements(map); ++element)
    {
        names[static_cast<size_t>(map.GetKind(element))].push_back(map.GetName(element));
    }
    std::ostringstream story;
    story << "seed " << seed << ", " << clos.planes << " planes, " << clos.hosts << " hosts, "
          << hostsPerT0 << " per T0, " << clos.t1PerPlane << " T1s;";
    for (uint32_t i = 0; i < faults; ++i)
    {
        const uint32_t kind = draw(0, 3);
        const std::string name = Pick(names[kind], dice);
        const RdmaTick at = RdmaTick::Us(draw(0, 1000));
        const bool lossy = kind < 2 && draw(0, 3) == 0;
        const RdmaTick until = at + RdmaTick::Us(lossy ? 6400 : draw(400, 3000));
        rig.switchesGoDown = seed % 2 == 0;
        rig.Break(name, at, until, lossy ? 0.3 : 1);
        story << ' ' << name << (lossy ? " lossy" : "") << " at " << at.GetNs() / 1e3 << " to "
              << until.GetNs() / 1e3 << " us;";
    }
    rig.Run(RdmaTick::Ms(8));
    for (const MrcMonitorVerdict& verdict : rig.verdicts)
    {
        story << ' ' << (verdict.faulty ? "" : "-") << verdict.name << " ("
              << verdict.time.GetNs() / 1e3 << ", " << verdict.lossShare << ")";
    }
    return {rig.Count(), story.str()};
}

/**
 * @param cases number of cases
 * @param faults number of faults of each
 * @return sum of the figures
 */
MrcMonitorFigures
PlayRandomCases(uint32_t cases, uint32_t faults)
{
    MrcMonitorFigures sum;
    for (uint32_t seed = 1; seed <= cases; ++seed)
    {
        const RandomOutcome outcome = PlayRandomCase(seed, faults);
        const MrcMonitorFigures& one = outcome.figures;
        if (one.right < one.named || one.located < one.faults)
        {
            std::cout << outcome.story << std::endl;
        }
        sum.named += one.named;
        sum.right += one.right;
        sum.faults += one.faults;
        sum.located += one.located;
        sum.timeToLocate += one.timeToLocate;
        sum.longestLocate = std::max(sum.longestLocate, one.longestLocate);
    }
    return sum;
}

/** @param figures figures to print */
void
Print(const char* what, const MrcMonitorFigures& figures)
{
    std::cout << what << ": precision " << figures.right << " of " << figures.named << " = "
              << figures.GetPrecision().value_or(0) << ", recall " << figures.located << " of "
              << figures.faults << " = " << figures.GetRecall().value_or(0) << ", located after "
              << figures.GetMeanTime().value_or(RdmaTick{}).GetNs() / 1e5 << " intervals, at most "
              << figures.longestLocate.GetNs() / 1e5 << std::endl;
}

TEST(MrcMonitorStatistics, SingleFaultsAreAllLocatedAndNobodyElseIsNamed)
{
    const MrcMonitorFigures figures = PlayRandomCases(20, 1);
    EXPECT_EQ(figures.faults, 20U);
    EXPECT_EQ(figures.GetPrecision(), 1);
    EXPECT_EQ(figures.GetRecall(), 1);
}

TEST(MrcMonitorStatistics, OfTwoFaultsAtATimeHardlyAnyIsMissed)
{
    const MrcMonitorFigures figures = PlayRandomCases(20, 2);
    EXPECT_GE(figures.faults, 37U);
    EXPECT_GE(figures.GetPrecision().value_or(0), 0.95);
    EXPECT_GE(figures.GetRecall().value_or(0), 0.95);
}

/// Prints the figures of docs/monitor.md; run it with --gtest_also_run_disabled_tests.
TEST(MrcMonitorStatistics, DISABLED_TwoHundredCases)
{
    Print("one fault", PlayRandomCases(200, 1));
    Print("two faults", PlayRandomCases(200, 2));
}

} // namespace
