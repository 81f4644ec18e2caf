/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "build-commit.h"
#include "result-table.h"

namespace mrcsim
{

using K = CellKind;

namespace
{

/** @return packet-hops per second of CPU time; absent if it was too short to measure */
std::optional<double>
GetSpeed(const Summary& run)
{
    return run.cpuSeconds > 0 ? std::optional(static_cast<double>(run.packetHops) / run.cpuSeconds)
                              : std::nullopt;
}

} // namespace

const ResultTable&
GetSummaryTable()
{
    // clang-format off
    static const ResultTable table(
        {"summary.json", "one object: facts, counters and cost of the run", ""},
        nullptr,
        [](const Results& results, const auto& show) { show(results.summary); },
        Columns<Summary>({
        {"name", &Summary::name, K::TEXT, "", "name of the scenario"},
        {"seed", &Summary::seed, K::ID, "", "seed of the run"},
        {"transport", &Summary::transport, K::TEXT, "",
         "transport.type; config.json has the transports of jobs"},
        {"hosts", &Summary::hosts, K::COUNT, "", "hosts of the network"},
        {"planes", &Summary::planes, K::COUNT, "", "planes of the network"},
        {"outcome", &Summary::outcome, K::TEXT, "",
         "complete; stop: the time limit of the scenario was reached; stalled: no progress; "
         "failed: a QP failed; interrupted: by the user"},
        {"version", [](const Summary&) { return MRC_VERSION; }, K::TEXT, "", "version of the "
                                                                             "simulator"},
        {"commit", [](const Summary&) { return BUILD_COMMIT; }, K::TEXT, "",
         "commit of its sources"},
        {"ns3_version", [](const Summary&) { return MRC_NS3_VERSION; }, K::TEXT, "", "version of "
                                                                                     "ns-3"},
        {"sim_time_ns", &Summary::simTime, K::NUMBER, "ns", "simulated time"},
        {"wall_s", &Summary::wallSeconds, K::NUMBER, "s", "wall time of the simulation"},
        {"setup_cpu_s", &Summary::setupCpuSeconds, K::NUMBER, "s",
         "CPU time before the start of the simulation"},
        {"cpu_s", &Summary::cpuSeconds, K::NUMBER, "s", "CPU time of the simulation"},
        {"events", &Summary::events, K::COUNT, "", "events executed by ns-3"},
        {"packet_hops", &Summary::packetHops, K::COUNT, "frames",
         "frames received at the far end of a link, including control frames"},
        {"data_packet_hops", &Summary::dataPacketHops, K::COUNT, "frames",
         "packet_hops of the data class"},
        {"packet_hops_per_cpu_s", GetSpeed, K::NUMBER, "1/s", "packet_hops / cpu_s"},
        {"peak_rss_bytes", &Summary::peakRssBytes, K::COUNT, "B", "peak resident memory"},
        {"flows_total", &Summary::flowsTotal, K::COUNT, "", "messages of all jobs, whether posted "
                                                            "or not"},
        {"flows_started", &Summary::flowsStarted, K::COUNT, "", "posted messages"},
        {"flows_completed", &Summary::flowsCompleted, K::COUNT, "", "delivered messages"},
        {"bytes_posted", &Summary::bytesPosted, K::COUNT, "B", "payload of posted messages"},
        {"bytes_delivered", &Summary::bytesDelivered, K::COUNT, "B",
         "payload delivered exactly once, including that of unfinished messages"},
        {"duplicate_packets", &Summary::duplicatePackets, K::COUNT, "packets",
         "data packets received more than once"},
        {"retransmitted_packets", &Summary::retransmittedPackets, K::COUNT, "packets",
         "data packets retransmitted"},
        {"trimmed_packets", &Summary::trimmedPackets, K::COUNT, "frames",
         "frames trimmed by switches"},
        {"dropped_packets", &Summary::droppedPackets, K::COUNT, "frames",
         "frames dropped for any reason"},
        {"ctrl_queue_drops", &Summary::ctrlQueueDrops, K::COUNT, "frames",
         "frames dropped because a control queue was full"},
        {"ecn_marked_packets", &Summary::ecnMarkedPackets, K::COUNT, "frames",
         "frames marked by switches"},
        {"timeouts", &Summary::timeouts, K::COUNT, "", "retransmission timers that expired"},
        {"qp_errors", &Summary::qpErrors, K::COUNT, "", "QP ends in the state ERROR"},
        {"evs_retired", &Summary::evsRetired, K::COUNT, "", "retirements of EVs"},
        {"evs_retired_wrongly", &Summary::evsRetiredWrongly, K::COUNT, "",
         "retirements of EVs with a healthy path, which no fault has affected"},
        {"declared_lost", &Summary::declaredLost, K::COUNT, "packets",
         "packets declared lost without an answer that reports the loss"},
        {"false_losses", &Summary::falseLosses, K::COUNT, "packets",
         "packets declared lost although the peer had received them"},
        {"pfc_pause_ns", &Summary::pfcPause, K::NUMBER, "ns",
         "time that links were paused by PFC, sum of all links"},
        {"lossless_violations", &Summary::losslessViolations, K::COUNT, "frames",
         "data frames dropped by lossless switches"},
        {"pfc_storms", &Summary::pfcStorms, K::COUNT, "", "ports detected as paused permanently"},
        {"pfc_deadlocks", &Summary::pfcDeadlocks, K::COUNT, "",
         "cycles of ports that wait for each other"},
        }));
    // clang-format on
    return table;
}

} // namespace mrcsim
