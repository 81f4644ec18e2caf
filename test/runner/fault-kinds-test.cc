/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fault-harness.h"
#include "kinds/fault.h"
#include "results/result-rows.h"
#include "run/scenario.h"

#include "ns3/fabric-clos.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace
{

using namespace mrcsim;
using ns3::RdmaTick;
using Lines = std::vector<std::string>;

const Lines DARK{"link-down", "link-up"}; ///< rows of links

TEST(FaultKinds, AnEarlierFaultDoesNotRepairALaterOne)
{
    const auto results = RunFaults(
        R"([{"what":"link-down","at":"1us","for":"100us","link":{"plane":0,"t0":0,"t1":1}},
                      {"what":"link-down","at":"50us","for":"1ms","link":{"plane":0,"t0":0,"t1":1}},
                      {"what":"link-loss","at":"1us","loss":0.5,"link":{"plane":0,"t0":1,"t1":1}},
                      {"what":"link-loss","at":"5us","loss":0.1,"for":"10us",
                       "link":{"plane":0,"t0":1,"t1":1}}])");
    EXPECT_EQ(ListEvents(results, DARK),
              (Lines{"1 link-down p0-t0-0--p0-t1-1",
                     "50 link-down p0-t0-0--p0-t1-1",
                     "101 link-up p0-t0-0--p0-t1-1 still down by another fault"}));
    ASSERT_EQ(results.recovery.size(), 4U);
    EXPECT_GT(results.recovery[2].lastLoss.value(), RdmaTick::Us(15)) << "permanently";
    EXPECT_FALSE(results.recovery[2].until);
}

TEST(FaultKinds, WhatHoldsToTheEndKeepsNoNicAlive)
{
    const auto scenario =
        LoadDocument(WriteFaults(R"([{"what":"port-admin","at":"1us","host":0,"plane":0,"up":false},
                        {"what":"ev-deny","at":"1us","host":0,"peer":5,"ev":2}])"));
    ns3::RdmaClusterHelper helper;
    helper.SetTopology(scenario.network);
    helper.SetTransport(scenario.transport.what->GetQpFactory());
    const auto cluster = helper.Build();
    const auto nic = cluster->GetNic(0);
    std::vector<EventRow> events;
    for (const auto& fault : scenario.faults)
    {
        const auto owners = nic->GetReferenceCount();
        EXPECT_EQ(fault.what->Begin({cluster, events}).size(), 1U);
        EXPECT_EQ(nic->GetReferenceCount(), owners) << fault.name;
    }
    cluster->Dispose();
    ns3::Simulator::Destroy();
}

TEST(FaultKinds, ALinkUpEndsWhateverDarkensTheLink)
{
    const auto results =
        RunFaults(R"([{"what":"link-down","at":"1us","link":{"plane":0,"t0":0,"t1":1}},
                      {"what":"link-flap","at":"2us","down":"40us","period":"41us","count":3,
                       "link":{"plane":0,"t0":0,"t1":1}},
                      {"what":"link-up","at":"20us","link":{"plane":0,"t0":0,"t1":1}}])");
    EXPECT_EQ(ListEvents(results, DARK),
              (Lines{"1 link-down p0-t0-0--p0-t1-1",
                     "2 link-down p0-t0-0--p0-t1-1",
                     "20 link-up p0-t0-0--p0-t1-1",
                     "42 link-up p0-t0-0--p0-t1-1",
                     "43 link-down p0-t0-0--p0-t1-1",
                     "83 link-up p0-t0-0--p0-t1-1",
                     "84 link-down p0-t0-0--p0-t1-1",
                     "124 link-up p0-t0-0--p0-t1-1"}));
    EXPECT_EQ(results.recovery.at(0).until, RdmaTick::Us(20)) << "repaired";
    EXPECT_EQ(results.recovery.at(1).until, RdmaTick::Us(124));
}

TEST(FaultKinds, ATransceiverTakesItsLinksInTurn)
{
    const auto results =
        RunFaults(R"([{"what":"transceiver-glitch","at":"10us","down":"5us","stagger":"2us",
                       "period":"20us","count":2,
                       "links":[{"host":1,"plane":1},{"host":2,"plane":1}]}])");
    EXPECT_EQ(ListEvents(results, DARK),
              (Lines{"10 link-down h1--p1-t0-0",
                     "12 link-down h2--p1-t0-0",
                     "15 link-up h1--p1-t0-0",
                     "17 link-up h2--p1-t0-0",
                     "30 link-down h1--p1-t0-0",
                     "32 link-down h2--p1-t0-0",
                     "35 link-up h1--p1-t0-0",
                     "37 link-up h2--p1-t0-0"}));
    EXPECT_EQ(results.recovery.at(0).until, RdmaTick::Us(37));
    EXPECT_EQ(results.recovery.at(0).object, "h1--p1-t0-0 h2--p1-t0-0");
}

