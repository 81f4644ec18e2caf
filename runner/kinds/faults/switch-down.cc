/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/switch-fault.h"

#include "ns3/fabric-faults.h"

namespace mrcsim
{

namespace
{

const EventKind DOWN("switch-down",
                     "switch, p0-t1-1",
                     "",
                     "a fault begins: it forwards nothing, its links are down",
                     FaultSign{FaultSign::Role::BEGINS, FaultSign::State::DOWN, "switch-up"});

/// Fault: a switch is down with all its links.
class SwitchDown : public SwitchFault
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareSwitch(keys);
        AddDuration(keys);
    }

    std::vector<ns3::FabricFaultId> Begin(const FaultTarget& target) const override
    {
        Note(target, DOWN);
        return target.GetFaults().PutDown(GetSwitch(target));
    }
};

const auto KIND =
    FaultKind::Make<SwitchDown>("switch-down", 70, "a switch is down with all its links.");

} // namespace

} // namespace mrcsim
