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
 * mrcsim::EvFault: faults of an EV, with the keys host, peer and ev.
 */

namespace mrcsim
{

/// An EV: a number, or text such as "0x3001".
struct EvNumber
{
    uint32_t value{0}; ///< the EV
};

/** @return its type */
KeyTypePtr GetKeyType(const EvNumber*);

/** @param [out] ev receives the value */
void ReadKey(const KeyReading& reading, EvNumber& ev);

/**
 * Fault of an EV of the QPs from one host to another.
 */
class EvFault : public Fault
{
  public:
    bool NeedsEvs() const override
    {
        return true;
    }

    std::string GetObject(const ns3::FabricNetwork& network) const override;

    void Resolve(const ns3::FabricNetwork& network,
                 const std::string& path,
                 Problems& problems) override;

  protected:
    /** @return the sending host */
    uint32_t GetHost() const
    {
        return m_host;
    }

    /** @return the receiving host */
    uint32_t GetPeer() const
    {
        return m_peer;
    }

    /** @return the EV */
    uint32_t GetEv() const
    {
        return m_ev.value;
    }

    /** @return number of the NIC port that the EV uses */
    uint32_t GetNicPort(const ns3::FabricNetwork& network) const;

    /** @param keys receives the keys host, peer and ev */
    static void DeclareEv(KeySet& keys);

  private:
    uint32_t m_host{0}; ///< sending host
    uint32_t m_peer{0}; ///< receiving host
    EvNumber m_ev;      ///< the EV
};

} // namespace mrcsim

#endif // EV_FAULT_H
