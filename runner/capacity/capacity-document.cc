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

/// Most flows of a measurement; more would take minutes and many GB.
constexpr uint64_t MAX_FLOWS = 1 << 22;

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

/** @param keys receives those of network */
void
DeclareNetwork(KeySet& keys)
{
    using Document = CapacityDocument;
    keys.Title("a network such as {\"nics\": 1024, \"planes\": 8}");
    keys.Add("nics", &Document::network, &TieredSpec::nics)
        .Range(2, 1048576)
        .Required()
        .Help("NICs.");
    keys.Add("planes", &Document::network, &TieredSpec::planes)
        .Range(1, 8)
        .Required()
        .Help("Disjoint networks, in each of which a NIC has a port.");
    keys.Add("tiers", &Document::tiers)
        .Words({"auto"})
        .Range(2, 4)
        .Default("auto")
        .Help("Tiers of switches; auto: as few as link so many NICs.");
    keys.Add("nicRate", &Document::network, &TieredSpec::nicRateBps)
        .Rate()
        .Above(0)
        .Default("800Gbps")
        .Help("Rate of a NIC, all its ports together.");
    keys.Add("switchRate", &Document::network, &TieredSpec::switchRateBps)
        .Rate()
        .Above(0)
        .Default("51.2Tbps")
        .Help("Rate of a switch, all its ports together.");
    keys.Add("nicLinks", &Document::nicLinks)
        .Words({"optical", "copper"})
        .Default("optical")
        .Help("What links NICs to T0s. All other links are optical.");
}

/** @param keys receives those of faults */
void
DeclareFaults(KeySet& keys)
{
    using Document = CapacityDocument;
    keys.Add("fabricLinks", &Document::faults, &TieredFaults::fabricLinks)
        .Range(0, 1)
        .Default(0)
        .Help("Part of all links between switches, 0..1.");
    keys.Add("nicLinks", &Document::faults, &TieredFaults::nicLinks)
        .Range(0, 1)
        .Default(0)
        .Help("Part of all links between NICs and T0s, 0..1.");
    keys.Add("switches", &Document::faults, &TieredFaults::switches)
        .Range(0, 1)
        .Default(0)
        .Help("Part of all switches of all tiers, 0..1.");
    keys.Add("one", &Document::faults, &TieredFaults::one)
        .Words({"none", "fabric-link", "nic-link", "t0", "t1"})
        .Default("none")
        .Help(
            "One more thing that has failed: a link from a T0 upwards, a link of a NIC, a T0 or a "
            "T1.");
}

/** @param keys receives those of traffic */
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
        .Help("uniform: NICs to which each one sends if there are more; they are drawn at random.");
}

/**
 * @param capacity a document whose keys are right
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

void
CapacityDocument::DeclareKeys(KeySet& keys)
{
    keys.Title("a capacity document: an object with at least schema, name, network and parameters");
    keys.AddNote("$schema").Help("Where an editor finds a JSON Schema. Nothing else reads it.");
    keys.AddNote("schema").Type(MakeVersionType()).Required().Help("Version of this format.");
    keys.AddNote("version").Help("Version of the test bench that wrote a config.json.");
    keys.AddNote("ns3Version").Help("Version of ns-3 that a config.json was made with.");
    keys.Add("name", &CapacityDocument::name).Name().Required().Help("Name of the document.");
    keys.Add("seed", &CapacityDocument::seed)
        .Range(1, 2147483647)
        .Default(1)
        .Help("Which draws of faults and traffic.");
    keys.AddGroup("network", DeclareNetwork)
        .Required()
        .Help("A Clos network of full bisection, all of whose ports have one rate.");
    keys.AddGroup("faults", DeclareFaults).DefaultJson("{}").Help("What has failed.");
    keys.AddGroup("traffic", DeclareTraffic).DefaultJson("{}").Help("How capacity is measured.");
    keys.Add("parameters", &CapacityDocument::parameters)
        .Required()
        .Help(
            "What parts take, cost and delay. The key file names a JSON file that has what is not "
            "here.");
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
    document.erase("$schema"); // for editors alone
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
