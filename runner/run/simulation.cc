/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "simulation.h"

#include "captures.h"
#include "collector.h"
#include "event-rows.h"
#include "job-builder.h"
#include "kinds/random-streams.h"
#include "machine-memory.h"
#include "monitor-run.h"
#include "network-bound.h"
#include "nic-loss.h"
#include "recovery-watch.h"
#include "scenario-check.h"

#include "ns3/abort.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/fabric-switch-parameters.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-time.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <utility>

namespace mrcsim
{

using ns3::RdmaTick;

namespace
{

/// Simulated time between two checks for interruption: much work in a large fabric, little in an
/// idle one.
constexpr RdmaTick BEAT = RdmaTick::Us(20);

/// Checks of the watchdog per time-out; the detection of a stall is late by at most this fraction.
constexpr int64_t WATCHES = 8;

/// Least stall time-out, base RTTs: eight retransmission timers of a long path, each of 6 base RTTs
/// rounded up to a power of two.
constexpr int64_t MIN_STALL_RTTS = 8 * 12;

/// Largest number of open flows in messages; the rest is only counted.
constexpr size_t MAX_NAMED_FLOWS = 10;

/** Use the event list for this load, unless ns-3's NS_GLOBAL_VALUE names another. */
void
SelectScheduler()
{
    const auto* values = std::getenv("NS_GLOBAL_VALUE");
    if (!values || std::string(values).find("SchedulerType=") == std::string::npos)
    {
        ns3::Simulator::SetScheduler(ns3::ObjectFactory("ns3::FabricWheelScheduler"));
    }
}

/** @return CPU time of this process, s */
double
GetCpuSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

} // namespace

const char*
ToString(Outcome outcome)
{
    switch (outcome)
    {
    case Outcome::COMPLETE:
        return "complete";
    case Outcome::FAILED:
        return "failed";
    case Outcome::STOP:
        return "stop";
    case Outcome::STALLED:
        return "stalled";
    case Outcome::INTERRUPTED:
        return "interrupted";
    }
    return "";
}

Simulation::Simulation(const Scenario& scenario, ProgressLine& progress)
    : m_scenario(scenario),
      m_progress(progress)
{
    NS_ABORT_MSG_UNLESS(ns3::Time::GetResolution() == ns3::Time::PS,
                        "the resolution of ns3::Time is not ps");
}

Simulation::~Simulation()
{
    m_sampler = nullptr;
    m_recovery.reset();
    m_monitor.reset();
    m_workload = nullptr;
    m_cluster = nullptr;
    ns3::Simulator::Destroy();
    ns3::Config::Reset();
}

void
Simulation::BuildCluster()
{
    m_cluster = MakeClusterHelper(m_scenario).Build();
    m_stallTimeout = std::max(m_scenario.stallTimeout, m_cluster->GetBaseRtt() * MIN_STALL_RTTS);
    ns3::RdmaClusterHelper::AssignStreams(m_cluster, CLUSTER_STREAM);
    if (m_scenario.monitor)
    {
        m_monitor = std::make_unique<MonitorRun>(m_cluster, MONITOR_STREAM);
    }
    SetNicRxLoss(m_cluster, m_scenario.GetNicRxLoss());
    RecordQpEvents(m_cluster, m_results);
    RecordPortEvents(m_cluster, m_results.events);
    RecordPauseEvents(m_cluster->GetFabric(), m_results.events, [this](const std::string& cycle) {
        OnDeadlock(cycle);
    });
}

Problems
Simulation::Build()
{
    SelectScheduler();
    ns3::RngSeedManager::SetRun(m_scenario.seed);
    ApplyAttributes(m_scenario.attributes);
    BuildCluster();
    m_workload = ns3::CreateObject<ns3::RdmaWorkload>();
    m_workload->AssignStreams(WORKLOAD_STREAM);
    std::vector<ns3::RdmaJob> jobs;
    const auto problems = BuildJobs(m_scenario, m_workload->GetRandomVariable(), jobs);
    if (!problems.empty())
    {
        return problems;
    }
    m_workload->SetMessenger(m_cluster->GetTransport());
    JobTransports transports(
        m_cluster,
        m_scenario.transport.name,
        m_scenario.servers.HasLinks() ? ns3::CreateObject<ns3::RdmaServerDomain>() : nullptr);
    const NetworkBound network(m_scenario.topology.what->MakeFluidShape(*m_scenario.network));
    for (size_t i = 0; i < jobs.size(); ++i)
    {
        if (jobs[i].enabled)
        {
            jobs[i].messenger = transports.Get(m_scenario.jobs[i], jobs[i].hosts);
            jobs[i].control =
                m_scenario.jobs[i].driver ? transports.GetControl(m_scenario.jobs[i]) : nullptr;
            jobs[i].leastDuration = network.GetLeastDuration(m_scenario.jobs[i], jobs[i]);
        }
        m_workload->AddJob(std::move(jobs[i]));
    }
    if (!m_scenario.faults.empty())
    {
        m_recovery = MakeRecoveryWatch(m_cluster, m_workload, m_scenario);
    }
    ScheduleFaults(m_scenario.faults,
                   {m_cluster, m_results.events},
                   m_scenario.stop,
                   m_recovery.get());
    m_workload->SetDoneCallback(ns3::MakeCallback(&Simulation::OnDone, this));
    if (m_scenario.samples.interval != RdmaTick{})
    {
        m_sampler = ns3::Create<ns3::RdmaSampler>(m_cluster, m_workload, m_scenario.samples);
        m_sampler->Start();
    }
    return {};
}

void
Simulation::StartCaptures(const std::filesystem::path& folder)
{
    m_results.captures =
        mrcsim::StartCaptures(m_cluster,
                              m_scenario.captures,
                              folder,
                              ns3::MakeCallback(&Simulation::OnCaptureFailure, this));
}

Outcome
Simulation::Run(const volatile std::sig_atomic_t& interrupted)
{
    const auto wall = std::chrono::steady_clock::now();
    const auto cpu = GetCpuSeconds();
    m_interrupted = &interrupted;
    m_workload->Start();
    if (m_recovery)
    {
        m_recovery->Start();
    }
    ns3::Simulator::ScheduleNow(&Simulation::Beat, this);
    ns3::Simulator::Schedule(ToTime(m_stallTimeout / WATCHES), &Simulation::Watch, this);
    ns3::Simulator::Stop(ToTime(m_scenario.stop));
    ns3::Simulator::Run();
    m_progress.Clear();
    m_cluster->GetFabric()->GetElements().Flush();
    m_cluster->GetFabric()->RemoveTaps();

    const auto outcome = DetermineOutcome();
    AddProblem(outcome);
    if (m_recovery)
    {
        m_results.recovery = m_recovery->GetRows(); // before the flow records are taken
    }
    if (m_sampler)
    {
        m_results.samples = m_sampler->TakeRows();
    }
    Collect(m_cluster, m_workload, m_scenario, m_results);
    if (m_monitor)
    {
        m_results.monitor = m_monitor->Collect();
    }
    auto& summary = m_results.summary;
    summary.outcome = ToString(outcome);
    summary.events = ns3::Simulator::GetEventCount();
    summary.setupCpuSeconds = cpu;
    summary.cpuSeconds = GetCpuSeconds() - cpu;
    summary.wallSeconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
    summary.peakRssBytes = GetPeakRssBytes();
    m_imbalance = CheckConservation(m_cluster, m_results);
    return outcome;
}

void
Simulation::OnCaptureFailure(std::string file)
{
    m_captureFailures.push_back(std::filesystem::path(file).filename().string());
}

void
Simulation::OnDone()
{
    m_done = true;
    ns3::Simulator::Stop();
}

void
Simulation::OnDeadlock(const std::string& cycle)
{
    m_stalled = true;
    m_problems.push_back("switches wait for each other: " + cycle);
    ns3::Simulator::Stop();
}

void
Simulation::Beat()
{
    if (*m_interrupted)
    {
        ns3::Simulator::Stop();
        return;
    }
    if (m_progress.IsDue())
    {
        m_progress.Show({m_cluster->GetFabric()->Now(),
                         m_scenario.stop,
                         m_workload->GetNFlowsDelivered(),
                         m_workload->GetNFlowsPlanned(),
                         m_cluster->GetFabric()->GetTotals().hops});
    }
    ns3::Simulator::Schedule(ToTime(BEAT), &Simulation::Beat, this);
}

void
Simulation::Watch()
{
    const auto now = m_cluster->GetFabric()->Now();
    const auto delivered = m_cluster->SumCounters().bytesDelivered;
    const auto hops = m_cluster->GetFabric()->GetTotals().hops;
    const bool open = !m_workload->GetOpenFlows().empty();
    if (delivered != m_delivered || !open || !m_open)
    {
        m_delivered = delivered;
        m_lastProgress = now;
    }
    else if (hops == m_hops && IsTimerArmed())
    {
        m_lastProgress += now - m_lastWatch; // idle, but a timer will send again
    }
    else if (now - m_lastProgress >= m_stallTimeout)
    {
        m_stalled = true;
        ns3::Simulator::Stop();
        return;
    }
    m_open = open;
    m_lastWatch = now;
    m_hops = hops;
    ns3::Simulator::Schedule(ToTime(m_stallTimeout / WATCHES), &Simulation::Watch, this);
}

const ns3::RdmaMessenger&
Simulation::GetMessenger(const ns3::RdmaFlowRecord& flow) const
{
    const auto& job = m_workload->GetJob(flow.job);
    return *job.GetMessenger(job.schedule.GetSend(flow.send));
}

bool
Simulation::IsTimerArmed() const
{
    const auto flows = m_workload->GetOpenFlows();
    return std::any_of(flows.begin(), flows.end(), [this](uint32_t flow) {
        const auto& record = m_workload->GetFlowRecords()[flow];
        return GetMessenger(record).IsTimerArmed(record.src, record.dst, record.qp);
    });
}

Outcome
Simulation::DetermineOutcome() const
{
    if (m_workload->IsFinished())
    {
        return m_workload->GetNFlowsFailed() == 0 ? Outcome::COMPLETE : Outcome::FAILED;
    }
    return m_done           ? Outcome::FAILED
           : m_stalled      ? Outcome::STALLED
           : *m_interrupted ? Outcome::INTERRUPTED
                            : Outcome::STOP;
}

void
Simulation::AddProblem(Outcome outcome)
{
    if (outcome == Outcome::COMPLETE || outcome == Outcome::INTERRUPTED)
    {
        return;
    }
    const auto steps = DescribeUnfinishedSteps(m_scenario.jobs, ListSteps(*m_workload));
    m_problems.insert(m_problems.end(), steps.begin(), steps.end());
    auto flows = m_workload->GetOpenFlows();
    for (const auto& record : m_workload->GetFlowRecords())
    {
        if (record.failed)
        {
            flows.push_back(record.flow);
        }
    }
    std::sort(flows.begin(), flows.end());
    for (size_t i = 0; i < std::min(flows.size(), MAX_NAMED_FLOWS); ++i)
    {
        m_problems.push_back(DescribeFlow(flows[i]));
    }
    if (flows.size() > MAX_NAMED_FLOWS)
    {
        m_problems.push_back("and " + std::to_string(flows.size() - MAX_NAMED_FLOWS) +
                             " more flows");
    }
    for (uint32_t job = 0; job < m_workload->GetNJobs(); ++job)
    {
        if (m_workload->GetJob(job).enabled &&
            m_workload->GetJobState(job) == ns3::RdmaWorkload::JobState::WAITING)
        {
            m_problems.push_back("job " + m_workload->GetJob(job).name + " has not started");
        }
    }
}

std::string
Simulation::DescribeFlows() const
{
    const auto total = std::to_string(m_results.summary.flowsTotal);
    const auto completed = m_results.summary.flowsCompleted;
    if (completed == m_results.summary.flowsTotal)
    {
        return "all " + total + " flows were delivered, but not all are acknowledged";
    }
    return std::to_string(completed) + " of " + total + " flows completed";
}

std::string
Simulation::DescribeFlow(uint32_t flow) const
{
    const auto& record = m_workload->GetFlowRecords()[flow];
    const auto state = GetMessenger(record).Describe(record.src, record.dst, record.qp);
    return "flow " + std::to_string(flow) + " of job " + m_workload->GetJob(record.job).name +
           ", host " + std::to_string(record.src) + " to " + std::to_string(record.dst) + ", " +
           std::to_string(record.bytes) + " B, " +
           (record.failed      ? "failed with its QP"
            : record.delivered ? "delivered but not acknowledged"
                               : "not delivered") +
           ": QP " + std::to_string(record.qp) + ", " + (state.empty() ? "not connected" : state);
}

} // namespace mrcsim
