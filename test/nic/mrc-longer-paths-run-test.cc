/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../fabric/fabric-graph-rig.h"
#include "scoped-default.h"

#include "ns3/boolean.h"
#include "ns3/fabric-loss.h"
#include "ns3/fabric-random-graph.h"
#include "ns3/mrc-nic-endpoint.h"
#include "ns3/mrc-transport.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-fault-helper.h"
#include "ns3/simulator.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

// MRC in a graph whose shortest paths break: it goes on along longer ones.

using namespace ns3;
using namespace mrctest;

namespace
{

/// Results of a run, and its network while a callback looks at it.
struct GraphRun
{
    Ptr<RdmaCluster> cluster;            ///< the network
    std::map<uint64_t, double> arrivals; ///< by token of a message, us
    std::vector<uint64_t> frames;        ///< by port: frames sent
    RdmaCounters counters;               ///< of host 0's QP to host 1
    std::string description;             ///< of that QP at the end

    /**
     * @param a name of a node
     * @param b name of another one
     * @return the port of the first that leads to the second
     */
    FabricPort* Port(const std::string& a, const std::string& b) const
    {
        return RdmaClusterHelper::GetPort(cluster, a, b);
    }

    /**
     * @param a name of a node
     * @param b name of another one
     * @return frames that a has sent to b
     */
    uint64_t Sent(const std::string& a, const std::string& b) const
    {
        return Port(a, b)->GetStats().txFrames;
    }
};

/// Part of a run: prepares it or looks at its result.
using GraphStep = std::function<void(GraphRun&)>;

/**
 * Send 1 MB from host 0 to host 1 at once, unless the preparation sends something else.
 * @param spec the network
 * @param prepare schedules faults and other messages
 * @param stop end of the run
 * @param look looks at the network after the run
 * @param factory makes the QPs
 * @return the results
 */
GraphRun
RunGraph(const FabricGraphSpec& spec,
         const GraphStep& prepare,
         Time stop,
         const GraphStep& look = {},
         const std::string& factory = "ns3::MrcQpFactory")
{
    RdmaClusterHelper helper;
    helper.SetTopology(Create<FabricGraph>(spec));
    helper.SetTransport(factory);
    GraphRun run;
    run.cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(run.cluster, 1);
    run.cluster->GetFabric()->SetAttribute("VerifyWire", BooleanValue(true));
    run.cluster->SetDeliveredCallback(RdmaMessenger::DeliveredCallback([&run](uint64_t token) {
        run.arrivals[token] = static_cast<double>(Simulator::Now().GetNanoSeconds()) / 1e3;
    }));
    prepare(run);
    run.cluster->Send(0, 1, 0, 1000000, 1);
    Simulator::Stop(stop);
    Simulator::Run();
    EXPECT_EQ(run.cluster->GetFabric()->CheckConservation(), "");
    for (uint32_t port = 0; port < run.cluster->GetNetwork().GetNPorts(); ++port)
    {
        FabricPort* made = run.cluster->GetFabric()->GetLazyTopology()->FindPort(port);
        run.frames.push_back(made ? made->GetStats().txFrames : 0);
    }
    run.counters = run.cluster->FindTransport(0, 1, 0)->GetCounters();
    run.description = run.cluster->Describe(0, 1, 0);
    if (look)
    {
        look(run);
    }
    run.cluster->Dispose();
    run.cluster = nullptr;
    Simulator::Destroy();
    return run;
}

/** @return h0 at a, h1 at b, which are linked directly, by c, and by d and e */
GraphSketch
MakeThreeWays()
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"a", "b", "c", "d", "e"}).Join("h0", "a").Join("h1", "b");
    spec.Join("a", "b").Join("a", "c").Join("c", "b");
    return spec.Join("a", "d").Join("d", "e").Join("e", "b");
}

/**
 * @param a name of a node
 * @param b name of another one
 * @param at time of the fault
 * @param duration its duration
 * @return breaks their link
 */
GraphStep
Break(const std::string& a, const std::string& b, Time at, Time duration = Time::Max())
{
    return
        [=](GraphRun& run) { RdmaFaultHelper(run.cluster).LinkDown(run.Port(a, b), at, duration); };
}

/// Steps in a row.
GraphStep
operator+(const GraphStep& one, const GraphStep& other)
{
    return [=](GraphRun& run) {
        one(run);
        other(run);
    };
}

