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
 * ns3::RdmaWorkload: runs jobs on a cluster and writes down what happened.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Executes jobs through an RdmaMessenger. Life: SetMessenger, AddJob for each job, Start, then
 * Simulator::Run; the done callback tells when nothing more will happen.
 *
 * A send is posted when all sends it waits for have been delivered or, if they are its own rank's,
 * acknowledged. It is cut into one piece per QP of the job, each of which is a flow. A computation
 * begins then, and ends after its duration. A repetition
 * ends, and the next one starts, when all its sends have been delivered; acknowledgments may still
 * be on their way then. A job with a predecessor ("after") starts when that one's last repetition
 * has ended, plus its own start time.
 *
 * Jobs may share hosts. As each communicator of a collectives library has connections of its own,
 * each job has QPs of its own: the jobs take consecutive ranges of QP indices in the order in which
 * they were added, so that no job queues behind another one in a QP.
 *
 * A job that is not enabled has its QPs set aside and ends when it starts, without a record;
 * nothing waits for its start but jobs that follow it.
 *
 * If a QP fails, what waits for its undelivered messages, or for the acknowledgment of others, is
 * never posted; everything else goes on.
 *
 * Conservation: flows posted = closed + open; bytes posted = bytes delivered + bytes of the flows
 * not (yet) delivered.
 */
class RdmaWorkload : public Object
{
  public:
    /// What a job does at the moment.
    enum class JobState : uint8_t
    {
        WAITING,  ///< for its start time or its predecessor
        RUNNING,  ///< a repetition is under way, perhaps one that can never end because a QP failed
        FINISHED, ///< all repetitions have ended, or there is nothing to do
    };

    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    RdmaWorkload();

    /**
     * @param messenger the cluster, for jobs that name none themselves; the callbacks of all
     * messengers belong to this object from Start on
     */
    void SetMessenger(Ptr<RdmaMessenger> messenger);

    /**
     * @param job a job; its predecessor may be added later
     * @return its number: how many were added before
     */
    uint32_t AddJob(RdmaJob job);

    /** Schedule the first jobs. Start times count from now. */
    void Start();

    /// Called once, when everything posted is closed and nothing more can be posted.
    using DoneCallback = Callback<void>;

    /**
     * @param cb called when nothing more will happen; IsFinished tells whether all went well
     */
    void SetDoneCallback(DoneCallback cb);

    /**
     * Fix the random stream.
     * @param stream first stream index to use, at least 0, or -1 for any
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /** @return the source of random choices, for the makers of schedules */
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
     * @return what it does now
     */
    JobState GetJobState(uint32_t job) const;

    /** @return the repetitions so far, in the order in which they started */
    const std::deque<RdmaJobRecord>& GetJobRecords() const;

    /** @return the steps so far of jobs that log them, by start of the repetition and step */
    const std::deque<RdmaStepRecord>& GetStepRecords() const;

    /**
     * @param job 0 .. GetNJobs() - 1
     * @return number of its steps that are done, of all repetitions; 0 if it does not log them
     */
    uint32_t GetNStepsFinished(uint32_t job) const;

    /** @return the flows so far, in the order in which they were posted; flow f is element f */
    const std::deque<RdmaFlowRecord>& GetFlowRecords() const;

    /**
     * Take the flows out, which may be millions, instead of copying them. Only after the run.
     * @return what GetFlowRecords has told; it tells nothing any more
     */
    std::deque<RdmaFlowRecord> TakeFlowRecords();

    /** @return numbers of the flows that are not closed, ascending. Takes a walk over all flows. */
    std::vector<uint32_t> GetOpenFlows() const;

    /** @return number of flows of all repetitions of all jobs, posted or not */
    uint64_t GetNFlowsPlanned() const;

    /** @return number of flows delivered, at most GetNFlowsPlanned */
    uint64_t GetNFlowsDelivered() const;

    /** @return number of flows given up by their senders */
    uint64_t GetNFlowsFailed() const;

    /** @return bytes of all flows posted, B */
    uint64_t GetBytesPosted() const;

    /** @return bytes of all flows delivered, B */
    uint64_t GetBytesDelivered() const;

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
     * A job and how far it has come.
     */
    struct Run
    {
        RdmaJob job;                     ///< the job
        JobState state{};                ///< what it does
        bool needed{true};               ///< it is enabled, or one behind it is
        uint32_t firstQp{0};             ///< first of its QP indices
        std::vector<uint32_t> followers; ///< jobs that start when it has finished
        RdmaTick ideal;                  ///< bound of the duration, known from the first start on
        uint32_t repetition{0};          ///< current repetition
        uint32_t record{0};              ///< record of the current repetition
        RdmaScheduleProgress progress;   ///< of the current repetition
        std::vector<uint32_t> roots;     ///< its sends that wait for nobody, in order of start
        uint32_t nextRoot{0};            ///< the first of them that has not been posted
        EventId event;                   ///< start of the job, later of the next root
        std::map<uint32_t, EventId> computations; ///< by send: ends of those under way
    };

