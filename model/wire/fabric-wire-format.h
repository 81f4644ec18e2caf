/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_WIRE_FORMAT_H
#define FABRIC_WIRE_FORMAT_H

#include "fabric-addressing.h"
#include "rdma-ip-headers.h"
#include "srv6-segments.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricWireFormat: what must be known besides a frame to write its bytes.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * What all frames of a network have in common on the wire. ns3::Fabric makes one of its attributes.
 */
struct FabricWireFormat
{
    FabricAddressing addressing;           ///< where hosts are
    const Srv6Segments* segments{nullptr}; ///< what FabricFrame::segment means; null: no SRHs
    uint16_t udpDestPort{ROCE_UDP_PORT};   ///< UDP destination port of RDMA packets
    Srv6EvOrder evOrder{EV_LOW_IN_PORT};   ///< which half of an EV is the source port
    bool icrc{false};                      ///< iCRCs are computed and checked, otherwise zeros
};

} // namespace ns3

#endif // FABRIC_WIRE_FORMAT_H
