/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_FRAME_DIFFERENCE_H
#define FABRIC_FRAME_DIFFERENCE_H

#include "fabric-frame.h"

/**
 * @file
 * @ingroup mrc
 * Comparing frames by what the wire carries of them; fabric-frame-codec.h lists what it does not.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Compare field by field what the wire carries.
 * @param b another
 * @return name of the first field that differs, or null if the frames are equivalent
 */
const char* FindFabricFrameDifference(const FabricFrame& a, const FabricFrame& b);

/**
 * @ingroup mrc
 * @param b another
 * @return true if the wire would carry the same
 */
inline bool
AreEquivalentFabricFrames(const FabricFrame& a, const FabricFrame& b)
{
    return FindFabricFrameDifference(a, b) == nullptr;
}

} // namespace ns3

#endif // FABRIC_FRAME_DIFFERENCE_H
