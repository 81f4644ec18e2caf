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
 * mrcsim::CapacityBill: what a network is made of, and what that takes and costs.
 */

namespace mrcsim
{

/// What a network is made of. NICs themselves are not counted, the modules in them are.
struct CapacityBill
{
    uint64_t links{0};        ///< of NICs and between switches, each with the rate of a port
    uint64_t optics{0};       ///< optical modules, in NICs and switches
    uint64_t fiberCables{0};  ///< each as wide as an optical module
    uint64_t shuffles{0};     ///< of these, those whose lanes lead to several switches
    uint64_t copperCables{0}; ///< each as wide as an optical module
    double powerW{0};         ///< of switches and modules, W
    double costUsd{0};        ///< of switches, modules and cables, USD
};

/// How far it is from a NIC to another one, at most.
struct CapacityDistance
{
    uint32_t switches{0};     ///< on the way
    double hopNs{0};          ///< in switches and cables, ns
    double frameNs{0};        ///< of a full frame on one link, ns
    double storeForwardNs{0}; ///< all of it if every switch waits for the whole frame, ns
};

/**
 * @param shape a network
 * @param parameters of its parts
 * @param copper the links of NICs are copper, all others optical
 * @return what it is made of. Modules with several lanes are filled switch by switch, those that
 *         lead down and those that lead up by themselves
 */
CapacityBill MakeBill(const TieredShape& shape, const CapacityParameters& parameters, bool copper);

/**
 * @param shape a network
 * @param parameters of its parts
 * @return how far it is between two NICs that meet in the topmost tier
 */
CapacityDistance MeasureDistance(const TieredShape& shape, const CapacityParameters& parameters);

} // namespace mrcsim

#endif // CAPACITY_BILL_H
