/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-clos-forwarding.h"

#include "ns3/srv6-usid.h"

namespace ns3
{

namespace
{
/// Number of the digit of a T0's uplink in a structured EV.
constexpr size_t T0_DIGIT = 0;
/// Number of the digit of a T1's uplink.
constexpr size_t T1_DIGIT = 1;

/**
 * @param port number of a port
 * @return the hop by it
 */
FabricHop
ByPort(uint32_t port)
{
    FabricHop hop;
    hop.port = port;
    return hop;
}

/**
 * @param group equal ports
 * @param t0 T0 of the destination
 * @return the hop by one of them
 */
FabricHop
ByGroup(const FabricEcmpGroup& group, uint32_t t0)
{
    FabricHop hop;
    hop.group = &group;
    hop.target = t0;
    return hop;
}
} // namespace

FabricT0Forwarding::FabricT0Forwarding(const FabricClosSpec& spec,
                                       uint32_t plane,
                                       uint32_t index,
                                       const FabricSwitchRoutes& routes)
    : m_hosts(spec.GetAddressing()),
      m_plane(plane),
      m_index(index),
      m_firstT1(spec.GetFirstT1Sid(index))
{
    if (spec.GetT0Uplinks() > 0)
    {
        m_uplinks.emplace(routes, spec.hostsPerT0, spec.GetT0Uplinks());
    }
}

uint32_t
FabricT0Forwarding::FindNeighbor(uint16_t /* own */, uint16_t next) const
{
    const uint32_t index = GetSrv6UsidIndex(next);
    if (GetSrv6UsidPlane(next) != m_plane)
    {
        return NO_PORT;
    }
    const Srv6UsidType type = GetSrv6UsidType(next);
    if (type == Srv6UsidType::NIC)
    {
        return index < m_hosts.hostsPerT0 ? index : NO_PORT;
    }
    const uint32_t uplink = index - m_firstT1; // wraps to a huge number if below
    const bool exists = type == Srv6UsidType::T1 && m_uplinks && uplink < m_uplinks->GetSize();
    return exists ? m_hosts.hostsPerT0 + uplink : NO_PORT;
}

FabricHop
FabricT0Forwarding::FindHost(uint32_t host) const
{
    const uint32_t t0 = m_hosts.GetT0(host);
    if (t0 == m_index)
    {
        return ByPort(m_hosts.GetDownlink(host));
    }
    return m_uplinks ? ByGroup(*m_uplinks, t0) : FabricHop{};
}

uint32_t
FabricT0Forwarding::ReadDigit(uint32_t ev,
                              uint32_t /* hops */,
                              const FabricHop& /* hop */,
                              const std::vector<FabricEvField>& fields) const
{
    return fields[T0_DIGIT].Read(ev);
}

bool
FabricT0Forwarding::IsChoice(uint32_t port) const
{
    return port >= m_hosts.hostsPerT0;
}

bool
FabricT0Forwarding::IsTransit(uint32_t /* port */) const
{
    return false;
}

bool
FabricT0Forwarding::HasGroups() const
{
    return m_uplinks.has_value();
}

FabricT1Forwarding::FabricT1Forwarding(const FabricClosSpec& spec,
                                       uint32_t plane,
                                       uint32_t index,
                                       const FabricSwitchRoutes& routes)
    : m_hosts(spec.GetAddressing()),
      m_t0s(spec.GetNT0()),
      m_plane(plane),
      m_firstT0(index / spec.GetT1PerPod() * spec.GetT0PerPod()),
      m_podT0s(spec.GetT0PerPod()),
      m_parallel(spec.parallelLinks),
      m_firstSid(index * spec.parallelLinks),
      m_firstT2(index % spec.GetT1PerPod() * spec.GetT1Uplinks())
{
    for (uint32_t t0 = 0; t0 < m_podT0s && m_parallel > 1; ++t0)
    {
        m_down.emplace_back(routes, t0 * m_parallel, m_parallel);
    }
    if (spec.HasPods())
    {
        m_uplinks.emplace(routes, m_podT0s * m_parallel, spec.GetT1Uplinks());
    }
}

uint32_t
FabricT1Forwarding::FindNeighbor(uint16_t own, uint16_t next) const
{
    const uint32_t index = GetSrv6UsidIndex(next);
    if (GetSrv6UsidPlane(next) != m_plane)
    {
        return NO_PORT;
    }
    const Srv6UsidType type = GetSrv6UsidType(next);
    if (type == Srv6UsidType::T0)
    {
        const uint32_t t0 = index - m_firstT0; // wraps to a huge number if below
        return t0 < m_podT0s ? t0 * m_parallel + GetSrv6UsidIndex(own) - m_firstSid : NO_PORT;
    }
    const uint32_t uplink = index - m_firstT2;
    const bool exists = type == Srv6UsidType::T2 && m_uplinks && uplink < m_uplinks->GetSize();
    return exists ? m_podT0s * m_parallel + uplink : NO_PORT;
}

FabricHop
FabricT1Forwarding::FindHost(uint32_t host) const
{
    const uint32_t t0 = m_hosts.GetT0(host);
    const uint32_t inPod = t0 - m_firstT0;
    if (inPod < m_podT0s)
    {
        return m_parallel == 1 ? ByPort(inPod) : ByGroup(m_down[inPod], t0);
    }
    return m_uplinks && t0 < m_t0s ? ByGroup(*m_uplinks, t0) : FabricHop{};
}

uint32_t
FabricT1Forwarding::ReadDigit(uint32_t ev,
                              uint32_t /* hops */,
                              const FabricHop& hop,
                              const std::vector<FabricEvField>& fields) const
{
    if (m_uplinks && hop.group == &*m_uplinks)
    {
        return fields[T1_DIGIT].Read(ev);
    }
    return fields[T0_DIGIT].Read(ev) % m_parallel; // the same down as up
}

bool
FabricT1Forwarding::IsChoice(uint32_t port) const
{
    return m_parallel > 1 || port >= m_podT0s;
}

bool
FabricT1Forwarding::IsTransit(uint32_t /* port */) const
{
    return true;
}

bool
FabricT1Forwarding::HasGroups() const
{
    return m_uplinks || !m_down.empty();
}

FabricT2Forwarding::FabricT2Forwarding(const FabricClosSpec& spec, uint32_t plane, uint32_t index)
    : m_hosts(spec.GetAddressing()),
      m_plane(plane),
      m_pods(spec.GetNPods()),
      m_podT0s(spec.t0PerPod),
      m_podSids(spec.GetT0Uplinks()),
      m_parallel(spec.parallelLinks),
      m_t1(index / spec.GetT1Uplinks())
{
}

uint32_t
FabricT2Forwarding::FindNeighbor(uint16_t /* own */, uint16_t next) const
{
    const uint32_t index = GetSrv6UsidIndex(next);
    const bool mine = GetSrv6UsidPlane(next) == m_plane &&
                      GetSrv6UsidType(next) == Srv6UsidType::T1 &&
                      index % m_podSids / m_parallel == m_t1 && index / m_podSids < m_pods;
    return mine ? index / m_podSids : NO_PORT;
}

FabricHop
FabricT2Forwarding::FindHost(uint32_t host) const
{
    const uint32_t pod = m_hosts.GetT0(host) / m_podT0s;
    return pod < m_pods ? ByPort(pod) : FabricHop{};
}

uint32_t
FabricT2Forwarding::ReadDigit(uint32_t /* ev */,
                              uint32_t /* hops */,
                              const FabricHop& /* hop */,
                              const std::vector<FabricEvField>& /* fields */) const
{
    return 0; // there is one port to a pod
}

bool
FabricT2Forwarding::IsChoice(uint32_t /* port */) const
{
    return false;
}

bool
FabricT2Forwarding::IsTransit(uint32_t /* port */) const
{
    return true;
}

bool
FabricT2Forwarding::HasGroups() const
{
    return false;
}

} // namespace ns3
