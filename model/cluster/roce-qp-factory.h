/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_QP_FACTORY_H
#define ROCE_QP_FACTORY_H

#include "rdma-prototype.h"
#include "rdma-qp-factory.h"

#include "ns3/roce-qp-parameters.h"
#include "ns3/roce-rate-control.h"

/**
 * @file
 * @ingroup mrc
 * ns3::RoceQpFactory: makes RoCEv2 QPs.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Makes RoCEv2 RC QPs: one plane, one UDP source port per QP, the rate controller by TypeId.
 */
class RoceQpFactory : public RdmaQpFactory
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    std::unique_ptr<RdmaTransport> Create(const RdmaQpContext& context) const override;
    RdmaProblems Check(const RdmaQpContext& context) const override;
    FabricEncap GetEncap() const override;
    bool SeparatesImmediates() const override;
    uint32_t GetPathMtuBytes() const override;
    uint32_t GetMaxPlanes() const override;
    uint32_t GetDataWireBytes() const override;
    uint32_t GetAckWireBytes() const override;
    uint64_t GetMessageWireBytes(uint64_t bytes) const override;
    uint32_t GetSmallestWireBytes(uint64_t bytes) const override;
    uint32_t GetLargestWireBytes(uint64_t bytes) const override;

  protected:
    void NotifyConstructionCompleted() override;

    /** @return the parameters of all its QPs, which a factory derived from this one may set */
    Ptr<RoceQpParameters> GetParameters() const;

  private:
    RdmaClass GetDataClass() const override;

    /**
     * @param op opcode of a write or an acknowledgment
     * @param payload payload, B
     * @return line time of such a packet, B
     */
    uint32_t WireBytes(RdmaOpcode op, uint32_t payload) const;

    /// Values of the attribute DataClass.
    enum DataClassNumber
    {
        FIRST,
        SECOND,
    };

    DataClassNumber m_dataClass;                           ///< attribute DataClass
    TypeId m_rateControl;                                  ///< attribute RateControl
    Ptr<RoceQpParameters> m_parameters;                    ///< shared by all QPs
    mutable RdmaPrototype<RoceRateControl> m_rateControls; ///< one per QP
};

} // namespace ns3

#endif // ROCE_QP_FACTORY_H
