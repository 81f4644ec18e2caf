/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fuzz-input.h"
#include "transport-observer.h"
#include "transport-pair.h"

#include <cstddef>
#include <cstdint>
#include <iostream>

/*
 * Runs a TransportPair on the input.
 */

using namespace ns3;

namespace
{

/// Steps of all inputs.
struct StepCounter
{
    ~StepCounter()
    {
        std::cerr << "steps: " << steps << std::endl;
    }

    uint64_t steps{0}; ///< so far
} g_counter;

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    FuzzInput input(data, size);
    MrcTransportObserver observer;
    const bool corrupting = TransportPair::DrawCorrupting(input);
    TransportPair pair(input, corrupting, {&observer, &observer});
    g_counter.steps += pair.Run();
    return 0;
}
