/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-profile-helper.h"

#include "ns3/abort.h"
#include "ns3/config.h"
#include "ns3/rdma-join.h"
#include "ns3/string.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/// A profile: its name, and the attributes that it sets.
using Profile = std::pair<std::string, std::vector<MrcProfileAttribute>>;

/// All profiles. Attributes with their initial value have no line.
// clang-format off
const std::vector<Profile> PROFILES{
    {"mrc", {}},
    {"uec", {
        {"ns3::MrcQpFactory::PathSelector",               "ns3::MrcMixedSelector", "paths are recycled, and have penalties instead of states"},
        {"ns3::MrcQpFactory::ShareCcPerDestination",      "false",                 "every connection has a separate controller"},
        {"ns3::MrcEvParameters::ReverseEv",               "simple",                "answers take any path"},
        {"ns3::MrcQpParameters::LossRuleA",               "false",                 "losses without a NACK are found by the timer alone"},
        {"ns3::MrcQpParameters::LossRuleB",               "false",                 "the same"},
        {"ns3::MrcQpParameters::LossRuleD",               "false",                 "the same; its probes belong to an option"},
        {"ns3::MrcQpParameters::TrimGracePeriod",            "0",                     "timers do not follow the NACKs"},
        {"ns3::MrcQpParameters::AckOncePerWindow",        "false",                 "every packet that closes the window asks for a SACK"},
        {"ns3::MrcQpParameters::AckSilence",              "1000",                  "nothing is asked for because of silence"},
        {"ns3::MrcQpParameters::MinBdp",                  "0",                     "windows follow the path, however short it is"},
        {"ns3::MrcQpParameters::RttAfterTrims",           "false",                 "one retransmission at most gives a sample"},
        {"ns3::MrcNscc::PerAckFilter",                    "true",                  "the delay is smoothed per SACK, not by time"},
        {"ns3::MrcNscc::DecreasePerRtt",                  "false",                 "a decrease is possible per base RTT"},
        {"ns3::MrcNscc::DelayWithoutRtt",                 "true",                  "SACKs without a valid RTT also move the window"},
        {"ns3::MrcNscc::WindowRule",                      "htsim",                 "a packet leaves if it fits into the window"},
        {"ns3::MrcNscc::NackRtt",                         "true",                  "NACKs lower base_rtt"},
        {"ns3::MrcNscc::ShortRtt",                        "true",                  "so do short packets"},
        {"ns3::MrcNscc::QaGateOfSent",                    "false",                 "the gate of quick adapt is a share of max_wnd"},
        {"ns3::MrcNscc::QaWithTrimming",                  "true",                  "delay arms quick adapt, trimming or not"},
        {"ns3::FabricSwitchParameters::EcnOnLastHop",     "true",                  "every queue marks"},
        {"ns3::FabricSwitchParameters::MinBdp",           "0",                     "queues follow the path, however short it is"},
        {"ns3::FabricSwitchParameters::TrimmedShare",     "1",                     "trimmed headers have strict priority"},
        {"ns3::FabricSwitchParameters::TrimThresholdLastHop", "1",                 "all queues have one size"},
        {"ns3::FabricSwitchParameters::ControlThreshold", "2",                     "their queue holds twice what the data queue does"},
        {"ns3::Fabric::TrimmedBytes",                     "64",                    "trimmed packets are short"},
        {"ns3::Fabric::SackBytes",                        "64",                    "so are SACKs and NACKs"},
    }},
    {"enhanced", {
        {"ns3::MrcQpParameters::TrimSchedule", "true", "the receiver schedules the retransmissions of trimmed packets"},
        {"ns3::MrcNscc::DelayMarks",           "true", "delay lowers windows where the last hop does not mark"},
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
    NS_ABORT_MSG_IF(found == PROFILES.end(),
                    "no profile of MRC is called \""
                        << profile << "\"; allowed: " << JoinRdmaWords(GetNames()));
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
