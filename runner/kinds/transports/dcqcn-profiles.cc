/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dcqcn-profiles.h"

#include "ns3/abort.h"

#include <algorithm>
#include <map>
#include <string>

namespace mrcsim
{

namespace
{

/// Key of a scenario that names the profile.
constexpr const char* PROFILE_PATH = "transport.dcqcnProfile";

/**
 * What a profile sets beside the initial values of attributes. Both mark everything from one queue
 * length on and cut by a share that a long AlphaTimer keeps high.
 */
struct DcqcnProfile
{
    uint64_t bpsPerMarkByte; ///< rate of a host's port for each byte of EcnKmin and EcnKmax, bit/s
    const char* gain;        ///< ns3::RoceDcqcn::Gain
    const char* alphaTimer;  ///< ns3::RoceDcqcn::AlphaTimer
};

/// All but "default", by name.
const std::map<std::string, DcqcnProfile> PROFILES{
    {"more-aggressive", {1'000'000, "0.0625", "300us"}},
    {"most-aggressive", {1'000'000, "0.0625", "750us"}},
};

/**
 * Set an attribute that nobody has set.
 * @param [in,out] settings all settings
 * @param name full name of the attribute
 * @param value as ns-3 reads it
 */
void
SetUnlessSet(std::vector<AttributeSetting>& settings,
             const std::string& name,
             const std::string& value)
{
    if (!FindSetting(settings, name))
    {
        settings.push_back({PROFILE_PATH, name, value});
    }
}

/**
 * Set an attribute whose key in switch.ecn is "auto".
 * @param [in,out] settings all settings, that of the key among them
 * @param path path of the key
 * @param isAuto the key is "auto"
 * @param value as ns-3 reads it
 */
void
SetIfAuto(std::vector<AttributeSetting>& settings,
          const std::string& path,
          bool isAuto,
          const std::string& value)
{
    const auto key = std::find_if(settings.begin(), settings.end(), [&path](const auto& setting) {
        return setting.path == path;
    });
    NS_ABORT_MSG_IF(key == settings.end(), "there is no key " << path);
    if (isAuto)
    {
        key->value = value;
    }
}

} // namespace

std::vector<std::string>
GetDcqcnProfiles()
{
    std::vector<std::string> names{"default"};
    for (const auto& profile : PROFILES)
    {
        names.push_back(profile.first);
    }
    return names;
}

void
ApplyDcqcnProfile(const std::string& name,
                  const SwitchSpec& switches,
                  uint64_t hostRateBps,
                  std::vector<AttributeSetting>& settings)
{
    const auto found = PROFILES.find(name);
    if (found == PROFILES.end())
    {
        return;
    }
    const auto& profile = found->second;
    SetUnlessSet(settings, "ns3::RoceDcqcn::Gain", profile.gain);
    SetUnlessSet(settings, "ns3::RoceDcqcn::AlphaTimer", profile.alphaTimer);

    const auto mark = std::to_string(hostRateBps / profile.bpsPerMarkByte);
    SetIfAuto(settings, "switch.ecn.kmin", !switches.kmin, mark);
    SetIfAuto(settings, "switch.ecn.kmax", !switches.kmax, mark);
    SetIfAuto(settings, "switch.ecn.pmax", !switches.pmax, "1");
}

} // namespace mrcsim
