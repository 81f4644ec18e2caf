/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-workload.h"

#include "rdma-bandwidth.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/config.h"
#include "ns3/log.h"
#include "ns3/rdma-time.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RdmaWorkload");

NS_OBJECT_ENSURE_REGISTERED(RdmaWorkload);

namespace
{

/** @return the simulated time */
RdmaTick
CurrentTick()
{
    return ToRdmaTick(Simulator::Now());
}

} // namespace

TypeId
RdmaWorkload::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RdmaWorkload")
                            .SetParent<Object>()
                            .SetGroupName("Mrc")
                            .AddConstructor<RdmaWorkload>()
                            .AddTraceSource("JobStarted",
                                            "A repetition of a job has started",
                                            MakeTraceSourceAccessor(&RdmaWorkload::m_jobStarted),
                                            "ns3::RdmaWorkload::JobTracedCallback")
                            .AddTraceSource("JobFinished",
                                            "All sends of a repetition have been delivered",
                                            MakeTraceSourceAccessor(&RdmaWorkload::m_jobFinished),
                                            "ns3::RdmaWorkload::JobTracedCallback")
                            .AddTraceSource("FlowFinished",
                                            "A flow has been delivered and acknowledged, or has "
                                            "failed",
                                            MakeTraceSourceAccessor(&RdmaWorkload::m_flowFinished),
                                            "ns3::RdmaWorkload::FlowTracedCallback");
    return tid;
}

RdmaWorkload::RdmaWorkload()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

void
RdmaWorkload::DoDispose()
{
    for (auto& run : m_runs)
    {
        run.event.Cancel();
        for (auto& [send, end] : run.computations)
        {
            end.Cancel();
        }
    }
    m_doneEvent.Cancel();
    if (m_started)
    {
        ListenTo(RdmaMessenger::DeliveredCallback(), RdmaMessenger::SentCallback());
    }
    if (GetReferenceCount() > 0) // 0: it is being deleted, so Config has no reference any more
    {
        Config::UnregisterRootNamespaceObject(this);
    }
    m_messenger = nullptr;
    for (Run& run : m_runs)
    {
        run.job.messenger = nullptr;
        run.job.control = nullptr;
    }
    m_random = nullptr;
    m_done = DoneCallback();
    Object::DoDispose();
}

void
RdmaWorkload::SetMessenger(Ptr<RdmaMessenger> messenger)
{
    NS_ABORT_MSG_IF(m_started, "the workload has already started");
    if (!m_messenger)
    {
        Config::RegisterRootNamespaceObject(this);
        Simulator::ScheduleDestroy(&Config::UnregisterRootNamespaceObject, Ptr<Object>(this));
    }
    m_messenger = messenger;
}

uint32_t
RdmaWorkload::AddJob(RdmaJob job)
{
    NS_ABORT_MSG_IF(!m_messenger, "job " << job.name << " is added before the messenger is set");
    NS_ABORT_MSG_IF(m_started, "job " << job.name << " is added after the start");
    NS_ABORT_MSG_IF(m_byName.count(job.name) != 0, "two jobs are called " << job.name);
    if (!job.messenger)
    {
        job.messenger = m_messenger;
    }
    if (job.enabled)
    {
        const std::string problem = job.Validate(job.messenger->GetNHosts());
        NS_ABORT_MSG_IF(!problem.empty(), "job " << job.name << " " << problem);
        m_nPlanned += job.repeat * job.GetNFlowsPerRepetition();
    }
    m_byName.emplace(job.name, static_cast<uint32_t>(m_runs.size()));
    Run run;
    run.firstQp = m_runs.empty() ? 0 : m_runs.back().firstQp + m_runs.back().job.GetNQps();
    run.job = std::move(job);
    m_runs.push_back(std::move(run));
    return static_cast<uint32_t>(m_runs.size()) - 1;
}

