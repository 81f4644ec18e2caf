/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLUID_FLOW_H
#define FLUID_FLOW_H

#include <cstdint>

/**
 * @file
 * mrcsim::FluidFlow: traffic from one host to another.
 */

namespace mrcsim
{

/// Traffic between two hosts through the network, which may use neighboring planes.
struct FluidFlow
{
    uint32_t src{0};        ///< sending host
    uint32_t dst{0};        ///< receiving host, not src
    uint32_t firstPlane{0}; ///< first plane it may use
    uint32_t planeCount{1}; ///< number of planes; all of them must exist
};

} // namespace mrcsim

#endif // FLUID_FLOW_H
