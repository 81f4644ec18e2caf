/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "environment.h"

#include <cstdlib>
#include <sstream>
#include <string>

namespace mrcsim
{

namespace
{

/// The global value that does not change results.
constexpr const char* HARMLESS = "SchedulerType";

/** @return the value of an environment variable, empty if it is not set */
std::string
GetVariable(const char* variable)
{
    const char* value = std::getenv(variable);
    return value ? value : "";
}

} // namespace

Problems
CheckEnvironment()
{
    Problems problems;
    const auto attributes = GetVariable("NS_ATTRIBUTE_DEFAULT");
    if (!attributes.empty())
    {
        problems.push_back({"NS_ATTRIBUTE_DEFAULT",
                            "found " + attributes +
                                " in the environment, which config.json does not record; allowed: "
                                "transport.attributes of the scenario"});
    }
    std::istringstream values(GetVariable("NS_GLOBAL_VALUE"));
    for (std::string value; std::getline(values, value, ';');)
    {
        const auto name = value.substr(0, value.find('='));
        if (!name.empty() && name != HARMLESS)
        {
            problems.push_back({"NS_GLOBAL_VALUE",
                                "found " + value +
                                    " in the environment, which config.json does not record; "
                                    "allowed: " +
                                    HARMLESS + " alone" +
                                    (name == "RngRun" ? ", and seed of the scenario" : "")});
        }
    }
    return problems;
}

} // namespace mrcsim
