/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/link-fault.h"

#include "ns3/fabric-faults.h"

namespace mrcsim
{

namespace
{

const EventKind DEAF("link-deaf",
                     "link",
                     "",
                     "a fault begins: one direction loses all frames",
                     FaultSign{FaultSign::Role::BEGINS, FaultSign::State::SILENT, "link-deaf-end"});
const EventKind DEAF_END("link-deaf-end",
                         "link",
                         "",
                         "the fault ends",
                         FaultSign{FaultSign::Role::ENDS, FaultSign::State::SILENT});

/// A link loses all frames in one direction, towards its upper end, without a change of its link
/// state.
class LinkDeaf : public LinkFault
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareLink(keys);
        AddDuration(keys);
    }

    std::vector<ns3::FabricFaultId> Begin(const FaultTarget& target) const override
    {
        Note(target, DEAF);
        return {target.GetFaults().Lose(target.GetPort(GetPort()),
                                        std::make_unique<ns3::FabricBernoulliLoss>(1))};
    }

    void End(const FaultTarget& target) const override
    {
        Note(target, DEAF_END);
    }
};

const auto KIND = FaultKind::Make<LinkDeaf>("link-deaf", 1000, "one direction loses all frames.");

} // namespace

} // namespace mrcsim