TEST(FaultKinds, OneDirectionIsThatFromTheEndNamedFirst)
{
    const auto results = RunFaults(
        R"([{"what":"link-loss","at":"1us","loss":1,"direction":"ab","link":{"host":0,"plane":0}},
            {"what":"link-loss","at":"1us","loss":1,"direction":"ba","link":{"host":1,"plane":0}},
            {"what":"link-loss","at":"1us","loss":1,"direction":"ab",
             "link":{"a":"p0-t0-0","b":"h2"}}])",
        R"({"workload":[{"type":"flows","flows":[{"src":0,"dst":8,"bytes":100000},
                                                 {"src":1,"dst":9,"bytes":100000},
                                                 {"src":2,"dst":10,"bytes":100000}]}]})");
    EXPECT_EQ(results.recovery.at(0).object, "h0--p0-t0-0");
    EXPECT_GT(results.recovery.at(0).lostPackets, 0U) << "packets of host 0";
    EXPECT_EQ(results.recovery.at(1).object, "p0-t0-0--h1");
    EXPECT_EQ(results.recovery.at(1).lostPackets, 0U) << "host 1 receives answers only";
    EXPECT_GT(results.recovery.at(1).lostAnswers, 0U);
    EXPECT_EQ(results.recovery.at(2).object, "p0-t0-0--h2");
    EXPECT_EQ(results.recovery.at(2).lostPackets, 0U);
}

TEST(FaultKinds, AnswersAloneAreLostAndNothingIsThoughtLostForGood)
{
    const auto results = RunFaults(
        R"([{"what":"answer-loss","at":"1us","loss":0.5,"link":{"host":0,"plane":0}},
            {"what":"answer-loss","at":"1us","loss":0.5,"link":{"host":0,"plane":1}}])");
    for (const auto& row : results.recovery)
    {
        EXPECT_GT(row.lostAnswers, 0U);
        EXPECT_EQ(row.lostPackets, 0U);
    }
    EXPECT_EQ(results.summary.qpErrors, 0U);
}

TEST(FaultKinds, ASlowOrLateLinkLosesNothingAndCostsTime)
{
    const std::string job = R"({"topology": {"type":"clos","planes":1,"hosts":4,"hostsPerT0":2,
                                "t1PerPlane":1},
                                "workload":[{"type":"flows","flows":[{"src":0,"dst":2,"bytes":4000000}]}]})";
    const auto time = [&job](const std::string& faults) {
        const auto results = RunFaults(faults, job);
        EXPECT_EQ(results.summary.droppedPackets, 0U);
        return results.jobs.at(0).end.value().GetSeconds();
    };
    const auto plain =
        time(R"([{"what":"link-delay","at":"19ms","extra":"1us","link":{"host":3,"plane":0}}])");
    const auto slow = time(
        R"([{"what":"link-rate","at":"0ns","rate":"25Gbps","link":{"plane":0,"t0":0,"t1":0}}])");
    EXPECT_NEAR(slow / plain, 4, 0.4);
    const auto late = time(
        R"([{"what":"link-delay","at":"0ns","extra":"50us","link":{"plane":0,"t0":0,"t1":0}}])");
    EXPECT_GT(late, plain + 50e-6);
}

TEST(FaultKinds, ASwitchThatWasSilentWorksAfterItsReboot)
{
    const auto results = RunFaults(
        R"([{"what":"switch-silent","at":"10us","switch":{"plane":0,"t1":2}},
            {"what":"switch-reboot","at":"400us","for":"20us","switch":{"name":"p0-t1-2"}},
            {"what":"switch-down","at":"20us","for":"30us","switch":{"plane":1,"t1":0}}])",
        R"({"transport":{"type":"mrc","evProbeInterval":"5us"},
            "workload":[{"type":"permutation","bytes":"10MB"}]})");
    EXPECT_EQ(ListEvents(results, {"switch-silent", "switch-reboot", "switch-down", "switch-up"}),
              (Lines{"10 switch-silent p0-t1-2",
                     "20 switch-down p1-t1-0",
                     "50 switch-up p1-t1-0",
                     "400 switch-reboot p0-t1-2",
                     "420 switch-up p0-t1-2"}));
    const auto& silent = results.recovery.at(0);
    EXPECT_GT(silent.lostPackets, 0U);
    EXPECT_GT(silent.evsRetired, 0U);
    EXPECT_EQ(silent.evsRetiredWrongly, 0U);
    EXPECT_EQ(results.recovery.at(1).object, "p0-t1-2");
    EXPECT_TRUE(results.recovery.at(1).until);
    EXPECT_EQ(results.summary.qpErrors, 0U);
}

