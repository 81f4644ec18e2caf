/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-load.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace mrcsim
{

namespace
{

/**
 * @param hosts hosts in any order
 * @param network the topology
 * @return part of their ordered pairs that sit in one group
 */
double
GetLocalPairShare(const std::vector<uint32_t>& hosts, const ns3::FabricNetwork& network)
{
    std::vector<uint32_t> members(network.GetNGroups());
    for (const uint32_t host : hosts)
    {
        ++members[network.GetGroup(host)];
    }
    double pairs = 0;
    for (const double n : members)
    {
        pairs += n * (n - 1);
    }
    const auto all = static_cast<double>(hosts.size());
    return all < 2 ? 0 : pairs / (all * (all - 1));
}

/**
 * @param hosts hosts on a ring, in its order
 * @param network the topology
 * @return part of its edges that stay in one group
 */
double
GetLocalEdgeShare(const std::vector<uint32_t>& hosts, const ns3::FabricNetwork& network)
{
    size_t local = 0;
    for (size_t i = 0; i < hosts.size(); ++i)
    {
        local += network.IsLocal(hosts[i], hosts[(i + 1) % hosts.size()]);
    }
    return static_cast<double>(local) / static_cast<double>(hosts.size());
}

/**
 * @param spec a job that names its hosts by a selection
 * @param network the topology
 * @return the hosts
 */
std::vector<uint32_t>
PickHosts(const JobSpec& spec, const ns3::FabricNetwork& network)
{
    auto selection = spec.hosts;
    if (selection.kind == HostSelection::Kind::RANDOM)
    {
        selection.kind = HostSelection::Kind::SPREAD;
    }
    return selection.Pick(network, nullptr);
}

/**
 * @param spec a job
 * @param [in,out] load knows the hosts; receives the rest for a list of flows
 * @param network the topology
 */
void
LoadFlows(const JobSpec& spec, JobLoad& load, const ns3::FabricNetwork& network)
{
    std::map<uint32_t, std::pair<double, double>> bytes; // by host: sent and received
    std::set<std::pair<uint32_t, uint32_t>> pairs;
    std::map<uint32_t, uint32_t> degree;
    double local = 0;
    for (const auto& flow : spec.flows)
    {
        const auto size = static_cast<double>(flow.bytes);
        auto& sent = bytes[flow.src].first;
        auto& received = bytes[flow.dst].second;
        sent += size;
        received += size;
        load.bytes += size;
        load.largestBytes = std::max(load.largestBytes, size);
        load.busiestBytes = std::max({load.busiestBytes, sent, received});
        local += network.IsLocal(flow.src, flow.dst);
        if (pairs.insert(std::minmax(flow.src, flow.dst)).second)
        {
            const auto most = std::max(++degree[flow.src], ++degree[flow.dst]);
            load.fan = std::max<double>(load.fan, most);
        }
    }
    for (const auto& entry : bytes)
    {
        load.hosts.push_back(entry.first);
    }
    load.messages = static_cast<double>(spec.flows.size());
    load.localShare = local / load.messages;
    load.pairs = static_cast<double>(pairs.size());
    load.chain = 1;
}

/**
 * @param spec an incast
 * @param [out] load its load
 * @param network the topology
 */
void
LoadIncast(const JobSpec& spec, JobLoad& load, const ns3::FabricNetwork& network)
{
    load.hosts = spec.senders.Pick(network, nullptr);
    load.messages = static_cast<double>(load.hosts.size());
    const auto local = std::count_if(load.hosts.begin(), load.hosts.end(), [&](uint32_t host) {
        return network.IsLocal(host, spec.receiver);
    });
    load.localShare = static_cast<double>(local) / load.messages;
    load.hosts.push_back(spec.receiver);
    load.largestBytes = static_cast<double>(spec.bytes);
    load.bytes = load.messages * load.largestBytes;
    load.busiestBytes = load.bytes;
    load.pairs = load.messages;
    load.fan = load.messages;
    load.chain = 1;
}

/**
 * @param spec a ring all-reduce
 * @param [in,out] load knows the hosts; receives the rest
 * @param network the topology
 */
void
LoadRing(const JobSpec& spec, JobLoad& load, const ns3::FabricNetwork& network)
{
    const auto n = static_cast<double>(load.hosts.size());
    const auto bytes = static_cast<double>(spec.bytes);
    load.chain = 2 * (n - 1);
    load.messages = load.chain * std::min(n, bytes);
    load.bytes = load.chain * bytes;
    load.largestBytes = std::max(1.0, bytes / n);
    load.busiestBytes = load.chain * bytes / n;
    load.localShare = GetLocalEdgeShare(load.hosts, network);
    load.pairs = n == 2 ? 1 : n;
    load.fan = 1;
}

/**
 * @param spec a job in which every host does the same
 * @param [in,out] load knows the hosts; receives the rest
 * @param fan messages of each host
 * @param pairs pairs of hosts that talk
 */
void
LoadUniform(const JobSpec& spec, JobLoad& load, double fan, double pairs)
{
    load.messages = static_cast<double>(load.hosts.size()) * fan;
    load.largestBytes = static_cast<double>(spec.bytes);
    load.bytes = load.messages * load.largestBytes;
    load.busiestBytes = fan * load.largestBytes;
    load.pairs = pairs;
    load.fan = fan;
    load.chain = 1;
}

} // namespace

JobLoad
MakeJobLoad(const JobSpec& spec, const ns3::FabricNetwork& network)
{
    JobLoad load;
    if (spec.type == JobType::FLOWS)
    {
        LoadFlows(spec, load, network);
        return load;
    }
    if (spec.type == JobType::INCAST)
    {
        LoadIncast(spec, load, network);
        return load;
    }
    load.hosts = PickHosts(spec, network);
    const auto n = static_cast<double>(load.hosts.size());
    switch (spec.type)
    {
    case JobType::WRITE:
        LoadUniform(spec, load, 1, 1);
        load.messages = 1; // the second host only receives
        load.bytes = load.largestBytes;
        load.localShare = network.IsLocal(load.hosts[0], load.hosts[1]);
        break;
    case JobType::PERMUTATION:
        LoadUniform(spec, load, 1, n == 2 ? 1 : n);
        load.localShare = spec.crossT0 ? 0 : GetLocalPairShare(load.hosts, network);
        break;
    case JobType::ALL_TO_ALL:
        LoadUniform(spec, load, n - 1, n * (n - 1) / 2);
        load.localShare = GetLocalPairShare(load.hosts, network);
        break;
    case JobType::SEND_RECV:
        LoadUniform(spec, load, 1, n == 2 ? 1 : n);
        load.localShare = GetLocalEdgeShare(load.hosts, network);
        break;
    case JobType::ALL_REDUCE:
        LoadRing(spec, load, network);
        break;
    case JobType::INCAST:
    case JobType::FLOWS:
        break;
    }
    return load;
}

} // namespace mrcsim
