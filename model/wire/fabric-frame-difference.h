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
 * Comparison of frames by their contents on the wire; fabric-frame-codec.h lists the fields that
 * are not on the wire.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Compare the fields that are on the wire.
 * @param b another frame
 * @return name of the first field that differs, or null if the frames are equivalent
 */
const char* FindFabricFrameDifference(const FabricFrame& a, const FabricFrame& b);

} // namespace ns3

#endif // FABRIC_FRAME_DIFFERENCE_H