TEST(FaultKinds, AnAdministratorSwitchesAPortOffAndNothingIsLost)
{
    const auto results = RunFaults(
        R"([{"what":"port-admin","at":"20us","host":3,"plane":1,"up":false,"for":"10us"},
            {"what":"port-admin","at":"25us","host":3,"plane":1,"up":false},
            {"what":"port-admin","at":"60us","host":3,"plane":1,"up":true}])");
    EXPECT_EQ(ListEvents(results, {"port-down", "port-up"}),
              (Lines{"20 port-down h3 plane 1 by administration",
                     "60 port-up h3 plane 1 by administration"}));
    EXPECT_EQ(results.summary.droppedPackets, 0U);
}

TEST(FaultKinds, LossesAndDelaysAreEventsAtBothEnds)
{
    const auto results = RunFaults(
        R"([{"what":"link-loss","at":"1us","for":"1us","loss":0.25,"link":{"host":0,"plane":0}},
            {"what":"answer-loss","at":"3us","for":"1us","loss":0.25,"link":{"host":0,"plane":0}},
            {"what":"ev-loss","at":"5us","for":"1us","loss":0.25,"host":0,"peer":8,"ev":0},
            {"what":"link-delay","at":"7us","for":"1us","extra":"3us","link":{"host":0,"plane":0}},
            {"what":"link-rate","at":"9us","for":"1us","rate":"25Gbps","direction":"ab",
             "link":{"a":"h0","b":"p0-t0-0"}}])");
    EXPECT_EQ(
        ListEvents(results, {"link-loss", "answer-loss", "ev-loss", "link-delay", "link-rate"}),
        (Lines{"1 link-loss h0--p0-t0-0 0.25",
               "2 link-loss h0--p0-t0-0 0",
               "3 answer-loss h0--p0-t0-0 0.25",
               "4 answer-loss h0--p0-t0-0 0",
               "5 ev-loss h0 to h8 ev 0x0 0.25",
               "6 ev-loss h0 to h8 ev 0x0 0",
               "7 link-delay h0--p0-t0-0 3us more",
               "8 link-delay h0--p0-t0-0 3us less",
               "9 link-rate h0--p0-t0-0 25Gbps",
               "10 link-rate h0--p0-t0-0 100Gbps"}));
}

TEST(FaultKinds, AnEvLosesOnlyPacketsFromItsHostToThePeer)
{
    const auto lost = [](const std::string& hosts) {
        return RunFaults(R"([{"what":"ev-loss","at":0,"host":3,"peer":8,"ev":0,"loss":1}])",
                         R"({"workload":[{"type":"write","bytes":"600KB","hosts":)" + hosts + "}]}")
            .recovery.at(0)
            .lostPackets;
    };
    EXPECT_GT(lost("[3, 8]"), 0U);
    EXPECT_EQ(lost("[8, 3]"), 0U);
    EXPECT_EQ(lost("[3, 9]"), 0U);
}

TEST(FaultKinds, ADeniedEvCarriesNothing)
{
    const auto results = RunFaults(
        R"([{"what":"ev-deny","at":"10us","for":"20us","host":3,"peer":8,"ev":"0x1002"},
            {"what":"ev-loss","at":"15us","host":3,"peer":8,"ev":4098,"loss":1}])",
        R"({"workload":[{"type":"write","hosts":[3,8],"bytes":"600KB"}]})");
    EXPECT_EQ(
        ListEvents(results, {"ev-denied", "ev-enabled"}),
        (Lines{"10 ev-denied h3/qp3 plane 1 ev 0x1002", "30 ev-enabled h3/qp3 plane 1 ev 0x1002"}));
    EXPECT_EQ(results.recovery.at(1).object, "h3 to h8 ev 0x1002");
    EXPECT_GT(results.recovery.at(1).firstLoss.value_or(RdmaTick::Us(31)), RdmaTick::Us(30));
}

