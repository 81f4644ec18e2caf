/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-lane.h"

#include "rdma-cluster.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RdmaLaneMessenger);

namespace
{
/// Most that the ports of a path gain by rounding a frame's line time, ps.
constexpr int64_t FRAME_ROUNDING_PS = 8;
/// A port is at most 1 ps per so many bytes faster than its rate (FabricPort::SetLink), B.
constexpr uint64_t RATE_ROUNDING_BYTES = 1 << 17;
} // namespace

RdmaTick
GetRdmaLineTime(uint64_t bytes, uint64_t bps)
{
    return RdmaTick::Ps(static_cast<int64_t>(static_cast<double>(bytes) * 8e12 / bps));
}

RdmaTick
GetRdmaRounding(uint64_t bytes)
{
    return RdmaTick::Ps(FRAME_ROUNDING_PS + static_cast<int64_t>(bytes / RATE_ROUNDING_BYTES));
}

RdmaLane::RdmaLane(Ptr<RdmaQpFactory> factory,
                   const FabricNetwork& network,
                   uint32_t planes,
                   uint32_t firstPlane)
    : m_factory(factory),
      m_network(&network),
      m_planes(planes),
      m_firstPlane(firstPlane),
      m_baseRtt(network.GetBaseRtt(factory->GetDataWireBytes(), factory->GetAckWireBytes()))
{
    NS_ABORT_MSG_IF(planes > factory->GetMaxPlanes(),
                    factory->GetInstanceTypeId().GetName()
                        << " can use " << factory->GetMaxPlanes() << " plane(s), the network has "
                        << planes);
}

RdmaTick
RdmaLane::GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const
{
    const uint64_t total = m_factory->GetMessageWireBytes(bytes);
    const uint32_t smallest = m_factory->GetSmallestWireBytes(bytes);
    const uint32_t largest = m_factory->GetLargestWireBytes(bytes);
    const uint64_t rate = m_network->GetNicRate(src, m_planes, m_firstPlane);
    const auto after = [&](uint32_t wireBytes) {
        return m_network->GetAfterNic(src, dst, wireBytes);
    };
    // No port idle until the last byte has left; then the smallest packet travels on.
    RdmaTick ideal = GetRdmaLineTime(total, rate) + after(smallest);
    // The same for all but the smallest packet, with the largest travelling on.
    ideal = std::max(ideal, GetRdmaLineTime(total - smallest, rate) + after(largest));
    // The largest packet travels all the way by itself.
    ideal = std::max(ideal, m_network->GetOneWay(src, dst, largest));
    // A receiver with slower ports, none of which is idle from the first byte on.
    const uint64_t dstRate = m_network->GetNicRate(dst, m_planes, m_firstPlane);
    ideal = std::max(ideal, GetRdmaLineTime(total, dstRate) + after(0));
    // At rates whose byte takes no whole number of picoseconds ports are a trifle faster.
    return ideal - GetRdmaRounding(total);
}

double
RdmaLane::GetPayloadRateBps() const
{
    const uint64_t rate = m_network->GetPortRate() * m_planes;
    return static_cast<double>(rate) * m_factory->GetPathMtuBytes() / m_factory->GetDataWireBytes();
}

TypeId
RdmaLaneMessenger::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RdmaLaneMessenger")
                            .SetParent<RdmaMessenger>()
                            .SetGroupName("Mrc")
                            .AddConstructor<RdmaLaneMessenger>();
    return tid;
}

void
RdmaLaneMessenger::Setup(RdmaCluster* cluster, uint32_t lane)
{
    m_cluster = cluster;
    m_lane = lane;
}

void
RdmaLaneMessenger::DoDispose()
{
    m_cluster = nullptr;
    RdmaMessenger::DoDispose();
}

void
RdmaLaneMessenger::Send(uint32_t src, uint32_t dst, uint32_t qp, uint64_t bytes, uint64_t token)
{
    m_cluster->SendBy(m_lane, src, dst, qp, bytes, token);
}

uint32_t
RdmaLaneMessenger::GetNHosts() const
{
    return m_cluster->GetNHosts();
}

RdmaTick
RdmaLaneMessenger::GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const
{
    return m_cluster->GetLane(m_lane).GetIdealTime(src, dst, bytes);
}

double
RdmaLaneMessenger::GetPayloadRateBps() const
{
    return m_cluster->GetLane(m_lane).GetPayloadRateBps();
}

std::string
RdmaLaneMessenger::Describe(uint32_t src, uint32_t dst, uint32_t qp) const
{
    return m_cluster->Describe(src, dst, qp); // a pair's QPs are numbered through all transports
}

} // namespace ns3
