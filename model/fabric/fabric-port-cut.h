/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_PORT_CUT_H
#define FABRIC_PORT_CUT_H

#include "ns3/fabric-frame.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <type_traits>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricPortCut: a frame that a switch forwards while it arrives.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The last frame that a link handed over before its last bit had arrived. Made in the port's arena.
 */
struct FabricPortCut
{
    FabricFrame* frame{nullptr}; ///< the frame; may have been freed since
    RdmaTick until;              ///< arrival of its last bit
    uint8_t uses{0};             ///< its FabricFrame::uses; another value now: it has been freed
};

static_assert(std::is_trivially_destructible_v<FabricPortCut>, "an arena only frees memory");

} // namespace ns3

#endif // FABRIC_PORT_CUT_H
