/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECOVERY_WATCH_H
#define RECOVERY_WATCH_H

#include "kinds/fault.h"
#include "results/result-rows.h"

#include "ns3/rdma-cluster.h"
#include "ns3/rdma-workload.h"

#include <memory>
#include <vector>

/**
 * @file
 * mrcsim::RecoveryWatch: recovery of a run from its faults.
 */

namespace mrcsim
{

struct Scenario;

/**
 * Measures the effects of each fault of a scenario: the rows of recovery.csv. It uses the ground
 * truth of the fabric: a fault causes the loss of a packet if the packet is dropped at an object
 * affected by the fault, for a drop reason of faults. If several faults affect the object, the loss
 * counts for each. From transports it uses only changes of EVs and QPs, so results have the same
 * meaning for all.
 */
class RecoveryWatch : public FaultObserver
{
  public:
    /** Start measuring. */
    virtual void Start() = 0;

    /**
     * Call after the run, while the workload has its flow records.
     * @return a row per fault that has begun
     */
    virtual std::vector<RecoveryRow> GetRows() = 0;
};

/**
 * @param cluster a built cluster
 * @param workload its jobs
 * @param scenario the scenario, with at least one fault; outlives the watch
 * @return the watch
 */
std::unique_ptr<RecoveryWatch> MakeRecoveryWatch(ns3::Ptr<ns3::RdmaCluster> cluster,
                                                 ns3::Ptr<ns3::RdmaWorkload> workload,
                                                 const Scenario& scenario);

} // namespace mrcsim

#endif // RECOVERY_WATCH_H
