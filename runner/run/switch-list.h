/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SWITCH_LIST_H
#define SWITCH_LIST_H

#include "scenario.h"

#include <iosfwd>

/**
 * @file
 * The switches of a scenario as text, for programs that convert them.
 */

namespace mrcsim
{

/**
 * Print a line of JSON for each switch, as it is in a run:
 *
 *     {"switch":"p0-t0-0","plane":0,
 *      "ports":[{"name":"p0-t0-0--h0","rate_bps":100000000000,"queue_bytes":85160}],
 *      "sids":[{"sid":"5f00:0001:0800::/48","next":{"5f00:0001:1800::/48":0}}]}
 *
 * `queue_bytes` is the length of the data queue above which frames are trimmed or dropped; it is
 * absent if there is no such length. `next` has the port for each SID that may follow the switch's
 * own one in a source route. Instantiates all switches and ports, so there must be no simulation.
 *
 * @param scenario a valid scenario
 * @param [out] out receives the lines
 */
void WriteSwitches(const Scenario& scenario, std::ostream& out);

} // namespace mrcsim

#endif // SWITCH_LIST_H
