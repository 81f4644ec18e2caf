/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_PATH_FAULTS_H
#define RDMA_PATH_FAULTS_H

#include "rdma-hosts.h"
#include "rdma-ideal-time.h"

#include "ns3/fabric-frame.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::DescribeRdmaPathFaults: the faults that keep a QP from its peer.
 */

namespace ns3
{

class Fabric;
class FabricPort;

/**
 * @ingroup mrc
 * Name the active faults that cut all paths of a QP to its peer: for MRC those of its EVs, for
 * RoCE the path there or the path back, for other transports the links of the two NICs. It uses
 * states of links and switches that transports cannot know: it serves messages for users.
 * @param hosts hosts and their network
 * @param host host of the QP
 * @param qpn number of the QP, which is attached
 * @param planes planes of the transport
 * @return such as "its only path is down: h0--s0 since 20 us"; empty if a path is open
 */
std::string DescribeRdmaPathFaults(const RdmaHosts& hosts,
                                   uint32_t host,
                                   uint32_t qpn,
                                   const RdmaPlanes& planes);

/**
 * @ingroup mrc
 * An end of a flow whose frames all look the same to switches.
 */
struct RdmaFlowEnd
{
    const FabricPort* port; ///< port of its NIC
    FabricFrame frame;      ///< a frame like those that it sends
};

/**
 * @ingroup mrc
 * Name the active faults on the path there or the path back of a flow, as DescribeRdmaPathFaults.
 * @param fabric the network
 * @param a an end
 * @param b the other end
 * @return such as "its only path is down: h0--s0 since 20 us"; empty if the path may be open
 */
std::string DescribeRdmaFlowFaults(Fabric& fabric, const RdmaFlowEnd& a, const RdmaFlowEnd& b);

} // namespace ns3

#endif // RDMA_PATH_FAULTS_H
