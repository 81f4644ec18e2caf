/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "foreign-attributes.h"

#include "document/module-attributes.h"
#include "document/words.h"

#include "ns3/data-rate.h"
#include "ns3/type-id.h"

#include <sstream>
#include <string>

namespace mrcsim
{

namespace
{

/// A number that ns-3 takes only in a range.
struct NumberLimit
{
    const char* name; ///< full name of the attribute
    double least;     ///< the least that works
    double most;      ///< the most that works
};

/// BBR divides by a rate that it makes of this gain and the bandwidth, as a whole number.
constexpr NumberLimit NUMBERS[] = {{"ns3::TcpBbr::HighGain", 0.01, 1e6}};

/// Rates that are divided by.
constexpr const char* RATES[] = {"ns3::TcpSocketState::MaxPacingRate"};

/// Classes that are cast to a family without being asked: its initial value is of that family.
constexpr const char* CLASSES[] = {"ns3::TcpL4Protocol::RttEstimatorType",
                                   "ns3::TcpL4Protocol::RecoveryType"};

/**
 * @param setting a value of an attribute
 * @param allowed what would do
 * @return the mistake
 */
Problem
Refuse(const AttributeSetting& setting, const std::string& allowed)
{
    return {setting.path,
            "found " + setting.value + "; allowed by " + setting.name + ": " + allowed};
}

} // namespace

Problems
CheckForeignAttributes(const std::vector<AttributeSetting>& settings)
{
    Problems problems;
    for (const auto& limit : NUMBERS)
    {
        const auto* const setting = FindSetting(settings, limit.name);
        const double value = setting ? std::stod(setting->value) : limit.least;
        if (!(value >= limit.least && value <= limit.most))
        {
            std::ostringstream allowed;
            allowed << limit.least << " to " << limit.most;
            problems.push_back(Refuse(*setting, allowed.str()));
        }
    }
    for (const char* const name : RATES)
    {
        const auto* const setting = FindSetting(settings, name);
        if (setting && ns3::DataRate(setting->value).GetBitRate() == 0)
        {
            problems.push_back(Refuse(*setting, "more than 0 bit/s"));
        }
    }
    for (const char* const name : CLASSES)
    {
        const auto* const setting = FindSetting(settings, name);
        const auto usual = ns3::TypeId::LookupByName(GetAttributeText({}, name));
        const auto known = GetSubstitutes(usual);
        if (setting && known.count(setting->value) == 0)
        {
            problems.push_back(Refuse(*setting, JoinWords(known)));
        }
    }
    return problems;
}

} // namespace mrcsim
