/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "parameter-check.h"

#include "document/json-path.h"
#include "foreign-attributes.h"

#include "ns3/abort.h"
#include "ns3/config.h"
#include "ns3/mrc-monitor.h"
#include "ns3/nstime.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/string.h"

#include <algorithm>
#include <map>
#include <string>

namespace mrcsim
{

namespace
{

/// Values of attributes that are in force as long as it lives.
class InForce
{
  public:
    /** @param settings what a scenario sets */
    explicit InForce(const std::vector<AttributeSetting>& settings)
    {
        ApplyAttributes(settings);
    }

    ~InForce()
    {
        ns3::Config::Reset();
    }

    InForce(const InForce&) = delete;
    InForce& operator=(const InForce&) = delete;
};

/** @return what the model does not take, by the names of its attributes */
ns3::RdmaProblems
AskModel(const Scenario& scenario)
{
    const InForce attributes(scenario.attributes);
    const auto& network = *scenario.network;
    std::map<std::string, TransportSpec> transports{{scenario.transport.name, scenario.transport}};
    for (const auto& job : scenario.jobs)
    {
        transports.emplace(job.transport.name, job.transport);
    }
    ns3::RdmaProblems problems;
    const auto add = [&problems](const ns3::RdmaProblems& more) {
        problems.insert(problems.end(), more.begin(), more.end());
    };
    for (const auto& [name, transport] : transports)
    {
        add(transport.what->CheckParameters(network));
    }
    if (!problems.empty())
    {
        return problems; // sizes of switches follow from those of packets
    }
    ns3::RdmaClusterHelper helper;
    helper.SetTopology(scenario.network);
    helper.SetTransport(scenario.transport.what->GetQpFactory());
    add(helper.Check());
    if (scenario.monitor)
    {
        const ns3::Time interval =
            ns3::PicoSeconds(static_cast<uint64_t>(scenario.monitor->GetPs()));
        const ns3::Time timeout(GetAttributeText(scenario.attributes, "ns3::MrcMonitor::Timeout"));
        add(ns3::MrcMonitor::Check(interval, timeout, helper.GetBaseRtt()));
    }
    return problems;
}

/**
 * @param settings what a scenario sets
 * @param names attributes, that which is most likely to be changed first
 * @return path of the key to be changed
 */
std::string
FindKey(const std::vector<AttributeSetting>& settings, const std::vector<std::string>& names)
{
    std::string unchanged;
    for (const auto& name : names)
    {
        const auto* const setting = FindSetting(settings, name);
        if (setting && setting->value != GetAttributeText({}, name))
        {
            return setting->path;
        }
        unchanged = setting && unchanged.empty() ? setting->path : unchanged;
    }
    return unchanged.empty() ? AppendKey("transport.attributes", names.front()) : unchanged;
}

} // namespace

void
ApplyAttributes(const std::vector<AttributeSetting>& settings)
{
    for (const auto& setting : settings)
    {
        const bool known =
            ns3::Config::SetDefaultFailSafe(setting.name, ns3::StringValue(setting.value));
        NS_ABORT_MSG_UNLESS(known, setting.path << ": ns-3 does not take " << setting.value);
    }
}

Problems
CheckParameters(const Scenario& scenario)
{
    auto problems = CheckForeignAttributes(scenario.attributes);
    for (const auto& problem : AskModel(scenario))
    {
        problems.push_back({FindKey(scenario.attributes, problem.attributes), problem.what});
    }
    return problems;
}

} // namespace mrcsim
