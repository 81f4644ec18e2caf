/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_SCHEDULE_H
#define RDMA_SCHEDULE_H

#include "ns3/rdma-tick.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaSchedule: messages between ranks and computations of ranks, with their dependencies.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * How a message is sent.
 */
enum class RdmaSendKind : uint8_t
{
    WRITE,     ///< a Write per QP, none of 0 B
    IMMEDIATE, ///< a message with immediate data on every QP, of 0 B if no byte is left for it
    CONTROL,   ///< one Write in the class of control
};

/**
 * @ingroup mrc
 * One message of a schedule, between ranks (not hosts: a job maps ranks to hosts). Or a computation
 * of one rank: it "sends" 0 bytes to itself and takes RdmaSchedule::GetDuration.
 */
struct RdmaSend
{
    uint64_t bytes{0};   ///< length, B; at least 1, of a computation 0
    uint32_t src{0};     ///< sending rank
    uint32_t dst{0};     ///< receiving rank, not src; of a computation src
    uint32_t step{0};    ///< step of the algorithm, 0-based; informative, implies no order
    uint16_t channel{0}; ///< group of QPs between the two ranks, 0-based
    RdmaSendKind kind{}; ///< how it is sent

    /** @return true if it is a computation, not a message */
    bool IsComputation() const
    {
        return src == dst && bytes == 0;
    }
};

static_assert(sizeof(RdmaSend) == 24, "a million sends fit into 24 MB");

/**
 * @ingroup mrc
 * A communication pattern as a graph of sends with their dependencies. It contains neither hosts
 * nor QPs nor times, except start offsets of sends without dependencies, and durations of
 * computations. Immutable; made by RdmaScheduleBuilder.
 *
 * A computation is a send of a rank to itself: it begins when all its dependencies are complete,
 * takes its duration, and is delivered at its end. Any send of the rank may wait for it. Only
 * dependencies prevent a rank from doing two computations at once. A computation of zero duration
 * joins many dependencies into one.
 *
 * A rank is notified of two things, so there are two ways to wait; the ranks show which is meant:
 * for a send to its own rank until it is delivered, for a send of its own rank until it is
 * complete, that is acknowledged. A send waits for events between other ranks only if that is
 * allowed (RdmaScheduleBuilder::AllowRemoteWaits), and then for their delivery, as the triggers of
 * other simulators do: nothing of it is on the wire.
 *
 * Sends are numbered in the order in which they were added, which is also the posting order of
 * sends that become ready together. Dependents are stored in compressed rows: 24 B per send; with
 * dependencies 8 B more per send and 4 B per dependency; 16 B more per computation.
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

        /** @return the position after the last one */
        const uint32_t* end() const // NOLINT(readability-identifier-naming)
        {
            return last;
        }

        const uint32_t* first; ///< first index
        const uint32_t* last;  ///< position after the last index
    };

    /** A schedule without ranks and sends. */
    RdmaSchedule() = default;

    /** @return n: ranks are 0 .. n - 1 */
    uint32_t GetNRanks() const;

    /** @return number of sends, including computations, at most 2^32 - 1 */
    uint32_t GetNSends() const;

    /**
     * @param send 0 .. GetNSends() - 1
     * @return the message or computation
     */
    const RdmaSend& GetSend(uint32_t send) const;

    /**
     * @param send 0 .. GetNSends() - 1
     * @return its start offset, from the start of the schedule, at least 0; 0 if it waits for other
     * sends
     */
    RdmaTick GetStart(uint32_t send) const;

    /**
     * @param send 0 .. GetNSends() - 1
     * @return its duration, at least 0, if it is a computation; 0 if it is a message
     */
    RdmaTick GetDuration(uint32_t send) const;

    /**
     * @param send 0 .. GetNSends() - 1
     * @return of a message without end, the time from the start of the schedule after which it is
     * not continued, or RdmaTick::Max() if it is continued until nothing else is in progress;
     * nothing for all other sends
     */
    std::optional<RdmaTick> GetUntil(uint32_t send) const;

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
     * @return the size S of algbw = S / t, B: nccl-tests' for collectives, otherwise the bytes of
     * the busiest rank
     */
    uint64_t GetSizeBytes() const;

    /** @return busbw / algbw: nccl-tests' factor for collectives, otherwise 1 */
    double GetBusFactor() const;

    /** @return the most bytes that one rank sends or receives, B */
    uint64_t GetBusiestRankBytes() const;

    /**
     * Visit each send after those that it waits for. Sends of a cycle, and those that wait for
     * them, are not visited.
     * @param visit receives the index of the send
     * @return number of sends visited
     */
    uint32_t Visit(const std::function<void(uint32_t)>& visit) const;

    /**
     * Let the computations of a rank take longer.
     * @param rank 0 .. GetNRanks() - 1
     * @param factor new durations by old ones, at least 0; rounded to ps
     */
    void SlowDown(uint32_t rank, double factor);

    /**
     * Look for sends that cannot be executed: a rank out of range, a message to its own rank or of
     * 0 B, a negative time, a cycle, a dependency on a send that the rank neither sends nor
     * receives unless that is allowed.
     * @return the problem of the first such send; empty if there is none
     */
    std::string Validate() const;

  private:
    friend class RdmaScheduleBuilder;

    /// Duration of a computation.
    struct Computation
    {
        uint32_t send;     ///< index of the computation
        RdmaTick duration; ///< its time
    };

    /// End of a message without end.
    struct Endless
    {
        uint32_t send;  ///< index of the send
        RdmaTick until; ///< see GetUntil
    };

    /**
     * @param send 0 .. GetNSends() - 1
     * @return its problem, independent of other sends; empty if there is none
     */
    std::string ValidateSend(uint32_t send) const;

    uint32_t m_nRanks{0};                    ///< see GetNRanks
    uint64_t m_sizeBytes{0};                 ///< see GetSizeBytes
    double m_busFactor{1};                   ///< see GetBusFactor
    bool m_hasOwnWaits{false};               ///< see HasOwnWaits
    bool m_remoteWaits{false};               ///< see RdmaScheduleBuilder::AllowRemoteWaits
    std::vector<RdmaSend> m_sends;           ///< in the order of AddSend
    std::vector<RdmaTick> m_starts;          ///< start offsets; empty if all are zero
    std::vector<Computation> m_computations; ///< ascending by send
    std::vector<Endless> m_endless;          ///< ascending by send
    std::vector<uint32_t> m_nDepends;        ///< dependencies by send; empty if there are none
    std::vector<uint32_t> m_rows;       ///< first dependent by send, and the end; empty if there
                                        ///< are none
    std::vector<uint32_t> m_dependents; ///< the dependents, by row
};

