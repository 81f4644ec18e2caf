/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_SET_H
#define MRC_EV_SET_H

#include "mrc-ev-parameters.h"
#include "mrc-ev.h"
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
 * What an EV table must know of its QP besides the settings.
 */
struct MrcEvSetup
{
    uint32_t planes{1};        ///< planes, one NIC port each
    uint32_t pathsPerPlane{1}; ///< paths to the peer; 1 when it is T0-local
    bool trimming{true};       ///< the fabric trims, so a silent loss means a broken path
    RdmaTick baseRtt{};        ///< unloaded round-trip time
    RdmaTick targetDelay{};    ///< target queueing delay of the controller

    /// What EVs call the paths; null: by number.
    std::shared_ptr<const MrcPathCodes> pathCodes{};
    std::vector<MrcPath> paths{};        ///< the EVs, if given by a controller; empty: drawn (AUTO)
    uint32_t active{0};                  ///< how many of the given ones are active; 0: all
    std::optional<uint32_t> count{};     ///< number of EVs to draw; none: as the settings say
    std::optional<uint32_t> minActive{}; ///< ev_min_active; none: as the settings say
    std::vector<uint32_t> denied{};      ///< EVs that are DENIED from the start
    std::vector<uint32_t> assumedBad{};  ///< EVs that are ASSUMED_BAD from the start
    std::shared_ptr<MrcProbeBudget> probeBudget{}; ///< the NIC's; none: one of the QP's own
};

/**
 * @ingroup mrc
 * The EVs of one plane.
 */
struct MrcEvShare
{
    std::vector<uint32_t> evs; ///< the active ones first
    uint32_t active{0};        ///< how many are active
};

/// Most EVs that a plane of a QP may have.
constexpr uint32_t MRC_MAX_EVS_PER_PLANE = 256;

/**
 * @ingroup mrc
 * @param setup planes and paths
 * @param parameters number of EVs
 * @return why no EVs can be drawn
 */
RdmaProblems CheckMrcEvs(const MrcEvSetup& setup, const MrcEvParameters& parameters);

/**
 * Draw the EVs (profile mode AUTO): every plane gets the same number, a random subset of its
 * uplinks in random order. Where there are fewer uplinks than EVs, every uplink has one EV, and
 * some of these may be kept as backups (MrcEvParameters::backupReserve). Aborts if CheckMrcEvs
 * finds something.
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
 * Take the EVs that a controller gives (profile modes EXPLICIT and GENERATED). The active ones are
 * dealt to the planes in turn; within a plane the first ones listed are active. Planes may have
 * different numbers of EVs, or none. A value must be unique within the QP, whatever its port: a
 * SACK echoes the value only.
 * @ingroup mrc
 * @param setup planes, paths, and how many are active
 * @return the EVs by plane
 */
std::vector<MrcEvShare> ArrangeMrcEvs(const MrcEvSetup& setup);

} // namespace ns3

#endif // MRC_EV_SET_H
