/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CSV_WRITER_H
#define CSV_WRITER_H

#include "cell.h"

#include <ostream>
#include <string>
#include <vector>

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

/**
 * @param cell a value
 * @return it as a field: empty if there is none, a time in ns, exact, with a fraction only where
 * there is one
 */
std::string ToCsv(const Cell& cell);

/**
 * Writes one row after the other. Lines end with LF; fields with comma, quote or line break are
 * quoted. An absent value is an empty field.
 */
class CsvWriter
{
  public:
    /** @param out receives the file */
    explicit CsvWriter(std::ostream& out);

    /**
     * Write one row.
     * @param cells its values
     */
    void Row(const std::vector<Cell>& cells);

  private:
    std::ostream& m_out; ///< the file
    std::string m_line;  ///< the row; kept, so that its memory is used again
};

} // namespace mrcsim

#endif // CSV_WRITER_H
