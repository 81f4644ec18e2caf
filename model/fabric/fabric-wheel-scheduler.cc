/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-wheel-scheduler.h"

#include "ns3/assert.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricWheelScheduler);

namespace
{
/// Fewest buckets: 8 KiB, which fit into the cache of any processor.
constexpr uint32_t MIN_BUCKETS = 1024;
/// Most buckets: 2 MiB. Beyond this a bucket costs more cache misses than it saves comparisons.
constexpr uint32_t MAX_BUCKETS = 1 << 18;
/// Widest bucket, log2 of time steps.
constexpr uint32_t MAX_SHIFT = 62;
/// Work between two reviews: events inserted and events passed.
constexpr int64_t REVIEW_WORK = 8192;
/// Number of events whose memory is never freed, 512 KiB in the wheel.
constexpr size_t FREE_EVENTS = 16384;
/// Memory of a node of the set, B.
constexpr size_t BEYOND_BYTES = 64;

/**
 * @param n above 0
 * @return the largest x with 2^x <= n
 */
uint32_t
Log2(uint64_t n)
{
    return 63 - static_cast<uint32_t>(__builtin_clzll(n));
}

/**
 * @param places memory, in events
 * @param events number of events
 * @return true if the memory is much larger than needed
 */
bool
IsFarMore(size_t places, size_t events)
{
    return places > FREE_EVENTS && places / 8 > events;
}
} // namespace

TypeId
FabricWheelScheduler::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FabricWheelScheduler")
            .SetParent<Scheduler>()
            .SetGroupName("Mrc")
            .AddConstructor<FabricWheelScheduler>()
            .AddAttribute("BucketWidth",
                          "Initial width of a bucket, rounded down to a power of two of time "
                          "steps. It follows the load later.",
                          TimeValue(NanoSeconds(2)),
                          MakeTimeAccessor(&FabricWheelScheduler::m_firstWidth),
                          MakeTimeChecker(Time{0}))
            .AddAttribute("Buckets",
                          "Initial number of buckets, rounded down to a power of two. It follows "
                          "the load later.",
                          UintegerValue(MIN_BUCKETS),
                          MakeUintegerAccessor(&FabricWheelScheduler::m_firstBuckets),
                          MakeUintegerChecker<uint32_t>(FabricSlotBitmap::WORD_SLOTS, MAX_BUCKETS));
    return tid;
}

FabricWheelScheduler::FabricWheelScheduler()
    : m_beyond(&m_pool)
{
}

FabricWheelScheduler::~FabricWheelScheduler() = default;

void
FabricWheelScheduler::NotifyConstructionCompleted()
{
    Scheduler::NotifyConstructionCompleted();
    const auto steps = static_cast<uint64_t>(std::max<int64_t>(1, m_firstWidth.GetTimeStep()));
    Rebuild({Log2(steps), 1U << Log2(m_firstBuckets)});
    m_untilReview = REVIEW_WORK;
}

void
FabricWheelScheduler::Insert(const Event& ev)
{
    const uint64_t bucket = GetBucket(ev);
    const uint64_t ahead = bucket - m_cursor;
    if (ahead >= m_shape.buckets || !m_wheel.Append(GetSlot(bucket), ev))
    {
        InsertSlowly(ev);
        return;
    }
    m_load.late += ahead >= m_shape.buckets / 2;
    if (--m_untilReview < 0)
    {
        Reconsider();
    }
}

void
FabricWheelScheduler::InsertSlowly(const Event& ev)
{
    const uint64_t bucket = std::max(GetBucket(ev), m_cursor); // past events: current bucket
    uint32_t passed = 0;
    if (bucket - m_cursor < m_shape.buckets)
    {
        passed = m_wheel.Put(GetSlot(bucket), ev);
        m_load.late += bucket - m_cursor >= m_shape.buckets / 2;
        m_load.passed += passed;
    }
    else
    {
        m_beyond.insert(ev);
        m_peakBeyond = std::max(m_peakBeyond, m_beyond.size());
        m_beyondBucket = std::min(m_beyondBucket, bucket);
        ++m_load.late;
        ++m_load.beyond;
    }
    m_untilReview -= 1 + static_cast<int64_t>(passed);
    if (m_untilReview < 0)
    {
        Reconsider();
    }
}

bool
FabricWheelScheduler::IsEmpty() const
{
    return m_wheel.IsEmpty() && m_beyond.empty();
}

Scheduler::Event
FabricWheelScheduler::PeekNext() const
{
    NS_ASSERT_MSG(!IsEmpty(), "no event");
    if (m_wheel.IsEmpty())
    {
        return *m_beyond.begin();
    }
    const Event& first = m_wheel.GetFirst(m_wheel.FindFrom(GetSlot(m_cursor)));
    const bool earlier = !m_beyond.empty() && m_beyond.begin()->key < first.key;
    return earlier ? *m_beyond.begin() : first;
}

Scheduler::Event
FabricWheelScheduler::RemoveNext()
{
    NS_ASSERT_MSG(!IsEmpty(), "no event");
    if (m_wheel.IsEmpty())
    {
        Turn();
    }
    uint32_t slot = m_wheel.FindFrom(GetSlot(m_cursor));
    uint64_t bucket = m_cursor + GetSlot(slot - m_cursor);
    if (bucket >= m_beyondBucket)
    {
        Turn();
        bucket = m_cursor;
        slot = GetSlot(bucket);
    }
    m_cursor = bucket;
    const Event ev = m_wheel.TakeFirst(slot);
    m_wheel.Prefetch(slot);
    return ev;
}

