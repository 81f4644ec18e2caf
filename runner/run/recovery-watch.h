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
 * mrcsim::RecoveryWatch: how a run rides out its faults.
 */

namespace mrcsim
{

struct Scenario;

/**
 * Finds out for each fault of a scenario what it costs: the rows of recovery.csv. It judges by the
 * truth, which the fabric tells: a packet is lost by a fault if it is dropped at an object that the
 * fault has hit, for a reason that faults have. Of several faults of one object each has it.
 * No transport is asked but for what it does to its EVs and QPs, so it means the same for each.
 */
class RecoveryWatch : public FaultObserver
{
  public:
    /** Look from now on. */
    virtual void Start() = 0;

    /**
     * To be asked when the run is over, as long as the workload has its flow records.
     * @return what became of the faults; of those that have begun
     */
    virtual std::vector<RecoveryRow> GetRows() = 0;
};

/**
 * @param cluster a built cluster
 * @param workload its jobs
 * @param scenario what is simulated, with at least one fault; outlives the watch
 * @return the watch
 */
std::unique_ptr<RecoveryWatch> MakeRecoveryWatch(ns3::Ptr<ns3::RdmaCluster> cluster,
                                                 ns3::Ptr<ns3::RdmaWorkload> workload,
                                                 const Scenario& scenario);

} // namespace mrcsim

#endif // RECOVERY_WATCH_H
