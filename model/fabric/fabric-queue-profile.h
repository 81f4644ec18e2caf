/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_QUEUE_PROFILE_H
#define FABRIC_QUEUE_PROFILE_H

#include "ns3/fabric-frame.h"
#include "ns3/rdma-tick.h"

#include <array>
#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricQueueProfile: settings of the queues of a port.
 */

namespace ns3
{

/// Largest limit of a data queue, B: its bytes are counted in 32 bits.
constexpr uint64_t FABRIC_MAX_QUEUE_BYTES = UINT32_MAX;

/**
 * @ingroup mrc
 * Settings of the queues of a port, shared by all ports of a kind. Sizes are frame bytes, with
 * Ethernet header and FCS, without preamble and gap.
 */
struct FabricQueueProfile
{
    uint64_t ecnKminBytes{0};       ///< no marking up to this data queue, B
    uint64_t ecnKmaxBytes{0};       ///< always mark above this, B; 0 = no marking
    double ecnPmax{1.0};            ///< marking probability at kmax, 0..1
    uint64_t trimThresholdBytes{0}; ///< trim when the data queue would exceed this, B; 0 = off
    bool trimRandom{false};         ///< trim the arriving frame or the last one that waits, at
                                    ///< random; else the arriving one
    uint64_t dataLimitBytes{FABRIC_MAX_QUEUE_BYTES}; ///< tail drop above this, B
    uint64_t ctrlLimitBytes{~0ULL};                  ///< tail drop above this, B
    /// Share of the line for trimmed frames before data, x 2^16; 0 = strict priority, in the
    /// control queue
    uint32_t trimShareQ16{0};
    uint32_t trimMaxShareQ16{65536}; ///< maximum of the share, which grows with their queue, x 2^16
    uint64_t trimBurstBytes{1}; ///< queue above which it grows, and burst that passes at once, B
    uint64_t trimLimitBytes{~0ULL};           ///< tail drop of trimmed frames above this, B
    FabricDscp trimDscp{FabricDscp::TRIMMED}; ///< TRIMMED_LASTHOP on ports that face a NIC
    RdmaTick pfcResponse; ///< time from the arrival of a pause frame until it takes effect
    /// Weights of the two data classes while both have frames to send.
    std::array<uint16_t, FABRIC_DATA_CLASSES> weights{1, 1};
};

} // namespace ns3

#endif // FABRIC_QUEUE_PROFILE_H
