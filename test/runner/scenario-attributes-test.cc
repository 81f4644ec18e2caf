/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/json-text.h"
#include "run/load-scenario.h"

#include "ns3/type-id.h"

#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

// Any value in transport.attributes is accepted or rejected, without an abort of the program.

namespace
{

using namespace mrcsim;

/**
 * @param name full name of an attribute
 * @param value its value
 * @return the first problem of a scenario with this value; empty: none
 */
std::string
GetProblem(const std::string& name, const std::string& value)
{
    auto document = Json::parse(R"({
      "schema": 1, "name": "base",
      "topology": {"type": "clos", "planes": 2, "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4},
      "workload": [{"type": "write", "hosts": [0, 4], "bytes": "1MB"}]})");
    document["transport"]["type"] = "mrc";
    document["transport"]["attributes"][name] = value;
    Json effective;
    Scenario scenario;
    const auto problems = LoadScenario(document, effective, scenario);
    return problems.empty() ? "" : ToString(problems.front());
}

TEST(ScenarioAttributes, NonsenseForAttributesOfAnyKindIsRefused)
{
    std::map<std::string, std::string> examples; // by kind of value
    for (uint16_t i = 0; i < ns3::TypeId::GetRegisteredN(); ++i)
    {
        const auto tid = ns3::TypeId::GetRegistered(i);
        for (size_t k = 0; k < tid.GetAttributeN(); ++k)
        {
            examples.try_emplace(tid.GetAttribute(k).checker->GetValueTypeName(),
                                 tid.GetAttributeFullName(k));
        }
    }
    EXPECT_GT(examples.size(), 10U);
    for (const auto& [kind, name] : examples)
    {
        for (const char* value : {"!", "", "1 2", "ns3::NoSuchThing", "x|y", "nan", "0x1p3"})
        {
            const auto problem = GetProblem(name, value);
            const bool any = kind.find("StringValue") != std::string::npos;
            EXPECT_EQ(problem.empty(), any) << kind << " " << name << " = " << value;
        }
    }
}

TEST(ScenarioAttributes, BoundsAreToldAsTheManualTellsThem)
{
    EXPECT_EQ(GetProblem("ns3::MrcNscc::TargetDelay", "-1ns"),
              "transport.attributes.ns3::MrcNscc::TargetDelay: found -1ns; allowed by "
              "ns3::MrcNscc::TargetDelay: time of at least 0ns");
}

TEST(ScenarioAttributes, KeysHaveTheBoundsOfTheirAttributes)
{
    const auto problemOf = [](const char* key, const Json& value) {
        auto document = Json::parse(R"({
          "schema": 1, "name": "base",
          "topology": {"type": "clos", "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4},
          "transport": {"type": "mrc"},
          "workload": [{"type": "write", "hosts": [0, 4], "bytes": "1MB"}]})");
        document["transport"][key] = value;
        Json effective;
        Scenario scenario;
        const auto problems = LoadScenario(document, effective, scenario);
        return problems.empty() ? "" : ToString(problems.front());
    };
    EXPECT_EQ(problemOf("evProbeInterval", "100ns"), "");
    const auto text = problemOf("evProbeInterval", "99ns");
    EXPECT_NE(text.find("found \"99ns\""), std::string::npos) << text;
    EXPECT_NE(text.find("of at least 100 ns"), std::string::npos) << text;
    EXPECT_EQ(problemOf("evs", 2049),
              "transport.evs: found 2049; allowed: a whole number from 1 to 2048");
    EXPECT_EQ(problemOf("routing", "hash"),
              "transport.routing: found \"hash\"; allowed: one of \"srv6\", \"structured\", "
              "\"ecmp\"");
}

TEST(ScenarioAttributes, ObjectsCannotBeGiven)
{
    for (const char* value : {"ns3::MrcEvProfile", "profile"})
    {
        EXPECT_EQ(GetProblem("ns3::MrcQpFactory::EvProfile", value),
                  std::string("transport.attributes.ns3::MrcQpFactory::EvProfile: is a "
                              "ns3::PointerValue, which scenarios cannot set"));
    }
}

} // namespace
