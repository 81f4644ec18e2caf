/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_WHEEL_SCHEDULER_H
#define FABRIC_WHEEL_SCHEDULER_H

#include "fabric-event-wheel.h"

#include "ns3/nstime.h"
#include "ns3/scheduler.h"

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <set>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricWheelScheduler: an event list for loads with mostly near events.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * An event list for ns-3 with the same order as all others (time, then uid), for packet networks,
 * where most events are due within microseconds. Select it before or during a run:
 *
 * @code
 * Simulator::SetScheduler(ObjectFactory("ns3::FabricWheelScheduler"));
 * @endcode
 *
 * Time is divided into buckets of a power of two of time steps. A wheel of buckets holds the events
 * from the cursor, the bucket of the last removed event, up to one turn later; each bucket is
 * sorted. Later events wait in a sorted set and move to the wheel in the order of time when it
 * reaches them.
 *
 * Width and number of buckets follow the load: when insertions pass many events, buckets become
 * narrower or more; when many events are beyond the turn, buckets become wider. The same review
 * frees memory after a burst. It is done after an amount of work that outweighs its cost, so the
 * mean cost stays constant; results do not depend on it.
 *
 * | operation    | time                                                       |
 * | ------------ | ---------------------------------------------------------- |
 * | Insert()     | constant; logarithmic for an event beyond the turn          |
 * | IsEmpty()    | constant                                                   |
 * | PeekNext()   | constant                                                   |
 * | RemoveNext() | constant                                                   |
 * | Remove()     | the events in one bucket; logarithmic for one beyond the turn |
 *
 * An event takes 32 B in the wheel and 64 B beyond the turn; a bucket takes 8 B.
 *
 * Laws: the bucket of every event in the wheel is in [cursor, cursor + buckets), except for events
 * before the last removed one, which are in the cursor's bucket. Events beyond the turn had a
 * bucket of at least cursor + buckets when they were inserted.
 */
class FabricWheelScheduler : public Scheduler
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    FabricWheelScheduler();
    ~FabricWheelScheduler() override;

    void Insert(const Event& ev) override;
    bool IsEmpty() const override;
    Event PeekNext() const override;
    Event RemoveNext() override;
    void Remove(const Event& ev) override;

    /** @return current width of a bucket */
    Time GetBucketWidth() const;

    /** @return current number of buckets */
    uint32_t GetNBuckets() const;

    /** @return current number of events beyond one turn of the wheel */
    size_t GetNBeyond() const;

    /**
     * @return memory of events and buckets, B; the part beyond the turn is estimated by the number
     * of events
     */
    size_t GetBytes() const;

  protected:
    void NotifyConstructionCompleted() override;

  private:
    /// Bucket of an event that does not exist.
    static constexpr uint64_t NEVER = UINT64_MAX;

    /// Order of the set.
    struct Earlier
    {
        /**
         * @param a an event
         * @param b another
         * @return true if a is earlier
         */
        bool operator()(const Event& a, const Event& b) const
        {
            return a.key < b.key;
        }
    };

    /// Statistics of the events inserted since the last review.
    struct Load
    {
        int64_t passed{0}; ///< events passed in searches for places
        int64_t late{0};   ///< events for the second half of the turn, or beyond it
        int64_t beyond{0}; ///< events beyond the turn
    };

    /// Width and number of buckets.
    struct Shape
    {
        uint32_t shift;   ///< a bucket is 2^shift time steps wide
        uint32_t buckets; ///< number of buckets, a power of two

        /// @cond
        bool operator!=(const Shape& o) const
        {
            return shift != o.shift || buckets != o.buckets;
        }

        /// @endcond
    };

    /**
     * @param ev an event
     * @return number of its bucket, counted from time 0
     */
    uint64_t GetBucket(const Event& ev) const
    {
        return ev.key.m_ts >> m_shape.shift;
    }

    /**
     * @param bucket number of a bucket of the current turn
     * @return its slot in the wheel
     */
    uint32_t GetSlot(uint64_t bucket) const
    {
        return static_cast<uint32_t>(bucket) & (m_shape.buckets - 1);
    }

    /**
     * Insert an event whose place is not the end of a bucket of the current turn.
     * @param ev the event
     */
    [[gnu::noinline]] void InsertSlowly(const Event& ev);

    /**
     * Advance the cursor to the first event beyond the turn, and move the events of the new turn to
     * the wheel.
     */
    void Turn();

    /** Update m_beyondBucket from the set. */
    void NoteBeyond();

    /** Review the wheel's shape and memory, and reset the statistics of the load. */
    void Reconsider();

    /** @return the best shape for the load since the last review */
    Shape ChooseShape() const;

    /** @return true if the memory is much larger than the events need */
    bool IsWasteful() const;

    /** @return all events in order, which are removed */
    std::vector<Event> TakeAll();

    /**
     * Rebuild the wheel with all its events.
     * @param shape the new shape
     */
    void Rebuild(const Shape& shape);

    Shape m_shape{};                ///< of the wheel
    uint64_t m_cursor{0};           ///< bucket of the last removed event
    uint64_t m_beyondBucket{NEVER}; ///< bucket of the first event beyond the turn
    int64_t m_untilReview{0};       ///< work until the next review
    FabricEventWheel m_wheel;       ///< events of the current turn
    Load m_load;                    ///< since the last review
    uint64_t m_work{0};             ///< since the last rebuild
    size_t m_peakBeyond{0};         ///< most events beyond the turn since the last rebuild
    std::pmr::unsynchronized_pool_resource m_pool; ///< memory of the set, re-used
    std::pmr::multiset<Event, Earlier> m_beyond;   ///< events beyond the turn
    Time m_firstWidth;                             ///< attribute BucketWidth
    uint32_t m_firstBuckets{0};                    ///< attribute Buckets
};

} // namespace ns3

#endif // FABRIC_WHEEL_SCHEDULER_H
