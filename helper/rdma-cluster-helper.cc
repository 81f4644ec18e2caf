/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-cluster-helper.h"

#include "ns3/abort.h"
#include "ns3/config.h"
#include "ns3/mrc-qp-factory.h"
#include "ns3/node.h"
#include "ns3/rdma-type-name.h"
#include "ns3/rdma-wire-size.h"
#include "ns3/simulator.h"

#include <memory>
#include <vector>

namespace ns3
{

RdmaClusterHelper::RdmaClusterHelper()
    : m_switches(CreateObject<FabricSwitchParameters>()),
      m_factory(CreateObject<MrcQpFactory>())
{
    m_nics.SetTypeId(RdmaNic::GetTypeId());
    m_fabrics.SetTypeId(Fabric::GetTypeId());
}

void
RdmaClusterHelper::SetTopology(Ptr<const FabricNetwork> network)
{
    m_network = network;
}

void
RdmaClusterHelper::SetTopology(const FabricClosSpec& spec)
{
    m_network = Create<FabricClos>(spec);
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

TypeId
RdmaClusterHelper::FindTransport(const std::string& typeName)
{
    return FindRdmaType(typeName, RdmaQpFactory::GetTypeId());
}

void
RdmaClusterHelper::SetSwitchAttribute(const std::string& name, const AttributeValue& value)
{
    m_switches = CopyObject(m_switches); // networks built before keep theirs
    m_switches->SetAttribute(name, value);
}

void
RdmaClusterHelper::SetNicAttribute(const std::string& name, const AttributeValue& value)
{
    m_nics.Set(name, value);
}

void
RdmaClusterHelper::SetFabricAttribute(const std::string& name, const AttributeValue& value)
{
    m_fabrics.Set(name, value);
}

RdmaTick
RdmaClusterHelper::GetBaseRtt() const
{
    return m_network->GetBaseRtt(m_factory->GetDataWireBytes(), m_factory->GetAckWireBytes());
}

RdmaProblems
RdmaClusterHelper::Check() const
{
    RdmaProblems problems = RdmaTransportMessenger::Check(*m_network, *m_factory);
    if (problems.empty())
    {
        problems = FabricLazyTopology::Check(*m_network, MakeSettings());
    }
    return problems;
}

RdmaProblems
RdmaClusterHelper::Advise() const
{
    return FabricLazyTopology::Advise(*m_network, MakeSettings());
}

Ptr<RdmaCluster>
RdmaClusterHelper::Build() const
{
    NS_ABORT_MSG_IF(!m_network, "RdmaClusterHelper::SetTopology has not been called");
    NodeContainer hosts;
    hosts.Create(m_network->GetNHosts());
    return Install(hosts);
}

Ptr<RdmaCluster>
RdmaClusterHelper::Install(const NodeContainer& hosts) const
{
    NS_ABORT_MSG_IF(!m_factory, "RdmaClusterHelper::SetTransport was called without a factory");
    NS_ABORT_MSG_IF(!m_network, "RdmaClusterHelper::SetTopology has not been called");
    NS_ABORT_MSG_IF(hosts.GetN() != m_network->GetNHosts(),
                    hosts.GetN() << " nodes for a network with " << m_network->GetNHosts()
                                 << " hosts");
    Ptr<Fabric> fabric = m_fabrics.Create<Fabric>();
    fabric->SetNetwork(m_network);
    std::vector<Ptr<RdmaNic>> nics;
    std::vector<FabricPortOwner*> owners;
    const Ptr<const RdmaNic> likeAll = m_nics.Create<RdmaNic>();
    for (uint32_t host = 0; host < m_network->GetNHosts(); ++host)
    {
        Ptr<RdmaNic> nic = CopyObject(likeAll);
        nic->Setup(fabric, host, m_network->GetNicIndex(host), m_network->GetNPlanes());
        NS_ABORT_MSG_IF(hosts.Get(host)->GetObject<RdmaNic>(),
                        "node " << hosts.Get(host)->GetId() << " already has a NIC");
        hosts.Get(host)->AggregateObject(nic);
        owners.push_back(PeekPointer(nic));
        nics.push_back(nic);
    }
    fabric->SetLazyTopology(
        std::make_unique<FabricLazyTopology>(fabric->GetElements(), MakeSettings(), owners));
    if (m_switches->IsLossless())
    {
        fabric->SetPauseWatch(CreateObject<FabricPauseWatch>());
    }
    Config::RegisterRootNamespaceObject(fabric);
    Simulator::ScheduleDestroy(&Config::UnregisterRootNamespaceObject, fabric);
    Ptr<RdmaCluster> cluster = CreateObject<RdmaCluster>();
    cluster->Setup(fabric, m_factory, nics, m_switches->IsTrimming());
    return cluster;
}

FabricTopologySettings
RdmaClusterHelper::MakeSettings() const
{
    FabricTopologySettings settings;
    settings.switches = m_switches;
    settings.plainRouting = m_factory->GetPlainRouting();
    settings.baseRtt = GetBaseRtt();
    settings.maxFrameBytes = m_factory->GetDataWireBytes() - RDMA_WIRE_GAP_BYTES;
    return settings;
}

FabricPort*
RdmaClusterHelper::GetPort(Ptr<RdmaCluster> cluster,
                           const std::string& a,
                           const std::string& b,
                           uint32_t index)
{
    const FabricNetwork& network = cluster->GetNetwork();
    const std::vector<uint32_t> ports = network.GetNames().FindPorts(a, b);
    NS_ABORT_MSG_IF(index >= ports.size(),
                    "there are " << ports.size() << " links between " << a << " and " << b);
    return cluster->GetFabric()->GetLazyTopology()->GetPort(ports[index]);
}

std::string
RdmaClusterHelper::GetTracePath(const FabricPort* port)
{
    return "/$ns3::Fabric/PortList/" + std::to_string(port->id);
}

FabricPort*
RdmaClusterHelper::GetUplink(Ptr<RdmaCluster> cluster, uint32_t plane, uint32_t t0, uint32_t t1)
{
    using Tier = FabricSwitchPosition::Tier;
    return GetPort(cluster,
                   FabricNames::NamePosition({Tier::T0, plane, t0}),
                   FabricNames::NamePosition({Tier::T1, plane, t1}));
}

FabricSwitch*
RdmaClusterHelper::GetSwitch(Ptr<RdmaCluster> cluster,
                             FabricSwitchPosition::Tier tier,
                             uint32_t plane,
                             uint32_t index)
{
    const auto sw = cluster->GetNetwork().FindSwitch(FabricSwitchPosition{tier, plane, index});
    NS_ABORT_MSG_IF(!sw, "no switch " << FabricNames::NamePosition({tier, plane, index}));
    return cluster->GetFabric()->GetLazyTopology()->GetSwitch(*sw);
}

int64_t
RdmaClusterHelper::AssignStreams(Ptr<RdmaCluster> cluster, int64_t stream)
{
    const int64_t used = cluster->GetFabric()->AssignStreams(stream);
    return used + cluster->AssignStreams(stream + used);
}

} // namespace ns3
