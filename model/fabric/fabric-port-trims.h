/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_PORT_TRIMS_H
#define FABRIC_PORT_TRIMS_H

#include "fabric-frame-fifo.h"

#include <cstdint>
#include <type_traits>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricPortTrims: the trimmed frames that wait at a port.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Queue of trimmed frames, where they have a share of the line of their own
 * (FabricQueueProfile::trimShareQ16). Made when the first one has to wait; it lives in the port's
 * arena.
 *
 * Trimmed frames go before data as long as they have credit. Credit grows by the share of all bytes
 * that leave the port, up to a limit that lets a burst pass at once: few trims have priority, as
 * senders want to hear of them soon, and many of them cannot starve the data. When more of them
 * wait than such a burst, their share grows in proportion, up to its maximum.
 */
struct FabricPortTrims
{
    FabricFrameFifo queue;     ///< waiting trimmed frames
    uint64_t bytes{0};         ///< in that queue, B
    uint64_t creditQ16{0};     ///< what may go before data, B x 2^16
    uint64_t creditedBytes{0}; ///< bytes sent by the port for which credit was given, B
};

static_assert(std::is_trivially_destructible_v<FabricPortTrims>, "an arena only frees memory");

} // namespace ns3

#endif // FABRIC_PORT_TRIMS_H
