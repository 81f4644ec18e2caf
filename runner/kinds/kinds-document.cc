/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds-document.h"

#include "fault.h"
#include "job.h"
#include "topology.h"
#include "transport.h"

#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

using Facts = nlohmann::ordered_json;

/**
 * Add the traits of a kind.
 * @param job an object of the kind
 * @param [out] facts receives the traits
 */
void
AddTraits(const Job& job, Facts& facts)
{
    const char* const bandwidths[] = {"busbw", "total", "goodput"};
    facts["bandwidth"] = bandwidths[static_cast<size_t>(job.GetBandwidth())];
    facts["operation"] = job.IsOperation();
    facts["driven"] = job.MayBeDriven();
    facts["sizePerPeer"] = job.IsSizePerPeer();
}

/**
 * Add the traits of a kind.
 * @param transport an object of the kind
 * @param [out] facts receives the traits
 */
void
AddTraits(const Transport& transport, Facts& facts)
{
    const auto label = transport.GetLabel();
    facts["label"] = label.empty() ? facts["name"] : Facts(label);
    facts["singlePath"] = transport.IsSinglePath();
    facts["qps"] = transport.CountsPerQp();
    facts["evs"] = transport.HasEvs();
    facts["headerBytes"] = transport.GetHeaderBytes();
}

/**
 * Add the traits of a kind. The effects of a fault are in its events (EventKind).
 * @param fault an object of a kind
 * @param [out] facts receives its traits
 */
void
AddTraits(const Fault& fault, Facts& facts)
{
    facts["evs"] = fault.NeedsEvs();
}

/** A topology has no traits: results list its nodes and links. */
void
AddTraits(const Topology& /* topology */, Facts& /* facts */)
{
}

/**
 * @tparam Base class of a noun
 * @return its kinds
 */
template <typename Base>
Facts
List()
{
    auto list = Facts::array();
    for (const auto& kind : Kind<Base>::List())
    {
        Facts facts{{"name", kind.name}, {"description", kind.description}};
        AddTraits(*kind.make(), facts);
        list.push_back(facts);
    }
    return list;
}

} // namespace

Facts
DescribeKinds()
{
    return {{"jobs", List<Job>()},
            {"faults", List<Fault>()},
            {"transports", List<Transport>()},
            {"topologies", List<Topology>()}};
}

} // namespace mrcsim
