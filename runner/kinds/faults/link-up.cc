/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/quantity.h"
#include "kinds/link-fault.h"

namespace mrcsim
{

namespace
{

/// A link that is down works again.
class LinkUp : public LinkFault
{
  public:
    /**
     * @param link number of the link
     */
    LinkUp(const Json& /* json */, uint32_t link)
        : LinkFault(link)
    {
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

    void Begin(const FaultStage& stage) const override
    {
        SetUp(stage, true);
    }

    void AddTo(const FaultTime& time, LinkHistory& history) const override
    {
        history[GetLink()].push_back({time.at, true, this});
    }

  private:
    /**
     * @param changes of the link
     * @return true if it is up when this one comes
     */
    bool IsUpBefore(const std::vector<LinkChange>& changes) const
    {
        bool up = true;
        for (const auto& change : changes)
        {
            if (change.by == this)
            {
                break;
            }
            up = change.up;
        }
        return up;
    }
};

const FaultKind KIND("link-up", ReadLinkFault<LinkUp>);

} // namespace

} // namespace mrcsim
