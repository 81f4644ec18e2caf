/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/link-fault.h"
#include "kinds/loss-probability.h"

#include "ns3/fabric-plant.h"

namespace mrcsim
{

namespace
{

/// A link loses everything in one direction, towards its upper end, and nobody sees that it is
/// down.
class LinkDeaf : public LinkFault
{
  public:
    /**
     * @param link number of the link
     */
    LinkDeaf(const Json& /* json */, uint32_t link)
        : LinkFault(link)
    {
    }

    void Begin(const FaultStage& stage) const override
    {
        Set(stage, 1, "link-deaf");
    }

    void End(const FaultStage& stage) const override
    {
        Set(stage, 0, "link-hears");
    }

  private:
    /**
     * @param stage where it is
     * @param loss probability that a frame is lost
     * @param kind of the row in events.csv
     */
    void Set(const FaultStage& stage, double loss, const char* kind) const
    {
        const auto fabric = stage.cluster->GetFabric();
        const auto name = stage.cluster->GetNetwork().GetLinkName(GetLink());
        stage.events.push_back({fabric->Now(), kind, name, ""});
        const auto port = ns3::FabricNetwork::GetLowerPort(GetLink()); // sends to the upper end
        fabric->GetPlant()->GetPort(port)->SetLoss(ToLoss(loss));
    }
};

const FaultKind KIND("link-deaf", ReadLinkFault<LinkDeaf>);

} // namespace

} // namespace mrcsim
