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
 * ns3::MrcMonitor: finds what is broken in a network.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A monitor has found something at fault, or healthy again.
 */
struct MrcMonitorVerdict
{
    RdmaTick time{};       ///< when
    uint32_t element{0};   ///< what, by MrcMonitorMap's numbers
    std::string name;      ///< its name, as results have it
    MrcMonitorKind kind{}; ///< what it is
    bool faulty{false};    ///< at fault from now on, otherwise healthy again
    double lossShare{0};   ///< share of the probes across it that it loses, as estimated, 0..1
};

/**
 * @ingroup mrc
 * What became of a monitor's probe.
 */
struct MrcMonitorProbe
{
    RdmaTick sent{};         ///< when it was sent
    uint32_t host{0};        ///< who sent it, to itself
    MrcEvProbeResult result; ///< where it went, and what became of it
};

/**
 * @ingroup mrc
 * A probe that a host is to send.
 */
struct MrcMonitorTask
{
    uint32_t path{0}; ///< its path, by the monitor's number
    MrcEvProbe probe; ///< the probe
};

/**
 * @ingroup mrc
 * Finds what is broken in a network: the part of a monitor (mrc reference, 9.8) that all hosts
 * share. It plans the probes that the agents on the hosts send (MrcMonitorAgent), hears what became
 * of them, and names elements at fault (MrcFaultLocator). Agents tell it at once and without
 * frames: as a management network would, which is not simulated.
 *
 * Probes are sent in rounds, one per Interval, at a random time in the first part of it (Jitter).
 * Each round a host probes its first switch in every plane, and a share of the T1s in turn: the
 * hosts of a T0 begin at different ones. A path whose probe was lost gets several the next round.
 * When the last time-out of a round is over, the round is judged.
 *
 * MrcMonitorHelper makes it, with an agent on every host.
 */
class MrcMonitor : public Object
{
  public:
    /// What hosts avoid (attribute Deny).
    enum Deny
    {
        NOTHING,   ///< nothing: it only watches
        NIC_LINKS, ///< planes where a NIC link or first switch at either end is named
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
     * @param timeout after which a probe counts as lost; zero: as Setup chooses it
     * @param baseRtt base round trip of the network
     * @return why Setup would abort
     */
    static RdmaProblems Check(Time interval, Time timeout, RdmaTick baseRtt);

    /**
     * Called once, by a helper. Aborts if Check finds something, or if there is nothing that hosts
     * can probe.
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
     * An agent starts. Rounds are judged while there is one.
     * @return the first round that it takes part in
     */
    uint64_t Join();

    /** An agent stops. */
    void Leave();

    /**
     * @param round a round, from 0 on
     * @return when it begins
     */
    Time GetBegin(uint64_t round) const;

    /** @return how long after the begin of a round a host sends its probes: random */
    Time DrawJitter();

    /**
     * @param host host index
     * @return the probes that it is to send in the round, those that matter most first
     */
    std::vector<MrcMonitorTask> Plan(uint32_t host, uint64_t round);

    /**
     * Probes are answered, or their time is over.
     * @param host who sent them
     * @param round when
     * @param sent the exact time
     * @param tasks what was to be sent, in the order of the results
     * @param results what became of it
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

    /** @return most probes of a host that may be under way */
    uint32_t GetMaxOutstanding() const
    {
        return m_maxOutstanding;
    }

    // For everybody.

    /** @return time between two rounds */
    Time GetInterval() const
    {
        return m_interval;
    }

    /** @return what fails up to here has been looked at: the last probes of the last round judged
     */
    RdmaTick GetHorizon() const;

    /** @return the cluster */
    const Ptr<RdmaCluster>& GetCluster() const
    {
        return m_cluster;
    }

    /** @return what it probes, and what that is called */
    const MrcMonitorMap& GetMap() const
    {
        return *m_map;
    }

    /** @return what it believes */
    const MrcFaultLocator& GetLocator() const
    {
        return *m_locator;
    }

    /** @return probes whose end is known */
    uint64_t GetNProbes() const
    {
        return m_probes;
    }

    /** @return of these, not answered */
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
    /** @param share attribute Background */
    void SetBackground(double share)
    {
        m_parameters.background = share;
    }

    /** @return attribute Background */
    double GetBackground() const
    {
        return m_parameters.background;
    }

    /** @param nats attribute Evidence */
    void SetEvidence(double nats)
    {
        m_parameters.evidence = nats;
    }

    /** @return attribute Evidence */
    double GetEvidence() const
    {
        return m_parameters.evidence;
    }

    /** @param nats attribute Clearance */
    void SetClearance(double nats)
    {
        m_parameters.clearance = nats;
    }

    /** @return attribute Clearance */
    double GetClearance() const
    {
        return m_parameters.clearance;
    }

    /// The paths of a host in a plane, by the monitor's numbers.
    struct PlanePaths
    {
        uint32_t first{0};             ///< to the first switch
        std::vector<uint32_t> uplinks; ///< to T1s
    };

    /// What a host probes.
    struct HostPaths
    {
        uint32_t member{0};             ///< which of its group it is, from 0 on
        std::vector<PlanePaths> planes; ///< by plane
        std::vector<uint32_t> suspects; ///< paths whose last probe was lost
    };

    /** Make the paths of all hosts. */
    void MakePaths();

    /**
     * @param way a probe with its way
     * @return number of the new path
     */
    uint32_t AddPath(const MrcMonitorPath& way);

    /**
     * @param host the host
     * @param plane the plane
     * @param [in,out] tasks receives the probes of T1s whose turn it is
     */
    void PlanUplinks(const HostPaths& host,
                     uint32_t plane,
                     uint64_t round,
                     std::vector<MrcMonitorTask>& tasks) const;

    /** Have the next round judged when it is over. */
    void ScheduleEvaluation();

    /** The round is over: judge it. */
    void EvaluateRound();

    Ptr<RdmaCluster> m_cluster;                     ///< see GetCluster
    std::unique_ptr<MrcMonitorMap> m_map;           ///< see GetMap
    std::unique_ptr<MrcFaultLocator> m_locator;     ///< see GetLocator
    std::unique_ptr<MrcMonitorDenylist> m_denylist; ///< has hosts avoid what is named; null: nobody
    std::vector<MrcEvProbe> m_probeOf;              ///< by path
    std::vector<HostPaths> m_hosts;                 ///< by host
    std::vector<std::vector<uint32_t>> m_groups;    ///< hosts by group
    Ptr<UniformRandomVariable> m_rng;               ///< of the jitter
    uint32_t m_agents{0};                           ///< agents that run
    uint64_t m_nextRound{0};                        ///< round to be judged next
    EventId m_evaluation;                           ///< Judge to come
    uint64_t m_probes{0};                           ///< see GetNProbes
    uint64_t m_lost{0};                             ///< see GetNLost
    Time m_interval;                                ///< attribute Interval
    Deny m_deny{NOTHING};                           ///< attribute Deny
    double m_t1Share{0};                            ///< attribute T1Share
    Time m_timeout;                                 ///< attribute Timeout
    double m_jitter{0};                             ///< attribute Jitter
    uint32_t m_confirmations{0};                    ///< attribute Confirmations
    uint32_t m_maxOutstanding{0};                   ///< attribute MaxOutstanding
    MrcFaultParameters m_parameters;                ///< attributes Background, Evidence, Clearance
    TracedCallback<const MrcMonitorVerdict&> m_verdictTrace; ///< trace source Verdict
    TracedCallback<const MrcMonitorProbe&> m_probeTrace;     ///< trace source Probe
};

} // namespace ns3

#endif // MRC_MONITOR_H
