/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A fault that is lifted leaves ports, tables and NICs as they were: the state of the cluster is
// compared field by field, after each kind of fault alone, twice, and together with each other one.

#include "../nic/scoped-default.h"
#include "kinds/fault.h"
#include "state-reader.h"

#include "ns3/fabric-clos-spec.h"
#include "ns3/fabric-lazy-topology.h"
#include "ns3/fabric.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace
{

using namespace mrcsim;
using ns3::RdmaState;
using ns3::RdmaStateReader;
using ns3::RdmaTick;

/// Where a fault holds: a value of each object that a kind may name, by its place-holder.
using RepairPlace = std::map<std::string, std::string>;

/// A kind of fault that can be lifted.
struct RepairableFault
{
    std::string keys;      ///< its keys, with place-holders
    bool isSteady{true};   ///< false: its objects fail and return several times
    std::string endedBy{}; ///< kind and keys of a fault that ends it before its time, if any
};

constexpr const char* LINK_REPAIR = R"("what":"link-up","link":$link)"; ///< ends what cuts a link
constexpr const char* REBOOT =
    R"("what":"switch-reboot","switch":$switch,"for":"20us")"; ///< ends other faults of a switch

/// By kind. The remaining kinds only end faults.
const std::map<std::string, RepairableFault> REPAIRABLE{
    {"link-down", {R"("link":$link,"for":"$time")", true, LINK_REPAIR}},
    {"link-flap",
     {R"("link":$link,"down":"$quarter","period":"$half","count":2)", false, LINK_REPAIR}},
    {"link-loss", {R"("link":$link,"for":"$time","loss":0.3)"}},
    {"answer-loss", {R"("link":$link,"for":"$time","loss":0.5)"}},
    {"link-rate", {R"("link":$link,"for":"$time","rate":"25Gbps")"}},
    {"link-delay", {R"("link":$link,"for":"$time","extra":"3us")"}},
    {"link-deaf", {R"("link":$link,"for":"$time")"}}, // of docs/adding
    {"switch-down", {R"("switch":$switch,"for":"$time")", true, REBOOT}},
    {"switch-silent", {R"("switch":$switch,"for":"$time")", true, REBOOT}},
    {"switch-reboot", {R"("switch":$switch,"for":"$time")", true, REBOOT}},
    {"nic-port-down",
     {R"("host":$host,"plane":$plane,"for":"$time")",
      true,
      R"("what":"link-up","link":{"host":$host,"plane":$plane})"}},
    {"transceiver-glitch",
     {R"("links":[$link,{"host":1,"plane":0}],"stagger":"1us","down":"$quarter","period":"$half","count":2)",
      false}},
    {"random-flaps", {R"("links":"$class","perSecond":100000,"down":"3us","for":"$time")", false}},
    {"port-admin",
     {R"("host":$host,"plane":$plane,"up":false,"for":"$time")",
      true,
      R"("what":"port-admin","host":$host,"plane":$plane,"up":true)"}},
    {"ev-loss", {R"("host":$host,"peer":$peer,"ev":$ev,"for":"$time","loss":1)"}},
    {"ev-deny", {R"("host":$host,"peer":$peer,"ev":$ev,"for":"$time")"}},
};

TEST(FaultRepairKinds, OnlyALinkUpHasNothingToLift)
{
    std::vector<std::string> others;
    for (const auto& name : FaultKind::ListNames())
    {
        if (REPAIRABLE.count(name) == 0)
        {
            others.push_back(name);
        }
    }
    EXPECT_EQ(others, std::vector<std::string>{"link-up"});
}

/// A kind of fault in a network.
struct RepairCase
{
    bool mrc;         ///< MRC on two planes; otherwise RoCE on one, lossless and cut-through
    bool busy;        ///< hosts send while the fault holds
    std::string kind; ///< kind of the fault
};

/** Print the name of a case. */
std::ostream&
operator<<(std::ostream& out, const RepairCase& repair)
{
    std::string words = repair.kind;
    std::replace(words.begin(), words.end(), '-', '_');
    return out << (repair.mrc ? "mrc_" : "roce_") << (repair.busy ? "busy_" : "idle_") << words;
}

/**
 * @param mrc true: the hosts use MRC
 * @return kinds that have an effect there
 */
std::vector<std::string>
ListRepairable(bool mrc)
{
    std::vector<std::string> kinds;
    for (const auto& [kind, fault] : REPAIRABLE)
    {
        if (mrc || !FaultKind::New(kind)->NeedsEvs())
        {
            kinds.push_back(kind);
        }
    }
    return kinds;
}

/** @return every kind in every network, idle and busy */
std::vector<RepairCase>
ListRepairCases()
{
    std::vector<RepairCase> cases;
    for (const bool mrc : {true, false})
    {
        for (const bool busy : {false, true})
        {
            for (const auto& kind : ListRepairable(mrc))
            {
                cases.push_back({mrc, busy, kind});
            }
        }
    }
    return cases;
}

/// A small cluster with short delays of detection, which is idle when its state is read.
class FaultRepair : public testing::TestWithParam<RepairCase>
{
  protected:
    /// All faults begin after this time.
    static constexpr int64_t START_US = 500;

    void TearDown() override
    {
        Clear();
    }

    /** Delete the cluster. */
    void Clear()
    {
        if (m_cluster)
        {
            EXPECT_EQ(m_cluster->GetFabric()->CheckConservation(), "");
            m_cluster->Dispose();
            m_cluster = nullptr;
            ns3::Simulator::Destroy();
        }
        m_events.clear();
    }

    /** Build the cluster, let every host send, and read the state. */
    void Build()
    {
        Clear();
        ns3::RdmaClusterHelper helper;
        ns3::FabricClosSpec clos;
        clos.planes = GetParam().mrc ? 2 : 1;
        clos.hosts = 4;
        clos.hostsPerT0 = 2;
        clos.t1PerPlane = 2;
        clos.hostRateBps = clos.fabricRateBps = 100000000000;
        clos.linkDelay = RdmaTick::Ns(500);
        clos.cutThrough = !GetParam().mrc;
        helper.SetTopology(clos);
        helper.SetNicAttribute("LinkDownDetect", ns3::TimeValue(ns3::MicroSeconds(5)));
        helper.SetNicAttribute("PortRemapDelay", ns3::TimeValue(ns3::MicroSeconds(2)));
        helper.SetNicAttribute("PortStatusTimeout", ns3::TimeValue(ns3::MicroSeconds(10)));
        helper.SetFabricAttribute("LocalRepair", ns3::TimeValue(ns3::MicroSeconds(10)));
        helper.SetFabricAttribute("RemoteConvergence", ns3::TimeValue(ns3::MicroSeconds(20)));
        if (GetParam().mrc)
        {
            helper.SetTransport("ns3::MrcQpFactory");
        }
        else
        {
            helper.SetTransport("ns3::RoceQpFactory");
            helper.SetSwitchAttribute("Pfc", ns3::BooleanValue(true));
        }
        m_cluster = helper.Build();
        ns3::RdmaClusterHelper::AssignStreams(m_cluster, 1);
        for (uint32_t port = 0; port < m_cluster->GetNetwork().GetNPorts(); ++port)
        {
            m_cluster->GetFabric()->GetLazyTopology()->GetPort(port);
        }
        Send(20000);
        RunUntilUs(START_US);
        m_before = RdmaStateReader::Read(*m_cluster);
    }

    /**
     * Every host sends a message; two to the same host.
     * @param bytes its length
     */
    void Send(uint64_t bytes)
    {
        for (const auto& [from, to] :
             {std::pair(0, 2), std::pair(1, 2), std::pair(2, 1), std::pair(3, 0)})
        {
            m_cluster->Send(from, to, 0, bytes, 0);
        }
    }

    /** @param us simulated time to run to */
    static void RunUntilUs(double us)
    {
        ns3::Simulator::Stop(ns3::NanoSeconds(static_cast<uint64_t>(us * 1000)) -
                             ns3::Simulator::Now());
        ns3::Simulator::Run();
    }

    /** @return differences from the state before the faults */
    std::string Compare() const
    {
        return RdmaStateReader::Compare(m_before, RdmaStateReader::Read(*m_cluster));
    }

    /** @return true if more differs than the list of faults */
    bool IsAffected() const
    {
        const RdmaState now = RdmaStateReader::Read(*m_cluster);
        return std::any_of(now.begin(), now.end(), [this](const auto& field) {
            const auto was = m_before.find(field.first);
            return field.first.rfind("faults ", 0) != 0 &&
                   (was == m_before.end() || was->second != field.second);
        });
    }

    /**
     * @param keys kind and keys, with place-holders
     * @param place values of the place-holders
     * @param fromUs begin, us after START_US
     * @param toUs end, us after START_US
     * @return the fault as in a scenario
     */
    static Json Write(const std::string& keys,
                      const RepairPlace& place,
                      int64_t fromUs,
                      int64_t toUs)
    {
        const auto us = [](int64_t time) { return std::to_string(time) + "us"; };
        RepairPlace values = place;
        values["$time"] = us(toUs - fromUs);
        values["$half"] = us((toUs - fromUs) / 2);
        values["$quarter"] = us((toUs - fromUs) / 4);
        std::string text = '{' + keys + R"(,"at":")" + us(START_US + fromUs) + "\"}";
        for (const auto& [word, value] : values)
        {
            for (size_t at = text.find(word); at != std::string::npos; at = text.find(word))
            {
                text.replace(at, word.size(), value);
            }
        }
        return Json::parse(text);
    }

    /** @return a fault of a kind, see above */
    static Json WriteKind(const std::string& kind,
                          const RepairPlace& place,
                          int64_t fromUs,
                          int64_t toUs)
    {
        return Write(R"("what":")" + kind + "\"," + REPAIRABLE.at(kind).keys, place, fromUs, toUs);
    }

    /**
     * Build the cluster and schedule faults.
     * @param faults the faults
     */
    void Begin(const std::vector<Json>& faults)
    {
        Build();
        std::vector<FaultSpec> specs;
        Problems problems;
        for (const auto& fault : faults)
        {
            specs.push_back(ReadFault(fault, m_cluster->GetNetwork(), "faults[0]", problems));
        }
        for (const auto& problem : problems)
        {
            ADD_FAILURE() << ToString(problem);
        }
        ASSERT_TRUE(problems.empty());
        ScheduleFaults(specs, {m_cluster, m_events}, RdmaTick::Ms(100));
        if (GetParam().busy)
        {
            Send(400000);
        }
    }

    /**
     * The faults are over: wait until the state is as before.
     * @param us end of the last one, us after START_US
     */
    void ExpectSameStateAfter(int64_t us)
    {
        RunUntilUs(START_US + us + 100);
        std::string difference = Compare();
        for (int round = 0; GetParam().busy && !difference.empty() && round < 100; ++round)
        {
            RunUntilUs(ns3::Simulator::Now().GetMicroSeconds() + 200);
            difference = Compare();
        }
        EXPECT_EQ(difference, "");
        EXPECT_EQ(m_cluster->CountErrors(), 0U);
    }

    /** @return the link of a NIC, and its switch */
    static RepairPlace AtNic()
    {
        return {{"$link", R"({"host":0,"plane":0})"},
                {"$switch", R"({"plane":0,"t0":0})"},
                {"$class", "host"},
                {"$host", "0"},
                {"$plane", "0"},
                {"$peer", "2"},
                {"$ev", "0"}};
    }

    /** @return a link between switches, and the T1 there */
    static RepairPlace AtT1()
    {
        RepairPlace place = AtNic();
        place["$link"] = R"({"plane":0,"t0":0,"t1":0})";
        place["$switch"] = R"({"plane":0,"t1":0})";
        place["$class"] = "fabric";
        return place;
    }

    /** @return objects that are not among those above */
    static RepairPlace Elsewhere()
    {
        const std::string plane = GetParam().mrc ? "1" : "0";
        return {{"$link", R"({"plane":)" + plane + R"(,"t0":1,"t1":1})"},
                {"$switch", R"({"plane":)" + plane + R"(,"t1":1})"},
                {"$class", "fabric"},
                {"$host", "3"},
                {"$plane", plane},
                {"$peer", "0"},
                {"$ev", GetParam().mrc ? "4097" : "1"}};
    }

    /// Retired EVs are probed soon, also while their QP is idle.
    ns3::ScopedDefault m_interval{"ns3::MrcEvParameters", "EvProbeInterval", "5us"};
    ns3::ScopedDefault m_longest{"ns3::MrcEvParameters", "EvProbeMaxInterval", "20us"};
    ns3::ScopedDefault m_timeout{"ns3::MrcEvParameters", "EvProbeMinTimeout", "10us"};
    ns3::ScopedDefault m_idle{"ns3::MrcEvParameters", "EvProbeIdle", "true"};
    ns3::Ptr<ns3::RdmaCluster> m_cluster; ///< the cluster
    std::vector<EventRow> m_events;       ///< rows of its faults
    RdmaState m_before;                   ///< its state before the faults
};

