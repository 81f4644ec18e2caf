/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-load.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace mrcsim
{

namespace
{

/// Where hosts are.
struct Places
{
    const ns3::FabricNetwork& network; ///< the topology
    const ServerSpec& servers;         ///< of it
};

/// Messages, or pairs that exchange as many of them, by the way they take.
struct Ways
{
    double server{0}; ///< within a server
    double local{0};  ///< through the network, within a group
    double far{0};    ///< from one group to another

    /**
     * @param src a host
     * @param dst another host that gets a message from it
     * @param places where they are
     */
    void Count(uint32_t src, uint32_t dst, const Places& places)
    {
        (places.servers.Join(src, dst)      ? server
         : places.network.IsLocal(src, dst) ? local
                                            : far) += 1;
    }

    /** @param load receives the shares */
    void Share(JobLoad& load) const
    {
        const double network = local + far;
        load.serverShare = server > 0 ? server / (server + network) : 0;
        load.localShare = local > 0 ? local / network : 0;
    }
};

/**
 * @param hosts hosts in any order
 * @param places where they are
 * @return their ordered pairs
 */
Ways
CountPairs(const std::vector<uint32_t>& hosts, const Places& places)
{
    // Two hosts of a server may be in one group or not
    std::map<uint32_t, double> groups;
    std::map<uint32_t, double> servers;
    std::map<std::pair<uint32_t, uint32_t>, double> both;
    for (const uint32_t host : hosts)
    {
        const uint32_t group = places.network.GetGroup(host);
        const uint32_t server = places.servers.HasLinks() ? host / places.servers.hosts : host;
        ++groups[group];
        ++servers[server];
        ++both[{group, server}];
    }
    const auto count = [](const auto& members) {
        double pairs = 0;
        for (const auto& [name, n] : members)
        {
            pairs += n * (n - 1);
        }
        return pairs;
    };
    const auto n = static_cast<double>(hosts.size());
    Ways ways;
    ways.server = count(servers);
    ways.local = count(groups) - count(both);
    ways.far = n * (n - 1) - ways.server - ways.local;
    return ways;
}

/**
 * @param hosts hosts in any order
 * @param places where they are
 * @return those of their ordered pairs that are in different groups
 */
Ways
CountCrossPairs(const std::vector<uint32_t>& hosts, const Places& places)
{
    const auto ways = CountPairs(hosts, places);
    const auto all = CountPairs(hosts, {places.network, {}});
    return {all.far - ways.far, 0, ways.far};
}

/**
 * @param hosts hosts on a ring, in its order
 * @param places where they are
 * @return its edges
 */
Ways
CountEdges(const std::vector<uint32_t>& hosts, const Places& places)
{
    Ways ways;
    for (size_t i = 0; i < hosts.size(); ++i)
    {
        ways.Count(hosts[i], hosts[(i + 1) % hosts.size()], places);
    }
    return ways;
}

/// Most hosts of a job that one of them finds ...
struct Partners
{
    double inServer{0}; ///< ... in its server
    double outside{0};  ///< ... elsewhere
};

/**
 * @param hosts hosts in any order
 * @param places where they are
 * @return the partners of one if all talk to all
 */
Partners
FindPartners(const std::vector<uint32_t>& hosts, const Places& places)
{
    std::map<uint32_t, double> members;
    for (const uint32_t host : hosts)
    {
        ++members[places.servers.HasLinks() ? host / places.servers.hosts : host];
    }
    Partners partners;
    for (const auto& [server, n] : members)
    {
        partners.inServer = std::max(partners.inServer, n - 1);
        partners.outside = std::max(partners.outside, static_cast<double>(hosts.size()) - n);
    }
    return partners;
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
 * @param places where hosts are
 */
void
LoadFlows(const JobSpec& spec, JobLoad& load, const Places& places)
{
    /// What a host sends and receives, B.
    struct Bytes
    {
        double sent{0};     ///< sent
        double received{0}; ///< received
    };

    std::map<uint32_t, std::array<Bytes, 2>> bytes; // by host: by its NIC, within its server
    std::set<std::pair<uint32_t, uint32_t>> pairs;
    std::map<uint32_t, uint32_t> degree;
    Ways ways;
    for (const auto& flow : spec.flows)
    {
        const auto size = static_cast<double>(flow.bytes);
        const bool inServer = places.servers.Join(flow.src, flow.dst);
        auto& sent = bytes[flow.src][inServer].sent;
        auto& received = bytes[flow.dst][inServer].received;
        auto& busiest = inServer ? load.serverBytes : load.busiestBytes;
        sent += size;
        received += size;
        load.bytes += size;
        load.largestBytes = std::max(load.largestBytes, size);
        busiest = std::max({busiest, sent, received});
        ways.Count(flow.src, flow.dst, places);
        if (pairs.insert(std::minmax(flow.src, flow.dst)).second && !inServer)
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
    ways.Share(load);
    load.pairs = static_cast<double>(pairs.size());
    load.chain = 1;
}

/**
 * @param spec an incast
 * @param [out] load its load
 * @param places where hosts are
 */
void
LoadIncast(const JobSpec& spec, JobLoad& load, const Places& places)
{
    load.hosts = spec.senders.Pick(places.network, nullptr);
    load.messages = static_cast<double>(load.hosts.size());
    Ways ways;
    for (const uint32_t host : load.hosts)
    {
        ways.Count(host, spec.receiver, places);
    }
    ways.Share(load);
    load.hosts.push_back(spec.receiver);
    load.largestBytes = static_cast<double>(spec.bytes);
    load.bytes = load.messages * load.largestBytes;
    load.busiestBytes = (ways.local + ways.far) * load.largestBytes;
    load.serverBytes = ways.server * load.largestBytes;
    load.pairs = load.messages;
    load.fan = ways.local + ways.far;
    load.chain = 1;
}

/**
 * @param spec a ring all-reduce
 * @param [in,out] load knows the hosts; receives the rest
 * @param places where hosts are
 */
void
LoadRing(const JobSpec& spec, JobLoad& load, const Places& places)
{
    const auto n = static_cast<double>(load.hosts.size());
    const auto bytes = static_cast<double>(spec.bytes);
    load.chain = 2 * (n - 1);
    load.messages = load.chain * std::min(n, bytes);
    load.bytes = load.chain * bytes;
    load.largestBytes = std::max(1.0, bytes / n);
    CountEdges(load.hosts, places).Share(load);
    const double each = load.chain * bytes / n;
    load.busiestBytes = load.serverShare < 1 ? each : 0;
    load.serverBytes = load.serverShare > 0 ? each : 0;
    load.pairs = n == 2 ? 1 : n;
    load.fan = load.serverShare < 1 ? 1 : 0;
}

/**
 * @param spec a job in which every host does the same
 * @param [in,out] load knows the hosts; receives the rest
 * @param fan messages of each host
 * @param pairs pairs of hosts that talk
 * @param ways of its messages
 */
void
LoadUniform(const JobSpec& spec, JobLoad& load, double fan, double pairs, const Ways& ways)
{
    load.messages = static_cast<double>(load.hosts.size()) * fan;
    load.largestBytes = static_cast<double>(spec.bytes);
    load.bytes = load.messages * load.largestBytes;
    ways.Share(load);
    load.busiestBytes = load.serverShare < 1 ? fan * load.largestBytes : 0;
    load.serverBytes = load.serverShare > 0 ? fan * load.largestBytes : 0;
    load.pairs = pairs;
    load.fan = load.serverShare < 1 ? fan : 0;
    load.chain = 1;
}

} // namespace

JobLoad
MakeJobLoad(const JobSpec& spec, const ns3::FabricNetwork& network, const ServerSpec& servers)
{
    const Places places{network, servers};
    JobLoad load;
    if (spec.type == JobType::FLOWS)
    {
        LoadFlows(spec, load, places);
        return load;
    }
    if (spec.type == JobType::INCAST)
    {
        LoadIncast(spec, load, places);
        return load;
    }
    load.hosts = PickHosts(spec, network);
    const auto& hosts = load.hosts;
    const auto n = static_cast<double>(hosts.size());
    const double ringPairs = n == 2 ? 1 : n;
    Ways ways;
    Partners partners;
    switch (spec.type)
    {
    case JobType::WRITE:
        ways.Count(hosts[0], hosts[1], places);
        LoadUniform(spec, load, 1, 1, ways);
        load.messages = 1; // the second host only receives
        load.bytes = load.largestBytes;
        break;
    case JobType::PERMUTATION:
        ways = spec.crossT0 ? CountCrossPairs(hosts, places) : CountPairs(hosts, places);
        LoadUniform(spec, load, 1, ringPairs, ways);
        break;
    case JobType::ALL_TO_ALL:
        LoadUniform(spec, load, n - 1, n * (n - 1) / 2, CountPairs(hosts, places));
        partners = FindPartners(hosts, places);
        load.busiestBytes = partners.outside * load.largestBytes;
        load.serverBytes = partners.inServer * load.largestBytes;
        load.fan = partners.outside;
        break;
    case JobType::SEND_RECV:
        LoadUniform(spec, load, 1, ringPairs, CountEdges(hosts, places));
        break;
    case JobType::ALL_REDUCE:
        LoadRing(spec, load, places);
        break;
    case JobType::INCAST:
    case JobType::FLOWS:
        break;
    }
    return load;
}

} // namespace mrcsim
