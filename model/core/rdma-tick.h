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
 * ns3::Tick: time inside the protocol core and the fabric.
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
class Tick
{
  public:
    /** Time zero. */
    constexpr Tick() = default;

    /**
     * @param ps picoseconds
     * @return the time
     */
    static constexpr Tick Ps(int64_t ps)
    {
        return Tick(ps);
    }

    /**
     * @param ns nanoseconds
     * @return the time
     */
    static constexpr Tick Ns(int64_t ns)
    {
        return Tick(ns * 1000);
    }

    /**
     * @param us microseconds
     * @return the time
     */
    static constexpr Tick Us(int64_t us)
    {
        return Tick(us * 1000000);
    }

    /**
     * @param ms milliseconds
     * @return the time
     */
    static constexpr Tick Ms(int64_t ms)
    {
        return Tick(ms * 1000000000);
    }

    /** @return a time later than every other: "never" */
    static constexpr Tick Max()
    {
        return Tick(std::numeric_limits<int64_t>::max());
    }

    /** @return picoseconds */
    constexpr int64_t GetPs() const
    {
        return m_ps;
    }

    /** @return nanoseconds */
    constexpr double GetNs() const
    {
        return static_cast<double>(m_ps) / 1e3;
    }

    /** @return seconds */
    constexpr double GetSeconds() const
    {
        return static_cast<double>(m_ps) / 1e12;
    }

    /** @return true if this is "never" */
    constexpr bool IsMax() const
    {
        return m_ps == std::numeric_limits<int64_t>::max();
    }

    /**
     * @param o span to add
     * @return this
     */
    constexpr Tick& operator+=(Tick o)
    {
        m_ps += o.m_ps;
        return *this;
    }

    /**
     * @param o span to subtract
     * @return this
     */
    constexpr Tick& operator-=(Tick o)
    {
        m_ps -= o.m_ps;
        return *this;
    }

    /// @cond
    friend constexpr Tick operator+(Tick a, Tick b)
    {
        return Tick(a.m_ps + b.m_ps);
    }

    friend constexpr Tick operator-(Tick a, Tick b)
    {
        return Tick(a.m_ps - b.m_ps);
    }

    friend constexpr Tick operator*(Tick a, int64_t n)
    {
        return Tick(a.m_ps * n);
    }

    friend constexpr Tick operator/(Tick a, int64_t n)
    {
        return Tick(a.m_ps / n);
    }

    friend constexpr bool operator==(Tick a, Tick b)
    {
        return a.m_ps == b.m_ps;
    }

    friend constexpr bool operator!=(Tick a, Tick b)
    {
        return a.m_ps != b.m_ps;
    }

    friend constexpr bool operator<(Tick a, Tick b)
    {
        return a.m_ps < b.m_ps;
    }

    friend constexpr bool operator<=(Tick a, Tick b)
    {
        return a.m_ps <= b.m_ps;
    }

    friend constexpr bool operator>(Tick a, Tick b)
    {
        return a.m_ps > b.m_ps;
    }

    friend constexpr bool operator>=(Tick a, Tick b)
    {
        return a.m_ps >= b.m_ps;
    }

    /// @endcond

  private:
    /**
     * @param ps picoseconds
     */
    explicit constexpr Tick(int64_t ps)
        : m_ps(ps)
    {
    }

    int64_t m_ps{0}; ///< picoseconds
};

} // namespace ns3

#endif // RDMA_TICK_H
