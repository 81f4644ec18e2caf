/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_NIC_SERVICE_H
#define RDMA_NIC_SERVICE_H

#include "ns3/fabric-frame.h"
#include "ns3/rdma-tick.h"
#include "ns3/rdma-transport.h"

#include <cstdint>
#include <memory>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaNicService: what NICs of one kind say to each other beside their QPs.
 */

namespace ns3
{

class RdmaNic;

/**
 * @ingroup mrc
 * The protocol of a NIC itself, with its peers: it has the reserved QP numbers, those below
 * RdmaNic::FIRST_QPN. The NIC owns it, and knows nothing else of it.
 */
class RdmaNicService
{
  public:
    virtual ~RdmaNicService() = default;

    /**
     * A frame for a reserved QP number has arrived.
     * @param port the port, 0-based
     * @param frame the frame; the caller's
     * @return false if it is none of this service's
     */
    virtual bool Receive(RdmaTick now, uint32_t port, const FabricFrame& frame) = 0;

    /**
     * A QP has given out a control PDU for a reserved QP number.
     * @param qpn number of an attached QP
     * @param tx the PDU, with the path that the QP chose
     */
    virtual void SendForQp(RdmaTick now, uint32_t qpn, const RdmaTxPdu& tx) = 0;

    /**
     * The NIC has learned that a port is up or down (RdmaNic::GetUpPorts).
     */
    virtual void OnPortsChanged(RdmaTick now) = 0;
};

/// Makes the service of a NIC, which has its ports, when it is first needed.
using RdmaNicServiceMaker = std::unique_ptr<RdmaNicService> (*)(RdmaNic& nic);

} // namespace ns3

#endif // RDMA_NIC_SERVICE_H
