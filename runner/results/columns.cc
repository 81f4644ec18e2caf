/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "columns.h"

#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/** @return its name in the reference */
const char*
ToString(CellKind kind)
{
    switch (kind)
    {
    case CellKind::TEXT:
        return "text";
    case CellKind::ID:
        return "id";
    case CellKind::COUNT:
        return "count";
    case CellKind::NUMBER:
        return "number";
    case CellKind::FLAG:
        return "flag";
    }
    return "";
}

} // namespace

Json
Describe(const std::vector<ColumnFacts>& columns)
{
    Json list = Json::array();
    for (const auto& column : columns)
    {
        list.push_back({{"name", column.name},
                        {"kind", ToString(column.kind)},
                        {"unit", column.unit},
                        {"meaning", column.meaning}});
    }
    return list;
}

Json
MakeObject(const std::vector<ColumnFacts>& columns, const std::vector<Cell>& cells)
{
    Json object = Json::object();
    for (size_t i = 0; i < columns.size(); ++i)
    {
        const auto& name = columns[i].name;
        const auto dot = name.find('.');
        auto& holder = dot == std::string::npos ? object : object[name.substr(0, dot)];
        holder[name.substr(dot + 1)] = ToJson(cells[i]); // without a dot, npos + 1 is 0
    }
    return object;
}

} // namespace mrcsim