TEST(FaultKinds, RandomFlapsFollowTheSeed)
{
    const std::string flaps = R"([{"what":"random-flaps","at":"0ns","for":"200us","links":"fabric",
                                   "perSecond":2000,"down":"3us"}])";
    const auto list = [&flaps](const std::string& changes) {
        return ListEvents(RunFaults(flaps, changes), DARK);
    };
    const auto first = list(R"({"seed":1})");
    EXPECT_GT(first.size(), 4U); // 32 links x 0.4
    EXPECT_EQ(first, list(R"({"seed":1})"));
    EXPECT_NE(first, list(R"({"seed":2})"));
}

TEST(FaultKinds, EveryKindWorksInAGraph)
{
    const std::string graph = R"({"topology":{"type":"graph",
      "nodes":[{"name":"h0","type":"host"},{"name":"h1","type":"host"},
               {"name":"a","type":"switch"},{"name":"b","type":"switch"},
               {"name":"c","type":"switch"},{"name":"d","type":"switch"}],
      "links":[{"a":"h0","b":"a"},{"a":"h1","b":"b"},
               {"a":"a","b":"c"},{"a":"a","b":"d"},{"a":"c","b":"b"},{"a":"d","b":"b"}]},
      "workload":[{"type":"send-recv","bytes":"30MB"}]})";
    const auto results = RunFaults(
        R"([{"what":"switch-silent","at":"10us","switch":{"name":"c"},"for":"30us"},
            {"what":"link-flap","at":"50us","link":{"a":"d","b":"b"},"down":"5us","period":"9us","count":2},
            {"what":"random-flaps","at":"70us","for":"20us","links":"host","perSecond":500000,"down":"1us"},
            {"what":"link-rate","at":"90us","link":{"a":"a","b":"d"},"rate":"10Gbps","for":"20us"},
            {"what":"nic-port-down","at":"120us","host":1,"plane":0,"for":"5us"}])",
        graph);
    EXPECT_EQ(results.recovery.size(), 5U);
    EXPECT_EQ(results.recovery[0].object, "c");
    EXPECT_GT(results.recovery[0].lostPackets, 0U);
}

/// A fault with a problem, and the expected messages.
struct Mistake
{
    const char* name;          ///< name of the test
    std::string fault;         ///< the fault as in a scenario
    Lines lines;               ///< expected messages
    std::string changes{"{}"}; ///< changes of the scenario
};

class FaultMistakes : public testing::TestWithParam<Mistake>
{
};

TEST_P(FaultMistakes, AreRefusedWithPlaceAndChoice)
{
    EXPECT_EQ(RefuseFaults('[' + GetParam().fault + ']', GetParam().changes), GetParam().lines);
}

