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
 * Measures the effects of each fault of a scenario: the rows of recovery.csv. They are those of
 * ns3::RdmaFaultWatch, with the return of goodput.
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
