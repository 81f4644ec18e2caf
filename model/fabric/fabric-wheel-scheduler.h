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
 * ns3::FabricWheelScheduler: an event list for loads of which most events come soon.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * An event list for ns-3 with the same order as all others (time, then uid), made for packet
 * networks, where most events come within microseconds. Select it before or during a run:
 *
 * @code
 * Simulator::SetScheduler(ObjectFactory("ns3::FabricWheelScheduler"));
 * @endcode
 *
 * Time is divided into buckets of a power of two of time steps. A wheel of buckets holds the
 * events from the cursor, the bucket of the last removed event, up to one turn later; each bucket
 * is sorted. What lies beyond waits in a sorted set, and moves over in the order of time when the
 * wheel gets there.
 *
 * Width and number of buckets follow the load: when events have to be passed in search of a place,
 * buckets become narrower or more, when many events lie beyond the turn, buckets become wider. The
 * same reconsideration gives memory back after a burst. It happens after an amount of work that
 * pays for it, so that the mean cost stays constant; results do not depend on it.
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
 * Laws: bucket of every event in the wheel is in [cursor, cursor + buckets), but for events
 * inserted into the past of the last removed one, which are in the cursor's bucket. Events beyond
 * the turn had a bucket of at least cursor + buckets when they came.
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

    /** @return width of a bucket at present */
    Time GetBucketWidth() const;

    /** @return number of buckets at present */
    uint32_t GetNBuckets() const;

    /** @return events at present beyond one turn of the wheel */
    size_t GetNBeyond() const;

    /** @return memory held for events and buckets, those beyond the turn by their number, B */
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
         * @return true if a comes first
         */
        bool operator()(const Event& a, const Event& b) const
        {
            return a.key < b.key;
        }
    };

    /// What the events inserted since the last reconsideration were like.
    struct Load
    {
        int64_t passed{0}; ///< events passed in search of their places
        int64_t late{0};   ///< those for the second half of the turn, or beyond it
        int64_t beyond{0}; ///< those beyond the turn
    };

    /// What may be chosen.
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
     * @param bucket number of a bucket of the present turn
     * @return its slot in the wheel
     */
    uint32_t GetSlot(uint64_t bucket) const
    {
        return static_cast<uint32_t>(bucket) & (m_shape.buckets - 1);
    }

    /**
     * Insert what does not belong to the end of a bucket of the present turn.
     * @param ev the event
     */
    [[gnu::noinline]] void InsertSlowly(const Event& ev);

    /** Advance the cursor to the first event beyond the turn, and take over what is due then. */
    void Turn();

    /** Keep m_beyondBucket in step with the set. */
    void NoteBeyond();

    /** Reconsider the wheel's shape and memory, and begin a new account of the load. */
    void Reconsider();

    /** @return the shape that the load since the last reconsideration asks for */
    Shape ChooseShape() const;

    /** @return true if there is memory for far more events than there are */
    bool IsWasteful() const;

    /** @return all events in their order, taken out */
    std::vector<Event> TakeAll();

    /**
     * Build the wheel anew with all its events.
     * @param shape the new shape
     */
    void Rebuild(const Shape& shape);

    Shape m_shape{};                ///< of the wheel
    uint64_t m_cursor{0};           ///< bucket of the last removed event
    uint64_t m_beyondBucket{NEVER}; ///< bucket of the first event beyond the turn
    int64_t m_untilReview{0};       ///< work until the next reconsideration
    FabricEventWheel m_wheel;       ///< events of the present turn
    Load m_load;                    ///< since the last reconsideration
    uint64_t m_work{0};             ///< since the last rebuild
    size_t m_peakBeyond{0};         ///< most events beyond the turn since the last rebuild
    std::pmr::unsynchronized_pool_resource m_pool; ///< memory of the set, used again
    std::pmr::multiset<Event, Earlier> m_beyond;   ///< events beyond the turn
    Time m_firstWidth;                             ///< attribute BucketWidth
    uint32_t m_firstBuckets{0};                    ///< attribute Buckets
};

} // namespace ns3

#endif // FABRIC_WHEEL_SCHEDULER_H
