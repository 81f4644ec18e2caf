/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-qp-config.h"

namespace ns3
{

RdmaTick
RoceRnrTime(uint8_t code)
{
    // Multiples of 10 us; the code 0 is the longest.
    static constexpr uint32_t TENS_OF_US[] = {65536, 1,    2,    3,     4,     6,     8,     12,
                                              16,    24,   32,   48,    64,    96,    128,   192,
                                              256,   384,  512,  768,   1024,  1536,  2048,  3072,
                                              4096,  6144, 8192, 12288, 16384, 24576, 32768, 49152};
    return RdmaTick::Us(10) * TENS_OF_US[code & 31];
}

} // namespace ns3
