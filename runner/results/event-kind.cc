/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "event-kind.h"

#include "ns3/abort.h"

#include <map>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/** @return facts of each kind; a function, because static objects register kinds before main */
std::map<std::string, nlohmann::ordered_json>&
AllEvents()
{
    static std::map<std::string, nlohmann::ordered_json> all;
    return all;
}

/** @return the effect, machine-readable; null if it is absent */
nlohmann::ordered_json
Describe(const std::optional<FaultSign>& fault)
{
    if (!fault)
    {
        return nullptr;
    }
    const char* const roles[] = {"begins", "ends", "changes"};
    const char* const states[] = {"down", "silent", "degraded", "elsewhere"};
    return {{"role", roles[static_cast<size_t>(fault->role)]},
            {"state", states[static_cast<size_t>(fault->state)]},
            {"over", fault->over}};
}

} // namespace

EventKind::EventKind(const char* name,
                     const char* object,
                     const char* detail,
                     const char* meaning,
                     const std::optional<FaultSign>& fault)
    : m_name(name)
{
    const nlohmann::ordered_json facts = {{"name", name},
                                          {"object", object},
                                          {"detail", detail},
                                          {"meaning", meaning},
                                          {"fault", Describe(fault)}};
    const bool isNew = AllEvents().emplace(name, facts).second;
    NS_ABORT_MSG_UNLESS(isNew, "two kinds of events are called " << name);
}

nlohmann::ordered_json
DescribeEventKinds()
{
    auto list = nlohmann::ordered_json::array();
    for (const auto& kind : AllEvents())
    {
        list.push_back(kind.second);
    }
    return list;
}

} // namespace mrcsim