/// No step.
const GraphStep NOTHING = [](GraphRun&) {};

TEST(MrcLongerPathsRun, NothingChangesWhileNothingIsBroken)
{
    FabricGraphSpec spec =
        MakeFabricRandomRegularGraph(10, 3, 2, GRAPH_RATE, RdmaTick::Ns(500), RdmaTick::Ns(300), 4);
    const GraphStep everyone = [](GraphRun& run) {
        for (uint32_t host = 1; host < 20; ++host)
        {
            run.cluster->Send(host, (host + 7) % 20, 0, 300000, 100 + host);
        }
    };
    const GraphRun with = RunGraph(spec, everyone, MilliSeconds(2));
    EXPECT_EQ(with.arrivals.size(), 20U);
    spec.longerPaths = 0;
    const GraphRun without = RunGraph(spec, everyone, MilliSeconds(2));
    EXPECT_EQ(with.arrivals, without.arrivals);
    EXPECT_EQ(with.frames, without.frames);
    EXPECT_EQ(with.description, without.description);
}

TEST(MrcLongerPathsRun, ATransferGoesOnWhenItsOnlyShortestPathBreaks)
{
    for (const Time& at : {Time(0), MicroSeconds(3), MicroSeconds(40)})
    {
        GraphSketch spec = MakeThreeWays();
        const GraphRun run = RunGraph(spec, Break("a", "b", at), MilliSeconds(20), [](GraphRun& r) {
            EXPECT_GT(r.Sent("a", "c") + r.Sent("a", "d"), 100U);
            EXPECT_GT(r.Sent("b", "c") + r.Sent("b", "e"), 10U) << "answers take the same paths";
            EXPECT_EQ(r.cluster->GetNic(0)->GetName(),
                      r.cluster->GetNetwork().GetNames().GetHostName(0));
        });
        ASSERT_EQ(run.arrivals.count(1), 1U) << at;
        EXPECT_LT(run.arrivals.at(1), at.GetMicroSeconds() + 800.0) << at;
        EXPECT_NE(run.description.find(": idle;"), std::string::npos) << run.description;
        EXPECT_EQ(run.counters.evRetired, 1U) << "the shortest path; no longer one";
        spec.longerPaths = 0;
        const GraphRun without = RunGraph(spec, Break("a", "b", at), MilliSeconds(20));
        EXPECT_EQ(without.arrivals.count(1), 0U) << at;
        EXPECT_NE(without.description.find("; its only path is down: a--b since "),
                  std::string::npos)
            << without.description;
    }
}

TEST(MrcLongerPathsRun, ATransferGoesOnWhenTheSwitchOnAllShortestPathsBreaks)
{
    GraphSketch spec;
    spec.Hosts({"h0", "h1"}).Switches({"a", "b", "m", "c", "d"}).Join("h0", "a").Join("h1", "b");
    spec.Join("a", "m").Join("a", "m").Join("m", "b").Join("m", "b"); // four paths
    spec.Join("a", "c").Join("c", "d").Join("d", "b");
    for (const Time& at : {Time(0), MicroSeconds(25)})
    {
        for (const bool silent : {false, true})
        {
            const GraphStep kill = [=](GraphRun& run) {
                const uint32_t m = run.cluster->GetNetwork().GetNames().FindSwitch("m").value();
                FabricSwitch* sw = run.cluster->GetFabric()->GetLazyTopology()->GetSwitch(m);
                const RdmaFaultHelper faults(run.cluster);
                silent ? faults.SwitchSilent(sw, at) : faults.SwitchDown(sw, at);
            };
            const GraphRun run = RunGraph(spec, kill, MilliSeconds(20));
            ASSERT_EQ(run.arrivals.count(1), 1U) << at << (silent ? " silent" : " down");
            EXPECT_LT(run.arrivals.at(1), at.GetMicroSeconds() + 1200.0);
            spec.longerPaths = 0;
            const GraphRun without = RunGraph(spec, kill, MilliSeconds(20));
            EXPECT_EQ(without.arrivals.count(1), 0U);
            EXPECT_NE(without.description.find("; all its 4 paths are down: switch m since "),
                      std::string::npos)
                << without.description;
            spec.longerPaths = 4;
        }
    }
}

