/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-qp-path.h"

#include "ns3/fabric-lazy-topology.h"

namespace ns3
{

RdmaQpRoute
MakeRdmaQpRoute(Fabric& fabric, const RdmaQpFactory& factory, uint32_t host, uint32_t peerHost)
{
    RdmaQpRoute route;
    route.peerHost = peerHost;
    route.encap = factory.GetEncap();
    route.dataClass = factory.GetMessageClass();
    if (route.encap == FabricEncap::SRV6)
    {
        route.path = fabric.GetNetwork()->GetPathCodec().GetPathTemplate(host, peerHost);
        route.paths = fabric.GetSourceRoutes(host, peerHost);
    }
    return route;
}

void
SetRdmaQpPaths(Fabric& fabric,
               const RdmaQpFactory& factory,
               uint32_t peerHost,
               RdmaQpContext& context)
{
    const FabricPathCodec& codec = fabric.GetNetwork()->GetPathCodec();
    const bool structured = factory.GetPlainRouting() == FabricPlainRouting::STRUCTURED;
    context.pathsPerPlane = codec.GetNPaths(context.localHost, peerHost);
    context.pathCodes = codec.GetPathCodes(context.localHost, peerHost, structured);
    context.longerPaths = nullptr;
    // Detours may close a cycle of links that wait for each other
    const FabricLazyTopology* topology = fabric.GetLazyTopology();
    const bool lossless = topology && topology->IsLossless(factory.GetMessageClass());
    if (factory.GetEncap() == FabricEncap::SRV6 && !lossless)
    {
        const Srv6SourceRoutes* routes = fabric.GetSourceRoutes(context.localHost, peerHost);
        context.longerPaths = routes ? routes->GetLongerPaths() : nullptr;
    }
}

} // namespace ns3