/**
 * @ingroup mrc
 * Collects sends and dependencies, and makes a schedule of them.
 */
class RdmaScheduleBuilder
{
  public:
    /**
     * @param nRanks n: ranks are 0 .. n - 1
     */
    explicit RdmaScheduleBuilder(uint32_t nRanks);

    /**
     * Reserve memory.
     * @param nSends approximate number of calls of AddSend
     * @param nDependencies approximate number of calls of AddDependency
     */
    void Reserve(uint64_t nSends, uint64_t nDependencies);

    /**
     * Add a message. RdmaSchedule::Validate checks it, not this function.
     * @param src sending rank, 0 .. n - 1
     * @param dst receiving rank, 0 .. n - 1, not src
     * @param bytes length, B, at least 1
     * @param step step of the algorithm, 0-based
     * @return index of the new send: the number of sends added before
     */
    uint32_t AddSend(uint32_t src, uint32_t dst, uint64_t bytes, uint32_t step);

    /**
     * @param send index of a message
     * @param kind how it is sent; WRITE unless this function is called
     * @param channel group of QPs that it uses, 0-based; 0 unless this function is called
     */
    void SetKind(uint32_t send, RdmaSendKind kind, uint16_t channel);

    /**
     * @param rank rank that computes, 0 .. n - 1
     * @param duration its duration, at least 0
     * @param step step of the algorithm, 0-based
     * @return index of the computation among the sends
     */
    uint32_t AddComputation(uint32_t rank, RdmaTick duration, uint32_t step);

    /**
     * @param send index of a send without dependencies
     * @param start its start offset, from the start of the schedule, at least 0
     */
    void SetStart(uint32_t send, RdmaTick start);

    /**
     * The message is sent again and again, two at a time. No send waits for it.
     * @param send index of the message that was added last
     * @param until see RdmaSchedule::GetUntil
     */
    void SetEndless(uint32_t send, RdmaTick until);

    /**
     * @param first index of a send that has been added
     * @param then index of another one, which waits for the first: until it is complete if it is a
     * message of this send's source, otherwise until it is delivered
     */
    void AddDependency(uint32_t first, uint32_t then);

    /** Allow sends that wait for messages between other ranks. */
    void AllowRemoteWaits();

    /**
     * Set the rule for bandwidths; the default is the bytes of the busiest rank.
     * @param sizeBytes the size S of algbw = S / t, B, at least 1
     * @param busFactor busbw / algbw, see GetRdmaBusFactor
     */
    void SetBandwidthRule(uint64_t sizeBytes, double busFactor);

    /**
     * @return the schedule; the builder is empty afterwards
     */
    RdmaSchedule Build();

  private:
    /**
     * Abort if a send has not been added.
     * @param send its index
     */
    void CheckSend(uint32_t send) const;

    /** Sort the dependencies into rows. */
    void CompressDependencies();

    RdmaSchedule m_schedule;                                   ///< schedule under construction
    std::vector<std::pair<uint32_t, uint32_t>> m_dependencies; ///< (first, then)
};

} // namespace ns3

#endif // RDMA_SCHEDULE_H
