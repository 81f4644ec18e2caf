/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario.h"

#include "dcqcn-profiles.h"
#include "mrc-profiles.h"
#include "quantity.h"
#include "scenario-check.h"
#include "scenario-schema.h"

#include "ns3/assert.h"

#include <map>
#include <numeric>

namespace mrcsim
{

using ns3::Tick;

namespace
{

/// With more link directions than this, results leave out what nothing has touched, unless told.
constexpr uint32_t MANY_LINKS = 65536;

/**
 * @param value a quantity that the schema has admitted
 * @param kind its kind
 * @return it in the smallest unit
 */
int64_t
ReadQuantity(const Json& value, QuantityKind kind)
{
    const auto quantity = value.is_string() ? ParseQuantity(kind, value.get<std::string>())
                                            : ScaleQuantity(kind, value.get<int64_t>());
    NS_ASSERT_MSG(quantity.value, "the schema admitted " << value);
    return quantity.value.value_or(0);
}

/**
 * @param value a time
 * @return it
 */
Tick
ReadTime(const Json& value)
{
    return Tick::Ps(ReadQuantity(value, QuantityKind::TIME));
}

/**
 * @param value a size
 * @return it, B
 */
uint64_t
ReadBytes(const Json& value)
{
    return static_cast<uint64_t>(ReadQuantity(value, QuantityKind::BYTES));
}

/**
 * @param value a rate
 * @return it, bit/s
 */
uint64_t
ReadRate(const Json& value)
{
    return static_cast<uint64_t>(ReadQuantity(value, QuantityKind::RATE));
}

/**
 * @param json topology
 * @return its numbers
 */
ns3::FabricClosSpec
ReadTopology(const Json& json)
{
    ns3::FabricClosSpec clos;
    clos.planes = json["planes"].get<uint32_t>();
    clos.hosts = json["hosts"].get<uint32_t>();
    clos.hostsPerT0 = json["hostsPerT0"].get<uint32_t>();
    clos.t1PerPlane = json["t1PerPlane"].get<uint32_t>();
    clos.hostRateBps = ReadRate(json["hostRate"]);
    clos.fabricRateBps = ReadRate(json["fabricRate"]);
    clos.linkDelay = ReadTime(json["linkDelay"]);
    clos.switchDelay = ReadTime(json["switchDelay"]);
    return clos;
}

/**
 * @param json workload[].hosts as an object
 * @return the same
 */
HostSelection
ReadHostsObject(const Json& json)
{
    using Kind = HostSelection::Kind;
    HostSelection selection;
    const bool range = json.contains("from");
    const bool placed = json.contains("count");
    if (range == placed)
    {
        selection.kind = Kind::NONE;
    }
    else if (range)
    {
        selection.kind = Kind::RANGE;
        selection.from = json["from"].get<uint32_t>();
        selection.to = json["to"].get<uint32_t>();
    }
    else
    {
        const auto& placement = json["placement"];
        selection.kind = placement == "packed"   ? Kind::PACKED
                         : placement == "spread" ? Kind::SPREAD
                                                 : Kind::RANDOM;
        selection.count = json["count"].get<uint32_t>();
    }
    return selection;
}

/**
 * @param json workload[].hosts
 * @return the same
 */
HostSelection
ReadHosts(const Json& json)
{
    if (json.is_object())
    {
        return ReadHostsObject(json);
    }
    HostSelection selection;
    if (json.is_array())
    {
        selection.kind = HostSelection::Kind::LIST;
        selection.list = json.get<std::vector<uint32_t>>();
    }
    return selection;
}

/**
 * @param name workload[].type
 * @return the type
 */
JobType
ReadJobType(const std::string& name)
{
    static const std::map<std::string, JobType> TYPES{{"write", JobType::WRITE},
                                                      {"permutation", JobType::PERMUTATION},
                                                      {"incast", JobType::INCAST},
                                                      {"all-to-all", JobType::ALL_TO_ALL},
                                                      {"all-reduce", JobType::ALL_REDUCE},
                                                      {"send-recv", JobType::SEND_RECV},
                                                      {"flows", JobType::FLOWS}};
    return TYPES.at(name);
}

/**
 * @param name transport.type or workload[].transport
 * @return the transport
 */
TransportType
ReadTransportType(const std::string& name)
{
    return name == "mrc"    ? TransportType::MRC
           : name == "roce" ? TransportType::ROCE
                            : TransportType::TCP;
}

/**
 * @param json workload[]
 * @param transport of jobs that name none
 * @return the same
 */
JobSpec
ReadJob(const Json& json, TransportType transport)
{
    JobSpec job;
    job.transport = json.contains("transport")
                        ? ReadTransportType(json["transport"].get<std::string>())
                        : transport;
    if (json.contains("plane"))
    {
        job.plane = json["plane"].get<uint32_t>();
    }
    job.name = json["name"].get<std::string>();
    job.typeName = json["type"].get<std::string>();
    job.type = ReadJobType(job.typeName);
    job.start = ReadTime(json["start"]);
    job.after = json.value("after", "");
    job.qps = json["qps"].get<uint32_t>();
    job.repeat = json["repeat"].get<uint32_t>();
    if (json.contains("bytes"))
    {
        job.bytes = ReadBytes(json["bytes"]);
    }
    if (json.contains("hosts"))
    {
        job.hosts = ReadHosts(json["hosts"]);
    }
    job.crossT0 = json.value("pattern", "") == "cross-t0";
    if (job.type == JobType::INCAST)
    {
        job.receiver = json["receiver"].get<uint32_t>();
        job.senders = ReadHosts(json["senders"]);
    }
    for (const auto& flow : json.value("flows", Json::array()))
    {
        job.flows.push_back({flow["src"].get<uint32_t>(),
                             flow["dst"].get<uint32_t>(),
                             ReadBytes(flow["bytes"]),
                             ReadTime(flow["start"])});
    }
    return job;
}

/**
 * @param json faults[]
 * @return the same
 */
FaultSpec
ReadFault(const Json& json)
{
    FaultSpec fault;
    fault.type = json["what"] == "link-down" ? FaultType::LINK_DOWN
                 : json["what"] == "link-up" ? FaultType::LINK_UP
                                             : FaultType::LINK_LOSS;
    fault.at = ReadTime(json["at"]);
    if (json.contains("for"))
    {
        fault.duration = ReadTime(json["for"]);
    }
    fault.plane = json["link"]["plane"].get<uint32_t>();
    fault.t0 = json["link"]["t0"].get<uint32_t>();
    fault.t1 = json["link"]["t1"].get<uint32_t>();
    fault.loss = json.value("loss", 0.0);
    return fault;
}

/**
 * @param json measure.pcap[]
 * @return the same
 */
CaptureSpec
ReadCapture(const Json& json)
{
    CaptureSpec capture;
    if (json.contains("link"))
    {
        capture.plane = json["link"]["plane"].get<uint32_t>();
        capture.t0 = json["link"]["t0"].get<uint32_t>();
        capture.t1 = json["link"]["t1"].get<uint32_t>();
    }
    else
    {
        capture.host = json["host"].get<uint32_t>();
        capture.plane = json["plane"].get<uint32_t>();
    }
    capture.snapLength = json["snaplen"].get<uint32_t>();
    capture.log = json["log"].get<bool>();
    return capture;
}

/**
 * @param document a scenario
 * @return the same, every job with a name
 */
Json
NameJobs(Json document)
{
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
 * @param effective a document that satisfies the schema, with all defaults
 * @return the same as structs
 */
Scenario
ToScenario(const Json& effective)
{
    Scenario scenario;
    scenario.name = effective["name"].get<std::string>();
    scenario.seed = effective["seed"].get<uint64_t>();
    scenario.stop = ReadTime(effective["stop"]);
    scenario.stallTimeout = ReadTime(effective["stallTimeout"]);
    scenario.clos = ReadTopology(effective["topology"]);
    scenario.transport = ReadTransportType(effective["transport"]["type"].get<std::string>());
    for (const auto& job : effective["workload"])
    {
        scenario.jobs.push_back(ReadJob(job, scenario.transport));
    }
    for (const auto& loss : effective["loss"])
    {
        scenario.nicRxLoss = loss["rate"].get<double>();
    }
    for (const auto& fault : effective["faults"])
    {
        scenario.faults.push_back(ReadFault(fault));
    }
    scenario.sampleInterval = ReadTime(effective["measure"]["sampleInterval"]);
    const auto& links = effective["measure"]["links"];
    scenario.allLinks =
        links == "all" || (links == "auto" && scenario.clos.GetNPorts() <= MANY_LINKS);
    for (const auto& capture : effective["measure"]["pcap"])
    {
        scenario.captures.push_back(ReadCapture(capture));
    }
    return scenario;
}

/**
 * @param count how many
 * @param clos the topology
 * @return hosts, one of each T0 in turn
 */
std::vector<uint32_t>
Spread(uint32_t count, const ns3::FabricClosSpec& clos)
{
    std::vector<uint32_t> hosts;
    for (uint32_t i = 0; i < count; ++i)
    {
        hosts.push_back(i % clos.GetNT0() * clos.hostsPerT0 + i / clos.GetNT0());
    }
    return hosts;
}

/**
 * @param count how many
 * @param all hosts of the topology
 * @param rng draws them
 * @return different hosts in random order
 */
std::vector<uint32_t>
Draw(uint32_t count, uint32_t all, ns3::Ptr<ns3::UniformRandomVariable> rng)
{
    std::vector<uint32_t> hosts(all);
    std::iota(hosts.begin(), hosts.end(), 0);
    for (uint32_t i = 0; i < count; ++i)
    {
        std::swap(hosts[i], hosts[rng->GetInteger(i, all - 1)]);
    }
    hosts.resize(count);
    return hosts;
}

} // namespace

const char*
ToString(TransportType type)
{
    return type == TransportType::MRC ? "mrc" : type == TransportType::ROCE ? "roce" : "tcp";
}

uint32_t
HostSelection::Count(uint32_t hosts) const
{
    switch (kind)
    {
    case Kind::ALL:
        return hosts;
    case Kind::LIST:
        return static_cast<uint32_t>(list.size());
    case Kind::RANGE:
        return to - from + 1;
    case Kind::PACKED:
    case Kind::SPREAD:
    case Kind::RANDOM:
        return count;
    case Kind::NONE:
        break;
    }
    return 0;
}

std::vector<uint32_t>
HostSelection::Pick(const ns3::FabricClosSpec& clos, ns3::Ptr<ns3::UniformRandomVariable> rng) const
{
    switch (kind)
    {
    case Kind::LIST:
        return list;
    case Kind::SPREAD:
        return Spread(count, clos);
    case Kind::RANDOM:
        return Draw(count, clos.hosts, rng);
    default:
        break;
    }
    std::vector<uint32_t> hosts(Count(clos.hosts));
    std::iota(hosts.begin(), hosts.end(), kind == Kind::RANGE ? from : 0);
    return hosts;
}

Problems
LoadScenario(const Json& document, Json& effective, Scenario& scenario)
{
    static const ScenarioSchema SCHEMA;
    auto problems = SCHEMA.Check(document);
    if (problems.empty())
    {
        const auto profile = GetProfileDefaults(document);
        effective = SCHEMA.FillDefaults(NameJobs(document), profile);
        scenario = ToScenario(effective);
        scenario.attributes = SCHEMA.CollectAttributes(effective);
        FillProfileAttributes(effective, scenario.attributes, profile);
        problems = CheckAttributes(scenario.attributes, effective["transport"]["attributes"]);
        const auto others = CheckScenario(scenario, effective);
        problems.insert(problems.end(), others.begin(), others.end());
        AddAttributes(scenario.attributes, effective["transport"]["attributes"]);
        ApplyDcqcnProfile(effective, scenario.clos.hostRateBps, scenario.attributes);
    }
    return problems;
}

} // namespace mrcsim
