/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/quantity.h"
#include "kinds/link-fault.h"

#include "ns3/fabric-faults.h"
#include "ns3/rdma-cluster.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace mrcsim
{

namespace
{

/// A link that is down works again, whatever was to end later.
class LinkUp : public LinkFault
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareLink(keys);
    }

    void Check(const FaultScene& scene,
               const FaultTime& time,
               const std::string& path,
               Problems& problems) const override
    {
        if (IsUpBefore(scene.links.at(GetLink()), time.at))
        {
            problems.push_back({path + ".at",
                                "link " + scene.network.GetLinkName(GetLink()) + " is up at " +
                                    FormatTime(time.at) +
                                    "; allowed: a time at which a link-down holds"});
        }
    }

    std::vector<ns3::FabricFaultId> Begin(const FaultStage& stage,
                                          uint32_t /* item */) const override
    {
        stage.Note(LINK_UP, stage.cluster->GetNetwork().GetLinkName(GetLink()), "");
        stage.GetFaults().Repair(stage.GetPort(GetPort()));
        return {};
    }

    std::vector<uint32_t> ListLinks() const override
    {
        return {GetLink()};
    }

    std::optional<LinkSpell> FindLast(uint32_t /* link */,
                                      const FaultTime& time,
                                      ns3::RdmaTick until) const override
    {
        return time.at < until ? std::optional<LinkSpell>({time.at, time.at, true}) : std::nullopt;
    }

  private:
    /**
     * What happens at the same time, happens in the order of the scenario.
     * @param faults of the link, this one among them
     * @param at when this one comes
     * @return true if the link is up then
     */
    bool IsUpBefore(const std::vector<const FaultSpec*>& faults, ns3::RdmaTick at) const
    {
        /// When, and which fault in the order of the scenario
        using Moment = std::pair<ns3::RdmaTick, size_t>;
        std::optional<Moment> repaired;
        std::optional<Moment> dark;
        auto until = at + ns3::RdmaTick::Ps(1);
        for (size_t i = 0; i < faults.size(); ++i)
        {
            if (faults[i]->what.get() == this)
            {
                until = at;
                continue;
            }
            const auto last = faults[i]->what->FindLast(GetLink(), faults[i]->time, until);
            if (last && (last->repairs || last->end >= until))
            {
                auto& latest = last->repairs ? repaired : dark;
                latest = std::max(latest, std::optional<Moment>({last->at, i}));
            }
        }
        return !dark || dark < repaired;
    }
};

const auto KIND = FaultKind::Make<LinkUp>("link-up", 20, "a link that is down works again.");

} // namespace

} // namespace mrcsim
