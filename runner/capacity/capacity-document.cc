/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capacity-document.h"

#include "capacity-schema-text.h"
#include "document/json-text.h"
#include "document/scenario-quantity.h"
#include "document/scenario-schema.h"
#include "document/schema-assembly.h"

#include "ns3/abort.h"

#include <algorithm>

namespace mrcsim
{

namespace
{

/// Most flows of a measurement; more would take minutes and many GB.
constexpr uint64_t MAX_FLOWS = 1 << 22;

/** @return the schema of capacity documents */
ScenarioSchema
MakeSchema()
{
    SchemaFile base{"the schema of capacity documents", {}};
    auto problems = ParseJson(CAPACITY_SCHEMA_TEXT, base.content);
    Json schema;
    if (problems.empty())
    {
        problems = AssembleSchema(base, {}, schema);
    }
    NS_ABORT_MSG_UNLESS(problems.empty(), ToString(problems.front()));
    return ScenarioSchema(std::move(schema));
}

/**
 * @param spec a network but for its tiers
 * @return as few as there can be, or the most if there is no such network
 */
uint32_t
FindTiers(TieredSpec spec)
{
    constexpr uint32_t MOST = 4;
    for (spec.tiers = 2; spec.tiers < MOST && !TieredShape::Check(spec).empty(); ++spec.tiers)
    {
    }
    return spec.tiers;
}

/**
 * @param effective a document that satisfies the schema, with all defaults
 * @return the same as structs
 */
CapacityDocument
ToStructs(const Json& effective)
{
    const auto& network = effective["network"];
    const auto& faults = effective["faults"];
    CapacityDocument capacity;
    capacity.name = effective["name"].get<std::string>();
    capacity.seed = effective["seed"].get<uint64_t>();
    capacity.network.nics = network["nics"].get<uint32_t>();
    capacity.network.planes = network["planes"].get<uint32_t>();
    capacity.network.nicRateBps = ReadRate(network["nicRate"]);
    capacity.network.switchRateBps = ReadRate(network["switchRate"]);
    capacity.network.tiers =
        network["tiers"] == "auto" ? FindTiers(capacity.network) : network["tiers"].get<uint32_t>();
    capacity.copper = network["nicLinks"] == "copper";
    capacity.faults = {faults["fabricLinks"].get<double>(),
                       faults["nicLinks"].get<double>(),
                       faults["switches"].get<double>(),
                       faults["one"].get<std::string>()};
    capacity.traffic = {effective["traffic"]["pattern"].get<std::string>(),
                        effective["traffic"]["peers"].get<uint32_t>()};
    capacity.parameters = ReadParameters(effective["parameters"]);
    return capacity;
}

/**
 * @param capacity a document that satisfies the schema
 * @return what is wrong between its numbers
 */
Problems
CheckNumbers(const CapacityDocument& capacity)
{
    auto problems = TieredShape::Check(capacity.network);
    const uint64_t peers =
        std::min<uint64_t>(capacity.traffic.peers, capacity.network.nics - uint64_t{1});
    if (capacity.traffic.pattern == "uniform" && capacity.network.nics * peers > MAX_FLOWS)
    {
        problems.push_back({"traffic.peers",
                            "found " + std::to_string(peers) + "; allowed with " +
                                std::to_string(capacity.network.nics) + " NICs: up to " +
                                std::to_string(MAX_FLOWS / capacity.network.nics)});
    }
    return problems;
}

} // namespace

Problems
LoadCapacity(const std::filesystem::path& folder,
             Json document,
             Json& effective,
             CapacityDocument& capacity)
{
    static const ScenarioSchema SCHEMA = MakeSchema();
    auto problems = InsertParameters(folder, document);
    if (problems.empty())
    {
        problems = SCHEMA.Check(document);
    }
    if (!problems.empty())
    {
        return problems;
    }
    document.erase("$schema"); // for editors alone
    effective = SCHEMA.FillDefaults(document, {});
    problems = CheckParameters(effective["parameters"]);
    capacity = ToStructs(effective);
    const auto others = CheckNumbers(capacity);
    problems.insert(problems.end(), others.begin(), others.end());
    return problems;
}

} // namespace mrcsim
