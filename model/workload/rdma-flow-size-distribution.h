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
 * ns3::RdmaFlowSizeDistribution: lengths of the messages of a random load.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A distribution of message lengths by points of its cumulative distribution function, between
 * which it is linear. Immutable.
 *
 * Two points of the same length are a step: messages of exactly this length. So is a first point
 * with a probability above 0. Between two points of the same probability there are no messages.
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
        double probability; ///< share of messages of at most this length, 0 .. 1
    };

    /**
     * @param points the points; the program aborts if Validate finds a problem
     */
    explicit RdmaFlowSizeDistribution(std::vector<Point> points);

    /**
     * @param points points of a distribution
     * @return their problem, beginning with "point i ..." or "there ..."; empty if there is none:
     * lengths and probabilities must not fall, of two neighbors one must rise, the last probability
     * must be 1 and the mean above 0 B
     */
    static std::string Validate(const std::vector<Point>& points);

    /** @return the names for Find, sorted */
    static std::vector<std::string> GetNames();

    /**
     * Published distributions. The points of the first two are those of the evaluation of HPCC (Li
     * et al.: "HPCC: High Precision Congestion Control", SIGCOMM 2019), the third one is published
     * with its sources.
     *
     * - websearch: a web search cluster (Alizadeh et al.: "Data Center TCP (DCTCP)", SIGCOMM 2010);
     *   mean 1.7 MB, median 74 KB, longest 30 MB
     * - hadoop: a Hadoop cluster of Facebook (Roy et al.: "Inside the Social Network's (Datacenter)
     *   Network", SIGCOMM 2015); mean 120 KB, median 700 B, longest 10 MB
     * - storage: a distributed storage system of Alibaba, 2019; mean 41 KB, median 6.4 KB, longest
     *   2 MB
     *
     * @param name one of GetNames; the program aborts if it is another
     * @return the distribution
     */
    static RdmaFlowSizeDistribution Find(const std::string& name);

    /** @return the points as given to the constructor */
    const std::vector<Point>& GetPoints() const;

    /** @return the exact mean of the linear function, B */
    double GetMeanBytes() const;

    /**
     * @param random source; one value is drawn
     * @return a length, rounded to whole bytes, at least 1 B
     */
    uint64_t Draw(UniformRandomVariable& random) const;

  private:
    std::vector<Point> m_points; ///< the points
};

} // namespace ns3

#endif // RDMA_FLOW_SIZE_DISTRIBUTION_H
