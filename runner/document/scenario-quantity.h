/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_QUANTITY_H
#define SCENARIO_QUANTITY_H

#include "json-path.h"

#include "ns3/rdma-tick.h"

#include <cstdint>

/**
 * @file
 * Quantities of a scenario that its schema has admitted.
 */

namespace mrcsim
{

/**
 * @param value a time
 * @return it
 */
ns3::RdmaTick ReadTime(const Json& value);

/**
 * @param value a size
 * @return it, B
 */
uint64_t ReadBytes(const Json& value);

/**
 * @param value a rate
 * @return it, bit/s
 */
uint64_t ReadRate(const Json& value);

} // namespace mrcsim

#endif // SCENARIO_QUANTITY_H
