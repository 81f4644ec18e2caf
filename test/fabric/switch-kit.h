/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SWITCH_KIT_H
#define SWITCH_KIT_H

#include "ns3/fabric-clos.h"
#include "ns3/fabric-switch.h"
#include "ns3/fabric-table-forwarding.h"
#include "ns3/fabric.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc-tests
 * Switches and links that a test connects by hand, port by port.
 */

namespace mrctest
{

using namespace ns3;

/// Default rate of links, bit/s.
constexpr uint64_t CABLE_BPS = 100'000'000'000;

/**
 * @param hostsPerT0 downlinks of a T0
 * @param t0s T0s of a plane
 * @param t1s T1s of a plane
 * @param planes planes
 * @return a network for HangSwitch
 */
inline Ptr<const FabricClos>
MakeClos(uint32_t hostsPerT0, uint32_t t0s, uint32_t t1s, uint32_t planes = 1)
{
    FabricClosSpec spec;
    spec.planes = planes;
    spec.hosts = hostsPerT0 * t0s;
    spec.hostsPerT0 = hostsPerT0;
    spec.t1PerPlane = t1s;
    spec.hostRateBps = spec.fabricRateBps = CABLE_BPS;
    return Create<FabricClos>(spec);
}

/**
 * Add a switch without ports.
 * @param fabric the fabric
 * @param site identity of the switch
 * @param makeForwarding makes its forwarding from the switch's routes
 * @return the switch
 */
template <typename MakeForwarding>
FabricSwitch*
HangSwitch(Fabric& fabric, const FabricSwitchSite& site, MakeForwarding makeForwarding)
{
    auto routes = std::make_unique<FabricSwitchRoutes>(
        site.number,
        fabric.GetElements().GetPlaneRoutes(site.position.plane));
    std::unique_ptr<FabricForwarding> forwarding = makeForwarding(*routes);
    return fabric.GetElements().AddSwitch(std::make_unique<FabricSwitch>(fabric.GetContext(),
                                                                         site,
                                                                         std::move(routes),
                                                                         std::move(forwarding)));
}

/**
 * Add a switch of the fabric's network without ports, which are added in the order of their
 * numbers.
 * @param fabric the fabric, with its network set
 * @param position of the switch
 * @param seed of its hash
 * @return the switch
 */
inline FabricSwitch*
HangSwitch(Fabric& fabric, const FabricSwitchPosition& position, uint64_t seed = 1)
{
    const FabricNetwork& network = *fabric.GetNetwork();
    FabricSwitchSite site;
    site.number = network.FindSwitch(position).value();
    site.position = position;
    site.sids = network.GetSids(site.number);
    site.seed = seed;
    return HangSwitch(fabric, site, [&](const FabricSwitchRoutes& routes) {
        return network.MakeForwarding(site.number, routes);
    });
}

/**
 * Add a switch of a network without a shape, without ports.
 * @param fabric the fabric
 * @param number of the switch
 * @param [out] table its routes, initially none; the switch owns them
 * @return the switch
 */
inline FabricSwitch*
HangSwitch(Fabric& fabric, uint32_t number, FabricTableForwarding*& table)
{
    FabricSwitchSite site;
    site.number = number;
    site.position.tier = FabricSwitchPosition::Tier::OTHER;
    site.position.index = number;
    site.seed = 1;
    return HangSwitch(fabric, site, [&](const FabricSwitchRoutes& routes) {
        auto made = std::make_unique<FabricTableForwarding>(routes);
        table = made.get();
        return made;
    });
}

/**
 * @param fabric the fabric
 * @param a one end
 * @param b other end
 * @param profile queues of both ports
 * @param delay of either direction
 * @return a's port of a new link, which is not added to a switch
 */
inline FabricPort*
LayCable(Fabric& fabric,
         FabricPortOwner* a,
         FabricPortOwner* b,
         const FabricQueueProfile* profile,
         RdmaTick delay = {})
{
    FabricPort* port = fabric.GetElements().AddLink(a, b, CABLE_BPS, delay, delay);
    port->profile = port->peer->profile = profile;
    return port;
}

} // namespace mrctest

#endif // SWITCH_KIT_H
