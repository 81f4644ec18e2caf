/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-fault.h"

#include "ns3/fabric-faults.h"
#include "ns3/rdma-cluster.h"

#include <algorithm>
#include <utility>

namespace mrcsim
{

namespace
{

const EventKind LINK_DOWN("link-down",
                          "link, p0-t0-0--p0-t1-1",
                          "",
                          "a fault begins: the link is down",
                          FaultSign{FaultSign::Role::BEGINS, FaultSign::State::DOWN, "link-up"});

} // namespace

const EventKind LINK_UP("link-up",
                        "link, p0-t0-0--p0-t1-1",
                        "empty, or \"still down by another fault\"",
                        "such a fault ends",
                        FaultSign{FaultSign::Role::ENDS, FaultSign::State::DOWN});

void
LinkFault::DeclareLink(KeySet& keys)
{
    keys.Add("link", &LinkFault::m_link).Required().Help(LINK_HELP);
}

void
LinkFault::DeclareDirection(KeySet& keys)
{
    keys.Add("direction", &LinkFault::m_direction)
        .Words({"both", "ab", "ba"})
        .Default("both")
        .Help("Affected directions. ab: from the end that is named first to the other; ba: the "
              "opposite. The first end of {\"plane\", \"t0\", \"t1\"} is the T0, that of "
              "{\"host\", \"plane\"} the host.");
}

std::string
LinkFault::GetObject(const ns3::FabricNetwork& network) const
{
    const auto ports = ListDirections();
    return ports.size() == 1 ? network.GetNames().GetPortName(ports[0])
                             : network.GetNames().GetLinkName(GetLink());
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
LinkFault::HoldEach(const FaultTarget& target,
                    const std::function<ns3::FabricFaultId(ns3::FabricPort*)>& begin) const
{
    std::vector<ns3::FabricFaultId> ids;
    for (const auto port : ListDirections())
    {
        ids.push_back(begin(target.GetPort(port)));
    }
    return ids;
}

void
DarkLinks::DeclareLink(KeySet& keys)
{
    keys.AddPart<DarkLinks>("link",
                            [](DarkLinks& fault) -> LinkPlace& {
                                fault.m_places.resize(1);
                                return fault.m_places[0];
                            })
        .Required()
        .Help(LINK_HELP);
}

void
DarkLinks::DeclareLinks(KeySet& keys)
{
    keys.Add("links", &DarkLinks::m_places).Length(1).Required().Help("The links.");
}

void
DarkLinks::Resolve(const ns3::FabricNetwork& /* network */,
                   const std::string& /* path */,
                   Problems& /* problems */)
{
    for (const auto& place : m_places)
    {
        m_links.push_back(ns3::FabricNetwork::GetLinkOf(place.port.value_or(0)));
    }
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
        names += (names.empty() ? "" : " ") + network.GetNames().GetLinkName(link);
    }
    return names;
}

std::vector<ns3::FabricFaultId>
DarkLinks::Begin(const FaultTarget& target) const
{
    const auto link = m_links[target.link];
    target.Note(LINK_DOWN, target.cluster->GetNetwork().GetNames().GetLinkName(link), "");
    return {target.GetFaults().Darken(target.GetPort(ns3::FabricNetwork::GetLowerPort(link)))};
}

void
DarkLinks::End(const FaultTarget& target) const
{
    const auto link = m_links[target.link];
    const bool up = target.GetPort(ns3::FabricNetwork::GetLowerPort(link))->IsUp();
    target.Note(LINK_UP,
                target.cluster->GetNetwork().GetNames().GetLinkName(link),
                up ? "" : "still down by another fault");
}

std::optional<FaultOccurrence>
DarkLinks::FindLastDown(uint32_t link, ns3::RdmaTick until) const
{
    const bool is = std::find(m_links.begin(), m_links.end(), link) != m_links.end();
    return is && GetStart() < until ? std::optional<FaultOccurrence>({GetStart(), GetDuration()})
                                    : std::nullopt;
}

} // namespace mrcsim
