/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "transport-numbers.h"

#include "ns3/fabric-tcp-messenger.h"
#include "ns3/rdma-wire-size.h"

#include <algorithm>

namespace mrcsim
{

namespace
{

/**
 * @param scenario a scenario
 * @param name full name of an attribute that is a number
 * @return its value
 */
double
ReadNumber(const Scenario& scenario, const std::string& name)
{
    return std::stod(GetAttributeText(scenario.attributes, name));
}

/**
 * @param scenario a scenario
 * @param [out] transport receives what is special about MRC
 */
void
ReadMrc(const Scenario& scenario, TransportNumbers& transport)
{
    const auto routing = GetAttributeText(scenario.attributes, "ns3::MrcQpFactory::Routing");
    const auto encap = routing == "srv6" ? ns3::FabricEncap::SRV6 : ns3::FabricEncap::PLAIN;
    const auto controller =
        GetAttributeText(scenario.attributes, "ns3::MrcQpFactory::CongestionControl");
    const auto& network = *scenario.network;
    transport.mtu = ReadNumber(scenario, "ns3::MrcQpParameters::PathMtu");
    transport.headers =
        ns3::FabricWireBytes(ns3::FabricL3Bytes(encap, ns3::RdmaOpcode::MRC_WRITE_MIDDLE, 0));
    transport.windowed = controller != "ns3::MrcFixedWindow";
    transport.asksOnce =
        GetAttributeText(scenario.attributes, "ns3::MrcQpParameters::AckOncePerWindow") == "true";
    transport.packetsPerAck =
        ReadNumber(scenario, "ns3::MrcQpParameters::SackThresholdBytes") / transport.mtu;
    transport.evs = ReadNumber(scenario, "ns3::MrcEvParameters::EvCount");
    if (routing != "ecmp")
    {
        // The first and the last host are as far from each other as any two
        const double paths = network.GetNPaths(0, network.GetNHosts() - 1);
        transport.evs = std::min(transport.evs, network.GetNPlanes() * paths);
    }
}

/**
 * @param scenario a scenario
 * @param [out] transport receives what is special about RoCE
 */
void
ReadRoce(const Scenario& scenario, TransportNumbers& transport)
{
    transport.mrc = false;
    transport.mtu = ReadNumber(scenario, "ns3::RoceQpParameters::PathMtu");
    transport.headers = ns3::FabricWireBytes(
        ns3::FabricL3Bytes(ns3::FabricEncap::PLAIN, ns3::RdmaOpcode::RC_WRITE_MIDDLE, 0));
    transport.packetsPerAck = ReadNumber(scenario, "ns3::RoceQpParameters::AckEveryPackets");
}

/**
 * @param scenario a scenario
 * @param [out] transport receives what is special about TCP
 */
void
ReadTcp(const Scenario& scenario, TransportNumbers& transport)
{
    transport.mrc = false;
    transport.packetsOfStack = true;
    transport.signals = 0;
    transport.mtu = ReadNumber(scenario, "ns3::FabricTcpMessenger::SegmentSize");
    transport.headers = ns3::FabricWireBytes(ns3::FabricTcpMessenger::HEADER_BYTES);
    transport.packetsPerAck = ReadNumber(scenario, "ns3::FabricTcpMessenger::DelAckCount");
}

} // namespace

TransportNumbers
ReadTransportNumbers(const Scenario& scenario, TransportType type)
{
    TransportNumbers transport;
    if (type == TransportType::MRC)
    {
        ReadMrc(scenario, transport);
    }
    else if (type == TransportType::ROCE)
    {
        ReadRoce(scenario, transport);
    }
    else
    {
        ReadTcp(scenario, transport);
    }
    const auto& network = *scenario.network;
    const auto wire = static_cast<uint32_t>(transport.mtu + transport.headers);
    transport.nicBytesPerSecond = static_cast<double>(network.GetPortRate()) / 8 *
                                  (IsSinglePath(type) ? 1 : network.GetNPlanes());
    transport.bdpPackets =
        network.GetBaseRtt(wire, static_cast<uint32_t>(transport.headers)).GetSeconds() *
        transport.nicBytesPerSecond / wire;
    return transport;
}

} // namespace mrcsim
