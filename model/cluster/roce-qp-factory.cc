/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-qp-factory.h"

#include "ns3/pointer.h"
#include "ns3/rdma-enum-accessor.h"
#include "ns3/rdma-wire-size.h"
#include "ns3/roce-dcqcn.h"
#include "ns3/roce-transport.h"
#include "ns3/type-id.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RoceQpFactory);

TypeId
RoceQpFactory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RoceQpFactory")
            .SetParent<RdmaQpFactory>()
            .SetGroupName("Mrc")
            .AddConstructor<RoceQpFactory>()
            .AddAttribute("DataClass",
                          "Class of the data packets: First (802.1p priority 3) or Second (4). The "
                          "two share every port by weight and are paused independently.",
                          EnumValue(FIRST),
                          RdmaEnumAccessor<DataClassNumber>(&RoceQpFactory::m_dataClass),
                          MakeEnumChecker(FIRST, "First", SECOND, "Second"))
            .AddAttribute("RateControl",
                          "TypeId of the rate controller, a subclass of ns3::RoceRateControl.",
                          TypeIdValue(RoceDcqcn::GetTypeId()),
                          MakeTypeIdAccessor(&RoceQpFactory::m_rateControl),
                          MakeTypeIdChecker());
    return tid;
}

void
RoceQpFactory::NotifyConstructionCompleted()
{
    m_parameters = CreateObject<RoceQpParameters>();
    RdmaQpFactory::NotifyConstructionCompleted();
}

Ptr<RoceQpParameters>
RoceQpFactory::GetParameters() const
{
    return m_parameters;
}

std::unique_ptr<RdmaTransport>
RoceQpFactory::Create(const RdmaQpContext& context) const
{
    RoceQpConfig config = m_parameters->MakeConfig(context.baseRtt);
    config.localQpn = context.localQpn;
    config.peerQpn = context.peerQpn;
    config.sqPsn = context.localPsn;
    config.rqPsn = context.peerPsn;
    config.udpSourcePort = context.udpSourcePort;
    config.port = static_cast<uint8_t>(context.firstPlane);
    config.lineRateBps = context.portRateBps;
    config.baseRtt = context.baseRtt;
    const auto control = m_rateControls.Make(m_rateControl);
    return std::make_unique<RoceTransport>(config, control, m_parameters->MakeRecovery(config));
}

RdmaProblems
RoceQpFactory::Check(const RdmaQpContext& context) const
{
    const RdmaProblems ofType =
        m_rateControls.Check(m_rateControl, "ns3::RoceQpFactory::RateControl");
    return ofType.empty() ? m_rateControls.Make(m_rateControl)->Check(context.portRateBps) : ofType;
}

RdmaClass
RoceQpFactory::GetDataClass() const
{
    return FabricDataClass(m_dataClass);
}

bool
RoceQpFactory::SeparatesImmediates() const
{
    return true;
}

FabricEncap
RoceQpFactory::GetEncap() const
{
    return FabricEncap::PLAIN;
}

uint32_t
RoceQpFactory::GetPathMtuBytes() const
{
    return m_parameters->MakeConfig().pathMtuBytes;
}

uint32_t
RoceQpFactory::GetMaxPlanes() const
{
    return 1;
}

uint32_t
RoceQpFactory::WireBytes(RdmaOpcode op, uint32_t payload) const
{
    const bool selective =
        m_parameters->MakeRecovery(m_parameters->MakeConfig())->GetFacts().selective;
    const bool added = HasRdmaReth(op, selective) && !HasRdmaReth(op, false);
    return FabricWireBytes(FabricL3Bytes(FabricEncap::PLAIN, op, payload)) +
           (added ? RDMA_RETH_BYTES : 0);
}

uint32_t
RoceQpFactory::GetDataWireBytes() const
{
    return WireBytes(RdmaOpcode::RC_WRITE_MIDDLE, GetPathMtuBytes());
}

uint32_t
RoceQpFactory::GetAckWireBytes() const
{
    return WireBytes(RdmaOpcode::RC_ACK, 0);
}

uint64_t
RoceQpFactory::GetMessageWireBytes(uint64_t bytes) const
{
    const uint32_t mtu = GetPathMtuBytes();
    const uint64_t whole = CountRdmaPackets(bytes, mtu) - 1; // packets before the last
    const auto rest = static_cast<uint32_t>(bytes - whole * mtu);
    if (whole == 0)
    {
        return WireBytes(RdmaOpcode::RC_WRITE_ONLY, rest);
    }
    return WireBytes(RdmaOpcode::RC_WRITE_FIRST, mtu) + (whole - 1) * GetDataWireBytes() +
           WireBytes(RdmaOpcode::RC_WRITE_LAST, rest);
}

uint32_t
RoceQpFactory::GetSmallestWireBytes(uint64_t bytes) const
{
    const uint32_t mtu = GetPathMtuBytes();
    if (bytes <= mtu)
    {
        return GetLargestWireBytes(bytes);
    }
    const auto rest = static_cast<uint32_t>((bytes - 1) % mtu + 1);
    return WireBytes(RdmaOpcode::RC_WRITE_LAST, rest);
}

uint32_t
RoceQpFactory::GetLargestWireBytes(uint64_t bytes) const
{
    const auto first = static_cast<uint32_t>(std::min<uint64_t>(bytes, GetPathMtuBytes()));
    return WireBytes(RdmaOpcode::RC_WRITE_ONLY, first);
}

} // namespace ns3