void
RdmaWorkload::Start()
{
    NS_ABORT_MSG_IF(!m_messenger, "the workload has no messenger");
    NS_ABORT_MSG_IF(m_started, "the workload has already started");
    m_started = true;
    LinkJobs();
    ListenTo(MakeCallback(&RdmaWorkload::OnDelivered, this),
             MakeCallback(&RdmaWorkload::OnSent, this));
    for (uint32_t job = 0; job < m_runs.size(); ++job)
    {
        if (m_runs[job].job.after.empty())
        {
            ScheduleJob(job);
        }
    }
    CheckDone();
}

void
RdmaWorkload::ListenTo(const RdmaMessenger::DeliveredCallback& delivered,
                       const RdmaMessenger::SentCallback& sent)
{
    for (const Run& run : m_runs)
    {
        for (const auto& messenger : {run.job.messenger, run.job.control})
        {
            if (messenger && run.job.enabled)
            {
                messenger->SetOwner(this, delivered, sent);
            }
        }
    }
}

void
RdmaWorkload::LinkJobs()
{
    std::vector<uint32_t> reached; // by a walk from the jobs without predecessors
    for (uint32_t job = 0; job < m_runs.size(); ++job)
    {
        const std::string& after = m_runs[job].job.after;
        if (after.empty())
        {
            reached.push_back(job);
            continue;
        }
        const auto predecessor = m_byName.find(after);
        NS_ABORT_MSG_IF(predecessor == m_byName.end(),
                        "job " << m_runs[job].job.name << " waits for " << after
                               << ", which does not exist");
        m_runs[predecessor->second].followers.push_back(job);
    }
    for (size_t i = 0; i < reached.size(); ++i)
    {
        const auto& followers = m_runs[reached[i]].followers;
        reached.insert(reached.end(), followers.begin(), followers.end());
    }
    NS_ABORT_MSG_IF(reached.size() != m_runs.size(),
                    m_runs.size() - reached.size() << " jobs wait for one another in a cycle");
    FindNeeded(reached);
}

void
RdmaWorkload::FindNeeded(const std::vector<uint32_t>& reached)
{
    for (auto job = reached.rbegin(); job != reached.rend(); ++job)
    {
        Run& run = m_runs[*job];
        run.needed = run.job.enabled ||
                     std::any_of(run.followers.begin(),
                                 run.followers.end(),
                                 [this](uint32_t follower) { return m_runs[follower].needed; });
        if (!run.needed)
        {
            run.state = JobState::FINISHED;
            ++m_nFinishedJobs;
        }
    }
}

void
RdmaWorkload::ScheduleJob(uint32_t job)
{
    Run& run = m_runs[job];
    if (!run.needed)
    {
        return;
    }
    ++m_nScheduled;
    run.event = Simulator::Schedule(run.job.start, &RdmaWorkload::BeginJob, this, job);
}

void
RdmaWorkload::BeginJob(uint32_t job)
{
    --m_nScheduled;
    Run& run = m_runs[job];
    if (run.job.enabled)
    {
        run.state = JobState::RUNNING;
        run.ideal = GetRdmaIdealDuration(run.job, *run.job.messenger);
        BeginRepetition(job);
    }
    else
    {
        EndJob(job);
    }
    CheckDone();
}

void
RdmaWorkload::BeginRepetition(uint32_t job)
{
    Run& run = m_runs[job];
    RdmaJobRecord record;
    record.job = job;
    record.repetition = run.repetition;
    record.start = CurrentTick();
    record.ideal = run.ideal;
    run.record = static_cast<uint32_t>(m_jobRecords.size());
    m_jobRecords.push_back(record);
    NS_LOG_INFO("job " << run.job.name << " starts, repetition " << run.repetition);
    m_jobStarted(m_jobRecords.back());

    if (run.job.logsSteps)
    {
        m_steps.Begin(job, run.repetition, run.job.schedule);
    }
    run.roots.clear();
    run.nextRoot = 0;
    run.progress.Begin(run.job.schedule, run.roots);
    ScheduleRoots(job);
}

