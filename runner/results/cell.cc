/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "cell.h"

#include "csv-writer.h"

#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/// A value in JSON.
struct JsonOf
{
    Json operator()(std::monostate /* none */) const
    {
        return {};
    }

    Json operator()(ns3::RdmaTick time) const
    {
        return time.GetPs() % 1000 == 0 ? Json(time.GetPs() / 1000) : Json(time.GetNs());
    }

    Json operator()(Hexadecimal number) const
    {
        return ToCsv(number);
    }

    template <typename T>
    Json operator()(const T& value) const
    {
        return value;
    }
};

} // namespace

Json
ToJson(const Cell& cell)
{
    return std::visit(JsonOf(), cell.Get());
}

} // namespace mrcsim
