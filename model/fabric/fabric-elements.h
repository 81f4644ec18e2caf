/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_ELEMENTS_H
#define FABRIC_ELEMENTS_H

#include "fabric-context.h"
#include "fabric-port.h"
#include "fabric-routes.h"
#include "fabric-switch.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricElements: the links and switches of a fabric.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Owner of the links and switches of a fabric, which are added one by one. It checks the counters.
 * Ports and switches are plain objects in contiguous memory.
 */
class FabricElements final
{
  public:
    /**
     * @param context what the elements share; outlives this
     * @param settings have the trace sources; outlive this
     */
    FabricElements(FabricContext& context, const FabricSettings& settings);
    ~FabricElements();
    FabricElements(const FabricElements&) = delete;
    FabricElements& operator=(const FabricElements&) = delete;

    /** @return what the elements share */
    FabricContext& GetContext()
    {
        return m_context;
    }

    /**
     * Connect two owners by a link.
     * @param a one end
     * @param b other end
     * @param bps line rate in both directions, bit/s
     * @param delayToB propagation towards b plus b's forwarding latency
     * @param delayToA propagation towards a plus a's forwarding latency
     * @return a's port; b's is its peer
     */
    FabricPort* AddLink(FabricPortOwner* a,
                        FabricPortOwner* b,
                        uint64_t bps,
                        RdmaTick delayToB,
                        RdmaTick delayToA);

    /**
     * Add a switch.
     * @param sw the switch; the fabric owns it
     */
    FabricSwitch* AddSwitch(std::unique_ptr<FabricSwitch> sw);

    /**
     * Report a new, complete port to its owner, then by the trace source NewPort.
     */
    void Announce(FabricPort* port);

    /**
     * @return links that its routing has learned to avoid
     */
    FabricPlaneRoutes& GetPlaneRoutes(uint32_t plane);

    /** @return the ports (two per link) in order of creation */
    const std::vector<FabricPort*>& GetPorts() const
    {
        return m_ports;
    }

    /** @return the switches in order of creation */
    const std::vector<std::unique_ptr<FabricSwitch>>& GetSwitches() const
    {
        return m_switches;
    }

    /**
     * Take both directions of a link down or up, and notify the owners at both ends. For faults
     * that overlap, use FabricFaults.
     * @param port either end
     * @param up true: the link works from now on
     */
    void SetLinkUp(FabricPort* port, bool up);

    /** Report by the trace source Fault that a fault begins or ends. */
    void ReportFault(const FabricFaultChange& change)
    {
        m_settings.m_faultTrace(change);
    }

    /** Make every port launch the frames that have left by now. */
    void Flush();

    /**
     * Check the counters: created = consumed + dropped + alive, alive = queued + on wires, and per
     * link sent = received + lost + on the wire.
     * @return the first violation; empty if there is none
     */
    std::string CheckConservation() const;

    /** @return memory of ports and frames, B */
    size_t GetBytes() const;

    /** Release the switches; part of the fabric's disposal. */
    void DropSwitches()
    {
        m_switches.clear();
    }

  private:
    friend class RdmaStateReader; ///< compares states in tests

    FabricContext& m_context;                              ///< see GetContext
    const FabricSettings& m_settings;                      ///< trace sources
    FabricPortArena* m_arena;                              ///< memory of the ports
    std::vector<FabricPort*> m_ports;                      ///< by creation
    std::vector<std::unique_ptr<FabricSwitch>> m_switches; ///< by creation
    /// See GetPlaneRoutes.
    std::map<uint32_t, std::unique_ptr<FabricPlaneRoutes>> m_routes;
};

} // namespace ns3

#endif // FABRIC_ELEMENTS_H
