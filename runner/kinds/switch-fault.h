/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SWITCH_FAULT_H
#define SWITCH_FAULT_H

#include "fault.h"
#include "switch-reference.h"

#include <cstdint>
#include <memory>
#include <string>

/**
 * @file
 * mrcsim::SwitchFault: faults of a switch, with a key switch.
 */

namespace mrcsim
{

/**
 * A switch that something happens to.
 */
class SwitchFault : public Fault
{
  public:
    std::string GetObject(const ns3::FabricNetwork& network) const override;
    void End(const FaultTarget& target) const override;

  protected:
    /**
     * @param target where it is
     * @return the switch, which is instantiated if need be
     */
    ns3::FabricSwitch* GetSwitch(const FaultTarget& target) const;

    /** @param keys receives the key switch */
    static void DeclareSwitch(KeySet& keys);

  private:
    SwitchPlace m_switch; ///< the switch
};

} // namespace mrcsim

#endif // SWITCH_FAULT_H
