/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/json-path.h"
#include "document/module-attributes.h"
#include "document/words.h"
#include "scenario-check.h"

#include "ns3/abort.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/fabric.h"
#include "ns3/mrc-monitor.h"
#include "ns3/nstime.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-time.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <string>

namespace mrcsim
{

namespace
{

/// Resets the defaults of attributes.
struct EndOfForce
{
    ~EndOfForce()
    {
        ns3::Config::Reset();
    }
};

// Classes of this module report invalid values (ns3::RdmaProblem); ns-3's own classes accept some
// values with which they abort later. These are listed here.

/// Valid range of a numeric attribute of ns-3.
struct NumberLimit
{
    const char* name; ///< full name of the attribute
    double least;     ///< least valid value
    double most;      ///< largest valid value
};

/// BBR divides by an integer rate, the product of this gain and the bandwidth.
constexpr NumberLimit NUMBERS[] = {{"ns3::TcpBbr::HighGain", 0.01, 1e6}};

/// Rates that ns-3 uses as divisors.
constexpr const char* RATES[] = {"ns3::TcpSocketState::MaxPacingRate"};

/// Attributes whose class ns-3 casts without a check to the family of its initial value.
constexpr const char* CLASSES[] = {"ns3::TcpL4Protocol::RttEstimatorType",
                                   "ns3::TcpL4Protocol::RecoveryType"};

/** @return the problem of an invalid setting */
Problem
Refuse(const AttributeSetting& setting, const std::string& allowed)
{
    return {setting.path,
            "found " + setting.value + "; allowed by " + setting.name + ": " + allowed};
}

/** @return problems of attributes of ns-3's own classes that would abort a run */
Problems
CheckForeignAttributes(const std::vector<AttributeSetting>& settings)
{
    Problems problems;
    for (const auto& limit : NUMBERS)
    {
        const auto* const setting = FindSetting(settings, limit.name);
        const double value = setting ? std::stod(setting->value) : limit.least;
        if (!(value >= limit.least && value <= limit.most))
        {
            std::ostringstream allowed;
            allowed << limit.least << " to " << limit.most;
            problems.push_back(Refuse(*setting, allowed.str()));
        }
    }
    for (const char* const name : RATES)
    {
        const auto* const setting = FindSetting(settings, name);
        if (setting && ns3::DataRate(setting->value).GetBitRate() == 0)
        {
            problems.push_back(Refuse(*setting, "more than 0 bit/s"));
        }
    }
    for (const char* const name : CLASSES)
    {
        const auto* const setting = FindSetting(settings, name);
        const auto usual = ns3::TypeId::LookupByName(GetAttributeText({}, name));
        const auto known = GetSubstitutes(usual);
        if (setting && known.count(setting->value) == 0)
        {
            problems.push_back(Refuse(*setting, ns3::JoinRdmaWords(known)));
        }
    }
    return problems;
}

/** @return problems that the model reports, by the names of its attributes */
ns3::RdmaProblems
AskModel(const Scenario& scenario)
{
    ApplyAttributes(scenario.attributes);
    const EndOfForce end;
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
    for (const auto& job : scenario.jobs)
    {
        add(job.driver ? job.transport.what->CheckDriver(scenario.attributes)
                       : ns3::RdmaProblems());
    }
    if (!problems.empty())
    {
        return problems; // sizes of switches follow from sizes of packets
    }
    const auto helper = MakeClusterHelper(scenario);
    add(helper.Check());
    const auto size = [&scenario](const std::string& name) {
        return static_cast<uint32_t>(ReadNumber(scenario.attributes, name));
    };
    add(ns3::Fabric::CheckSizes(GetAttributeText(scenario.attributes, "ns3::Fabric::VerifyWire") ==
                                    "true",
                                size("ns3::Fabric::TrimmedBytes"),
                                size("ns3::Fabric::SackBytes")));
    if (scenario.monitor)
    {
        const ns3::Time interval = ns3::ToTime(*scenario.monitor);
        const ns3::Time timeout(GetAttributeText(scenario.attributes, "ns3::MrcMonitor::Timeout"));
        add(ns3::MrcMonitor::Check(interval, timeout, helper.GetBaseRtt()));
    }
    return problems;
}

/** @return path of the key to change; the most likely attribute is the first; none: the network */
std::string
FindKey(const std::vector<AttributeSetting>& settings, const std::vector<std::string>& names)
{
    if (names.empty())
    {
        return "topology";
    }
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

/**
 * @param found what the model reports
 * @param [out] problems receives it, with keys of the scenario
 */
void
AddByKey(const ns3::RdmaProblems& found, const Scenario& scenario, Problems& problems)
{
    for (const auto& problem : found)
    {
        problems.push_back({FindKey(scenario.attributes, problem.attributes), problem.what});
    }
}

} // namespace

void
ApplyAttributes(const std::vector<AttributeSetting>& settings)
{
    for (const auto& setting : settings)
    {
        const bool known =
            ns3::Config::SetDefaultFailSafe(setting.name, ns3::StringValue(setting.value));
        NS_ABORT_MSG_UNLESS(known, setting.path << ": ns-3 does not accept " << setting.value);
    }
}

ns3::RdmaClusterHelper
MakeClusterHelper(const Scenario& scenario)
{
    ns3::RdmaClusterHelper helper;
    helper.SetTopology(scenario.network);
    helper.SetTransport(scenario.transport.what->GetQpFactory());
    return helper;
}

Problems
CheckParameters(const Scenario& scenario)
{
    auto problems = CheckForeignAttributes(scenario.attributes);
    AddByKey(AskModel(scenario), scenario, problems);
    return problems;
}

Problems
AdviseParameters(const Scenario& scenario)
{
    Problems notes;
    if (GetAttributeText(scenario.attributes, "ns3::FabricSwitchParameters::Pfc") != "true")
    {
        AddByKey(scenario.network->Advise(), scenario, notes);
        return notes; // most runs: attributes are not applied once more
    }
    ApplyAttributes(scenario.attributes);
    const EndOfForce end;
    AddByKey(MakeClusterHelper(scenario).Advise(), scenario, notes);
    return notes;
}

} // namespace mrcsim
