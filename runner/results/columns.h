/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COLUMNS_H
#define COLUMNS_H

#include "cell.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * mrcsim::Columns: name, meaning and values of each column of a table.
 */

namespace mrcsim
{

/// Kind of the values of a column or a key. An ID is a number that identifies an object; sums of
/// IDs have no meaning.
enum class CellKind
{
    TEXT,
    ID,
    COUNT,
    NUMBER,
    FLAG
};

/// Facts about a column, or about a key of summary.json, for users.
struct ColumnFacts
{
    std::string name;    ///< name in the first line of the file; "a.b" is key b of an object a
    CellKind kind;       ///< kind of its values
    std::string unit;    ///< empty if it has none
    std::string meaning; ///< one sentence
};

/**
 * @param columns some columns
 * @return an object per column: name, kind, unit, meaning
 */
Json Describe(const std::vector<ColumnFacts>& columns);

/**
 * @param columns some columns
 * @param cells a value per column
 * @return an object with the values by the names of their columns
 */
Json MakeObject(const std::vector<ColumnFacts>& columns, const std::vector<Cell>& cells);

/**
 * Declaration of a column. Output and reference derive from it.
 *
 * @tparam Row struct with the values
 */
template <typename Row>
struct Column
{
    const char* name;                     ///< see ColumnFacts
    std::function<Cell(const Row&)> read; ///< the value of a row: a member, or a function
    CellKind kind;                        ///< see ColumnFacts
    const char* unit;                     ///< see ColumnFacts
    const char* meaning;                  ///< see ColumnFacts
};

/**
 * Columns in the order of the file.
 *
 * @tparam Row struct with the values
 */
template <typename Row>
class Columns
{
  public:
    /** @param columns the columns */
    explicit Columns(const std::vector<Column<Row>>& columns)
    {
        for (const auto& column : columns)
        {
            m_facts.push_back({column.name, column.kind, column.unit, column.meaning});
            m_reads.push_back(column.read);
        }
    }

    /** @return their facts */
    const std::vector<ColumnFacts>& GetFacts() const
    {
        return m_facts;
    }

    /**
     * @param row a row
     * @param [out] cells its values, which refer to it
     */
    void Read(const Row& row, std::vector<Cell>& cells) const
    {
        cells.clear();
        for (const auto& read : m_reads)
        {
            cells.push_back(read(row));
        }
    }

  private:
    std::vector<ColumnFacts> m_facts;                     ///< facts
    std::vector<std::function<Cell(const Row&)>> m_reads; ///< functions that read values
};

} // namespace mrcsim

#endif // COLUMNS_H
