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
 * ns3::FabricChannel: one plane, as ns-3's stack sees it.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * What the FabricNetDevices of a plane have in common: each reaches all others. Carries nothing
 * itself; links and switches are the Fabric's. It is there for code of ns-3 that asks a device for
 * its channel and the channel for its devices.
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
