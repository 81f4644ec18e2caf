/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-check.h"

#include "document/json-path.h"
#include "document/quantity.h"
#include "kinds/index-check.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace mrcsim
{

using ns3::RdmaTick;

namespace
{

/// Least sampling interval; shorter ones would only record single packets.
constexpr RdmaTick MIN_SAMPLE_INTERVAL = RdmaTick::Ns(10);

/** Checks the parts of a scenario and collects the problems. */
class Checker
{
  public:
    Checker(const Scenario& scenario, const Json& effective)
        : m_scenario(scenario),
          m_effective(effective)
    {
    }

    /** @return all problems */
    Problems Run()
    {
        CheckSwitch();
        CheckJobOrder(m_scenario.jobs, m_problems);
        if (m_scenario.network)
        {
            CheckPlaces();
        }
        CheckMeasure();
        if (m_scenario.network && m_problems.empty())
        {
            CheckJobSizes(m_scenario, m_problems);
        }
        return m_problems;
    }

  private:
    /** Add a problem. */
    void Add(const std::string& path, const std::string& sentence)
    {
        m_problems.push_back({path, sentence});
    }

    /** Check all parts that refer to the network. */
    void CheckPlaces()
    {
        CheckPlanes();
        CheckServers();
        m_scenario.transport.what->Check(*m_scenario.network, m_problems);
        CheckJobs(m_scenario, m_problems);
        CheckStragglers();
        CheckFaults(m_scenario.faults,
                    *m_scenario.network,
                    m_scenario.transport,
                    m_scenario.stop,
                    m_problems);
        CheckCaptures();
    }

    /** Check that slow hosts exist and are named once. */
    void CheckStragglers()
    {
        std::map<uint32_t, size_t> places;
        for (size_t i = 0; i < m_scenario.stragglers.size(); ++i)
        {
            const auto path = AppendIndex("stragglers", i) + ".host";
            const auto host = m_scenario.stragglers[i].host;
            CheckHost(host, *m_scenario.network, path, m_problems);
            const auto [first, isNew] = places.try_emplace(host, i);
            if (!isNew)
            {
                Add(path,
                    "found " + std::to_string(host) + ", which " +
                        AppendIndex("stragglers", first->second) + " names already");
            }
        }
    }

    /** Check that the transport can use all planes. */
    void CheckPlanes()
    {
        if (m_scenario.transport.what->IsSinglePath() && m_scenario.network->GetNPlanes() > 1)
        {
            Add("topology.planes",
                "found " + std::to_string(m_scenario.network->GetNPlanes()) +
                    "; with transport.type \"" + m_scenario.transport.name +
                    "\" only 1 is allowed; for more, set transport.type to \"mrc\", and "
                    "workload[].transport and workload[].plane of each job");
        }
    }

    /**
     * Check that links of servers connect at least two hosts, and that all servers are complete.
     */
    void CheckServers()
    {
        const auto& topology = m_effective["topology"];
        const auto& servers = m_scenario.servers;
        if (!servers.HasLinks())
        {
            if (m_scenario.topology.serverDelay)
            {
                Add("topology.serverDelay",
                    "found " + topology["serverDelay"].dump() + "; only allowed with serverRate");
            }
            return;
        }
        if (servers.hosts == 1)
        {
            Add("topology.serverRate",
                "found " + topology["serverRate"].dump() +
                    "; only allowed with hostsPerServer of at least 2, which is 1");
        }
        if (m_scenario.network->GetNHosts() % servers.hosts != 0)
        {
            Add("topology.hostsPerServer",
                "found " + std::to_string(servers.hosts) +
                    "; with serverRate only divisors of the number of hosts, " +
                    std::to_string(m_scenario.network->GetNHosts()) + ", are allowed");
        }
    }

    /** Check the switch's features, with each other and with the transport. */
    void CheckSwitch()
    {
        const auto& sw = m_scenario.switches;
        if (sw.kmin && sw.kmax && *sw.kmin > *sw.kmax)
        {
            Add("switch.ecn.kmin",
                "found " + std::to_string(*sw.kmin) + " B; allowed: at most kmax, which is " +
                    std::to_string(*sw.kmax) + " B");
        }
        const bool mayUse = m_scenario.transport.what->MayUsePfc();
        if (sw.pfc && !mayUse)
        {
            Add("switch.pfc",
                "found true; with transport.type \"" + m_scenario.transport.name +
                    "\" only false is allowed");
        }
        if (!sw.pfc)
        {
            CheckPfcKeys();
        }
        if (sw.bufferThreshold == "dynamic" && sw.staticXoff)
        {
            Add("switch.staticXoff",
                "found " + m_effective["switch"]["staticXoff"].dump() +
                    "; with bufferThreshold \"dynamic\" only \"auto\" is allowed");
        }
        if (sw.pfc && mayUse && sw.ecn && !sw.ecnOnLastHop)
        {
            Add("switch.ecn.lastHop", "found false; with pfc only true is allowed");
        }
    }

    /** Check that parameters of PFC have their defaults if PFC is off. */
    void CheckPfcKeys()
    {
        for (const char* key :
             {"buffer", "bufferThreshold", "bufferAlpha", "staticXoff", "pfcResponseTime"})
        {
            const auto path = std::string("switch.") + key;
            const auto& settings = m_scenario.attributes;
            const auto set = std::find_if(settings.begin(), settings.end(), [&path](const auto& s) {
                return s.path == path;
            });
            if (set != settings.end() && !IsDefault(*set))
            {
                Add(path,
                    "found " + m_effective["switch"][key].dump() +
                        "; without pfc only the default is allowed");
            }
        }
    }

    /** @return true if the value is the default of the attribute */
    static bool IsDefault(const AttributeSetting& setting)
    {
        const auto usual = GetAttributeText({}, setting.name);
        char* end = nullptr;
        const double number = std::strtod(setting.value.c_str(), &end);
        // Times have several text forms, so compare numbers.
        return end == setting.value.c_str() ? setting.value == usual
                                            : number == std::strtod(usual.c_str(), nullptr);
    }

    /** Check that all captures have different ports. */
    void CheckCaptures()
    {
        std::map<uint32_t, size_t> places;
        for (size_t i = 0; i < m_scenario.captures.size(); ++i)
        {
            const auto port = m_scenario.captures[i].port;
            if (!port)
            {
                continue; // already rejected
            }
            const auto [first, isNew] = places.try_emplace(*port, i);
            if (!isNew)
            {
                Add(AppendIndex("measure.pcap", i),
                    "is the same port as " + AppendIndex("measure.pcap", first->second));
            }
        }
    }

    /** Check the sampling interval. */
    void CheckMeasure()
    {
        const auto interval = m_scenario.samples.interval;
        if (interval != RdmaTick{} && interval < MIN_SAMPLE_INTERVAL)
        {
            Add("measure.sampleInterval",
                "found " + FormatTime(interval) + "; allowed: 0 or at least " +
                    FormatTime(MIN_SAMPLE_INTERVAL));
        }
    }

    const Scenario& m_scenario; ///< the scenario
    const Json& m_effective;    ///< the scenario as JSON
    Problems m_problems;        ///< the problems
};

} // namespace

Problems
CheckScenario(const Scenario& scenario, const Json& effective)
{
    return Checker(scenario, effective).Run();
}

} // namespace mrcsim
