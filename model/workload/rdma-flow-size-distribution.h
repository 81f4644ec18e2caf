/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_FLOW_SIZE_DISTRIBUTION_H
#define RDMA_FLOW_SIZE_DISTRIBUTION_H

#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaFlowSizeDistribution: how long the messages of a random load are.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A distribution of message lengths by points of its cumulative distribution function, between
 * which it is linear. Immutable.
 *
 * Two points of the same length are a step: messages of just this length. So is a first point with
 * a probability above 0. Two points of the same probability leave out what lies between.
 */
class RdmaFlowSizeDistribution
{
  public:
    /**
     * A point of the function.
     */
    struct Point
    {
        uint64_t bytes;     ///< length, B
        double probability; ///< share of messages that are not longer, 0 .. 1
    };

    /**
     * @param points the points; the program stops if Validate has something to say of them
     */
    explicit RdmaFlowSizeDistribution(std::vector<Point> points);

    /**
     * @param points points of a distribution
     * @return what is wrong with them, beginning with "point i ..." or "there ..."; empty if
     *         nothing is: lengths and probabilities must not fall, of two neighbors one must rise,
     *         the last probability must be 1 and the mean above 0 B
     */
    static std::string Validate(const std::vector<Point>& points);

    /** @return the names that Find knows, sorted */
    static std::vector<std::string> GetNames();

    /**
     * Published distributions. The points of the first two are those of the evaluation of HPCC (Li
     * et al.: "HPCC: High Precision Congestion Control", SIGCOMM 2019), the third one is published
     * with its sources.
     *
     * - websearch: a web search cluster (Alizadeh et al.: "Data Center TCP (DCTCP)", SIGCOMM 2010);
     *   mean 1.7 MB, half of the messages below 74 KB, the longest ones 30 MB
     * - hadoop: a Hadoop cluster of Facebook (Roy et al.: "Inside the Social Network's (Datacenter)
     *   Network", SIGCOMM 2015); mean 120 KB, half of the messages below 700 B, the longest ones
     *   10 MB
     * - storage: a distributed storage system of Alibaba, 2019; mean 41 KB, half of the messages
     *   below 6.4 KB, the longest ones 2 MB
     *
     * @param name one of GetNames; the program stops if it is another
     * @return its points and mean, ready to draw from
     */
    static RdmaFlowSizeDistribution Find(const std::string& name);

    /** @return the points as they were given */
    const std::vector<Point>& GetPoints() const;

    /** @return the exact mean of the linear function, B */
    double GetMeanBytes() const;

    /**
     * @param random source; one value is taken
     * @return a length, rounded to whole bytes, at least 1 B
     */
    uint64_t Draw(UniformRandomVariable& random) const;

  private:
    std::vector<Point> m_points; ///< the points
};

} // namespace ns3

#endif // RDMA_FLOW_SIZE_DISTRIBUTION_H
