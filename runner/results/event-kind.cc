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

/** @return what is told of each kind; a function, because static objects fill it before main */
std::map<std::string, nlohmann::ordered_json>&
All()
{
    static std::map<std::string, nlohmann::ordered_json> all;
    return all;
}

} // namespace

EventKind::EventKind(const char* name, const char* object, const char* detail, const char* meaning)
    : m_name(name)
{
    const nlohmann::ordered_json facts = {{"name", name},
                                          {"object", object},
                                          {"detail", detail},
                                          {"meaning", meaning}};
    const bool isNew = All().emplace(name, facts).second;
    NS_ABORT_MSG_UNLESS(isNew, "two kinds of events are called " << name);
}

nlohmann::ordered_json
DescribeEventKinds()
{
    auto list = nlohmann::ordered_json::array();
    for (const auto& kind : All())
    {
        list.push_back(kind.second);
    }
    return list;
}

} // namespace mrcsim
