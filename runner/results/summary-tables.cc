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

/** @return packet-hops per second of CPU time; absent if that was too short to be measured */
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
        {"summary.json", "one object: what the run was, counted and took", ""},
        nullptr,
        [](const Results& results, const auto& show) { show(results.summary); },
        Columns<Summary>({
        {"name", &Summary::name, K::TEXT, "", "name of the scenario"},
        {"seed", &Summary::seed, K::ID, "", "of the run"},
        {"transport", &Summary::transport, K::TEXT, "",
         "transport.type; mixed transports are told by config.json"},
        {"hosts", &Summary::hosts, K::COUNT, "", "hosts of the network"},
        {"planes", &Summary::planes, K::COUNT, "", "its planes"},
        {"outcome", &Summary::outcome, K::TEXT, "",
         "complete; stop: the time of the scenario was over; stalled: nothing moved any "
         "more; failed: a QP gave up; interrupted: by the user"},
        {"version", [](const Summary&) { return MRC_VERSION; }, K::TEXT, "", "of the simulator"},
        {"commit", [](const Summary&) { return BUILD_COMMIT; }, K::TEXT, "",
         "that it was built from"},
        {"ns3_version", [](const Summary&) { return MRC_NS3_VERSION; }, K::TEXT, "", "of ns-3"},
        {"sim_time_ns", &Summary::simTime, K::NUMBER, "ns", "simulated"},
        {"wall_s", &Summary::wallSeconds, K::NUMBER, "s", "that the simulation took"},
        {"setup_cpu_s", &Summary::setupCpuSeconds, K::NUMBER, "s",
         "CPU time from the start of the program to that of the simulation"},
        {"cpu_s", &Summary::cpuSeconds, K::NUMBER, "s", "CPU time of the simulation"},
        {"events", &Summary::events, K::COUNT, "", "events of ns-3"},
        {"packet_hops", &Summary::packetHops, K::COUNT, "frames",
         "frames received at the far end of a link, control included"},
        {"data_packet_hops", &Summary::dataPacketHops, K::COUNT, "frames",
         "of these, of the data class"},
        {"packet_hops_per_cpu_s", GetSpeed, K::NUMBER, "1/s", "packet_hops / cpu_s"},
        {"peak_rss_bytes", &Summary::peakRssBytes, K::COUNT, "B", "most memory"},
        {"flows_total", &Summary::flowsTotal, K::COUNT, "", "messages of all jobs, posted or not"},
        {"flows_started", &Summary::flowsStarted, K::COUNT, "", "of these, posted"},
        {"flows_completed", &Summary::flowsCompleted, K::COUNT, "", "of these, delivered"},
        {"bytes_posted", &Summary::bytesPosted, K::COUNT, "B", "payload of the messages posted"},
        {"bytes_delivered", &Summary::bytesDelivered, K::COUNT, "B",
         "payload placed exactly once, unfinished messages included"},
        {"duplicate_packets", &Summary::duplicatePackets, K::COUNT, "packets",
         "data packets that had been received before"},
        {"retransmitted_packets", &Summary::retransmittedPackets, K::COUNT, "packets",
         "data packets sent again"},
        {"trimmed_packets", &Summary::trimmedPackets, K::COUNT, "frames",
         "frames that switches trimmed, each time"},
        {"dropped_packets", &Summary::droppedPackets, K::COUNT, "frames",
         "frames dropped for any reason"},
        {"ctrl_queue_drops", &Summary::ctrlQueueDrops, K::COUNT, "frames",
         "of these, because a control queue was full"},
        {"ecn_marked_packets", &Summary::ecnMarkedPackets, K::COUNT, "frames",
         "frames that switches marked"},
        {"timeouts", &Summary::timeouts, K::COUNT, "", "retransmission timers that expired"},
        {"qp_errors", &Summary::qpErrors, K::COUNT, "", "QP ends in the state ERROR"},
        {"evs_retired", &Summary::evsRetired, K::COUNT, "", "times that an EV was retired"},
        {"evs_retired_wrongly", &Summary::evsRetiredWrongly, K::COUNT, "",
         "of these, with a path that no fault had touched"},
        {"declared_lost", &Summary::declaredLost, K::COUNT, "packets",
         "packets thought lost without an answer that says so"},
        {"false_losses", &Summary::falseLosses, K::COUNT, "packets",
         "of these, packets that the peer had received"},
        {"pfc_pause_ns", &Summary::pfcPause, K::NUMBER, "ns",
         "time that PFC held links, the sum over all of them"},
        {"lossless_violations", &Summary::losslessViolations, K::COUNT, "frames",
         "data frames that a lossless switch had to drop"},
        {"pfc_storms", &Summary::pfcStorms, K::COUNT, "", "ports found paused all the time"},
        {"pfc_deadlocks", &Summary::pfcDeadlocks, K::COUNT, "",
         "cycles of ports that wait for each other"},
        }));
    // clang-format on
    return table;
}

} // namespace mrcsim
