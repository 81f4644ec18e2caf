/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_GENERATOR_H
#define MRC_EV_GENERATOR_H

#include "ns3/mrc-ev-expansion.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * Random generation of the EVs of profiles of mode GENERATED.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Draw compact EVs without replacement, uniformly over the cross product of the fields' ranges
 * [min_val, max_val] (mrc reference, 3.4).
 * @param fields the fields, which obey CheckMrcEvFields
 * @param count number of EVs
 * @param rng source of all random choices
 * @return the EVs: fewer if the product has no more
 */
std::vector<MrcEvBits> GenerateMrcEvs(const std::vector<MrcEvField>& fields,
                                      uint32_t count,
                                      const Ptr<UniformRandomVariable>& rng);

} // namespace ns3

#endif // MRC_EV_GENERATOR_H
