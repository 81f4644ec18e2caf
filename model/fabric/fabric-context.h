/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_CONTEXT_H
#define FABRIC_CONTEXT_H

#include "fabric-clock.h"
#include "fabric-counters.h"
#include "fabric-fault-change.h"
#include "fabric-frame-pool.h"
#include "fabric-network.h"

#include "ns3/event-impl.h"
#include "ns3/fabric-wire-format.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-pdu.h"
#include "ns3/rdma-tick.h"
#include "ns3/simulator.h"
#include "ns3/srv6-segments.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricContext: the state that the ports and switches of a fabric share.
 */

namespace ns3
{

class FabricLoss;

/**
 * @ingroup mrc
 * Receiver of the begins of pauses (FabricPauseWatch).
 */
class FabricPauseListener
{
  public:
    virtual ~FabricPauseListener() = default;

    /** A pause of a port has begun. */
    virtual void OnPause() = 0;
};

/**
 * @ingroup mrc
 * The attributes of Fabric that its parts read, and the trace sources that they fire. Fabric is
 * derived from it, because ns-3's accessors take members of the class.
 */
class FabricSettings
{
  protected:
    friend class FabricContext;
    friend class FabricElements;

    bool m_verifyWire{false};              ///< VerifyWire
    uint16_t m_udpDestPort{0};             ///< UdpDestPort
    Srv6EvOrder m_evOrder{EV_LOW_IN_PORT}; ///< Srv6EvOrder
    bool m_icrc{false};                    ///< Icrc
    uint16_t m_trimmedBytes{0};            ///< TrimmedBytes
    uint16_t m_sackBytes{0};               ///< SackBytes
    double m_pfcLoss{0};                   ///< PfcLoss
    Time m_localRepair;                    ///< LocalRepair
    Time m_remoteConvergence;              ///< RemoteConvergence

    TracedCallback<const FabricDrop&> m_dropTrace;         ///< trace source Drop
    TracedCallback<FabricPort*> m_newPortTrace;            ///< trace source NewPort
    TracedCallback<const FabricFaultChange&> m_faultTrace; ///< trace source Fault
};

/**
 * @ingroup mrc
 * The services that the ports and switches of a fabric share: the time and its events, the frames,
 * the counters, the random draws, the network's shape, and Fabric's attributes. It includes neither
 * ports nor switches. Fabric owns one.
 *
 * The fabric counts in picoseconds at any resolution of ns3::Time. At a coarser resolution events
 * are up to one step late, but the line time is carried exactly, so rates are right on average; at
 * picoseconds (Time::SetResolution (Time::PS) at the begin of main) all times are exact.
 */
class FabricContext final
{
  public:
    /**
     * @param settings attributes; they outlive this
     */
    explicit FabricContext(const FabricSettings& settings);
    ~FabricContext();
    FabricContext(const FabricContext&) = delete;
    FabricContext& operator=(const FabricContext&) = delete;

    /// @name Time
    /// @{

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
     * @param t a duration
     * @return the duration as ns3::Time, rounded up to a step
     */
    Time ToTime(RdmaTick t) const
    {
        return TimeStep(static_cast<uint64_t>(m_clock.ToSteps(t)));
    }

    /**
     * Schedule a re-used event; the caller keeps its reference.
     * @param at time of the event, not before now
     * @param context number of the node in whose context the event runs
     * @return time at which it will fire: at, or the next step of ns3::Time
     */
    RdmaTick Schedule(RdmaTick now,
                      RdmaTick at,
                      EventImpl* event,
                      uint32_t context = Simulator::NO_CONTEXT)
    {
        return m_clock.Schedule(now, at, event, context);
    }

    /// @}
    /// @name Frames and counters
    /// @{

    /** @return a frame with unspecified contents but no flags, counted as created */
    FabricFrame* NewFrame()
    {
        ++m_totals.created;
        FabricFrame* frame = m_pool.Alloc();
        frame->flags = 0;
        return frame;
    }

    /**
     * Free a frame that has reached its destination.
     * @param frame the frame; freed by this
     */
    void Consume(FabricFrame* frame)
    {
        ++m_totals.consumed;
        m_pool.Free(frame);
    }

    /**
     * A part of a frame is lost that a switch has begun to forward. The loss is counted and traced
     * now; what is left of the frame goes on as a damaged one, and is freed where it is noticed.
     * @param frame the frame
     * @param port port whose link loses the part
     */
    void Damage(FabricFrame* frame, const FabricPort* port, FabricDropReason reason);

    /**
     * Drop a frame: count it, trace it, free it. A damaged frame has been counted and traced.
     * @param frame the frame; freed by this
     * @param port port of the drop; null inside a switch
     * @param sw switch of a drop inside a switch, else null
     */
    void Drop(FabricFrame* frame,
              const FabricPort* port,
              FabricDropReason reason,
              const FabricSwitch* sw = nullptr);

    /**
     * Get the sums so far. Frames that leave a queue without an event are counted when their port
     * is next used; FabricElements::Flush counts them now.
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

    /** @return frames that exist now */
    uint64_t GetLiveFrames() const
    {
        return m_pool.GetLive();
    }

