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
 * mrcsim::Columns: what each column of a table is called, means and contains.
 */

namespace mrcsim
{

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

/// What users are told of a column, or of a key of summary.json.
struct ColumnFacts
{
    std::string name;    ///< in the first line of the file; "a.b" is key b of an object a
    CellKind kind;       ///< what stands in it
    std::string unit;    ///< empty if it has none
    std::string meaning; ///< one sentence
};

/**
 * @param columns some columns
 * @return for each an object: name, kind, unit, meaning
 */
Json Describe(const std::vector<ColumnFacts>& columns);

/**
 * @param columns some columns
 * @param cells a value for each of them
 * @return an object with the values by the names of their columns
 */
Json MakeObject(const std::vector<ColumnFacts>& columns, const std::vector<Cell>& cells);

/**
 * A column, declared in one place: everything that writes or explains it reads that.
 *
 * @tparam Row what the values come from
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
 * @tparam Row what the values come from
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

    /** @return what users are told of them */
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
    std::vector<ColumnFacts> m_facts;                     ///< what users are told
    std::vector<std::function<Cell(const Row&)>> m_reads; ///< how values are read
};

} // namespace mrcsim

#endif // COLUMNS_H
