/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MODULE_ATTRIBUTES_H
#define MODULE_ATTRIBUTES_H

#include "json-path.h"

#include "ns3/attribute.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <set>
#include <string>
#include <vector>

/**
 * @file
 * The classes of this module and their attributes, from ns-3's TypeIds.
 */

namespace mrcsim
{

/** @return true if the class belongs to this module */
bool IsOfModule(ns3::TypeId type);

/** @return the classes of this module, by name */
std::vector<ns3::TypeId> GetModuleTypes();

/** @return names of those that can be instantiated */
std::vector<std::string> GetClassNames();

/** @return full names of all attributes of these classes */
std::vector<std::string> GetAttributeNames();

/**
 * @return its most distant ancestor that is derived directly from ns3::Object
 */
ns3::TypeId GetFamily(ns3::TypeId type);

/** @return names of the classes of its family that can be instantiated */
std::set<std::string> GetSubstitutes(ns3::TypeId type);

/**
 * @param checker of an attribute
 * @return name of the type of its values: time, rate, word, string, whole number, number, boolean,
 * class, address or object; ns-3's name for other types
 */
std::string NameType(const ns3::AttributeChecker& checker);

/// Smallest and largest value of an attribute, as in scenarios. Empty: only the type limits it.
struct AttributeBounds
{
    std::string least; ///< smallest value
    std::string most;  ///< largest value
};

/**
 * @param checker of an attribute that is a number or a time
 * @return its bounds
 */
AttributeBounds GetBounds(const ns3::AttributeChecker& checker);

/**
 * @param checker of an attribute that is a number or a time
 * @return its bounds as text; empty if there are none
 */
std::string DescribeRange(const ns3::AttributeChecker& checker);

/**
 * @param checker of an attribute of type word
 * @return the words
 */
std::vector<std::string> GetWords(const ns3::AttributeChecker& checker);

/**
 * @param checker of an attribute
 * @return the allowed values as text
 */
std::string DescribeAllowed(const ns3::AttributeChecker& checker);

/**
 * @param checker of an attribute
 * @return true if its values are written as a word or a number, unlike objects
 */
bool IsPlainAttribute(const ns3::AttributeChecker& checker);

/**
 * @param value a plain value
 * @param checker of its attribute
 * @return the value as in scenarios
 */
Json ToJson(const ns3::AttributeValue& value, ns3::Ptr<const ns3::AttributeChecker> checker);

} // namespace mrcsim

#endif // MODULE_ATTRIBUTES_H
