/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-table.h"

#include "csv-writer.h"

#include <nlohmann/json.hpp>

namespace mrcsim
{

ResultTable::ResultTable(const TableFacts& facts, std::function<bool(const Results&)> isThere)
    : m_facts(facts),
      m_isThere(std::move(isThere))
{
}

bool
ResultTable::IsIn(const Results& results) const
{
    return !m_isThere || m_isThere(results);
}

void
ResultTable::WriteCsv(std::ostream& out, const Results& results) const
{
    CsvWriter csv(out);
    std::vector<Cell> header;
    for (const auto& column : GetColumns())
    {
        header.emplace_back(column.name);
    }
    csv.Row(header);
    ShowRows(results, [&csv](const auto& cells) { csv.Row(cells); });
}

Json
ResultTable::ListRows(const Results& results) const
{
    Json rows = Json::array();
    ShowRows(results, [&](const auto& cells) { rows.push_back(MakeObject(GetColumns(), cells)); });
    return rows;
}

Json
ResultTable::Describe() const
{
    return {{"name", m_facts.name},
            {"about", m_facts.about},
            {"when", m_facts.when},
            {"columns", mrcsim::Describe(GetColumns())}};
}

} // namespace mrcsim
