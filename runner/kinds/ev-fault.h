/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EV_FAULT_H
#define EV_FAULT_H

#include "fault.h"

#include <cstdint>
#include <memory>
#include <string>

/**
 * @file
 * mrcsim::EvFault: faults of an EV of MRC, with keys host, peer and ev.
 */

namespace mrcsim
{

/**
 * An EV of the QPs from one host to another that something happens to.
 */
class EvFault : public Fault
{
  public:
    /**
     * @param json a fault
     */
    explicit EvFault(const Json& json);

    void Check(const FaultScene& scene,
               const FaultTime& time,
               const std::string& path,
               Problems& problems) const override;
    std::string GetObject(const ns3::FabricNetwork& network) const override;

    /**
     * @param path of the fault
     * @param [out] problems receives hosts and planes that do not exist
     * @return true if all of them do
     */
    bool Exists(const ns3::FabricNetwork& network,
                const std::string& path,
                Problems& problems) const;

  protected:
    /** @return the host that sends */
    uint32_t GetHost() const
    {
        return m_host;
    }

    /** @return the host it sends to */
    uint32_t GetPeer() const
    {
        return m_peer;
    }

    /** @return the EV */
    uint32_t GetEv() const
    {
        return m_ev;
    }

    /** @return number of the port that the EV leaves by */
    uint32_t GetNicPort(const ns3::FabricNetwork& network) const;

  private:
    uint32_t m_host; ///< sends
    uint32_t m_peer; ///< receives
    uint32_t m_ev;   ///< the EV
};

/**
 * Make a fault of an EV: a FaultReader for kinds made from JSON.
 *
 * @tparam T a kind of fault, derived from EvFault
 * @param path of the fault
 * @param [out] problems receives hosts and planes that do not exist
 * @return the fault; null if they do not
 */
template <typename T>
std::shared_ptr<const Fault>
ReadEvFault(const Json& json,
            const ns3::FabricNetwork& network,
            const std::string& path,
            Problems& problems)
{
    auto fault = std::make_shared<const T>(json);
    return fault->Exists(network, path, problems) ? fault : nullptr;
}

} // namespace mrcsim

#endif // EV_FAULT_H
