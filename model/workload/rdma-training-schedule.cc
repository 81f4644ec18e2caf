/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-training-schedule.h"

#include "rdma-all-to-all-schedule.h"
#include "rdma-chunks.h"
#include "rdma-ring-schedule.h"

#include "ns3/abort.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

using Sends = std::vector<uint32_t>;

/// Ranks of a collective, at equal distances.
struct Group
{
    uint32_t first;  ///< the first rank
    uint32_t stride; ///< distance from one to the next
    uint32_t count;  ///< number of ranks

    /**
     * @param i 0 .. count - 1
     * @return the rank
     */
    uint32_t GetRank(uint32_t i) const
    {
        return first + i * stride;
    }
};

/// A pass of a stage.
struct Pass
{
    uint32_t microbatch; ///< its microbatch
    bool backward;       ///< backward or forward
};

/// A position at which the computation of a pass is interrupted.
struct Stop
{
    /// Reason; the order at the same position.
    enum class What : uint8_t
    {
        BUCKET, ///< a bucket of gradients is ready
        EXPERT, ///< all-to-all
        TENSOR, ///< all-reduce in the tensor group
    };

    uint64_t at; ///< position in the pass, in parts of it
    What what;   ///< reason

    /** @return true if it comes before the other one */
    bool operator<(const Stop& other) const
    {
        return std::make_pair(at, what) < std::make_pair(other.at, other.what);
    }
};

/**
 * @param plan the steps
 * @param stage 0 .. pipeline - 1
 * @return the passes of the stage in their order
 */
std::vector<Pass>
ListPasses(const RdmaTrainingPlan& plan, uint32_t stage)
{
    const uint32_t n = plan.microbatches;
    const uint32_t ahead =
        plan.order == RdmaPipelineOrder::ALL_FORWARD ? n : std::min(plan.pipeline - 1 - stage, n);
    std::vector<Pass> passes;
    for (uint32_t i = 0; i < n + ahead; ++i)
    {
        if (i < n)
        {
            passes.push_back({i, false});
        }
        if (i >= ahead)
        {
            passes.push_back({i - ahead, true});
        }
    }
    return passes;
}

/**
 * Builds the schedule step by step, and in a step pass by pass of all ranks of a stage.
 */
class TrainingMaker
{
  public:
    /**
     * @param plan the steps; must outlive this object
     * @param random source of the jitter
     */
    TrainingMaker(const RdmaTrainingPlan& plan, UniformRandomVariable* random)
        : m_plan(plan),
          m_random(random),
          m_stageRanks(static_cast<uint32_t>(plan.GetStageRanks())),
          m_builder(m_stageRanks * plan.pipeline),
          m_front(m_stageRanks * plan.pipeline),
          m_buckets(m_front.size())
    {
    }

    /** @return the schedule; to be called once */
    RdmaSchedule Make()
    {
        for (m_step = 0; m_step < m_plan.steps; ++m_step)
        {
            AddStep();
        }
        return m_builder.Build();
    }

  private:
    /** Add all passes of all stages, in an order that respects their dependencies. */
    void AddStep()
    {
        std::vector<std::vector<Pass>> passes;
        for (uint32_t stage = 0; stage < m_plan.pipeline; ++stage)
        {
            passes.push_back(ListPasses(m_plan, stage));
        }
        m_arrived[0].assign(m_plan.pipeline, std::vector<Sends>(m_plan.microbatches));
        m_arrived[1] = m_arrived[0];
        std::vector<size_t> next(m_plan.pipeline);
        size_t left = m_plan.pipeline;
        while (left > 0)
        {
            for (uint32_t stage = 0; stage < m_plan.pipeline; ++stage)
            {
                while (next[stage] < passes[stage].size() &&
                       IsFed(stage, passes[stage][next[stage]]))
                {
                    AddPass(stage, passes[stage][next[stage]]);
                    if (++next[stage] == passes[stage].size())
                    {
                        AddReduction(stage);
                        --left;
                    }
                }
            }
        }
    }

    /**
     * @param stage a stage
     * @param pass one of its passes
     * @return true if the sends of other stages for it are in the schedule
     */
    bool IsFed(uint32_t stage, const Pass& pass) const
    {
        const bool first = stage == (pass.backward ? m_plan.pipeline - 1 : 0);
        return first || !m_arrived[pass.backward][stage][pass.microbatch].empty();
    }