void
RdmaWorkload::EndRepetition(uint32_t job)
{
    Run& run = m_runs[job];
    RdmaJobRecord& record = m_jobRecords[run.record];
    record.end = CurrentTick();
    record.finished = true;
    record.algbwBps = GetRdmaAlgbwBps(run.job.schedule.GetSizeBytes(), record.GetDuration());
    record.busbwBps = record.algbwBps * run.job.schedule.GetBusFactor();
    NS_LOG_INFO("job " << run.job.name << " has ended, repetition " << run.repetition << ", "
                       << record.algbwBps / 1e9 << " Gb/s");
    m_jobFinished(record);
    if (++run.repetition < run.job.repeat)
    {
        BeginRepetition(job);
        return;
    }
    EndJob(job);
}

void
RdmaWorkload::EndJob(uint32_t job)
{
    Run& run = m_runs[job];
    run.state = JobState::FINISHED;
    run.progress = RdmaScheduleProgress();
    ++m_nFinishedJobs;
    for (const uint32_t follower : run.followers)
    {
        ScheduleJob(follower);
    }
}

void
RdmaWorkload::ScheduleRoots(uint32_t job)
{
    Run& run = m_runs[job];
    if (run.nextRoot == run.roots.size())
    {
        run.roots = {};
        run.nextRoot = 0;
        return;
    }
    const RdmaTick start = run.job.schedule.GetStart(run.roots[run.nextRoot]);
    ++m_nScheduled;
    if (start == RdmaTick())
    {
        PostRoots(job);
        return;
    }
    const RdmaTick delay = m_jobRecords[run.record].start + start - CurrentTick();
    run.event = Simulator::Schedule(ToTime(delay), &RdmaWorkload::PostRoots, this, job);
}

void
RdmaWorkload::PostRoots(uint32_t job)
{
    --m_nScheduled;
    Run& run = m_runs[job];
    const RdmaSchedule& schedule = run.job.schedule;
    const RdmaTick start = schedule.GetStart(run.roots[run.nextRoot]);
    while (run.nextRoot < run.roots.size() && schedule.GetStart(run.roots[run.nextRoot]) == start)
    {
        Post(job, run.roots[run.nextRoot++]);
    }
    ScheduleRoots(job);
    CheckDone();
}

void
RdmaWorkload::Post(uint32_t job, uint32_t send)
{
    Run& run = m_runs[job];
    const RdmaSend& s = run.job.schedule.GetSend(send);
    if (run.job.logsSteps)
    {
        m_steps.Start(job, s.step, CurrentTick());
    }
    if (s.IsComputation())
    {
        Compute(job, send);
        return;
    }
    const uint32_t nPieces = run.job.GetNPieces(s);
    const bool isEndless = run.job.schedule.GetUntil(send).has_value();
    const uint32_t nFlows = isEndless ? 2 * nPieces : nPieces;
    m_nPlanned += nFlows - nPieces;
    m_nOpenEndless += isEndless ? nFlows : 0;
    run.progress.Post(send, nFlows);
    for (uint32_t flow = 0; flow < nFlows; ++flow)
    {
        PostPiece(job, send, flow % nPieces);
    }
}

void
RdmaWorkload::PostPiece(uint32_t job, uint32_t send, uint32_t piece)
{
    const Run& run = m_runs[job];
    const RdmaSend& s = run.job.schedule.GetSend(send);
    RdmaFlowRecord record;
    record.flow = static_cast<uint32_t>(m_flows.size());
    record.job = job;
    record.repetition = run.repetition;
    record.send = send;
    record.step = s.step;
    record.src = run.job.hosts[s.src];
    record.dst = run.job.hosts[s.dst];
    record.qp = run.firstQp + run.job.GetQp(s, piece);
    record.bytes = run.job.GetPieceBytes(s, piece);
    record.start = CurrentTick();
    RdmaMessenger& messenger = *run.job.GetMessenger(s);
    record.ideal = messenger.GetIdealTime(record.src, record.dst, record.bytes);
    m_flows.push_back(record);
    ++m_nOpen;
    m_bytesPosted += record.bytes;
    if (s.kind == RdmaSendKind::IMMEDIATE)
    {
        messenger.SendImmediate(record.src, record.dst, record.qp, record.bytes, record.flow);
    }
    else
    {
        messenger.Send(record.src, record.dst, record.qp, record.bytes, record.flow);
    }
}

