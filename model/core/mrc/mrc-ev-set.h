/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_SET_H
#define MRC_EV_SET_H

#include "mrc-ev-parameters.h"
#include "mrc-ev.h"
#include "mrc-longer-paths.h"
#include "mrc-probe-budget.h"

#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-problem.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * The EVs with which a QP starts (mrc reference, 3.5).
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Properties of a QP that an EV table needs besides the settings.
 */
struct MrcEvSetup
{
    uint32_t planes{1};        ///< planes, one NIC port each
    uint32_t pathsPerPlane{1}; ///< paths to the peer; 1 when it is T0-local
    bool trimming{true};       ///< the fabric trims, so a silent loss indicates a broken path
    RdmaTick baseRtt{};        ///< unloaded round-trip time
    RdmaTick targetDelay{};    ///< target queueing delay of the controller

    /// Numbers of the paths in EVs; null: consecutive.
    std::shared_ptr<const MrcPathCodes> pathCodes{};
    const MrcLongerPaths* longerPaths{nullptr}; ///< for drawn EVs: backups if no path is left; or
                                                ///< null; outlives the QP
    std::vector<MrcPath> paths{};        ///< the EVs, if a controller gives them; empty: drawn
                                         ///< (AUTO)
    uint32_t active{0};                  ///< number of the given ones that are active; 0: all
    std::optional<uint32_t> count{};     ///< number of EVs to draw; nothing: from the settings
    std::optional<uint32_t> minActive{}; ///< ev_min_active; nothing: from the settings
    std::vector<uint32_t> denied{};      ///< EVs that are DENIED from the start
    std::vector<uint32_t> assumedBad{};  ///< EVs that are ASSUMED_BAD from the start
    std::shared_ptr<MrcProbeBudget> probeBudget{}; ///< the NIC's; none: a separate one for the QP
};

/**
 * @ingroup mrc
 * The EVs of one plane.
 */
struct MrcEvShare
{
    std::vector<uint32_t> evs; ///< the active ones first
    uint32_t active{0};        ///< number of active ones
};

/// Largest number of EVs that a plane of a QP may have.
constexpr uint32_t MRC_MAX_EVS_PER_PLANE = 256;

/**
 * @ingroup mrc
 * @param setup planes and paths
 * @param parameters number of EVs
 * @return reasons why no EVs can be drawn
 */
RdmaProblems CheckMrcEvs(const MrcEvSetup& setup, const MrcEvParameters& parameters);

/**
 * Draw the EVs (profile mode AUTO): every plane gets the same number, a random subset of its
 * uplinks in random order. If a plane has fewer uplinks than EVs, every uplink has one EV, and some
 * of these may be backups (MrcEvParameters::backupReserve). Aborts if CheckMrcEvs finds a problem.
 * @ingroup mrc
 * @param setup planes and paths
 * @param parameters number of EVs
 * @param rng source of all random choices
 * @return the EVs by plane
 */
std::vector<MrcEvShare> DrawMrcEvs(const MrcEvSetup& setup,
                                   const MrcEvParameters& parameters,
                                   const Ptr<UniformRandomVariable>& rng);

/**
 * Take the EVs that a controller gives (profile modes EXPLICIT and GENERATED). The number of active
 * ones is distributed over the planes in turn; within a plane the first ones listed are active.
 * Planes may have different numbers of EVs, or none. A value must be unique within the QP, over all
 * ports: a SACK echoes the value only.
 * @ingroup mrc
 * @param setup planes, paths, and number of active ones
 * @return the EVs by plane
 */
std::vector<MrcEvShare> ArrangeMrcEvs(const MrcEvSetup& setup);

} // namespace ns3

#endif // MRC_EV_SET_H
