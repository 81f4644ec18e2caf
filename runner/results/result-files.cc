/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-files.h"

#include "build-commit.h"
#include "csv-writer.h"
#include "json-time.h"
#include "slowdown-classes.h"
#include "step-summary.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>

namespace mrcsim
{

namespace fs = std::filesystem;

namespace
{

/** @return end - start, if it ended */
std::optional<ns3::RdmaTick>
GetDuration(const JobRow& row)
{
    return row.end ? std::optional<ns3::RdmaTick>(*row.end - row.start) : std::nullopt;
}

/** @return ideal / duration, if it ended */
std::optional<double>
GetEfficiency(const JobRow& row)
{
    return row.end
               ? std::optional<double>(row.ideal.GetSeconds() / (*row.end - row.start).GetSeconds())
               : std::nullopt;
}

/**
 * @param value a value that may be absent
 * @return it or null
 */
template <typename T>
Json
ToJson(const std::optional<T>& value)
{
    return value ? Json(*value) : Json();
}

/**
 * @param time a time that may be absent
 * @return ns or null
 */
Json
ToJson(const std::optional<ns3::RdmaTick>& time)
{
    return time ? ToNs(*time) : Json();
}

/**
 * @param rows jobs
 * @return the same as objects with the columns of jobs.csv
 */
Json
MakeJobs(const std::vector<JobRow>& rows)
{
    Json jobs = Json::array();
    for (const auto& row : rows)
    {
        jobs.push_back({{"job", row.job},
                        {"repetition", row.repetition},
                        {"type", row.type},
                        {"bytes", row.bytes},
                        {"hosts", row.hosts},
                        {"start_ns", ToNs(row.start)},
                        {"end_ns", ToJson(row.end)},
                        {"duration_ns", ToJson(GetDuration(row))},
                        {"algbw_gbps", ToJson(row.algbwGbps)},
                        {"busbw_gbps", ToJson(row.busbwGbps)},
                        {"ideal_ns", ToNs(row.ideal)},
                        {"efficiency", ToJson(GetEfficiency(row))}});
    }
    return jobs;
}

/**
 * @param rows faults
 * @return the same as objects with the columns of recovery.csv
 */
Json
MakeRecovery(const std::vector<RecoveryRow>& rows)
{
    Json recovery = Json::array();
    for (const auto& row : rows)
    {
        recovery.push_back({{"fault", row.fault},
                            {"what", row.what},
                            {"object", row.object},
                            {"at_ns", ToNs(row.at)},
                            {"until_ns", ToJson(row.until)},
                            {"first_loss_ns", ToJson(row.firstLoss)},
                            {"last_loss_ns", ToJson(row.lastLoss)},
                            {"lost_packets", row.lostPackets},
                            {"trimmed_packets", row.trimmedPackets},
                            {"evs_retired", row.evsRetired},
                            {"evs_retired_wrongly", row.evsRetiredWrongly},
                            {"loss_free_after_ns", ToJson(row.lossFree)},
                            {"goodput_95_after_ns", ToJson(row.goodputBack)},
                            {"qps_touched", row.qpsTouched},
                            {"qps_failed", row.qpsFailed},
                            {"evs_back_after_ns", ToJson(row.evsBack)},
                            {"lost_answers", row.lostAnswers},
                            {"longest_qp_loss_ns", ToJson(row.longestLoss)}});
    }
    return recovery;
}

/**
 * @param flows messages
 * @return mean and percentiles (nearest rank) of the times of those delivered, null if none was
 */
Json
MakeFctStatistics(const FlowTable& flows)
{
    std::vector<ns3::RdmaTick> times;
    ns3::RdmaTick sum;
    for (const auto flow : flows)
    {
        if (flow.end)
        {
            times.push_back(*flow.end - flow.start);
            sum += times.back();
        }
    }
    if (times.empty())
    {
        return {{"mean", nullptr}, {"p50", nullptr}, {"p99", nullptr}, {"max", nullptr}};
    }
    std::sort(times.begin(), times.end());
    const auto rank = [&times](double part) {
        return ToNs(times[static_cast<size_t>(std::ceil(part * times.size())) - 1]);
    };
    return {{"mean", sum.GetNs() / static_cast<double>(times.size())},
            {"p50", rank(0.50)},
            {"p99", rank(0.99)},
            {"max", rank(1.0)}};
}

/** @param rows its rows */
void
WriteJobs(std::ostream& out, const std::vector<JobRow>& rows)
{
    CsvWriter csv(out,
                  "job,repetition,type,bytes,hosts,start_ns,end_ns,duration_ns,algbw_gbps,"
                  "busbw_gbps,ideal_ns,efficiency");
    for (const auto& row : rows)
    {
        csv.Row(row.job,
                row.repetition,
                row.type,
                row.bytes,
                row.hosts,
                row.start,
                row.end,
                GetDuration(row),
                row.algbwGbps,
                row.busbwGbps,
                row.ideal,
                GetEfficiency(row));
    }
}

/** @param rows its rows */
void
WriteFlows(std::ostream& out, const FlowTable& rows)
{
    CsvWriter csv(out,
                  "flow,job,step,src,dst,qp,bytes,start_ns,end_ns,fct_ns,ideal_ns,slowdown,"
                  "packets,retransmits,trims,ecn_marks,timeouts,completed");
    for (const auto row : rows)
    {
        std::optional<ns3::RdmaTick> fct;
        std::optional<double> slowdown;
        if (row.end)
        {
            fct = *row.end - row.start;
            slowdown = fct->GetSeconds() / row.ideal.GetSeconds();
        }
        csv.Row(row.flow,
                row.job,
                row.step,
                row.src,
                row.dst,
                row.qp,
                row.bytes,
                row.start,
                row.end,
                fct,
                row.ideal,
                slowdown,
                row.packets,
                row.retransmits,
                row.trims,
                row.ecnMarks,
                row.timeouts,
                row.completed);
    }
}

/** @param rows its rows */
void
WriteSteps(std::ostream& out, const std::vector<StepRow>& rows)
{
    CsvWriter csv(out,
                  "job,step,start_ns,end_ns,duration_ns,compute_ns,slowest_flow,slowest_src,"
                  "slowest_dst,slowest_slowdown,completed,repetition");
    for (const auto& row : rows)
    {
        csv.Row(row.job,
                row.step,
                row.start,
                row.end,
                row.end ? std::optional<ns3::RdmaTick>(*row.end - row.start) : std::nullopt,
                row.compute,
                row.slowestFlow,
                row.slowestSrc,
                row.slowestDst,
                row.slowestSlowdown,
                row.end.has_value(),
                row.repetition);
    }
}

/** @param rows its rows */
void
WriteSamples(std::ostream& out, const std::vector<SampleRow>& rows)
{
    CsvWriter csv(out, "time_ns,kind,object,value");
    for (const auto& row : rows)
    {
        csv.Row(row.time, row.kind, row.object, row.value);
    }
}

/** @param rows its rows */
void
WriteLinks(std::ostream& out, const LinkRows& rows)
{
    CsvWriter csv(out,
                  "tier,plane,a,b,bytes,packets,drops,trims,ecn_marks,pauses_ns,max_queue_bytes,"
                  "utilisation,pfc_frames,index");
    rows([&csv](const LinkRow& row) {
        csv.Row(row.tier,
                row.plane,
                row.a,
                row.b,
                row.bytes,
                row.packets,
                row.drops,
                row.trims,
                row.ecnMarks,
                row.pauses,
                row.maxQueueBytes,
                row.utilisation,
                row.pfcFrames,
                row.index);
    });
}

/** @param rows its rows */
void
WriteEvs(std::ostream& out, const EvRows& rows)
{
    CsvWriter csv(out, "qp,peer,plane,ev,state,path");
    rows([&csv](const EvRow& row) {
        std::ostringstream ev;
        ev << "0x" << std::hex << row.ev;
        csv.Row(row.qp, row.peer, row.plane, ev.str(), row.state, row.path);
    });
}

/** @param rows its rows */
void
WriteEvents(std::ostream& out, const std::vector<EventRow>& rows)
{
    CsvWriter csv(out, "time_ns,kind,object,detail");
    for (const auto& row : rows)
    {
        csv.Row(row.time, row.kind, row.object, row.detail);
    }
}

/** @param rows its rows */
void
WriteRecovery(std::ostream& out, const std::vector<RecoveryRow>& rows)
{
    CsvWriter csv(out,
                  "fault,what,object,at_ns,until_ns,first_loss_ns,last_loss_ns,lost_packets,"
                  "trimmed_packets,evs_retired,evs_retired_wrongly,loss_free_after_ns,"
                  "goodput_95_after_ns,qps_touched,qps_failed,evs_back_after_ns,lost_answers,"
                  "longest_qp_loss_ns");
    for (const auto& row : rows)
    {
        csv.Row(row.fault,
                row.what,
                row.object,
                row.at,
                row.until,
                row.firstLoss,
                row.lastLoss,
                row.lostPackets,
                row.trimmedPackets,
                row.evsRetired,
                row.evsRetiredWrongly,
                row.lossFree,
                row.goodputBack,
                row.qpsTouched,
                row.qpsFailed,
                row.evsBack,
                row.lostAnswers,
                row.longestLoss);
    }
}

/** @param results its rows */
void
WriteMonitor(std::ostream& out, const MonitorResults& results)
{
    CsvWriter csv(out, "time_ns,element,kind,state,loss_share,true");
    for (const auto& row : results.verdicts)
    {
        csv.Row(row.time,
                row.element,
                row.kind,
                row.faulty ? "faulty" : "healthy",
                row.lossShare,
                row.right ? "true" : "false");
    }
}

/** @return how well the monitor did */
Json
MakeMonitorSummary(const MonitorSummary& s)
{
    return {{"probes", s.probes},
            {"lost", s.lost},
            {"named", s.named},
            {"right", s.right},
            {"faults", s.faults},
            {"located", s.located},
            {"precision", ToJson(s.precision)},
            {"recall", ToJson(s.recall)},
            {"time_to_locate_mean_ns", ToJson(s.meanLocate)},
            {"time_to_locate_max_ns", ToJson(s.maxLocate)}};
}

/**
 * @param file a file to write
 * @param write writes its contents
 */
void
WriteFile(const fs::path& file, const std::function<void(std::ostream&)>& write)
{
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    write(out);
    out.close();
    if (!out)
    {
        throw fs::filesystem_error("cannot write",
                                   file,
                                   std::error_code(errno, std::generic_category()));
    }
}

} // namespace

Json
MakeSummary(const Results& results)
{
    const auto& s = results.summary;
    Json summary = {
        {"name", s.name},
        {"seed", s.seed},
        {"transport", s.transport},
        {"hosts", s.hosts},
        {"planes", s.planes},
        {"outcome", s.outcome},
        {"version", MRC_VERSION},
        {"commit", BUILD_COMMIT},
        {"ns3_version", MRC_NS3_VERSION},
        {"sim_time_ns", ToNs(s.simTime)},
        {"wall_s", s.wallSeconds},
        {"setup_cpu_s", s.setupCpuSeconds},
        {"cpu_s", s.cpuSeconds},
        {"events", s.events},
        {"packet_hops", s.packetHops},
        {"data_packet_hops", s.dataPacketHops},
        {"packet_hops_per_cpu_s",
         s.cpuSeconds > 0 ? Json(static_cast<double>(s.packetHops) / s.cpuSeconds) : Json()},
        {"peak_rss_bytes", s.peakRssBytes},
        {"flows_total", s.flowsTotal},
        {"flows_started", s.flowsStarted},
        {"flows_completed", s.flowsCompleted},
        {"bytes_posted", s.bytesPosted},
        {"bytes_delivered", s.bytesDelivered},
        {"duplicate_packets", s.duplicatePackets},
        {"retransmitted_packets", s.retransmittedPackets},
        {"trimmed_packets", s.trimmedPackets},
        {"dropped_packets", s.droppedPackets},
        {"ctrl_queue_drops", s.ctrlQueueDrops},
        {"ecn_marked_packets", s.ecnMarkedPackets},
        {"timeouts", s.timeouts},
        {"qp_errors", s.qpErrors},
        {"evs_retired", s.evsRetired},
        {"evs_retired_wrongly", s.evsRetiredWrongly},
        {"declared_lost", s.declaredLost},
        {"false_losses", s.falseLosses},
        {"pfc_pause_ns", ToNs(s.pfcPause)},
        {"lossless_violations", s.losslessViolations},
        {"pfc_storms", s.pfcStorms},
        {"pfc_deadlocks", s.pfcDeadlocks},
        {"fct_ns", MakeFctStatistics(results.flows)},
        {"jobs", MakeJobs(results.jobs)}};
    if (!results.sizeJobs.empty())
    {
        summary["slowdown"] = MakeSlowdownClasses(results.flows, results.sizeJobs);
    }
    if (!results.recovery.empty())
    {
        summary["recovery"] = MakeRecovery(results.recovery);
    }
    if (!results.stepJobs.empty())
    {
        summary["steps"] = MakeStepSummary(results.stepJobs, results.steps);
    }
    if (results.monitor)
    {
        summary["monitor"] = MakeMonitorSummary(results.monitor->summary);
    }
    if (!results.captures.empty())
    {
        summary["captures"] = results.captures;
    }
    return summary;
}

void
WriteResultFiles(const std::filesystem::path& folder, const Json& config, const Results& results)
{
    const auto write = [&folder](const char* name, auto function, const auto& contents) {
        WriteFile(folder / name, [&](std::ostream& out) { function(out, contents); });
    };
    write("jobs.csv", WriteJobs, results.jobs);
    write("flows.csv", WriteFlows, results.flows);
    if (!results.stepJobs.empty())
    {
        write("steps.csv", WriteSteps, results.steps);
    }
    write("samples.csv", WriteSamples, results.samples);
    write("links.csv", WriteLinks, results.links);
    if (results.evs)
    {
        write("evs.csv", WriteEvs, results.evs);
    }
    write("events.csv", WriteEvents, results.events);
    if (!results.recovery.empty())
    {
        write("recovery.csv", WriteRecovery, results.recovery);
    }
    if (results.monitor)
    {
        write("monitor.csv", WriteMonitor, *results.monitor);
    }
    WriteSummaryFiles(folder, config, MakeSummary(results));
}

void
WriteSummaryFiles(const std::filesystem::path& folder, const Json& config, const Json& summary)
{
    WriteFile(folder / "config.json", [&](std::ostream& out) { out << config.dump(2) << '\n'; });
    WriteFile(folder / "summary.json", [&](std::ostream& out) { out << summary.dump(2) << '\n'; });
}

} // namespace mrcsim
