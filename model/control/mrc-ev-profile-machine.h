/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_PROFILE_MACHINE_H
#define MRC_EV_PROFILE_MACHINE_H

#include "mrc-ev-profile-change.h"
#include "mrc-profile-state.h"

#include "ns3/mrc-ev-expansion.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcEvProfileMachine: the life cycle of an EV profile.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Capabilities of a device for EV profiles (mrc reference, 12).
 */
struct MrcEvDevice
{
    uint32_t countAlign; ///< ev_count of EXPLICIT is a multiple of this
    uint32_t maxCount;   ///< largest ev_count
    bool modifyOnline;   ///< profiles may be modified while ONLINE
};

/**
 * @ingroup mrc
 * Attributes of an EV profile.
 */
struct MrcEvProfileConfig
{
    MrcEvMode mode{MrcEvMode::AUTO}; ///< source of the EVs
    Ptr<MrcEvFormatProfile> format;  ///< position of EVs in packets
    uint32_t evCount{0};             ///< size of the array
    uint32_t evMinActive{0};         ///< number of usable EVs below which none is retired
    uint32_t eventMask{0};           ///< changes that raise events
    uint32_t given{0};               ///< bits of MrcEvProfileChange: members that have been set
};

/**
 * @ingroup mrc
 * The life cycle of an EV profile, INIT -> OFFLINE -> ONLINE and back, with its attributes: the
 * changes that each state allows, and the conditions of each change of state. It contains neither
 * EVs nor time.
 */
class MrcEvProfileMachine
{
  public:
    /// Further conditions of a change of state.
    struct Holdings
    {
        uint32_t attached;                     ///< QPs
        uint32_t populated;                    ///< entries of the array that hold an EV
        const std::vector<MrcEvField>& fields; ///< fields
    };

    /** @return INIT, OFFLINE or ONLINE */
    MrcProfileState GetState() const
    {
        return m_state;
    }

    /** @return the attributes: values that have been set, and defaults */
    const MrcEvProfileConfig& GetConfig() const
    {
        return m_config;
    }

    /**
     * @param change the request
     * @param device capabilities of the device
     * @param attached number of QPs attached
     * @return EINVAL: against the rules; EBUSY: QPs are attached; EOPNOTSUPP: not supported by this
     * device
     */
    MrcVerbsResult Check(const MrcEvProfileChange& change,
                         const MrcEvDevice& device,
                         uint32_t attached) const;

    /**
     * @param change the request
     * @return the attributes after it
     */
    MrcEvProfileConfig Merge(const MrcEvProfileChange& change) const;

    /**
     * @param config checked attributes
     */
    void SetConfig(const MrcEvProfileConfig& config)
    {
        m_config = config;
    }

    /**
     * @param to the state to enter
     * @param holdings the profile's parts
     * @return an error if that is not possible
     */
    MrcVerbsResult CheckStep(MrcProfileState to, const Holdings& holdings) const;

    /**
     * @param to the new state, which CheckStep allows
     */
    void GoTo(MrcProfileState to)
    {
        m_state = to;
    }

  private:
    /**
     * @param change the request
     * @param device capabilities of the device
     * @param attached number of QPs attached
     * @return an error if the state or the attached QPs do not allow it
     */
    MrcVerbsResult CheckAllowed(const MrcEvProfileChange& change,
                                const MrcEvDevice& device,
                                uint32_t attached) const;

    /**
     * @param holdings the profile's parts
     * @return EINVAL if something is missing for ONLINE
     */
    MrcVerbsResult CheckComplete(const Holdings& holdings) const;

    MrcProfileState m_state{MrcProfileState::INIT}; ///< state
    MrcEvProfileConfig m_config;                    ///< attributes
};

} // namespace ns3

#endif // MRC_EV_PROFILE_MACHINE_H
