/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-graph-survey.h"

#include "fabric-ev-field.h"
#include "fabric-rate.h"

#include <algorithm>

namespace ns3
{

namespace
{
/// Sources of one combined search: a bit of a word for each.
constexpr uint32_t BATCH = 64;
/// Links of a path between two hosts that are not between switches.
constexpr uint32_t NIC_LINKS = 2;

/**
 * Find the switches that several sources reach.
 * @param shortest shortest paths of the graph
 * @param sources up to BATCH switches
 * @param links largest distance, links
 * @return by index of a switch: a bit for each source that reaches it
 */
std::vector<uint64_t>
Reach(const FabricGraphLayout& layout,
      const FabricShortestPaths& shortest,
      uint32_t plane,
      const std::vector<uint32_t>& sources,
      uint32_t links)
{
    const std::vector<uint32_t>& switches = layout.planeSwitches[plane];
    std::vector<uint64_t> reached(switches.size(), 0);
    for (size_t source = 0; source < sources.size(); ++source)
    {
        reached[layout.switches[sources[source]].index] |= uint64_t{1} << source;
    }
    for (uint32_t link = 0; link < links; ++link)
    {
        std::vector<uint64_t> farther = reached;
        for (size_t index = 0; index < switches.size(); ++index)
        {
            for (const FabricGraphStep& step : shortest.GetSteps(switches[index]))
            {
                farther[index] |= reached[step.index];
            }
        }
        if (farther == reached)
        {
            break;
        }
        reached = std::move(farther);
    }
    return reached;
}

/// The longest times of two hosts under a switch.
struct LongestTimes
{
    RdmaTick longest{RdmaTick::Ps(-1)}; ///< longest time of a host; negative if there is none
    RdmaTick second{RdmaTick::Ps(-1)};  ///< longest time of another host; negative if there is none
    uint32_t link{0};                   ///< link of the host with the longest time

    /**
     * @param time of one more host
     * @param number its link
     */
    void Add(RdmaTick time, uint32_t number)
    {
        second = std::max(second, std::min(longest, time));
        link = time > longest ? number : link;
        longest = std::max(longest, time);
    }
};

/// Parts of a round trip on the NIC links under a switch, in both roles of a host.
struct NicTimes
{
    LongestTimes sender;   ///< it sends the forward frame and receives the other one
    LongestTimes receiver; ///< it receives the forward frame

    /** @return longest time of two hosts, or 0 if there is only one */
    RdmaTick GetLongestOfPair() const
    {
        if (sender.second < RdmaTick{})
        {
            return {};
        }
        return sender.link != receiver.link
                   ? sender.longest + receiver.longest
                   : std::max(sender.longest + receiver.second, sender.second + receiver.longest);
    }
};

/**
 * @param link number of a link
 * @param bytes line time of a frame, B
 * @return time until the next switch may forward it, without the delay of the link
 */
RdmaTick
GetTimeToNext(const FabricGraphLayout& layout, uint32_t link, uint32_t bytes)
{
    return FabricLineTime(layout.IsCut(link) ? std::min(bytes, FABRIC_CUT_BYTES) : bytes,
                          layout.links[link].rateBps);
}

/**
 * @param edge a switch
 * @param thereBytes line time of the frame of the forward direction, B
 * @param backBytes line time of the frame of the reverse direction, B
 * @return times of its hosts: one frame on the uplink, the other on the downlink
 */
NicTimes
FindNicTimes(const FabricGraphLayout& layout,
             uint32_t edge,
             uint32_t thereBytes,
             uint32_t backBytes)
{
    NicTimes times;
    for (const uint32_t number : layout.switches[edge].links)
    {
        const FabricLink& link = layout.links[number];
        if (link.lower.isHost)
        {
            const RdmaTick delays = link.delayToUpper + link.delayToLower;
            const auto sum = [&](uint32_t upBytes, uint32_t downBytes) {
                return GetTimeToNext(layout, number, upBytes) +
                       FabricLineTime(downBytes, link.rateBps) + delays;
            };
            times.sender.Add(sum(thereBytes, backBytes), number);
            times.receiver.Add(sum(backBytes, thereBytes), number);
        }
    }
    return times;
}

/**
 * @param shortest shortest paths of the graph
 * @param target a switch
 * @param order numbers of the switches connected to it, the nearest first
 * @param tree the paths to it
 * @param times by link: time that a frame needs for it
 * @return by index of a switch: time of the frame on the slowest of the shortest paths
 */
std::vector<RdmaTick>
FindSlowest(const FabricGraphLayout& layout,
            const FabricShortestPaths& shortest,
            const std::vector<uint32_t>& order,
            const FabricGraphTree& tree,
            const std::vector<RdmaTick>& times)
{
    std::vector<RdmaTick> slowest(tree.links.size());
    for (size_t place = 1; place < order.size(); ++place)
    {
        const uint32_t index = layout.switches[order[place]].index;
        for (const FabricGraphStep& step : shortest.GetSteps(order[place]))
        {
            if (tree.links[step.index] + 1 == tree.links[index])
            {
                slowest[index] = std::max(slowest[index], slowest[step.index] + times[step.link]);
            }
        }
    }
    return slowest;
}

/**
 * @param bytes line time of a frame, B
 * @return by link: time of the frame until the next switch may forward it, the same in both
 * directions between switches
 */
std::vector<RdmaTick>
ListTimes(const FabricGraphLayout& layout, uint32_t bytes)
{
    std::vector<RdmaTick> times;
    for (uint32_t number = 0; number < layout.links.size(); ++number)
    {
        times.push_back(GetTimeToNext(layout, number, bytes) + layout.links[number].delayToUpper);
    }
    return times;
}

/// The slowest and the fastest of several rates.
struct RateRange
{
    uint64_t slowest{UINT64_MAX}; ///< bit/s
    uint64_t fastest{0};          ///< bit/s

