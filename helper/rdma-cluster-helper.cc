/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-cluster-helper.h"

#include "ns3/abort.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-wire-size.h"

#include <memory>
#include <vector>

namespace ns3
{

RdmaClusterHelper::RdmaClusterHelper()
    : m_switches(CreateObject<FabricSwitchParameters>())
{
}

void
RdmaClusterHelper::SetTopology(const FabricClosSpec& spec)
{
    const std::vector<std::string> problems = spec.Check();
    NS_ABORT_MSG_IF(!problems.empty(), "topology: " << problems.front());
    m_spec = spec;
}

void
RdmaClusterHelper::SetSwitches(Ptr<FabricSwitchParameters> parameters)
{
    m_switches = parameters;
}

void
RdmaClusterHelper::SetTransport(Ptr<RdmaQpFactory> factory)
{
    m_factory = factory;
}

void
RdmaClusterHelper::SetTransport(const std::string& typeName)
{
    m_factory = ObjectFactory(typeName).Create<RdmaQpFactory>();
}

Ptr<RdmaCluster>
RdmaClusterHelper::Build() const
{
    NS_ABORT_MSG_IF(!m_factory, "RdmaClusterHelper::SetTransport has not been called");
    NS_ABORT_MSG_IF(m_spec.hostRateBps == 0, "RdmaClusterHelper::SetTopology has not been called");
    Ptr<Fabric> fabric = CreateObject<Fabric>();
    fabric->SetHostsPerT0(m_spec.hostsPerT0);
    std::vector<Ptr<MrcNic>> nics;
    std::vector<FabricPortOwner*> owners;
    const Ptr<const MrcNic> likeAll = CreateObject<MrcNic>();
    for (uint32_t host = 0; host < m_spec.hosts; ++host)
    {
        Ptr<MrcNic> nic = CopyObject(likeAll);
        nic->Setup(fabric, host, host % m_spec.hostsPerT0, m_spec.planes);
        CreateObject<Node>()->AggregateObject(nic);
        owners.push_back(PeekPointer(nic));
        nics.push_back(nic);
    }
    fabric->SetNetwork(
        std::make_unique<FabricClosNetwork>(*fabric, m_spec, MakeSettings(), owners));
    if (m_switches->IsLossless())
    {
        fabric->SetPauseWatch(CreateObject<FabricPauseWatch>());
    }
    Ptr<RdmaCluster> cluster = CreateObject<RdmaCluster>();
    cluster->Setup(fabric, m_spec, m_factory, nics, m_switches->IsTrimming());
    return cluster;
}

FabricClosSettings
RdmaClusterHelper::MakeSettings() const
{
    const Tick baseRtt =
        m_spec.GetBaseRtt(m_factory->GetDataWireBytes(), m_factory->GetAckWireBytes());
    FabricQueueScale scale;
    scale.planeBdpBytes =
        static_cast<uint64_t>(static_cast<double>(m_spec.hostRateBps) * baseRtt.GetSeconds() / 8);
    scale.maxFrameBytes = m_factory->GetDataWireBytes() - WIRE_GAP_BYTES;
    FabricClosSettings settings;
    settings.nic = m_switches->MakeNicProfile();
    scale.rateBps = m_spec.hostRateBps;
    settings.down = m_switches->MakeProfile(scale, true);
    scale.rateBps = m_spec.fabricRateBps;
    settings.core = m_switches->MakeProfile(scale, false);
    settings.plainRouting = m_factory->GetPlainRouting();
    settings.evField = m_switches->GetEvField();
    settings.loadBalancer = m_switches->MakeLoadBalancer();
    settings.baseRtt = baseRtt;
    if (m_switches->IsLossless())
    {
        scale.switchRateBps =
            m_spec.hostRateBps * m_spec.hostsPerT0 + m_spec.fabricRateBps * m_spec.t1PerPlane;
        settings.t0Buffer = m_switches->MakeBuffer(scale);
        scale.switchRateBps = m_spec.fabricRateBps * m_spec.GetNT0();
        settings.t1Buffer = m_switches->MakeBuffer(scale);
    }
    return settings;
}

FabricPort*
RdmaClusterHelper::GetUplink(Ptr<RdmaCluster> cluster, uint32_t plane, uint32_t t0, uint32_t t1)
{
    return cluster->GetFabric()->GetNetwork()->GetUplink(plane, t0, t1);
}

FabricSwitch*
RdmaClusterHelper::GetSwitch(Ptr<RdmaCluster> cluster,
                             FabricSwitchPosition::Tier tier,
                             uint32_t plane,
                             uint32_t index)
{
    return cluster->GetFabric()->GetNetwork()->GetSwitch(tier, plane, index);
}

int64_t
RdmaClusterHelper::AssignStreams(Ptr<RdmaCluster> cluster, int64_t stream)
{
    const int64_t used = cluster->GetFabric()->AssignStreams(stream);
    return used + cluster->AssignStreams(stream + used);
}

} // namespace ns3
