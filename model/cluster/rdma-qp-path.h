/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_QP_PATH_H
#define RDMA_QP_PATH_H

#include "rdma-qp-factory.h"

#include "ns3/fabric.h"
#include "ns3/rdma-nic.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * Paths and addressing of a QP.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * @param fabric the fabric, with its network
 * @param factory makes the QP
 * @param host host of the QP
 * @param peerHost host of its peer
 * @return addressing of its frames
 */
RdmaQpRoute MakeRdmaQpRoute(Fabric& fabric,
                            const RdmaQpFactory& factory,
                            uint32_t host,
                            uint32_t peerHost);

/**
 * @ingroup mrc
 * Write the paths to its peer into the inputs of a QP.
 * @param fabric the fabric, with its network
 * @param factory makes the QP
 * @param peerHost host of its peer
 * @param [in,out] context of the QP: pathsPerPlane, pathCodes and longerPaths are written
 */
void SetRdmaQpPaths(Fabric& fabric,
                    const RdmaQpFactory& factory,
                    uint32_t peerHost,
                    RdmaQpContext& context);

} // namespace ns3

#endif // RDMA_QP_PATH_H
