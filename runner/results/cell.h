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

/// A number that is written in hexadecimal, such as 0x1f.
struct Hexadecimal
{
    uint64_t value; ///< the number
};

/**
 * One value of a row, or none. It refers to its text without a copy, for the speed of large files.
 */
class Cell
{
  public:
    /// Possible values; the first one is none.
    using Value = std::variant<std::monostate,
                               bool,
                               uint64_t,
                               double,
                               ns3::RdmaTick,
                               Hexadecimal,
                               std::string_view>;

    /** No value. */
    Cell() = default;

    /** @param value one of Value, an unsigned number, or a text that outlives this */
    template <typename T>
    Cell(const T& value) // NOLINT(google-explicit-constructor)
    {
        if constexpr (std::is_unsigned_v<T> && !std::is_same_v<T, bool>)
        {
            m_value = uint64_t{value};
        }
        else if constexpr (std::is_convertible_v<T, std::string_view>)
        {
            m_value = std::string_view(value);
        }
        else
        {
            m_value.emplace<T>(value);
        }
    }

    /** @param value a value that may be absent */
    template <typename T>
    Cell(const std::optional<T>& value) // NOLINT(google-explicit-constructor)
        : Cell(value ? Cell(*value) : Cell())
    {
    }

    /** Deleted, because the text would not outlive this. */
    Cell(std::string&& text) = delete;

    /** @return the value */
    const Value& Get() const
    {
        return m_value;
    }

  private:
    Value m_value; ///< the value
};

/**
 * Write a value as a field of CSV by RFC 4180, the same bytes on every machine: quoted if it
 * contains a comma, quote or line break, empty without a value, a time in ns, exact, with a
 * fraction only if necessary.
 *
 * @param cell a value
 * @param [in,out] line the value is appended to it
 */
void AppendCsv(const Cell& cell, std::string& line);

/**
 * @param cell a value
 * @return the value in JSON, null if there is none; a time in ns, as an integer if possible
 */
Json ToJson(const Cell& cell);

/**
 * @param value any finite number
 * @return the number as in CSV: with at most 9 significant digits, independent of the locale
 */
std::string FormatNumber(double value);

} // namespace mrcsim

#endif // CELL_H
