/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MONITOR_RUN_H
#define MONITOR_RUN_H

#include "results/result-rows.h"

#include "ns3/mrc-monitor-helper.h"
#include "ns3/mrc-monitor-truth.h"
#include "ns3/rdma-cluster.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * mrcsim::MonitorRun: the monitor of a simulation.
 */

namespace mrcsim
{

/**
 * A monitor on all hosts for the whole run, and the ground truth for its score.
 */
class MonitorRun
{
  public:
    /**
     * @param cluster a built cluster, without faults yet; outlives this
     * @param stream first stream number to use
     */
    MonitorRun(ns3::Ptr<ns3::RdmaCluster> cluster, int64_t stream);
    ~MonitorRun();

    MonitorRun(const MonitorRun&) = delete;
    MonitorRun& operator=(const MonitorRun&) = delete;

    /** @return its verdicts so far, compared with the ground truth */
    MonitorResults Collect() const;

  private:
    ns3::MrcMonitorHelper m_helper;                 ///< owner of the monitor
    ns3::Ptr<ns3::MrcMonitorTruth> m_truth;         ///< ground truth
    std::vector<ns3::MrcMonitorVerdict> m_verdicts; ///< its verdicts
};

} // namespace mrcsim

#endif // MONITOR_RUN_H
