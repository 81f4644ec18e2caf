/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_EFFICIENCY_H
#define RDMA_EFFICIENCY_H

#include "ns3/rdma-tick.h"

/**
 * @file
 * @ingroup mrc
 * ns3::GetRdmaEfficiency: the efficiency of a transfer or a job.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * @param ideal lower bound of a duration, see GetRdmaIdealDuration
 * @param duration at least that
 * @return ideal / duration, at most 1
 */
inline double
GetRdmaEfficiency(RdmaTick ideal, RdmaTick duration)
{
    return ideal.GetSeconds() / duration.GetSeconds();
}

} // namespace ns3

#endif // RDMA_EFFICIENCY_H
