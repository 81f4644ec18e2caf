/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MONITOR_H
#define MRC_MONITOR_H

#include "mrc-monitor-denylist.h"
#include "mrc-monitor-map.h"

#include "ns3/event-id.h"
#include "ns3/mrc-endpoint.h"
#include "ns3/mrc-fault-locator.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-problem.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcMonitor: finds faulty elements of a network.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A verdict of a monitor: an element is faulty, or healthy again.
 */
struct MrcMonitorVerdict
{
    RdmaTick time{};       ///< time of the verdict
    uint32_t element{0};   ///< its element, by MrcMonitorMap's numbers
    std::string name;      ///< the element's name in results
    MrcMonitorKind kind{}; ///< the element's kind
    bool faulty{false};    ///< faulty from now on, otherwise healthy again
    double lossShare{0};   ///< estimated share of the probes across it that it loses, 0..1
};

/**
 * @ingroup mrc
 * Result of a monitor's probe.
 */
struct MrcMonitorProbe
{
    RdmaTick sent{};         ///< time of transmission
    uint32_t host{0};        ///< host that sent it, to itself
    MrcEvProbeResult result; ///< its path and its result
};

/**
 * @ingroup mrc
 * A probe that a host shall send.
 */
struct MrcMonitorTask
{
    uint32_t path{0}; ///< its path, by the monitor's number
    MrcEvProbe probe; ///< the probe
};

/**
 * @ingroup mrc
 * Finds faulty elements of a network: the part of a monitor (mrc reference, 9.8) that all hosts
 * share. It plans the probes that the agents on the hosts send (MrcMonitorAgent), receives their
 * results, and names faulty elements (MrcFaultLocator). Agents report at once and without frames:
 * the management network is not simulated.
 *
 * Probes are sent in rounds, one per Interval, at a random time in the first part of it (Jitter).
 * Each round a host probes its first switch in every plane, and a share of the T1s in turn: the
 * hosts of a T0 begin at different ones. A path whose probe was lost gets several probes in the
 * next round. A round is evaluated after its last timeout.
 *
 * MrcMonitorHelper makes it, with an agent on every host.
 */
class MrcMonitor : public Object
{
  public:
    /// Elements that hosts avoid (attribute Deny).
    enum Deny
    {
        NOTHING,   ///< nothing is denied
        NIC_LINKS, ///< planes if a NIC link or first switch at either end is named
        ALL,       ///< also paths that cross a named link between switches or a named T1
    };

    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    MrcMonitor();
    ~MrcMonitor() override;

    /**
     * @param interval time between two rounds
     * @param timeout after which a probe counts as lost; zero: Setup chooses it
     * @param baseRtt base round trip of the network
     * @return reasons for which Setup would abort
     */
    static RdmaProblems Check(Time interval, Time timeout, RdmaTick baseRtt);

    /**
     * Called once, by a helper. Aborts if Check finds a problem, or if the hosts can probe nothing.
     * @param cluster the hosts, which outlive the monitor
     */
    void Setup(Ptr<RdmaCluster> cluster);

    /**
     * @param stream first stream number to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    // For agents.

    /**
     * Register an agent that starts. Rounds are evaluated while there is at least one.
     * @return the first round in which it takes part
     */
    uint64_t Join();

    /** Remove an agent that stops. */
    void Leave();

    /**
     * @param round a round, from 0 on
     * @return time of its begin
     */
    Time GetBegin(uint64_t round) const;

    /** @return random time from the begin of a round until a host sends its probes */
    Time DrawJitter();

    /**
     * @param host host index
     * @return the probes that it shall send in the round, the most important first
     */
    std::vector<MrcMonitorTask> Plan(uint32_t host, uint64_t round);

    /**
     * Report probes that are answered or timed out.
     * @param host their sender
     * @param round their round
     * @param sent time of transmission
     * @param tasks the probes, in the order of the results
     * @param results their results
     */
    void Report(uint32_t host,
                uint64_t round,
                RdmaTick sent,
                const std::vector<MrcMonitorTask>& tasks,
                const std::vector<MrcEvProbeResult>& results);

    /** @return time after which a probe counts as lost */
    Time GetTimeout() const
    {
        return m_timeout;
    }

