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
 * ns3::RdmaQpBinding: what belongs to a QP at its NIC beside the transport.
 */

namespace ns3
{

class RdmaNic;
struct RdmaQpRoute;

/**
 * @ingroup mrc
 * What some transports need at the NIC that is no business of the NIC. It is made with the
 * transport, by who knows the transport's type, and goes before it.
 */
class RdmaQpBinding
{
  public:
    virtual ~RdmaQpBinding() = default;

    /**
     * The QP has its place, and knows which ports of the NIC are down.
     * @param nic where it is attached
     * @param qpn QP number
     * @param route where its frames go; may be changed during the call
     */
    virtual void OnAttached(RdmaNic& nic, uint32_t qpn, RdmaQpRoute& route) = 0;

    /**
     * The QP has an event. Called after the trace source QpEvent.
     */
    virtual void OnEvent(const RdmaEvent& event) = 0;
};

} // namespace ns3

#endif // RDMA_QP_BINDING_H
