/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/quantity.h"
#include "kinds/link-fault.h"

#include <set>
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
        if (IsUpBefore(scene.history.at(GetLink())))
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

    void AddTo(const FaultTime& time, LinkHistory& history) const override
    {
        history[GetLink()].push_back({time.at, LinkChange::Kind::REPAIR, this, 0});
    }

  private:
    /**
     * @param changes of the link
     * @return true if it is up when this one comes
     */
    bool IsUpBefore(const std::vector<LinkChange>& changes) const
    {
        std::set<std::pair<const Fault*, uint32_t>> dark;
        for (const auto& change : changes)
        {
            switch (change.kind)
            {
            case LinkChange::Kind::DOWN:
                dark.insert({change.by, change.spell});
                break;
            case LinkChange::Kind::OVER:
                dark.erase({change.by, change.spell});
                break;
            case LinkChange::Kind::REPAIR:
                if (change.by == this)
                {
                    return dark.empty();
                }
                dark.clear();
                break;
            }
        }
        return true;
    }
};

const auto KIND = FaultKind::Make<LinkUp>("link-up", 20, "a link that is down works again.");

} // namespace

} // namespace mrcsim
