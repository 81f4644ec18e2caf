/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-job-helper.h"

#include "rdma-csv.h"

#include "ns3/abort.h"
#include "ns3/rdma-point-to-point-schedule.h"

#include <fstream>
#include <iomanip>
#include <numeric>
#include <ostream>
#include <sstream>
#include <string_view>
#include <utility>

namespace ns3
{

namespace
{
/** @return the number with so many digits, or a dash if it is not valid */
std::string
Show(double number, int digits, bool valid)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(digits) << number;
    return valid ? text.str() : "-";
}

/** @return microseconds, or a dash if the time is not valid */
std::string
Us(RdmaTick time, bool valid = true)
{
    return Show(time.GetNs() / 1e3, 3, valid);
}

/** @param cells texts of a line of a table, the first to the left */
void
PrintLine(std::ostream& os, const std::vector<std::string>& cells)
{
    constexpr int NAME_WIDTH = 16;
    constexpr int WIDTH = 13;
    for (size_t i = 0; i < cells.size(); ++i)
    {
        os << (i == 0 ? std::left : std::right) << std::setw(i == 0 ? NAME_WIDTH : WIDTH)
           << cells[i];
    }
    os << std::endl;
}
} // namespace

RdmaJob&
RdmaJobHelper::Add(const std::string& name,
                   RdmaSchedule schedule,
                   const std::vector<uint32_t>& hosts)
{
    RdmaJob job;
    job.name = name;
    job.type = "script";
    job.hosts = hosts;
    if (hosts.empty())
    {
        job.hosts.resize(schedule.GetNRanks());
        std::iota(job.hosts.begin(), job.hosts.end(), 0);
    }
    job.bytes = schedule.GetSizeBytes();
    job.schedule = std::move(schedule);
    return m_jobs.emplace_back(std::move(job));
}

RdmaJob&
RdmaJobHelper::AddWrite(const std::string& name, uint32_t src, uint32_t dst, uint64_t bytes)
{
    return Add(name, MakeRdmaWrite(bytes), {src, dst});
}

Ptr<RdmaWorkload>
RdmaJobHelper::Install(Ptr<RdmaCluster> cluster) const
{
    Ptr<RdmaWorkload> workload = CreateObject<RdmaWorkload>();
    workload->SetMessenger(cluster->GetTransport());
    for (const RdmaJob& job : m_jobs)
    {
        workload->AddJob(job);
    }
    workload->Start();
    return workload;
}

void
RdmaJobHelper::PrintJobs(std::ostream& os, const RdmaWorkload& workload)
{
    PrintLine(os, {"job", "repetition", "start_us", "time_us", "busbw_Gb/s", "of_ideal_%"});
    for (const RdmaJobRecord& record : workload.GetJobRecords())
    {
        const bool done = record.finished;
        PrintLine(os,
                  {workload.GetJob(record.job).name,
                   std::to_string(record.repetition),
                   Us(record.start),
                   Us(record.GetDuration(), done),
                   Show(record.busbwBps / 1e9, 1, done),
                   Show(done ? record.GetEfficiency() * 100 : 0, 1, done)});
    }
}

void
RdmaJobHelper::PrintSteps(std::ostream& os, const RdmaWorkload& workload)
{
    PrintLine(os, {"job", "repetition", "step", "start_us", "time_us", "compute_us"});
    for (const RdmaStepRecord& record : workload.GetStepRecords())
    {
        PrintLine(os,
                  {workload.GetJob(record.job).name,
                   std::to_string(record.repetition),
                   std::to_string(record.step),
                   Us(record.start, record.started),
                   Us(record.GetDuration(), record.IsFinished()),
                   Us(record.compute)});
    }
}

void
RdmaJobHelper::WriteFlows(const std::string& file, const RdmaWorkload& workload)
{
    std::ofstream csv(file);
    csv << "flow,job,src,dst,bytes,start_ns,end_ns,retransmits,delivered\n";
    const auto field = [](auto value) {
        std::string text;
        AppendRdmaCsv(text, value);
        return text;
    };
    for (const RdmaFlowRecord& flow : workload.GetFlowRecords())
    {
        csv << flow.flow << ',' << field(std::string_view(workload.GetJob(flow.job).name)) << ','
            << flow.src << ',' << flow.dst << ',' << flow.bytes << ',' << field(flow.start) << ','
            << (flow.delivered ? field(flow.end) : "") << ',' << flow.stats.retransmits << ','
            << flow.delivered << '\n';
    }
    csv.close();
    NS_ABORT_MSG_IF(!csv, file << " cannot be written");
}

} // namespace ns3
