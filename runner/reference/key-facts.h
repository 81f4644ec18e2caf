/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KEY_FACTS_H
#define KEY_FACTS_H

#include "document/json-path.h"

#include <string>

/**
 * @file
 * What the schema of an object tells of one of its keys.
 */

namespace mrcsim
{

/**
 * The facts, in this order, those that there are:
 *
 * - type: time, size, rate, string, whole number, number, boolean, list or object, several of them
 *   joined by "or"; word, where nothing but the words of values is allowed
 * - unit: that of a plain number
 * - range: of numbers and quantities, such as "from 1 to 8"
 * - values: all that it can be, of a list its entries, or words that it can be besides; "ns3::NAME"
 *   stands for any class
 * - form: what is allowed, where type, range and values do not tell all of it
 * - with: the key beside it without which there is no such key
 * - required (true), or default, or absent: what it means that it is not there
 * - defaultFrom: path of the key whose value is the default
 * - defaultByTransport: the default by transport.type
 * - attribute: the ns-3 attribute that it sets; its initial value is the default where the schema
 *   has none
 * - meaning: one or more sentences
 *
 * @param object schema of the object
 * @param key one of its keys
 * @param path of the object
 * @return the facts
 */
Json DescribeKey(const Json& object, const std::string& key, const std::string& path);

} // namespace mrcsim

#endif // KEY_FACTS_H
