/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capacity-parameters.h"

#include "document/json-text.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string>

namespace mrcsim
{

namespace
{

/// A parameter.
struct Entry
{
    const char* key;                    ///< key in documents
    const char* unit;                   ///< unit of the number
    double CapacityParameters::*member; ///< member for the number
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

/// A parameter in a document.
struct Parameter : KeyOwner
{
    double value{0};    ///< the number
    std::string unit;   ///< its unit
    std::string source; ///< origin of the number
    std::string note;   ///< remark

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Title("an object with value, unit and source");
        keys.Add("value", &Parameter::value).AtLeast(0).Required();
        keys.Add("unit", &Parameter::unit).Required();
        keys.Add("source", &Parameter::source)
            .Pattern("^(https?://|assumed: )[^\r\n]")
            .Title("the source of the number: an address (\"https://...\"), or \"assumed: \" and a "
                   "reason")
            .Required();
        keys.Add("note", &Parameter::note);
    }
};

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
        return {{"parameters.file", file + " contains no object; allowed: parameters by key"}};
    }
    own.erase("file");
    parameters.update(own);
    own = parameters;
    return {};
}

void
CapacityParameters::DeclareKeys(KeySet& keys)
{
    keys.Title("an object with the key file, or with all parameters");
    for (const auto& entry : ENTRIES)
    {
        const auto read = [&entry](KeyOwner& owner, const KeyReading& reading) {
            Parameter parameter;
            reading.ReadObject(parameter);
            if (parameter.unit != entry.unit)
            {
                reading.GetProblems().push_back(
                    {reading.GetPath() + ".unit",
                     "found \"" + parameter.unit + "\"; allowed: \"" + entry.unit + "\""});
            }
            dynamic_cast<CapacityParameters&>(owner).*entry.member = parameter.value;
        };
        keys.AddRead(entry.key, GetKeyType(static_cast<const Parameter*>(nullptr)), read)
            .Required();
    }
}

} // namespace mrcsim
