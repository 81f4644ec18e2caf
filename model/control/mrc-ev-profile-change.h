/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_PROFILE_CHANGE_H
#define MRC_EV_PROFILE_CHANGE_H

#include "mrc-ev-entry.h"
#include "mrc-ev-format-profile.h"
#include "mrc-profile-state.h"

#include "ns3/mrc-ev-expansion.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * What a controller says to an EV profile (mrc reference, 12).
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Where the EVs of a profile come from.
 */
enum class MrcEvMode : uint8_t
{
    AUTO = 1,      ///< each QP draws its own
    EXPLICIT = 2,  ///< the controller writes the array
    GENERATED = 4, ///< the profile draws the array from its fields
};

/// Bit of MrcEvProfileChange::eventMask: EVs that come back raise an event.
constexpr uint32_t MRC_EV_EVENT_GOOD = 1;
/// Bit of MrcEvProfileChange::eventMask: EVs that are retired raise an event.
constexpr uint32_t MRC_EV_EVENT_ASSUMED_BAD = 2;

/**
 * @ingroup mrc
 * An operation on EVs. Entries are worked off in order; the first that fails ends it, those before
 * stay done.
 */
struct MrcEvOp
{
    /// What is to be done.
    enum class Kind : uint8_t
    {
        REPLACE_EV,      ///< ev by value, with a state; ev not populated: fill a free entry
        MODIFY_EV_STATE, ///< give ev a state
        QUERY_EV_STATE,  ///< ask for the state of ev
        QUERY_EV_ARRAY,  ///< fill in the EVs from entry first on, with their states
    };

    /// One EV.
    struct Entry
    {
        MrcEvEntry ev;                                  ///< which
        MrcEvEntry value;                               ///< REPLACE_EV: by which
        MrcEvPublicState state{MrcEvPublicState::GOOD}; ///< new state, or the answer
    };

    Kind kind{};                ///< what is to be done
    bool allCopies{false};      ///< REPLACE_EV: in the tables of attached QPs as well
    uint32_t first{0};          ///< QUERY_EV_ARRAY: number of the first entry
    std::vector<Entry> entries; ///< the EVs; QUERY_EV_ARRAY: as many as are wanted
    uint32_t done{0};           ///< answer: how many were worked off
};

/**
 * @ingroup mrc
 * An operation on the fields of a profile.
 */
struct MrcEvFieldsOp
{
    bool modify{false};             ///< true: set them; false: query them
    std::vector<MrcEvField> fields; ///< new fields, or the answer
};

/**
 * @ingroup mrc
 * What a controller wants of a profile, in one call.
 */
struct MrcEvProfileChange
{
    /// Bits of mask.
    enum Bit : uint32_t
    {
        MODE = 1,        ///< mode
        FORMAT = 2,      ///< format
        EV_COUNT = 4,    ///< evCount
        MIN_ACTIVE = 8,  ///< evMinActive
        EVENT_MASK = 16, ///< eventMask
        STATE = 32,      ///< state
    };

    uint32_t mask{0};                 ///< which of the following are given
    MrcEvMode mode{MrcEvMode::AUTO};  ///< where the EVs come from
    Ptr<MrcEvFormatProfile> format;   ///< where packets carry them
    uint32_t evCount{0};              ///< size of the array
    uint32_t evMinActive{0};          ///< usable EVs below which none is retired
    uint32_t eventMask{0};            ///< MRC_EV_EVENT_GOOD, MRC_EV_EVENT_ASSUMED_BAD
    MrcProfileState state{};          ///< state to go to, after everything else
    MrcEvOp* evOp{nullptr};           ///< operation on EVs, or none
    MrcEvFieldsOp* fieldsOp{nullptr}; ///< operation on fields, or none
};

} // namespace ns3

#endif // MRC_EV_PROFILE_CHANGE_H
