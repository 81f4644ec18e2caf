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
 * Keys of scenarios that stand for attributes of ns-3, which hold their defaults.
 */

namespace mrcsim
{

/// A word of a scenario and the value of the ns-3 attribute that it stands for.
struct KeyWord
{
    std::string word;  ///< in the scenario
    std::string value; ///< as ns-3 reads it
};

/**
 * An ns-3 attribute and the value that a scenario gives it.
 */
struct AttributeSetting
{
    std::string path;  ///< key of the scenario
    std::string name;  ///< full name of the attribute, such as ns3::MrcNscc::Gamma
    std::string value; ///< as ns-3 reads it
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
 * @return what ns-3 knows of it, if anything
 */
std::optional<ns3::TypeId::AttributeInformation> FindAttribute(const std::string& name);

/**
 * @param name full name of an attribute that exists
 * @param words that stand for values of it in a scenario
 * @param defaults other values than the initial ones
 * @return what the attribute is unless it is set, as a scenario writes it
 */
Json GetAttributeDefault(const std::string& name,
                         const std::vector<KeyWord>& words,
                         const std::vector<AttributeSetting>& defaults);

/**
 * Does ns-3 know the attributes, do they take their values, is each set once?
 *
 * @param settings what keys of the scenario set
 * @param free transport.attributes of the scenario
 * @return all mistakes
 */
Problems CheckAttributes(const std::vector<AttributeSetting>& settings, const Json& free);

/**
 * @param [in,out] settings receives the attributes that a user named
 * @param free transport.attributes of the scenario, without mistakes
 */
void AddAttributes(std::vector<AttributeSetting>& settings, const Json& free);

/**
 * @param settings what a scenario sets
 * @param name full name of an attribute that exists
 * @return the value it gets, as ns-3 reads it: what is set or the initial value
 */
std::string GetAttributeText(const std::vector<AttributeSetting>& settings,
                             const std::string& name);

} // namespace mrcsim

#endif // SCENARIO_ATTRIBUTES_H
