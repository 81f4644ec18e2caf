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
         "a row per fault that has begun; docs/faults.md defines lost packets and the return of "
         "goodput",
         "with a fault that began"},
        [](const Results& results) { return !results.recovery.empty(); },
        &Results::recovery,
        Columns<RecoveryRow>({
        {"fault", &RecoveryRow::fault, K::ID, "", "number in faults[], from 0"},
        {"what", &RecoveryRow::what, K::TEXT, "", "faults[].what"},
        {"object", &RecoveryRow::object, K::TEXT, "", "affected object"},
        {"at_ns", &RecoveryRow::at, K::NUMBER, "ns", "begin of its first interval"},
        {"until_ns", &RecoveryRow::until, K::NUMBER, "ns",
         "end of its last interval; empty if it has not ended"},
        {"first_loss_ns", &RecoveryRow::firstLoss, K::NUMBER, "ns", "first data packet lost by it"},
        {"last_loss_ns", &RecoveryRow::lastLoss, K::NUMBER, "ns", "last data packet lost by it"},
        {"lost_packets", &RecoveryRow::lostPackets, K::COUNT, "packets",
         "data packets lost by it, including trimmed ones; probes do not count"},
        {"trimmed_packets", &RecoveryRow::trimmedPackets, K::COUNT, "frames",
         "frames trimmed anywhere from at_ns until goodput was back, or the end"},
        {"evs_retired", &RecoveryRow::evsRetired, K::COUNT, "EVs",
         "retirements of EVs whose path uses the faulty object"},
        {"evs_retired_wrongly", &RecoveryRow::evsRetiredWrongly, K::COUNT, "EVs",
         "retirements of EVs with a healthy path while it holds, or within 500 windows "
         "(measure.recoveryWindow) of its begin"},
        {"loss_free_after_ns", &RecoveryRow::lossFree, K::NUMBER, "ns",
         "time from at_ns to the last loss"},
        {"goodput_95_after_ns", &RecoveryRow::goodputBack, K::NUMBER, "ns",
         "time until goodput was back for good at 95 % of the rate that the remaining network "
         "allows, from the last begin of the fault; 0: it never fell; empty: it did not come "
         "back, or there was no goodput before the fault"},
        {"qps_touched", &RecoveryRow::qpsTouched, K::COUNT, "QP ends",
         "QP ends to which lost packets were sent"},
        {"qps_failed", &RecoveryRow::qpsFailed, K::COUNT, "QP ends",
         "QP ends between the same hosts that failed"},
        {"evs_back_after_ns", &RecoveryRow::evsBack, K::NUMBER, "ns",
         "time from until_ns until the last EV retired because of it returned to service"},
        {"lost_answers", &RecoveryRow::lostAnswers, K::COUNT, "packets",
         "SACKs, NACKs and ACKs lost by it"},
        {"longest_qp_loss_ns", &RecoveryRow::longestLoss, K::NUMBER, "ns",
         "longest time from the first to the last loss of a QP"},
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
        {"time_ns", &MonitorRow::time, K::NUMBER, "ns", "time of the verdict"},
        {"element", &MonitorRow::element, K::TEXT, "", "link or switch, as in links.csv"},
        {"kind", &MonitorRow::kind, K::TEXT, "", "nic-link, fabric-link, t0 or t1"},
        {"state", [](const MonitorRow& row) { return row.faulty ? "faulty" : "healthy"; },
         K::TEXT, "", "new state of the element: faulty or healthy"},
        {"loss_share", &MonitorRow::lossShare, K::NUMBER, "1",
         "estimated share of lost probes among those that cross it"},
        {"true", &MonitorRow::right, K::FLAG, "", "the verdict agrees with the ground truth"},
        }));
    return table;
}

const ResultTable&
GetMonitorSummaryTable()
{
    static const ResultTable table(
        {"monitor", "accuracy of the monitor", "with monitor"},
        [](const Results& results) { return results.monitor.has_value(); },
        [](const Results& results, const auto& show) { show(results.monitor->summary); },
        Columns<MonitorSummary>({
        {"probes", &MonitorSummary::probes, K::COUNT, "", "probes whose result is known"},
        {"lost", &MonitorSummary::lost, K::COUNT, "", "unanswered probes among these"},
        {"named", &MonitorSummary::named, K::COUNT, "",
         "verdicts that an element is faulty"},
        {"right", &MonitorSummary::right, K::COUNT, "", "correct verdicts among these"},
        {"faults", &MonitorSummary::faults, K::COUNT, "", "faults that it should locate"},
        {"located", &MonitorSummary::located, K::COUNT, "", "located faults among these"},
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
