/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_OUTPUT_CHECK_H
#define RDMA_OUTPUT_CHECK_H

#include "ns3/rdma-transport.h"

#include <gtest/gtest.h>

/**
 * @file
 * Holds a transport to what it says about its outputs.
 */

namespace ns3
{

/**
 * Poll an output, whether it is raised or not.
 * @param qp a transport
 * @param output bit of RdmaOutput
 * @param poll polls it, and returns true if it had something
 * @return what poll returned
 */
template <typename POLL>
bool
PollRaised(const RdmaTransport& qp, RdmaOutput output, POLL&& poll)
{
    const bool raised = qp.GetOutputs() & output;
    const bool taken = poll();
    EXPECT_TRUE(raised || !taken) << "output " << output << " has something and is not raised";
    return taken;
}

} // namespace ns3

#endif // RDMA_OUTPUT_CHECK_H
