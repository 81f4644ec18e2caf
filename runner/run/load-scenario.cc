/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "load-scenario.h"

#include "document/scenario-quantity.h"
#include "document/scenario-schema.h"
#include "job-placement.h"
#include "kinds/link-reference.h"
#include "kinds/topology.h"
#include "parameter-check.h"
#include "scenario-check.h"

namespace mrcsim
{

namespace
{

/// With more link directions than this, results leave out what nothing has touched, unless told.
constexpr uint32_t MANY_LINKS = 65536;

/**
 * @param json workload[]
 * @param transport of jobs that name none
 * @return the same
 */
JobSpec
ReadJobSpec(const Json& json, const TransportSpec& transport)
{
    JobSpec job;
    job.transport = json.contains("transport") ? FindTransport(json["transport"].get<std::string>())
                                               : transport;
    if (json.contains("plane"))
    {
        job.plane = json["plane"].get<uint32_t>();
    }
    job.name = json["name"].get<std::string>();
    job.type = json["type"].get<std::string>();
    job.start = ReadTime(json["start"]);
    job.after = json.value("after", "");
    job.enabled = json["enabled"].get<bool>();
    job.qps = json["qps"].get<uint32_t>();
    job.repeat = json["repeat"].get<uint32_t>();
    job.what = ReadJob(json);
    return job;
}

/**
 * @param json measure.pcap[]
 * @param path its path
 * @param [out] problems receives what is wrong with the port
 * @return the same
 */
CaptureSpec
ReadCapture(const Json& json,
            const ns3::FabricNetwork& network,
            const std::string& path,
            Problems& problems)
{
    CaptureSpec capture;
    if (json.contains("link"))
    {
        capture.port = FindLinkPort(json["link"], network, path + ".link", problems);
    }
    else
    {
        capture.port = FindNicPort(json, network, path, problems);
    }
    capture.snapLength = json["snaplen"].get<uint32_t>();
    capture.log = json["log"].get<bool>();
    return capture;
}

/** @return the same, every job with a name, and without what only editors read */
Json
NameJobs(Json document)
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
    return document;
}

/**
 * Faults and captures: what needs to know the network.
 * @param effective a document that satisfies the schema, with all defaults
 * @param [in,out] scenario has the network, receives them
 * @param [out] problems receives what does not fit the network
 */
void
ReadPlaces(const Json& effective, Scenario& scenario, Problems& problems)
{
    const auto& faults = effective["faults"];
    for (size_t i = 0; i < faults.size(); ++i)
    {
        scenario.faults.push_back(
            ReadFault(faults[i], *scenario.network, AppendIndex("faults", i), problems));
    }
    const auto& captures = effective["measure"]["pcap"];
    for (size_t i = 0; i < captures.size(); ++i)
    {
        const auto path = AppendIndex("measure.pcap", i);
        scenario.captures.push_back(ReadCapture(captures[i], *scenario.network, path, problems));
    }
}

/**
 * @param effective a document that satisfies the schema, with all defaults
 * @param [out] problems receives what is wrong with the network, and with places in it
 * @return the same as structs
 */
Scenario
ToScenario(const Json& effective, Problems& problems)
{
    Scenario scenario;
    scenario.name = effective["name"].get<std::string>();
    scenario.seed = effective["seed"].get<uint64_t>();
    scenario.stop = ReadTime(effective["stop"]);
    scenario.stallTimeout = ReadTime(effective["stallTimeout"]);
    scenario.network = ReadTopology(effective["topology"], scenario.seed, problems);
    scenario.servers = ReadServers(effective["topology"], problems);
    scenario.transport = FindTransport(effective["transport"]["type"].get<std::string>());
    for (const auto& job : effective["workload"])
    {
        scenario.jobs.push_back(ReadJobSpec(job, scenario.transport));
    }
    for (const auto& loss : effective["loss"])
    {
        scenario.nicRxLoss = loss["rate"].get<double>();
    }
    if (effective.contains("monitor"))
    {
        scenario.monitor = ReadTime(effective["monitor"]["interval"]);
    }
    const auto& measure = effective["measure"];
    scenario.samples.interval = ReadTime(measure["sampleInterval"]);
    scenario.samples.kinds = measure["samples"].get<std::vector<std::string>>();
    scenario.samples.zeros = measure["zeros"].get<bool>();
    scenario.evs = measure["evs"].get<bool>();
    scenario.recoveryWindow = ReadTime(measure["recoveryWindow"]);
    const auto& links = measure["links"];
    if (scenario.network)
    {
        scenario.allLinks =
            links == "all" || (links == "auto" && scenario.network->GetNPorts() <= MANY_LINKS);
        scenario.samples.allHosts = scenario.allLinks;
        PlaceJobs(scenario, problems);
        ReadPlaces(effective, scenario, problems);
    }
    return scenario;
}

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

/**
 * Show in transport.attributes what has another default in this scenario and no key stands for.
 * What is there already wins.
 *
 * @param [in,out] effective a scenario with all defaults
 * @param keys what its keys set
 * @param defaults the transport's for this scenario
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

/**
 * @param document a scenario that satisfies the schema
 * @return attributes that have another default with its transport
 */
std::vector<AttributeSetting>
GetDefaults(const Json& document)
{
    const auto transport = document.find("transport");
    return transport == document.end()
               ? std::vector<AttributeSetting>()
               : FindTransport((*transport)["type"].get<std::string>()).what->GetDefaults(document);
}

} // namespace

Problems
LoadScenario(const Json& document, Json& effective, Scenario& scenario)
{
    static const ScenarioSchema SCHEMA;
    auto problems = SCHEMA.Check(document);
    if (!problems.empty())
    {
        return problems;
    }
    const auto defaults = GetDefaults(document);
    effective = SCHEMA.FillDefaults(NameJobs(document), defaults);
    scenario = ToScenario(effective, problems);
    scenario.attributes = SCHEMA.CollectAttributes(effective);
    ShowDefaults(effective, scenario.attributes, defaults);
    const auto& free = effective["transport"]["attributes"];
    const auto settings = CheckAttributes(scenario.attributes, free);
    problems.insert(problems.end(), settings.begin(), settings.end());
    const auto others = CheckScenario(scenario, effective);
    problems.insert(problems.end(), others.begin(), others.end());
    AddAttributes(scenario.attributes, free);
    if (scenario.network)
    {
        scenario.transport.what->AddSettings(effective, *scenario.network, scenario.attributes);
    }
    return problems.empty() ? CheckParameters(scenario) : problems;
}

} // namespace mrcsim
