/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/qp-transport.h"

#include "ns3/mrc-profile-helper.h"
#include "ns3/mrc-qp-attributes.h"
#include "ns3/rdma-wire-size.h"

#include <algorithm>

namespace mrcsim
{

namespace
{

/// EVs of a QP in one plane (MRC 1.0, 3.5).
constexpr uint32_t MAX_EVS_PER_PLANE = 256;

/// Memory of one end of a QP but for its EVs, B.
constexpr double END_BYTES = 4650;

/// Memory of a packet under way at both ends of its QP, B.
constexpr double PACKET_BYTES = 48;

/// Multipath Reliable Connection.
class MrcTransport : public QpTransport
{
  public:
    MrcTransport()
        : QpTransport("ns3::MrcQpFactory")
    {
    }

    bool IsSinglePath() const override
    {
        return false;
    }

    void Check(const Json& effective,
               const ns3::FabricNetwork& network,
               Problems& problems) const override
    {
        const auto& transport = effective["transport"];
        if (transport["routing"] == "structured")
        {
            CheckStructured(network, problems);
        }
        CheckEvs(transport, network.GetNPlanes(), problems);
    }

    std::vector<AttributeSetting> GetDefaults(const Json& document) const override
    {
        std::vector<AttributeSetting> defaults;
        const auto& transport = document["transport"];
        if (transport.contains("profile"))
        {
            const auto profile = transport["profile"].get<std::string>();
            for (const auto& attribute : ns3::MrcProfileHelper::GetAttributes(profile))
            {
                defaults.push_back({"transport.profile", attribute.name, attribute.value});
            }
        }
        return defaults;
    }

  protected:
    TransportNumbers ReadNumbers(const std::vector<AttributeSetting>& settings,
                                 const ns3::FabricNetwork& network) const override;

  private:
    /**
     * Can structured EVs name all paths?
     * @param [out] problems receives why not
     */
    static void CheckStructured(const ns3::FabricNetwork& network, Problems& problems)
    {
        const auto digits = network.CheckStructured();
        if (!digits.empty())
        {
            problems.push_back(
                {"transport.routing",
                 "found \"structured\"; " + digits + "; allowed: \"srv6\", \"ecmp\""});
        }
    }

    /**
     * Do the numbers of the EVs fit to each other and to the planes?
     * @param transport the transport's settings
     * @param planes planes of the topology
     * @param [out] problems receives what is wrong
     */
    static void CheckEvs(const Json& transport, uint32_t planes, Problems& problems);
};

void
MrcTransport::CheckEvs(const Json& transport, uint32_t planes, Problems& problems)
{
    const auto evs = transport["evs"].get<uint32_t>();
    const auto active = transport["evsActive"].get<uint32_t>();
    const auto found = [](uint32_t number) { return "found " + std::to_string(number); };
    const auto perPlane = " per plane, and topology.planes is " + std::to_string(planes);
    if (evs / planes > MAX_EVS_PER_PLANE)
    {
        problems.push_back(
            {"transport.evs",
             found(evs) + "; allowed: at most " + std::to_string(MAX_EVS_PER_PLANE) + perPlane});
    }
    if (active > evs)
    {
        problems.push_back(
            {"transport.evsActive",
             found(active) + "; allowed: at most transport.evs, which is " + std::to_string(evs)});
    }
    if (active < planes)
    {
        problems.push_back(
            {"transport.evsActive", found(active) + "; allowed: at least one" + perPlane});
    }
}

TransportNumbers
MrcTransport::ReadNumbers(const std::vector<AttributeSetting>& settings,
                          const ns3::FabricNetwork& network) const
{
    const auto routing = GetAttributeText(settings, "ns3::MrcQpFactory::Routing");
    const auto encap = routing == "srv6" ? ns3::FabricEncap::SRV6 : ns3::FabricEncap::PLAIN;
    TransportNumbers numbers;
    numbers.mtu = ReadNumber(settings, "ns3::MrcQpParameters::PathMtu");
    numbers.headers =
        ns3::FabricWireBytes(ns3::FabricL3Bytes(encap, ns3::RdmaOpcode::MRC_WRITE_MIDDLE, 0));
    numbers.answersPerPacket =
        numbers.mtu / ReadNumber(settings, "ns3::MrcQpParameters::SackThresholdBytes");
    numbers.windowPackets =
        ReadNumber(settings, "ns3::MrcQpParameters::Mpr") * ns3::MRC_MPR_UNIT_PACKETS;
    numbers.packetBytes = PACKET_BYTES;
    numbers.endBytes = END_BYTES;
    numbers.evs = ReadNumber(settings, "ns3::MrcEvParameters::EvCount");
    if (routing != "ecmp")
    {
        // The first and the last host are as far from each other as any two
        const double paths = network.GetNPaths(0, network.GetNHosts() - 1);
        numbers.evs = std::min(numbers.evs, network.GetNPlanes() * paths);
    }
    return numbers;
}

const TransportKind KIND("mrc", std::make_shared<MrcTransport>());

} // namespace

} // namespace mrcsim
