/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_H
#define FABRIC_H

#include "fabric-context.h"
#include "fabric-fault-change.h"
#include "fabric-pause-watch.h"
#include "fabric-port.h"
#include "fabric-routes.h"
#include "fabric-switch.h"

#include "ns3/object.h"
#include "ns3/srv6-source-routes.h"
#include "ns3/traced-callback.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::Fabric: links, switches and frames of one simulated network.
 */

namespace ns3
{

class FabricFaults;
class FabricLazyTopology;

/**
 * @ingroup mrc
 * The data plane of one network: owns the switches, the links and what they share, and checks the
 * counters. Switches and links are added one by one (AddSwitch, AddLink), or a FabricLazyTopology
 * makes them when they are first touched. Ports and switches are plain objects in contiguous
 * memory; this is the ns3::Object that scripts hold, configure and trace.
 */
class Fabric : public Object, private FabricSettings
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /// CPU time of a packet-hop with VerifyWire, of that without.
    static constexpr double VERIFY_FACTOR = 4;

    Fabric();
    ~Fabric() override;

    /** @return what ports and switches share */
    FabricContext& GetContext()
    {
        return m_context;
    }

    /** @return the time in picoseconds */
    RdmaTick Now() const
    {
        return m_context.Now();
    }

    /** @return the counters so far, see FabricContext::GetTotals */
    const FabricTotals& GetTotals() const
    {
        return m_context.GetTotals();
    }

    /**
     * Say what the network looks like, before anything is added to it.
     * @param network its shape
     */
    void SetNetwork(Ptr<const FabricNetwork> network);

    /** @return the shape of the network; null if there is none */
    const FabricNetwork* GetNetwork() const
    {
        return m_context.GetNetwork();
    }

    /**
     * Join two owners by a link.
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
     * A port that was not there before is complete: tell its owner, then everybody.
     */
    void Announce(FabricPort* port);

    /**
     * @return what its routing has learnt about links
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
     * Take both directions of a link down or up, and tell the owners at both ends. It does not
     * count: who wants faults that overlap to add up uses FabricFaults.
     * @param port either end
     * @param up true: the link works from now on
     */
    void SetLinkUp(FabricPort* port, bool up);

    /** Tell those who asked that a fault begins or ends to hold. */
    void ReportFault(const FabricFaultChange& change)
    {
        m_faultTrace(change);
    }

    /** Have every port launch what has left by now. */
    void Flush();

    /**
     * Check the counters: created = consumed + dropped + alive, alive = queued + on wires, and per
     * link sent = received + lost + on the wire.
     * @return an empty string, or what does not add up
     */
    std::string CheckConservation() const;

    /** @return memory of ports and frames, B */
    size_t GetBytes() const;

    /**
     * Let switches and links be made as they are needed.
     * @param topology makes them; the fabric owns it
     */
    void SetLazyTopology(std::unique_ptr<FabricLazyTopology> topology);

    /** @return what makes switches and links; null if others add them */
    FabricLazyTopology* GetLazyTopology() const
    {
        return m_lazyTopology.get();
    }

    /**
     * @param src a host
     * @param dst another host
     * @return the source routes that no template describes, as long as the fabric lives; or null
     */
    const Srv6SourceRoutes* GetSourceRoutes(uint32_t src, uint32_t dst);

    /**
     * @param profile a queue treatment
     * @return a copy that lives as long as the fabric
     */
    const FabricQueueProfile* AddProfile(const FabricQueueProfile& profile);

    /**
     * Let somebody see all frames that pass a port from now on.
     * @param tap who sees them; the fabric owns it
     */
    void AddTap(FabricPort* port, std::unique_ptr<FabricPortTap> tap);

    /** Take all taps away, as disposal does: captures are complete then. */
    void RemoveTaps();

    /** @return what is broken now, for those who break and repair */
    FabricFaults& GetFaults();

    /**
     * @param watch looks at pauses that last from now on; null: nobody does
     */
    void SetPauseWatch(Ptr<FabricPauseWatch> watch);

    /** @return who looks at pauses that last, or null */
    Ptr<FabricPauseWatch> GetPauseWatch() const
    {
        return m_pauseWatch;
    }

    /**
     * @return its name (FabricNetwork::GetPortName), which may be part of a file's name
     */
    std::string GetPortName(const FabricPort* port) const;

    /**
     * @param stream first stream number to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /// Signature of the trace source Drop.
    typedef void (*DropTracedCallback)(const FabricDrop& drop);

    /// Signature of the trace source Fault.
    typedef void (*FaultTracedCallback)(const FabricFaultChange& change);

    /// Signature of the trace source NewPort.
    typedef void (*NewPortTracedCallback)(FabricPort* port);

  protected:
    void DoDispose() override;

  private:
    TracedCallback<FabricPort*> m_newPortTrace;            ///< trace source NewPort
    TracedCallback<const FabricFaultChange&> m_faultTrace; ///< trace source Fault

    FabricContext m_context;                               ///< see GetContext
    FabricPortArena* m_arena;                              ///< memory of the ports
    std::vector<FabricPort*> m_ports;                      ///< by creation
    std::vector<std::unique_ptr<FabricSwitch>> m_switches; ///< by creation
    /// See GetPlaneRoutes.
    std::map<uint32_t, std::unique_ptr<FabricPlaneRoutes>> m_routes;

    std::unique_ptr<FabricLazyTopology> m_lazyTopology; ///< see SetLazyTopology
    std::unique_ptr<FabricFaults> m_faults;             ///< see GetFaults; made when asked for
    std::deque<FabricQueueProfile> m_profiles;          ///< pointed to by ports
    std::vector<std::unique_ptr<FabricPortTap>> m_taps; ///< pointed to by ports
    Ptr<FabricPauseWatch> m_pauseWatch;                 ///< see SetPauseWatch
    /// See GetSourceRoutes, by sender and receiver.
    std::map<std::pair<uint32_t, uint32_t>, std::unique_ptr<Srv6SourceRoutes>> m_sourceRoutes;
};

} // namespace ns3

#endif // FABRIC_H
