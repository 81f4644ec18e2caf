/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_FACTORY_H
#define MRC_QP_FACTORY_H

#include "rdma-qp-factory.h"

#include "ns3/mrc-ev-parameters.h"
#include "ns3/mrc-qp-parameters.h"
#include "ns3/object-factory.h"

/**
 * @file
 * @ingroup mrc
 * ns3::MrcQpFactory: makes MRC QPs.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Makes MRC QPs over SRv6; congestion controller and path selector by TypeId.
 */
class MrcQpFactory : public RdmaQpFactory
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<RdmaTransport> Create(const RdmaQpContext& context) const override;
    FabricEncap GetEncap() const override;
    uint32_t GetPathMtuBytes() const override;
    uint32_t GetMaxPlanes() const override;
    uint32_t GetDataWireBytes() const override;
    uint32_t GetAckWireBytes() const override;
    uint64_t GetMessageWireBytes(uint64_t bytes) const override;
    uint32_t GetSmallestWireBytes(uint64_t bytes) const override;
    uint32_t GetLargestWireBytes(uint64_t bytes) const override;

  protected:
    void NotifyConstructionCompleted() override;

  private:
    /**
     * @param payload payload of a write packet, B
     * @return its line time, B
     */
    static uint32_t WireBytes(uint32_t payload);

    TypeId m_congestionControl;          ///< attribute CongestionControl
    TypeId m_pathSelector;               ///< attribute PathSelector
    Ptr<MrcQpParameters> m_parameters;   ///< shared by all QPs
    Ptr<MrcEvParameters> m_evParameters; ///< shared by all QPs
};

} // namespace ns3

#endif // MRC_QP_FACTORY_H
