/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-profiles.h"

#include "ns3/mrc-profile-helper.h"

namespace mrcsim
{

namespace
{

/// Key of a scenario that names the profile.
constexpr const char* PROFILE_PATH = "transport.profile";

/**
 * @param text value of an attribute as ns-3 reads it
 * @return it as one would write it in a scenario: numbers and truth values plain
 */
Json
ToPlainJson(const std::string& text)
{
    const auto value = Json::parse(text, nullptr, false);
    const bool plain = value.is_number() || value.is_boolean();
    // a number that would be written in another way is left as it is
    return plain && value.dump() == text ? value : Json(text);
}

} // namespace

std::vector<AttributeSetting>
GetProfileDefaults(const Json& document)
{
    std::vector<AttributeSetting> defaults;
    const auto transport = document.value("transport", Json::object());
    if (transport.contains("profile"))
    {
        const auto profile = transport["profile"].get<std::string>();
        for (const auto& attribute : ns3::MrcProfileHelper::GetAttributes(profile))
        {
            defaults.push_back({PROFILE_PATH, attribute.name, attribute.value});
        }
    }
    return defaults;
}

void
FillProfileAttributes(Json& effective,
                      const std::vector<AttributeSetting>& keys,
                      const std::vector<AttributeSetting>& profile)
{
    auto& attributes = effective["transport"]["attributes"];
    for (const auto& setting : profile)
    {
        if (!FindSetting(keys, setting.name) && !attributes.contains(setting.name))
        {
            attributes[setting.name] = ToPlainJson(setting.value);
        }
    }
}

} // namespace mrcsim
