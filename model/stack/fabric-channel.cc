/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-channel.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricChannel);

TypeId
FabricChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FabricChannel")
                            .SetParent<Channel>()
                            .SetGroupName("Mrc")
                            .AddConstructor<FabricChannel>();
    return tid;
}

void
FabricChannel::Add(Ptr<NetDevice> device)
{
    m_devices.push_back(device);
}

std::size_t
FabricChannel::GetNDevices() const
{
    return m_devices.size();
}

Ptr<NetDevice>
FabricChannel::GetDevice(std::size_t i) const
{
    return m_devices.at(i);
}

void
FabricChannel::DoDispose()
{
    m_devices.clear();
    Channel::DoDispose();
}

} // namespace ns3
