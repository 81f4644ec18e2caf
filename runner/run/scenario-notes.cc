/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-notes.h"

#include "document/quantity.h"
#include "rest-of-network.h"
#include "scenario-check.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace mrcsim
{

namespace
{

/**
 * @param some hosts
 * @param others hosts that may be the same
 * @param servers servers of the network
 * @return one of each between which messages use the network, if there are any
 */
std::optional<std::pair<uint32_t, uint32_t>>
FindPair(const std::vector<uint32_t>& some,
         const std::vector<uint32_t>& others,
         const ServerSpec& servers)
{
    for (const auto a : some)
    {
        for (const auto b : others)
        {
            if (a != b && !servers.Join(a, b))
            {
                return std::minmax(a, b);
            }
        }
    }
    return std::nullopt;
}

/// Two hosts of a job between which packets of its transport find no path.
struct Separated
{
    std::pair<uint32_t, uint32_t> hosts; ///< the two
    bool hasLonger{false};               ///< true: links that work connect them
};

/**
 * @param scenario a valid scenario
 * @param job one of its jobs
 * @param rest the network that faults leave
 * @param extraLinks most links that its packets take more than the shortest paths have
 * @return two of its hosts, if it has such
 */
std::optional<Separated>
FindSeparated(const Scenario& scenario,
              const JobSpec& job,
              const RestOfNetwork& rest,
              uint32_t extraLinks)
{
    const auto planes = job.GetPlanes(scenario.network->GetNPlanes());
    std::map<RestOfNetwork::FirstSwitches, std::vector<uint32_t>> hosts;
    for (const auto host : job.what->MakeLoad(scenario.GetContext(job)).hosts)
    {
        hosts[rest.GetFirstSwitches(host, planes)].push_back(host);
    }
    std::vector<RestOfNetwork::FirstSwitches> places;
    for (const auto& [place, atPlace] : hosts)
    {
        places.push_back(place);
    }
    for (const auto& place : places)
    {
        const auto reached = rest.FindReached(place, places, extraLinks);
        for (size_t i = 0; i < places.size(); ++i)
        {
            const auto pair = reached[i]
                                  ? std::nullopt
                                  : FindPair(hosts[place], hosts[places[i]], scenario.servers);
            if (pair)
            {
                const auto anyLength = scenario.network->GetNLinks();
                return Separated{*pair, rest.FindReached(place, {places[i]}, anyLength)[0]};
            }
        }
    }
    return std::nullopt;
}

/**
 * @param extraLinks most links that packets take more than the shortest paths have
 * @return a remark about hosts that longer paths connect
 */
std::string
DescribeLimit(uint32_t extraLinks)
{
    return " (links that work connect them, but the transport of this job takes only the shortest "
           "paths" +
           (extraLinks == 0 ? ")"
                            : " and those of up to " + std::to_string(extraLinks) + " more link" +
                                  (extraLinks == 1 ? ")" : "s)"));
}

/**
 * @param scenario a valid scenario
 * @param [out] notes receives a note for each job with hosts that faults separate
 */
void
NoteSeparated(const Scenario& scenario, std::vector<std::string>& notes)
{
    if (scenario.faults.empty())
    {
        return; // most scenarios: their links, up to millions, are not listed
    }
    const RestOfNetwork rest(*scenario.network, scenario.faults);
    if (rest.GetCuts().empty())
    {
        return;
    }
    const auto& [at, fault] = *rest.GetCuts().rbegin();
    const auto& names = scenario.network->GetNames();
    for (size_t i = 0; i < scenario.jobs.size(); ++i)
    {
        const auto& job = scenario.jobs[i];
        const auto extraLinks =
            job.transport.what->UsesLongerPaths() ? scenario.network->GetMostExtraLinks() : 0;
        if (const auto found = FindSeparated(scenario, job, rest, extraLinks))
        {
            notes.push_back(
                "faults[" + std::to_string(fault) + "]: from " + FormatTime(at) +
                " on no path is left between hosts " + names.GetHostName(found->hosts.first) +
                " and " + names.GetHostName(found->hosts.second) + " of workload[" +
                std::to_string(i) + "]" + (found->hasLonger ? DescribeLimit(extraLinks) : "") +
                "; messages between them fail");
        }
    }
}

} // namespace

std::vector<std::string>
ListNotes(const Scenario& scenario)
{
    auto notes = scenario.transport.what->GetNotes(scenario.switches, *scenario.network);
    for (const auto& advice : AdviseParameters(scenario))
    {
        notes.push_back(advice.path + ": " + advice.text);
    }
    NoteSeparated(scenario, notes);
    return notes;
}

} // namespace mrcsim