    /**
     * @param stage a stage
     * @param pass one of its passes, for which IsFed is true
     */
    void AddPass(uint32_t stage, const Pass& pass)
    {
        const uint32_t first = stage * m_stageRanks;
        const Sends arrived = std::move(m_arrived[pass.backward][stage][pass.microbatch]);
        for (uint32_t i = 0; i < arrived.size(); ++i)
        {
            m_front[first + i].push_back(arrived[i]);
        }
        const auto times = DrawTimes(pass.backward);
        uint64_t at = 0;
        for (const Stop& stop : ListStops(pass))
        {
            Compute(first, times, at, stop.at);
            at = stop.at;
            Do(stop.what, stage);
        }
        Compute(first, times, at, GetNParts());
        if (stage != (pass.backward ? 0 : m_plan.pipeline - 1))
        {
            HandOver(stage, pass);
        }
    }

    /**
     * @param backward true: backward pass
     * @return time of each rank of a stage for it
     */
    std::vector<RdmaTick> DrawTimes(bool backward)
    {
        const RdmaTick forward = m_plan.GetForward();
        const RdmaTick time = backward ? m_plan.compute - forward : forward;
        std::vector<RdmaTick> times(m_stageRanks, time);
        if (m_plan.jitter > 0)
        {
            for (RdmaTick& t : times)
            {
                const double more =
                    m_plan.jitter * m_random->GetValue(0, 1) * static_cast<double>(time.GetPs());
                t += RdmaTick::Ps(static_cast<int64_t>(more));
            }
        }
        return times;
    }

    /**
     * @return number of parts of a pass, the unit of stops: halves of layers and buckets are whole
     */
    uint64_t GetNParts() const
    {
        return uint64_t{2} * m_plan.layers * std::max(1U, m_plan.GetNBuckets());
    }

    /**
     * @param pass a pass
     * @return its stops, in order
     */
    std::vector<Stop> ListStops(const Pass& pass) const
    {
        const uint32_t nBuckets = m_plan.GetNBuckets();
        const uint64_t half = GetNParts() / 2 / m_plan.layers;
        std::vector<Stop> stops;
        for (uint32_t layer = 0; m_plan.HasExperts() && layer < m_plan.layers; ++layer)
        {
            stops.push_back({(2 * uint64_t{layer} + 1) * half, Stop::What::EXPERT});
            stops.push_back({(2 * uint64_t{layer} + 2) * half, Stop::What::EXPERT});
        }
        for (uint32_t layer = 0; m_plan.HasTensor() && layer < m_plan.layers; ++layer)
        {
            stops.push_back({(2 * uint64_t{layer} + 2) * half, Stop::What::TENSOR});
        }
        const bool last = pass.backward && pass.microbatch + 1 == m_plan.microbatches;
        for (uint32_t bucket = 0; last && m_plan.overlap && bucket < nBuckets; ++bucket)
        {
            stops.push_back({GetNParts() / nBuckets * (bucket + 1), Stop::What::BUCKET});
        }
        std::sort(stops.begin(), stops.end());
        return stops;
    }

    /**
     * Let all ranks of a stage compute.
     * @param first the first rank
     * @param times time of each of them for the whole pass
     * @param from begin, in parts
     * @param to end, in parts
     */
    void Compute(uint32_t first, const std::vector<RdmaTick>& times, uint64_t from, uint64_t to)
    {
        const auto until = [this](RdmaTick time, uint64_t at) {
            const double part = static_cast<double>(at) / static_cast<double>(GetNParts());
            return at == GetNParts() ? time
                                     : RdmaTick::Ps(static_cast<int64_t>(
                                           std::floor(static_cast<double>(time.GetPs()) * part)));
        };
        for (uint32_t i = 0; i < times.size() && from < to; ++i)
        {
            const RdmaTick time = until(times[i], to) - until(times[i], from);
            m_front[first + i] = {AddComputation(first + i, time, m_front[first + i])};
        }
    }

