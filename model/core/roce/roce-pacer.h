/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_PACER_H
#define ROCE_PACER_H

#include "ns3/rdma-tick.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::RocePacer: spaces the packets of a QP.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Limits a QP to its allowed rate, one packet at a time (roce reference, 4.4).
 *
 * After a packet of n bytes of line time the next one may leave n * 8 / rate later. Fractions of a
 * picosecond carry over, so the average is exact. Unused time is lost: there is no burst after an
 * idle period. When the rate changes, the rest of a gap passes at the new rate; otherwise one
 * packet sent at the minimum rate would delay the QP long after the rate has recovered.
 */
class RocePacer
{
  public:
    /** @param rateBps rate from now on, more than 0 bit/s of line time */
    void SetRate(RdmaTick now, double rateBps)
    {
        const double psPerByte = 8e12 / rateBps;
        if (now < m_next)
        {
            const RdmaTick gap = m_next - now;
            m_next = now;
            Advance((static_cast<double>(gap.GetPs()) + m_fraction) * (psPerByte / m_psPerByte));
        }
        m_psPerByte = psPerByte;
        m_rateBps = rateBps;
    }

    /**
     * A packet leaves now; IsReady(now) was true.
     * @param wireBytes its size in line time, B
     */
    void OnSent(RdmaTick now, uint32_t wireBytes)
    {
        if (m_next < now)
        {
            m_next = now;
            m_fraction = 0;
        }
        Advance(wireBytes * m_psPerByte + m_fraction);
    }

    /** @return true if a packet may leave */
    bool IsReady(RdmaTick now) const
    {
        return now >= m_next;
    }

    /** @return time at which the next packet may leave; in the past if it may leave at once */
    RdmaTick GetNext() const
    {
        return m_next;
    }

    /** @return the rate, bit/s of line time */
    double GetRateBps() const
    {
        return m_rateBps;
    }

  private:
    /**
     * Move the next departure.
     * @param ps distance, at least 0 ps
     */
    void Advance(double ps)
    {
        const auto whole = static_cast<int64_t>(ps);
        m_next += RdmaTick::Ps(whole);
        m_fraction = ps - static_cast<double>(whole);
    }

    RdmaTick m_next;       ///< next departure, whole picoseconds
    double m_fraction{0};  ///< and its fraction of a picosecond, 0 <= m_fraction < 1
    double m_psPerByte{0}; ///< line time of a byte at the rate, ps
    double m_rateBps{0};   ///< the rate, bit/s
};

} // namespace ns3

#endif // ROCE_PACER_H
