/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CELL_H
#define CELL_H

#include "ns3/rdma-tick.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

/**
 * @file
 * mrcsim::Cell: a value in a results file.
 */

namespace mrcsim
{

using Json = nlohmann::ordered_json;

/// What stands in a column or a key. An ID is a number that names a thing: a sum of IDs has no
/// meaning.
enum class CellKind
{
    TEXT,
    ID,
    COUNT,
    NUMBER,
    FLAG
};

/// A number that is written in hexadecimal, such as 0x1f.
struct Hexadecimal
{
    uint64_t value; ///< the number
};

/**
 * One value of a row, or none. Refers to the text that it was made from, so that a row of a large
 * file costs no copies.
 */
class Cell
{
  public:
    /// Every value that a cell can have; the first one is none.
    using Value = std::variant<std::monostate,
                               bool,
                               uint64_t,
                               double,
                               ns3::RdmaTick,
                               Hexadecimal,
                               std::string_view>;

    /** No value. */
    Cell() = default;

    /** @param value true or false */
    Cell(bool value) // NOLINT(google-explicit-constructor)
        : m_value(value)
    {
    }

    /** @param value a whole number */
    template <typename T, std::enable_if_t<std::is_unsigned_v<T>, int> = 0>
    Cell(T value) // NOLINT(google-explicit-constructor)
        : m_value(uint64_t{value})
    {
    }

    /** @param value a number */
    Cell(double value) // NOLINT(google-explicit-constructor)
        : m_value(value)
    {
    }

    /** @param value a time, written in ns */
    Cell(ns3::RdmaTick value) // NOLINT(google-explicit-constructor)
        : m_value(value)
    {
    }

    /** @param value a number in hexadecimal */
    Cell(Hexadecimal value) // NOLINT(google-explicit-constructor)
        : m_value(value)
    {
    }

    /** @param text lives as long as this */
    Cell(const char* text) // NOLINT(google-explicit-constructor)
        : m_value(std::string_view(text))
    {
    }

    /** @param text lives as long as this */
    Cell(const std::string& text) // NOLINT(google-explicit-constructor)
        : m_value(std::string_view(text))
    {
    }

    /** A text that does not live long enough. */
    Cell(std::string&& text) = delete;

    /** @param value a value that may be absent */
    template <typename T>
    Cell(const std::optional<T>& value) // NOLINT(google-explicit-constructor)
        : Cell(value ? Cell(*value) : Cell())
    {
    }

    /** @return the value */
    const Value& Get() const
    {
        return m_value;
    }

  private:
    Value m_value; ///< the value
};

/**
 * @param cell a value
 * @return the same in JSON, null if there is none: a time in ns, a whole number if it is one
 */
Json ToJson(const Cell& cell);

} // namespace mrcsim

#endif // CELL_H
