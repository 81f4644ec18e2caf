/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_TABLE_H
#define RESULT_TABLE_H

#include "columns.h"
#include "result-rows.h"

#include <algorithm>
#include <functional>
#include <iosfwd>
#include <type_traits>
#include <utility>
#include <vector>

/**
 * @file
 * mrcsim::ResultTable: the tables of a results folder.
 */

namespace mrcsim
{

/// Facts about a table, for users.
struct TableFacts
{
    const char* name;  ///< name of the file, or of the key of summary.json
    const char* about; ///< content, without a full stop
    const char* when;  ///< runs that have it; empty: all
};

/**
 * A table of a results folder with rows of any type, as a file or within summary.json.
 */
class ResultTable
{
  public:
    /**
     * @tparam Row a row
     * @param facts facts for users
     * @param isThere true if a run has it; null: every run
     * @param rows rows of a run: a list in Results, or a function that receives the results and a
     * function to call for each row
     * @param columns columns in the order of the file
     */
    template <typename Row, typename Rows>
    ResultTable(const TableFacts& facts,
                std::function<bool(const Results&)> isThere,
                const Rows& rows,
                const Columns<Row>& columns)
        : m_facts(facts),
          m_isThere(std::move(isThere)),
          m_columns(columns.GetFacts()),
          m_showRows([rows, columns](const Results& results, const ShowCells& showCells) {
              std::vector<Cell> cells;
              const auto show = [&](const Row& row) {
                  columns.Read(row, cells);
                  showCells(cells);
              };
              if constexpr (std::is_member_object_pointer_v<Rows>)
              {
                  std::for_each((results.*rows).begin(), (results.*rows).end(), show);
              }
              else
              {
                  rows(results, show);
              }
          })
    {
    }

    /** @return its facts */
    const TableFacts& GetFacts() const
    {
        return m_facts;
    }

    /** @return true if this run has it */
    bool IsIn(const Results& results) const;

    /** @return its columns */
    const std::vector<ColumnFacts>& GetColumns() const
    {
        return m_columns;
    }

    /** @param out receives the table as CSV */
    void WriteCsv(std::ostream& out, const Results& results) const;

    /** @return its rows as objects */
    Json ListRows(const Results& results) const;

    /** @return its facts and columns, machine-readable */
    Json Describe() const;

  private:
    /// Called with the values of each row, one row after the other.
    using ShowCells = std::function<void(const std::vector<Cell>&)>;

    TableFacts m_facts;                                               ///< see GetFacts
    std::function<bool(const Results&)> m_isThere;                    ///< see IsIn
    std::vector<ColumnFacts> m_columns;                               ///< see GetColumns
    std::function<void(const Results&, const ShowCells&)> m_showRows; ///< the rows of a run
};

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

/** @return the keys of summary.json that are neither objects nor lists; one row */
const ResultTable& GetSummaryTable();
/** @return fct_ns in summary.json: times of messages; one row */
const ResultTable& GetFlowTimeTable();
/** @return slowdown in summary.json: slowdowns of messages by size */
const ResultTable& GetSlowdownTable();
/** @return steps in summary.json: durations of the steps of each job */
const ResultTable& GetStepTimeTable();
/** @return monitor in summary.json: accuracy of the monitor; one row */
const ResultTable& GetMonitorSummaryTable();

} // namespace mrcsim

#endif // RESULT_TABLE_H
