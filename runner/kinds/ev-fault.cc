/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ev-fault.h"

#include "index-check.h"
#include "keys/key-type.h"

#include "ns3/mrc-ev.h"

#include <cstdlib>
#include <limits>
#include <sstream>

namespace mrcsim
{

KeyTypePtr
GetKeyType(const EvNumber*)
{
    auto type = GetKeyType(static_cast<const uint32_t*>(nullptr));
    type->least = 0;
    type->most = std::numeric_limits<uint32_t>::max();
    type->isText = true;
    type->pattern = "^0x[0-9a-fA-F]{1,8}$";
    type->title = "an entropy value such as \"0x3001\" or 12289";
    return type;
}

void
ReadKey(const KeyReading& reading, EvNumber& ev)
{
    const auto& json = reading.Get();
    ev.value =
        json.is_string()
            ? static_cast<uint32_t>(std::strtoul(json.get<std::string>().c_str(), nullptr, 16))
            : json.get<uint32_t>();
}

void
EvFault::DeclareEv(KeySet& keys)
{
    DeclareHost(keys.Add("host", &EvFault::m_host));
    DeclareHost(keys.Add("peer", &EvFault::m_peer));
    keys.Add("ev", &EvFault::m_ev).Required().Help("Entropy value, as in events.csv.");
}

void
EvFault::Resolve(const ns3::FabricNetwork& network, const std::string& path, Problems& problems)
{
    CheckHost(m_host, network, path + ".host", problems);
    CheckHost(m_peer, network, path + ".peer", problems);
    CheckBelow(ns3::MrcEv::Plane(GetEv()),
               network.GetNPlanes(),
               path + ".ev",
               "planes, which are bits 15:12,",
               problems);
    if (m_host == m_peer)
    {
        problems.push_back({path + ".peer", "found the same host; allowed: another one"});
    }
}

std::string
EvFault::GetObject(const ns3::FabricNetwork& network) const
{
    std::ostringstream text;
    text << network.GetNames().GetHostName(m_host) << " to "
         << network.GetNames().GetHostName(m_peer) << " ev 0x" << std::hex << GetEv();
    return text.str();
}

uint32_t
EvFault::GetNicPort(const ns3::FabricNetwork& network) const
{
    return ns3::FabricNetwork::GetLowerPort(network.GetNicLink(m_host, ns3::MrcEv::Plane(GetEv())));
}

} // namespace mrcsim
