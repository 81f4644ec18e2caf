/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATTRIBUTE_LIST_H
#define ATTRIBUTE_LIST_H

#include "document/problem.h"
#include "key-list.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/**
 * @file
 * The ns-3 attributes and trace sources of this module's classes.
 */

namespace mrcsim
{

/**
 * A class with a TypeId of this module.
 */
struct ClassEntry
{
    std::string name;   ///< with ns3::
    std::string parent; ///< the class that it inherits from
    Json attributes;    ///< a list of its own: name and facts, see ListClasses
    Json traceSources;  ///< a list of its own: name, callback, meaning
};

/**
 * All classes of this module by name. The facts of an attribute, those that there are:
 *
 * - type: time, rate, word, string, whole number, number, boolean, class, address or object; of
 *   others what ns-3 calls them
 * - unit: that of a plain number
 * - range: such as "from 0 to 1"
 * - values: all that it can be
 * - default: its initial value, as a scenario writes it
 * - keys: paths of the keys of scenarios that set it; transport.attributes sets the others
 * - meaning: what ns-3 prints as its help
 * - allowed: what it can be, in words
 *
 * @param keys all keys of scenarios
 */
std::vector<ClassEntry> ListClasses(const KeyList& keys);

/**
 * @param classes all classes
 * @param name of a class, with or without ns3::, or of an attribute or trace source, behind its
 *             class and "::"; empty: all classes
 * @param [out] found receives all classes; or one, and behind it those of the module that it
 *              inherits from; or one with nothing but what is named
 * @return why there is none, with the nearest ones
 */
Problems FindClasses(const std::vector<ClassEntry>& classes,
                     const std::string& name,
                     std::vector<ClassEntry>& found);

/** @return the classes as a list of objects: name, parent, attributes, traceSources */
Json ToJson(const std::vector<ClassEntry>& classes);

/**
 * @param width longest line, characters
 * @return a line for each class: its name, how much it has, what it inherits from
 */
std::string FormatClassList(const std::vector<ClassEntry>& classes, size_t width);

/**
 * @param width longest line, characters
 * @return the classes, each attribute and trace source in a paragraph
 */
std::string FormatClasses(const std::vector<ClassEntry>& classes, size_t width);

} // namespace mrcsim

#endif // ATTRIBUTE_LIST_H
