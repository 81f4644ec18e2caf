/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-fault.h"

#include "ns3/fabric-faults.h"
#include "ns3/rdma-cluster.h"

#include <utility>

namespace mrcsim
{

namespace
{

const EventKind LINK_DOWN("link-down",
                          "link, p0-t0-0--p0-t1-1",
                          "",
                          "a fault begins: it carries nothing",
                          FaultSign{FaultSign::Role::BEGINS, FaultSign::State::DOWN, "link-up"});

} // namespace

const EventKind LINK_UP("link-up",
                        "link, p0-t0-0--p0-t1-1",
                        "still down by another fault, or nothing",
                        "such a fault ends",
                        FaultSign{FaultSign::Role::ENDS, FaultSign::State::DOWN});

void
LinkFault::DeclareLink(KeySet& keys)
{
    AddFaultLink(keys, &LinkFault::m_link);
}

void
LinkFault::DeclareDirection(KeySet& keys)
{
    keys.Add("direction", &LinkFault::m_direction)
        .Words({"both", "ab", "ba"})
        .Default("both")
        .Help("Which directions: both, ab: frames from the end that is named first to the other, "
              "ba: the others. Of {\"plane\", \"t0\", \"t1\"} the T0 is named first, of "
              "{\"host\", \"plane\"} the host.");
}

std::string
LinkFault::GetObject(const ns3::FabricNetwork& network) const
{
    const auto ports = ListDirections();
    return ports.size() == 1 ? network.GetPortName(ports[0]) : network.GetLinkName(GetLink());
}

std::vector<uint32_t>
LinkFault::ListDirections() const
{
    std::vector<uint32_t> ports;
    if (m_direction != "ba")
    {
        ports.push_back(GetPort());
    }
    if (m_direction != "ab")
    {
        ports.push_back(GetPort() ^ 1); // the other end of the same link
    }
    return ports;
}

std::vector<ns3::FabricFaultId>
LinkFault::HoldEach(const FaultStage& stage,
                    const std::function<ns3::FabricFaultId(ns3::FabricPort*)>& begin) const
{
    std::vector<ns3::FabricFaultId> ids;
    for (const auto port : ListDirections())
    {
        ids.push_back(begin(stage.GetPort(port)));
    }
    return ids;
}

void
DarkLinks::SetLinks(std::vector<uint32_t> links)
{
    m_links = std::move(links);
}

std::string
DarkLinks::GetObject(const ns3::FabricNetwork& network) const
{
    std::string names;
    for (const auto link : m_links)
    {
        names += (names.empty() ? "" : " ") + network.GetLinkName(link);
    }
    return names;
}

std::vector<ns3::FabricFaultId>
DarkLinks::Begin(const FaultStage& stage, uint32_t item) const
{
    const auto link = m_links[item];
    stage.Note(LINK_DOWN, stage.cluster->GetNetwork().GetLinkName(link), "");
    return {stage.GetFaults().Darken(stage.GetPort(ns3::FabricNetwork::GetLowerPort(link)))};
}

void
DarkLinks::End(const FaultStage& stage, uint32_t item) const
{
    const auto link = m_links[item];
    const bool up = stage.GetPort(ns3::FabricNetwork::GetLowerPort(link))->IsUp();
    stage.Note(LINK_UP,
               stage.cluster->GetNetwork().GetLinkName(link),
               up ? "" : "still down by another fault");
}

std::vector<uint32_t>
DarkLinks::ListLinks() const
{
    return m_links;
}

std::optional<LinkSpell>
DarkLinks::FindLast(uint32_t /* link */, const FaultTime& time, ns3::RdmaTick until) const
{
    if (time.at >= until)
    {
        return std::nullopt;
    }
    return LinkSpell{time.at, time.duration ? time.at + *time.duration : ns3::RdmaTick::Max()};
}

void
DarkLink::DeclareLink(KeySet& keys)
{
    AddFaultLink(keys, &DarkLink::m_link);
}

void
DarkLink::Resolve(const ns3::FabricNetwork& /* network */,
                  const std::string& /* path */,
                  Problems& /* problems */)
{
    if (m_link.port)
    {
        SetLinks({ns3::FabricNetwork::GetLinkOf(*m_link.port)});
    }
}

} // namespace mrcsim
