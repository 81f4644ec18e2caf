/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_WORKLOAD_H
#define RDMA_WORKLOAD_H

#include "rdma-job.h"
#include "rdma-schedule-progress.h"
#include "rdma-step-log.h"
#include "rdma-workload-records.h"

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-messenger.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaWorkload: runs jobs on a cluster and records the results.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Executes jobs through an RdmaMessenger. Life cycle: SetMessenger, AddJob for each job, Start,
 * then Simulator::Run; the done callback reports the end of all activity.
 *
 * A send is posted when all sends that it waits for have been delivered or, if they belong to its
 * own rank, acknowledged. It is cut into one piece per QP of the job, each of which is a flow. A
 * computation begins then, and ends after its duration. A message without end is two flows at a
 * time: an acknowledged one is followed by another one, until its time has come or nothing else is
 * in progress. A repetition ends, and the next one starts,
 * when all its sends have been delivered; acknowledgments may still be in flight then. A job with a
 * predecessor ("after") starts when the predecessor's last repetition has ended, plus its own start
 * time.
 *
 * Jobs may share hosts. As each communicator of a collectives library has separate connections,
 * each job has separate QPs: the jobs take consecutive ranges of QP indices in the order in which
 * they were added, so no job queues behind another one in a QP.
 *
 * A job that is not enabled has its QP indices reserved and ends when it starts, without a record;
 * only jobs that follow it wait for its start.
 *
 * If a QP fails, sends that wait for its undelivered messages, or for the acknowledgment of other
 * messages, are never posted; everything else continues.
 *
 * Conservation: flows posted = closed + open; bytes posted = bytes delivered + bytes of the flows
 * that are not delivered.
 */
class RdmaWorkload : public Object
{
  public:
    /// State of a job.
    enum class JobState : uint8_t
    {
        WAITING,  ///< for its start time or its predecessor
        RUNNING,  ///< a repetition is in progress, perhaps one that can never end because a QP
                  ///< failed
        FINISHED, ///< all repetitions have ended, or it has nothing to send
    };

    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    RdmaWorkload();

    /**
     * @param messenger the cluster, for jobs that name no messenger; this object
     * owns all messengers from Start on (RdmaMessenger::SetOwner)
     */
    void SetMessenger(Ptr<RdmaMessenger> messenger);

    /**
     * @param job a job; its predecessor may be added later
     * @return its number: the number of jobs added before
     */
    uint32_t AddJob(RdmaJob job);

    /** Schedule the first jobs. Start times count from now. */
    void Start();

    /// Called once, when all posted flows are closed and nothing more can be posted.
    using DoneCallback = Callback<void>;

    /**
     * @param cb called at the end of all activity; IsFinished reports whether all flows succeeded
     */
    void SetDoneCallback(DoneCallback cb);

    /**
     * Fix the random stream.
     * @param stream first stream index to use, at least 0, or -1 for any
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /** @return the source of random choices, for functions that make schedules */
    Ptr<UniformRandomVariable> GetRandomVariable() const;

    /** @return true when all repetitions of all jobs have ended and all their flows are closed */
    bool IsFinished() const;

    /** @return number of jobs added */
    uint32_t GetNJobs() const;

    /**
     * @param job 0 .. GetNJobs() - 1
     * @return the job as it was added, with its messenger
     */
    const RdmaJob& GetJob(uint32_t job) const;

    /**
     * @param job 0 .. GetNJobs() - 1
     * @return its state
     */
    JobState GetJobState(uint32_t job) const;

    /** @return the repetitions so far, in the order in which they started */
    const std::deque<RdmaJobRecord>& GetJobRecords() const;

    /** @return the steps so far of jobs that record them, by start of the repetition and step */
    const std::deque<RdmaStepRecord>& GetStepRecords() const;

    /**
     * @param job 0 .. GetNJobs() - 1
     * @return number of its finished steps, of all repetitions; 0 if it does not record them
     */
    uint32_t GetNStepsFinished(uint32_t job) const;

    /** @return the flows so far, in the order in which they were posted; flow f is element f */
    const std::deque<RdmaFlowRecord>& GetFlowRecords() const;

    /**
     * Move the flows out, which may be millions, instead of copying them. Only after the run.
     * @return the flows of GetFlowRecords, which is empty afterwards
     */
    std::deque<RdmaFlowRecord> TakeFlowRecords();

    /** @return numbers of the flows that are not closed, ascending; iterates over all flows */
    std::vector<uint32_t> GetOpenFlows() const;

    /** @return number of flows of all repetitions of all jobs, posted or not */
    uint64_t GetNFlowsPlanned() const;

    /** @return number of flows delivered, at most GetNFlowsPlanned */
    uint64_t GetNFlowsDelivered() const;

    /** @return number of flows given up by their senders */
    uint64_t GetNFlowsFailed() const;

    /** @return bytes of all flows posted, B */
    uint64_t GetBytesPosted() const;

    /**
     * Signature of the trace sources JobStarted and JobFinished.
     * @param record the repetition that has started or ended
     */
    typedef void (*JobTracedCallback)(const RdmaJobRecord& record);

    /**
     * Signature of the trace source FlowFinished.
     * @param record the flow that has been closed
     */
    typedef void (*FlowTracedCallback)(const RdmaFlowRecord& record);

  protected:
    void DoDispose() override;

