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

const EventKind REBOOT("switch-reboot",
                       "switch, p0-t1-1",
                       "",
                       "a fault begins: its links are down until it works again",
                       FaultSign{FaultSign::Role::BEGINS, FaultSign::State::DOWN, "switch-up"});

/// Fault: a switch is restarted and works afterwards, even if it was silent or down before.
class SwitchReboot : public SwitchFault
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareSwitch(keys);
        AddDuration(keys).Absent("").Required().Help("Simulated time until it works again.");
    }

    std::vector<ns3::FabricFaultId> Begin(const FaultTarget& target) const override
    {
        Note(target, REBOOT);
        auto ids = target.GetFaults().PutDown(GetSwitch(target));
        target.GetFaults().Restart(GetSwitch(target), ids);
        return ids;
    }

    bool Repairs(const ns3::FabricNetwork& network, uint32_t link) const override
    {
        return Has(network, link);
    }
};

const auto KIND =
    FaultKind::Make<SwitchReboot>("switch-reboot",
                                  90,
                                  "a switch is restarted: its links are down, then it works, even "
                                  "if it was permanently silent or down before.");

} // namespace

} // namespace mrcsim
