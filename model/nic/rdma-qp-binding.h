/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_QP_BINDING_H
#define RDMA_QP_BINDING_H

#include "ns3/rdma-transport.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaQpBinding: a QP's parts at its NIC besides the transport.
 */

namespace ns3
{

class RdmaNic;
struct RdmaQpRoute;

/**
 * @ingroup mrc
 * A QP's parts at its NIC that only some transports need and the NIC itself does not use. It is
 * made together with the transport, by code that knows the transport's type, and is destroyed
 * before it.
 */
class RdmaQpBinding
{
  public:
    virtual ~RdmaQpBinding() = default;

    /**
     * Handle the attachment of the QP, which has been notified of the NIC's ports that are down.
     * @param nic NIC to which the QP is attached
     * @param qpn QP number
     * @param route addressing of its frames; may be changed during the call
     */
    virtual void OnAttached(RdmaNic& nic, uint32_t qpn, RdmaQpRoute& route) = 0;

    /**
     * Handle an event of the QP. Called after the trace source QpEvent.
     */
    virtual void OnEvent(const RdmaEvent& event) = 0;
};

} // namespace ns3

#endif // RDMA_QP_BINDING_H
