/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JSON_TIME_H
#define JSON_TIME_H

#include "document/json-path.h"

#include "ns3/rdma-tick.h"

#include <nlohmann/json.hpp>

/**
 * @file
 * Times in summary.json.
 */

namespace mrcsim
{

/** @return ns as a JSON number: whole if it is */
inline Json
ToNs(ns3::RdmaTick time)
{
    return time.GetPs() % 1000 == 0 ? Json(time.GetPs() / 1000) : Json(time.GetNs());
}

} // namespace mrcsim

#endif // JSON_TIME_H
