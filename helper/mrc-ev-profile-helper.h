/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_PROFILE_HELPER_H
#define MRC_EV_PROFILE_HELPER_H

#include "ns3/mrc-ev-profile.h"
#include "ns3/ptr.h"

#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcEvProfileHelper: the paths of QPs, chosen by a script.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Makes EV profiles that list the paths of QPs, for RdmaCluster::CreateQp.
 *
 * @code
 * Ptr<MrcEvProfile> profile = MrcEvProfileHelper::MakeExplicit({one, another});
 * Ptr<MrcQp> qp = cluster->CreateQp(0, profile);
 * // ... and later:
 * MrcEvProfileHelper::SetState(profile, one, MrcEvPublicState::DENIED);
 * @endcode
 */
class MrcEvProfileHelper
{
  public:
    /**
     * @param evs source routes, see MrcEvEntry::Of; aborts if one of them is invalid
     * @param eventMask MRC_EV_EVENT_GOOD, MRC_EV_EVENT_ASSUMED_BAD: events to be queued
     * @return a profile in mode EXPLICIT that holds them, ONLINE
     */
    static Ptr<MrcEvProfile> MakeExplicit(const std::vector<MrcEvEntry>& evs,
                                          uint32_t eventMask = 0);

    /**
     * Change the state of an EV, also at QPs that are attached.
     * @param profile the profile, which holds the EV; aborts if it does not
     * @param ev the EV
     * @param state GOOD, ASSUMED_BAD or DENIED
     */
    static void SetState(Ptr<MrcEvProfile> profile, const MrcEvEntry& ev, MrcEvPublicState state);
};

} // namespace ns3

#endif // MRC_EV_PROFILE_HELPER_H
