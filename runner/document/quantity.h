/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QUANTITY_H
#define QUANTITY_H

#include "json-path.h"

#include "ns3/rdma-tick.h"

#include <cstdint>
#include <optional>
#include <string>

/**
 * @file
 * Quantities of scenario files: "500ns", "4MB", "4MiB", "100Gbps".
 */

namespace mrcsim
{

/**
 * Kinds of quantities, and the unit of a plain number.
 */
enum class QuantityKind
{
    TIME,  ///< plain numbers are ns; kept in ps
    BYTES, ///< plain numbers are B
    RATE,  ///< plain numbers are bit/s
};

/**
 * What is known of a kind of quantities, but for the sizes of its units.
 */
struct QuantityFacts
{
    const char* name;       ///< in lists of keys
    const char* annotation; ///< in a JSON Schema
    const char* unit;       ///< of a plain number
    int64_t factor;         ///< smallest units in that
    const char* smallest;   ///< the smallest unit, as messages name it
    const char* allowed;    ///< what a value may be, but for its bounds
    const char* units;      ///< a regular expression for the units
};

/** @return what is known of a kind */
const QuantityFacts& GetFacts(QuantityKind kind);

/**
 * A quantity in its smallest unit, or why there is none.
 */
struct Quantity
{
    std::optional<int64_t> value; ///< ps, B or bit/s
    std::string error;            ///< reason when value is absent
    bool isWellFormed{true};      ///< it is a number and a known unit, perhaps not of a whole value
};

/**
 * Read a number with a unit. The value is exact: what is not a whole number of the smallest unit
 * is an error, not rounded.
 *
 * @param kind what is expected
 * @param text "1.5us", "-4 MB", ...
 * @return the value or the reason why there is none
 */
Quantity ParseQuantity(QuantityKind kind, const std::string& text);

/**
 * Read a value of a document.
 *
 * @param kind what is expected
 * @param value a string with a unit, or a whole number in the kind's plain unit: ns, B, bit/s
 * @return the value or the reason why there is none
 */
Quantity ReadQuantity(QuantityKind kind, const Json& value);

/**
 * Write a time with the largest unit that leaves a whole number.
 *
 * @return for example "20ms"
 */
std::string FormatTime(ns3::RdmaTick time);

} // namespace mrcsim

#endif // QUANTITY_H
