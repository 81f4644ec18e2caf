/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_ROWS_H
#define RESULT_ROWS_H

#include "event-kind.h"

#include "ns3/rdma-tick.h"
#include "ns3/rdma-workload-records.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/**
 * @file
 * What result files hold, as plain structs. The files and their columns are the contract with
 * users; a column here has the name of its member, with the unit.
 */

namespace mrcsim
{

/// jobs.csv: a repetition of a job. Numbers of what did not end are absent.
struct JobRow
{
    std::string job;                  ///< name of the job
    uint32_t repetition{0};           ///< counted from 0
    std::string type;                 ///< workload[].type
    uint64_t bytes{0};                ///< workload[].bytes
    uint32_t hosts{0};                ///< ranks
    ns3::RdmaTick start;              ///< first message posted
    std::optional<ns3::RdmaTick> end; ///< last message delivered
    std::optional<double> algbwGbps;  ///< size / duration
    std::optional<double> busbwGbps;  ///< algbw x factor of the collective
    ns3::RdmaTick ideal;              ///< lower bound of the duration
};

/// steps.csv: a step of a job that tells of its steps
struct StepRow
{
    std::string job;                       ///< name of the job
    uint32_t repetition{0};                ///< repetition of the job, counted from 0
    uint32_t step{0};                      ///< step, counted from 0
    ns3::RdmaTick start;                   ///< the first host began it
    std::optional<ns3::RdmaTick> end;      ///< the last host had done it
    ns3::RdmaTick compute;                 ///< computations of the host that computes longest in it
    std::optional<uint64_t> slowestFlow;   ///< message with the largest slowdown; in a step that
                                           ///< did not end the first one not delivered, if any
    std::optional<uint32_t> slowestSrc;    ///< its sending host
    std::optional<uint32_t> slowestDst;    ///< its receiving host
    std::optional<double> slowestSlowdown; ///< its slowdown, if delivered
};

/// A job that tells of its steps
struct StepJob
{
    std::string job;   ///< name
    uint64_t steps{0}; ///< of all repetitions, begun or not
};

/// samples.csv: a point of a time series
struct SampleRow
{
    ns3::RdmaTick time; ///< end of the sampling interval
    const char* kind;   ///< what, with unit, such as host.rx_gbps
    std::string object; ///< of which host, plane, job, port, QP
    double value{0};    ///< how much
};

/// links.csv: one direction of a link
struct LinkRow
{
    std::string tier;          ///< tiers of the two ends, such as host-t0 or t1-t0
    uint32_t plane{0};         ///< plane
    std::string a;             ///< sending end
    std::string b;             ///< receiving end
    uint64_t bytes{0};         ///< frame bytes sent
    uint64_t packets{0};       ///< frames sent
    uint64_t drops{0};         ///< frames dropped before the link or lost on it
    uint64_t trims{0};         ///< frames trimmed
    uint64_t ecnMarks{0};      ///< frames marked CE
    ns3::RdmaTick pauses;      ///< time paused by PFC
    uint64_t pfcFrames{0};     ///< PFC frames that told the sending end to pause or resume
    uint64_t maxQueueBytes{0}; ///< longest data queue
    double utilisation{0};     ///< line time used / simulated time
    uint32_t index{0};         ///< which of the links between the same two ends
};

/// Shows the rows of links.csv one after the other: nobody holds them all.
using LinkRows = std::function<void(const std::function<void(const LinkRow&)>&)>;

/// evs.csv: an EV of a QP, at the end of the run
struct EvRow
{
    std::string qp;         ///< whose, such as h3/qp4
    std::string peer;       ///< host at the other end
    uint32_t plane{0};      ///< plane that it leaves by
    uint32_t ev{0};         ///< its value
    std::string_view state; ///< good, skip, bad or denied
    std::string path;       ///< nodes on its way, a blank between two; empty if it has not one way
};

/// Shows the rows of evs.csv one after the other: nobody holds them all.
using EvRows = std::function<void(const std::function<void(const EvRow&)>&)>;

/// events.csv: something that happened
struct EventRow
{
    /**
     * @param at when
     * @param what a kind that is declared
     * @param whom to what
     * @param how how
     */
    EventRow(ns3::RdmaTick at, const EventKind& what, std::string whom, std::string how)
        : time(at),
          kind(what.GetName()),
          object(std::move(whom)),
          detail(std::move(how))
    {
    }

