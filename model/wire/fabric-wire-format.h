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
 * ns3::FabricWireFormat: the properties that all frames of a network share.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Properties of all frames of a network on the wire, which the bytes need besides the frame.
 * ns3::Fabric sets them from its attributes.
 */
struct FabricWireFormat
{
    FabricAddressing addressing;           ///< addresses of hosts
    const Srv6Segments* segments{nullptr}; ///< segments by FabricFrame::segment; null: no SRHs
    uint16_t udpDestPort{ROCE_UDP_PORT};   ///< UDP destination port of RDMA packets
    Srv6EvOrder evOrder{EV_LOW_IN_PORT};   ///< half of an EV that is the source port
    bool icrc{false};                      ///< iCRCs are computed and checked; otherwise they are
                                           ///< zeros
};

} // namespace ns3

#endif // FABRIC_WIRE_FORMAT_H
