/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capacity-document.h"

#include "keys/key-document.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/// Largest number of flows of a measurement; more would take minutes and many GB.
constexpr uint64_t MAX_FLOWS = 1 << 22;

/**
 * @param spec a network without its number of tiers
 * @return the least possible number of tiers, or the largest if there is no such network
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

/** @param keys receives the keys of network */
void
DeclareNetwork(KeySet& keys)
{
    using Document = CapacityDocument;
    keys.Title("a network such as {\"nics\": 1024, \"planes\": 8}");
    keys.Add("nics", &Document::network, &TieredSpec::nics)
        .Range(2, 1048576)
        .Required()
        .Help("Number of NICs.");
    keys.Add("planes", &Document::network, &TieredSpec::planes)
        .Range(1, 8)
        .Required()
        .Help("Number of disjoint networks; a NIC has a port in each.");
    keys.Add("tiers", &Document::tiers)
        .Words({"auto"})
        .Range(2, 4)
        .Default("auto")
        .Help("Tiers of switches; auto: the least number for these NICs.");
    keys.Add("nicRate", &Document::network, &TieredSpec::nicRateBps)
        .Rate()
        .Above(0)
        .Default("800Gbps")
        .Help("Rate of a NIC, all ports together.");
    keys.Add("switchRate", &Document::network, &TieredSpec::switchRateBps)
        .Rate()
        .Above(0)
        .Default("51.2Tbps")
        .Help("Rate of a switch, all ports together.");
    keys.Add("nicLinks", &Document::nicLinks)
        .Words({"optical", "copper"})
        .Default("optical")
        .Help("Type of the links between NICs and T0s. All other links are optical.");
}

/** @param keys receives the keys of faults */
void
DeclareFaults(KeySet& keys)
{
    using Document = CapacityDocument;
    keys.Add("fabricLinks", &Document::faults, &TieredFaults::fabricLinks)
        .Range(0, 1)
        .Default(0)
        .Help("Share of failed links between switches, 0..1.");
    keys.Add("nicLinks", &Document::faults, &TieredFaults::nicLinks)
        .Range(0, 1)
        .Default(0)
        .Help("Share of failed links between NICs and T0s, 0..1.");
    keys.Add("switches", &Document::faults, &TieredFaults::switches)
        .Range(0, 1)
        .Default(0)
        .Help("Share of failed switches of all tiers, 0..1.");
    keys.Add("one", &Document::faults, &TieredFaults::one)
        .Words({"none", "fabric-link", "nic-link", "t0", "t1"})
        .Default("none")
        .Help("One additional fault: an uplink of a T0, a link of a NIC, a T0 or a T1.");
}

/** @param keys receives the keys of traffic */
void
DeclareTraffic(KeySet& keys)
{
    using Document = CapacityDocument;
    keys.Add("pattern", &Document::traffic, &CapacityTraffic::pattern)
        .Words({"uniform", "permutation"})
        .Default("uniform")
        .Help("uniform: each NIC sends to all others. permutation: each to one.");
    keys.Add("peers", &Document::traffic, &CapacityTraffic::peers)
        .Range(1, 4096)
        .Default(8)
        .Help("uniform: number of NICs to which each one sends if there are more; they are drawn "
              "with the seed.");
}

/**
 * @param capacity a document with valid keys
 * @return the problems between its values
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

void
CapacityDocument::DeclareKeys(KeySet& keys)
{
    keys.Title("a capacity document: an object with at least schema, name, network and parameters");
    keys.AddNote("$schema").Help("Location of a JSON Schema for editors; otherwise ignored.");
    keys.AddNote("schema").Type(MakeVersionType()).Required().Help("Version of this format.");
    keys.AddNote("version").Help("Version of the test bench that wrote a config.json.");
    keys.AddNote("ns3Version").Help("Version of ns-3 that wrote a config.json.");
    keys.Add("name", &CapacityDocument::name).Name().Required().Help("Name of the document.");
    keys.Add("seed", &CapacityDocument::seed)
        .Range(1, 2147483647)
        .Default(1)
        .Help("Seed of the draws of faults and traffic.");
    keys.AddGroup("network", DeclareNetwork)
        .Required()
        .Help("A Clos network with full bisection bandwidth and one port rate.");
    keys.AddGroup("faults", DeclareFaults).DefaultJson("{}").Help("Faults.");
    keys.AddGroup("traffic", DeclareTraffic)
        .DefaultJson("{}")
        .Help("Traffic that measures the "
              "capacity.");
    keys.Add("parameters", &CapacityDocument::parameters)
        .Required()
        .Help("Power, price and delay of parts. The key file names a JSON file with the parameters "
              "that are not listed here.");
}

Problems
LoadCapacity(const std::filesystem::path& folder,
             Json document,
             Json& effective,
             CapacityDocument& capacity)
{
    const auto& keys = GetKeys<CapacityDocument>();
    auto problems = InsertParameters(folder, document);
    if (problems.empty())
    {
        problems = CheckDocument(keys, document);
    }
    if (!problems.empty())
    {
        return problems;
    }
    document.erase("$schema"); // for editors only
    effective = CompleteDocument(keys, document);
    KeyContext context{problems};
    ReadDocument(keys, effective, capacity, context);
    if (capacity.parameters.opticRate == 0)
    {
        problems.push_back({"parameters.opticRate.value", "found 0; allowed: more"});
    }
    capacity.network.tiers = capacity.tiers.value_or(FindTiers(capacity.network));
    const auto others = CheckNumbers(capacity);
    problems.insert(problems.end(), others.begin(), others.end());
    return problems;
}

} // namespace mrcsim