void
RdmaWorkload::Continue(const RdmaFlowRecord& record)
{
    const Run& run = m_runs[record.job];
    const RdmaTick until = *run.job.schedule.GetUntil(record.send);
    --m_nOpenEndless;
    if (record.failed)
    {
        return;
    }
    const bool isLast = until == RdmaTick::Max()
                            ? m_nOpen == m_nOpenEndless && m_nScheduled == 0
                            : CurrentTick() >= m_jobRecords[run.record].start + until;
    if (isLast)
    {
        Advance(record.job, record.send);
        return;
    }
    ++m_nPlanned;
    ++m_nOpenEndless;
    PostPiece(record.job, record.send, record.qp - run.firstQp);
}

void
RdmaWorkload::Compute(uint32_t job, uint32_t send)
{
    Run& run = m_runs[job];
    run.progress.Post(send, 1);
    ++m_nScheduled;
    const RdmaTick duration = run.job.schedule.GetDuration(send);
    run.computations[send] =
        Simulator::Schedule(ToTime(duration), &RdmaWorkload::OnComputed, this, job, send);
}

void
RdmaWorkload::OnComputed(uint32_t job, uint32_t send)
{
    --m_nScheduled;
    m_runs[job].computations.erase(send);
    Advance(job, send);
    CheckDone();
}

void
RdmaWorkload::Advance(uint32_t job, uint32_t send)
{
    Run& run = m_runs[job];
    const uint32_t nLeft = run.progress.GetNLeft();
    m_ready.clear();
    run.progress.Deliver(send, m_ready);
    if (run.job.logsSteps && run.progress.GetNLeft() < nLeft)
    {
        m_steps.Finish(job, run.job.schedule.GetSend(send).step, CurrentTick());
    }
    PostReady(job);
    if (run.progress.GetNLeft() == 0)
    {
        EndRepetition(job);
    }
}

void
RdmaWorkload::PostReady(uint32_t job)
{
    for (const uint32_t send : m_ready)
    {
        Post(job, send);
    }
}

RdmaFlowRecord&
RdmaWorkload::GetPosted(uint64_t flow)
{
    NS_ABORT_MSG_IF(flow >= m_flows.size(),
                    "a message with token " << flow << " is none of the " << m_flows.size()
                                            << " that the jobs have posted, but uses their "
                                               "transport; send it by another one");
    return m_flows[flow];
}

void
RdmaWorkload::OnDelivered(uint64_t flow)
{
    RdmaFlowRecord& record = GetPosted(flow);
    NS_ASSERT_MSG(!record.delivered, "flow " << flow << " is delivered twice");
    const bool wasClosed = record.IsClosed();
    record.delivered = true;
    record.end = CurrentTick();
    ++m_nDelivered;
    if (!wasClosed && record.IsClosed())
    {
        CloseFlow(record);
    }
    if (!m_runs[record.job].job.schedule.GetUntil(record.send))
    {
        Advance(record.job, record.send);
    }
    CheckDone();
}

