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
 * ns3::RdmaProblem: what is wrong with values of attributes.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Values of attributes that do not fit together, or not to the network.
 */
struct RdmaProblem
{
    /// Full names, such as ns3::MrcNscc::Gamma; that which is most likely to be changed first.
    std::vector<std::string> attributes;
    std::string what; ///< a sentence
};

/// All that is wrong with some values; empty: nothing.
using RdmaProblems = std::vector<RdmaProblem>;

/**
 * End the program if something is wrong, for a script that has not asked before.
 * @param problems what is wrong
 */
inline void
AbortOnRdmaProblems(const RdmaProblems& problems)
{
    NS_ABORT_MSG_IF(!problems.empty(), problems.front().what);
}

} // namespace ns3

#endif // RDMA_PROBLEM_H
