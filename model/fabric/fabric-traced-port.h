/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_TRACED_PORT_H
#define FABRIC_TRACED_PORT_H

#include "fabric-counters.h"
#include "fabric-port.h"

#include "ns3/callback.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <memory>
#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricTracedPort: a port as an ns-3 object, with its trace sources.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * One direction of a link, a port with its queues, as an ns-3 object with trace sources. The
 * attributes PortList of Fabric and of a NIC make it when a path asks for it; the port itself is
 * instantiated and observed from the first connection on. Observation changes no result.
 */
class FabricTracedPort : public Object
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /// The network.
    class Owner
    {
      public:
        /**
         * @param id number of a port
         * @return the port, instantiated if needed
         */
        virtual FabricPort* GetPort(uint32_t id) = 0;

        /** @return name of a port */
        virtual std::string GetPortName(const FabricPort* port) const = 0;

        /**
         * Observe a port, and keep its ns-3 object.
         * @param to the object
         * @param tap observes the port
         */
        virtual void Observe(Ptr<FabricTracedPort> to, std::unique_ptr<FabricPortTap> tap) = 0;

      protected:
        ~Owner() = default;
    };

    /**
     * Called once.
     * @param owner the network
     * @param hold keeps the network alive as long as it does not keep this object
     * @param id number of the port in the network
     */
    void Setup(Owner* owner, Ptr<Object> hold, uint32_t id);

    /** The fabric is disposed, or has removed its taps: nothing is observed any more. */
    void Detach();

    /** @return the port; null after disposal. It is instantiated if needed. */
    FabricPort* GetPort() const;

    /** @return the port's name */
    std::string GetName() const;

    /** @return number of the port in its network */
    uint32_t GetId() const
    {
        return m_id;
    }

    /**
     * Connect one of the trace sources.
     * @param source its accessor
     * @param context first argument of the callback; nullptr: none
     * @param callback the callback
     * @return false if the callback does not fit
     */
    bool OnConnect(const TraceSourceAccessor& source,
                   const std::string* context,
                   const CallbackBase& callback);

    /** Disconnect one: see OnConnect. */
    bool OnDisconnect(const TraceSourceAccessor& source,
                      const std::string* context,
                      const CallbackBase& callback);

    /// Signature of the trace sources of frames.
    typedef void (*FrameTracedCallback)(const FabricFrame& frame);

    /// Signature of the trace source Drop.
    typedef void (*DropTracedCallback)(const FabricFrame& frame, FabricDropReason reason);

    /**
     * Signature of the trace source Pause.
     * @param cls data class
     * @param paused true: a pause begins
     */
    typedef void (*PauseTracedCallback)(RdmaClass cls, bool paused);

  private:
    /// Observes the port; the fabric owns it.
    class Tap;

    /** @param port the port, after a change of its queues */
    void Update(const FabricPort& port)
    {
        m_bytes = port.GetTappedQueueBytes();
    }

    Owner* m_owner{nullptr}; ///< the network; null after disposal
    Ptr<Object> m_hold;      ///< the same until the first connection, when the network holds this
    uint32_t m_id{0};        ///< see GetId
    bool m_observed{false};  ///< a tap observes the port

    TracedValue<uint64_t> m_bytes{0};                            ///< BytesInQueue
    TracedCallback<const FabricFrame&> m_enqueue;                ///< Enqueue
    TracedCallback<const FabricFrame&> m_dequeue;                ///< Dequeue
    TracedCallback<const FabricFrame&> m_mark;                   ///< Mark
    TracedCallback<const FabricFrame&> m_trim;                   ///< Trim
    TracedCallback<const FabricFrame&> m_transmit;               ///< Tx
    TracedCallback<const FabricFrame&> m_receive;                ///< Rx
    TracedCallback<const FabricFrame&, FabricDropReason> m_drop; ///< Drop
    TracedCallback<RdmaClass, bool> m_pause;                     ///< Pause
};

} // namespace ns3

#endif // FABRIC_TRACED_PORT_H
