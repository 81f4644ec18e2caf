/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fault.h"

#include "document/quantity.h"
#include "document/scenario-quantity.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace mrcsim
{

namespace
{

/**
 * @param faults all faults of a scenario
 * @return what they do to links
 */
LinkHistory
MakeHistory(const std::vector<FaultSpec>& faults)
{
    LinkHistory history;
    for (const auto& fault : faults)
    {
        if (fault.what)
        {
            fault.what->AddTo(fault.time, history);
        }
    }
    for (auto& [link, changes] : history)
    {
        // What happens at the same time, happens in the order of the scenario
        std::stable_sort(changes.begin(),
                         changes.end(),
                         [](const LinkChange& a, const LinkChange& b) { return a.at < b.at; });
    }
    return history;
}

/**
 * @param at simulated time
 * @param action what happens then
 */
void
At(ns3::RdmaTick at, std::function<void()> action)
{
    ns3::Simulator::Schedule(ns3::PicoSeconds(static_cast<uint64_t>(at.GetPs())),
                             std::move(action));
}

} // namespace

void
Fault::Check(const FaultScene& /* scene */,
             const FaultTime& /* time */,
             const std::string& /* path */,
             Problems& /* problems */) const
{
}

void
Fault::End(const FaultStage& /* stage */) const
{
}

void
Fault::AddTo(const FaultTime& /* time */, LinkHistory& /* history */) const
{
}

FaultSpec
ReadFault(const Json& json,
          const ns3::FabricNetwork& network,
          const std::string& path,
          Problems& problems)
{
    FaultSpec fault;
    fault.time.at = ReadTime(json["at"]);
    if (json.contains("for"))
    {
        fault.time.duration = ReadTime(json["for"]);
    }
    const auto& read = KindRegistry<FaultReader>::Get(json["what"].get<std::string>());
    fault.what = read(json, network, path, problems);
    return fault;
}

void
CheckFaults(const std::vector<FaultSpec>& faults,
            const ns3::FabricNetwork& network,
            ns3::RdmaTick stop,
            Problems& problems)
{
    const auto history = MakeHistory(faults);
    for (size_t i = 0; i < faults.size(); ++i)
    {
        const auto& fault = faults[i];
        const auto path = AppendIndex("faults", i);
        if (fault.time.at >= stop)
        {
            problems.push_back({path + ".at",
                                "found " + FormatTime(fault.time.at) +
                                    "; allowed: before stop, which is " + FormatTime(stop)});
        }
        if (fault.what)
        {
            fault.what->Check({network, history}, fault.time, path, problems);
        }
    }
}

void
ScheduleFaults(const std::vector<FaultSpec>& faults, const FaultStage& stage)
{
    for (const auto& fault : faults)
    {
        At(fault.time.at, [what = fault.what, stage] { what->Begin(stage); });
        if (fault.time.duration)
        {
            At(fault.time.at + *fault.time.duration,
               [what = fault.what, stage] { what->End(stage); });
        }
    }
}

} // namespace mrcsim
