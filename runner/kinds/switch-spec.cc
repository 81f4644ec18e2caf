/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "switch-spec.h"

#include "transport.h"

namespace mrcsim
{

namespace
{

/** @return for each kind of transport the default of marking on the last hop */
std::vector<std::pair<std::string, KeyConstant>>
ListMarksOnLastHop()
{
    std::vector<std::pair<std::string, KeyConstant>> marks;
    for (const auto& kind : TransportKind::List())
    {
        marks.emplace_back(kind.name, kind.make()->MarksOnLastHop());
    }
    return marks;
}

/** @param keys receives the keys of switch.ecn */
void
DeclareEcn(KeySet& keys)
{
    const std::vector<KeyWord> automatic{{"auto", "0"}};
    keys.Add("enabled", &SwitchSpec::ecn)
        .Attribute("ns3::FabricSwitchParameters::Ecn")
        .Help("Mark packets.");
    keys.Add("kmin", &SwitchSpec::kmin)
        .Bytes()
        .AtLeast(1)
        .Attribute("ns3::FabricSwitchParameters::EcnKmin", automatic)
        .Help("Queue length up to which no packet is marked. auto: 0.2 x plane BDP (mrc reference, "
              "7), with pfc 4 KB per Gbit/s of the link, at most half of the memory use at which a "
              "port is paused; at most kmax.");
    keys.Add("kmax", &SwitchSpec::kmax)
        .Bytes()
        .AtLeast(1)
        .Attribute("ns3::FabricSwitchParameters::EcnKmax", automatic)
        .Help("Queue length above which every packet is marked. auto: 0.8 x plane BDP, with pfc 16 "
              "KB per Gbit/s of the link; at least kmin.");
    keys.Add("pmax", &SwitchSpec::pmax)
        .Range(0, 1)
        .Attribute("ns3::FabricSwitchParameters::EcnPmax", {{"auto", "-1"}})
        .Help("Marking probability at kmax. auto: 1, with pfc 0.2.");
    keys.Add("lastHop", &SwitchSpec::ecnOnLastHop)
        .Attribute("ns3::FabricSwitchParameters::EcnOnLastHop")
        .DefaultByTransport(ListMarksOnLastHop())
        .Help("Also mark packets on links from a T0 to a host. MRC uses marks to choose paths, but "
              "all paths share the last hop; DCQCN has no other signal of an incast. With pfc only "
              "true is allowed.");
}

/** @param keys receives the keys of the buffer of switches with PFC */
void
DeclareBuffer(KeySet& keys)
{
    const std::vector<KeyWord> automatic{{"auto", "0"}};
    keys.AddAttribute("buffer", "ns3::FabricSwitchParameters::Buffer", automatic)
        .Bytes()
        .AtLeast(10000)
        .Help("Packet buffer of one switch with pfc. auto: 100 KB per 100 Gbit/s of its ports, but "
              "at least the headroom, and a pool as large as the headroom and as the staticXoff of "
              "all ports together.");
    keys.Add("bufferThreshold", &SwitchSpec::bufferThreshold)
        .Attribute("ns3::FabricSwitchParameters::BufferThreshold",
                   {{"dynamic", "Dynamic"}, {"static", "Static"}})
        .Help("Threshold at which a switch with pfc pauses a port. dynamic: packets received from "
              "it use more than bufferAlpha of the free memory. static: they use more than "
              "staticXoff.");
    keys.AddAttribute("bufferAlpha", "ns3::FabricSwitchParameters::BufferAlpha")
        .Help("Share of the free memory that a port may use before it is paused, with "
              "bufferThreshold dynamic.");
    keys.Add("staticXoff", &SwitchSpec::staticXoff)
        .Bytes()
        .AtLeast(100)
        .Attribute("ns3::FabricSwitchParameters::StaticXoff", automatic)
        .Help("Memory that a port may use before it is paused, with bufferThreshold static. auto: "
              "an equal part for each port.");
}

} // namespace

void
SwitchSpec::DeclareKeys(KeySet& keys)
{
    keys.AddAttribute("trimming", "ns3::FabricSwitchParameters::Trimming")
        .Help("Cut the payload of MRC data packets that find a queue full, instead of dropping "
              "them (mrc reference, 6). RoCE packets are never trimmed.");
    keys.AddAttribute("scaleThresholds", "ns3::FabricSwitchParameters::ScaleThresholds")
        .Help("Queues that mark, trim and drop are sized by the rate of their link where it is "
              "below that of a NIC's port, also while a link-rate fault lasts. false: by the rate "
              "of a NIC's port.");
    keys.Add("forwarding", &SwitchSpec::forwarding)
        .Words({"store-and-forward", "cut-through"})
        .Default("store-and-forward")
        .Help("When a switch forwards a packet. store-and-forward: when it has arrived. "
              "cut-through: when its headers have arrived (128 B) if the next link is not faster; "
              "else when it has arrived.");
    keys.AddGroup("ecn", DeclareEcn)
        .DefaultJson("{}")
        .Help("ECN marking of data packets: a RED profile on the queue length at departure.");
    keys.Add("pfc", &SwitchSpec::pfc)
        .Attribute("ns3::FabricSwitchParameters::Pfc")
        .Help("Priority flow control for the data class (IEEE 802.1Qbb), with headroom computed "
              "from rate, delay and MTU. For transport.type roce only; switches then do not trim.");
    DeclareBuffer(keys);
    keys.AddAttribute("pfcResponseTime", "ns3::FabricSwitchParameters::PfcResponseTime")
        .Help("Time from the arrival of a pause frame until the port stops sending. It is part of "
              "the headroom. The standard allows 394 quanta of 512 bit times at 100 Gbit/s, which "
              "is 2 us.");
}

} // namespace mrcsim
