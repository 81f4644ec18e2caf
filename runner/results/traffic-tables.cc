/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-table.h"

namespace mrcsim
{

using K = CellKind;

namespace
{

/// flows.csv: a message
struct FlowRow : ns3::RdmaFlowRecord
{
    std::string_view jobName; ///< name of its job
};

/** @return duration of a row of jobs.csv or steps.csv, if it ended */
template <typename Row>
std::optional<ns3::RdmaTick>
GetDuration(const Row& row)
{
    return row.end ? std::optional(*row.end - row.start) : std::nullopt;
}

/** @return ideal / duration, if it ended */
std::optional<double>
GetEfficiency(const JobRow& row)
{
    return row.end ? std::optional(ns3::GetRdmaEfficiency(row.ideal, *row.end - row.start))
                   : std::nullopt;
}

/** @return the value if the message was delivered */
template <typename T>
std::optional<T>
IfDelivered(const FlowRow& row, const T& value)
{
    return row.delivered ? std::optional(value) : std::nullopt;
}

} // namespace

// clang-format off

const ResultTable&
GetJobTable()
{
    static const ResultTable table(
        {"jobs.csv", "a row per job and repetition", ""},
        nullptr,
        &Results::jobs,
        Columns<JobRow>({
        {"job", &JobRow::job, K::TEXT, "", "name of the job, workload[].name"},
        {"repetition", &JobRow::repetition, K::ID, "", "number of the repetition, from 0"},
        {"type", &JobRow::type, K::TEXT, "", "workload[].type"},
        {"bytes", &JobRow::bytes, K::COUNT, "B",
         "workload[].bytes; for training steps, the sum of all messages"},
        {"hosts", &JobRow::hosts, K::COUNT, "", "participating hosts"},
        {"start_ns", &JobRow::start, K::NUMBER, "ns", "time at which it begins; messages of flows, poisson and training-step may be posted later"},
        {"end_ns", &JobRow::end, K::NUMBER, "ns",
         "time at which the last byte is delivered; empty if the job did not complete"},
        {"duration_ns", GetDuration<JobRow>, K::NUMBER, "ns", "end_ns - start_ns"},
        {"algbw_gbps", &JobRow::algbwGbps, K::NUMBER, "Gb/s",
         "size divided by duration; size as in nccl-tests"},
        {"busbw_gbps", &JobRow::busbwGbps, K::NUMBER, "Gb/s",
         "algbw_gbps times the factor of the collective in nccl-tests"},
        {"ideal_ns", &JobRow::ideal, K::NUMBER, "ns", "lower bound of duration_ns: docs/fluid.md"},
        {"efficiency", GetEfficiency, K::NUMBER, "1", "ideal_ns / duration_ns, from 0 to 1"},
        }));
    return table;
}

const ResultTable&
GetFlowTable()
{
    static const ResultTable table(
        {"flows.csv", "a row per message; with several QPs a transfer has one message per QP", ""},
        nullptr,
        [](const Results& results, const auto& show) {
            for (const auto& record : results.flows)
            {
                show({record, results.flowJobs.at(record.job)});
            }
        },
        Columns<FlowRow>({
        {"flow", &FlowRow::flow, K::ID, "",
         "number of the message, from 0, in the order of posting"},
        {"job", &FlowRow::jobName, K::TEXT, "", "name of its job"},
        {"step", &FlowRow::step, K::ID, "", "its step of the job, from 0"},
        {"src", &FlowRow::src, K::ID, "", "number of the sending host"},
        {"dst", &FlowRow::dst, K::ID, "", "number of the receiving host"},
        {"qp", &FlowRow::qp, K::ID, "",
         "number of the QP of the pair, from 0; jobs have consecutive ranges"},
        {"bytes", &FlowRow::bytes, K::COUNT, "B", "payload"},
        {"start_ns", &FlowRow::start, K::NUMBER, "ns", "time at which the sender posts it"},
        {"end_ns", [](const FlowRow& f) { return IfDelivered(f, f.end); }, K::NUMBER, "ns",
         "time at which its last byte is delivered; empty if it was not"},
        {"fct_ns", [](const FlowRow& f) { return IfDelivered(f, f.GetDuration()); },
         K::NUMBER, "ns", "end_ns - start_ns"},
        {"ideal_ns", &FlowRow::ideal, K::NUMBER, "ns", "least possible fct_ns in the idle network"},
        {"slowdown", FindSlowdown, K::NUMBER, "1", "fct_ns / ideal_ns, from 1"},
        {"packets", [](const FlowRow& f) { return f.stats.packets; }, K::COUNT, "packets",
         "data packets sent, including retransmissions; 0 within a server"},
        {"retransmits", [](const FlowRow& f) { return f.stats.retransmits; },
         K::COUNT, "packets", "retransmitted data packets"},
        {"trims", [](const FlowRow& f) { return f.stats.trims; }, K::COUNT, "packets",
         "NACKs of trimmed packets that its sender received"},
        {"ecn_marks", [](const FlowRow& f) { return f.stats.ecnMarks; }, K::COUNT, "",
         "echoes of ECN marks that its sender received"},
        {"timeouts", [](const FlowRow& f) { return f.stats.timeouts; }, K::COUNT, "",
         "expirations of the retransmission timer of its QP meanwhile"},
        {"completed", &FlowRow::delivered, K::FLAG, "", "true if delivered"},
        }));
    return table;
}

const ResultTable&
GetStepTable()
{
    static const ResultTable table(
        {"steps.csv", "a row per step that has begun", "with a job of training steps"},
        [](const Results& results) { return !results.stepJobs.empty(); },
        &Results::steps,
        Columns<StepRow>({
        {"job", &StepRow::job, K::TEXT, "", "name of the job"},
        {"step", &StepRow::step, K::ID, "", "step, from 0 in every repetition"},
        {"start_ns", &StepRow::start, K::NUMBER, "ns", "time at which the first host begins it"},
        {"end_ns", &StepRow::end, K::NUMBER, "ns",
         "time at which the last host completes it; empty if it did not end"},
        {"duration_ns", GetDuration<StepRow>, K::NUMBER, "ns", "end_ns - start_ns"},
        {"compute_ns", &StepRow::compute, K::NUMBER, "ns",
         "computation time of the host with the longest"},
        {"slowest_flow", &StepRow::slowestFlow, K::ID, "",
         "number in flows.csv of the message with the largest slowdown; in a step that did not "
         "end, the first undelivered message, if any"},
        {"slowest_src", &StepRow::slowestSrc, K::ID, "", "its sending host"},
        {"slowest_dst", &StepRow::slowestDst, K::ID, "", "its receiving host"},
        {"slowest_slowdown", &StepRow::slowestSlowdown, K::NUMBER, "1",
         "its slowdown, if it was delivered"},
        {"completed", [](const StepRow& row) { return row.end.has_value(); },
         K::FLAG, "", "true if the step ended"},
        {"repetition", &StepRow::repetition, K::ID, "", "repetition of the job, from 0"},
        }));
    return table;
}

// clang-format on

} // namespace mrcsim
