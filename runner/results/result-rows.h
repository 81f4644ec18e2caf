/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_ROWS_H
#define RESULT_ROWS_H

#include "event-kind.h"

#include "ns3/rdma-fault-watch.h"
#include "ns3/rdma-sample-sink.h"
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
 * Content of result files, as plain structs. Files and columns are a stable interface for users; a
 * column has the name of its member, with the unit.
 */

namespace mrcsim
{

/// jobs.csv: a repetition of a job. Values are absent if it did not end.
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

/// steps.csv: a step of a job that lists its steps
struct StepRow
{
    std::string job;                     ///< name of the job
    uint32_t repetition{0};              ///< repetition of the job, counted from 0
    uint32_t step{0};                    ///< step, counted from 0
    ns3::RdmaTick start;                 ///< start at the first host
    std::optional<ns3::RdmaTick> end;    ///< end at the last host
    ns3::RdmaTick compute;               ///< computation time of the host with the longest
    std::optional<uint64_t> slowestFlow; ///< message with the largest slowdown; in a step that did
                                         ///< not end, the first undelivered message, if any
    std::optional<uint32_t> slowestSrc;  ///< its sending host
    std::optional<uint32_t> slowestDst;  ///< its receiving host
    std::optional<double> slowestSlowdown; ///< its slowdown, if delivered
};

/// A job that lists its steps
struct StepJob
{
    std::string job;   ///< name
    uint64_t steps{0}; ///< steps of all repetitions, whether begun or not
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
    uint64_t pfcFrames{0};     ///< PFC frames that paused or resumed the sending end
    uint64_t maxQueueBytes{0}; ///< longest data queue
    double utilisation{0};     ///< line time used / simulated time
    uint32_t index{0};         ///< index among the links between the same two ends
};

/// Calls a function for each row of links.csv, because the rows are not stored.
using LinkRows = std::function<void(const std::function<void(const LinkRow&)>&)>;

/// evs.csv: an EV of a QP, at the end of the run
struct EvRow
{
    std::string qp;         ///< QP end, such as h3/qp4
    std::string peer;       ///< host at the other end
    uint32_t plane{0};      ///< plane that it uses
    uint32_t ev{0};         ///< its value
    std::string_view state; ///< good, skip, bad or denied
    std::string path; ///< nodes of its path, separated by blanks; empty if it has no unique path
};

/// Calls a function for each row of evs.csv, because the rows are not stored.
using EvRows = std::function<void(const std::function<void(const EvRow&)>&)>;

/// events.csv: an event
struct EventRow
{
    /**
     * @param at time
     * @param what declared kind
     * @param whom affected object
     * @param how details
     */
    EventRow(ns3::RdmaTick at, const EventKind& what, std::string whom, std::string how)
        : time(at),
          kind(what.GetName()),
          object(std::move(whom)),
          detail(std::move(how))
    {
    }

