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
 * mrcsim::SwitchFault: faults of a switch, with the key switch.
 */

namespace mrcsim
{

/**
 * Fault of a switch.
 */
class SwitchFault : public Fault
{
  public:
    std::string GetObject(const ns3::FabricNetwork& network) const override;
    void End(const FaultTarget& target) const override;
    bool CutsForGood(const ns3::FabricNetwork& network, uint32_t link) const override;

  protected:
    /**
     * @return true if the link is one of the switch
     */
    bool Has(const ns3::FabricNetwork& network, uint32_t link) const;

    /**
     * @param target where it holds
     * @return the switch, which is instantiated if necessary
     */
    ns3::FabricSwitch* GetSwitch(const FaultTarget& target) const;

    /** @param keys receives the key switch */
    static void DeclareSwitch(KeySet& keys);

  private:
    SwitchPlace m_switch; ///< the switch
};

} // namespace mrcsim

#endif // SWITCH_FAULT_H