void
RdmaWorkload::OnSent(uint64_t flow, const RdmaMessageStats& stats, bool ok)
{
    RdmaFlowRecord& record = GetPosted(flow);
    NS_ASSERT_MSG(!record.sent && !record.failed, "flow " << flow << " is acknowledged twice");
    record.sent = ok;
    record.failed = !ok;
    record.sentEnd = CurrentTick();
    record.stats = stats;
    m_nFailed += ok ? 0 : 1;
    if (!ok)
    {
        NS_LOG_WARN("flow " << flow << " of job " << m_runs[record.job].job.name << ", host "
                            << record.src << " to host " << record.dst << ", has failed");
    }
    if (record.IsClosed())
    {
        CloseFlow(record);
    }
    Run& run = m_runs[record.job];
    // Acknowledgments may arrive during the next repetition, which they do not concern
    const bool isOfNow = ok && record.repetition == run.repetition;
    if (run.job.schedule.GetUntil(record.send))
    {
        Continue(record);
    }
    else if (isOfNow)
    {
        m_ready.clear();
        run.progress.Complete(record.send, m_ready);
        PostReady(record.job);
    }
    CheckDone();
}

void
RdmaWorkload::CloseFlow(const RdmaFlowRecord& record)
{
    --m_nOpen;
    m_flowFinished(record);
}

void
RdmaWorkload::CheckDone()
{
    if (IsIdle() && m_doneEvent.IsExpired())
    {
        m_doneEvent = Simulator::ScheduleNow(&RdmaWorkload::ReportDone, this);
    }
}

bool
RdmaWorkload::IsIdle() const
{
    return m_nOpen == 0 && m_nScheduled == 0;
}

void
RdmaWorkload::ReportDone()
{
    if (IsIdle() && !m_done.IsNull())
    {
        std::exchange(m_done, DoneCallback())();
    }
}

void
RdmaWorkload::SetDoneCallback(DoneCallback cb)
{
    m_done = cb;
}

int64_t
RdmaWorkload::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

Ptr<UniformRandomVariable>
RdmaWorkload::GetRandomVariable() const
{
    return m_random;
}

bool
RdmaWorkload::IsFinished() const
{
    return m_nFinishedJobs == m_runs.size() && m_nOpen == 0;
}

uint32_t
RdmaWorkload::GetNJobs() const
{
    return static_cast<uint32_t>(m_runs.size());
}

const RdmaJob&
RdmaWorkload::GetJob(uint32_t job) const
{
    NS_ABORT_MSG_IF(job >= m_runs.size(), "job " << job << " of " << m_runs.size());
    return m_runs[job].job;
}

RdmaWorkload::JobState
RdmaWorkload::GetJobState(uint32_t job) const
{
    NS_ABORT_MSG_IF(job >= m_runs.size(), "job " << job << " of " << m_runs.size());
    return m_runs[job].state;
}

const std::deque<RdmaJobRecord>&
RdmaWorkload::GetJobRecords() const
{
    return m_jobRecords;
}

const std::deque<RdmaStepRecord>&
RdmaWorkload::GetStepRecords() const
{
    return m_steps.GetRecords();
}

uint32_t
RdmaWorkload::GetNStepsFinished(uint32_t job) const
{
    return m_steps.GetNFinished(job);
}

const std::deque<RdmaFlowRecord>&
RdmaWorkload::GetFlowRecords() const
{
    return m_flows;
}

std::deque<RdmaFlowRecord>
RdmaWorkload::TakeFlowRecords()
{
    return std::exchange(m_flows, {});
}

std::vector<uint32_t>
RdmaWorkload::GetOpenFlows() const
{
    std::vector<uint32_t> open;
    for (const auto& record : m_flows)
    {
        if (!record.IsClosed())
        {
            open.push_back(record.flow);
        }
    }
    return open;
}

uint64_t
RdmaWorkload::GetNFlowsPlanned() const
{
    return m_nPlanned;
}

uint64_t
RdmaWorkload::GetNFlowsDelivered() const
{
    return m_nDelivered;
}

uint64_t
RdmaWorkload::GetNFlowsFailed() const
{
    return m_nFailed;
}

uint64_t
RdmaWorkload::GetBytesPosted() const
{
    return m_bytesPosted;
}

} // namespace ns3
