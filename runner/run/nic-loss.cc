/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-loss.h"

#include "ns3/callback.h"
#include "ns3/fabric.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace mrcsim
{

void
SetNicRxLoss(ns3::Ptr<ns3::RdmaCluster> cluster, double rate)
{
    if (rate == 0)
    {
        return;
    }
    // In units of 2^-32, as in ports
    const auto loss = static_cast<uint32_t>(
        std::min<double>(std::numeric_limits<uint32_t>::max(), std::ldexp(rate, 32)));
    const ns3::FabricNetwork* network = cluster->GetFabric()->GetNetwork();
    const auto setLoss = [network, loss](ns3::FabricPort* port) {
        if (network->GetFarEnd(port->id).isHost)
        {
            port->SetLoss(loss);
        }
    };
    const auto fabric = cluster->GetFabric();
    std::for_each(fabric->GetPorts().begin(), fabric->GetPorts().end(), setLoss);
    fabric->TraceConnectWithoutContext("NewPort", ns3::Callback<void, ns3::FabricPort*>(setLoss));
}

} // namespace mrcsim
