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
 * ns3::MrcEvProfileMachine: the life of an EV profile.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * What a device can do with EV profiles (mrc reference, 12).
 */
struct MrcEvDevice
{
    uint32_t countAlign{1};  ///< ev_count of EXPLICIT is a multiple of this
    uint32_t maxCount{2048}; ///< largest ev_count
    bool modifyOnline{true}; ///< profiles may be modified while ONLINE
};

/**
 * @ingroup mrc
 * Attributes of an EV profile.
 */
struct MrcEvProfileConfig
{
    MrcEvMode mode{MrcEvMode::AUTO}; ///< where the EVs come from
    Ptr<MrcEvFormatProfile> format;  ///< where packets carry them
    uint32_t evCount{0};             ///< size of the array
    uint32_t evMinActive{0};         ///< usable EVs below which none is retired
    uint32_t eventMask{0};           ///< which changes raise events
    uint32_t given{0};               ///< bits of MrcEvProfileChange: what has been set
};

/**
 * @ingroup mrc
 * The life of an EV profile, INIT -> OFFLINE -> ONLINE and back, with its attributes: what may be
 * changed when, and what it must have before it goes on. It holds no EVs, and knows no time.
 */
class MrcEvProfileMachine
{
  public:
    /// What a step to another state depends on besides.
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

    /** @return what has been set, and defaults */
    const MrcEvProfileConfig& GetConfig() const
    {
        return m_config;
    }

    /**
     * @param change what is wanted
     * @param device what the device can do
     * @param attached number of QPs attached
     * @return EINVAL: against the rules; EBUSY: QPs are attached; EOPNOTSUPP: not this device
     */
    MrcVerbsResult Check(const MrcEvProfileChange& change,
                         const MrcEvDevice& device,
                         uint32_t attached) const;

    /**
     * @param change what is wanted
     * @return what becomes of the attributes
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
     * @param to the state to go to
     * @param holdings what the profile has
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
     * @param change what is wanted
     * @param device what the device can do
     * @param attached number of QPs attached
     * @return an error if the state or the attached QPs do not allow it
     */
    MrcVerbsResult CheckAllowed(const MrcEvProfileChange& change,
                                const MrcEvDevice& device,
                                uint32_t attached) const;

    /**
     * @param holdings what the profile has
     * @return EINVAL if something is missing for ONLINE
     */
    MrcVerbsResult CheckComplete(const Holdings& holdings) const;

    MrcProfileState m_state{MrcProfileState::INIT}; ///< where in its life
    MrcEvProfileConfig m_config;                    ///< attributes
};

} // namespace ns3

#endif // MRC_EV_PROFILE_MACHINE_H
