/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-notes.h"

#include "document/quantity.h"
#include "scenario-check.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace mrcsim
{

namespace
{

/// The network that permanent faults leave.
class RestOfNetwork
{
  public:
    /**
     * @param network the topology
     * @param faults faults of the scenario
     */
    RestOfNetwork(const ns3::FabricNetwork& network, const std::vector<FaultSpec>& faults)
        : m_network(network)
    {
        const auto nodes = size_t{network.GetNPlanes()} * network.GetNHosts();
        m_groups.resize(nodes + network.GetNSwitches());
        std::iota(m_groups.begin(), m_groups.end(), size_t{0});
        for (uint32_t link = 0; link < network.GetNLinks(); ++link)
        {
            if (const auto cut = FindCut(faults, link))
            {
                m_cuts.insert(*cut);
            }
            else
            {
                Join(network.GetLink(link));
            }
        }
    }

    /** @return start times and numbers of the faults that cut links for good */
    const std::set<std::pair<ns3::RdmaTick, size_t>>& GetCuts() const
    {
        return m_cuts;
    }

    /**
     * @param planes planes that messages may use
     * @return true if a path is left from one host to the other
     */
    bool AreConnected(uint32_t a, uint32_t b, const ns3::RdmaPlanes& planes)
    {
        for (uint32_t plane = planes.first; plane < planes.first + planes.count; ++plane)
        {
            if (Find(GetPort(a, plane)) == Find(GetPort(b, plane)))
            {
                return true;
            }
        }
        return false;
    }

    /**
     * @param planes planes that messages may use
     * @return groups of the host, equal for hosts that are connected to the same others
     */
    std::vector<size_t> GetGroups(uint32_t host, const ns3::RdmaPlanes& planes)
    {
        std::vector<size_t> groups;
        for (uint32_t plane = planes.first; plane < planes.first + planes.count; ++plane)
        {
            groups.push_back(Find(GetPort(host, plane)));
        }
        return groups;
    }

  private:
    /**
     * @param faults faults of the scenario
     * @param link number of a link
     * @return start and number of the last fault that cuts it for good, unless it is repaired
     */
    std::optional<std::pair<ns3::RdmaTick, size_t>> FindCut(const std::vector<FaultSpec>& faults,
                                                            uint32_t link) const
    {
        std::optional<std::pair<ns3::RdmaTick, size_t>> cut;
        for (size_t i = 0; i < faults.size(); ++i)
        {
            if (faults[i].what->CutsForGood(m_network, link))
            {
                cut = std::max(cut, {{faults[i].at, i}});
            }
        }
        const auto repairs = [&](const FaultSpec& fault) {
            return fault.what->Repairs(m_network, link) && fault.at >= cut->first;
        };
        return cut && std::any_of(faults.begin(), faults.end(), repairs) ? std::nullopt : cut;
    }

    /** @return number of the host's port in the plane */
    size_t GetPort(uint32_t host, uint32_t plane) const
    {
        return m_network.GetNSwitches() + size_t{host} * m_network.GetNPlanes() + plane;
    }

    /** @return the representative of its group */
    size_t Find(size_t node)
    {
        while (m_groups[node] != node)
        {
            m_groups[node] = m_groups[m_groups[node]];
            node = m_groups[node];
        }
        return node;
    }

    /** @param link a link that works */
    void Join(const ns3::FabricLink& link)
    {
        const auto plane = m_network.GetPosition(link.upper.node).plane;
        const auto lower = link.lower.isHost ? GetPort(link.lower.node, plane) : link.lower.node;
        m_groups[Find(lower)] = Find(link.upper.node);
    }

    const ns3::FabricNetwork& m_network; ///< the topology
    std::vector<size_t> m_groups;        ///< by switch, then by host and plane: another
                                         ///< node of the group
    std::set<std::pair<ns3::RdmaTick, size_t>> m_cuts; ///< see GetCuts
};

/**
 * @param hosts hosts of a job
 * @param planes planes that its messages use
 * @param rest the network that faults leave
 * @return two of its hosts that are not connected, if there are any
 */
std::optional<std::pair<uint32_t, uint32_t>>
FindSeparated(const std::vector<uint32_t>& hosts,
              const ns3::RdmaPlanes& planes,
              RestOfNetwork& rest)
{
    std::map<std::vector<size_t>, uint32_t> kinds;
    for (const auto host : hosts)
    {
        kinds.try_emplace(rest.GetGroups(host, planes), host);
    }
    for (auto a = kinds.begin(); a != kinds.end(); ++a)
    {
        for (auto b = std::next(a); b != kinds.end(); ++b)
        {
            if (!rest.AreConnected(a->second, b->second, planes))
            {
                return std::minmax(a->second, b->second);
            }
        }
    }
    return std::nullopt;
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
    RestOfNetwork rest(*scenario.network, scenario.faults);
    if (rest.GetCuts().empty())
    {
        return;
    }
    for (size_t i = 0; i < scenario.jobs.size(); ++i)
    {
        const auto& job = scenario.jobs[i];
        const auto planes = job.GetPlanes(scenario.network->GetNPlanes());
        const auto hosts = job.what->MakeLoad(scenario.GetContext(job)).hosts;
        if (const auto pair = FindSeparated(hosts, planes, rest))
        {
            const auto& [at, fault] = *rest.GetCuts().rbegin();
            const auto& names = scenario.network->GetNames();
            notes.push_back("faults[" + std::to_string(fault) + "]: from " + FormatTime(at) +
                            " on no path is left between hosts " + names.GetHostName(pair->first) +
                            " and " + names.GetHostName(pair->second) + " of workload[" +
                            std::to_string(i) + "]; messages between them fail");
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
