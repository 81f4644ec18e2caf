/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_TABLE_H
#define FLOW_TABLE_H

#include "ns3/rdma-tick.h"
#include "ns3/rdma-workload-records.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::FlowTable: the rows of flows.csv.
 */

namespace mrcsim
{

/// flows.csv: a message
struct FlowRow
{
    uint64_t flow{0};                 ///< number in posting order
    std::string job;                  ///< name of the job
    uint32_t step{0};                 ///< step of the job's algorithm
    uint32_t src{0};                  ///< sending host
    uint32_t dst{0};                  ///< receiving host
    uint32_t qp{0};                   ///< QP of this pair
    uint64_t bytes{0};                ///< size
    ns3::RdmaTick start;              ///< posted
    std::optional<ns3::RdmaTick> end; ///< delivered
    ns3::RdmaTick ideal;              ///< lower bound of end - start
    uint64_t packets{0};              ///< sent, retransmissions included
    uint64_t retransmits{0};          ///< of these, retransmissions
    uint64_t trims{0};                ///< trim NACKs received
    uint64_t ecnMarks{0};             ///< congestion echoes received
    uint64_t timeouts{0};             ///< retransmission timers expired
    bool completed{false};            ///< delivered

    /** @return end - start, if it was delivered */
    std::optional<ns3::RdmaTick> GetFct() const;
    /** @return how many times the lower bound that is, if it was delivered */
    std::optional<double> GetSlowdown() const;
};

/**
 * The messages of a run in posting order. There may be millions: they stay as the workload wrote
 * them down, and a row is made when somebody asks for it.
 */
class FlowTable
{
  public:
    /// Goes through the rows.
    class Iterator
    {
      public:
        /** @param at number of a row */
        Iterator(const FlowTable& table, size_t at)
            : m_table(table),
              m_at(at)
        {
        }

        /** @return the row */
        FlowRow operator*() const
        {
            return m_table[m_at];
        }

        /** @return the iterator, at the next row */
        Iterator& operator++()
        {
            ++m_at;
            return *this;
        }

        /**
         * @param other another place in the same table
         * @return true if it is at another row
         */
        bool operator!=(const Iterator& other) const
        {
            return m_at != other.m_at;
        }

      private:
        const FlowTable& m_table; ///< what it goes through
        size_t m_at;              ///< the row it is at
    };

    /** A table without rows. */
    FlowTable() = default;

    /**
     * @param jobs names of the jobs, by number
     * @param records messages of these jobs
     */
    FlowTable(std::vector<std::string> jobs, std::deque<ns3::RdmaFlowRecord> records);

    /** @return number of rows */
    size_t size() const // NOLINT(readability-identifier-naming)
    {
        return m_records.size();
    }

    /**
     * @param row number of a row
     * @return the row
     */
    FlowRow operator[](size_t row) const;

    /** @return at the first row */
    Iterator begin() const // NOLINT(readability-identifier-naming)
    {
        return {*this, 0};
    }

    /** @return behind the last row */
    Iterator end() const // NOLINT(readability-identifier-naming)
    {
        return {*this, size()};
    }

  private:
    std::vector<std::string> m_jobs;           ///< names by number
    std::deque<ns3::RdmaFlowRecord> m_records; ///< what the rows are made of
};

} // namespace mrcsim

#endif // FLOW_TABLE_H
