/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capacity-bill.h"

#include <array>
#include <cmath>

namespace mrcsim
{

namespace
{

/**
 * @param ports ports at the same place
 * @param portBps rate of each, bit/s
 * @param opticGbps rate of an optical module, Gb/s
 * @return number of modules for them
 */
uint64_t
CountModules(uint64_t ports, uint64_t portBps, double opticGbps)
{
    return static_cast<uint64_t>(
        std::ceil(static_cast<double>(ports) * static_cast<double>(portBps) / (opticGbps * 1e9)));
}

} // namespace

CapacityBill
MakeBill(const TieredShape& shape, const CapacityParameters& parameters, bool copper)
{
    const auto& spec = shape.GetSpec();
    const auto modules = [&](uint64_t ports) {
        return CountModules(ports, shape.GetPortBps(), parameters.opticRate);
    };
    CapacityBill bill;
    bill.links = shape.GetNNicLinks() + shape.GetNFabricLinks();
    const uint64_t nicModules = spec.nics * modules(spec.planes);
    bill.copperCables = copper ? nicModules : 0;
    bill.fiberCables = copper ? 0 : nicModules;
    bill.optics = copper ? 0 : nicModules + shape.GetNSwitches(0) * modules(shape.GetNicsPerT0());
    for (uint32_t level = 0; level < shape.GetLevels().size(); ++level)
    {
        const uint64_t lower = shape.GetNSwitches(level);
        const uint64_t upper = shape.GetNSwitches(level + 1);
        bill.optics += lower * modules(shape.GetNLinks(level) / lower) +
                       upper * modules(shape.GetNLinks(level) / upper);
        bill.fiberCables += lower * modules(shape.GetNLinks(level) / lower);
    }
    const bool narrow = static_cast<double>(shape.GetPortBps()) < parameters.opticRate * 1e9;
    bill.shuffles = narrow ? bill.fiberCables : 0;
    const auto count = [](uint64_t number) { return static_cast<double>(number); };
    bill.powerW = count(shape.GetNSwitches()) * parameters.switchPower +
                  count(bill.optics) * parameters.opticPower +
                  2 * count(bill.copperCables) * parameters.copperPower;
    bill.costUsd = count(shape.GetNSwitches()) * parameters.switchPrice +
                   count(bill.optics) * parameters.opticPrice +
                   count(bill.fiberCables) * parameters.fiberPrice +
                   count(bill.shuffles) * parameters.shufflePrice +
                   count(bill.copperCables) * parameters.copperPrice;
    return bill;
}

CapacityDistance
MeasureDistance(const TieredShape& shape, const CapacityParameters& parameters)
{
    const std::array lengths{parameters.nicCable,
                             parameters.t1Cable,
                             parameters.t2Cable,
                             parameters.t3Cable};
    const uint32_t tiers = shape.GetSpec().tiers;
    double meters = 0;
    for (uint32_t tier = 0; tier < tiers; ++tier)
    {
        meters += 2 * lengths[tier];
    }
    CapacityDistance distance;
    distance.switches = 2 * tiers - 1;
    distance.hopNs = distance.switches * parameters.switchLatency + meters * parameters.cableDelay;
    distance.frameNs = parameters.frameBytes * 8e9 / static_cast<double>(shape.GetPortBps());
    distance.storeForwardNs = distance.hopNs + (distance.switches + 1) * distance.frameNs;
    return distance;
}

} // namespace mrcsim
