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
    std::string name;   ///< name with ns3::
    std::string parent; ///< the class that it inherits from
    Json attributes;    ///< list of its own attributes: name and facts, see ListClasses
    Json traceSources;  ///< list of its own trace sources: name, callback, meaning
};

/**
 * List all classes of this module by name. The facts of an attribute, as far as they apply:
 *
 * - type: time, rate, word, string, whole number, number, boolean, class, address or object; ns-3's
 *   name for other types
 * - unit: unit of a plain number
 * - range: such as "from 0 to 1"
 * - values: all allowed values
 * - default: its initial value, as in scenarios
 * - keys: paths of the keys of scenarios that set it; transport.attributes sets the others
 * - meaning: its help text in ns-3
 * - allowed: allowed values as text
 *
 * @param keys all keys of scenarios
 */
std::vector<ClassEntry> ListClasses(const KeyList& keys);

/**
 * @param classes all classes
 * @param name name of a class, with or without ns3::, or of an attribute or trace source, after its
 * class and "::"; empty: all classes
 * @param [out] found receives all classes; or one, followed by its base classes in the module; or
 * one with only the named attribute or trace source
 * @return the problem if there is none, with the nearest names
 */
Problems FindClasses(const std::vector<ClassEntry>& classes,
                     const std::string& name,
                     std::vector<ClassEntry>& found);

/** @return the classes as a list of objects: name, parent, attributes, traceSources */
Json ToJson(const std::vector<ClassEntry>& classes);

/**
 * @param width maximum line length, characters
 * @return a line per class: its name, number of attributes and trace sources, base class
 */
std::string FormatClassList(const std::vector<ClassEntry>& classes, size_t width);

/**
 * @param width maximum line length, characters
 * @return the classes, with a paragraph per attribute and trace source
 */
std::string FormatClasses(const std::vector<ClassEntry>& classes, size_t width);

} // namespace mrcsim

#endif // ATTRIBUTE_LIST_H
