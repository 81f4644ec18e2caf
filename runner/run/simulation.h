/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SIMULATION_H
#define SIMULATION_H

#include "document/problem.h"
#include "progress-line.h"
#include "results/result-rows.h"

#include "ns3/rdma-cluster.h"
#include "ns3/rdma-sampler.h"
#include "ns3/rdma-workload.h"

#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::Simulation: execution of one scenario, from building the cluster to result rows.
 */

namespace mrcsim
{

class MonitorRun;
class RecoveryWatch;

struct Scenario;

/**
 * Reason for the end of a run.
 */
enum class Outcome
{
    COMPLETE,    ///< every message of every job was delivered and acknowledged
    FAILED,      ///< no event is left, but a QP failed with undelivered messages
    STOP,        ///< the time limit of the scenario was reached
    STALLED,     ///< no byte was delivered for too long
    INTERRUPTED, ///< the user interrupted it
};

/** @return its name in summary.json */
const char* ToString(Outcome outcome);

/**
 * One simulation. There can be one at a time, because ns-3's clock and attribute defaults are
 * global variables; the destructor resets them for the next one. The program must set the
 * resolution of ns3::Time to picoseconds before.
 */
class Simulation
{
  public:
    /**
     * @param scenario the scenario
     * @param progress progress display; must outlive the simulation
     */
    Simulation(const Scenario& scenario, ProgressLine& progress);
    ~Simulation();

    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    /**
     * Build the cluster and the jobs.
     * @return the problems that result from the seed
     */
    Problems Build();

    /**
     * Open the captures of the scenario; call between Build and Run.
     * @param folder an existing folder for their files
     */
    void StartCaptures(const std::filesystem::path& folder);

    /**
     * Run to the end. Captures are then complete.
     * @param interrupted becomes non-zero when the user interrupts the run
     * @return the reason for its end
     */
    Outcome Run(const volatile std::sig_atomic_t& interrupted);

    /** @return the results */
    const Results& GetResults() const
    {
        return m_results;
    }

    /**
     * @return after a run that was not interrupted and is not COMPLETE: a line per incomplete
     * message with the reason
     */
    const std::vector<std::string>& GetProblems() const
    {
        return m_problems;
    }

    /** @return after a run: number of completed flows, as text */
    std::string DescribeFlows() const;

    /** @return names of the files of captures that could not be written completely */
    const std::vector<std::string>& GetCaptureFailures() const
    {
        return m_captureFailures;
    }

    /** @return inconsistency of the counters; empty if there is none */
    const std::string& GetImbalance() const
    {
        return m_imbalance;
    }

  private:
    /** Build hosts, switches, links and faults. */
    void BuildCluster();

    /** A capture cannot be written, for example because the disk is full. */
    void OnCaptureFailure(std::string file);

    /** The workload is complete. */
    void OnDone();

    /** A cycle of paused ports will never send again: end the run as stalled. */
    void OnDeadlock(const std::string& cycle);

    /** Periodic event: check for interruption, and update the progress line. */
    void Beat();

    /**
     * Periodic event: check for deliveries since the last call. Time without progress does not
     * count while a retransmission timer runs and no frame moves.
     */
    void Watch();

    /** @return the messenger of a flow */
    const ns3::RdmaMessenger& GetMessenger(const ns3::RdmaFlowRecord& flow) const;

    /** @return true if a timer of an open flow runs */
    bool IsTimerArmed() const;

    /** @return the reason for the end of the run */
    Outcome DetermineOutcome() const;

    /** Describe the incomplete parts. */
    void AddProblem(Outcome outcome);

    /** @return one line about an open flow */
    std::string DescribeFlow(uint32_t flow) const;

    const Scenario& m_scenario;                               ///< the scenario
    ProgressLine& m_progress;                                 ///< progress display
    ns3::Ptr<ns3::RdmaCluster> m_cluster;                     ///< the network
    ns3::Ptr<ns3::RdmaWorkload> m_workload;                   ///< the jobs
    ns3::Ptr<ns3::RdmaSampler> m_sampler;                     ///< time series, if any
    std::unique_ptr<RecoveryWatch> m_recovery;                ///< recovery from faults, if any
    std::unique_ptr<MonitorRun> m_monitor;                    ///< the monitor, if any
    Results m_results;                                        ///< the results
    std::vector<std::string> m_problems;                      ///< see GetProblems
    std::vector<std::string> m_captureFailures;               ///< see GetCaptureFailures
    std::string m_imbalance;                                  ///< see GetImbalance
    const volatile std::sig_atomic_t* m_interrupted{nullptr}; ///< see Run
    bool m_done{false};                                       ///< the workload is done
    bool m_stalled{false};                                    ///< the stall time-out has expired
    uint64_t m_delivered{0};                                  ///< bytes at the last progress
    ns3::RdmaTick m_stallTimeout; ///< time without progress that ends the run
    ns3::RdmaTick m_lastProgress; ///< time of the last progress
    bool m_open{false};           ///< flows were open at the last call of Watch
    uint64_t m_hops{0};           ///< packet-hops at the last call of Watch
    ns3::RdmaTick m_lastWatch;    ///< time of the last call of Watch
};

} // namespace mrcsim

#endif // SIMULATION_H
