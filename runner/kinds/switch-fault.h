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
    void End(const FaultStage& stage, uint32_t item) const override;

  protected:
    /**
     * @param stage where it is
     * @return the switch; comes to life if need be
     */
    ns3::FabricSwitch* GetSwitch(const FaultStage& stage) const;

    /**
     * Add a row about the switch to events.csv.
     * @param stage where it is
     * @param kind what happens
     */
    void Note(const FaultStage& stage, const EventKind& kind) const;

    /** @param keys receives the key switch */
    static void DeclareSwitch(KeySet& keys);

  private:
    SwitchPlace m_switch; ///< the switch
};

} // namespace mrcsim

#endif // SWITCH_FAULT_H
