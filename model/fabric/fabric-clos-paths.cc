/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-clos-paths.h"

namespace ns3
{

namespace
{
/**
 * @param spec a network of three tiers
 * @param fields positions of the digits
 * @return digits of the paths between pods, the same for every plane
 */
std::shared_ptr<const MrcPathCodes>
MakeDigits(const FabricClosSpec& spec, const std::vector<FabricEvField>& fields)
{
    std::vector<uint16_t> codes;
    for (uint32_t up = 0; up < spec.GetT0Uplinks(); ++up)
    {
        for (uint32_t core = 0; core < spec.GetT1Uplinks(); ++core)
        {
            codes.push_back(static_cast<uint16_t>(up << fields[0].shift | core << fields[1].shift));
        }
    }
    return std::make_shared<const MrcPathCodes>(spec.planes, codes);
}

/**
 * Source routes from a pod to another one: T0, T1, T2, T1, T0, NIC.
 */
class RoutesBetweenPods final : public Srv6SourceRoutes
{
  public:
    /**
     * @param src sending host
     * @param dst receiving host
     */
    RoutesBetweenPods(const FabricClosSpec& spec, uint32_t src, uint32_t dst)
        : m_spec(spec)
    {
        const FabricAddressing hosts = spec.GetAddressing();
        m_srcT0 = hosts.GetT0(src);
        m_dstT0 = hosts.GetT0(dst);
        m_downlink = hosts.GetDownlink(dst);
    }

    bool Find(uint32_t ev, Srv6SourceRoute& route) const override
    {
        const uint32_t plane = MrcEv::Plane(ev);
        const uint32_t up = MrcEv::Uplink(ev) / m_spec.GetT1Uplinks();
        if (plane >= m_spec.planes || up >= m_spec.GetT0Uplinks())
        {
            return false;
        }
        const uint32_t t2 = up / m_spec.parallelLinks * m_spec.GetT1Uplinks() +
                            MrcEv::Uplink(ev) % m_spec.GetT1Uplinks();
        route = {};
        route.destination = MakeSrv6Carrier(
            {MakeSrv6Usid(plane, Srv6UsidType::T0, m_srcT0),
             MakeSrv6Usid(plane, Srv6UsidType::T1, m_spec.GetFirstT1Sid(m_srcT0) + up),
             MakeSrv6Usid(plane, Srv6UsidType::T2, t2),
             MakeSrv6Usid(plane, Srv6UsidType::T1, m_spec.GetFirstT1Sid(m_dstT0) + up),
             MakeSrv6Usid(plane, Srv6UsidType::T0, m_dstT0),
             MakeSrv6Usid(plane, Srv6UsidType::NIC, m_downlink)});
        return true;
    }

  private:
    const FabricClosSpec& m_spec; ///< the network, which outlives its routes
    uint32_t m_srcT0;             ///< T0 of the sender
    uint32_t m_dstT0;             ///< T0 of the receiver
    uint32_t m_downlink;          ///< downlink of the receiver
};
} // namespace

FabricClosPaths::FabricClosPaths(const FabricClosSpec& spec)
    : m_spec(spec)
{
    if (spec.HasPods() && CheckStructured().empty())
    {
        m_digits = MakeDigits(spec, GetEvFields());
    }
}

uint32_t
FabricClosPaths::GetNPaths(uint32_t src, uint32_t dst) const
{
    switch (m_spec.GetDistance(src, dst))
    {
    case FabricClosSpec::LOCAL:
        return 1;
    case FabricClosSpec::ACROSS_T1:
        return m_spec.GetT0Uplinks();
    default:
        return m_spec.GetT0Uplinks() * m_spec.GetT1Uplinks();
    }
}

std::shared_ptr<const MrcPathCodes>
FabricClosPaths::GetPathCodes(uint32_t src, uint32_t dst, bool structured) const
{
    return structured && m_spec.GetDistance(src, dst) == FabricClosSpec::ACROSS_T2 ? m_digits
                                                                                   : nullptr;
}

std::vector<FabricEvField>
FabricClosPaths::GetEvFields() const
{
    if (!m_spec.HasPods())
    {
        return {};
    }
    const uint8_t first = FabricBitsFor(m_spec.GetT0Uplinks());
    return {{0, first}, {first, FabricBitsFor(m_spec.GetT1Uplinks())}};
}

std::string
FabricClosPaths::CheckStructured() const
{
    uint32_t bits = 0;
    for (const FabricEvField& field : GetEvFields())
    {
        bits += field.bits;
    }
    return bits <= MrcEv::PLANE_SHIFT ? ""
                                      : "the uplinks of a T0 and of a T1 need " +
                                            std::to_string(bits) + " bits of an EV, at most " +
                                            std::to_string(MrcEv::PLANE_SHIFT) + " are available";
}

Srv6Carrier
FabricClosPaths::GetPathTemplate(uint32_t src, uint32_t dst) const
{
    const FabricAddressing hosts = m_spec.GetAddressing();
    const uint32_t t0 = hosts.GetT0(src);
    return MakeSrv6PathTemplate(t0,
                                hosts.GetT0(dst),
                                hosts.GetDownlink(dst),
                                m_spec.GetFirstT1Sid(t0));
}

std::unique_ptr<Srv6SourceRoutes>
FabricClosPaths::MakeSourceRoutes(uint32_t src, uint32_t dst, Srv6Segments& /* segments */) const
{
    return m_spec.GetDistance(src, dst) == FabricClosSpec::ACROSS_T2
               ? std::make_unique<RoutesBetweenPods>(m_spec, src, dst)
               : nullptr;
}

std::optional<Srv6Carrier>
FabricClosPaths::GetUplinkProbeTemplate(uint32_t host) const
{
    if (m_spec.GetT0Uplinks() == 0)
    {
        return std::nullopt;
    }
    const FabricAddressing hosts = m_spec.GetAddressing();
    const uint32_t t0 = hosts.GetT0(host);
    return MakeSrv6CrossT1Template(t0, t0, hosts.GetDownlink(host), m_spec.GetFirstT1Sid(t0));
}

} // namespace ns3