INSTANTIATE_TEST_SUITE_P(
    All,
    FaultMistakes,
    testing::Values(
        Mistake{
            "NoSuchSwitch",
            R"({"what":"switch-down","at":"1us","switch":{"name":"s3"}})",
            {R"(faults[0].switch.name: found "s3"; allowed: names of switches, such as "p0-t0-0" and "p1-t1-3")"}},
        Mistake{
            "NoSuchTier",
            R"({"what":"switch-down","at":"1us","switch":{"plane":0,"t2":0}})",
            {R"(faults[0].switch.t2: found 0; allowed: the T2s of a plane, and there are none)"}},
        Mistake{"TwoTiers",
                R"({"what":"switch-silent","at":"1us","switch":{"plane":0,"t0":0,"t1":0}})",
                {R"(faults[0].switch: found 2 of t0, t1, t2; allowed: one)"}},
        Mistake{"NoSuchT1",
                R"({"what":"switch-silent","at":"1us","switch":{"plane":0,"t1":4}})",
                {R"(faults[0].switch.t1: found 4; allowed: the T1s of a plane 0 to 3)"}},
        Mistake{
            "RebootWithoutEnd",
            R"({"what":"switch-reboot","at":"1us","switch":{"plane":0,"t1":0}})",
            {R"(faults[0].for: missing; needed: a time such as "500ns" (units ps, ns, us, ms, s, min), or a whole number of ns, above 0)"}},
        Mistake{"NoSuchNicPort",
                R"({"what":"nic-port-down","at":"1us","host":16,"plane":2})",
                {R"(faults[0].host: found 16; allowed: the hosts 0 to 15)",
                 R"(faults[0].plane: found 2; allowed: the planes 0 to 1)"}},
        Mistake{
            "NoLinkBetween",
            R"({"what":"link-down","at":"1us","link":{"a":"h0","b":"p0-t1-0"}})",
            {R"(faults[0].link: no link connects h0 and p0-t1-0; allowed: h0 and one of p0-t0-0, p1-t0-0)"}},
        Mistake{
            "FlapsTooFast",
            R"({"what":"link-flap","at":"1us","link":{"host":0,"plane":0},"down":"5us","period":"5us"})",
            {R"(faults[0].period: found 5us; allowed: more than down, 5us)"}},
        Mistake{
            "GlitchesWithoutPeriod",
            R"({"what":"transceiver-glitch","at":"1us","links":[{"host":0,"plane":0},{"host":0,"plane":0}],"down":"5us","count":2})",
            {R"(faults[0].period: missing; required if count is more than 1)",
             R"(faults[0].links: found h0--p0-t0-0 more than once; allowed: each link once)"}},
        Mistake{
            "BurstsTooShort",
            R"({"what":"link-loss","at":"1us","link":{"host":0,"plane":0},"loss":0.9,"model":"burst","burstLength":2})",
            {R"(faults[0].burstLength: found 2; allowed: at least 9 with a loss of 0.9)"}},
        Mistake{
            "FasterThanMade",
            R"({"what":"link-rate","at":"1us","link":{"host":0,"plane":0},"rate":"200Gbps"})",
            {R"(faults[0].rate: found 200Gbps; allowed: at most 100Gbps, the rate of h0--p0-t0-0)"}},
        Mistake{"AdminUpForSomeTime",
                R"({"what":"port-admin","at":"1us","host":0,"plane":0,"up":true,"for":"1us"})",
                {R"(faults[0].for: found with up true; allowed: with up false only)"}},
        Mistake{"EvOfNoPlane",
                R"({"what":"ev-loss","at":"1us","host":0,"peer":0,"ev":"0x2000","loss":1})",
                {R"(faults[0].ev: found 2; allowed: the planes, which are bits 15:12, 0 to 1)",
                 R"(faults[0].peer: found the same host; allowed: another one)"}},
        Mistake{
            "EvOfAnotherTransport",
            R"({"what":"ev-deny","at":"1us","host":0,"peer":1,"ev":1})",
            {R"(topology.planes: found 2; with transport.type "roce" only 1 is allowed; for more, set transport.type to "mrc", and workload[].transport and workload[].plane of each job)",
             R"(faults[0].what: found a fault of an EV with transport.type "roce"; allowed: "mrc")"},
            R"({"transport":{"type":"roce"}})"},
        Mistake{
            "TooManyFlaps",
            R"({"what":"random-flaps","at":"0ns","links":"host","perSecond":1000000,"down":"1us"})",
            {R"(faults[0].perSecond: found 1000000.000000 flaps per second of each of 32 links, which are 32000000 until they end; allowed: at most 10000000 in all)"},
            R"({"stop":"1s"})"}),
    [](const auto& test) { return test.param.name; });

/** @return four hosts at one switch */
ns3::FabricClosSpec
MakeStar(uint32_t hosts = 4)
{
    ns3::FabricClosSpec clos;
    clos.hosts = clos.hostsPerT0 = hosts;
    clos.t1PerPlane = 0;
    clos.hostRateBps = clos.fabricRateBps = 100000000000;
    return clos;
}

TEST(FaultKinds, RatesAndBurstsMayBeAtTheirLimit)
{
    const auto refuse = [](const std::string& fault) {
        return RefuseFaults(R"([{"at":"1us","link":{"host":0,"plane":0},"what":)" + fault + "}]");
    };
    EXPECT_EQ(refuse(R"("link-rate","rate":"100Gbps")"), Lines{});
    EXPECT_EQ(refuse(R"("link-loss","loss":0.75,"model":"burst","burstLength":3)"), Lines{});
    EXPECT_EQ(refuse(R"("link-loss","loss":0.95)"), Lines{}) << "no bursts";
}

