/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_SCHEDULE_H
#define RDMA_SCHEDULE_H

#include "ns3/rdma-tick.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaSchedule: who sends how much to whom, and after what; who computes how long.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * One message of a schedule, between ranks (not hosts: a job maps ranks to hosts). Or a computation
 * of one rank: what it "sends" to itself is no bytes, and takes RdmaSchedule::GetDuration.
 */
struct RdmaSend
{
    uint64_t bytes{0}; ///< length, B; at least 1, of a computation 0
    uint32_t src{0};   ///< sending rank
    uint32_t dst{0};   ///< receiving rank, not src; of a computation src
    uint32_t step{0};  ///< step of the algorithm, 0-based; for people, no order follows from it

    /** @return true if it is a computation and no message */
    bool IsComputation() const
    {
        return src == dst && bytes == 0;
    }
};

static_assert(sizeof(RdmaSend) == 24, "a million sends fit into 24 MB");

/**
 * @ingroup mrc
 * A communication pattern as a graph: sends, and for each send those it waits for. It says nothing
 * about hosts, QPs or time, apart from start offsets of sends that wait for nobody, and durations
 * of computations. Immutable; made by RdmaScheduleBuilder.
 *
 * A computation is a send of a rank to itself: it begins when all it waits for has come, takes its
 * time, and is delivered at its end. Any send of the rank may wait for it. Nothing but what waits
 * for what keeps a rank from doing two computations at once. One of no time joins what it waits for
 * into one thing that many sends can wait for.
 *
 * A rank learns of two things, so there are two ways to wait, and the ranks tell which: for a send
 * to one's own rank until it is delivered, for a send of one's own rank until it is complete, that
 * is acknowledged. No send waits for what happens between other ranks.
 *
 * Sends are numbered in the order in which they were added, which is also the posting order of
 * sends that become ready together. Dependents are stored in compressed rows: 24 B per send, and if
 * there are dependencies 8 B per send and 4 B per dependency more; 16 B more per computation.
 */
class RdmaSchedule
{
  public:
    /**
     * The dependents of a send: a range of indices.
     */
    struct Range
    {
        /** @return the first one, or end() if there is none */
        const uint32_t* begin() const // NOLINT(readability-identifier-naming)
        {
            return first;
        }

        /** @return behind the last */
        const uint32_t* end() const // NOLINT(readability-identifier-naming)
        {
            return last;
        }

        const uint32_t* first; ///< first index
        const uint32_t* last;  ///< behind the last index
    };

    /** A schedule of no ranks and no sends. */
    RdmaSchedule() = default;

    /** @return n: ranks are 0 .. n - 1 */
    uint32_t GetNRanks() const;

    /** @return number of sends, computations among them, at most 2^32 - 1 */
    uint32_t GetNSends() const;

    /**
     * @param send 0 .. GetNSends() - 1
     * @return who sends how much to whom
     */
    const RdmaSend& GetSend(uint32_t send) const;

    /**
     * @param send 0 .. GetNSends() - 1
     * @return when it may be posted, from the start of the schedule, at least 0; 0 if it waits for
     *         other sends
     */
    RdmaTick GetStart(uint32_t send) const;

    /**
     * @param send 0 .. GetNSends() - 1
     * @return how long it takes, at least 0, if it is a computation; 0 if it is a message
     */
    RdmaTick GetDuration(uint32_t send) const;

    /** @return number of computations among the sends */
    uint32_t GetNComputations() const;

    /**
     * @param send 0 .. GetNSends() - 1
     * @return number of sends that it waits for
     */
    uint32_t GetNDependencies(uint32_t send) const;

    /**
     * @param send 0 .. GetNSends() - 1
     * @return the sends that wait for it
     */
    Range GetDependents(uint32_t send) const;

    /** @return true if any send waits for a message of its own rank to be complete */
    bool HasOwnWaits() const;

    /**
     * @return the size S that algbw = S / t relates to, B: nccl-tests' for collectives, else the
     *         bytes of the busiest rank
     */
    uint64_t GetSizeBytes() const;

