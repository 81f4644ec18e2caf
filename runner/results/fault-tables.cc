/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-table.h"

namespace mrcsim
{

using K = CellKind;

// clang-format off

const ResultTable&
GetRecoveryTable()
{
    static const ResultTable table(
        {"recovery.csv",
         "a row per fault that has begun; docs/faults.md tells how each number is found",
         "with a fault that began"},
        [](const Results& results) { return !results.recovery.empty(); },
        &Results::recovery,
        Columns<RecoveryRow>({
        {"fault", &RecoveryRow::fault, K::ID, "", "number in faults[], from 0"},
        {"what", &RecoveryRow::what, K::TEXT, "", "faults[].what"},
        {"object", &RecoveryRow::object, K::TEXT, "", "to what"},
        {"at_ns", &RecoveryRow::at, K::NUMBER, "ns", "it began for the first time"},
        {"until_ns", &RecoveryRow::until, K::NUMBER, "ns",
         "it ended for the last time; empty while it holds"},
        {"first_loss_ns", &RecoveryRow::firstLoss, K::NUMBER, "ns", "first data packet lost by it"},
        {"last_loss_ns", &RecoveryRow::lastLoss, K::NUMBER, "ns", "last data packet lost by it"},
        {"lost_packets", &RecoveryRow::lostPackets, K::COUNT, "packets",
         "data packets lost by it, trimmed ones included"},
        {"trimmed_packets", &RecoveryRow::trimmedPackets, K::COUNT, "frames",
         "frames trimmed anywhere from at_ns until goodput was back"},
        {"evs_retired", &RecoveryRow::evsRetired, K::COUNT, "EVs",
         "times that an EV was retired whose way leads over it"},
        {"evs_retired_wrongly", &RecoveryRow::evsRetiredWrongly, K::COUNT, "EVs",
         "times that an EV with a sound way was retired meanwhile"},
        {"loss_free_after_ns", &RecoveryRow::lossFree, K::NUMBER, "ns",
         "from at_ns to the last loss"},
        {"goodput_95_after_ns", &RecoveryRow::goodputBack, K::NUMBER, "ns",
         "until goodput was back at 95 % of what the remaining network allows; 0: it never "
         "fell"},
        {"qps_touched", &RecoveryRow::qpsTouched, K::COUNT, "QP ends",
         "QP ends that lost packets were meant for"},
        {"qps_failed", &RecoveryRow::qpsFailed, K::COUNT, "QP ends",
         "QP ends between the same hosts that failed"},
        {"evs_back_after_ns", &RecoveryRow::evsBack, K::NUMBER, "ns",
         "from until_ns to the return of the last EV that it had retired"},
        {"lost_answers", &RecoveryRow::lostAnswers, K::COUNT, "packets",
         "SACKs, NACKs and ACKs lost by it"},
        {"longest_qp_loss_ns", &RecoveryRow::longestLoss, K::NUMBER, "ns",
         "from the first loss of a QP to its last, where that takes longest"},
        }));
    return table;
}

const ResultTable&
GetMonitorTable()
{
    static const ResultTable table(
        {"monitor.csv", "a row per verdict of the monitor; docs/monitor.md", "with monitor"},
        [](const Results& results) { return results.monitor.has_value(); },
        [](const Results& results, const auto& show) {
            std::for_each(results.monitor->verdicts.begin(), results.monitor->verdicts.end(), show);
        },
        Columns<MonitorRow>({
        {"time_ns", &MonitorRow::time, K::NUMBER, "ns", "when"},
        {"element", &MonitorRow::element, K::TEXT, "", "link or switch, as in links.csv"},
        {"kind", &MonitorRow::kind, K::TEXT, "", "nic-link, fabric-link, t0 or t1"},
        {"state", [](const MonitorRow& row) { return row.faulty ? "faulty" : "healthy"; },
         K::TEXT, "", "faulty from now on, or healthy again"},
        {"loss_share", &MonitorRow::lossShare, K::NUMBER, "1",
         "share of the probes across it that it loses, as estimated"},
        {"true", &MonitorRow::right, K::FLAG, "", "the verdict agrees with the truth"},
        }));
    return table;
}

const ResultTable&
GetMonitorSummaryTable()
{
    static const ResultTable table(
        {"monitor", "how well the monitor did", "with monitor"},
        [](const Results& results) { return results.monitor.has_value(); },
        [](const Results& results, const auto& show) { show(results.monitor->summary); },
        Columns<MonitorSummary>({
        {"probes", &MonitorSummary::probes, K::COUNT, "", "probes whose end is known"},
        {"lost", &MonitorSummary::lost, K::COUNT, "", "of these, not answered"},
        {"named", &MonitorSummary::named, K::COUNT, "",
         "times that an element was named as faulty"},
        {"right", &MonitorSummary::right, K::COUNT, "", "of these, with a fault there"},
        {"faults", &MonitorSummary::faults, K::COUNT, "", "faults that it should find"},
        {"located", &MonitorSummary::located, K::COUNT, "", "of these, found"},
        {"precision", &MonitorSummary::precision, K::NUMBER, "1", "right / named"},
        {"recall", &MonitorSummary::recall, K::NUMBER, "1", "located / faults"},
        {"time_to_locate_mean_ns", &MonitorSummary::meanLocate, K::NUMBER, "ns",
         "mean time from a fault to its verdict"},
        {"time_to_locate_max_ns", &MonitorSummary::maxLocate, K::NUMBER, "ns", "longest such time"},
        }));
    return table;
}

// clang-format on

} // namespace mrcsim
