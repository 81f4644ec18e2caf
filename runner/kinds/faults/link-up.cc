/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/quantity.h"
#include "kinds/link-fault.h"

#include "ns3/fabric-faults.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace mrcsim
{

namespace
{

/// Fault that ends all other faults that take a link down.
class LinkUp : public LinkFault
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareLink(keys);
    }

    void Check(const FaultPlan& plan, const std::string& path, Problems& problems) const override
    {
        if (IsUpBefore(plan.faults))
        {
            problems.push_back({path + ".at",
                                "link " + plan.network.GetNames().GetLinkName(GetLink()) +
                                    " is up at " + FormatTime(GetStart()) +
                                    "; allowed: a time at which a link-down holds"});
        }
    }

    std::vector<ns3::FabricFaultId> Begin(const FaultTarget& target) const override
    {
        Note(target, LINK_UP);
        target.GetFaults().Repair(target.GetPort(GetPort()));
        return {};
    }

    bool Repairs(const ns3::FabricNetwork& /* network */, uint32_t link) const override
    {
        return link == GetLink();
    }

  private:
    /**
     * Is the link up at the start of this fault? Simultaneous faults apply in the order of the
     * scenario.
     * @param faults faults of the scenario, including this one
     * @return true if the link is up
     */
    bool IsUpBefore(const std::vector<FaultSpec>& faults) const
    {
        /// Time, and index of a fault in the scenario
        using Moment = std::pair<ns3::RdmaTick, size_t>;
        std::optional<Moment> repaired;
        std::optional<Moment> dark;
        auto until = GetStart() + ns3::RdmaTick::Ps(1);
        for (size_t i = 0; i < faults.size(); ++i)
        {
            const auto* fault = faults[i].what.get();
            const auto* repair = dynamic_cast<const LinkUp*>(fault);
            if (repair == this)
            {
                until = GetStart();
            }
            else if (repair && repair->GetLink() == GetLink() && repair->GetStart() < until)
            {
                repaired = std::max(repaired, std::optional<Moment>({repair->GetStart(), i}));
            }
            const auto last = fault ? fault->FindLastDown(GetLink(), until) : std::nullopt;
            if (last && (!last->duration || last->at + *last->duration >= until))
            {
                dark = std::max(dark, std::optional<Moment>({last->at, i}));
            }
        }
        return !dark || dark < repaired;
    }
};

const auto KIND = FaultKind::Make<LinkUp>("link-up", 20, "a link that is down is up again.");

} // namespace

} // namespace mrcsim
