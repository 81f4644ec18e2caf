/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_TIME_H
#define RDMA_TIME_H

#include "rdma-tick.h"

#include "ns3/nstime.h"

/**
 * @file
 * @ingroup mrc
 * ns3::ToRdmaTick, ns3::ToTime: times of the core and the fabric, and of ns-3.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * @return the time in whole picoseconds
 */
inline RdmaTick
ToRdmaTick(const Time& time)
{
    return RdmaTick::Ps(time.GetPicoSeconds());
}

/**
 * @ingroup mrc
 * @return the time, cut to the resolution of ns3::Time
 */
inline Time
ToTime(RdmaTick time)
{
    return PicoSeconds(static_cast<uint64_t>(time.GetPs()));
}

} // namespace ns3

#endif // RDMA_TIME_H
