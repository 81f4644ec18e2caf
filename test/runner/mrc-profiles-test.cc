/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/json-text.h"
#include "run/load-scenario.h"

#include "ns3/mrc-profile-helper.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

// transport.profile: its settings, their precedence, and the effective scenario.

namespace
{

using namespace mrcsim;

/** A loaded scenario. */
struct LoadedProfiles
{
    /**
     * @param transport its key transport
     * @param patch changes to other keys
     */
    explicit LoadedProfiles(const Json& transport, const char* patch = "{}")
        : LoadedProfiles()
    {
        auto document = Json::parse(R"({
          "schema": 1, "name": "base",
          "topology": {"type": "clos", "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4},
          "workload": [{"type": "write", "hosts": [0, 4], "bytes": "1MB"}]})");
        document["transport"] = transport;
        document.merge_patch(Json::parse(patch));
        Load(document);
    }

    /**
     * @param document a valid scenario
     * @return the loaded scenario
     */
    static LoadedProfiles From(const Json& document)
    {
        LoadedProfiles loaded;
        loaded.Load(document);
        return loaded;
    }

    /** @return all attributes that it sets, by name */
    std::map<std::string, std::string> GetAttributes() const
    {
        std::map<std::string, std::string> attributes;
        for (const auto& setting : scenario.attributes)
        {
            EXPECT_TRUE(attributes.emplace(setting.name, setting.value).second)
                << setting.name << " is set twice";
        }
        return attributes;
    }

    /**
     * @param name an attribute
     * @return its value
     */
    std::string Get(const std::string& name) const
    {
        return GetAttributeText(scenario.attributes, name);
    }

    Json effective;    ///< the scenario with all defaults
    Scenario scenario; ///< the scenario as structs

  private:
    LoadedProfiles() = default;

    /** @param document a valid scenario */
    void Load(const Json& document)
    {
        for (const auto& problem : LoadScenario(document, effective, scenario))
        {
            ADD_FAILURE() << ToString(problem);
        }
    }
};

/**
 * @param profile name of a profile
 * @return a transport with this profile
 */
Json
With(const std::string& profile)
{
    return {{"type", "mrc"}, {"profile", profile}};
}

/**
 * @param name an attribute
 * @param text a value of it
 * @return the value in ns-3's format
 */
std::string
Normalize(const std::string& name, const std::string& text)
{
    const auto colons = name.rfind("::");
    ns3::TypeId::AttributeInformation info;
    ns3::TypeId::LookupByName(name.substr(0, colons))
        .LookupAttributeByName(name.substr(colons + 2), &info);
    return info.checker->CreateValidValue(ns3::StringValue(text))->SerializeToString(info.checker);
}

TEST(MrcProfiles, EachOfTheModuleIsAKeyAndSetsAllItsAttributes)
{
    for (const auto& profile : ns3::MrcProfileHelper::GetNames())
    {
        const LoadedProfiles loaded(With(profile));
        EXPECT_EQ(loaded.effective["transport"]["profile"], profile);
        for (const auto& [name, value, why] : ns3::MrcProfileHelper::GetAttributes(profile))
        {
            EXPECT_EQ(Normalize(name, loaded.Get(name)), Normalize(name, value))
                << profile << ": " << name;
        }
    }
}

TEST(MrcProfiles, TheDefaultIsThatOfThePublicDocumentsWhichSetsNothing)
{
    const LoadedProfiles none(Json::object({{"type", "mrc"}}));
    const LoadedProfiles mrc(With("mrc"));
    EXPECT_EQ(none.effective.dump(), mrc.effective.dump());
    EXPECT_EQ(none.effective["transport"]["profile"], "mrc");
    EXPECT_EQ(none.effective["transport"]["attributes"], Json::object());
    EXPECT_EQ(none.effective["switch"]["ecn"]["lastHop"], false);
}

TEST(MrcProfiles, EffectiveScenarioShowsTheOutcome)
{
    const LoadedProfiles uec(With("uec"));
    EXPECT_EQ(uec.effective["transport"]["pathSelector"], "mixed");
    EXPECT_EQ(uec.effective["switch"]["ecn"]["lastHop"], true) << "a key outside of transport";
    const auto& attributes = uec.effective["transport"]["attributes"];
    EXPECT_EQ(attributes["ns3::MrcNscc::WindowRule"], "htsim");
    EXPECT_EQ(attributes["ns3::MrcNscc::PerAckFilter"], true) << "a plain boolean";
    EXPECT_FALSE(attributes.contains("ns3::MrcQpFactory::PathSelector")) << "has a key";
    EXPECT_FALSE(attributes.contains("ns3::FabricSwitchParameters::EcnOnLastHop")) << "has a key";
}

TEST(MrcProfiles, KeysWin)
{
    const LoadedProfiles loaded(
        Json::object({{"type", "mrc"}, {"profile", "uec"}, {"pathSelector", "mrc"}}),
        R"({"switch": {"ecn": {"lastHop": false}}})");
    EXPECT_EQ(loaded.effective["transport"]["pathSelector"], "mrc");
    EXPECT_EQ(loaded.Get("ns3::MrcQpFactory::PathSelector"), "ns3::MrcSpraySelector");
    EXPECT_EQ(loaded.Get("ns3::FabricSwitchParameters::EcnOnLastHop"), "false");
    EXPECT_EQ(loaded.Get("ns3::MrcNscc::WindowRule"), "htsim") << "the rest of the profile stays";
}

TEST(MrcProfiles, AttributesWin)
{
    auto transport = With("uec");
    transport["attributes"]["ns3::MrcNscc::WindowRule"] = "uet";
    transport["attributes"]["ns3::MrcNscc::Gamma"] = 0.5;
    const LoadedProfiles loaded(transport);
    EXPECT_EQ(loaded.effective["transport"]["attributes"]["ns3::MrcNscc::WindowRule"], "uet");
    EXPECT_EQ(loaded.Get("ns3::MrcNscc::WindowRule"), "uet");
    EXPECT_EQ(loaded.Get("ns3::MrcNscc::Gamma"), "0.5");
    EXPECT_EQ(loaded.Get("ns3::MrcNscc::PerAckFilter"), "true");
}

TEST(MrcProfiles, EffectiveScenarioIsItsOwnEffectiveScenario)
{
    for (const auto& profile : ns3::MrcProfileHelper::GetNames())
    {
        auto transport = With(profile);
        transport["attributes"]["ns3::MrcNscc::Gamma"] = 0.5;
        const LoadedProfiles once(transport);
        const auto twice = LoadedProfiles::From(once.effective);
        EXPECT_EQ(once.effective.dump(), twice.effective.dump()) << profile;
        EXPECT_EQ(once.GetAttributes(), twice.GetAttributes()) << profile;
    }
}

TEST(MrcProfiles, AJobOfMrcBesideAnotherTransportHasTheUsualDefaults)
{
    const LoadedProfiles loaded(Json::object({{"type", "roce"}}), R"({"workload": [
        {"type": "write", "hosts": [0, 4], "bytes": "1MB", "transport": "mrc"}]})");
    EXPECT_FALSE(loaded.effective["transport"].contains("profile"));
    EXPECT_EQ(loaded.Get("ns3::MrcQpFactory::PathSelector"), "ns3::MrcSpraySelector");
    EXPECT_EQ(loaded.Get("ns3::MrcNscc::WindowRule"), "mrc");
}

} // namespace
