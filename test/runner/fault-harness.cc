/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fault-harness.h"

#include "results/result-rows.h"
#include "run/scenario.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mrcsim
{

nlohmann::ordered_json
WriteFaults(const std::string& faults, const std::string& changes)
{
    auto document = Json::parse(FAULT_BASE);
    document.update(Json::parse(changes));
    document["faults"] = Json::parse(faults);
    return document;
}

std::vector<std::string>
RefuseFaults(const std::string& faults, const std::string& changes)
{
    return RefuseDocument(WriteFaults(faults, changes));
}

Results
RunFaults(const std::string& faults, const std::string& changes, const std::string& outcome)
{
    SCOPED_TRACE(faults);
    return RunScenario(LoadDocument(WriteFaults(faults, changes)), outcome);
}

std::vector<std::string>
ListEvents(const Results& results, const std::vector<std::string>& kinds)
{
    std::vector<std::string> lines;
    for (const auto& event : results.events)
    {
        if (std::find(kinds.begin(), kinds.end(), event.kind) != kinds.end())
        {
            lines.push_back(std::to_string(event.time.GetPs() / 1'000'000) + ' ' + event.kind +
                            ' ' + event.object + (event.detail.empty() ? "" : ' ' + event.detail));
        }
    }
    return lines;
}

} // namespace mrcsim
