/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAULT_SCHEDULE_H
#define FAULT_SCHEDULE_H

#include "results/result-rows.h"
#include "run/scenario.h"

#include "ns3/rdma-cluster.h"

#include <vector>

/**
 * @file
 * Faults and random loss of a scenario, brought upon a cluster.
 */

namespace mrcsim
{

/**
 * @param cluster a built cluster
 * @param rate probability that a frame is lost on its last link
 */
void SetNicRxLoss(ns3::Ptr<ns3::RdmaCluster> cluster, double rate);

/**
 * Schedule faults and their ends.
 *
 * @param cluster a built cluster
 * @param faults the faults
 * @param [out] events receives a row as each of them happens; must outlive the simulation
 */
void ScheduleFaults(ns3::Ptr<ns3::RdmaCluster> cluster,
                    const std::vector<FaultSpec>& faults,
                    std::vector<EventRow>& events);

} // namespace mrcsim

#endif // FAULT_SCHEDULE_H
