/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-job-helper.h"

#include "rdma-csv.h"
#include "rdma-text-table.h"

#include "ns3/abort.h"
#include "ns3/rdma-not-null.h"
#include "ns3/rdma-point-to-point-schedule.h"

#include <fstream>
#include <numeric>
#include <ostream>
#include <string_view>
#include <utility>

namespace ns3
{

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
    workload->SetMessenger(RdmaNotNull(cluster, "the cluster of jobs")->GetTransport());
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
    PrintRdmaLine(os, {"job", "repetition", "start_us", "time_us", "busbw_Gb/s", "of_ideal_%"});
    for (const RdmaJobRecord& record : workload.GetJobRecords())
    {
        const bool done = record.finished;
        PrintRdmaLine(os,
                      {workload.GetJob(record.job).name,
                       std::to_string(record.repetition),
                       ShowRdmaUs(record.start),
                       ShowRdmaUs(record.GetDuration(), done),
                       ShowRdmaNumber(record.busbwBps / 1e9, 1, done),
                       ShowRdmaNumber(record.GetEfficiency() * 100, 1, done)});
    }
}

void
RdmaJobHelper::PrintSteps(std::ostream& os, const RdmaWorkload& workload)
{
    PrintRdmaLine(os, {"job", "repetition", "step", "start_us", "time_us", "compute_us"});
    for (const RdmaStepRecord& record : workload.GetStepRecords())
    {
        PrintRdmaLine(os,
                      {workload.GetJob(record.job).name,
                       std::to_string(record.repetition),
                       std::to_string(record.step),
                       ShowRdmaUs(record.start, record.started),
                       ShowRdmaUs(record.GetDuration(), record.IsFinished()),
                       ShowRdmaUs(record.compute)});
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