    /** @return busbw / algbw: nccl-tests' factor for collectives, else 1 */
    double GetBusFactor() const;

    /** @return the most bytes that one rank sends or receives, B */
    uint64_t GetBusiestRankBytes() const;

    /**
     * Look for what no executor could run: a rank out of range, a message to oneself or of nothing,
     * a negative time, a cycle, a send that waits for something its rank neither sends nor
     * receives.
     * @return what is wrong with the first such send; empty if nothing is
     */
    std::string Validate() const;

  private:
    friend class RdmaScheduleBuilder;

    /// How long a computation takes.
    struct Computation
    {
        uint32_t send;     ///< its index
        RdmaTick duration; ///< its time
    };

    /**
     * @param send 0 .. GetNSends() - 1
     * @return what is wrong with it on its own; empty if nothing is
     */
    std::string ValidateSend(uint32_t send) const;

    /** @return number of sends that can be executed; all of them unless there is a cycle */
    uint32_t CountExecutable() const;

    uint32_t m_nRanks{0};                    ///< see GetNRanks
    uint64_t m_sizeBytes{0};                 ///< see GetSizeBytes
    double m_busFactor{1};                   ///< see GetBusFactor
    bool m_hasOwnWaits{false};               ///< see HasOwnWaits
    std::vector<RdmaSend> m_sends;           ///< as they were added
    std::vector<RdmaTick> m_starts;          ///< start offsets; empty if all are zero
    std::vector<Computation> m_computations; ///< ascending by send
    std::vector<uint32_t> m_nDepends;        ///< dependencies by send; empty if there are none
    std::vector<uint32_t> m_rows;       ///< first dependent by send, and the end; empty likewise
    std::vector<uint32_t> m_dependents; ///< the dependents, row after row
};

/**
 * @ingroup mrc
 * Collects sends and dependencies, then makes the schedule of them.
 */
class RdmaScheduleBuilder
{
  public:
    /**
     * @param nRanks n: ranks are 0 .. n - 1
     */
    explicit RdmaScheduleBuilder(uint32_t nRanks);

    /**
     * Make room ahead.
     * @param nSends how often AddSend will be called, about
     * @param nDependencies how often AddDependency will be called, about
     */
    void Reserve(uint64_t nSends, uint64_t nDependencies);

    /**
     * Sends are checked by RdmaSchedule::Validate, not here.
     * @param src sending rank, 0 .. n - 1
     * @param dst receiving rank, 0 .. n - 1, not src
     * @param bytes length, B, at least 1
     * @param step step of the algorithm, 0-based
     * @return index of the new send: how many were added before
     */
    uint32_t AddSend(uint32_t src, uint32_t dst, uint64_t bytes, uint32_t step);

    /**
     * @param rank who computes, 0 .. n - 1
     * @param duration how long, at least 0
     * @param step step of the algorithm, 0-based
     * @return index of the computation among the sends
     */
    uint32_t AddComputation(uint32_t rank, RdmaTick duration, uint32_t step);

    /**
     * @param send index of a send that waits for nobody
     * @param start when it may be posted, from the start of the schedule, at least 0
     */
    void SetStart(uint32_t send, RdmaTick start);

    /**
     * @param first index of a send that has been added
     * @param then index of another one, which waits for it: until it is delivered if it goes to
     * this send's source, until it is complete if it is a message from there
     */
    void AddDependency(uint32_t first, uint32_t then);

    /**
     * Say how bandwidths are computed; without this call by the bytes of the busiest rank.
     * @param sizeBytes the size S of algbw = S / t, B, at least 1
     * @param busFactor busbw / algbw, see GetRdmaBusFactor
     */
    void SetBandwidthRule(uint64_t sizeBytes, double busFactor);

    /**
     * @return the schedule; the builder is empty afterwards
     */
    RdmaSchedule Build();

  private:
    /** Sort the dependencies into rows. */
    void CompressDependencies();

    RdmaSchedule m_schedule;                                   ///< what is being built
    std::vector<std::pair<uint32_t, uint32_t>> m_dependencies; ///< (first, then)
};

} // namespace ns3

#endif // RDMA_SCHEDULE_H
