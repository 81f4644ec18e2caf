/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-check.h"

#include "document/json-path.h"
#include "document/quantity.h"

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

/// A time series finer than this would only record single packets.
constexpr RdmaTick MIN_SAMPLE_INTERVAL = RdmaTick::Ns(10);

/// Shortest interval of a monitor, whose time-out of at least 50 us may be 32 of them.
constexpr RdmaTick MIN_MONITOR_INTERVAL = RdmaTick::Us(2);
/// The same for time-outs of four base round trips.
constexpr int64_t MONITOR_ROUNDS_PER_RTT = 8;
/// Line time of a frame, B, that is as large as any transport's.
constexpr uint32_t LARGE_FRAME = 10000;

/// Times in a scenario, 30 days: sums of three of them stay within what ns-3 can count.
constexpr RdmaTick MAX_TIME = RdmaTick::Ms(int64_t{30} * 24 * 3600 * 1000);

/** Looks at one part of a scenario after the other and keeps what is wrong. */
class Checker
{
  public:
    Checker(const Scenario& scenario, const Json& effective)
        : m_scenario(scenario),
          m_effective(effective)
    {
    }

    /** @return everything that is wrong */
    Problems Run()
    {
        CheckSwitch();
        CheckJobOrder(m_scenario.jobs, m_problems);
        if (m_scenario.network)
        {
            CheckPlaces();
        }
        CheckMeasure();
        CheckTimes();
        if (m_scenario.network && m_problems.empty())
        {
            CheckJobSizes(m_scenario, MAX_TIME, m_problems);
        }
        return m_problems;
    }

  private:
    /** Note a mistake. */
    void Add(const std::string& path, const std::string& sentence)
    {
        m_problems.push_back({path, sentence});
    }

    /** Does everything fit the network? */
    void CheckPlaces()
    {
        CheckPlanes();
        CheckServers();
        m_scenario.transport.what->Check(*m_scenario.network, m_problems);
        CheckJobs(m_scenario, m_problems);
        CheckFaults(m_scenario.faults,
                    *m_scenario.network,
                    m_scenario.transport,
                    m_scenario.stop,
                    m_problems);
        CheckCaptures();
        CheckMonitor();
    }

    /** Can the transport use all planes? */
    void CheckPlanes()
    {
        if (m_scenario.transport.what->IsSinglePath() && m_scenario.network->GetNPlanes() > 1)
        {
            Add("topology.planes",
                "found " + std::to_string(m_scenario.network->GetNPlanes()) +
                    "; with transport.type \"" + m_scenario.transport.name +
                    "\" only 1 is allowed");
        }
    }

    /** Have links of servers something to join, and all servers all their hosts? */
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
                    "; with serverRate only what divides the " +
                    std::to_string(m_scenario.network->GetNHosts()) + " hosts is allowed");
        }
        CheckTime(servers.delay, "topology.serverDelay");
    }

    /** @param path its position in the document */
    void CheckTime(RdmaTick time, const std::string& path)
    {
        if (time > MAX_TIME)
        {
            Add(path,
                "found " + FormatTime(time) + "; allowed: at most " + FormatTime(MAX_TIME) +
                    ", which are 30 days");
        }
    }

    /** Can ns-3 count up to all times, and to their sums? */
    void CheckTimes()
    {
        CheckTime(m_scenario.stop, "stop");
        CheckTime(m_scenario.stallTimeout, "stallTimeout");
        CheckTime(m_scenario.samples.interval, "measure.sampleInterval");
        for (size_t i = 0; i < m_scenario.faults.size(); ++i)
        {
            CheckTime(m_scenario.faults[i].duration.value_or(RdmaTick{}),
                      AppendIndex("faults", i) + ".for");
        }
    }

    /** Do the switch's features fit together and to the transport? */
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

    /** Without PFC, what tunes it means nothing. */
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

    /** @return true if the attribute that a key sets has this value anyway */
    static bool IsDefault(const AttributeSetting& setting)
    {
        const auto usual = GetAttributeText({}, setting.name);
        char* end = nullptr;
        const double number = std::strtod(setting.value.c_str(), &end);
        // Times are written in more than one way, and differ in nothing else than their number.
        return end == setting.value.c_str() ? setting.value == usual
                                            : number == std::strtod(usual.c_str(), nullptr);
    }

    /** Has every capture a port of its own? */
    void CheckCaptures()
    {
        std::map<uint32_t, size_t> places;
        for (size_t i = 0; i < m_scenario.captures.size(); ++i)
        {
            const auto port = m_scenario.captures[i].port;
            if (!port)
            {
                continue; // refused already
            }
            const auto [first, isNew] = places.try_emplace(*port, i);
            if (!isNew)
            {
                Add(AppendIndex("measure.pcap", i),
                    "is the same port as " + AppendIndex("measure.pcap", first->second));
            }
        }
    }

    /** Do probes return in time? */
    void CheckMonitor()
    {
        if (!m_scenario.monitor)
        {
            return;
        }
        const auto rtt = m_scenario.network->GetBaseRtt(LARGE_FRAME, LARGE_FRAME);
        const auto least = std::max(rtt / MONITOR_ROUNDS_PER_RTT, MIN_MONITOR_INTERVAL);
        if (*m_scenario.monitor < least)
        {
            Add("monitor.interval",
                "found " + FormatTime(*m_scenario.monitor) + "; allowed: at least " +
                    FormatTime(least) +
                    ", for probes are awaited four base round trips, and 50 us");
        }
        CheckTime(*m_scenario.monitor, "monitor.interval");
    }

    /** Are the time series of a sensible grain? */
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

    const Scenario& m_scenario; ///< what is judged
    const Json& m_effective;    ///< the same as JSON
    Problems m_problems;        ///< what is wrong with it
};

} // namespace

Problems
CheckScenario(const Scenario& scenario, const Json& effective)
{
    return Checker(scenario, effective).Run();
}

} // namespace mrcsim