  private:
    /**
     * A job and its progress.
     */
    struct Run
    {
        RdmaJob job;                     ///< the job
        JobState state{};                ///< its state
        bool needed{true};               ///< it is enabled, or a job behind it is
        uint32_t firstQp{0};             ///< first of its QP indices
        std::vector<uint32_t> followers; ///< jobs that start at its end
        RdmaTick ideal;                  ///< bound of the duration, known from the first start on
        uint32_t repetition{0};          ///< current repetition
        uint32_t record{0};              ///< record of the current repetition
        RdmaScheduleProgress progress;   ///< progress of the current repetition
        std::vector<uint32_t> roots;     ///< its sends without dependencies, in order of start
        uint32_t nextRoot{0};            ///< the first of them that is not posted
        EventId event;                   ///< start of the job, later of the next root
        std::map<uint32_t, EventId> computations; ///< by send: pending ends
    };

    /**
     * Set the callbacks of all messengers.
     * @param delivered for messages placed at their receivers
     * @param sent for messages complete at their senders
     */
    void ListenTo(const RdmaMessenger::DeliveredCallback& delivered,
                  const RdmaMessenger::SentCallback& sent);

    /** Add each job to the followers of its predecessor. */
    void LinkJobs();

    /**
     * Exclude the jobs that are not enabled and that no enabled job depends on.
     * @param reached all jobs, each behind its predecessor
     */
    void FindNeeded(const std::vector<uint32_t>& reached);

    /**
     * Schedule the begin of a job after its start time.
     * @param job number of the job
     */
    void ScheduleJob(uint32_t job);

    /**
     * @param job number of a job whose start time has come
     */
    void BeginJob(uint32_t job);

    /**
     * @param job number of a job that has repetitions left
     */
    void BeginRepetition(uint32_t job);

    /**
     * @param job number of a job whose sends have all been delivered
     */
    void EndRepetition(uint32_t job);

    /**
     * @param job number of a job without further repetitions; its followers may start now
     */
    void EndJob(uint32_t job);

    /**
     * Post, now or later, the sends that wait only for their start offset.
     * @param job number of the job
     */
    void ScheduleRoots(uint32_t job);

    /**
     * Post the sends without dependencies whose start offset has passed.
     * @param job number of the job
     */
    void PostRoots(uint32_t job);

    /**
     * @param job number of a job
     * @param send index of a send that is ready
     */
    void Post(uint32_t job, uint32_t send);

    /**
     * Post a piece of a send as a flow.
     * @param job number of a job
     * @param send index of the send
     * @param piece number of the piece
     */
    void PostPiece(uint32_t job, uint32_t send, uint32_t piece);

    /**
     * Handle the completion or failure of a flow of a message without end.
     * @param record the flow, which is closed
     */
    void Continue(const RdmaFlowRecord& record);

    /**
     * Begin a computation.
     * @param job number of a job
     * @param send index of a computation that is ready
     */
    void Compute(uint32_t job, uint32_t send);

    /**
     * Handle the end of a computation.
     * @param job number of the job
     * @param send index of the computation
     */
    void OnComputed(uint32_t job, uint32_t send);

    /**
     * Handle the delivery of a piece of a send, or the end of a computation.
     * @param job number of the job
     * @param send index of the send
     */
    void Advance(uint32_t job, uint32_t send);

    /**
     * Post the sends in m_ready.
     * @param job number of the job
     */
    void PostReady(uint32_t job);

    /**
     * @param flow number of a flow, the token of its message
     * @return the flow
     */
    RdmaFlowRecord& GetPosted(uint64_t flow);

    /**
     * Handle the delivery of all bytes of a flow.
     * @param flow number of the flow
     */
    void OnDelivered(uint64_t flow);

    /**
     * Handle the completion of a flow at its sender.
     * @param flow number of the flow
     * @param stats statistics of its packets
     * @param ok false if it was given up
     */
    void OnSent(uint64_t flow, const RdmaMessageStats& stats, bool ok);

    /**
     * @param record a flow that is complete
     */
    void CloseFlow(const RdmaFlowRecord& record);

    /** Report the end, from a separate event, if nothing is in progress or scheduled. */
    void CheckDone();

    /** @return true if nothing is in progress or scheduled */
    bool IsIdle() const;

    /** Call the done callback; the event of CheckDone. */
    void ReportDone();

    Ptr<RdmaMessenger> m_messenger;      ///< for jobs that name none
    Ptr<UniformRandomVariable> m_random; ///< random choices
    DoneCallback m_done;                 ///< see SetDoneCallback
    bool m_started{false};               ///< Start has been called
    /// Numbers of jobs by their names; never iterated.
    std::unordered_map<std::string, uint32_t> m_byName;
    std::vector<Run> m_runs;                ///< by job
    std::deque<RdmaJobRecord> m_jobRecords; ///< by repetition, in order of start
    std::deque<RdmaFlowRecord> m_flows;     ///< by flow
    RdmaStepLog m_steps;                    ///< steps of jobs that record them
    std::vector<uint32_t> m_ready;          ///< scratch of Advance and OnSent
    uint64_t m_nPlanned{0};                 ///< flows of all repetitions
    uint64_t m_nDelivered{0};               ///< flows delivered
    uint64_t m_nFailed{0};                  ///< flows given up
    uint64_t m_nOpen{0};                    ///< flows posted and not closed
    uint64_t m_nOpenEndless{0};             ///< those of messages without end
    uint64_t m_bytesPosted{0};              ///< bytes of flows posted, B
    uint32_t m_nFinishedJobs{0};            ///< jobs in FINISHED
    uint32_t m_nScheduled{0};               ///< events of runs that are scheduled
    EventId m_doneEvent;                    ///< pending ReportDone

    TracedCallback<const RdmaJobRecord&> m_jobStarted;    ///< trace source JobStarted
    TracedCallback<const RdmaJobRecord&> m_jobFinished;   ///< trace source JobFinished
    TracedCallback<const RdmaFlowRecord&> m_flowFinished; ///< trace source FlowFinished
};

} // namespace ns3

#endif // RDMA_WORKLOAD_H
