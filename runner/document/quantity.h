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
#include <string_view>
#include <vector>

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

/// Largest time in a scenario; the sum of three such times does not overflow in ns-3.
constexpr ns3::RdmaTick MAX_TIME = ns3::RdmaTick::Ms(int64_t{30} * 24 * 3600 * 1000);

/// The same in messages.
constexpr const char* MAX_TIME_TEXT = "30 days";

/**
 * A unit of a kind of quantities.
 */
struct QuantityUnit
{
    std::string_view name; ///< name in documents
    int64_t factor;        ///< ps, B or bit/s
};

/**
 * Facts about a kind of quantities.
 */
struct QuantityFacts
{
    const char* name;                  ///< name in lists of keys
    const char* annotation;            ///< annotation in a JSON Schema
    const char* unit;                  ///< unit of a plain number
    int64_t factor;                    ///< smallest units in that unit
    const char* smallest;              ///< name of the smallest unit in messages
    std::vector<QuantityUnit> units{}; ///< known units
    std::string allowed{};             ///< description of allowed values, without bounds
    std::string pattern{};             ///< a regular expression for the units
};

/** @return the facts about a kind */
const QuantityFacts& GetFacts(QuantityKind kind);

/**
 * A quantity in its smallest unit, or an error.
 */
struct Quantity
{
    std::optional<int64_t> value; ///< ps, B or bit/s
    std::string error;            ///< reason when value is absent
    bool isWellFormed{true};      ///< a number with a known unit, but possibly not a whole value
};

/**
 * Read a number with a unit. The value is exact: a value that is not a whole number of the smallest
 * unit is an error.
 *
 * @param kind expected kind
 * @param text "1.5us", "-4 MB", ...
 * @return the value or the error
 */
Quantity ParseQuantity(QuantityKind kind, const std::string& text);

/**
 * Read a value of a document.
 *
 * @param kind expected kind
 * @param value a string with a unit, or a whole number in the kind's plain unit: ns, B, bit/s
 * @return the value or the error; a time above MAX_TIME is an error
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
