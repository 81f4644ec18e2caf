/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-step-log.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @param schedule a schedule
 * @return its steps, none of whose sends is delivered
 */
std::vector<RdmaStepRecord>
ListSteps(const RdmaSchedule& schedule)
{
    std::vector<RdmaStepRecord> steps;
    std::vector<std::vector<RdmaTick>> busy; // by step and rank
    for (uint32_t i = 0; i < schedule.GetNSends(); ++i)
    {
        const RdmaSend& send = schedule.GetSend(i);
        if (send.step >= steps.size())
        {
            steps.resize(send.step + 1);
            busy.resize(send.step + 1);
        }
        RdmaStepRecord& record = steps[send.step];
        ++record.nLeft;
        if (send.IsComputation())
        {
            busy[send.step].resize(schedule.GetNRanks());
            RdmaTick& sum = busy[send.step][send.src];
            sum += schedule.GetDuration(i);
            record.compute = std::max(record.compute, sum);
        }
    }
    return steps;
}

} // namespace

void
RdmaStepLog::Begin(uint32_t job, uint32_t repetition, const RdmaSchedule& schedule)
{
    m_jobs.resize(std::max<size_t>(m_jobs.size(), job + size_t{1}));
    m_jobs[job].first = m_records.size();
    uint32_t step = 0;
    for (RdmaStepRecord& record : ListSteps(schedule))
    {
        record.job = job;
        record.repetition = repetition;
        record.step = step++;
        m_records.push_back(record);
    }
}

void
RdmaStepLog::Start(uint32_t job, uint32_t step, RdmaTick now)
{
    RdmaStepRecord& record = m_records[m_jobs[job].first + step];
    if (!record.started)
    {
        record.started = true;
        record.start = now;
    }
}

void
RdmaStepLog::Finish(uint32_t job, uint32_t step, RdmaTick now)
{
    RdmaStepRecord& record = m_records[m_jobs[job].first + step];
    NS_ASSERT_MSG(record.nLeft > 0, "step " << step << " of job " << job << " is done already");
    if (--record.nLeft == 0)
    {
        record.end = now;
        ++m_jobs[job].nFinished;
    }
}

const std::deque<RdmaStepRecord>&
RdmaStepLog::GetRecords() const
{
    return m_records;
}

uint32_t
RdmaStepLog::GetNFinished(uint32_t job) const
{
    return job < m_jobs.size() ? m_jobs[job].nFinished : 0;
}

} // namespace ns3
