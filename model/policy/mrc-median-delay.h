/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_MEDIAN_DELAY_H
#define MRC_MEDIAN_DELAY_H

#include "ns3/double.h"
#include "ns3/mrc-congestion-control.h"
#include "ns3/mrc-sack-history.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcMedianDelay: the common part of controllers that react to a median delay.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The common part of MrcMnscc and MrcMswift: the last SACKs, and the attributes that limit them.
 * @tparam Base the controller that receives the median
 */
template <typename Base>
class MrcMedianDelay : public Base
{
  protected:
    /**
     * @param tid TypeId of a subclass
     * @param sacks initial value of HistorySacks
     * @return the same with the attributes HistorySacks, HistoryWindow and HistoryRtts
     */
    static TypeId AddHistoryAttributes(TypeId tid, uint32_t sacks)
    {
        return tid
            .AddAttribute("HistorySacks",
                          "Maximum number of SACKs whose median delay counts; 1: as " +
                              Base::GetTypeId().GetName(),
                          UintegerValue(sacks),
                          MakeUintegerAccessor(&MrcMedianDelay::m_historySacks),
                          MakeUintegerChecker<uint32_t>(1, MrcSackHistory::MAX_COUNT))
            .AddAttribute("HistoryWindow",
                          "Bytes that these SACKs acknowledge together at most, as a share of the "
                          "window",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&MrcMedianDelay::m_historyWindow),
                          MakeDoubleChecker<double>(0, 1000))
            .AddAttribute("HistoryRtts",
                          "Age of the oldest of these SACKs at most, base RTTs",
                          DoubleValue(2),
                          MakeDoubleAccessor(&MrcMedianDelay::m_historyRtts),
                          MakeDoubleChecker<double>(0, 1000));
    }

    /**
     * @param ack a SACK with a sample, which the base RTT has had
     * @return the same with the median of the history
     */
    MrcAckInfo TakeMedian(RdmaTick now, const MrcAckInfo& ack)
    {
        const double bytes = m_historyWindow * static_cast<double>(Base::GetCwndBytes());
        const double agePs = m_historyRtts * static_cast<double>(Base::GetBaseRtt().GetPs());
        m_history.Add(
            now,
            *ack.rtt,
            ack.newBytes,
            ack.ecn,
            {static_cast<uint64_t>(bytes), m_historySacks, RdmaTick::Ps(std::llround(agePs))});
        MrcAckInfo median = ack;
        median.rtt = m_history.GetMedianRtt();
        median.full = false; // the base RTT has had its sample
        return median;
    }

    MrcSackHistory m_history; ///< the last SACKs

  private:
    uint32_t m_historySacks; ///< attribute HistorySacks
    double m_historyWindow;  ///< attribute HistoryWindow
    double m_historyRtts;    ///< attribute HistoryRtts
};

} // namespace ns3

#endif // MRC_MEDIAN_DELAY_H
