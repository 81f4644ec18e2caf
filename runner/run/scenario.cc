/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario.h"

#include "document/scenario-quantity.h"
#include "document/scenario-schema.h"
#include "kinds/dcqcn-profiles.h"
#include "kinds/link-reference.h"
#include "kinds/mrc-profiles.h"
#include "kinds/topology.h"
#include "scenario-check.h"

#include "ns3/assert.h"

#include <map>
#include <numeric>

namespace mrcsim
{

namespace
{

/// With more link directions than this, results leave out what nothing has touched, unless told.
constexpr uint32_t MANY_LINKS = 65536;

/**
 * @param json the topology
 * @param [out] problems receives what is wrong with the rate
 * @return its servers
 */
ServerSpec
ReadServers(const Json& json, Problems& problems)
{
    ServerSpec servers;
    servers.hosts = json["hostsPerServer"].get<uint32_t>();
    if (json.contains("serverRate"))
    {
        servers.rateBps = ReadRate(json["serverRate"]);
        servers.delay = ReadTime(json["serverDelay"]);
        CheckLinkRate(servers.rateBps, "topology.serverRate", problems);
    }
    return servers;
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
 * @param network the topology
 * @param path its path
 * @param [out] problems receives what is wrong with the link
 * @return the same
 */
FaultSpec
ReadFault(const Json& json,
          const ns3::FabricNetwork& network,
          const std::string& path,
          Problems& problems)
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
    const auto port = FindLinkPort(json["link"], network, path + ".link", problems);
    fault.link = port ? std::optional(*port / 2) : std::nullopt;
    fault.loss = json.value("loss", 0.0);
    return fault;
}

/**
 * @param json measure.pcap[]
 * @param network the topology
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
        const auto host = json["host"].get<uint32_t>();
        const auto plane = json["plane"].get<uint32_t>();
        const bool hostExists =
            CheckBelow(host, network.GetNHosts(), path + ".host", "hosts", problems);
        if (CheckBelow(plane, network.GetNPlanes(), path + ".plane", "planes", problems) &&
            hostExists)
        {
            capture.port = 2 * network.GetNicLink(host, plane);
        }
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
    scenario.transport = ReadTransportType(effective["transport"]["type"].get<std::string>());
    for (const auto& job : effective["workload"])
    {
        scenario.jobs.push_back(ReadJob(job, scenario.transport));
    }
    for (const auto& loss : effective["loss"])
    {
        scenario.nicRxLoss = loss["rate"].get<double>();
    }
    scenario.sampleInterval = ReadTime(effective["measure"]["sampleInterval"]);
    const auto& links = effective["measure"]["links"];
    if (scenario.network)
    {
        scenario.allLinks =
            links == "all" || (links == "auto" && scenario.network->GetNPorts() <= MANY_LINKS);
        ReadPlaces(effective, scenario, problems);
    }
    return scenario;
}

/**
 * @param count how many
 * @param network the topology
 * @return hosts, one of each group in turn
 */
std::vector<uint32_t>
Spread(uint32_t count, const ns3::FabricNetwork& network)
{
    std::vector<std::vector<uint32_t>> groups(network.GetNGroups());
    for (uint32_t host = 0; host < network.GetNHosts(); ++host)
    {
        groups[network.GetGroup(host)].push_back(host);
    }
    std::vector<uint32_t> hosts;
    for (size_t turn = 0; hosts.size() < count; ++turn)
    {
        for (size_t group = 0; group < groups.size() && hosts.size() < count; ++group)
        {
            if (turn < groups[group].size())
            {
                hosts.push_back(groups[group][turn]);
            }
        }
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
HostSelection::Pick(const ns3::FabricNetwork& network,
                    ns3::Ptr<ns3::UniformRandomVariable> rng) const
{
    switch (kind)
    {
    case Kind::LIST:
        return list;
    case Kind::SPREAD:
        return Spread(count, network);
    case Kind::RANDOM:
        return Draw(count, network.GetNHosts(), rng);
    default:
        break;
    }
    std::vector<uint32_t> hosts(Count(network.GetNHosts()));
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
        scenario = ToScenario(effective, problems);
        scenario.attributes = SCHEMA.CollectAttributes(effective);
        FillProfileAttributes(effective, scenario.attributes, profile);
        const auto settings =
            CheckAttributes(scenario.attributes, effective["transport"]["attributes"]);
        problems.insert(problems.end(), settings.begin(), settings.end());
        const auto others = CheckScenario(scenario, effective);
        problems.insert(problems.end(), others.begin(), others.end());
        AddAttributes(scenario.attributes, effective["transport"]["attributes"]);
        if (scenario.network)
        {
            ApplyDcqcnProfile(effective, scenario.network->GetPortRate(), scenario.attributes);
        }
    }
    return problems;
}

} // namespace mrcsim
