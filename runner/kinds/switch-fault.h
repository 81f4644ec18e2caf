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
    /**
     * @param sw number of the switch
     */
    explicit SwitchFault(uint32_t sw)
        : m_switch(sw)
    {
    }

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

  private:
    uint32_t m_switch; ///< number of the switch
};

/**
 * Make a fault of the switch in the key switch: a FaultReader for kinds made from a switch.
 *
 * @tparam T a kind of fault, made from the number of its switch
 * @param path of the fault
 * @param [out] problems receives what is wrong with the switch
 * @return the fault; null if there is no such switch
 */
template <typename T>
std::shared_ptr<const Fault>
ReadSwitchFault(const Json& json,
                const ns3::FabricNetwork& network,
                const std::string& path,
                Problems& problems)
{
    const auto sw = FindNamedSwitch(json["switch"], network, path + ".switch", problems);
    return sw ? std::make_shared<const T>(*sw) : nullptr;
}

} // namespace mrcsim

#endif // SWITCH_FAULT_H
