/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_RING_QUEUE_H
#define RDMA_RING_QUEUE_H

#include <cstddef>
#include <cstdint>
#include <memory>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaRingQueue: a FIFO that allocates only when it exceeds its longest length so far.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A FIFO in a power-of-two ring. Every element has a number, counted from the first element ever
 * pushed, by which it is accessible as long as it is in the queue. References are valid until the
 * next Push. A QP has many of these queues, most of them short or never used: a queue starts
 * without memory and allocates for its longest length.
 */
template <typename T>
class RdmaRingQueue
{
  public:
    /** @return true if it is empty */
    bool IsEmpty() const
    {
        return m_size == 0;
    }

    /** @return number of elements */
    std::size_t GetSize() const
    {
        return m_size;
    }

    /** @return number of the oldest element (of the next one, if empty) */
    uint64_t GetFirst() const
    {
        return m_first;
    }

    /** @return number that the next element will get */
    uint64_t GetEnd() const
    {
        return m_first + m_size;
    }

    /** @param n number of an element, in GetFirst() .. GetEnd() - 1 */
    T& At(uint64_t n)
    {
        return m_slots[n & (m_capacity - 1)];
    }

    /** @param n number of an element, in GetFirst() .. GetEnd() - 1 */
    const T& At(uint64_t n) const
    {
        return m_slots[n & (m_capacity - 1)];
    }

    /** @return the oldest element */
    T& Front()
    {
        return At(m_first);
    }

    /** @return the oldest element */
    const T& Front() const
    {
        return At(m_first);
    }

    /**
     * @param value the new last element
     */
    void Push(const T& value)
    {
        Next() = value;
        Commit();
    }

    /**
     * Return the slot of the next element, to be filled in place. Its contents are those of an
     * earlier element. The element is not queued before Commit.
     */
    T& Next()
    {
        if (m_size == m_capacity)
        {
            Grow();
        }
        return At(GetEnd());
    }

    /** Make the slot that Next returned the last element. */
    void Commit()
    {
        ++m_size;
    }

    /** Remove the oldest element. */
    void Pop()
    {
        ++m_first;
        --m_size;
    }

  private:
    /** Double the ring. */
    void Grow()
    {
        const uint32_t capacity = m_capacity == 0 ? 1 : 2 * m_capacity;
        std::unique_ptr<T[]> bigger(new T[capacity]);
        for (uint64_t n = m_first; n != GetEnd(); ++n)
        {
            bigger[n & (capacity - 1)] = At(n);
        }
        m_slots.swap(bigger);
        m_capacity = capacity;
    }

    std::unique_ptr<T[]> m_slots; ///< the ring
    uint32_t m_capacity{0};       ///< its size, a power of two, or 0
    uint32_t m_size{0};           ///< number of elements
    uint64_t m_first{0};          ///< number of the oldest element
};

} // namespace ns3

#endif // RDMA_RING_QUEUE_H