    ns3::RdmaTick time; ///< when
    std::string kind;   ///< what
    std::string object; ///< to what
    std::string detail; ///< how
};

/// recovery.csv: a fault, and how the network rode it out. Times that did not come are absent.
struct RecoveryRow
{
    size_t fault{0};                          ///< number in faults[]
    std::string what;                         ///< faults[].what
    std::string object;                       ///< to what
    ns3::RdmaTick at;                         ///< when it began for the first time
    std::optional<ns3::RdmaTick> until;       ///< when it ended for the last time
    std::optional<ns3::RdmaTick> firstLoss;   ///< first data packet lost by it
    std::optional<ns3::RdmaTick> lastLoss;    ///< last data packet lost by it
    uint64_t lostPackets{0};                  ///< data packets lost by it, trimmed ones included
    uint64_t trimmedPackets{0};               ///< trimmed anywhere until goodput was back
    uint64_t evsRetired{0};                   ///< EVs whose way leads over it that were retired
    uint64_t evsRetiredWrongly{0};            ///< EVs with a sound way retired meanwhile
    std::optional<ns3::RdmaTick> lossFree;    ///< from at to the last loss
    std::optional<ns3::RdmaTick> goodputBack; ///< until goodput was back
    uint64_t qpsTouched{0};                   ///< QP ends that packets were lost on the way to
    uint64_t qpsFailed{0};                    ///< QP ends between the same hosts that failed
    std::optional<ns3::RdmaTick> evsBack;     ///< from until to the return of its last EV
    uint64_t lostAnswers{0};                  ///< SACKs, NACKs and ACKs lost by it
    std::optional<ns3::RdmaTick>
        longestLoss; ///< longest time from the first loss of a QP to its last
};

/// monitor.csv: a verdict of the monitor
struct MonitorRow
{
    ns3::RdmaTick time;  ///< when
    std::string element; ///< about which link or switch
    const char* kind;    ///< nic-link, fabric-link, t0 or t1
    bool faulty{false};  ///< at fault from now on, otherwise healthy again
    double lossShare{0}; ///< share of the probes across it that it loses, as estimated
    bool right{false};   ///< it agrees with the truth
};

/// summary.json, monitor: how well the monitor did
struct MonitorSummary
{
    uint64_t probes{0};                      ///< probes whose end is known
    uint64_t lost{0};                        ///< of these, not answered
    uint32_t named{0};                       ///< times that it named an element as faulty
    uint32_t right{0};                       ///< of these, with a fault there
    uint32_t faults{0};                      ///< faults that it should find
    uint32_t located{0};                     ///< of these, found
    std::optional<double> precision;         ///< right / named
    std::optional<double> recall;            ///< located / faults
    std::optional<ns3::RdmaTick> meanLocate; ///< mean time from a fault to its verdict
    std::optional<ns3::RdmaTick> maxLocate;  ///< longest such time
};

/// What a monitor leaves behind
struct MonitorResults
{
    std::vector<MonitorRow> verdicts; ///< monitor.csv
    MonitorSummary summary;           ///< summary.json, monitor
};

/// summary.json, besides jobs and fct_ns, which follow from the rows
struct Summary
{
    std::string name;                 ///< of the scenario
    uint64_t seed{0};                 ///< of the run
    std::string transport;            ///< transport.type
    uint32_t hosts{0};                ///< hosts
    uint32_t planes{0};               ///< planes
    ns3::RdmaTick simTime;            ///< simulated
    double wallSeconds{0};            ///< taken
    double setupCpuSeconds{0};        ///< from the start of the program to that of the simulation
    double cpuSeconds{0};             ///< taken by the simulation, set-up not included
    uint64_t events{0};               ///< executed by ns-3
    uint64_t packetHops{0};           ///< frames received at the far end of a link
    uint64_t dataPacketHops{0};       ///< of these, of the data class
    uint64_t peakRssBytes{0};         ///< memory
    uint64_t flowsTotal{0};           ///< messages of all jobs, posted or not
    uint64_t flowsStarted{0};         ///< of these, posted
    uint64_t flowsCompleted{0};       ///< of these, delivered
    uint64_t bytesPosted{0};          ///< of messages
    uint64_t bytesDelivered{0};       ///< placed exactly once, of messages under way, too
    uint64_t duplicatePackets{0};     ///< received again
    uint64_t retransmittedPackets{0}; ///< sent again
    uint64_t trimmedPackets{0};       ///< by switches
    uint64_t droppedPackets{0};       ///< for any reason
    uint64_t ctrlQueueDrops{0};       ///< of these, because a control queue was full
    uint64_t ecnMarkedPackets{0};     ///< by switches
    uint64_t timeouts{0};             ///< retransmission timers expired
    uint64_t qpErrors{0};             ///< QP ends in ERROR
    uint64_t evsRetired{0};           ///< times an EV was thought bad
    uint64_t evsRetiredWrongly{0};    ///< of these, with a path that no fault has touched
    uint64_t declaredLost{0};         ///< packets thought lost without an answer that says so
    uint64_t falseLosses{0};          ///< of these, packets that the peer had received
    ns3::RdmaTick pfcPause;           ///< sum over all links
    uint64_t losslessViolations{0};   ///< data frames that a lossless switch had to drop
    uint64_t pfcStorms{0};            ///< ports found paused all the time
    uint64_t pfcDeadlocks{0};         ///< cycles of ports that wait for each other
    std::string outcome;              ///< complete, stop, stalled, failed or interrupted
};

/** @return how many times its lower bound a message took, if it was delivered */
inline std::optional<double>
FindSlowdown(const ns3::RdmaFlowRecord& flow)
{
    return flow.delivered ? std::optional(flow.GetDuration().GetSeconds() / flow.ideal.GetSeconds())
                          : std::nullopt;
}

/// Everything that one run leaves behind
struct Results
{
    Summary summary;                       ///< summary.json
    std::vector<JobRow> jobs;              ///< jobs.csv
    std::deque<ns3::RdmaFlowRecord> flows; ///< flows.csv, in posting order; may be millions
    std::vector<std::string> flowJobs;     ///< names of their jobs, by number
    std::vector<StepRow> steps;            ///< steps.csv, by job and step
    std::vector<StepJob> stepJobs;     ///< jobs that have rows there; without any there is no file
    std::vector<SampleRow> samples;    ///< samples.csv
    LinkRows links;                    ///< links.csv; of a simulation, as long as this lives
    EvRows evs;                        ///< evs.csv, if asked for; as long as the simulation lives
    std::vector<EventRow> events;      ///< events.csv
    std::vector<RecoveryRow> recovery; ///< recovery.csv; only of a scenario with faults
    std::optional<MonitorResults> monitor; ///< monitor.csv; if there was one
    std::vector<std::string> sizeJobs;     ///< jobs whose slowdowns are told by size
    std::vector<std::string> captures;     ///< names of the files in the folder pcap
};

} // namespace mrcsim

#endif // RESULT_ROWS_H
