/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capacity-parameters.h"

#include "document/json-text.h"

#include <array>
#include <string>

namespace mrcsim
{

namespace
{

/// A parameter.
struct Entry
{
    const char* key;                    ///< in documents
    const char* unit;                   ///< of the number there
    double CapacityParameters::*member; ///< where it goes
};

constexpr std::array ENTRIES{Entry{"switchPower", "W", &CapacityParameters::switchPower},
                             Entry{"switchPrice", "USD", &CapacityParameters::switchPrice},
                             Entry{"switchLatency", "ns", &CapacityParameters::switchLatency},
                             Entry{"opticRate", "Gb/s", &CapacityParameters::opticRate},
                             Entry{"opticPower", "W", &CapacityParameters::opticPower},
                             Entry{"opticPrice", "USD", &CapacityParameters::opticPrice},
                             Entry{"fiberPrice", "USD", &CapacityParameters::fiberPrice},
                             Entry{"shufflePrice", "USD", &CapacityParameters::shufflePrice},
                             Entry{"copperPower", "W", &CapacityParameters::copperPower},
                             Entry{"copperPrice", "USD", &CapacityParameters::copperPrice},
                             Entry{"cableDelay", "ns/m", &CapacityParameters::cableDelay},
                             Entry{"nicCable", "m", &CapacityParameters::nicCable},
                             Entry{"t1Cable", "m", &CapacityParameters::t1Cable},
                             Entry{"t2Cable", "m", &CapacityParameters::t2Cable},
                             Entry{"t3Cable", "m", &CapacityParameters::t3Cable},
                             Entry{"frameBytes", "B", &CapacityParameters::frameBytes}};

} // namespace

Problems
InsertParameters(const std::filesystem::path& folder, Json& document)
{
    const bool named = document.is_object() && document.contains("parameters") &&
                       document["parameters"].is_object() &&
                       document["parameters"].contains("file");
    if (!named)
    {
        return {};
    }
    auto& own = document["parameters"];
    if (!own["file"].is_string())
    {
        return {{"parameters.file",
                 "found " + own["file"].dump() + "; allowed: the name of a JSON file"}};
    }
    const auto file = own["file"].get<std::string>();
    Json parameters;
    const auto problems = ReadJsonFile((folder / file).string(), parameters);
    if (!problems.empty())
    {
        return {{"parameters.file", file + ": " + ToString(problems.front())}};
    }
    if (!parameters.is_object())
    {
        return {{"parameters.file", file + " holds no object; allowed: parameters by key"}};
    }
    own.erase("file");
    parameters.update(own);
    own = parameters;
    return {};
}

Problems
CheckParameters(const Json& parameters)
{
    Problems problems;
    for (const auto& entry : ENTRIES)
    {
        const auto& unit = parameters[entry.key]["unit"];
        if (unit != entry.unit)
        {
            problems.push_back({std::string("parameters.") + entry.key + ".unit",
                                "found " + unit.dump() + "; allowed: \"" + entry.unit + "\""});
        }
    }
    if (parameters["opticRate"]["value"] == 0)
    {
        problems.push_back({"parameters.opticRate.value", "found 0; allowed: more"});
    }
    return problems;
}

CapacityParameters
ReadParameters(const Json& parameters)
{
    CapacityParameters read;
    for (const auto& entry : ENTRIES)
    {
        read.*entry.member = parameters[entry.key]["value"].get<double>();
    }
    return read;
}

} // namespace mrcsim