    /**
     * @param what action at a stop of all ranks of a stage
     * @param stage the stage
     */
    void Do(Stop::What what, uint32_t stage)
    {
        const uint32_t first = stage * m_stageRanks;
        if (what == Stop::What::BUCKET)
        {
            for (uint32_t rank = first; rank < first + m_stageRanks; ++rank)
            {
                m_buckets[rank].push_back(Join(rank));
            }
            return;
        }
        const bool experts = what == Stop::What::EXPERT;
        const uint32_t size = experts ? m_plan.expert : m_plan.tensor;
        const uint32_t stride = experts ? m_plan.tensor : 1;
        const RdmaSchedule& part = experts ? GetPart('e', size, m_plan.expertBytes)
                                           : GetPart('t', size, m_plan.tensorBytes);
        for (uint32_t rank = first; rank < first + m_stageRanks; ++rank)
        {
            if ((rank - first) / stride % size == 0)
            {
                AddCollective(part, {rank, stride, size}, m_front);
            }
        }
    }

    /**
     * Send the result of a pass to the next stage, or to the one before.
     * @param stage a stage
     * @param pass the pass
     */
    void HandOver(uint32_t stage, const Pass& pass)
    {
        const uint32_t first = stage * m_stageRanks;
        const uint32_t other = pass.backward ? stage - 1 : stage + 1;
        auto& arrived = m_arrived[pass.backward][other][pass.microbatch];
        arrived.clear();
        for (uint32_t i = 0; i < m_stageRanks; ++i)
        {
            const uint32_t ready = Join(first + i);
            const uint32_t send = m_builder.AddSend(first + i,
                                                    other * m_stageRanks + i,
                                                    m_plan.activationBytes,
                                                    m_step);
            m_builder.AddDependency(ready, send);
            arrived.push_back(send);
        }
    }

    /**
     * Reduce the gradients of a stage that has finished all its passes.
     * @param stage the stage
     */
    void AddReduction(uint32_t stage)
    {
        const RdmaChunks buckets(m_plan.gradientBytes, std::max(1U, m_plan.GetNBuckets()));
        std::vector<Sends> stream(m_front.size()); // by rank: its communication so far
        for (uint32_t bucket = 0; bucket < m_plan.GetNBuckets(); ++bucket)
        {
            for (uint32_t rank = stage * m_stageRanks; rank < (stage + 1) * m_stageRanks; ++rank)
            {
                stream[rank].push_back(m_plan.overlap ? m_buckets[rank][bucket] : Join(rank));
            }
            Reduce(stage, m_plan.sharded ? 's' : 'r', buckets.GetBytes(bucket), stream);
        }
        for (uint32_t bucket = 0; m_plan.sharded && bucket < m_plan.GetNBuckets(); ++bucket)
        {
            Reduce(stage, 'g', buckets.GetBytes(bucket), stream);
        }
        for (uint32_t rank = stage * m_stageRanks; rank < (stage + 1) * m_stageRanks; ++rank)
        {
            m_front[rank].insert(m_front[rank].end(), stream[rank].begin(), stream[rank].end());
            m_buckets[rank].clear();
        }
    }

    /**
     * @param stage a stage
     * @param kind kind of the collective, see GetPart
     * @param bytes size of a bucket, B
     * @param [in,out] stream by rank: dependencies of the collective, then of the next one
     */
    void Reduce(uint32_t stage, char kind, uint64_t bytes, std::vector<Sends>& stream)
    {
        const uint32_t size = m_plan.data * m_plan.expert;
        const RdmaSchedule& part = GetPart(kind, size, bytes);
        for (uint32_t t = 0; t < m_plan.tensor; ++t)
        {
            AddCollective(part, {stage * m_stageRanks + t, m_plan.tensor, size}, stream);
        }
    }

    /**
     * @param kind r, s, g: all-reduce, reduce-scatter, all-gather of gradients; t: all-reduce of a
     *        tensor group; e: all-to-all of experts
     * @param nRanks number of ranks
     * @param bytes size as its maker takes it
     * @return the schedule of the collective alone
     */
    const RdmaSchedule& GetPart(char kind, uint32_t nRanks, uint64_t bytes)
    {
        const auto [found, isNew] = m_parts.try_emplace({kind, bytes});
        if (isNew)
        {
            found->second = kind == 'e'   ? MakeRdmaAllToAll(nRanks, bytes)
                            : kind == 's' ? MakeRdmaRingReduceScatter(nRanks, bytes)
                            : kind == 'g' ? MakeRdmaRingAllGather(nRanks, bytes)
                                          : MakeRdmaRingAllReduce(nRanks, bytes);
        }
        return found->second;
    }

