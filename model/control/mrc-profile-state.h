/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PROFILE_STATE_H
#define MRC_PROFILE_STATE_H

#include "ns3/mrc-qp-attributes.h"

#include <cerrno>
#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup mrc
 * The life cycle of a profile of the control API.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * States of EV and CC profiles: INIT -> OFFLINE -> ONLINE -> OFFLINE -> INIT (mrc reference, 3.3).
 * QPs are attached to profiles that are ONLINE.
 */
enum class MrcProfileState : uint8_t
{
    INIT,    ///< empty
    OFFLINE, ///< being configured
    ONLINE,  ///< in use
};

/**
 * @ingroup mrc
 * @return its name
 */
inline const char*
GetMrcProfileStateName(MrcProfileState state)
{
    return state == MrcProfileState::INIT      ? "INIT"
           : state == MrcProfileState::OFFLINE ? "OFFLINE"
                                               : "ONLINE";
}

/**
 * @ingroup mrc
 * @param from the present state
 * @param to the requested state
 * @return EINVAL if that is not a step forward or backward by one; the same state is allowed
 */
inline MrcVerbsResult
CheckMrcProfileStep(MrcProfileState from, MrcProfileState to)
{
    const int step = static_cast<int>(to) - static_cast<int>(from);
    if (step >= -1 && step <= 1)
    {
        return {};
    }
    return {EINVAL,
            std::string("a profile goes INIT, OFFLINE, ONLINE and back, one step at a time, not "
                        "from ") +
                GetMrcProfileStateName(from) + " to " + GetMrcProfileStateName(to)};
}

} // namespace ns3

#endif // MRC_PROFILE_STATE_H
