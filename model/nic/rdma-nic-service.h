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
 * ns3::RdmaNicService: protocol between NICs outside their QPs.
 */

namespace ns3
{

class RdmaNic;

/**
 * @ingroup mrc
 * Protocol between NICs outside their QPs. It has the reserved QP numbers, those below
 * RdmaNic::FIRST_QPN. The NIC owns it and uses only this interface.
 */
class RdmaNicService
{
  public:
    virtual ~RdmaNicService() = default;

    /**
     * Handle a frame for a reserved QP number.
     * @param port the port, 0-based
     * @param frame the frame; owned by the caller
     * @return false if the frame does not belong to this service
     */
    virtual bool Receive(RdmaTick now, uint32_t port, const FabricFrame& frame) = 0;

    /**
     * Send a control PDU for a reserved QP number that a QP has returned.
     * @param qpn number of an attached QP
     * @param tx the PDU, with the path that the QP chose
     */
    virtual void SendForQp(RdmaTick now, uint32_t qpn, const RdmaTxPdu& tx) = 0;

    /**
     * Handle a change of the ports that the NIC has detected (RdmaNic::GetUpPorts).
     */
    virtual void OnPortsChanged(RdmaTick now) = 0;
};

/// Makes the service of a NIC when it is first needed; the NIC has its ports by then.
using RdmaNicServiceMaker = std::unique_ptr<RdmaNicService> (*)(RdmaNic& nic);

} // namespace ns3

#endif // RDMA_NIC_SERVICE_H