    /**
     * Give all messengers these callbacks.
     * @param delivered for messages placed at their receivers
     * @param sent for messages complete at their senders
     */
    void ListenTo(const RdmaMessenger::DeliveredCallback& delivered,
                  const RdmaMessenger::SentCallback& sent);

    /** Enter each job as follower of its predecessor. */
    void LinkJobs();

    /**
     * Leave out the jobs that are not enabled and that no enabled one waits for.
     * @param reached all jobs, each behind its predecessor
     */
    void FindNeeded(const std::vector<uint32_t>& reached);

    /**
     * Start a job after its start time.
     * @param job number of the job
     */
    void ScheduleJob(uint32_t job);

    /**
     * @param job number of a job whose time has come
     */
    void BeginJob(uint32_t job);

    /**
     * @param job number of a job that has repetitions left
     */
    void BeginRepetition(uint32_t job);

    /**
     * @param job number of a job of which everything has been delivered
     */
    void EndRepetition(uint32_t job);

    /**
     * @param job number of a job that has no repetitions left; others may follow it now
     */
    void EndJob(uint32_t job);

    /**
     * Post, now or later, the sends that wait for nobody but their start offset.
     * @param job number of the job
     */
    void ScheduleRoots(uint32_t job);

    /**
     * The time of the next sends that wait for nobody has come.
     * @param job number of the job
     */
    void PostRoots(uint32_t job);

    /**
     * @param job number of a job
     * @param send index of a send that is ready
     */
    void Post(uint32_t job, uint32_t send);

    /**
     * Begin a computation.
     * @param job number of a job
     * @param send index of a computation that is ready
     */
    void Compute(uint32_t job, uint32_t send);

    /**
     * A computation is done.
     * @param job number of the job
     * @param send index of the computation
     */
    void OnComputed(uint32_t job, uint32_t send);

    /**
     * A piece of a send is delivered, or a computation is done: go on with what waited for it.
     * @param job number of the job
     * @param send index of the send
     */
    void Advance(uint32_t job, uint32_t send);

    /**
     * Post what m_ready names.
     * @param job number of the job
     */
    void PostReady(uint32_t job);

    /**
     * All bytes of a flow are placed.
     * @param flow number of the flow
     */
    void OnDelivered(uint64_t flow);

    /**
     * A flow is complete at its sender.
     * @param flow number of the flow
     * @param stats what became of its packets
     * @param ok false if it was given up
     */
    void OnSent(uint64_t flow, const RdmaMessageStats& stats, bool ok);

    /**
     * @param record a flow of which nothing more is expected
     */
    void CloseFlow(const RdmaFlowRecord& record);

    /** Report the end, from an event of its own, if nothing is under way or scheduled. */
    void CheckDone();

    /** @return true if nothing is under way or scheduled */
    bool IsIdle() const;

    /** The event of CheckDone. */
    void ReportDone();

    Ptr<RdmaMessenger> m_messenger;      ///< of jobs that name none
    Ptr<UniformRandomVariable> m_random; ///< random choices
    DoneCallback m_done;                 ///< see SetDoneCallback
    bool m_started{false};               ///< Start has been called
    /// Numbers of jobs by their names; looked up, never walked through.
    std::unordered_map<std::string, uint32_t> m_byName;
    std::vector<Run> m_runs;                ///< by job
    std::deque<RdmaJobRecord> m_jobRecords; ///< by repetition, as started
    std::deque<RdmaFlowRecord> m_flows;     ///< by flow
    RdmaStepLog m_steps;                    ///< steps of jobs that log them
    std::vector<uint32_t> m_ready;          ///< scratch of Advance and OnSent
    uint64_t m_nPlanned{0};                 ///< flows of all repetitions
    uint64_t m_nDelivered{0};               ///< flows delivered
    uint64_t m_nFailed{0};                  ///< flows given up
    uint64_t m_nOpen{0};                    ///< flows posted and not closed
    uint64_t m_bytesPosted{0};              ///< bytes of flows posted, B
    uint64_t m_bytesDelivered{0};           ///< bytes of flows delivered, B
    uint32_t m_nFinishedJobs{0};            ///< jobs in FINISHED
    uint32_t m_nScheduled{0};               ///< events of runs that are scheduled
    EventId m_doneEvent;                    ///< pending ReportDone

    TracedCallback<const RdmaJobRecord&> m_jobStarted;    ///< trace source JobStarted
    TracedCallback<const RdmaJobRecord&> m_jobFinished;   ///< trace source JobFinished
    TracedCallback<const RdmaFlowRecord&> m_flowFinished; ///< trace source FlowFinished
};

} // namespace ns3

#endif // RDMA_WORKLOAD_H
