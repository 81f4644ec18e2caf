/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/quantity.h"
#include "kinds/link-fault.h"

#include "ns3/fabric-faults.h"

namespace mrcsim
{

namespace
{

const EventKind DELAY("link-delay",
                      "link, or one direction of it",
                      "3us more; 3us less",
                      "a fault begins or ends: the link has additional delay",
                      FaultSign{FaultSign::Role::CHANGES, FaultSign::State::DEGRADED, "less"});

/// Fault: a link has additional delay.
class LinkDelay : public LinkFault
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareLink(keys);
        keys.Add("extra", &LinkDelay::m_extra)
            .Above(0)
            .Required()
            .Help("Additional propagation delay.");
        DeclareDirection(keys);
        AddDuration(keys);
    }

    std::vector<ns3::FabricFaultId> Begin(const FaultTarget& target) const override
    {
        Note(target, DELAY, FormatTime(m_extra) + " more");
        return HoldEach(target, [&](ns3::FabricPort* port) {
            return target.GetFaults().Delay(port, m_extra);
        });
    }

    void End(const FaultTarget& target) const override
    {
        Note(target, DELAY, FormatTime(m_extra) + " less");
    }

  private:
    ns3::RdmaTick m_extra; ///< additional delay
};

const auto KIND =
    FaultKind::Make<LinkDelay>("link-delay", 60, "a link has additional propagation delay.");

} // namespace

} // namespace mrcsim
