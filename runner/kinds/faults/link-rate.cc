/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/quantity.h"
#include "kinds/link-fault.h"
#include "results/cell.h"

#include "ns3/fabric-faults.h"

namespace mrcsim
{

namespace
{

const EventKind RATE("link-rate",
                     "link, or one direction of it",
                     "25Gbps",
                     "a fault begins or ends: the new rate",
                     FaultSign{FaultSign::Role::CHANGES, FaultSign::State::DEGRADED});

/// Fault: a link has a reduced rate.
class LinkRate : public LinkFault
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareLink(keys);
        keys.Add("rate", &LinkRate::m_bps)
            .Rate()
            .AtLeast(1000000)
            .Required()
            .Help("Reduced rate; at most the configured rate of the link.");
        DeclareDirection(keys);
        AddDuration(keys);
    }

    void Check(const FaultPlan& plan, const std::string& path, Problems& problems) const override
    {
        const auto made = plan.network.GetLink(GetLink()).rateBps;
        if (m_bps > made)
        {
            problems.push_back({path + ".rate",
                                "found " + Format(m_bps) + "; allowed: at most " + Format(made) +
                                    ", the rate of " +
                                    plan.network.GetNames().GetLinkName(GetLink())});
        }
    }

    std::vector<ns3::FabricFaultId> Begin(const FaultTarget& target) const override
    {
        Note(target, RATE, Format(m_bps));
        return HoldEach(target, [&](ns3::FabricPort* port) {
            return target.GetFaults().Slow(port, m_bps);
        });
    }

    void End(const FaultTarget& target) const override
    {
        const auto port = ListDirections()[0];
        Note(target, RATE, Format(target.GetFaults().GetRateBps(target.GetPort(port))));
    }

  private:
    /**
     * @param bps a rate, bit/s
     * @return the rate as text in Gbit/s
     */
    static std::string Format(uint64_t bps)
    {
        return FormatNumber(static_cast<double>(bps) / 1e9) + "Gbps";
    }

    uint64_t m_bps{0}; ///< reduced rate, bit/s
};

const auto KIND = FaultKind::Make<LinkRate>("link-rate", 50, "a link has a reduced rate.");

} // namespace

} // namespace mrcsim
