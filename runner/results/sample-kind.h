/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SAMPLE_KIND_H
#define SAMPLE_KIND_H

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::SampleKind: a kind of time series in samples.csv.
 */

namespace mrcsim
{

/// Type of the objects of a time series.
enum class SampledObject
{
    HOST,
    PLANE,
    JOB,
    PORT,
    QP
};

/**
 * A kind of time series, declared by a static object in the source file that samples it.
 * Declarations also generate the allowed words of scenarios and the reference, and rows can only
 * have declared kinds.
 */
class SampleKind
{
  public:
    /// Properties of kinds.
    enum Traits : unsigned
    {
        PLAIN = 0,
        DEFAULT = 1, ///< sampled by default (measure.samples)
        GAPS = 2,    ///< a missing point means that there is no value, not that it is zero
        RARE = 4     ///< almost always zero for almost all objects
    };

    /**
     * @param object type of its objects
     * @param name name in samples.csv; aborts if it is already in use
     * @param unit unit of the values
     * @param meaning meaning of the values, one sentence
     * @param traits combination of Traits
     */
    SampleKind(SampledObject object,
               const char* name,
               const char* unit,
               const char* meaning,
               unsigned traits = PLAIN);

    SampleKind(const SampleKind&) = delete;
    SampleKind& operator=(const SampleKind&) = delete;

    const SampledObject object; ///< see the constructor
    const char* const name;     ///< see the constructor
    const char* const unit;     ///< see the constructor
    const char* const meaning;  ///< see the constructor
    const unsigned traits;      ///< see the constructor
};

/** @return all kinds, by object */
const std::vector<const SampleKind*>& ListSampleKinds();

/**
 * @param traits combination of SampleKind::Traits
 * @return the names of the kinds that have all of these, by object
 */
std::vector<std::string> GetSampleKinds(unsigned traits = SampleKind::PLAIN);

/**
 * @return machine-readable list of all kinds: name, object, unit, meaning, whether they are a
 * default
 */
nlohmann::ordered_json DescribeSampleKinds();

} // namespace mrcsim

#endif // SAMPLE_KIND_H
