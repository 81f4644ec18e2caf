/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FOREIGN_ATTRIBUTES_H
#define FOREIGN_ATTRIBUTES_H

#include "document/problem.h"
#include "document/scenario-attributes.h"

#include <vector>

/**
 * @file
 * Limits of attributes of ns-3's own classes.
 */

namespace mrcsim
{

/**
 * Classes of this module tell what they do not take (ns3::RdmaProblem); ns-3's own accept some
 * values of attributes with which they end the program later. Those are known here.
 *
 * @param settings what a scenario sets, each of a value that ns-3 can read
 * @return values with which a run would end early
 */
Problems CheckForeignAttributes(const std::vector<AttributeSetting>& settings);

} // namespace mrcsim

#endif // FOREIGN_ATTRIBUTES_H
