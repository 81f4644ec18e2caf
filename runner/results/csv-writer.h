/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CSV_WRITER_H
#define CSV_WRITER_H

#include "ns3/rdma-tick.h"

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <type_traits>

/**
 * @file
 * mrcsim::CsvWriter: CSV by RFC 4180, the same bytes for the same values on every machine.
 */

namespace mrcsim
{

/**
 * @param value any finite number
 * @return it with at most 9 significant digits, independent of the locale
 */
std::string FormatNumber(double value);

/** @return ns, exact, with a fraction only where there is one */
std::string FormatNs(ns3::RdmaTick time);

/**
 * Writes one row after the other. Lines end with LF; fields with comma, quote or line break are
 * quoted. An absent value is an empty field.
 */
class CsvWriter
{
  public:
    /**
     * @param out receives the file
     * @param header the first line, without its end
     */
    CsvWriter(std::ostream& out, const char* header);

    /**
     * Write one row.
     * @param fields its values
     */
    template <typename... Fields>
    void Row(const Fields&... fields)
    {
        m_first = true;
        (Field(fields), ...);
        m_out << '\n';
    }

  private:
    /** @param value a field */
    template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
    void Field(T value)
    {
        Separate();
        m_out << std::to_string(value);
    }

    /** @param value a field, written as true or false */
    void Field(bool value);
    /** @param value a field */
    void Field(double value);
    /** @param value a field, written in ns */
    void Field(ns3::RdmaTick value);
    /** @param value a field */
    void Field(const std::string& value);
    /** @param value a field */
    void Field(const char* value);

    /** @param value a field, empty if absent */
    template <typename T>
    void Field(const std::optional<T>& value)
    {
        if (value)
        {
            Field(*value);
        }
        else
        {
            Separate();
        }
    }

    /** Begin a field. */
    void Separate();

    std::ostream& m_out; ///< the file
    bool m_first{true};  ///< no field of the row has been written
};

} // namespace mrcsim

#endif // CSV_WRITER_H
