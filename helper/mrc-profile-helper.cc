/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-profile-helper.h"

#include "ns3/abort.h"
#include "ns3/config.h"
#include "ns3/string.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// A profile: its name, and what it sets.
using Profile = std::pair<std::string, std::vector<MrcProfileAttribute>>;

/// All of them. What an attribute is anyway has no line.
// clang-format off
const std::vector<Profile> PROFILES{
    {"mrc", {}},
    {"uec", {
        {"ns3::MrcQpFactory::PathSelector",            "ns3::MrcMixedSelector", "paths are recycled, and have penalties instead of states"},
        {"ns3::MrcNscc::PerAckFilter",                 "true",                  "the delay is smoothed per SACK, not by time"},
        {"ns3::MrcNscc::DelayWithoutRtt",              "true",                  "SACKs without a valid RTT move the window, too"},
        {"ns3::MrcNscc::WindowRule",                   "htsim",                 "a packet leaves if it fits into the window"},
        {"ns3::FabricSwitchParameters::EcnOnLastHop",  "true",                  "every queue marks"},
    }},
    {"enhanced", {
        {"ns3::FabricSwitchParameters::EcnOnLastHop",  "true",                  "NSCC hears of an incast by marks, and shares are even"},
    }},
};

// clang-format on

} // namespace

std::vector<std::string>
MrcProfileHelper::GetNames()
{
    std::vector<std::string> names;
    for (const auto& profile : PROFILES)
    {
        names.push_back(profile.first);
    }
    return names;
}

const std::vector<MrcProfileAttribute>&
MrcProfileHelper::GetAttributes(const std::string& profile)
{
    const auto found = std::find_if(PROFILES.begin(), PROFILES.end(), [&profile](const auto& p) {
        return p.first == profile;
    });
    if (found == PROFILES.end())
    {
        std::string allowed;
        for (const auto& name : GetNames())
        {
            allowed += (allowed.empty() ? "" : ", ") + name;
        }
        NS_ABORT_MSG("no profile of MRC is called \"" << profile << "\"; allowed: " << allowed);
    }
    return found->second;
}

void
MrcProfileHelper::SetDefaults(const std::string& profile)
{
    for (const auto& attribute : GetAttributes(profile))
    {
        Config::SetDefault(attribute.name, StringValue(attribute.value));
    }
}

} // namespace ns3
