/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-cluster-helper.h"

#include "ns3/abort.h"
#include "ns3/node.h"
#include "ns3/rdma-wire-size.h"

namespace ns3
{

namespace
{
/// Base of the hash seeds of switches; each adds its number.
constexpr uint64_t HASH_SEED = 0x6D7263; // "mrc"

/**
 * @param tier tier of a switch
 * @param plane its plane
 * @param index its number
 * @return a seed that no other switch has
 */
uint64_t
HashSeed(FabricSwitchPosition::Tier tier, uint32_t plane, uint32_t index)
{
    return HASH_SEED << 40 | static_cast<uint64_t>(tier) << 36 |
           static_cast<uint64_t>(plane) << 32 | index;
}
} // namespace

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
    for (uint32_t host = 0; host < m_spec.hosts; ++host)
    {
        Ptr<MrcNic> nic = CreateObject<MrcNic>();
        nic->Setup(fabric, host, host % m_spec.hostsPerT0);
        CreateObject<Node>()->AggregateObject(nic);
        nics.push_back(nic);
    }
    for (uint32_t plane = 0; plane < m_spec.planes; ++plane)
    {
        Wire(*fabric, MakeSwitches(*fabric, plane), nics);
    }
    Configure(*fabric);
    Ptr<RdmaCluster> cluster = CreateObject<RdmaCluster>();
    cluster->Setup(fabric, m_spec, m_factory, nics, m_switches->IsTrimming());
    return cluster;
}

RdmaClusterHelper::Plane
RdmaClusterHelper::MakeSwitches(Fabric& fabric, uint32_t plane) const
{
    using Tier = FabricSwitchPosition::Tier;
    const auto make = [&](Tier tier, uint32_t index) {
        FabricSwitchPosition position;
        position.tier = tier;
        position.plane = plane;
        position.index = index;
        position.hostsPerT0 = m_spec.hostsPerT0;
        position.t0s = m_spec.GetNT0();
        position.t1s = m_spec.t1PerPlane;
        FabricSwitch* sw = fabric.AddSwitch(
            std::make_unique<FabricSwitch>(fabric, position, HashSeed(tier, plane, index)));
        sw->SetPlainRouting(m_factory->GetPlainRouting(), m_switches->GetEvField());
        return sw;
    };
    Plane switches;
    for (uint32_t i = 0; i < m_spec.GetNT0(); ++i)
    {
        switches.t0.push_back(make(Tier::T0, i));
    }
    for (uint32_t i = 0; i < m_spec.t1PerPlane; ++i)
    {
        switches.t1.push_back(make(Tier::T1, i));
    }
    return switches;
}

void
RdmaClusterHelper::Wire(Fabric& fabric,
                        const Plane& plane,
                        const std::vector<Ptr<MrcNic>>& nics) const
{
    const Tick toSwitch = m_spec.linkDelay + m_spec.switchDelay;
    for (uint32_t host = 0; host < m_spec.hosts; ++host)
    {
        FabricSwitch* t0 = plane.t0[host / m_spec.hostsPerT0];
        FabricPort* port = fabric.AddLink(PeekPointer(nics[host]),
                                          t0,
                                          m_spec.hostRateBps,
                                          toSwitch,
                                          m_spec.linkDelay);
        nics[host]->AddPort(port);
        t0->AddPort(port->peer);
    }
    for (FabricSwitch* t0 : plane.t0)
    {
        for (FabricSwitch* t1 : plane.t1)
        {
            FabricPort* port = fabric.AddLink(t0, t1, m_spec.fabricRateBps, toSwitch, toSwitch);
            t0->AddPort(port);
            t1->AddPort(port->peer);
        }
    }
}

void
RdmaClusterHelper::Configure(Fabric& fabric) const
{
    const Tick baseRtt =
        m_spec.GetBaseRtt(m_factory->GetDataWireBytes(), m_factory->GetAckWireBytes());
    FabricQueueScale scale;
    scale.planeBdpBytes =
        static_cast<uint64_t>(static_cast<double>(m_spec.hostRateBps) * baseRtt.GetSeconds() / 8);
    scale.maxFrameBytes = m_factory->GetDataWireBytes() - WIRE_GAP_BYTES;
    scale.rateBps = m_spec.hostRateBps;
    const FabricQueueProfile* nic = fabric.AddProfile(FabricQueueProfile{});
    const FabricQueueProfile* down = fabric.AddProfile(m_switches->MakeProfile(scale, true));
    scale.rateBps = m_spec.fabricRateBps;
    const FabricQueueProfile* core = fabric.AddProfile(m_switches->MakeProfile(scale, false));
    for (uint32_t id = 0; id < fabric.GetNPorts(); ++id)
    {
        fabric.GetPort(id)->profile = core;
    }
    for (const auto& sw : fabric.GetSwitches())
    {
        const FabricSwitchPosition& position = sw->GetPosition();
        scale.switchRateBps = 0;
        for (uint32_t i = 0; i < sw->GetNPorts(); ++i)
        {
            FabricPort* port = sw->GetPort(i);
            scale.switchRateBps += port->GetRateBps();
            if (position.tier == FabricSwitchPosition::Tier::T0 && i < position.hostsPerT0)
            {
                port->profile = down;
                port->peer->profile = nic;
            }
        }
        if (m_switches->IsLossless())
        {
            sw->EnablePfc(m_switches->MakeBuffer(scale));
        }
    }
}

FabricPort*
RdmaClusterHelper::GetUplink(Ptr<RdmaCluster> cluster, uint32_t plane, uint32_t t0, uint32_t t1)
{
    NS_ABORT_MSG_IF(t1 >= cluster->GetClos().t1PerPlane, "no T1 " << t1 << " in plane " << plane);
    return GetSwitch(cluster, FabricSwitchPosition::Tier::T0, plane, t0)->GetUpPort(t1);
}

FabricSwitch*
RdmaClusterHelper::GetSwitch(Ptr<RdmaCluster> cluster,
                             FabricSwitchPosition::Tier tier,
                             uint32_t plane,
                             uint32_t index)
{
    const FabricClosSpec& spec = cluster->GetClos();
    const bool t1 = tier == FabricSwitchPosition::Tier::T1;
    NS_ABORT_MSG_IF(plane >= spec.planes || index >= (t1 ? spec.t1PerPlane : spec.GetNT0()),
                    "no " << (t1 ? "T1 " : "T0 ") << index << " in plane " << plane);
    // Switches were added plane by plane, T0s first.
    const uint32_t perPlane = spec.GetNT0() + spec.t1PerPlane;
    const uint32_t place = plane * perPlane + (t1 ? spec.GetNT0() : 0) + index;
    return cluster->GetFabric()->GetSwitches()[place].get();
}

int64_t
RdmaClusterHelper::AssignStreams(Ptr<RdmaCluster> cluster, int64_t stream)
{
    const int64_t used = cluster->GetFabric()->AssignStreams(stream);
    return used + cluster->AssignStreams(stream + used);
}

} // namespace ns3