TEST(MrcLongerPathsRun, AfterTheRepairItReturnsToTheShortestPath)
{
    uint64_t before = 0;
    const GraphStep later = [&before](GraphRun& run) {
        Simulator::Schedule(MilliSeconds(2), [&run] { run.cluster->Send(0, 1, 0, 1000000, 2); });
        // Probes return to the link within their pauses, 1, 2 and 4 ms; with work meanwhile
        for (uint64_t i = 0; i < 20; ++i)
        {
            Simulator::Schedule(MilliSeconds(4 + i),
                                [&run, i] { run.cluster->Send(0, 1, 0, 100000, 10 + i); });
        }
        Simulator::Schedule(MilliSeconds(29), [&run, &before] {
            before = run.Sent("a", "c") + run.Sent("a", "d");
            run.cluster->Send(0, 1, 0, 1000000, 3);
        });
    };
    const GraphRun run = RunGraph(
        MakeThreeWays(),
        Break("a", "b", MicroSeconds(20), MilliSeconds(3)) + later,
        MilliSeconds(40),
        [&before](GraphRun& r) { EXPECT_EQ(r.Sent("a", "c") + r.Sent("a", "d"), before); });
    EXPECT_EQ(run.arrivals.size(), 23U);
    EXPECT_GT(before, 200U);
}

TEST(MrcLongerPathsRun, AnotherLongerPathIsUsedIfTheFirstIsBrokenToo)
{
    for (const Time& at : {Time(0), MicroSeconds(20)})
    {
        const GraphRun run =
            RunGraph(MakeThreeWays(), Break("a", "b", at) + Break("a", "c", at), MilliSeconds(20));
        ASSERT_EQ(run.arrivals.count(1), 1U) << at;
        EXPECT_LT(run.arrivals.at(1), at.GetMicroSeconds() + 1500.0);
        const GraphRun later =
            RunGraph(MakeThreeWays(),
                     Break("a", "b", at) + Break("c", "b", at + MicroSeconds(300)),
                     MilliSeconds(20));
        EXPECT_EQ(later.arrivals.count(1), 1U) << at;
    }
}

TEST(MrcLongerPathsRun, APairWithoutAnyPathFailsAsBefore)
{
    const GraphStep cut = Break("a", "b", MicroSeconds(20)) + Break("a", "c", MicroSeconds(20)) +
                          Break("a", "d", MicroSeconds(20));
    const GraphRun run = RunGraph(MakeThreeWays(), cut, MilliSeconds(20));
    EXPECT_TRUE(run.arrivals.empty());
    EXPECT_NE(
        run.description.find(
            "; all its 3 paths are down: a--b since 20 us, a--c since 20 us, a--d since 20 us"),
        std::string::npos)
        << run.description;
    const GraphRun nic = RunGraph(MakeThreeWays(), Break("h0", "a", Time(0)), MilliSeconds(20));
    EXPECT_NE(nic.description.find("h0--a since 0 us"), std::string::npos) << nic.description;
}

TEST(MrcLongerPathsRun, ALongPathHasASegmentRoutingHeader)
{
    GraphSketch spec = MakeRing(9);
    spec.longerLinks = 8;
    const GraphRun run =
        RunGraph(spec, Break("s0", "s1", MicroSeconds(20)), MilliSeconds(20), [](GraphRun& r) {
            EXPECT_GT(r.Sent("s5", "s4"), 100U) << "the other way round, by 9 switches";
        });
    EXPECT_EQ(run.arrivals.count(1), 1U);
}

TEST(MrcLongerPathsRun, OneDirectionIsEnoughToBreakAPath)
{
    for (const bool forward : {true, false})
    {
        const GraphStep lose = [forward](GraphRun& run) {
            const RdmaFaultHelper faults(run.cluster);
            faults.LinkLoss(
                forward ? run.Port("a", "b") : run.Port("b", "a"),
                [] { return std::make_unique<FabricBernoulliLoss>(1); },
                MicroSeconds(20));
        };
        const GraphRun run = RunGraph(MakeThreeWays(), lose, MilliSeconds(20));
        EXPECT_EQ(run.arrivals.count(1), 1U) << (forward ? "data" : "answers");
    }
}

TEST(MrcLongerPathsRun, BothEndsMaySend)
{
    const GraphStep back = [](GraphRun& run) { run.cluster->Send(1, 0, 0, 1000000, 2); };
    const GraphRun run =
        RunGraph(MakeThreeWays(), Break("a", "b", MicroSeconds(20)) + back, MilliSeconds(20));
    EXPECT_EQ(run.arrivals.size(), 2U);
}

