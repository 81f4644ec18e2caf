/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_QP_PATH_H
#define RDMA_QP_PATH_H

#include "mrc-nic.h"
#include "rdma-qp-factory.h"

#include "ns3/fabric-clos.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * How a QP reaches its peer in a Clos network.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * @param clos the network
 * @param factory makes the QP
 * @param host host of the QP
 * @param peerHost host of its peer
 * @return where its frames go
 */
RdmaQpRoute MakeRdmaQpRoute(const FabricClosSpec& clos,
                            const RdmaQpFactory& factory,
                            uint32_t host,
                            uint32_t peerHost);

/**
 * @ingroup mrc
 * @param clos the network
 * @param host a host
 * @param peerHost another host
 * @return distinct paths between them in each plane
 */
uint32_t GetRdmaPathsPerPlane(const FabricClosSpec& clos, uint32_t host, uint32_t peerHost);

} // namespace ns3

#endif // RDMA_QP_PATH_H
