/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLAP_TIMES_H
#define FLAP_TIMES_H

#include "fault.h"

#include <cstdint>
#include <optional>
#include <string>

/**
 * @file
 * When links flap that flap by the clock.
 */

namespace mrcsim
{

/// Links go down one after the other, again and again.
struct FlapTimes
{
    ns3::RdmaTick down;                  ///< for how long each time
    ns3::RdmaTick stagger;               ///< from one link to the next
    std::optional<ns3::RdmaTick> period; ///< from one time to the next
    uint32_t count{1};                   ///< how often
};

/**
 * Declare the key down, for how long links are dark each time.
 * @param keys receives the key
 * @param access returns the time of an owner
 */
template <typename Owner, typename Access>
void
AddDown(KeySet& keys, Access access)
{
    keys.AddPart<Owner>("down", access)
        .Above(0)
        .Required()
        .Help("How long a link stays dark each time.");
}

/**
 * Declare the key count, how often.
 * @param keys receives the key
 * @param access returns the count of an owner
 */
template <typename Owner, typename Access>
void
AddCount(KeySet& keys, Access access)
{
    keys.AddPart<Owner>("count", access).Range(1, 1000000).Default(1).Help("How often.");
}

/**
 * @param path of the fault
 * @param [out] problems receives what does not fit
 */
void CheckFlapTimes(const FlapTimes& times, const std::string& path, Problems& problems);

/**
 * @param at when the first link goes down
 * @param links number of links
 * @param stop nothing happens from then on
 * @return when they go down; the item is the place of the link
 */
FaultSpells MakeFlaps(const FlapTimes& times, ns3::RdmaTick at, uint32_t links, ns3::RdmaTick stop);

/**
 * @param at when the first link goes down
 * @param links number of links
 * @param stop nothing happens from then on
 * @return how often they go down, all together
 */
double CountFlaps(const FlapTimes& times, ns3::RdmaTick at, uint32_t links, ns3::RdmaTick stop);

/**
 * @param at when the first link goes down
 * @param link the place of a link
 * @param until a moment
 * @return the last time before that moment that it goes down
 */
std::optional<LinkSpell> FindLastFlap(const FlapTimes& times,
                                      ns3::RdmaTick at,
                                      uint32_t link,
                                      ns3::RdmaTick until);

} // namespace mrcsim

#endif // FLAP_TIMES_H
