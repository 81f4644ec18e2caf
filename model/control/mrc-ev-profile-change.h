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
 * Requests of a controller to an EV profile (mrc reference, 12).
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Source of the EVs of a profile.
 */
enum class MrcEvMode : uint8_t
{
    AUTO = 1,      ///< each QP draws its own
    EXPLICIT = 2,  ///< the controller writes the array
    GENERATED = 4, ///< the profile draws the array from its fields
};

/// Bit of MrcEvProfileChange::eventMask: EVs that return to service raise an event.
constexpr uint32_t MRC_EV_EVENT_GOOD = 1;
/// Bit of MrcEvProfileChange::eventMask: EVs that are retired raise an event.
constexpr uint32_t MRC_EV_EVENT_ASSUMED_BAD = 2;

/**
 * @ingroup mrc
 * An operation on EVs. Entries are processed in order; the first error ends the operation, and the
 * entries before it remain processed.
 */
struct MrcEvOp
{
    /// Kind of an operation.
    enum class Kind : uint8_t
    {
        REPLACE_EV,      ///< ev by value, with a state; ev not populated: fill a free entry
        MODIFY_EV_STATE, ///< give ev a state
        QUERY_EV_STATE,  ///< query the state of ev
        QUERY_EV_ARRAY,  ///< fill in the EVs from entry first on, with their states
    };

    /// One EV.
    struct Entry
    {
        MrcEvEntry ev;                                  ///< the EV
        MrcEvEntry value;                               ///< REPLACE_EV: its replacement
        MrcEvPublicState state{MrcEvPublicState::GOOD}; ///< new state, or the answer
    };

    Kind kind{};                ///< kind of the operation
    bool allCopies{false};      ///< REPLACE_EV: in the tables of attached QPs as well
    uint32_t first{0};          ///< QUERY_EV_ARRAY: number of the first entry
    std::vector<Entry> entries; ///< the EVs; QUERY_EV_ARRAY: as many as are requested
    uint32_t done{0};           ///< answer: number of processed entries
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
 * A request of a controller to a profile, in one call.
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

    uint32_t mask{0};                 ///< members that are given
    MrcEvMode mode{MrcEvMode::AUTO};  ///< source of the EVs
    Ptr<MrcEvFormatProfile> format;   ///< position of EVs in packets
    uint32_t evCount{0};              ///< size of the array
    uint32_t evMinActive{0};          ///< number of usable EVs below which none is retired
    uint32_t eventMask{0};            ///< MRC_EV_EVENT_GOOD, MRC_EV_EVENT_ASSUMED_BAD
    MrcProfileState state{};          ///< state to enter, after all other changes
    MrcEvOp* evOp{nullptr};           ///< operation on EVs, or none
    MrcEvFieldsOp* fieldsOp{nullptr}; ///< operation on fields, or none
};

} // namespace ns3

#endif // MRC_EV_PROFILE_CHANGE_H
