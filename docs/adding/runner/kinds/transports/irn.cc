/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/qp-transport.h"

#include "ns3/enum.h"
#include "ns3/rdma-wire-size.h"
#include "ns3/roce-fixed-rate.h"
#include "ns3/roce-qp-factory.h"
#include "ns3/roce-segmentation.h"

#include <map>
#include <string>

namespace ns3
{

/**
 * RoCE QPs that retransmit only missing packets, within a window of a bandwidth-delay product, at
 * line rate and without rate control.
 */
class IrnQpFactory : public RoceQpFactory
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::IrnQpFactory")
                                .SetParent<RoceQpFactory>()
                                .SetGroupName("Mrc")
                                .AddConstructor<IrnQpFactory>();
        return tid;
    }

  protected:
    void NotifyConstructionCompleted() override
    {
        RoceQpFactory::NotifyConstructionCompleted();
        SetAttribute("RateControl", TypeIdValue(RoceFixedRate::GetTypeId()));
        GetParameters()->SetAttribute("Reliability", EnumValue(RoceQpParameters::SELECTIVE_REPEAT));
    }
};

NS_OBJECT_ENSURE_REGISTERED(IrnQpFactory);

} // namespace ns3

namespace mrcsim
{

namespace
{

/// RoCE for networks that lose packets.
class IrnTransport : public QpTransport
{
  public:
    IrnTransport()
        : QpTransport("ns3::IrnQpFactory")
    {
    }

    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        keys.AddAttribute("window", "ns3::RoceQpParameters::SelectiveWindowBdps")
            .Range(0.01, 1000)
            .Help("Maximum number of packets in flight, in bandwidth-delay products.");
        keys.AddAttribute("mtu", "ns3::RoceQpParameters::PathMtu")
            .Range(256, 4096)
            .Unit("B")
            .Help("Path MTU: payload of a full packet.");
        AddLoadBalancing(keys);
    }

    bool IsSinglePath() const override
    {
        return true;
    }

    std::string GetLabel() const override
    {
        return "IRN";
    }

    std::map<std::string, uint32_t> GetHeaderBytes() const override
    {
        const uint32_t plain =
            ns3::FabricL3Bytes(ns3::FabricEncap::PLAIN, ns3::RdmaOpcode::RC_WRITE_MIDDLE, 0);
        // Every packet has the header with its position.
        return {{"", ns3::FabricWireBytes(plain + ns3::RDMA_RETH_BYTES)}};
    }

    std::optional<uint64_t> GetMaxMessageBytes() const override
    {
        return ns3::ROCE_MAX_MESSAGE_BYTES;
    }

  protected:
    TransportNumbers ReadNumbers(const std::vector<AttributeSetting>& settings,
                                 const ns3::FabricNetwork& /* network */) const override
    {
        auto numbers = ReadPacketNumbers(settings,
                                         "ns3::RoceQpParameters::PathMtu",
                                         "ns3::RoceQpParameters::AckEveryPackets");
        numbers.endBytes = 1300; // sizes of the objects of one end, B
        return numbers;
    }
};

const auto KIND = TransportKind::Make<IrnTransport>(
    "irn",
    100,
    "RoCE with selective repeat and a window, without rate control.");

} // namespace

} // namespace mrcsim
