/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-flow-size-distribution.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace ns3
{

namespace
{

using Points = std::vector<RdmaFlowSizeDistribution::Point>;

/** @return the published distributions by name */
const std::map<std::string, Points>&
GetPublished()
{
    static const std::map<std::string, Points> published{
        {"hadoop",
         {{0, 0},        {100, 0.01},    {200, 0.02},      {300, 0.05},     {350, 0.15},
          {400, 0.2},    {500, 0.3},     {600, 0.4},       {700, 0.5},      {1000, 0.6},
          {2000, 0.67},  {7000, 0.7},    {30000, 0.72},    {50000, 0.82},   {80000, 0.87},
          {120000, 0.9}, {300000, 0.95}, {1000000, 0.975}, {2000000, 0.99}, {10000000, 1}}},
        {"storage",
         {{0, 0},
          {4000, 0.2293},
          {8000, 0.6921},
          {16000, 0.8061},
          {32000, 0.9047},
          {64000, 0.9353},
          {128000, 0.9677},
          {256000, 0.9753},
          {2000000, 1}}},
        {"websearch",
         {{0, 0},
          {10000, 0.15},
          {20000, 0.2},
          {30000, 0.3},
          {50000, 0.4},
          {80000, 0.53},
          {200000, 0.6},
          {1000000, 0.7},
          {2000000, 0.8},
          {5000000, 0.9},
          {10000000, 0.97},
          {30000000, 1}}},
    };
    return published;
}

/**
 * @param points points of a distribution
 * @param i one of them
 * @return its problem; empty if there is none
 */
std::string
ValidatePoint(const Points& points, size_t i)
{
    const auto& point = points[i];
    if (!(point.probability >= 0 && point.probability <= 1)) // also if it is NaN
    {
        return "has a probability that is not within 0 and 1";
    }
    if (i > 0)
    {
        const auto& before = points[i - 1];
        if (point.bytes < before.bytes)
        {
            return "has fewer bytes than the point before";
        }
        if (point.probability < before.probability)
        {
            return "has a lower probability than the point before";
        }
        if (point.bytes == before.bytes && point.probability == before.probability)
        {
            return "is the same as the point before";
        }
    }
    if (i + 1 == points.size() && point.probability != 1)
    {
        return "is the last one and has a probability below 1";
    }
    return {};
}

/**
 * @param points points of a distribution
 * @return the mean of the linear function, B
 */
double
ComputeMean(const Points& points)
{
    double mean = 0;
    RdmaFlowSizeDistribution::Point before{points.front().bytes, 0};
    for (const auto& point : points)
    {
        const double middle =
            (static_cast<double>(before.bytes) + static_cast<double>(point.bytes)) / 2;
        mean += (point.probability - before.probability) * middle;
        before = point;
    }
    return mean;
}

} // namespace

RdmaFlowSizeDistribution::RdmaFlowSizeDistribution(std::vector<Point> points)
    : m_points(std::move(points))
{
    const std::string problem = Validate(m_points);
    NS_ABORT_MSG_IF(!problem.empty(), "distribution of flow sizes: " << problem);
}

std::string
RdmaFlowSizeDistribution::Validate(const std::vector<Point>& points)
{
    if (points.empty())
    {
        return "there are no points";
    }
    for (size_t i = 0; i < points.size(); ++i)
    {
        const std::string problem = ValidatePoint(points, i);
        if (!problem.empty())
        {
            return "point " + std::to_string(i) + " " + problem;
        }
    }
    return ComputeMean(points) > 0 ? "" : "there are only flows of 0 B";
}

std::vector<std::string>
RdmaFlowSizeDistribution::GetNames()
{
    std::vector<std::string> names;
    for (const auto& entry : GetPublished())
    {
        names.push_back(entry.first);
    }
    return names;
}

RdmaFlowSizeDistribution
RdmaFlowSizeDistribution::Find(const std::string& name)
{
    const auto found = GetPublished().find(name);
    NS_ABORT_MSG_IF(found == GetPublished().end(),
                    "there is no distribution of flow sizes called " << name);
    return RdmaFlowSizeDistribution(found->second);
}

const std::vector<RdmaFlowSizeDistribution::Point>&
RdmaFlowSizeDistribution::GetPoints() const
{
    return m_points;
}

double
RdmaFlowSizeDistribution::GetMeanBytes() const
{
    return ComputeMean(m_points);
}

uint64_t
RdmaFlowSizeDistribution::Draw(UniformRandomVariable& random) const
{
    const double share = random.GetValue(0, 1);
    const auto above = std::find_if(m_points.begin(), m_points.end(), [share](const Point& point) {
        return point.probability > share;
    });
    if (above == m_points.begin())
    {
        return std::max<uint64_t>(above->bytes, 1);
    }
    const Point& below = *(above - 1);
    const double part = (share - below.probability) / (above->probability - below.probability);
    const double more = part * static_cast<double>(above->bytes - below.bytes);
    return std::max<uint64_t>(below.bytes + static_cast<uint64_t>(std::llround(more)), 1);
}

} // namespace ns3
