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

/// What a time series is about.
enum class SampledObject
{
    HOST,
    PLANE,
    JOB,
    PORT,
    QP
};

/**
 * A kind of time series, declared by a static object beside the code that samples it. That makes it
 * known to scenarios and to the reference, and rows can be of declared kinds alone.
 */
class SampleKind
{
  public:
    /// What differs between kinds.
    enum Traits : unsigned
    {
        PLAIN = 0,
        DEFAULT = 1, ///< sampled if measure.samples does not say otherwise
        GAPS = 2,    ///< a point that is not there is not zero: there is nothing to tell
        RARE = 4     ///< zero of nearly all objects, nearly always
    };

    /**
     * @param object what it is about
     * @param name as in samples.csv; aborts if there is one already
     * @param unit of the values
     * @param meaning of the values, one sentence
     * @param traits some of Traits
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
 * @param traits some of SampleKind::Traits
 * @return the names of the kinds that have these, by object
 */
std::vector<std::string> GetSampleKinds(unsigned traits = SampleKind::PLAIN);

/** @return all kinds for programs: name, object, unit, meaning, whether they are a default */
nlohmann::ordered_json DescribeSampleKinds();

} // namespace mrcsim

#endif // SAMPLE_KIND_H
