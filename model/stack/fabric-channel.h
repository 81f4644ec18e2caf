/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_CHANNEL_H
#define FABRIC_CHANNEL_H

#include "ns3/channel.h"
#include "ns3/net-device.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricChannel: one plane as a channel of ns-3.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The channel of the FabricNetDevices of a plane, each of which reaches all others. It carries no
 * packets; links and switches belong to the Fabric. It serves code of ns-3 that queries a device
 * for its channel and the channel for its devices.
 */
class FabricChannel : public Channel
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param device a device of this plane
     */
    void Add(Ptr<NetDevice> device);

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    std::vector<Ptr<NetDevice>> m_devices; ///< in the order of their installation
};

} // namespace ns3

#endif // FABRIC_CHANNEL_H
