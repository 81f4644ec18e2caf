/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_TRACED_QP_H
#define RDMA_TRACED_QP_H

#include "ns3/callback.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/rdma-transport.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/traced-callback.h"
#include "ns3/traced-value.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaTracedQp: a QP as an ns-3 object, with its trace sources.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * One end of a QP as an ns-3 object: its trace sources, and the way to those of its congestion
 * control. The attribute QpList of its NIC makes it when it is asked for, also before the QP
 * exists; the QP is observed from the first connection on. Observation changes no result.
 *
 * Values are compared after every input of the QP and after every packet that it sends. A window
 * that the QPs to one host share (attribute ns3::MrcQpFactory::ShareCcPerDestination) also changes
 * with the answers to the other QPs, which this one shows at its next input or packet.
 */
class RdmaTracedQp : public Object
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /// The list of the QPs of a NIC.
    class List
    {
      public:
        /**
         * @param index number of a QP
         * @return its protocol; null if it has none yet
         */
        virtual const RdmaTransport* FindTransport(uint32_t index) const = 0;

        /**
         * Something is connected to a QP that was not observed before.
         * @param index number of the QP
         */
        virtual void OnWanted(uint32_t index) = 0;

        /** Connect a trace source of all QPs made later: see RdmaTracedQp::OnConnect. */
        virtual void Subscribe(const TraceSourceAccessor& source,
                               const std::string* context,
                               const CallbackBase& callback) = 0;

        /** End that for QPs made later: see RdmaTracedQp::OnDisconnect. */
        virtual void Unsubscribe(const TraceSourceAccessor& source,
                                 const std::string* context,
                                 const CallbackBase& callback) = 0;

      protected:
        ~List() = default;
    };

    /// Number of the object that stands for all QPs made later.
    static constexpr uint32_t LATER = UINT32_MAX;

    /**
     * Called once.
     * @param list the list of its NIC
     * @param index number of the QP in the list, or LATER
     */
    void Setup(List* list, uint32_t index);

    /** The NIC is disposed: nothing is observed any more. */
    void Detach();

    /** @return true if something is connected, so that the QP must be observed */
    bool IsWanted() const
    {
        return m_wanted;
    }

    /**
     * The QP exists, and will be observed.
     * @param transport the protocol
     */
    void Attach(const RdmaTransport& transport);

    /** @return the QP's congestion control; null before the QP exists */
    Ptr<Object> GetController() const;

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

    // Observations.

    /** @param tx a packet with data, or a reliability probe, which leaves now */
    void OnSend(const RdmaTxPdu& tx);

    /** @param pdu a PDU that has arrived, and that the QP has handled */
    void OnArrival(const RdmaPdu& pdu);

    /** @param completion a completion that is reported now */
    void OnCompletion(const RdmaCompletion& completion)
    {
        m_completed(completion);
    }

    /** @param event an event that is reported now */
    void OnEvent(const RdmaEvent& event)
    {
        m_event(event);
    }

    /** Compare the values. */
    void Update();

    /**
     * Signature of the trace source EvChoice.
     * @param ev EV (MRC) or UDP source port (RoCE)
     * @param port port of the NIC, the plane, 0-based
     * @param psn PSN of the packet, 24 bits
     */
    typedef void (*EvChoiceTracedCallback)(uint32_t ev, uint32_t port, uint32_t psn);

    /**
     * Signature of the trace source Retransmission.
     * @param psn PSN of the packet, 24 bits
     * @param why reason
     */
    typedef void (*RetransmissionTracedCallback)(uint32_t psn, RdmaResend why);

    /// Signature of the trace source Sack.
    typedef void (*SackTracedCallback)(const RdmaPdu& pdu);

    /// Signature of the trace source Completed.
    typedef void (*CompletedTracedCallback)(const RdmaCompletion& completion);

    /// Signature of the trace source Event.
    typedef void (*EventTracedCallback)(const RdmaEvent& event);

  private:
    List* m_list{nullptr};                     ///< the list of its NIC; null: disposed
    uint32_t m_index{0};                       ///< see Setup
    bool m_wanted{false};                      ///< see IsWanted
    const RdmaTransport* m_transport{nullptr}; ///< the protocol; null: not observed yet

    TracedValue<uint64_t> m_window{0};                       ///< CongestionWindow
    TracedValue<double> m_rate{0};                           ///< Rate
    TracedValue<uint64_t> m_inflight{0};                     ///< BytesInFlight
    TracedValue<Time> m_rtt{Time{0}};                        ///< Rtt
    TracedCallback<uint32_t, uint32_t, uint32_t> m_evChoice; ///< EvChoice
    TracedCallback<uint32_t, RdmaResend> m_retransmission;   ///< Retransmission
    TracedCallback<const RdmaPdu&> m_sack;                   ///< Sack
    TracedCallback<const RdmaCompletion&> m_completed;       ///< Completed
    TracedCallback<const RdmaEvent&> m_event;                ///< Event
};

} // namespace ns3

#endif // RDMA_TRACED_QP_H
