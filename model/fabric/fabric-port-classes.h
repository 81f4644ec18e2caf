/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_PORT_CLASSES_H
#define FABRIC_PORT_CLASSES_H

#include "fabric-class-queue.h"

#include "ns3/rdma-tick.h"

#include <array>
#include <cstdint>
#include <type_traits>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricPortClasses: state of the pauses of a port and of its second data class.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Pause of one data class of a port by its peer (IEEE 802.1Qbb).
 */
struct FabricPortPause
{
    bool active{false}; ///< the class may not send
    RdmaTick since;     ///< begin of the current pause
    RdmaTick until;     ///< its end, unless another frame changes it
    RdmaTick total;     ///< sum of the finished pauses
};

/**
 * @ingroup mrc
 * State of a port that has been paused or has carried the second data class. It is in the port's
 * arena.
 */
struct FabricPortClasses
{
    std::array<FabricPortPause, FABRIC_DATA_CLASSES> pauses; ///< by data class

    FabricClassQueue second; ///< waiting frames of the second data class
    /// Bytes that the first class has sent beyond its share while both compete, times weights.
    int64_t lead{0};

    FabricFrameFifo heard;   ///< PFC frames that take effect after the response time
    uint64_t pfcReceived{0}; ///< PFC frames that paused or resumed this port
};

static_assert(std::is_trivially_destructible_v<FabricPortClasses>, "an arena only frees memory");

} // namespace ns3

#endif // FABRIC_PORT_CLASSES_H
