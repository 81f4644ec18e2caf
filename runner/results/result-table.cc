/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-table.h"

#include <nlohmann/json.hpp>
#include <ostream>

namespace mrcsim
{

bool
ResultTable::IsIn(const Results& results) const
{
    return !m_isThere || m_isThere(results);
}

void
ResultTable::WriteCsv(std::ostream& out, const Results& results) const
{
    std::string line;
    const auto write = [&](const std::vector<Cell>& cells) {
        line.clear();
        for (const auto& cell : cells)
        {
            line.append(&cell == cells.data() ? 0 : 1, ',');
            AppendCsv(cell, line);
        }
        line += '\n';
        out.write(line.data(), static_cast<std::streamsize>(line.size()));
    };
    std::vector<Cell> header;
    for (const auto& column : m_columns)
    {
        header.emplace_back(column.name);
    }
    write(header);
    m_showRows(results, write);
}

Json
ResultTable::ListRows(const Results& results) const
{
    Json rows = Json::array();
    m_showRows(results, [&](const auto& cells) { rows.push_back(MakeObject(m_columns, cells)); });
    return rows;
}

Json
ResultTable::Describe() const
{
    return {{"name", m_facts.name},
            {"about", m_facts.about},
            {"when", m_facts.when},
            {"columns", mrcsim::Describe(m_columns)}};
}

} // namespace mrcsim
