/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-qp-path.h"

#include "ns3/srv6-usid.h"

namespace ns3
{

RdmaQpRoute
MakeRdmaQpRoute(const FabricClosSpec& clos,
                const RdmaQpFactory& factory,
                uint32_t host,
                uint32_t peerHost)
{
    RdmaQpRoute route;
    route.peerHost = peerHost;
    route.encap = factory.GetEncap();
    route.dataClass = factory.GetDataClass();
    route.path = MakePathTemplate(host / clos.hostsPerT0,
                                  peerHost / clos.hostsPerT0,
                                  peerHost % clos.hostsPerT0);
    return route;
}

uint32_t
GetRdmaPathsPerPlane(const FabricClosSpec& clos, uint32_t host, uint32_t peerHost)
{
    return clos.IsLocal(host, peerHost) ? 1 : clos.t1PerPlane;
}

} // namespace ns3
