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
 * mrcsim::SampleSink: where the points of time series go.
 */

namespace mrcsim
{

/**
 * Takes points of time series down, if they are asked for.
 */
class SampleSink
{
  public:
    /**
     * @param plan what is asked for
     * @param [out] rows receives the points; must outlive this
     */
    SampleSink(SamplePlan plan, std::vector<SampleRow>& rows)
        : m_plan(std::move(plan)),
          m_rows(rows)
    {
    }

    /** @return what is asked for */
    const SamplePlan& GetPlan() const
    {
        return m_plan;
    }

    /** @param now time of the points that follow */
    void SetTime(ns3::RdmaTick now)
    {
        m_now = now;
    }

    /** @return true if a kind of time series is asked for */
    bool Wants(const SampleKind& kind) const
    {
        return m_plan.Wants(kind);
    }

    /**
     * Most points of a large network are zero: those cost neither a name nor a row.
     * @param kind a kind that is asked for
     * @param value how much
     * @param name makes the object's name
     */
    template <typename Name>
    void Put(const SampleKind& kind, double value, const Name& name)
    {
        if (value != 0 || m_plan.zeros)
        {
            m_rows.push_back({m_now, kind.name, name(), value});
        }
    }

    /** @return the rate at which bytes were carried in an interval, Gbit/s */
    double ToGbps(uint64_t bytes) const
    {
        return static_cast<double>(bytes) * 8 / m_plan.interval.GetNs();
    }

  private:
    SamplePlan m_plan;              ///< what is asked for
    std::vector<SampleRow>& m_rows; ///< the points
    ns3::RdmaTick m_now;            ///< time of the next ones
};

} // namespace mrcsim

#endif // SAMPLE_SINK_H