    ns3::RdmaTick time; ///< time
    std::string kind;   ///< kind
    std::string object; ///< affected object
    std::string detail; ///< details
};

/// recovery.csv: a fault and the recovery of the network. Times are absent if they did not occur.
struct RecoveryRow : ns3::RdmaFaultEffect
{
    size_t fault{0};                          ///< number in faults[]
    std::string what;                         ///< faults[].what
    uint64_t trimmedPackets{0};               ///< packets trimmed anywhere until goodput was back
    std::optional<ns3::RdmaTick> goodputBack; ///< until goodput was back
};

/// monitor.csv: a verdict of the monitor
struct MonitorRow
{
    ns3::RdmaTick time;  ///< time
    std::string element; ///< link or switch
    const char* kind;    ///< nic-link, fabric-link, t0 or t1
    bool faulty{false};  ///< true: it became faulty; false: it works again
    double lossShare{0}; ///< estimated share of lost probes among those that cross it
    bool right{false};   ///< it agrees with the ground truth
};

/// summary.json, monitor: accuracy of the monitor
struct MonitorSummary
{
    uint64_t probes{0};                      ///< probes whose result is known
    uint64_t lost{0};                        ///< unanswered probes among these
    uint32_t named{0};                       ///< verdicts that an element is faulty
    uint32_t right{0};                       ///< correct verdicts among these
    uint32_t faults{0};                      ///< faults that the monitor should locate
    uint32_t located{0};                     ///< located faults among these
    std::optional<double> precision;         ///< right / named
    std::optional<double> recall;            ///< located / faults
    std::optional<ns3::RdmaTick> meanLocate; ///< mean time from a fault to its verdict
    std::optional<ns3::RdmaTick> maxLocate;  ///< longest such time
};

/// Results of a monitor
struct MonitorResults
{
    std::vector<MonitorRow> verdicts; ///< monitor.csv
    MonitorSummary summary;           ///< summary.json, monitor
};

/// summary.json, without jobs and fct_ns, which follow from the rows
struct Summary
{
    std::string name;                 ///< name of the scenario
    uint64_t seed{0};                 ///< seed of the run
    std::string transport;            ///< transport.type
    uint32_t hosts{0};                ///< hosts
    uint32_t planes{0};               ///< planes
    ns3::RdmaTick simTime;            ///< simulated time
    double wallSeconds{0};            ///< wall time
    double setupCpuSeconds{0};        ///< CPU time before the start of the simulation
    double cpuSeconds{0};             ///< CPU time of the simulation, without set-up
    uint64_t events{0};               ///< events executed by ns-3
    uint64_t packetHops{0};           ///< frames received at the far end of a link
    uint64_t dataPacketHops{0};       ///< packet-hops of the data class
    uint64_t peakRssBytes{0};         ///< peak resident memory
    uint64_t flowsTotal{0};           ///< messages of all jobs, posted or not
    uint64_t flowsStarted{0};         ///< posted messages
    uint64_t flowsCompleted{0};       ///< delivered messages
    uint64_t bytesPosted{0};          ///< bytes of posted messages
    uint64_t bytesDelivered{0};       ///< payload delivered once, also of incomplete messages
    uint64_t duplicatePackets{0};     ///< duplicates received
    uint64_t retransmittedPackets{0}; ///< packets retransmitted
    uint64_t trimmedPackets{0};       ///< packets trimmed by switches
    uint64_t droppedPackets{0};       ///< packets dropped for any reason
    uint64_t ctrlQueueDrops{0};       ///< drops because a control queue was full
    uint64_t ecnMarkedPackets{0};     ///< packets marked by switches
    uint64_t timeouts{0};             ///< retransmission timers expired
    uint64_t qpErrors{0};             ///< QP ends in ERROR
    uint64_t evsRetired{0};           ///< retirements of EVs
    uint64_t evsRetiredWrongly{0};    ///< retirements of EVs with a healthy path
    uint64_t declaredLost{0}; ///< packets declared lost without an answer that reports the loss
    uint64_t falseLosses{0};  ///< packets declared lost although the peer had received them
    ns3::RdmaTick pfcPause;   ///< sum over all links
    uint64_t losslessViolations{0}; ///< data frames dropped by lossless switches
    uint64_t pfcStorms{0};          ///< ports detected as paused permanently
    uint64_t pfcDeadlocks{0};       ///< cycles of ports that wait for each other
    std::string outcome;            ///< complete, stop, stalled, failed or interrupted
};

/** @return duration of a message divided by its lower bound, if it was delivered */
inline std::optional<double>
FindSlowdown(const ns3::RdmaFlowRecord& flow)
{
    return flow.delivered ? std::optional(flow.GetDuration().GetSeconds() / flow.ideal.GetSeconds())
                          : std::nullopt;
}

/// All results of one run
struct Results
{
    Summary summary;                       ///< summary.json
    std::vector<JobRow> jobs;              ///< jobs.csv
    std::deque<ns3::RdmaFlowRecord> flows; ///< flows.csv, in posting order; may be millions
    std::vector<std::string> flowJobs;     ///< names of their jobs, by number
    std::vector<StepRow> steps;            ///< steps.csv, by job and step
    std::vector<StepJob>
        stepJobs; ///< jobs with rows in steps.csv; without any, the file is not written
    std::vector<ns3::RdmaSample> samples; ///< samples.csv
    LinkRows links; ///< links.csv; valid during the lifetime of the simulation
    EvRows evs;     ///< evs.csv, if requested; valid during the lifetime of the simulation
    std::vector<EventRow> events;          ///< events.csv
    std::vector<RecoveryRow> recovery;     ///< recovery.csv, of a scenario with faults
    std::optional<MonitorResults> monitor; ///< monitor.csv, if there was a monitor
    std::vector<std::string> sizeJobs;     ///< jobs with slowdowns by message size
    std::vector<std::string> captures;     ///< names of files in the folder pcap
};

} // namespace mrcsim

#endif // RESULT_ROWS_H
