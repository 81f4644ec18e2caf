/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAMPLE_SINK_H
#define SAMPLE_SINK_H

#include "results/result-rows.h"
#include "sample-plan.h"

#include <cstdint>
#include <utility>
#include <vector>

/**
 * @file
 * mrcsim::SampleSink: receives the points of time series.
 */

namespace mrcsim
{

/**
 * Stores the points of requested time series.
 */
class SampleSink
{
  public:
    /**
     * @param plan requested time series
     * @param [out] rows receives the points; must outlive this
     */
    SampleSink(SamplePlan plan, std::vector<SampleRow>& rows)
        : m_plan(std::move(plan)),
          m_rows(rows)
    {
    }

    /** @return requested time series */
    const SamplePlan& GetPlan() const
    {
        return m_plan;
    }

    /** @param now time of the points that follow */
    void SetTime(ns3::RdmaTick now)
    {
        m_now = now;
    }

    /** @return true if a kind of time series is requested */
    bool Wants(const SampleKind& kind) const
    {
        return m_plan.Wants(kind);
    }

    /**
     * Store a point. Most points of a large network are zero; these require neither a name nor a
     * row.
     * @param kind a requested kind
     * @param value its value
     * @param name returns the name of the object
     */
    template <typename Name>
    void Put(const SampleKind& kind, double value, const Name& name)
    {
        if (value != 0 || m_plan.zeros)
        {
            m_rows.push_back({m_now, kind.name, name(), value});
        }
    }

    /** @return mean rate of these bytes in an interval, Gbit/s */
    double ToGbps(uint64_t bytes) const
    {
        return static_cast<double>(bytes) * 8 / m_plan.interval.GetNs();
    }

  private:
    SamplePlan m_plan;              ///< requested time series
    std::vector<SampleRow>& m_rows; ///< the points
    ns3::RdmaTick m_now;            ///< time of the following points
};

} // namespace mrcsim

#endif // SAMPLE_SINK_H
