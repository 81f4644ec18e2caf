/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_TABLE_H
#define RESULT_TABLE_H

#include "columns.h"
#include "result-rows.h"

#include <functional>
#include <ostream>
#include <utility>
#include <vector>

/**
 * @file
 * mrcsim::ResultTable: a table of a results folder; and all of them.
 */

namespace mrcsim
{

/// What users are told of a table.
struct TableFacts
{
    const char* name;  ///< of the file, or of the key of summary.json
    const char* about; ///< what it holds, without a full stop
    const char* when;  ///< which runs have it; empty: all
};

/**
 * A table of a results folder, a file of its own or within summary.json, whatever its rows are.
 */
class ResultTable
{
  public:
    /**
     * @param facts what users are told of it
     * @param isThere a run has it; null: every run
     */
    ResultTable(const TableFacts& facts, std::function<bool(const Results&)> isThere);
    virtual ~ResultTable() = default;

    /** @return what users are told of it */
    const TableFacts& GetFacts() const
    {
        return m_facts;
    }

    /** @return true if this run has it */
    bool IsIn(const Results& results) const;

    /** @return its columns */
    virtual const std::vector<ColumnFacts>& GetColumns() const = 0;

    /** @param out receives the table as CSV, a row after the other */
    void WriteCsv(std::ostream& out, const Results& results) const;

    /** @return its rows as objects */
    Json ListRows(const Results& results) const;

    /** @return its facts and columns for programs */
    Json Describe() const;

  protected:
    /** @param show called with the values of each row, one row after the other */
    virtual void ShowRows(const Results& results,
                          const std::function<void(const std::vector<Cell>&)>& show) const = 0;

  private:
    TableFacts m_facts;                            ///< see GetFacts
    std::function<bool(const Results&)> m_isThere; ///< see IsIn
};

/**
 * A table with rows of a type.
 *
 * @tparam Row a row
 */
template <typename Row>
class Table : public ResultTable
{
  public:
    /// Calls show with each row of a run.
    using Rows = std::function<void(const Results&, const std::function<void(const Row&)>& show)>;

    /**
     * @param facts what users are told of it
     * @param isThere a run has it; null: every run
     * @param rows of a run
     * @param columns in the order of the file
     */
    Table(const TableFacts& facts,
          std::function<bool(const Results&)> isThere,
          Rows rows,
          const std::vector<Column<Row>>& columns)
        : ResultTable(facts, std::move(isThere)),
          m_rows(std::move(rows)),
          m_columns(columns)
    {
    }

    const std::vector<ColumnFacts>& GetColumns() const override
    {
        return m_columns.GetFacts();
    }

  protected:
    void ShowRows(const Results& results,
                  const std::function<void(const std::vector<Cell>&)>& show) const override
    {
        std::vector<Cell> cells;
        m_rows(results, [&](const Row& row) {
            m_columns.Read(row, cells);
            show(cells);
        });
    }

  private:
    Rows m_rows;            ///< see the constructor
    Columns<Row> m_columns; ///< see the constructor
};

/**
 * @param rows some rows
 * @param show called with each of them
 */
template <typename List, typename Show>
void
ShowEach(const List& rows, const Show& show)
{
    for (const auto& row : rows)
    {
        show(row);
    }
}

/** @return jobs.csv, and jobs in summary.json */
const ResultTable& GetJobTable();
/** @return flows.csv */
const ResultTable& GetFlowTable();
/** @return steps.csv */
const ResultTable& GetStepTable();
/** @return samples.csv */
const ResultTable& GetSampleTable();
/** @return links.csv */
const ResultTable& GetLinkTable();
/** @return events.csv */
const ResultTable& GetEventTable();
/** @return evs.csv */
const ResultTable& GetEvTable();
/** @return recovery.csv, and recovery in summary.json */
const ResultTable& GetRecoveryTable();
/** @return monitor.csv */
const ResultTable& GetMonitorTable();

/** @return the keys of summary.json that are no objects and no lists; one row */
const ResultTable& GetSummaryTable();
/** @return fct_ns in summary.json: times of messages; one row */
const ResultTable& GetFlowTimeTable();
/** @return slowdown in summary.json: of messages, by their size */
const ResultTable& GetSlowdownTable();
/** @return steps in summary.json: how long the steps of each job took */
const ResultTable& GetStepTimeTable();
/** @return monitor in summary.json: how well the monitor did; one row */
const ResultTable& GetMonitorSummaryTable();

} // namespace mrcsim

#endif // RESULT_TABLE_H
