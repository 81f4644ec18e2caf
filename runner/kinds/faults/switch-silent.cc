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

const EventKind SILENT("switch-silent",
                       "switch, p0-t1-1",
                       "",
                       "a fault begins: it forwards nothing, its links are up",
                       FaultSign{FaultSign::Role::BEGINS, FaultSign::State::SILENT, "switch-up"});

/// Fault: a switch forwards nothing while all its links are up.
class SwitchSilent : public SwitchFault
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
        Note(target, SILENT);
        return {target.GetFaults().Silence(GetSwitch(target))};
    }
};

const auto KIND = FaultKind::Make<SwitchSilent>(
    "switch-silent",
    80,
    "a switch forwards nothing; its links stay up, so no port reports it.");

} // namespace

} // namespace mrcsim
