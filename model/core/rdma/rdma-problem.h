/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_PROBLEM_H
#define RDMA_PROBLEM_H

#include "ns3/abort.h"

#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaProblem: an invalid combination of attribute values.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Values of attributes that do not fit together, or do not fit the network.
 */
struct RdmaProblem
{
    /// Full names, such as ns3::MrcNscc::Gamma; the most likely one to be changed comes first.
    /// None: the problem is one of the network's shape.
    std::vector<std::string> attributes;
    std::string what; ///< a sentence
};

/// All problems of some values; empty: none.
using RdmaProblems = std::vector<RdmaProblem>;

/**
 * End the program if there is a problem, for scripts that have not checked before.
 * @param problems problems found
 */
inline void
AbortOnRdmaProblems(const RdmaProblems& problems)
{
    NS_ABORT_MSG_IF(!problems.empty(), problems.front().what);
}

} // namespace ns3

#endif // RDMA_PROBLEM_H
