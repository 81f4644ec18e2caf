/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-load.h"

#include "document/quantity.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace mrcsim
{

namespace
{

/// Largest number of other hosts of a job ...
struct Partners
{
    double inServer{0}; ///< ... in the server of a host
    double outside{0};  ///< ... in other servers
};

/**
 * @param hosts hosts in any order
 * @param servers servers of the topology
 * @return the partners of a host if all communicate with all
 */
Partners
FindPartners(const std::vector<uint32_t>& hosts, const ServerSpec& servers)
{
    std::map<uint32_t, double> members;
    for (const uint32_t host : hosts)
    {
        ++members[servers.GetServer(host)];
    }
    Partners partners;
    for (const auto& [server, n] : members)
    {
        partners.inServer = std::max(partners.inServer, n - 1);
        partners.outside = std::max(partners.outside, static_cast<double>(hosts.size()) - n);
    }
    return partners;
}

/// Bytes that a rank sends and receives, B.
struct RankBytes
{
    double sent{0};     ///< sent
    double received{0}; ///< received
};

/**
 * @param schedule the sends between ranks
 * @param hosts host of each rank
 * @param context network and servers
 * @return the load without its chain
 */
JobLoad
CountSends(const ns3::RdmaSchedule& schedule,
           const std::vector<uint32_t>& hosts,
           const JobContext& context)
{
    JobLoad load;
    load.hosts = hosts;
    load.computations = schedule.GetNComputations();
    JobHops hops;
    std::vector<std::array<RankBytes, 2>> bytes(hosts.size()); // by NIC, within the server
    std::vector<std::pair<uint32_t, uint32_t>> pairs;          // ranks that communicate
    for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
    {
        const auto& send = schedule.GetSend(i);
        if (send.IsComputation())
        {
            continue;
        }
        const auto size = static_cast<double>(send.bytes);
        const bool inServer = context.servers.Join(hosts[send.src], hosts[send.dst]);
        auto& sent = bytes[send.src][inServer].sent;
        auto& received = bytes[send.dst][inServer].received;
        auto& busiest = inServer ? load.serverBytes : load.busiestBytes;
        sent += size;
        received += size;
        busiest = std::max({busiest, sent, received});
        load.messages += 1;
        load.control += send.kind == ns3::RdmaSendKind::CONTROL;
        load.bytes += size;
        load.largestBytes = std::max(load.largestBytes, size);
        hops.Count(hosts[send.src], hosts[send.dst], context, size);
        pairs.push_back(std::minmax(send.src, send.dst));
    }
    hops.Share(load);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    load.pairs = static_cast<double>(pairs.size());
    std::vector<uint32_t> degree(hosts.size());
    for (const auto& [a, b] : pairs)
    {
        if (!context.servers.Join(hosts[a], hosts[b]))
        {
            load.fan = std::max<double>(load.fan, std::max(++degree[a], ++degree[b]));
        }
    }
    return load;
}

/**
 * @param schedule the sends
 * @param [in,out] load receives the longest chains of messages, and of computations, that wait for
 * each other
 */
void
FindChain(const ns3::RdmaSchedule& schedule, JobLoad& load)
{
    /// The longest chain that ends with a send.
    struct Chain
    {
        double sends{0};   ///< sends
        double bytes{0};   ///< bytes of these sends, B
        double seconds{0}; ///< duration of the computations, s
    };

    std::vector<Chain> chains(schedule.GetNSends());
    schedule.Visit([&](uint32_t send) {
        auto chain = chains[send];
        chain.sends += schedule.GetSend(send).IsComputation() ? 0 : 1;
        chain.seconds += schedule.GetDuration(send).GetSeconds();
        chain.bytes += static_cast<double>(schedule.GetSend(send).bytes);
        load.chain = std::max(load.chain, chain.sends);
        load.chainBytes = std::max(load.chainBytes, chain.bytes);
        load.leastSeconds = std::max(load.leastSeconds, chain.seconds);
        for (const uint32_t next : schedule.GetDependents(send))
        {
            chains[next].sends = std::max(chains[next].sends, chain.sends);
            chains[next].bytes = std::max(chains[next].bytes, chain.bytes);
            chains[next].seconds = std::max(chains[next].seconds, chain.seconds);
        }
    });
}

} // namespace

std::string
JobContext::DescribeStop() const
{
    return "stop, which is " + FormatTime(stop) +
           (start == ns3::RdmaTick{} ? "" : ", counted from the start of the job");
}

void
JobHops::Count(uint32_t src, uint32_t dst, const JobContext& context, double weight)
{
    (context.servers.Join(src, dst)      ? server
     : context.network.IsLocal(src, dst) ? local
                                         : far) += weight;
}

void
JobHops::Share(JobLoad& load) const
{
    const double network = local + far;
    load.serverShare = server > 0 ? server / (server + network) : 0;
    load.localShare = local > 0 ? local / network : 0;
}

JobLoad
CountJobLoad(const ns3::RdmaSchedule& schedule,
             const std::vector<uint32_t>& hosts,
             const JobContext& context)
{
    const auto mistake = schedule.Validate();
    if (!mistake.empty())
    {
        JobLoad load;
        load.hosts = hosts;
        load.mistake = mistake;
        return load;
    }
    auto load = CountSends(schedule, hosts, context);
    FindChain(schedule, load);
    return load;
}

JobLoad
MakePipelineJobLoad(JobLoad load, double chunks)
{
    load.messages *= chunks;
    load.largestBytes = std::max(1.0, load.largestBytes / chunks);
    // The other chunks follow the first one through all steps
    load.chainBytes = (load.chain + chunks - 1) * load.largestBytes;
    return load;
}

JobHops
CountJobPairs(const std::vector<uint32_t>& hosts, const JobContext& context)
{
    // Two hosts of a server may be in different groups
    std::map<uint32_t, double> groups;
    std::map<uint32_t, double> servers;
    std::map<std::pair<uint32_t, uint32_t>, double> both;
    for (const uint32_t host : hosts)
    {
        const uint32_t group = context.network.GetGroup(host);
        const uint32_t server = context.servers.GetServer(host);
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
    JobHops hops;
    hops.server = count(servers);
    hops.local = count(groups) - count(both);
    hops.far = n * (n - 1) - hops.server - hops.local;
    return hops;
}

JobHops
CountJobEdges(const std::vector<uint32_t>& hosts, const JobContext& context)
{
    JobHops hops;
    for (size_t i = 0; i < hosts.size(); ++i)
    {
        hops.Count(hosts[i], hosts[(i + 1) % hosts.size()], context);
    }
    return hops;
}

JobLoad
MakeEvenJobLoad(const std::vector<uint32_t>& hosts, double fan, uint64_t bytes, const JobHops& hops)
{
    const auto n = static_cast<double>(hosts.size());
    JobLoad load;
    load.hosts = hosts;
    load.messages = n * fan;
    load.largestBytes = static_cast<double>(bytes);
    load.bytes = load.messages * load.largestBytes;
    hops.Share(load);
    load.busiestBytes = load.serverShare < 1 ? fan * load.largestBytes : 0;
    load.serverBytes = load.serverShare > 0 ? fan * load.largestBytes : 0;
    load.pairs = n == 2 ? 1 : n;
    load.fan = load.serverShare < 1 ? fan : 0;
    return load;
}

JobLoad
MakeMeshJobLoad(const std::vector<uint32_t>& hosts, uint64_t bytes, const JobContext& context)
{
    const auto n = static_cast<double>(hosts.size());
    auto load = MakeEvenJobLoad(hosts, n - 1, bytes, CountJobPairs(hosts, context));
    const auto partners = FindPartners(hosts, context.servers);
    load.busiestBytes = partners.outside * load.largestBytes;
    load.serverBytes = partners.inServer * load.largestBytes;
    load.pairs = n * (n - 1) / 2;
    load.fan = partners.outside;
    return load;
}

JobLoad
MakeRingJobLoad(const std::vector<uint32_t>& hosts,
                double steps,
                uint64_t bytes,
                const JobContext& context)
{
    const auto n = static_cast<double>(hosts.size());
    const auto size = static_cast<double>(bytes);
    auto load = MakeEvenJobLoad(hosts, 1, bytes, CountJobEdges(hosts, context));
    load.chain = steps;
    load.messages = steps * std::min(n, size);
    load.bytes = steps * size;
    load.largestBytes = std::max(1.0, size / n);
    load.chainBytes = steps * size / n;
    load.busiestBytes = load.serverShare < 1 ? load.chainBytes : 0;
    load.serverBytes = load.serverShare > 0 ? load.chainBytes : 0;
    return load;
}

} // namespace mrcsim