TEST(MrcLongerPathsRun, OtherSelectorsUseThemForDeniedPathsOnly)
{
    const GraphStep deny = [](GraphRun& run) {
        Simulator::Schedule(MicroSeconds(20), [&run] {
            MrcNicEndpoint::Of(*run.cluster->GetNic(0)).DenyPaths(0, {0});
        });
    };
    for (const char* selector : {"Oblivious", "Bitmap", "Reps", "Mixed", "Single"})
    {
        const ScopedDefault own("ns3::MrcQpFactory",
                                "PathSelector",
                                std::string("ns3::Mrc") + selector + "Selector");
        const GraphRun run =
            RunGraph(MakeThreeWays(), Break("a", "b", MicroSeconds(20)), MilliSeconds(5));
        EXPECT_EQ(run.arrivals.count(1), 0U) << selector << " retires no EV for its losses";
        const GraphRun denied = RunGraph(MakeThreeWays(), deny, MilliSeconds(5), [](GraphRun& r) {
            EXPECT_GT(r.Sent("a", "c") + r.Sent("a", "d"), 100U);
        });
        EXPECT_EQ(denied.arrivals.count(1), 1U) << selector;
    }
}

TEST(MrcLongerPathsRun, ASlowerPathIsNotRetiredForItsTime)
{
    // 12 us instead of 4.6 us from the last bit at h0 to the first answer; three times as long is
    // allowed
    for (const uint32_t ns : {500, 1500, 3000})
    {
        GraphSketch spec;
        spec.Hosts({"h0", "h1"}).Switches({"a", "b", "c"}).Join("h0", "a").Join("h1", "b");
        spec.Join("a", "b");
        spec.Join("a", "c", 0, GRAPH_RATE, RdmaTick::Ns(ns));
        spec.Join("c", "b", 0, GRAPH_RATE, RdmaTick::Ns(ns));
        const GraphStep more = [](GraphRun& run) { run.cluster->Send(0, 1, 0, 5000000, 2); };
        const GraphRun run = RunGraph(spec,
                                      Break("a", "b", MicroSeconds(20)) + more,
                                      MilliSeconds(20),
                                      [](GraphRun& r) { EXPECT_GT(r.Sent("a", "c"), 1000U); });
        EXPECT_EQ(run.arrivals.size(), 2U) << ns;
        EXPECT_EQ(run.counters.evRetired, 1U) << ns << ": the broken one";
    }
}

TEST(MrcLongerPathsRun, PathsOfDifferentLengthsAreUsedTogetherWithoutLosses)
{
    const GraphStep more = [](GraphRun& run) { run.cluster->Send(0, 1, 0, 5000000, 2); };
    uint64_t lost = 0;
    const GraphRun run = RunGraph(MakeThreeWays(),
                                  Break("a", "b", Time(0)) + more,
                                  MilliSeconds(20),
                                  [&lost](GraphRun& r) {
                                      EXPECT_GT(r.Sent("a", "c"), 300U);
                                      EXPECT_GT(r.Sent("a", "d"), 300U);
                                      lost = r.Port("a", "b")->GetStats().txFrames;
                                  });
    EXPECT_EQ(run.arrivals.size(), 2U);
    EXPECT_EQ(run.counters.evRetired, 1U);
    EXPECT_LT(run.counters.retransmits, 300U) << "packets in flight when the link broke";
}

TEST(MrcLongerPathsRun, ADenialOfThePlaneHoldsForThemToo)
{
    const GraphStep deny = [](GraphRun& run) {
        Simulator::Schedule(MicroSeconds(20), [&run] {
            MrcNicEndpoint::Of(*run.cluster->GetNic(0)).DenyPaths(0, {});
        });
    };
    const GraphRun run = RunGraph(MakeThreeWays(), deny, MilliSeconds(5), [](GraphRun& r) {
        EXPECT_EQ(r.Sent("a", "c") + r.Sent("a", "d"), 0U);
    });
    EXPECT_EQ(run.arrivals.count(1), 0U);
    const GraphStep denyOne = [](GraphRun& run) {
        Simulator::Schedule(MicroSeconds(20), [&run] {
            MrcNicEndpoint::Of(*run.cluster->GetNic(0)).DenyPaths(0, {0});
        });
    };
    EXPECT_EQ(RunGraph(MakeThreeWays(), denyOne, MilliSeconds(5)).arrivals.count(1), 1U);
}

