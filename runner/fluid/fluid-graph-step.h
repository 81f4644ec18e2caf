/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLUID_GRAPH_STEP_H
#define FLUID_GRAPH_STEP_H

#include <cstdint>
#include <vector>

/**
 * @file
 * mrcsim::FluidGraphStep: a port between switches.
 */

namespace mrcsim
{

/// A port between switches.
struct FluidGraphStep
{
    uint32_t from; ///< switch where it is
    uint32_t to;   ///< switch to which it leads
    uint32_t port; ///< number of the port
};

/// By switch: its ports to other switches.
using FluidGraphSteps = std::vector<std::vector<FluidGraphStep>>;

/// The k-th steps of several ways.
using FluidGraphLayer = std::vector<FluidGraphStep>;

} // namespace mrcsim

#endif // FLUID_GRAPH_STEP_H