void
FabricWheelScheduler::Turn()
{
    m_cursor = m_beyondBucket;
    auto it = m_beyond.begin();
    while (it != m_beyond.end() && GetBucket(*it) - m_cursor < m_shape.buckets)
    {
        m_wheel.Put(GetSlot(GetBucket(*it)), *it);
        it = m_beyond.erase(it);
    }
    NoteBeyond();
}

void
FabricWheelScheduler::NoteBeyond()
{
    m_beyondBucket = m_beyond.empty() ? NEVER : GetBucket(*m_beyond.begin());
}

void
FabricWheelScheduler::Remove(const Event& ev)
{
    const uint64_t bucket = std::max(GetBucket(ev), m_cursor);
    if (bucket - m_cursor < m_shape.buckets && m_wheel.Erase(GetSlot(bucket), ev.key))
    {
        return;
    }
    const auto it = m_beyond.find(ev);
    NS_ASSERT_MSG(it != m_beyond.end(), "no event " << ev.key.m_uid << " at " << ev.key.m_ts);
    m_beyond.erase(it);
    NoteBeyond();
}

void
FabricWheelScheduler::Reconsider()
{
    m_work += REVIEW_WORK - m_untilReview;
    const Shape shape = ChooseShape();
    const size_t cost = m_wheel.GetSize() + m_beyond.size() + shape.buckets;
    if (m_work >= cost && (shape != m_shape || IsWasteful()))
    {
        Rebuild(shape);
        m_work = 0;
    }
    m_load = {};
    m_untilReview = REVIEW_WORK;
}

FabricWheelScheduler::Shape
FabricWheelScheduler::ChooseShape() const
{
    const int64_t inserts = std::max<int64_t>(1, REVIEW_WORK - m_untilReview - m_load.passed);
    const size_t events = m_wheel.GetSize() + m_beyond.size();
    Shape shape = m_shape;
    if (m_load.passed > inserts / 2)
    {
        // Crowded. Halving the width about halves the number of events passed.
        const uint32_t halvings = std::min(m_shape.shift, Log2(2 * m_load.passed / inserts + 1));
        shape.shift -= halvings;
        for (uint32_t i = 0; i < halvings; ++i)
        {
            const bool more = m_load.late > inserts / 16 && shape.buckets < MAX_BUCKETS &&
                              shape.buckets < 16 * events;
            shape.buckets *= more ? 2 : 1;
        }
    }
    else if (m_load.beyond > inserts / 16)
    {
        // The turn is too short.
        const bool more = m_load.passed > inserts / 8 && shape.buckets < MAX_BUCKETS;
        shape.buckets *= more ? 2 : 1;
        shape.shift += !more && shape.shift < MAX_SHIFT;
    }
    else if (shape.buckets > MIN_BUCKETS && shape.buckets / 32 > events)
    {
        // Too many empty buckets for the cache.
        shape.buckets /= 2;
        shape.shift += shape.shift < MAX_SHIFT;
    }
    return shape;
}

bool
FabricWheelScheduler::IsWasteful() const
{
    return IsFarMore(m_wheel.GetCapacity(), m_wheel.GetSize()) ||
           IsFarMore(m_peakBeyond, m_beyond.size());
}

std::vector<Scheduler::Event>
FabricWheelScheduler::TakeAll()
{
    std::vector<Event> events;
    events.reserve(m_wheel.GetSize() + m_beyond.size());
    uint32_t slot = GetSlot(m_cursor);
    while (!m_wheel.IsEmpty())
    {
        slot = m_wheel.FindFrom(slot);
        events.push_back(m_wheel.TakeFirst(slot));
    }
    const auto middle = static_cast<std::ptrdiff_t>(events.size());
    events.insert(events.end(), m_beyond.begin(), m_beyond.end());
    std::inplace_merge(events.begin(), events.begin() + middle, events.end(), Earlier());
    m_beyond.clear();
    m_pool.release();
    m_peakBeyond = 0;
    return events;
}

void
FabricWheelScheduler::Rebuild(const Shape& shape)
{
    const uint64_t now = m_cursor << m_shape.shift;
    const std::vector<Event> events = TakeAll();
    m_shape = shape;
    m_cursor = (events.empty() ? now : std::min(now, events.front().key.m_ts)) >> shape.shift;
    const auto isNear = [this](const Event& ev) {
        return GetBucket(ev) - m_cursor < m_shape.buckets;
    };
    const auto beyond = std::partition_point(events.begin(), events.end(), isNear);
    m_wheel.Reset(shape.buckets, beyond - events.begin());
    std::for_each(events.begin(), beyond, [this](const Event& ev) {
        m_wheel.Put(GetSlot(GetBucket(ev)), ev);
    });
    m_beyond.insert(beyond, events.end());
    m_peakBeyond = m_beyond.size();
    NoteBeyond();
}

Time
FabricWheelScheduler::GetBucketWidth() const
{
    return TimeStep(uint64_t{1} << m_shape.shift);
}

uint32_t
FabricWheelScheduler::GetNBuckets() const
{
    return m_shape.buckets;
}

size_t
FabricWheelScheduler::GetNBeyond() const
{
    return m_beyond.size();
}

size_t
FabricWheelScheduler::GetBytes() const
{
    return m_wheel.GetBytes() + m_peakBeyond * BEYOND_BYTES;
}

} // namespace ns3
