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
#include "ns3/rdma-not-null.h"
#include "ns3/rdma-type-name.h"
#include "ns3/rdma-wire-size.h"
#include "ns3/simulator.h"

#include <memory>
#include <vector>

namespace ns3
{

namespace
{

constexpr const char* CLUSTER = "the cluster";

/** End a network with the simulation, as ns-3 ends its nodes. The event keeps it until then. */
void
End(Ptr<RdmaCluster> cluster, Ptr<Fabric> fabric)
{
    cluster->Dispose();
    fabric->Dispose();
}

} // namespace

RdmaClusterHelper::RdmaClusterHelper()
{
    m_nics.SetTypeId(RdmaNic::GetTypeId());
    m_fabrics.SetTypeId(Fabric::GetTypeId());
    m_transports.SetTypeId(MrcQpFactory::GetTypeId());
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
    m_switches = RdmaNotNull(parameters, "the settings of switches");
    m_switchAttributes.clear();
}

void
RdmaClusterHelper::SetTransport(Ptr<RdmaQpFactory> factory)
{
    m_factory = RdmaNotNull(factory, "the factory of a transport");
}

TypeId
RdmaClusterHelper::FindTransport(const std::string& typeName)
{
    return FindRdmaType(typeName, RdmaQpFactory::GetTypeId());
}

void
RdmaClusterHelper::SetSwitchAttribute(const std::string& name, const AttributeValue& value)
{
    GetSwitches()->SetAttribute(name, value); // aborts if it is wrong
    m_switchAttributes.emplace_back(name, value.Copy());
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

const FabricNetwork&
RdmaClusterHelper::GetNetwork() const
{
    NS_ABORT_MSG_IF(!m_network, "RdmaClusterHelper::SetTopology has not been called");
    return *m_network;
}

Ptr<FabricSwitchParameters>
RdmaClusterHelper::GetSwitches() const
{
    if (m_switches && m_switchAttributes.empty())
    {
        return m_switches;
    }
    const Ptr<FabricSwitchParameters> switches =
        m_switches ? CopyObject(m_switches) : CreateObject<FabricSwitchParameters>();
    for (const auto& [name, value] : m_switchAttributes)
    {
        switches->SetAttribute(name, *value);
    }
    return switches;
}

Ptr<RdmaQpFactory>
RdmaClusterHelper::GetFactory() const
{
    return m_factory ? m_factory : m_transports.Create<RdmaQpFactory>();
}

RdmaTick
RdmaClusterHelper::GetBaseRtt() const
{
    return GetBaseRtt(*GetFactory());
}

RdmaTick
RdmaClusterHelper::GetBaseRtt(const RdmaQpFactory& factory) const
{
    return GetNetwork().GetBaseRtt(factory.GetDataWireBytes(), factory.GetAckWireBytes());
}

RdmaProblems
RdmaClusterHelper::Check() const
{
    const Ptr<RdmaQpFactory> factory = GetFactory();
    RdmaProblems problems =
        RdmaTransportMessenger::CheckPlanes(GetNetwork().GetNPlanes(), *factory);
    if (problems.empty())
    {
        problems = RdmaTransportMessenger::Check(*m_network, *factory);
    }
    if (problems.empty())
    {
        problems = FabricLazyTopology::Check(*m_network, MakeSettings(*factory));
    }
    return problems;
}

RdmaProblems
RdmaClusterHelper::Advise() const
{
    RdmaProblems advice = GetNetwork().Advise();
    const RdmaProblems ofSwitches =
        FabricLazyTopology::Advise(GetNetwork(), MakeSettings(*GetFactory()));
    advice.insert(advice.end(), ofSwitches.begin(), ofSwitches.end());
    return advice;
}

Ptr<RdmaCluster>
RdmaClusterHelper::Build() const
{
    NodeContainer hosts;
    hosts.Create(GetNetwork().GetNHosts());
    return Install(hosts);
}

Ptr<RdmaCluster>
RdmaClusterHelper::Install(const NodeContainer& hosts) const
{
    NS_ABORT_MSG_IF(hosts.GetN() != GetNetwork().GetNHosts(),
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
        NS_ABORT_MSG_IF(RdmaNotNull(hosts.Get(host), "the node of a host")->GetObject<RdmaNic>(),
                        "node " << hosts.Get(host)->GetId() << " already has a NIC");
        hosts.Get(host)->AggregateObject(nic);
        owners.push_back(PeekPointer(nic));
        nics.push_back(nic);
    }
    const Ptr<RdmaQpFactory> factory = GetFactory();
    const FabricTopologySettings settings = MakeSettings(*factory);
    fabric->SetLazyTopology(
        std::make_unique<FabricLazyTopology>(fabric->GetElements(), settings, owners));
    if (settings.switches->IsLossless())
    {
        fabric->SetPauseWatch(CreateObject<FabricPauseWatch>());
    }
    Config::RegisterRootNamespaceObject(fabric);
    Ptr<RdmaCluster> cluster = CreateObject<RdmaCluster>();
    cluster->Setup(fabric, factory, nics, settings.switches->IsTrimming());
    Simulator::ScheduleDestroy(&End, cluster, fabric);
    return cluster;
}

FabricTopologySettings
RdmaClusterHelper::MakeSettings(const RdmaQpFactory& factory) const
{
    FabricTopologySettings settings;
    settings.switches = GetSwitches();
    settings.plainRouting = factory.GetPlainRouting();
    settings.baseRtt = GetBaseRtt(factory);
    settings.maxFrameBytes = factory.GetDataWireBytes() - RDMA_WIRE_GAP_BYTES;
    return settings;
}

FabricPort*
RdmaClusterHelper::GetPort(Ptr<RdmaCluster> cluster,
                           const std::string& a,
                           const std::string& b,
                           uint32_t index)
{
    const FabricNames& names = RdmaNotNull(cluster, CLUSTER)->GetNetwork().GetNames();
    for (const std::string& name : {a, b})
    {
        NS_ABORT_MSG_IF(!names.FindNode(name),
                        "the network has no host or switch '"
                            << name << "'; hosts are " << names.GetHostName(0) << " and so on");
    }
    const std::vector<uint32_t> ports = names.FindPorts(a, b);
    NS_ABORT_MSG_IF(index >= ports.size(),
                    "there are " << ports.size() << " links between " << a << " and " << b);
    return cluster->GetFabric()->GetLazyTopology()->GetPort(ports[index]);
}

std::string
RdmaClusterHelper::GetTracePath(const FabricPort* port)
{
    RdmaNotNull(port, "a traced port");
    size_t fabrics = 0;
    for (size_t i = 0; i < Config::GetRootNamespaceObjectN(); ++i)
    {
        fabrics += DynamicCast<Fabric>(Config::GetRootNamespaceObject(i)) ? 1 : 0;
    }
    NS_ABORT_MSG_IF(fabrics > 1,
                    "a path to a port matches the ports of all "
                        << fabrics << " clusters; Fabric::GetTracedPort returns that of one");
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
    const auto sw = RdmaNotNull(cluster, CLUSTER)
                        ->GetNetwork()
                        .FindSwitch(FabricSwitchPosition{tier, plane, index});
    NS_ABORT_MSG_IF(!sw, "no switch " << FabricNames::NamePosition({tier, plane, index}));
    return cluster->GetFabric()->GetLazyTopology()->GetSwitch(*sw);
}

int64_t
RdmaClusterHelper::AssignStreams(Ptr<RdmaCluster> cluster, int64_t stream)
{
    const int64_t used = RdmaNotNull(cluster, CLUSTER)->GetFabric()->AssignStreams(stream);
    return used + cluster->AssignStreams(stream + used);
}

} // namespace ns3
