/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CAPACITY_BILL_H
#define CAPACITY_BILL_H

#include "capacity-parameters.h"
#include "tiered-shape.h"

#include <cstdint>

/**
 * @file
 * mrcsim::CapacityBill: the parts of a network, their power and cost.
 */

namespace mrcsim
{

/// Parts of a network. NICs are not included, their optical modules are.
struct CapacityBill
{
    uint64_t links{0};        ///< links of NICs and between switches, each with the rate of a port
    uint64_t optics{0};       ///< optical modules, in NICs and switches
    uint64_t fiberCables{0};  ///< cables, each with the rate of an optical module
    uint64_t shuffles{0};     ///< fiber cables whose lanes lead to several switches
    uint64_t copperCables{0}; ///< cables, each with the rate of an optical module
    double powerW{0};         ///< power of switches and modules, W
    double costUsd{0};        ///< cost of switches, modules and cables, USD
};

/// Largest distance between two NICs.
struct CapacityDistance
{
    uint32_t switches{0};     ///< switches on the path
    double hopNs{0};          ///< delay of switches and cables, ns
    double frameNs{0};        ///< line time of a full frame on one link, ns
    double storeForwardNs{0}; ///< total delay with store-and-forward switches, ns
};

/**
 * @param shape a network
 * @param parameters parameters of its parts
 * @param copper true: the links of NICs are copper, all others optical
 * @return its parts. Lanes are assigned to modules switch by switch, separately for downlinks and
 * uplinks
 */
CapacityBill MakeBill(const TieredShape& shape, const CapacityParameters& parameters, bool copper);

/**
 * @param shape a network
 * @param parameters parameters of its parts
 * @return the distance of two NICs whose path uses the top tier
 */
CapacityDistance MeasureDistance(const TieredShape& shape, const CapacityParameters& parameters);

} // namespace mrcsim

#endif // CAPACITY_BILL_H
