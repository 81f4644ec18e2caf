/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fault-schedule.h"

#include "results/csv-writer.h"

#include "ns3/callback.h"
#include "ns3/fabric-plant.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace mrcsim
{

namespace
{

/**
 * @param probability 0..1
 * @return it as ports keep it: x 2^32, where the largest value stands for 1
 */
uint32_t
ToQ32(double probability)
{
    constexpr auto ONE = static_cast<double>(std::numeric_limits<uint32_t>::max());
    return static_cast<uint32_t>(std::min(ONE, std::ldexp(probability, 32)));
}

/**
 * @param at simulated time
 * @param action what happens then
 */
void
At(ns3::RdmaTick at, std::function<void()> action)
{
    ns3::Simulator::Schedule(ns3::PicoSeconds(static_cast<uint64_t>(at.GetPs())),
                             std::move(action));
}

/**
 * @param cluster a built cluster
 * @param fault names a link
 * @return one end of it, which comes to life now if need be
 */
ns3::FabricPort*
GetPort(ns3::Ptr<ns3::RdmaCluster> cluster, const FaultSpec& fault)
{
    return cluster->GetFabric()->GetPlant()->GetPort(ns3::FabricNetwork::GetLowerPort(*fault.link));
}

/**
 * Take a link down or up.
 * @param cluster a built cluster
 * @param fault names the link
 * @param up the new state
 * @param events receives the row
 */
void
SetLinkUp(ns3::Ptr<ns3::RdmaCluster> cluster,
          const FaultSpec& fault,
          bool up,
          std::vector<EventRow>& events)
{
    const auto fabric = cluster->GetFabric();
    const auto name = cluster->GetNetwork().GetLinkName(*fault.link);
    events.push_back({fabric->Now(), up ? "link-up" : "link-down", name, ""});
    fabric->SetLinkUp(GetPort(cluster, fault), up);
}

/**
 * Let a link lose frames at random, or stop that.
 * @param cluster a built cluster
 * @param fault names the link
 * @param loss probability
 * @param events receives the row
 */
void
SetLoss(ns3::Ptr<ns3::RdmaCluster> cluster,
        const FaultSpec& fault,
        double loss,
        std::vector<EventRow>& events)
{
    const auto name = cluster->GetNetwork().GetLinkName(*fault.link);
    events.push_back({cluster->GetFabric()->Now(), "link-loss", name, FormatNumber(loss)});
    auto* port = GetPort(cluster, fault);
    port->SetLoss(ToQ32(loss));
    port->peer->SetLoss(ToQ32(loss));
}

} // namespace

void
SetNicRxLoss(ns3::Ptr<ns3::RdmaCluster> cluster, double rate)
{
    if (rate == 0)
    {
        return;
    }
    const ns3::FabricNetwork* network = cluster->GetFabric()->GetNetwork();
    const auto setLoss = [network, loss = ToQ32(rate)](ns3::FabricPort* port) {
        if (network->GetFarEnd(port->id).isHost)
        {
            port->SetLoss(loss);
        }
    };
    const auto fabric = cluster->GetFabric();
    std::for_each(fabric->GetPorts().begin(), fabric->GetPorts().end(), setLoss);
    fabric->TraceConnectWithoutContext("NewPort", ns3::Callback<void, ns3::FabricPort*>(setLoss));
}

void
ScheduleFaults(ns3::Ptr<ns3::RdmaCluster> cluster,
               const std::vector<FaultSpec>& faults,
               std::vector<EventRow>& events)
{
    for (const auto& fault : faults)
    {
        const auto link = [=, &events](bool up) {
            return [=, &events]() { SetLinkUp(cluster, fault, up, events); };
        };
        const auto loss = [=, &events](double probability) {
            return [=, &events]() { SetLoss(cluster, fault, probability, events); };
        };
        const bool isLoss = fault.type == FaultType::LINK_LOSS;
        if (isLoss)
        {
            At(fault.at, loss(fault.loss));
        }
        else
        {
            At(fault.at, link(fault.type == FaultType::LINK_UP));
        }
        if (fault.duration)
        {
            const auto end = fault.at + *fault.duration;
            At(end, isLoss ? std::function<void()>(loss(0)) : std::function<void()>(link(true)));
        }
    }
}

} // namespace mrcsim
