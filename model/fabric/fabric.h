/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_H
#define FABRIC_H

#include "fabric-clock.h"
#include "fabric-frame-pool.h"
#include "fabric-network.h"
#include "fabric-pause-watch.h"
#include "fabric-port.h"

#include "ns3/fabric-wire-format.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/traced-callback.h"

#include <array>
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

class FabricPlaneRoutes;
class FabricPlant;
class FabricSwitch;

/**
 * @ingroup mrc
 * Sums over the whole fabric. Monotonic.
 *
 * Law: created = consumed + sum(drops) + frames queued or on a wire. A trimmed frame stays the same
 * frame. Checked by Fabric::CheckConservation.
 */
struct FabricTotals
{
    uint64_t created{0};  ///< frames handed out by NewFrame
    uint64_t consumed{0}; ///< frames that reached their end: taken by a NIC, or PFC frames obeyed
    uint64_t hops{0};     ///< frames received at the far end of a link, control included
    uint64_t dataHops{0}; ///< of these, frames of the data class
    uint64_t trims{0};    ///< frames trimmed
    uint64_t ecnMarks{0}; ///< frames marked CE
    std::array<uint64_t, static_cast<size_t>(FabricDropReason::COUNT)> drops{}; ///< by reason

    /** @return frames dropped for any reason */
    uint64_t GetDrops() const;
};

/**
 * @ingroup mrc
 * What a drop looked like, for the trace source Drop.
 */
struct FabricDrop
{
    RdmaTick time;             ///< when
    const FabricFrame* frame;  ///< the frame, valid during the call
    const FabricPort* port;    ///< port it waited at or travelled behind; null inside a switch
    FabricDropReason reason{}; ///< why
};

/**
 * @ingroup mrc
 * The data plane of one network: owns frames, ports and switches, knows the time, and keeps the
 * books. Switches and links are added one by one (AddSwitch, AddLink), or a FabricPlant makes them
 * when they are first touched. Ports and switches are plain objects in contiguous memory; this
 * is the ns3::Object that scripts hold, configure and trace.
 *
 * The fabric counts in picoseconds whatever the resolution of ns3::Time. At a coarser resolution
 * events happen up to one step late while the line time is carried exactly, so rates stay right on
 * average; at picoseconds (Time::SetResolution (Time::PS) first thing in main) all is exact.
 */
