/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reference/attribute-list.h"
#include "run/load-scenario.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace
{

using namespace mrcsim;

/** @return all classes */
const std::vector<ClassEntry>&
GetClasses()
{
    static const auto CLASSES = ListClasses(ListKeys(GetScenarioKeys()));
    return CLASSES;
}

/** @return names of the classes found for a name, or the message */
std::string
Ask(const std::string& name)
{
    std::vector<ClassEntry> found;
    const auto problems = FindClasses(GetClasses(), name, found);
    if (!problems.empty())
    {
        return ToString(problems.front());
    }
    std::string all;
    for (const auto& entry : found)
    {
        all += (all.empty() ? "" : " ") + entry.name;
    }
    return all;
}

/** @return the facts of an attribute */
Json
Describe(const std::string& name)
{
    std::vector<ClassEntry> found;
    EXPECT_TRUE(FindClasses(GetClasses(), name, found).empty());
    auto facts = found.at(0).attributes.at(0);
    EXPECT_NE(facts["meaning"], "");
    EXPECT_NE(facts["allowed"], "");
    facts.erase("meaning");
    facts.erase("allowed");
    return facts;
}

TEST(AttributeList, AnAttributeTellsTypeUnitRangeDefaultAndKey)
{
    EXPECT_EQ(
        Describe("MrcNscc::Gamma"),
        Json::parse(
            R"({"name": "Gamma", "type": "number", "range": "from 0 to 1", "default": 0.8})"));
    EXPECT_EQ(Describe("MrcEvParameters::EvCount"),
              Json::parse(R"({"name": "EvCount", "type": "whole number", "range": "from 1 to 2048",
                              "default": 256, "keys": ["transport.evs"]})"));
    EXPECT_EQ(Describe("RoceQpParameters::RetransmissionTimeout"),
              Json::parse(R"({"name": "RetransmissionTimeout", "type": "time",
                              "range": "from 1us to 10s", "default": "1ms"})"));
    EXPECT_EQ(Describe("RoceDcqcn::HyperIncreaseMbps"),
              Json::parse(R"({"name": "HyperIncreaseMbps", "type": "number", "unit": "Mb/s",
                              "range": "at least 0", "default": 400})"));
    EXPECT_EQ(Describe("MrcQpParameters::PathMtu")["unit"], "B");
    EXPECT_EQ(Describe("FabricSwitchParameters::TrimThreshold")["unit"], "plane BDPs");
    EXPECT_EQ(Describe("MrcNscc::Alpha")["unit"], "B/ns");
    EXPECT_EQ(Describe("RoceQpFactory::DataClass"),
              Json::parse(R"({"name": "DataClass", "type": "word", "values": ["First", "Second"],
                              "default": "First"})"));
    const auto rate = Describe("RdmaServerDomain::Rate");
    EXPECT_EQ(rate["type"], "rate");
    EXPECT_EQ(rate["unit"], "bit/s");
    EXPECT_EQ(rate["keys"], Json::parse(R"(["topology.serverRate"])"));
}

TEST(AttributeList, AClassThatCanBeChosenTellsOfTheOthers)
{
    const auto values = Describe("MrcQpFactory::PathSelector")["values"].dump();
    EXPECT_NE(values.find("\"ns3::MrcSingleSelector\""), std::string::npos);
    EXPECT_EQ(values.find("ns3::MrcPathSelector"), std::string::npos)
        << "it cannot be instantiated";
}

TEST(AttributeList, AnObjectHasNoDefault)
{
    EXPECT_EQ(Describe("FabricNetDevice::TxQueue"),
              Json::parse(R"({"name": "TxQueue", "type": "object"})"));
}

TEST(AttributeList, NothingIsLeftOut)
{
    EXPECT_GT(GetClasses().size(), 50U);
    size_t attributes = 0;
    size_t sources = 0;
    for (const auto& entry : GetClasses())
    {
        attributes += entry.attributes.size();
        sources += entry.traceSources.size();
        for (const auto& facts : entry.attributes)
        {
            EXPECT_NE(facts.value("type", ""), "") << entry.name << " " << facts;
            EXPECT_NE(facts.value("meaning", ""), "") << entry.name << " " << facts;
        }
        for (const auto& source : entry.traceSources)
        {
            EXPECT_NE(source.value("meaning", ""), "") << entry.name << " " << source;
            EXPECT_NE(source.value("callback", ""), "") << entry.name << " " << source;
        }
    }
    EXPECT_GT(attributes, 230U);
    EXPECT_GT(sources, 20U);
}

TEST(AttributeList, AClassIsFoundWithWhatItInherits)
{
    EXPECT_EQ(Ask("MrcBitmapSelector"),
              "ns3::MrcBitmapSelector ns3::MrcPenaltySelector ns3::MrcPathSelector");
    EXPECT_EQ(Ask("ns3::MrcBitmapSelector"), Ask("MrcBitmapSelector"));
    EXPECT_EQ(Ask("RdmaNic::QpEvent"), "ns3::RdmaNic") << "a trace source";
}

TEST(AttributeList, MistakesAreToldWithWhatIsNear)
{
    EXPECT_EQ(Ask("MrcNsc"), "this module has no class MrcNsc, did you mean MrcNscc?");
    EXPECT_EQ(Ask("MrcSwfit"), "this module has no class MrcSwfit, did you mean MrcSwift?");
    EXPECT_EQ(Ask("Dcqcn"), "this module has no class Dcqcn, did you mean RoceDcqcn?");
    EXPECT_EQ(Ask("Gamma"), "this module has no class Gamma, did you mean MrcNscc::Gamma?");
    EXPECT_EQ(Ask("MrcNscc::Gama"), "ns3::MrcNscc has no Gama, did you mean Gamma?");
    EXPECT_EQ(Ask("MrcObliviousSelector::X"),
              "ns3::MrcObliviousSelector has no X, and no other attribute or trace source");
    EXPECT_EQ(Ask("zzzzzzzz"), "this module has no class zzzzzzzz; mrc-sim attributes lists all");
}

TEST(AttributeList, APersonReadsLinesAndParagraphs)
{
    const auto list = FormatClassList(GetClasses(), 80);
    EXPECT_NE(
        list.find("ns3::MrcNscc                 27 attributes, a ns3::MrcCongestionControl\n"),
        std::string::npos)
        << list;
    std::vector<ClassEntry> found;
    EXPECT_TRUE(FindClasses(GetClasses(), "MrcEvParameters::EvCount", found).empty());
    EXPECT_EQ(FormatClasses(found, 60),
              "ns3::MrcEvParameters, a ns3::Object: 1 attribute\n\n"
              "ns3::MrcEvParameters::EvCount\n"
              "    whole number from 1 to 2048; default 256\n"
              "    EVs of a QP, all planes together, backups included;\n"
              "    every plane gets the same number, at most 256 (mrc\n"
              "    reference, 3.5)\n"
              "    set by transport.evs\n");
}

} // namespace
