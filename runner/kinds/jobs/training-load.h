/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRAINING_LOAD_H
#define TRAINING_LOAD_H

#include "kinds/job-load.h"

#include "ns3/rdma-training-schedule.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * The load of a training-step job.
 */

namespace mrcsim
{

/**
 * @param plan the steps, with one rank per host
 * @param hosts host of each rank
 * @param context network and servers
 * @return the load of the schedule that MakeRdmaTraining makes, without jitter
 */
JobLoad MakeTrainingLoad(const ns3::RdmaTrainingPlan& plan,
                         const std::vector<uint32_t>& hosts,
                         const JobContext& context);

} // namespace mrcsim

#endif // TRAINING_LOAD_H
