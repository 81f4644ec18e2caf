/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_TICK_H
#define RDMA_TICK_H

#include <cstdint>
#include <limits>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaTick: time inside the protocol core and the fabric.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A point or a span of simulated time, in picoseconds.
 *
 * ns3::Time costs a unit conversion per operation and its resolution is a global choice of the
 * program. The core and the fabric count picoseconds in an int64 instead (106 days), and convert
 * once at the API. Points and spans share the type, as in ns3::Time.
 */
class RdmaTick
{
  public:
    /** Time zero. */
    constexpr RdmaTick() = default;

    /** @return a time of so many picoseconds */
    static constexpr RdmaTick Ps(int64_t ps)
    {
        return RdmaTick(ps);
    }

    /** @return a time of so many nanoseconds */
    static constexpr RdmaTick Ns(int64_t ns)
    {
        return RdmaTick(ns * 1000);
    }

    /** @return a time of so many microseconds */
    static constexpr RdmaTick Us(int64_t us)
    {
        return RdmaTick(us * 1000000);
    }

    /** @return a time of so many milliseconds */
    static constexpr RdmaTick Ms(int64_t ms)
    {
        return RdmaTick(ms * 1000000000);
    }

    /** @return a time later than all others: "never" */
    static constexpr RdmaTick Max()
    {
        return RdmaTick(std::numeric_limits<int64_t>::max());
    }

    /** @return whole picoseconds */
    constexpr int64_t GetPs() const
    {
        return m_ps;
    }

    /** @return nanoseconds with their fraction */
    constexpr double GetNs() const
    {
        return static_cast<double>(m_ps) / 1e3;
    }

    /** @return seconds with their fraction */
    constexpr double GetSeconds() const
    {
        return static_cast<double>(m_ps) / 1e12;
    }

    /** @return true if this is "never" */
    constexpr bool IsMax() const
    {
        return m_ps == std::numeric_limits<int64_t>::max();
    }

    /** @param o span to add */
    constexpr RdmaTick& operator+=(RdmaTick o)
    {
        m_ps += o.m_ps;
        return *this;
    }

    /** @param o span to subtract */
    constexpr RdmaTick& operator-=(RdmaTick o)
    {
        m_ps -= o.m_ps;
        return *this;
    }

    /// @cond
    friend constexpr RdmaTick operator+(RdmaTick a, RdmaTick b)
    {
        return RdmaTick(a.m_ps + b.m_ps);
    }

    friend constexpr RdmaTick operator-(RdmaTick a, RdmaTick b)
    {
        return RdmaTick(a.m_ps - b.m_ps);
    }

    friend constexpr RdmaTick operator*(RdmaTick a, int64_t n)
    {
        return RdmaTick(a.m_ps * n);
    }

    friend constexpr RdmaTick operator/(RdmaTick a, int64_t n)
    {
        return RdmaTick(a.m_ps / n);
    }

    friend constexpr bool operator==(RdmaTick a, RdmaTick b)
    {
        return a.m_ps == b.m_ps;
    }

    friend constexpr bool operator!=(RdmaTick a, RdmaTick b)
    {
        return a.m_ps != b.m_ps;
    }

    friend constexpr bool operator<(RdmaTick a, RdmaTick b)
    {
        return a.m_ps < b.m_ps;
    }

    friend constexpr bool operator<=(RdmaTick a, RdmaTick b)
    {
        return a.m_ps <= b.m_ps;
    }

    friend constexpr bool operator>(RdmaTick a, RdmaTick b)
    {
        return a.m_ps > b.m_ps;
    }

    friend constexpr bool operator>=(RdmaTick a, RdmaTick b)
    {
        return a.m_ps >= b.m_ps;
    }

    /// @endcond

  private:
    explicit constexpr RdmaTick(int64_t ps)
        : m_ps(ps)
    {
    }

    int64_t m_ps{0}; ///< picoseconds
};

} // namespace ns3

#endif // RDMA_TICK_H