TEST_P(FaultRepair, TheStateIsAsBefore)
{
    for (const auto& place : {AtNic(), AtT1(), Elsewhere()})
    {
        SCOPED_TRACE(place.at("$link"));
        Begin({WriteKind(GetParam().kind, place, 5, 65)});
        bool affected = GetParam().busy; // the frames differ in any case
        for (int us = 6; us < 65 && !affected; us += 2)
        {
            RunUntilUs(START_US + us);
            affected = IsAffected();
        }
        EXPECT_TRUE(affected) << "no state shows the fault";
        ExpectSameStateAfter(65);
    }
}

TEST_P(FaultRepair, TheStateIsAsBeforeAfterTwoFaultsInSuccession)
{
    for (const int64_t pause : {2, 8, 40}) // shorter and longer than the times of detection
    {
        SCOPED_TRACE(pause);
        Begin({WriteKind(GetParam().kind, AtT1(), 5, 65),
               WriteKind(GetParam().kind, AtT1(), 65 + pause, 105 + pause)});
        ExpectSameStateAfter(105 + pause);
    }
}

TEST_P(FaultRepair, TheStateIsAsBeforeWhenItOverlapsAnother)
{
    for (const auto& other : ListRepairable(GetParam().mrc))
    {
        for (const auto& [first, second] : {std::pair(AtNic(), AtNic()),
                                            std::pair(AtT1(), AtT1()),
                                            std::pair(AtNic(), Elsewhere())})
        {
            SCOPED_TRACE(other + " at " + second.at("$link"));
            Begin({WriteKind(GetParam().kind, first, 5, 45), WriteKind(other, second, 25, 65)});
            ExpectSameStateAfter(65);
            if (HasFailure())
            {
                return; // the first differences are enough
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All,
                         FaultRepair,
                         testing::ValuesIn(ListRepairCases()),
                         testing::PrintToStringParamName());

/// A fault within another one.
class FaultRepairNested_SLOW : public FaultRepair
{
};

TEST_P(FaultRepairNested_SLOW, TheStateIsAsBefore)
{
    for (const auto& other : ListRepairable(GetParam().mrc))
    {
        const RepairableFault& outer = REPAIRABLE.at(other);
        const bool ends = outer.endedBy.find('"' + GetParam().kind + '"') != std::string::npos;
        for (const auto& place : {AtNic(), AtT1()})
        {
            SCOPED_TRACE(other + " at " + place.at("$link"));
            Begin({WriteKind(other, place, 5, 145), WriteKind(GetParam().kind, place, 50, 80)});
            RunUntilUs(START_US + 49.5);
            const RdmaState within = RdmaStateReader::Read(*m_cluster);
            RunUntilUs(START_US + 144.5);
            if (!GetParam().busy && outer.isSteady && !ends)
            {
                EXPECT_EQ(RdmaStateReader::Compare(within, RdmaStateReader::Read(*m_cluster)), "")
                    << "the outer fault still holds";
            }
            ExpectSameStateAfter(145);
            if (HasFailure())
            {
                return; // the first differences are enough
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All,
                         FaultRepairNested_SLOW,
                         testing::ValuesIn(ListRepairCases()),
                         testing::PrintToStringParamName());

/// Faults that other faults end.
class FaultRepairByAnother : public FaultRepair
{
};

TEST_P(FaultRepairByAnother, TheStateIsAsBefore)
{
    const RepairableFault& fault = REPAIRABLE.at(GetParam().kind);
    for (const auto& place : {AtNic(), AtT1(), Elsewhere()})
    {
        SCOPED_TRACE(place.at("$link"));
        Begin({WriteKind(GetParam().kind, place, 5, 10000), Write(fault.endedBy, place, 60, 80)});
        ExpectSameStateAfter(80);
    }
}

/** @return the cases with a fault that ends them */
std::vector<RepairCase>
ListEndedCases()
{
    std::vector<RepairCase> cases = ListRepairCases();
    cases.erase(std::remove_if(cases.begin(),
                               cases.end(),
                               [](const RepairCase& repair) {
                                   return REPAIRABLE.at(repair.kind).endedBy.empty();
                               }),
                cases.end());
    return cases;
}

INSTANTIATE_TEST_SUITE_P(All,
                         FaultRepairByAnother,
                         testing::ValuesIn(ListEndedCases()),
                         testing::PrintToStringParamName());

} // namespace
