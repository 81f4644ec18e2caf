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
#include "ns3/rdma-workload.h"

#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::Simulation: one scenario, from the building of the cluster to the rows of the results.
 */

namespace mrcsim
{

class MonitorRun;
class RecoveryWatch;
class Sampler;
struct Scenario;

/**
 * How a run ended.
 */
enum class Outcome
{
    COMPLETE,    ///< every message of every job was delivered and acknowledged
    FAILED,      ///< nothing more will happen, but a QP gave up on its messages
    STOP,        ///< the time limit of the scenario came first
    STALLED,     ///< no byte was delivered for too long
    INTERRUPTED, ///< the user wanted it to end
};

/** @return its name in summary.json */
const char* ToString(Outcome outcome);

/**
 * One simulation. There is one at a time, as ns-3 keeps its clock and its attribute defaults in
 * global variables; the destructor clears them for the next one. The program sets the resolution of
 * ns3::Time to picoseconds beforehand.
 */
class Simulation
{
  public:
    /**
     * @param scenario what to simulate
     * @param progress shows how far it has come; must outlive the simulation
     */
    Simulation(const Scenario& scenario, ProgressLine& progress);
    ~Simulation();

    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    /**
     * Build the cluster and the jobs.
     * @return what the seed made impossible
     */
    Problems Build();

    /**
     * Open the captures of the scenario; between Build and Run.
     * @param folder an existing folder, for their files
     */
    void StartCaptures(const std::filesystem::path& folder);

    /**
     * Run to the end. Captures are complete then.
     * @param interrupted becomes non-zero when the user wants the run to end
     * @return how it ended
     */
    Outcome Run(const volatile std::sig_atomic_t& interrupted);

    /** @return what happened */
    const Results& GetResults() const
    {
        return m_results;
    }

    /**
     * @return after a run that ended by itself and is not COMPLETE: what did not complete and what
     * it waits for, a line each
     */
    const std::vector<std::string>& GetProblems() const
    {
        return m_problems;
    }

    /** @return after a run: how many flows completed, in a clause for people */
    std::string DescribeFlows() const;

    /** @return captures that could not be written to their end, by the names of their files */
    const std::vector<std::string>& GetCaptureFailures() const
    {
        return m_captureFailures;
    }

    /** @return what does not add up in the counters, empty if all does */
    const std::string& GetImbalance() const
    {
        return m_imbalance;
    }

  private:
    /** Build hosts, switches, links and faults. */
    void BuildCluster();

    /** The disk is full, and a capture cannot be written on. */
    void OnCaptureFailure(std::string file);

    /** The workload has nothing left to do. */
    void OnDone();

    /** Nothing that waits for a cycle of paused ports will move again: end the run as stalled. */
    void OnDeadlock(const std::string& cycle);

    /** Regular event: the user's wishes, and the progress line. */
    void Beat();

    /**
     * Regular event: has anything been delivered since the last time? Time in which nothing moves,
     * but a timer runs that will send again, is not held against anybody.
     */
    void Watch();

    /** @return true if a timer of an open flow runs */
    bool IsTimerArmed() const;

    /** @return how the run ended */
    Outcome DetermineOutcome() const;

    /** Name what is not complete. */
    void AddProblem(Outcome outcome);

    /** @return one line about an open flow */
    std::string DescribeFlow(uint32_t flow) const;

    const Scenario& m_scenario;                               ///< what to simulate
    ProgressLine& m_progress;                                 ///< how far it has come
    ns3::Ptr<ns3::RdmaCluster> m_cluster;                     ///< the network
    ns3::Ptr<ns3::RdmaWorkload> m_workload;                   ///< the jobs
    std::unique_ptr<Sampler> m_sampler;                       ///< time series, if any
    std::unique_ptr<RecoveryWatch> m_recovery;                ///< of faults, if any
    std::unique_ptr<MonitorRun> m_monitor;                    ///< the monitor, if any
    Results m_results;                                        ///< what happened
    std::vector<std::string> m_problems;                      ///< see GetProblems
    std::vector<std::string> m_captureFailures;               ///< see GetCaptureFailures
    std::string m_imbalance;                                  ///< see GetImbalance
    const volatile std::sig_atomic_t* m_interrupted{nullptr}; ///< see Run
    bool m_done{false};                                       ///< the workload is done
    bool m_stalled{false};                                    ///< the watchdog has barked
    uint64_t m_delivered{0};                                  ///< bytes at the last progress
    ns3::RdmaTick m_stallTimeout;                             ///< time without progress to stop at
    ns3::RdmaTick m_lastProgress;                             ///< when that was
    uint64_t m_hops{0};                                       ///< frames moved at the last watch
    ns3::RdmaTick m_lastWatch;                                ///< when that was
};

} // namespace mrcsim

#endif // SIMULATION_H