class Fabric : public Object
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    Fabric();
    ~Fabric() override;

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
     * @return the switch
     */
    FabricSwitch* AddSwitch(std::unique_ptr<FabricSwitch> sw);

    /**
     * Say what the network looks like, before anything is added to it.
     * @param network its shape
     */
    void SetNetwork(Ptr<const FabricNetwork> network);

    /** @return the shape of the network; null if nobody has said */
    const FabricNetwork* GetNetwork() const
    {
        return PeekPointer(m_network);
    }

    /**
     * Let switches and links be made as they are needed.
     * @param plant makes them; the fabric owns it
     */
    void SetPlant(std::unique_ptr<FabricPlant> plant);

    /** @return what makes switches and links; null if others add them */
    FabricPlant* GetPlant() const
    {
        return m_plant.get();
    }

    /**
     * @param src a host
     * @param dst another host
     * @return the source routes that no template describes, as long as the fabric lives; or null
     */
    const Srv6SourceRoutes* GetSourceRoutes(uint32_t src, uint32_t dst);

    /**
     * A port that was not there before is complete: tell its owner, then everybody.
     * @param port the port
     */
    void Announce(FabricPort* port);

    /**
     * @param plane plane
     * @return what its routing has learnt about links
     */
    FabricPlaneRoutes& GetPlaneRoutes(uint32_t plane);

    /**
     * @param profile a queue treatment
     * @return a copy that lives as long as the fabric
     */
    const FabricQueueProfile* AddProfile(const FabricQueueProfile& profile);

    /**
     * Let somebody see all frames that pass a port from now on.
     * @param port the port
     * @param tap who sees them; the fabric owns it
     */
    void AddTap(FabricPort* port, std::unique_ptr<FabricPortTap> tap);

    /** Take all taps away, as disposal does: captures are complete then. */
    void RemoveTaps();

    /**
     * Take both directions of a link down or up, and tell the owners at both ends.
     * @param port either end
     * @param up the new state
     */
    void SetLinkUp(FabricPort* port, bool up);

    /** @return the time in picoseconds */
    RdmaTick Now() const
    {
        return m_clock.Now();
    }

    /** @return picoseconds per step of ns3::Time */
    int64_t GetPsPerStep() const
    {
        return m_clock.GetPsPerStep();
    }

    /**
     * @param t a span
     * @return the same as ns3::Time, rounded up to a step
     */
    Time ToTime(RdmaTick t) const
    {
        return TimeStep(static_cast<uint64_t>(m_clock.ToSteps(t)));
    }

    /**
     * Schedule a re-used event; the caller keeps its reference.
     * @param now the time
     * @param at when, not before now
     * @param event the event
     * @param context number of the node it concerns, as ns-3 wants to know
     * @return when it will fire: at, or the next step of ns3::Time
     */
    RdmaTick Schedule(RdmaTick now,
                      RdmaTick at,
                      EventImpl* event,
                      uint32_t context = Simulator::NO_CONTEXT)
    {
        return m_clock.Schedule(now, at, event, context);
    }

    /** @return a frame with unspecified contents, counted as created */
    FabricFrame* NewFrame()
    {
        ++m_totals.created;
        return m_pool.Alloc();
    }

    /**
     * A frame has reached its end.
     * @param frame the frame; gone after this
     */
    void Consume(FabricFrame* frame)
    {
        ++m_totals.consumed;
        m_pool.Free(frame);
    }

    /**
     * A frame is lost: count, trace, free.
     * @param frame the frame; gone after this
     * @param port where; null inside a switch
     * @param reason why
     */
    void Drop(FabricFrame* frame, const FabricPort* port, FabricDropReason reason);

    /** @return a uniform draw in [0, 1) from the fabric's stream */
    double Draw()
    {
        return m_rng->GetValue();
    }

    /**
     * @param watch looks at pauses that last from now on; null: nobody does
     */
    void SetPauseWatch(Ptr<FabricPauseWatch> watch);

    /** @return who looks at pauses that last, or null */
    Ptr<FabricPauseWatch> GetPauseWatch() const
    {
        return m_pauseWatch;
    }

    /** A pause of a port has begun. */
    void NotePause()
    {
        if (m_pauseWatch)
        {
            m_pauseWatch->OnPause();
        }
    }

    /** @return true if a PFC frame that arrives is lost instead: injected (attribute PfcLoss) */
    bool LosePfc()
    {
        return m_pfcLoss > 0 && Draw() < m_pfcLoss;
    }

    /** @return seed of the draws of ports and load balancers, from the fabric's stream */
    uint64_t GetMarkSeed() const
    {
        return m_markSeed;
    }

    /**
     * The sums so far. What leaves a queue without anybody looking is counted when its port is
     * looked at; Settle counts it now.
     * @return the sums
     */
    const FabricTotals& GetTotals() const
    {
        return m_totals;
    }

    /** @return the sums, for ports and switches */
    FabricTotals& Totals()
    {
        return m_totals;
    }

    /** Have every port launch what has left by now. */
    void Settle();

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

    /** @return true if every frame on every link is to be serialized, parsed and compared */
    bool GetVerifyWire() const
    {
        return m_verifyWire;
    }

    /** @return what all frames have in common on the wire */
    FabricWireFormat GetWireFormat() const;

    /** @return the segments that SRHs may carry */
    Srv6Segments& GetSegments()
    {
        return m_segments;
    }

    /**
     * Serialize a frame, parse it back and compare. Aborts on a difference.
     * @param frame the frame
     */
    void VerifyFrame(const FabricFrame* frame) const;

    /** @return time until a T0 stops hashing flows to its own dead uplink */
    Time GetLocalRepair() const
    {
        return m_localRepair;
    }

    /** @return time until other switches learn that a T1 lost a T0 */
    Time GetRemoteConvergence() const
    {
        return m_remoteConvergence;
    }

    /**
     * @param addressing how IPv6 addresses follow from hosts; SetNetwork tells it as well
     */
    void SetAddressing(const FabricAddressing& addressing)
    {
        m_addressing = addressing;
    }

    /** @return how IPv6 addresses follow from hosts */
    const FabricAddressing& GetAddressing() const
    {
        return m_addressing;
    }

    /**
     * @param port a port
     * @return its name (FabricNetwork::GetPortName), which may be part of a file's name
     */
    std::string GetPortName(const FabricPort* port) const;

    /**
     * Check the books: created = consumed + dropped + alive, alive = queued + on wires, and per
     * link sent = received + lost + on the wire.
     * @return an empty string, or what does not add up
     */
    std::string CheckConservation() const;

    /** @return memory of ports and frames, B */
    size_t GetBytes() const;

    /**
     * @param stream first stream number to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /// Signature of the trace source Drop.
    typedef void (*DropTracedCallback)(const FabricDrop& drop);

    /// Signature of the trace source NewPort.
    typedef void (*NewPortTracedCallback)(FabricPort* port);

  protected:
    void DoDispose() override;

  private:
    /** Take the seed of the marking draws from the stream. */
    void DrawMarkSeed();

    FabricClock m_clock;                                   ///< time, and events
    FabricFramePool m_pool;                                ///< all frames
    FabricPortArena* m_arena;                              ///< memory of the ports
    std::vector<FabricPort*> m_ports;                      ///< by creation
    std::vector<std::unique_ptr<FabricSwitch>> m_switches; ///< by creation
    Ptr<const FabricNetwork> m_network;                    ///< see SetNetwork
    std::unique_ptr<FabricPlant> m_plant;                  ///< see SetPlant
    std::deque<FabricQueueProfile> m_profiles;             ///< pointed to by ports
    std::vector<std::unique_ptr<FabricPortTap>> m_taps;    ///< pointed to by ports
    Ptr<UniformRandomVariable> m_rng;                      ///< injected loss, m_markSeed
    Ptr<FabricPauseWatch> m_pauseWatch;                    ///< see SetPauseWatch
    uint64_t m_markSeed;                                   ///< see GetMarkSeed
    FabricTotals m_totals;                                 ///< the books
    FabricAddressing m_addressing;                         ///< see SetAddressing
    Srv6Segments m_segments;                               ///< see GetSegments
    bool m_verifyWire{false};                              ///< attribute VerifyWire
    uint16_t m_udpDestPort;                                ///< attribute UdpDestPort
    Srv6EvOrder m_evOrder;                                 ///< attribute Srv6EvOrder
    bool m_icrc;                                           ///< attribute Icrc
    double m_pfcLoss;                                      ///< attribute PfcLoss
    Time m_localRepair;                                    ///< attribute LocalRepair
    Time m_remoteConvergence;                              ///< attribute RemoteConvergence
    TracedCallback<const FabricDrop&> m_dropTrace;         ///< trace source Drop
    TracedCallback<FabricPort*> m_newPortTrace;            ///< trace source NewPort

    /// See GetSourceRoutes, by sender and receiver.
    std::map<std::pair<uint32_t, uint32_t>, std::unique_ptr<Srv6SourceRoutes>> m_sourceRoutes;

    /// See GetPlaneRoutes.
    std::map<uint32_t, std::unique_ptr<FabricPlaneRoutes>> m_routes;
};

} // namespace ns3

#endif // FABRIC_H
