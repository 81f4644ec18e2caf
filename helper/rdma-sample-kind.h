/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_SAMPLE_KIND_H
#define RDMA_SAMPLE_KIND_H

#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaSampleKind: a kind of time series.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Type of the objects of a time series.
 */
enum class RdmaSampledObject
{
    HOST,
    PLANE,
    JOB,
    PORT,
    QP
};

/**
 * @ingroup mrc
 * @return names of its objects in rows, with an example
 */
const char* DescribeRdmaSampledObject(RdmaSampledObject object);

/**
 * @ingroup mrc
 * A kind of time series of RdmaSampler, declared by a static object in the source file that samples
 * it. The declarations also generate the allowed words of scenarios and docs/results.md, and rows
 * can only have declared kinds.
 */
class RdmaSampleKind
{
  public:
    /// Properties of kinds.
    enum Traits : unsigned
    {
        PLAIN = 0,
        DEFAULT = 1, ///< sampled by default
        GAPS = 2,    ///< a missing point means that there is no value, not that it is zero
        RARE = 4     ///< almost always zero for almost all objects
    };

    /**
     * @param object type of its objects
     * @param name name in rows; aborts if it is already in use
     * @param unit unit of the values
     * @param meaning meaning of the values, one sentence
     * @param traits combination of Traits
     */
    RdmaSampleKind(RdmaSampledObject object,
                   std::string name,
                   const char* unit,
                   const char* meaning,
                   unsigned traits = PLAIN);

    RdmaSampleKind(const RdmaSampleKind&) = delete;
    RdmaSampleKind& operator=(const RdmaSampleKind&) = delete;

    const RdmaSampledObject object; ///< see the constructor
    const std::string name;         ///< see the constructor
    const char* const unit;         ///< see the constructor
    const char* const meaning;      ///< see the constructor
    const unsigned traits;          ///< see the constructor
};

/**
 * @ingroup mrc
 * @return all kinds, by object
 */
const std::vector<const RdmaSampleKind*>& ListRdmaSampleKinds();

/**
 * @ingroup mrc
 * @param traits combination of RdmaSampleKind::Traits
 * @return the names of the kinds that have all of these, by object
 */
std::vector<std::string> GetRdmaSampleKinds(unsigned traits = RdmaSampleKind::PLAIN);

} // namespace ns3

#endif // RDMA_SAMPLE_KIND_H
