/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ev-fault.h"

#include "index-check.h"

#include "ns3/mrc-ev.h"

#include <cstdlib>
#include <sstream>

namespace mrcsim
{

namespace
{

/**
 * @param json an EV: a number, or text such as "0x3001"
 * @return the EV
 */
uint32_t
ReadEv(const Json& json)
{
    return json.is_string()
               ? static_cast<uint32_t>(std::strtoul(json.get<std::string>().c_str(), nullptr, 16))
               : json.get<uint32_t>();
}

} // namespace

EvFault::EvFault(const Json& json)
    : m_host(json["host"].get<uint32_t>()),
      m_peer(json["peer"].get<uint32_t>()),
      m_ev(ReadEv(json["ev"]))
{
}

bool
EvFault::Exists(const ns3::FabricNetwork& network,
                const std::string& path,
                Problems& problems) const
{
    const auto before = problems.size();
    CheckBelow(m_host, network.GetNHosts(), path + ".host", "hosts", problems);
    CheckBelow(m_peer, network.GetNHosts(), path + ".peer", "hosts", problems);
    CheckBelow(ns3::MrcEv::Plane(m_ev),
               network.GetNPlanes(),
               path + ".ev",
               "planes, which are bits 15:12,",
               problems);
    if (m_host == m_peer)
    {
        problems.push_back({path + ".peer", "found the same host; allowed: another one"});
    }
    return problems.size() == before;
}

void
EvFault::Check(const FaultScene& scene,
               const FaultTime& /* time */,
               const std::string& path,
               Problems& problems) const
{
    if (scene.transport != "mrc")
    {
        problems.push_back({path + ".what",
                            "found a fault of an EV with transport.type \"" + scene.transport +
                                "\"; allowed: \"mrc\""});
    }
}

std::string
EvFault::GetObject(const ns3::FabricNetwork& network) const
{
    std::ostringstream text;
    text << network.GetHostName(m_host) << " to " << network.GetHostName(m_peer) << " ev 0x"
         << std::hex << m_ev;
    return text.str();
}

uint32_t
EvFault::GetNicPort(const ns3::FabricNetwork& network) const
{
    return ns3::FabricNetwork::GetLowerPort(network.GetNicLink(m_host, ns3::MrcEv::Plane(m_ev)));
}

} // namespace mrcsim