TEST(MrcLongerPathsRun, APlaneHasItsOwn)
{
    GraphSketch spec = MakeThreeWays();
    spec.Switches({"x", "y", "z"}).Join("h0", "x", 1).Join("h1", "y", 1).Join("x", "y", 1);
    spec.Join("x", "z", 1).Join("z", "y", 1);
    const GraphStep more = [](GraphRun& run) { run.cluster->Send(0, 1, 0, 10000000, 2); };
    const GraphRun run =
        RunGraph(spec, Break("a", "b", MicroSeconds(20)) + more, MilliSeconds(20), [](GraphRun& r) {
            EXPECT_GT(r.Sent("a", "c") + r.Sent("a", "d"), 500U);
            EXPECT_EQ(r.Sent("x", "z"), 0U);
        });
    EXPECT_EQ(run.arrivals.size(), 2U);
}

/// No shortest path of plane 0 has this EV.
constexpr uint32_t LAST_EV = MrcEv::MAX_PATHS - 1;

/**
 * @param pfc attribute Pfc
 * @param classes attribute LosslessClasses
 * @return true if host 0's QP, of the first data class, has longer paths
 */
bool
HasLonger(const std::string& pfc, const std::string& classes)
{
    const ScopedDefault lossless("ns3::FabricSwitchParameters", "Pfc", pfc);
    const ScopedDefault which("ns3::FabricSwitchParameters", "LosslessClasses", classes);
    bool has = false;
    RunGraph(MakeThreeWays(), NOTHING, MicroSeconds(200), [&has](GraphRun& r) {
        const auto* qp = dynamic_cast<const MrcTransport*>(r.cluster->FindTransport(0, 1, 0));
        has = qp->GetEvTable().IsLonger(LAST_EV);
    });
    return has;
}

TEST(MrcLongerPathsRun, ALosslessClassHasNone)
{
    EXPECT_TRUE(HasLonger("false", "First"));
    EXPECT_FALSE(HasLonger("true", "First"));
    EXPECT_TRUE(HasLonger("true", "Second"));
    EXPECT_FALSE(HasLonger("true", "Both"));
}

TEST(MrcLongerPathsRun, ALosslessClassNeverTakesADetour)
{
    const ScopedDefault lossless("ns3::FabricSwitchParameters", "Pfc", "true");
    const GraphRun run =
        RunGraph(MakeThreeWays(),
                 Break("a", "b", MicroSeconds(20)),
                 MilliSeconds(20),
                 [](GraphRun& r) { EXPECT_EQ(r.Sent("a", "c") + r.Sent("a", "d"), 0U); });
    EXPECT_TRUE(run.arrivals.empty());
}

TEST(MrcLongerPathsRun, OtherRoutingsHaveNone)
{
    for (const char* routing : {"structured", "ecmp"})
    {
        const ScopedDefault own("ns3::MrcQpFactory", "Routing", routing);
        RunGraph(MakeThreeWays(), NOTHING, MicroSeconds(200), [routing](GraphRun& r) {
            const auto* qp = dynamic_cast<const MrcTransport*>(r.cluster->FindTransport(0, 1, 0));
            EXPECT_FALSE(qp->GetEvTable().IsLonger(LAST_EV)) << routing;
        });
    }
    const GraphRun roce = RunGraph(
        MakeThreeWays(),
        Break("a", "b", MicroSeconds(20)),
        MilliSeconds(20),
        [](GraphRun& r) { EXPECT_EQ(r.Sent("a", "c") + r.Sent("a", "d"), 0U); },
        "ns3::RoceQpFactory");
    EXPECT_TRUE(roce.arrivals.empty());
    EXPECT_NE(roce.description.find("; its only path is down: a--b since 20 us"), std::string::npos)
        << roce.description;
    const GraphRun nic = RunGraph(MakeThreeWays(),
                                  Break("h1", "b", MicroSeconds(20)),
                                  MilliSeconds(20),
                                  {},
                                  "ns3::RoceQpFactory");
    EXPECT_NE(nic.description.find("; its only path is down: h1--b since 20 us"), std::string::npos)
        << nic.description;
}

} // namespace
