/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "load-scenario.h"

#include "job-placement.h"
#include "keys/key-document.h"
#include "keys/key-type.h"
#include "scenario-check.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace mrcsim
{

namespace
{

/// Number of link directions above which results omit unused links by default.
constexpr uint32_t MANY_LINKS = 65536;

/** Give every job a name, and remove the key that only editors read. */
void
NameJobs(Json& document)
{
    document.erase("$schema");
    size_t place = 0;
    for (auto& job : document["workload"])
    {
        if (!job.contains("name"))
        {
            job["name"] = "job" + std::to_string(place);
        }
        ++place;
    }
}

/** Set the values that follow from several keys. The network may be missing. */
void
Resolve(Scenario& scenario, Problems& problems)
{
    for (auto& job : scenario.jobs)
    {
        job.transport = job.own ? FindTransport(*job.own) : scenario.transport;
    }
    if (scenario.network)
    {
        scenario.allLinks =
            scenario.links == "all" ||
            (scenario.links == "auto" && scenario.network->GetNPorts() <= MANY_LINKS);
        scenario.samples.allHosts = scenario.allLinks;
        PlaceJobs(scenario, problems);
    }
}

/** @return the value of an attribute as in scenarios: plain numbers and booleans */
Json
ToPlainJson(const std::string& text)
{
    const auto value = Json::parse(text, nullptr, false);
    const bool plain = value.is_number() || value.is_boolean();
    // numbers in another format remain strings
    return plain && value.dump() == text ? value : Json(text);
}

/**
 * Add attributes with another default in this scenario to transport.attributes, unless a key stands
 * for them or they are already set.
 *
 * @param keys settings by keys
 * @param defaults defaults of the transport for this scenario
 */
void
ShowDefaults(Json& effective,
             const std::vector<AttributeSetting>& keys,
             const std::vector<AttributeSetting>& defaults)
{
    auto& attributes = effective["transport"]["attributes"];
    for (const auto& setting : defaults)
    {
        if (!FindSetting(keys, setting.name) && !attributes.contains(setting.name))
        {
            attributes[setting.name] = ToPlainJson(setting.value);
        }
    }
}

/** @return the key transport of a document, or its default */
Json
GetTransport(const Json& document)
{
    const auto keys = GetScenarioKeys().Get()->ListKeys(nullptr);
    const auto key = std::find_if(keys.begin(), keys.end(), [](const KeyEntry* entry) {
        return entry->name == "transport";
    });
    return document.value((*key)->name, (*key)->initial);
}

/** Make the network after the keys topology and switch, because the following keys refer to it. */
void
MakeNetwork(Scenario& scenario, KeyContext& context)
{
    scenario.topology.cutThrough = scenario.switches.forwarding == "cut-through";
    scenario.network =
        scenario.topology.what->MakeNetwork(scenario.topology, scenario.seed, context.problems);
    scenario.servers = scenario.topology.servers;
    if (scenario.servers.HasLinks())
    {
        scenario.servers.delay = scenario.topology.serverDelay.value_or(ns3::RdmaTick{});
        CheckLinkRate(scenario.servers.rateBps, "topology.serverRate", context.problems);
    }
    context.network = ns3::PeekPointer(scenario.network);
}

/** @return attributes that have another default in a valid scenario, each once */
std::vector<AttributeSetting>
GetDefaults(const Json& document, const Json& transport)
{
    const auto type = transport["type"].get<std::string>();
    auto defaults = FindTransport(type).what->GetDefaults(transport);
    for (const auto& job : document["workload"])
    {
        if (!job.contains("driver"))
        {
            continue;
        }
        const auto own = FindTransport(job.value("transport", type)).what;
        for (const auto& setting : own->GetDriverDefaults())
        {
            const auto same = [&](const auto& other) { return other.name == setting.name; };
            defaults.erase(std::remove_if(defaults.begin(), defaults.end(), same), defaults.end());
            defaults.push_back(setting);
        }
    }
    return defaults;
}

} // namespace

const KeySet&
GetScenarioKeys()
{
    return GetKeys<Scenario>();
}

Json
MakeScenarioSchema()
{
    return MakeSchema(
        GetScenarioKeys(),
        "One simulation: a fabric, a transport, jobs, faults. Quantities are strings "
        "with a unit (\"100Gbps\", \"500ns\", \"4MB\" = 4,000,000 B, \"4MiB\") or plain "
        "whole numbers in the unit that the key names. In addition to the keywords of JSON "
        "Schema, draft 7, there are annotations: 'quantity' (time, bytes or rate) bounds strings "
        "like numbers, 'defaultFrom' names the key of the same object whose value is the default, "
        "'defaultByTransport' gives a default per transport.type, 'attribute' names the ns-3 "
        "attribute that the key sets and whose initial value is the default unless another one is "
        "given, 'attributeWith' names the key of the same object that is required to set the "
        "attribute, 'unit' is the unit of a plain number, 'absent' is the meaning of the absence "
        "of a key without default.");
}

Problems
LoadScenario(Json document, Json& effective, Scenario& scenario)
{
    auto problems = CheckDocument(GetScenarioKeys(), document);
    if (!problems.empty())
    {
        return problems;
    }
    const auto transport = GetTransport(document);
    const auto type = transport["type"].get<std::string>();
    const auto defaults = GetDefaults(document, transport);
    NameJobs(document);
    effective = CompleteDocument(GetScenarioKeys(), document, type, defaults);
    document = {}; // free memory: it may list many flows
    KeyContext context{problems};
    context.onRead = [&](const std::string& key) {
        if (key == "switch")
        {
            MakeNetwork(scenario, context);
        }
    };
    ReadDocument(GetScenarioKeys(), effective, scenario, context);
    Resolve(scenario, problems);
    scenario.attributes = std::move(context.settings);
    ShowDefaults(effective, scenario.attributes, defaults);
    const auto& free = effective["transport"]["attributes"];
    const auto settings = CheckAttributes(scenario.attributes, free);
    problems.insert(problems.end(), settings.begin(), settings.end());
    const auto others = CheckScenario(scenario, effective);
    problems.insert(problems.end(), others.begin(), others.end());
    AddAttributes(scenario.attributes, free);
    if (scenario.network)
    {
        scenario.transport.what->AddSettings(scenario.switches,
                                             *scenario.network,
                                             scenario.attributes);
    }
    return problems.empty() ? CheckParameters(scenario) : problems;
}

} // namespace mrcsim
