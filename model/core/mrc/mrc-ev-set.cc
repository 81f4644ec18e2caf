/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-set.h"

#include "ns3/abort.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/// Number of EVs of a plane.
struct PlaneCounts
{
    uint32_t count;  ///< all
    uint32_t active; ///< of these, active
};

/**
 * Apply the rule for a plane (mrc reference, 3.5).
 * @param total number of EVs that a plane should have
 * @param active of these, active
 * @param paths distinct paths
 * @param reserve share of scarce paths that is kept as backups
 * @return EVs of the plane
 */
PlaneCounts
CountEvs(uint32_t total, uint32_t active, uint32_t paths, double reserve)
{
    if (paths >= total)
    {
        return {total, active};
    }
    const uint32_t backups = std::min(total - active, static_cast<uint32_t>(paths * reserve));
    return {paths, std::min(active, paths - backups)};
}

/**
 * @param setup planes and paths
 * @return numbers of its paths in EVs
 */
std::vector<uint16_t>
ListPaths(const MrcEvSetup& setup, uint32_t plane)
{
    if (setup.pathCodes)
    {
        return (*setup.pathCodes)[plane];
    }
    std::vector<uint16_t> numbers(setup.pathsPerPlane);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

/**
 * Check that a number of planes is possible.
 * @param planes the number
 */
void
CheckPlanes(uint32_t planes)
{
    NS_ABORT_MSG_IF(planes < 1 || planes > MrcEv::MAX_PLANES,
                    "an EV table needs 1 to " << MrcEv::MAX_PLANES << " planes, not " << planes);
}

/**
 * @param setup planes
 * @param parameters number of EVs
 * @return EVs of each plane if it has enough paths
 */
PlaneCounts
GetPlaneCounts(const MrcEvSetup& setup, const MrcEvParameters& parameters)
{
    const uint32_t all = setup.count.value_or(parameters.evCount);
    const uint32_t active =
        setup.count ? std::min(*setup.count, parameters.evActive) : parameters.evActive;
    return {all / setup.planes, active / setup.planes};
}

} // namespace

RdmaProblems
CheckMrcEvs(const MrcEvSetup& setup, const MrcEvParameters& parameters)
{
    const PlaneCounts each = GetPlaneCounts(setup, parameters);
    if (each.active >= 1 && each.active <= each.count && each.count <= MRC_MAX_EVS_PER_PLANE)
    {
        return {};
    }
    return {{{"ns3::MrcEvParameters::EvActive", "ns3::MrcEvParameters::EvCount"},
             "EvActive " + std::to_string(parameters.evActive) + " of EvCount " +
                 std::to_string(parameters.evCount) + " over " + std::to_string(setup.planes) +
                 " planes: each needs 1 to " + std::to_string(MRC_MAX_EVS_PER_PLANE) +
                 " EVs, some of them active"}};
}

std::vector<MrcEvShare>
DrawMrcEvs(const MrcEvSetup& setup,
           const MrcEvParameters& parameters,
           const Ptr<UniformRandomVariable>& rng)
{
    const uint32_t planes = setup.planes;
    const uint32_t paths = setup.pathsPerPlane;
    CheckPlanes(planes);
    NS_ABORT_MSG_IF(paths < 1 || paths > MrcEv::MAX_PATHS,
                    "an EV table needs 1 to " << MrcEv::MAX_PATHS << " paths per plane, not "
                                              << paths);
    AbortOnRdmaProblems(CheckMrcEvs(setup, parameters));
    const PlaneCounts each = GetPlaneCounts(setup, parameters);

    std::vector<MrcEvShare> shares(planes);
    for (uint32_t p = 0; p < planes; ++p)
    {
        std::vector<uint16_t> left = ListPaths(setup, p);
        const auto there = static_cast<uint32_t>(left.size());
        const PlaneCounts counts =
            CountEvs(each.count, each.active, there, parameters.backupReserve);
        for (uint32_t i = 0; i < counts.count; ++i)
        {
            if (i + 1 < there)
            {
                std::swap(left[i], left[rng->GetInteger(i, there - 1)]);
            }
            shares[p].evs.push_back(MrcEv::Pack(p, left[i]));
        }
        shares[p].active = counts.active;
    }
    return shares;
}

std::vector<MrcEvShare>
ArrangeMrcEvs(const MrcEvSetup& setup)
{
    CheckPlanes(setup.planes);
    std::vector<MrcEvShare> shares(setup.planes);
    for (const MrcPath& path : setup.paths)
    {
        NS_ABORT_MSG_IF(path.port >= setup.planes,
                        "EV " << path.ev << " is to leave by port " << path.port + 1U
                              << ", but the NIC has ports 1 to " << setup.planes);
        shares[path.port].evs.push_back(path.ev);
        NS_ABORT_MSG_IF(shares[path.port].evs.size() > MRC_MAX_EVS_PER_PLANE,
                        "port " << path.port + 1U << " of a QP has more than "
                                << MRC_MAX_EVS_PER_PLANE << " EVs");
    }
    const auto count = static_cast<uint32_t>(setup.paths.size());
    NS_ABORT_MSG_IF(setup.active > count,
                    setup.active << " active EVs of " << count << " that are given");
    for (uint32_t left = setup.active ? setup.active : count; left > 0;)
    {
        for (MrcEvShare& share : shares)
        {
            const bool more = left > 0 && share.active < share.evs.size();
            share.active += more;
            left -= more;
        }
    }
    return shares;
}

} // namespace ns3