    /**
     * @param bps another rate, bit/s
     */
    void Add(uint64_t bps)
    {
        slowest = std::min(slowest, bps);
        fastest = std::max(fastest, bps);
    }

    /** @return ratio of both, at least 1 */
    double GetRatio() const
    {
        return static_cast<double>(fastest) / static_cast<double>(slowest);
    }
};

/**
 * @param shortest shortest paths of the graph
 * @param order numbers of the switches connected to a target, the nearest first
 * @param tree the paths to it
 * @param nicRateBps rate of a NIC port, bit/s
 * @return by index of a switch: rates of the shortest paths from there; a path has the rate of its
 * slowest link, at most that of a NIC port
 */
std::vector<RateRange>
FindRates(const FabricGraphLayout& layout,
          const FabricShortestPaths& shortest,
          const std::vector<uint32_t>& order,
          const FabricGraphTree& tree,
          uint64_t nicRateBps)
{
    std::vector<RateRange> ranges(tree.links.size());
    ranges[layout.switches[order[0]].index].Add(nicRateBps);
    for (size_t place = 1; place < order.size(); ++place)
    {
        const uint32_t index = layout.switches[order[place]].index;
        for (const FabricGraphStep& step : shortest.GetSteps(order[place]))
        {
            if (tree.links[step.index] + 1 == tree.links[index])
            {
                const uint64_t rate = layout.links[step.link].rateBps;
                ranges[index].Add(std::min(rate, ranges[step.index].slowest));
                ranges[index].Add(std::min(rate, ranges[step.index].fastest));
            }
        }
    }
    return ranges;
}

/**
 * Count the equal ports on the paths to a switch.
 * @param shortest shortest paths of the graph
 * @param edges the switches at which these paths begin
 * @param target the switch
 * @param [in,out] most by number of switches passed before: the most equal ports
 */
void
NoteEqualPorts(const FabricGraphLayout& layout,
               const FabricShortestPaths& shortest,
               const std::vector<uint32_t>& edges,
               uint32_t target,
               std::vector<uint32_t>& most)
{
    FabricGraphTree tree;
    const std::vector<uint32_t> order = shortest.Search(target, tree);
    std::vector<uint32_t> passed(tree.links.size(), 0); // bit n: after n switches of a path
    for (const uint32_t edge : edges)
    {
        passed[layout.switches[edge].index] = 1;
    }
    for (size_t place = order.size() - 1; place > 0; --place)
    {
        const uint32_t index = layout.switches[order[place]].index;
        uint32_t equal = 0;
        for (const FabricGraphStep& step : shortest.GetSteps(order[place]))
        {
            if (tree.links[step.index] + 1 == tree.links[index])
            {
                // Parallel links repeat this without effect
                passed[step.index] |= passed[index] << 1;
                ++equal;
            }
        }
        for (uint32_t hops = 0; passed[index] >> hops != 0; ++hops)
        {
            if ((passed[index] >> hops & 1) != 0)
            {
                most.resize(std::max<size_t>(most.size(), hops + 1), 1);
                most[hops] = std::max(most[hops], equal);
            }
        }
    }
}
} // namespace

std::optional<std::pair<uint32_t, uint32_t>>
FindFabricGraphFarPair(const FabricGraphLayout& layout,
                       const FabricShortestPaths& shortest,
                       uint32_t plane,
                       uint32_t links)
{
    const std::vector<uint32_t>& edges = layout.planeEdges[plane];
    for (size_t first = 0; first < edges.size(); first += BATCH)
    {
        const size_t end = std::min<size_t>(edges.size(), first + BATCH);
        const std::vector<uint32_t> sources(edges.begin() + first, edges.begin() + end);
        const std::vector<uint64_t> reached = Reach(layout, shortest, plane, sources, links);
        const uint64_t all = ~uint64_t{0} >> (BATCH - sources.size());
        for (const uint32_t edge : edges)
        {
            const uint64_t missing = all & ~reached[layout.switches[edge].index];
            if (missing != 0)
            {
                return std::pair(sources[static_cast<size_t>(__builtin_ctzll(missing))], edge);
            }
        }
    }
    return std::nullopt;
}

std::vector<uint32_t>
CountFabricGraphDigitBits(const FabricGraphLayout& layout, const FabricShortestPaths& shortest)
{
    std::vector<uint32_t> most;
    for (uint32_t plane = 0; plane < layout.planes; ++plane)
    {
        const std::vector<uint32_t>& edges = layout.planeEdges[plane];
        for (const uint32_t target : edges)
        {
            NoteEqualPorts(layout, shortest, edges, target, most);
        }
    }
    std::transform(most.begin(), most.end(), most.begin(), FabricBitsFor);
    return most;
}

RdmaTick
FindFabricGraphLongestRtt(const FabricGraphLayout& layout,
                          const FabricShortestPaths& shortest,
                          uint32_t thereBytes,
                          uint32_t backBytes)
{
    const std::vector<RdmaTick> there = ListTimes(layout, thereBytes);
    const std::vector<RdmaTick> back = ListTimes(layout, backBytes);
    RdmaTick longest;
    for (uint32_t plane = 0; plane < layout.planes; ++plane)
    {
        const std::vector<uint32_t>& edges = layout.planeEdges[plane];
        std::vector<NicTimes> nics;
        for (const uint32_t edge : edges)
        {
            nics.push_back(FindNicTimes(layout, edge, thereBytes, backBytes));
            longest = std::max(longest, nics.back().GetLongestOfPair());
        }
        for (size_t target = 0; target < edges.size(); ++target)
        {
            FabricGraphTree tree;
            const std::vector<uint32_t> order = shortest.Search(edges[target], tree);
            const std::vector<RdmaTick> to = FindSlowest(layout, shortest, order, tree, there);
            const std::vector<RdmaTick> from = FindSlowest(layout, shortest, order, tree, back);
            for (size_t edge = 0; edge < target; ++edge)
            {
                const uint32_t index = layout.switches[edges[edge]].index;
                const RdmaTick ends =
                    std::max(nics[edge].sender.longest + nics[target].receiver.longest,
                             nics[edge].receiver.longest + nics[target].sender.longest);
                longest = std::max(longest, ends + to[index] + from[index]);
            }
        }
    }
    return longest;
}

FabricPathSpread
FindFabricGraphSpread(const FabricGraphLayout& layout,
                      const FabricShortestPaths& shortest,
                      uint64_t nicRateBps)
{
    FabricPathSpread spread;
    RateRange planes; // the slowest path of each plane
    for (const std::vector<uint32_t>& edges : layout.planeEdges)
    {
        uint64_t slowest = nicRateBps;
        for (const uint32_t target : edges)
        {
            FabricGraphTree tree;
            const std::vector<uint32_t> order = shortest.Search(target, tree);
            const std::vector<RateRange> ranges =
                FindRates(layout, shortest, order, tree, nicRateBps);
            for (const uint32_t edge : edges)
            {
                const uint32_t index = layout.switches[edge].index;
                spread.ratio = std::max(spread.ratio, ranges[index].GetRatio());
                spread.links = std::max(spread.links, tree.links[index] + NIC_LINKS);
                slowest = std::min(slowest, ranges[index].slowest);
            }
        }
        planes.Add(slowest);
    }
    spread.ratio = std::max(spread.ratio, planes.GetRatio());
    for (uint32_t host = 0; host < layout.hostNames.size(); ++host)
    {
        RateRange ports;
        for (uint32_t plane = 0; plane < layout.planes; ++plane)
        {
            ports.Add(layout.links[layout.GetNicLink(host, plane)].rateBps);
        }
        spread.ratio = std::max(spread.ratio, ports.GetRatio());
    }
    return spread.ratio > 1 ? spread : FabricPathSpread{};
}

} // namespace ns3