    /** @return memory of frames, B */
    size_t GetBytes() const
    {
        return m_pool.GetBytes();
    }

    /// @}
    /// @name Draws
    /// @{

    /** @return a uniform draw in [0, 1) from the fabric's stream */
    double Draw()
    {
        return m_rng->GetValue();
    }

    /**
     * Use a random stream from now on.
     * @param stream number of the stream
     */
    void AssignStream(int64_t stream);

    /** @return true if an arriving PFC frame is lost by injected loss (attribute PfcLoss) */
    bool LosePfc()
    {
        return m_settings.m_pfcLoss > 0 && Draw() < m_settings.m_pfcLoss;
    }

    /**
     * @param port a direction of a link
     * @return loss processes of it; not stored in the port, as hardly any port has one
     */
    std::vector<FabricLoss*>& GetLosses(const FabricPort* port)
    {
        return m_losses[port];
    }

    /** @return seed of the draws of ports and load balancers, from the fabric's stream */
    uint64_t GetMarkSeed() const
    {
        return m_markSeed;
    }

    /// @}
    /// @name The network
    /// @{

    /**
     * Set the network's shape. Call it before anything is added to the fabric.
     * @param network its shape
     */
    void SetNetwork(Ptr<const FabricNetwork> network);

    /** @return the shape of the network; null if not set */
    const FabricNetwork* GetNetwork() const
    {
        return PeekPointer(m_network);
    }

    /** @return time until a T0 stops hashing flows to its own dead uplink */
    Time GetLocalRepair() const
    {
        return m_settings.m_localRepair;
    }

    /** @return time until other switches learn that a T1 has lost a T0 */
    Time GetRemoteConvergence() const
    {
        return m_settings.m_remoteConvergence;
    }

    /**
     * @param listener is notified of each pause that begins from now on, or null
     */
    void SetPauseListener(FabricPauseListener* listener)
    {
        m_pauseListener = listener;
    }

    /** A pause of a port has begun. */
    void NotePause()
    {
        if (m_pauseListener)
        {
            m_pauseListener->OnPause();
        }
    }

    /// @}
    /// @name Bytes
    /// @{

    /** @return format that all frames have in common on the wire */
    FabricWireFormat GetWireFormat() const;

    /** @return mapping of hosts to IPv6 addresses */
    const FabricAddressing& GetAddressing() const
    {
        return m_addressing;
    }

    /** @return the segments that SRHs may carry */
    Srv6Segments& GetSegments()
    {
        return m_segments;
    }

    /** @return true if every frame on every link is serialized, parsed and compared */
    bool GetVerifyWire() const
    {
        return m_settings.m_verifyWire;
    }

    /**
     * @param wireBytes line time that the headers of a trimmed frame take, B
     * @return line time of the frame, B
     */
    uint32_t GetTrimmedWireBytes(uint32_t wireBytes) const
    {
        return m_settings.m_trimmedBytes != 0 ? m_settings.m_trimmedBytes : wireBytes;
    }

    /**
     * @param opcode kind of a packet
     * @param wireBytes line time that its headers and payload take, B
     * @return line time of its frame, B
     */
    uint32_t GetWireBytes(RdmaOpcode opcode, uint32_t wireBytes) const
    {
        const bool isAnswer = opcode == RdmaOpcode::MRC_SACK || opcode == RdmaOpcode::MRC_NACK;
        return isAnswer && m_settings.m_sackBytes != 0 ? m_settings.m_sackBytes : wireBytes;
    }

    /**
     * Serialize a frame, parse it back and compare. Aborts on a difference.
     */
    void VerifyFrame(const FabricFrame* frame) const;

    /// @}

    /** Release the random stream; part of Fabric's disposal. */
    void Dispose()
    {
        m_rng = nullptr;
    }

  private:
    /** Count and trace a drop. */
    void Note(const FabricFrame* frame,
              const FabricPort* port,
              FabricDropReason reason,
              const FabricSwitch* sw);

    /** Take the seed of the marking draws from the stream. */
    void DrawMarkSeed();

    const FabricSettings& m_settings;                               ///< Fabric's attributes
    FabricClock m_clock;                                            ///< time, and events
    FabricFramePool m_pool;                                         ///< all frames
    Ptr<const FabricNetwork> m_network;                             ///< see SetNetwork
    Ptr<UniformRandomVariable> m_rng;                               ///< injected loss, m_markSeed
    FabricPauseListener* m_pauseListener{nullptr};                  ///< see SetPauseListener
    uint64_t m_markSeed{0};                                         ///< see GetMarkSeed
    FabricTotals m_totals;                                          ///< the counters
    FabricAddressing m_addressing;                                  ///< see GetAddressing
    Srv6Segments m_segments;                                        ///< see GetSegments
    std::map<const FabricPort*, std::vector<FabricLoss*>> m_losses; ///< see GetLosses
};

} // namespace ns3

#endif // FABRIC_CONTEXT_H
