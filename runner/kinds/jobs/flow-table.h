/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLOW_TABLE_H
#define FLOW_TABLE_H

#include "document/problem.h"

#include "ns3/fabric-network.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::FlowTable: messages, computations and collectives with their dependencies, from CSV.
 */

namespace mrcsim
{

/// Some entries of a list.
struct ListRange
{
    uint32_t first{0}; ///< index of the first one
    uint32_t count{0}; ///< their number
};

/// A row of a table of flows.
struct FlowRow
{
    uint64_t bytes{0};     ///< size, B
    ns3::RdmaTick start;   ///< earliest instant, from the start of the job
    ns3::RdmaTick delay;   ///< time before it; of a computation its duration
    ListRange hosts;       ///< source and destination, or its hosts, in FlowTable::hosts
    ListRange after;       ///< rows that it waits for, in FlowTable::after
    uint32_t line{0};      ///< its line, counted from 1
    uint8_t op{0};         ///< index in FlowTable::operations; 0: none
    bool isMessage{false}; ///< false: a computation, or a collective

    /** @return true if it is a message without end */
    bool IsEndless() const
    {
        return isMessage && bytes == 0;
    }
};

/// The rows and their lists.
struct FlowTable
{
    std::vector<FlowRow> rows;               ///< in the order of the lines
    std::vector<uint32_t> hosts;             ///< hosts of the rows
    std::vector<uint32_t> after;             ///< indices of rows
    std::vector<std::string> operations{""}; ///< types of the collectives; the first one is none

    /** @return true if all rows are messages without end */
    bool IsEndless() const;

    /**
     * @param range entries of a list of the table
     * @param list the list
     * @return the entries
     */
    static std::vector<uint32_t> Get(ListRange range, const std::vector<uint32_t>& list)
    {
        return {list.begin() + range.first, list.begin() + range.first + range.count};
    }
};

/**
 * @param text the table: a line of names, then a line per flow
 * @param path of the table in the scenario, for messages
 * @param network network of its hosts, which are numbers or names
 * @param [out] problems receives the problems, with the line; at most MOST_TABLE_PROBLEMS
 * @return the table; incomplete if there are problems
 */
FlowTable ReadFlowTable(const std::string& text,
                        const std::string& path,
                        const ns3::FabricNetwork& network,
                        Problems& problems);

/// Largest number of problems of a table that are listed.
constexpr size_t MOST_TABLE_PROBLEMS = 20;

} // namespace mrcsim

#endif // FLOW_TABLE_H
