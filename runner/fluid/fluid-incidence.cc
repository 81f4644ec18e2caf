/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fluid-incidence.h"

#include <bitset>

namespace mrcsim
{

namespace
{

/// Set of sets of planes, one bit each.
using PlaneSets = std::bitset<1U << ns3::MrcEv::MAX_PLANES>;

/**
 * @param cut a cut
 * @param masks by flow: its planes
 * @return the sets of planes for which the cut has a row
 */
std::vector<uint32_t>
ListPlaneSets(const FluidCut& cut, const std::vector<uint8_t>& masks)
{
    PlaneSets seen;
    std::vector<uint32_t> sets;
    const auto add = [&](uint32_t set) {
        if (set != 0 && !seen[set])
        {
            seen.set(set);
            sets.push_back(set);
        }
    };
    for (const uint32_t flow : cut.flows)
    {
        add(masks[flow]);
    }
    for (size_t i = 0; i < sets.size(); ++i)
    {
        for (size_t j = 0; j < i; ++j)
        {
            if ((sets[i] & sets[j]) != 0)
            {
                add(sets[i] | sets[j]);
            }
        }
    }
    return sets;
}

/**
 * @param cut a cut
 * @param planes a set of planes
 * @return their total capacity, bit/s
 */
double
SumPlanes(const FluidCut& cut, uint32_t planes)
{
    double sum = 0;
    for (uint32_t plane = 0; plane < ns3::MrcEv::MAX_PLANES; ++plane)
    {
        sum += (planes >> plane & 1) != 0 ? cut.bps[plane] : 0;
    }
    return sum;
}

} // namespace

FluidIncidence::FluidIncidence(const FluidCuts& cuts)
    : m_masks(cuts.masks)
{
    std::vector<Eigen::Triplet<double>> ones;
    std::vector<double> capacities;
    for (const auto& cut : cuts.cuts)
    {
        for (const uint32_t planes : ListPlaneSets(cut, m_masks))
        {
            const auto row = static_cast<int>(capacities.size());
            capacities.push_back(SumPlanes(cut, planes));
            for (const uint32_t flow : cut.flows)
            {
                if (m_masks[flow] != 0 && (m_masks[flow] & ~planes) == 0)
                {
                    ones.emplace_back(row, static_cast<int>(flow), 1.0);
                }
            }
        }
    }
    m_matrix.resize(static_cast<int>(capacities.size()), static_cast<int>(m_masks.size()));
    m_matrix.setFromTriplets(ones.begin(), ones.end());
    m_capacities = Eigen::Map<const Eigen::VectorXd>(capacities.data(),
                                                     static_cast<int64_t>(capacities.size()));
}

} // namespace mrcsim