    /**
     * @param part the schedule of a collective
     * @param group its ranks
     * @param [in,out] fronts by rank: sends it waits for before it takes part; afterwards all that
     * it has received, and its own part
     */
    void AddCollective(const RdmaSchedule& part, const Group& group, std::vector<Sends>& fronts)
    {
        for (uint32_t i = 0; i < group.count; ++i)
        {
            const uint32_t rank = group.GetRank(i);
            fronts[rank] = {JoinOf(rank, fronts[rank])};
        }
        Sends begin;
        for (uint32_t i = 0; i < group.count; ++i)
        {
            begin.push_back(fronts[group.GetRank(i)].front());
        }
        uint32_t base = 0;
        for (uint32_t i = 0; i < part.GetNSends(); ++i)
        {
            const RdmaSend& s = part.GetSend(i);
            const uint32_t send =
                m_builder.AddSend(group.GetRank(s.src), group.GetRank(s.dst), s.bytes, m_step);
            base = send - i;
            m_builder.AddDependency(begin[s.src], send);
            fronts[group.GetRank(s.dst)].push_back(send);
        }
        for (uint32_t i = 0; i < part.GetNSends(); ++i)
        {
            for (const uint32_t dependent : part.GetDependents(i))
            {
                m_builder.AddDependency(base + i, base + dependent);
            }
        }
    }

    /**
     * @param rank any rank
     * @return one send that stands for all dependencies of its next computation
     */
    uint32_t Join(uint32_t rank)
    {
        m_front[rank] = {JoinOf(rank, m_front[rank])};
        return m_front[rank].front();
    }

    /**
     * @param rank any rank
     * @param sends sends that it knows of
     * @return one send that stands for all of them: a single one itself, otherwise a computation of
     * zero duration
     */
    uint32_t JoinOf(uint32_t rank, const Sends& sends)
    {
        return sends.size() == 1 ? sends.front() : AddComputation(rank, RdmaTick(), sends);
    }

    /**
     * @param rank rank that computes
     * @param time duration
     * @param after its dependencies, possibly with duplicates
     * @return the computation
     */
    uint32_t AddComputation(uint32_t rank, RdmaTick time, Sends after)
    {
        std::sort(after.begin(), after.end());
        after.erase(std::unique(after.begin(), after.end()), after.end());
        const uint32_t computation = m_builder.AddComputation(rank, time, m_step);
        for (const uint32_t send : after)
        {
            m_builder.AddDependency(send, computation);
        }
        return computation;
    }

    const RdmaTrainingPlan& m_plan;  ///< the steps
    UniformRandomVariable* m_random; ///< source of the jitter
    const uint32_t m_stageRanks;     ///< ranks of a stage
    RdmaScheduleBuilder m_builder;   ///< the schedule
    std::vector<Sends> m_front;      ///< by rank: dependencies of its next computation
    std::vector<Sends> m_buckets;    ///< by rank: the computations that make its buckets ready
    /// By direction (backward), stage and microbatch: messages to the ranks of the stage.
    std::array<std::vector<std::vector<Sends>>, 2> m_arrived;
    std::map<std::pair<char, uint64_t>, RdmaSchedule> m_parts; ///< see GetPart
    uint32_t m_step{0};                                        ///< the step under construction
};

} // namespace

uint32_t
RdmaTrainingPlan::GetNBuckets() const
{
    return data * expert > 1 ? static_cast<uint32_t>(std::min<uint64_t>(buckets, gradientBytes))
                             : 0;
}

RdmaSchedule
MakeRdmaTraining(const RdmaTrainingPlan& plan, UniformRandomVariable* random)
{
    NS_ABORT_MSG_IF(plan.GetStageRanks() == 0 || plan.pipeline == 0, "training of no ranks");
    NS_ABORT_MSG_IF(plan.microbatches == 0 || plan.layers == 0, "training of nothing");
    NS_ABORT_MSG_IF(plan.jitter > 0 && !random, "jitter without a source of it");
    return TrainingMaker(plan, random).Make();
}

} // namespace ns3
