/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "transport.h"

#include "keys/key-type.h"

#include "ns3/abort.h"
#include "ns3/rdma-cluster.h"

namespace mrcsim
{

namespace
{

/** @return an object of each kind of transport; a QP does not contain its kind */
const std::vector<std::shared_ptr<Transport>>&
GetAllTransports()
{
    static const auto ALL = [] {
        std::vector<std::shared_ptr<Transport>> all;
        for (const auto& kind : TransportKind::List())
        {
            all.push_back(kind.make());
        }
        return all;
    }();
    return ALL;
}

} // namespace

std::vector<QpEv>
Transport::ListEvs(const ns3::RdmaTransport& /* qp */) const
{
    return {};
}

void
Transport::Prepare(ns3::Ptr<ns3::RdmaCluster> /* cluster */,
                   const std::vector<uint32_t>& /* hosts */) const
{
}

TransportNumbers
Transport::GetNumbers(const std::vector<AttributeSetting>& settings,
                      const ns3::FabricNetwork& network) const
{
    auto numbers = ReadNumbers(settings, network);
    const auto wire = static_cast<uint32_t>(numbers.mtu + numbers.headers);
    numbers.nicBytesPerSecond = static_cast<double>(network.GetPortRate()) / 8 *
                                (IsSinglePath() ? 1 : network.GetNPlanes());
    numbers.rttSeconds =
        network.GetBaseRtt(wire, static_cast<uint32_t>(numbers.headers)).GetSeconds();
    return numbers;
}

TransportNumbers
Transport::ReadPacketNumbers(const std::vector<AttributeSetting>& settings,
                             const char* mtu,
                             const char* packetsPerAnswer) const
{
    const double packets = ReadNumber(settings, packetsPerAnswer);
    TransportNumbers numbers;
    numbers.mtu = ReadNumber(settings, mtu);
    numbers.headers = GetHeaderBytes().at("");
    numbers.answersPerPacket = packets > 0 ? 1 / packets : 0;
    return numbers;
}

void
TransportSpec::DeclareKeys(KeySet& keys)
{
    keys.Add("type", &TransportSpec::name);
    keys.PutKindKeysHere();
    const auto value = std::make_shared<KeyType>();
    value->isNumber = true;
    value->isText = true;
    value->isBoolean = true;
    value->title = "a number, a string as ns-3 reads it, or true or false";
    const auto values = std::make_shared<KeyType>();
    values->members = value;
    values->title = "an object such as {\"ns3::MrcNscc::Gamma\": 0.8}";
    keys.AddNote("attributes")
        .Type(values)
        .DefaultJson("{}")
        .Help("Initial values of ns-3 attributes, applied before the network is built. If an "
              "attribute has a key, use the key instead.");
    AddKinds(keys, "type", &TransportSpec::what);
}

void
AddLoadBalancing(KeySet& keys)
{
    keys.AddAttribute("loadBalancing",
                      "ns3::FabricSwitchParameters::LoadBalancing",
                      {{"ecmp", "ns3::FabricEcmpBalancer"},
                       {"spray", "ns3::FabricSprayBalancer"},
                       {"flowlet", "ns3::FabricFlowletBalancer"},
                       {"adaptive", "ns3::FabricAdaptiveBalancer"}})
        .AnyClass()
        .Help(
            "How switches choose among equal paths. ecmp: by a hash of the 5-tuple, seeded "
            "differently in each switch. spray: a random path for each packet. flowlet: a random "
            "path after each pause of a flow. adaptive: the path with the shortest queue for each "
            "packet. Attributes of these: ns3::FabricSprayBalancer, ns3::FabricFlowletBalancer, "
            "ns3::FabricAdaptiveBalancer. Or ns3::NAME, a class that you have added "
            "(docs/adding.md).");
}

std::vector<std::string>
GetTransportNames(bool (Transport::*trait)() const)
{
    return TransportKind::ListNames(trait);
}

ns3::Ptr<ns3::RdmaMessenger>
Transport::MakeControlMessenger(ns3::Ptr<ns3::RdmaCluster> /* cluster */,
                                uint32_t /* plane */) const
{
    NS_ABORT_MSG("a transport without QPs has no messages in the class of control");
}

TransportSpec
FindTransport(const std::string& name)
{
    TransportSpec transport;
    transport.name = name;
    transport.what = TransportKind::New(name);
    return transport;
}

std::vector<QpEv>
ListEvs(const ns3::RdmaTransport& qp)
{
    std::vector<QpEv> evs;
    const auto& all = GetAllTransports();
    for (auto kind = all.begin(); kind != all.end() && evs.empty(); ++kind)
    {
        evs = (*kind)->ListEvs(qp);
    }
    return evs;
}

double
ReadNumber(const std::vector<AttributeSetting>& settings, const std::string& name)
{
    return std::stod(GetAttributeText(settings, name));
}

} // namespace mrcsim
