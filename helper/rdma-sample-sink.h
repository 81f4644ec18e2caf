/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_SAMPLE_SINK_H
#define RDMA_SAMPLE_SINK_H

#include "rdma-sample-kind.h"

#include "ns3/rdma-tick.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaSampleSink: receives the points of time series.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Kinds and interval of time series.
 */
struct RdmaSamplePlan
{
    RdmaTick interval;              ///< sampling interval
    std::vector<std::string> kinds; ///< names of kinds (RdmaSampleKind), such as host.rx_gbps
    bool zeros{false};              ///< points with value zero also have rows
    bool allHosts{true};            ///< with zeros: also those of hosts without traffic

    /**
     * @param kind a kind of time series
     * @return true if it is requested
     */
    bool Wants(const RdmaSampleKind& kind) const
    {
        return std::find(kinds.begin(), kinds.end(), kind.name) != kinds.end();
    }
};

/**
 * @ingroup mrc
 * A point of a time series.
 */
struct RdmaSample
{
    RdmaTick time;      ///< end of the sampling interval
    const char* kind;   ///< name of its kind, such as host.rx_gbps
    std::string object; ///< name of the host, plane, job, port or QP
    double value{0};    ///< value in the unit of the kind
};

/**
 * @ingroup mrc
 * Stores the points of requested time series.
 */
class RdmaSampleSink
{
  public:
    /** @param plan requested time series */
    explicit RdmaSampleSink(RdmaSamplePlan plan)
        : m_plan(std::move(plan))
    {
    }

    /** @return requested time series */
    const RdmaSamplePlan& GetPlan() const
    {
        return m_plan;
    }

    /** @return the points so far */
    std::vector<RdmaSample>& GetRows()
    {
        return m_rows;
    }

    /** @return the points so far */
    const std::vector<RdmaSample>& GetRows() const
    {
        return m_rows;
    }

    /** @param now time of the points that follow */
    void SetTime(RdmaTick now)
    {
        m_now = now;
    }

    /** @return true if a kind of time series is requested */
    bool Wants(const RdmaSampleKind& kind) const
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
    void Put(const RdmaSampleKind& kind, double value, const Name& name)
    {
        if (value != 0 || m_plan.zeros)
        {
            m_rows.push_back({m_now, kind.name.c_str(), name(), value});
        }
    }

    /** @return mean rate of these bytes in an interval, Gbit/s */
    double ToGbps(uint64_t bytes) const
    {
        return static_cast<double>(bytes) * 8 / m_plan.interval.GetNs();
    }

  private:
    RdmaSamplePlan m_plan;          ///< requested time series
    std::vector<RdmaSample> m_rows; ///< the points
    RdmaTick m_now;                 ///< time of the following points
};

} // namespace ns3

#endif // RDMA_SAMPLE_SINK_H