    /** @return maximum number of outstanding probes of a host */
    uint32_t GetMaxOutstanding() const
    {
        return m_maxOutstanding;
    }

    // For all users.

    /** @return time between two rounds */
    Time GetInterval() const
    {
        return m_interval;
    }

    /** @return time of the last probes of the last evaluated round: later faults are not covered */
    RdmaTick GetHorizon() const;

    /** @return the cluster */
    const Ptr<RdmaCluster>& GetCluster() const
    {
        return m_cluster;
    }

    /** @return the elements that it can probe, with their names */
    const MrcMonitorMap& GetMap() const
    {
        return *m_map;
    }

    /** @return the present explanation of lost probes */
    const MrcFaultLocator& GetLocator() const
    {
        return *m_locator;
    }

    /** @return number of probes whose result is known */
    uint64_t GetNProbes() const
    {
        return m_probes;
    }

    /** @return number of these without an answer */
    uint64_t GetNLost() const
    {
        return m_lost;
    }

    /// Signature of the trace source Verdict.
    typedef void (*VerdictTracedCallback)(const MrcMonitorVerdict& verdict);

    /// Signature of the trace source Probe.
    typedef void (*ProbeTracedCallback)(const MrcMonitorProbe& probe);

  protected:
    void DoDispose() override;

  private:
    /// The paths of a host in a plane, by the monitor's numbers.
    struct PlanePaths
    {
        uint32_t first{0};             ///< to the first switch
        std::vector<uint32_t> uplinks; ///< to T1s
    };

    /// The probes of a host.
    struct HostPaths
    {
        uint32_t member{0};             ///< index within its group, from 0 on
        std::vector<PlanePaths> planes; ///< by plane
        std::vector<uint32_t> suspects; ///< paths whose last probe was lost
    };

    /** Make the paths of all hosts. */
    void MakePaths();

    /**
     * @param added a probe with its path
     * @return number of the new path
     */
    uint32_t AddPath(const MrcMonitorPath& added);

    /**
     * @param host the host
     * @param plane the plane
     * @param [in,out] tasks receives the probes of T1s whose turn it is
     */
    void PlanUplinks(const HostPaths& host,
                     uint32_t plane,
                     uint64_t round,
                     std::vector<MrcMonitorTask>& tasks) const;

    /** Schedule the evaluation of the next round. */
    void ScheduleEvaluation();

    /** Evaluate a round that is over. */
    void EvaluateRound();

    Ptr<RdmaCluster> m_cluster;                     ///< see GetCluster
    std::unique_ptr<MrcMonitorMap> m_map;           ///< see GetMap
    std::unique_ptr<MrcFaultLocator> m_locator;     ///< see GetLocator
    std::unique_ptr<MrcMonitorDenylist> m_denylist; ///< denies paths across named elements; null:
                                                    ///< none
    std::vector<MrcEvProbe> m_probeOf;              ///< by path
    std::vector<HostPaths> m_hosts;                 ///< by host
    std::vector<std::vector<uint32_t>> m_groups;    ///< hosts by group
    Ptr<UniformRandomVariable> m_rng;               ///< draws the jitter
    uint32_t m_agents{0};                           ///< agents that run
    uint64_t m_nextRound{0};                        ///< next round to be evaluated
    EventId m_evaluation;                           ///< pending call of EvaluateRound
    uint64_t m_probes{0};                           ///< see GetNProbes
    uint64_t m_lost{0};                             ///< see GetNLost
    Time m_interval;                                ///< attribute Interval
    Deny m_deny{NOTHING};                           ///< attribute Deny
    double m_t1Share{0};                            ///< attribute T1Share
    Time m_timeout;                                 ///< attribute Timeout
    double m_jitter{0};                             ///< attribute Jitter
    uint32_t m_confirmations{0};                    ///< attribute Confirmations
    uint32_t m_maxOutstanding{0};                   ///< attribute MaxOutstanding
    double m_background{0};                         ///< attribute Background
    double m_evidence{0};                           ///< attribute Evidence
    double m_clearance{0};                          ///< attribute Clearance
    TracedCallback<const MrcMonitorVerdict&> m_verdictTrace; ///< trace source Verdict
    TracedCallback<const MrcMonitorProbe&> m_probeTrace;     ///< trace source Probe
};

} // namespace ns3

#endif // MRC_MONITOR_H