TEST(FlappingLinks, WhatIsCountedAndFoundIsWhatComes)
{
    const ns3::FabricClos network(MakeStar());
    const RdmaTick stop = RdmaTick::Us(100);
    for (const auto& [period, stagger, count] : std::vector<std::array<int64_t, 3>>{{10, 0, 4},
                                                                                    {10, 3, 100},
                                                                                    {7, 25, 3},
                                                                                    {200, 40, 9},
                                                                                    {1, 30, 1000}})
    {
        Problems problems;
        const auto spec = ReadFault({{"what", "transceiver-glitch"},
                                     {"at", "5us"},
                                     {"links",
                                      {{{"host", 0}, {"plane", 0}},
                                       {{"host", 1}, {"plane", 0}},
                                       {{"host", 2}, {"plane", 0}}}},
                                     {"down", "500ns"},
                                     {"stagger", std::to_string(stagger) + "us"},
                                     {"period", std::to_string(period) + "us"},
                                     {"count", count}},
                                    network,
                                    "faults[0]",
                                    problems);
        ASSERT_TRUE(problems.empty());
        const auto next = spec.what->MakeOccurrences(stop, nullptr);
        std::vector<FaultOccurrence> flaps;
        while (const auto flap = next())
        {
            EXPECT_LT(flap->at, stop);
            EXPECT_EQ(flap->duration, RdmaTick::Ns(500));
            EXPECT_TRUE(flaps.empty() || flaps.back().at <= flap->at);
            flaps.push_back(*flap);
        }
        for (auto until = RdmaTick::Us(4); until <= stop; until = until + RdmaTick::Ns(500))
        {
            const auto sooner = [until](const auto& flap) { return flap.at < until; };
            EXPECT_EQ(spec.what->CountOccurrences(until),
                      std::count_if(flaps.begin(), flaps.end(), sooner));
        }
        for (uint32_t link = 0; link < 3; ++link)
        {
            const auto number = network.GetNicLink(link, 0);
            for (auto until = RdmaTick::Us(4); until <= stop; until = until + RdmaTick::Ns(500))
            {
                std::optional<RdmaTick> last;
                for (const auto& flap : flaps)
                {
                    last = flap.link == link && flap.at < until ? flap.at : last;
                }
                const auto found = spec.what->FindLastDown(number, until);
                ASSERT_EQ(found.has_value(), last.has_value());
                EXPECT_TRUE(!found || (found->at == *last && found->duration == RdmaTick::Ns(500)));
            }
            EXPECT_FALSE(spec.what->FindLastDown(network.GetNicLink(3, 0), stop));
        }
    }
}

TEST(FlappingLinks, TimesBeyondTheLatestAreNotReached)
{
    const ns3::FabricClos network(MakeStar(6));
    Problems problems;
    const auto spec = ReadFault({{"what", "transceiver-glitch"},
                                 {"at", "5us"},
                                 {"links",
                                  {{{"host", 0}, {"plane", 0}},
                                   {{"host", 1}, {"plane", 0}},
                                   {{"host", 2}, {"plane", 0}},
                                   {{"host", 3}, {"plane", 0}},
                                   {{"host", 4}, {"plane", 0}}}},
                                 {"down", "500ns"},
                                 {"stagger", "2592000s"}}, // four times this is no number of ps
                                network,
                                "faults[0]",
                                problems);
    const RdmaTick stop = RdmaTick::Us(100);
    EXPECT_EQ(spec.what->CountOccurrences(stop), 1);
    EXPECT_TRUE(spec.what->FindLastDown(network.GetNicLink(0, 0), stop));
    EXPECT_FALSE(spec.what->FindLastDown(network.GetNicLink(2, 0), stop));
}

TEST(RandomFlaps, NoneBeginsAfterStop)
{
    const ns3::FabricClos network(MakeStar());
    const RdmaTick stop = RdmaTick::Ms(2);
    for (const char* duration : {"2ms", "2000000s", "2592000s"})
    {
        Problems problems;
        const auto spec = ReadFault({{"what", "random-flaps"},
                                     {"at", "1ms"},
                                     {"for", duration},
                                     {"links", "host"},
                                     {"perSecond", 100000},
                                     {"down", "1us"}},
                                    network,
                                    "faults[0]",
                                    problems);
        const auto rng = ns3::CreateObject<ns3::UniformRandomVariable>();
        rng->SetStream(1);
        const auto next = spec.what->MakeOccurrences(stop, rng);
        double flaps = 0;
        for (auto flap = next(); flap; flap = next())
        {
            EXPECT_GE(flap->at, RdmaTick::Ms(1));
            ASSERT_LT(flap->at, stop);
            ++flaps;
        }
        EXPECT_NEAR(spec.what->CountOccurrences(stop), 400, 1e-6);
        EXPECT_NEAR(flaps, 400, 80) << duration; // four standard deviations
    }
}

} // namespace
