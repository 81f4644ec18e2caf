/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_ATTRIBUTES_H
#define SCENARIO_ATTRIBUTES_H

#include "json-path.h"
#include "problem.h"

#include "ns3/type-id.h"

#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * Keys of scenarios that stand for ns-3 attributes, which have their defaults.
 */

namespace mrcsim
{

/// A word of a scenario and the value of the ns-3 attribute that it stands for.
struct KeyWord
{
    std::string word;  ///< word in the scenario
    std::string value; ///< value in ns-3's format
};

/**
 * An ns-3 attribute and the value that a scenario gives it.
 */
struct AttributeSetting
{
    std::string path;  ///< key of the scenario
    std::string name;  ///< full name of the attribute, such as ns3::MrcNscc::Gamma
    std::string value; ///< value in ns-3's format
};

/**
 * @param settings some settings
 * @param name full name of an attribute
 * @return the first setting of this attribute, null if there is none
 */
const AttributeSetting* FindSetting(const std::vector<AttributeSetting>& settings,
                                    const std::string& name);

/**
 * @param name full name of an attribute
 * @return ns-3's information about it, if it exists
 */
std::optional<ns3::TypeId::AttributeInformation> FindAttribute(const std::string& name);

/**
 * @param name full name of an attribute that exists
 * @param words words that stand for its values in a scenario
 * @param defaults defaults that differ from the initial values
 * @return its default value, as in scenarios
 */
Json GetAttributeDefault(const std::string& name,
                         const std::vector<KeyWord>& words,
                         const std::vector<AttributeSetting>& defaults);

/**
 * Check that ns-3 has the attributes, that their values are valid, and that each is set once.
 *
 * @param settings settings by keys of the scenario
 * @param free transport.attributes of the scenario
 * @return all problems
 */
Problems CheckAttributes(const std::vector<AttributeSetting>& settings, const Json& free);

/**
 * @param [in,out] settings receives the attributes in free
 * @param free transport.attributes of the scenario, valid
 */
void AddAttributes(std::vector<AttributeSetting>& settings, const Json& free);

/**
 * @param settings settings of a scenario
 * @param name full name of an attribute that exists
 * @return its value in ns-3's format: the one that is set, or the initial value
 */
std::string GetAttributeText(const std::vector<AttributeSetting>& settings,
                             const std::string& name);

} // namespace mrcsim

#endif // SCENARIO_ATTRIBUTES_H
