/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fault-schedule.h"

#include "csv-writer.h"
#include "link-names.h"

#include "ns3/rdma-cluster-helper.h"
#include "ns3/simulator.h"

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
At(ns3::Tick at, std::function<void()> action)
{
    ns3::Simulator::Schedule(ns3::PicoSeconds(static_cast<uint64_t>(at.GetPs())),
                             std::move(action));
}

/**
 * Take a link down or up.
 * @param fabric the fabric
 * @param port one end
 * @param up the new state
 * @param name of the link
 * @param events receives the row
 */
void
SetLinkUp(ns3::Ptr<ns3::Fabric> fabric,
          ns3::FabricPort* port,
          bool up,
          const std::string& name,
          std::vector<EventRow>& events)
{
    events.push_back({fabric->Now(), up ? "link-up" : "link-down", name, ""});
    fabric->SetLinkUp(port, up);
}

/**
 * Let a link lose frames at random, or stop that.
 * @param fabric the fabric
 * @param port one end
 * @param loss probability
 * @param name of the link
 * @param events receives the row
 */
void
SetLoss(ns3::Ptr<ns3::Fabric> fabric,
        ns3::FabricPort* port,
        double loss,
        const std::string& name,
        std::vector<EventRow>& events)
{
    events.push_back({fabric->Now(), "link-loss", name, FormatNumber(loss)});
    port->lossQ32 = ToQ32(loss);
    port->peer->lossQ32 = ToQ32(loss);
}

} // namespace

void
SetNicRxLoss(ns3::Ptr<ns3::RdmaCluster> cluster, double rate)
{
    for (uint32_t host = 0; host < cluster->GetNHosts(); ++host)
    {
        const auto nic = cluster->GetNic(host);
        for (uint32_t plane = 0; plane < nic->GetNPorts(); ++plane)
        {
            nic->GetPort(plane)->peer->lossQ32 = ToQ32(rate);
        }
    }
}

void
ScheduleFaults(ns3::Ptr<ns3::RdmaCluster> cluster,
               const std::vector<FaultSpec>& faults,
               std::vector<EventRow>& events)
{
    const auto fabric = cluster->GetFabric();
    for (const auto& fault : faults)
    {
        auto* port = ns3::RdmaClusterHelper::GetUplink(cluster, fault.plane, fault.t0, fault.t1);
        const auto name = NameLink(fault.plane, fault.t0, fault.t1);
        const auto link = [=, &events](bool up) {
            return [=, &events]() { SetLinkUp(fabric, port, up, name, events); };
        };
        const auto loss = [=, &events](double probability) {
            return [=, &events]() { SetLoss(fabric, port, probability, name, events); };
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
