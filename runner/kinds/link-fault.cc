/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "link-fault.h"

#include "link-reference.h"
#include "loss-probability.h"
#include "results/csv-writer.h"

#include "ns3/fabric-plant.h"

namespace mrcsim
{

void
LinkFault::SetUp(const FaultStage& stage, bool up) const
{
    const auto fabric = stage.cluster->GetFabric();
    const auto name = stage.cluster->GetNetwork().GetLinkName(m_link);
    stage.events.push_back({fabric->Now(), up ? "link-up" : "link-down", name, ""});
    fabric->SetLinkUp(fabric->GetPlant()->GetPort(ns3::FabricNetwork::GetLowerPort(m_link)), up);
}

void
LinkFault::SetLoss(const FaultStage& stage, double probability) const
{
    const auto fabric = stage.cluster->GetFabric();
    const auto name = stage.cluster->GetNetwork().GetLinkName(m_link);
    stage.events.push_back({fabric->Now(), "link-loss", name, FormatNumber(probability)});
    auto* port = fabric->GetPlant()->GetPort(ns3::FabricNetwork::GetLowerPort(m_link));
    port->SetLoss(ToLoss(probability));
    port->peer->SetLoss(ToLoss(probability));
}

std::optional<uint32_t>
FindFaultLink(const Json& json,
              const ns3::FabricNetwork& network,
              const std::string& path,
              Problems& problems)
{
    const auto port = FindLinkPort(json["link"], network, path + ".link", problems);
    return port ? std::optional(ns3::FabricNetwork::GetLinkOf(*port)) : std::nullopt;
}

} // namespace mrcsim
