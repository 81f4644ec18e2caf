/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_QP_LISTENER_H
#define RDMA_QP_LISTENER_H

#include "ns3/rdma-transport.h"

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaQpListener: receives the completions and events of one QP.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Receives the completions and events of one QP of a NIC. Both calls may post and connect QPs;
 * completions that result are reported after they return: calls are not nested.
 */
class RdmaQpListener
{
  public:
    virtual ~RdmaQpListener() = default;

    /**
     * @param completion something has completed
     */
    virtual void OnCompletion(const RdmaCompletion& completion) = 0;

    /**
     * @param event something has changed
     */
    virtual void OnEvent(const RdmaEvent& event) = 0;

    /** The NIC is disposed of, and the QP is gone. */
    virtual void OnDisposed()
    {
    }
};

} // namespace ns3

#endif // RDMA_QP_LISTENER_H
