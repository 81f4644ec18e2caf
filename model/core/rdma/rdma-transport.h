/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_TRANSPORT_H
#define RDMA_TRANSPORT_H

#include "rdma-pdu.h"
#include "rdma-tick.h"

#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>
#include <string>

/**
 * @file
 * @ingroup mrc
 * The interface between a reliable transport (MRC or RoCEv2 RC) and its NIC.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The operation of a work request.
 */
enum class RdmaOperation : uint8_t
{
    WRITE, ///< payload goes to an address of the peer
    SEND,  ///< payload goes to a receive of the peer, which is consumed (RoCE only)
    READ,  ///< payload comes from an address of the peer (RoCE only)
};

/**
 * @ingroup mrc
 * One message to be transferred.
 */
struct RdmaWorkRequest
{
    uint64_t bytes{0};    ///< message length, B; 0 only with immediate data
    uint64_t remoteVa{0}; ///< remote address of the message's first byte
    uint32_t rkey{0};     ///< remote key
    RdmaOperation operation{RdmaOperation::WRITE}; ///< operation
    bool hasImmediate{false}; ///< WRITE and SEND: consumes a receive at the peer
    uint32_t immediate{0};    ///< immediate data
    uint64_t wrId{0};         ///< work request id of the caller, returned with its completion
};

/**
 * @ingroup mrc
 * Why a packet is sent again.
 */
enum class RdmaResend : uint8_t
{
    NONE,      ///< it is sent for the first time
    REJECTED,  ///< the receiver has rejected it: MRC NACK (trimmed, no resources), RNR NAK
    GAP,       ///< later packets have arrived, according to the receiver's answers
    TIMEOUT,   ///< no answer in time
    PORT_DOWN, ///< it was in flight on a plane that has gone down
};

/**
 * @ingroup mrc
 * A PDU that the transport sends now, with the path that it chose.
 */
struct RdmaTxPdu
{
    RdmaPdu pdu;            ///< PDU to be sent
    uint32_t entropy{0};    ///< MRC: EV. RoCE: UDP source port
    uint8_t port{0};        ///< NIC port (plane), 0-based
    RdmaClass cls{};        ///< traffic class
    bool ectCapable{false}; ///< switches may mark it CE
    bool trimmable{true};   ///< MRC data: switches may trim it
    RdmaResend resend{};    ///< data: why it is sent again
};

/**
 * @ingroup mrc
 * Facts about an arriving PDU besides its contents.
 */
struct RdmaRxInfo
{
    uint32_t entropy{0};           ///< EV or UDP source port of the PDU
    uint8_t port{0};               ///< NIC port by which it arrived, 0-based
    bool ce{false};                ///< marked Congestion Experienced
    RdmaTrim trim{RdmaTrim::NONE}; ///< trimmed by a switch
};

/**
 * @ingroup mrc
 * @param bytes length of a message, B
 * @param pathMtuBytes payload of a full packet, B
 * @return number of its packets; immediate data without payload take one
 */
constexpr uint64_t
CountRdmaPackets(uint64_t bytes, uint32_t pathMtuBytes)
{
    return bytes == 0 ? 1 : (bytes + pathMtuBytes - 1) / pathMtuBytes;
}

/**
 * @ingroup mrc
 * Statistics of the packets of one message, at the requester.
 */
struct RdmaMessageStats
{
    uint64_t packets{0};     ///< packets sent, retransmissions included
    uint64_t retransmits{0}; ///< of these, retransmissions
    uint64_t trims{0};       ///< trim NACKs received
    uint64_t ecnMarks{0};    ///< ECN echoes received (MRC: SACKs with SKIP_ONCE, RoCE: CNPs)
    uint64_t timeouts{0};    ///< retransmission timers that expired

    /** @param o statistics to add */
    RdmaMessageStats& operator+=(const RdmaMessageStats& o)
    {
        packets += o.packets;
        retransmits += o.retransmits;
        trims += o.trims;
        ecnMarks += o.ecnMarks;
        timeouts += o.timeouts;
        return *this;
    }
};

/**
 * @ingroup mrc
 * Completion of a message or a receive. Messages of one direction of a QP are numbered 0, 1, 2 ...
 * in posting order; both kinds of completion come in this order, exactly once.
 */
struct RdmaCompletion
{
    /// The kind of completion.
    enum class Kind : uint8_t
    {
        SENT,      ///< requester: all bytes acknowledged, or read
        DELIVERED, ///< responder: all bytes of it and of its predecessors placed, or READ
        FLUSHED,   ///< requester: not completed, because the QP is in ERROR
        RECEIVED,  ///< responder: a posted receive was consumed, or flushed
    };

    /// The result of a work request.
    enum class Status : uint8_t
    {
        SUCCESS,                ///< completed
        RETRY_EXCEEDED,         ///< too many time-outs: this request caused the failure of the QP
        REMOTE_OPERATION_ERROR, ///< the peer has failed
        RNR_RETRY_EXCEEDED,     ///< the peer had no receive too many times
        FLUSHED,                ///< the QP was in ERROR already, or was reset
    };

    Kind kind{};              ///< kind
    Status status{};          ///< result; DELIVERED: SUCCESS
    bool hasImmediate{false}; ///< DELIVERED, RECEIVED: the message had immediate data
    uint32_t immediate{0};    ///< its immediate data
    uint64_t message{0};      ///< number of the message in its direction; not for flushed receives
    uint64_t bytes{0};        ///< RECEIVED with SUCCESS: message length, B
    uint64_t wrId{0};         ///< SENT, FLUSHED, RECEIVED: the caller's id of the work request
    RdmaMessageStats stats;   ///< SENT and FLUSHED only
};

/**
 * @ingroup mrc
 * The reason why a QP went to ERROR by itself.
 */
enum class RdmaFault : uint8_t
{
    NONE,                   ///< no failure
    RETRY_EXCEEDED,         ///< too many time-outs
    REMOTE_OPERATION_ERROR, ///< the peer has reported its failure
    NO_RECEIVE,             ///< a WriteImm arrived and no receive was posted (MRC)
    RNR_RETRY_EXCEEDED,     ///< the peer has reported too often that it had no receive (RoCE)
    TOO_MANY_WIMMS,         ///< the peer had more WriteImms outstanding than allowed
};

/**
 * @ingroup mrc
 * An event for a row of events.csv or a trace: EV states, losses, time-outs, QP errors.
 */
struct RdmaEvent
{
    /// The kind of event.
    enum class Kind : uint8_t
    {
        EV_SKIP,     ///< EV skipped because of congestion (not reported by default)
        EV_TRIAL,    ///< EV suspended until probes decide (not reported by default)
        EV_BAD,      ///< EV retired: ASSUMED_BAD
        EV_GOOD,     ///< EV returned to GOOD by probes
        EV_REPLACED, ///< backup EV replaced a retired one
        EV_DENIED,   ///< EV switched off by an administrator
        EV_ENABLED,  ///< EV switched on again by an administrator
        EV_CHANGED,  ///< EV exchanged for another value by a controller
        LOST,        ///< packet declared lost without a NACK and attributed to its path
        TIMEOUT,     ///< retransmission timer expired
        QP_ERROR,    ///< QP moved to ERROR
    };

    Kind kind{};         ///< kind
    uint8_t port{0};     ///< plane concerned, 0-based
    RdmaFault fault{};   ///< QP_ERROR: reason
    uint32_t entropy{0}; ///< EV concerned
    uint64_t detail{0};  ///< EV_REPLACED, _CHANGED: new EV. LOST: PSN. TIMEOUT: oldest PSN.
                         ///< QP_ERROR: retries
};

/**
 * @ingroup mrc
 * Counters that both transports keep, for summaries. Monotonic.
 *
 * Requester: dataPackets = first transmissions + retransmits. Responder: rxDataPackets =
 * accepted + duplicates + discarded.
 */
struct RdmaCounters
{
    // Members that every packet counts come first.
    uint64_t rxDataPackets{0};  ///< untrimmed packets with payload that arrived
    uint64_t rxAccepted{0};     ///< of these, placed
    uint64_t bytesDelivered{0}; ///< responder: payload placed exactly once, B
    uint64_t rxMarked{0};       ///< responder: packets with CE
    uint64_t dataPackets{0};    ///< packets with payload sent
    uint64_t retransmits{0};    ///< of dataPackets, retransmissions
    uint64_t ecnEchoes{0};      ///< requester: congestion echoes received
    uint64_t bytesPosted{0};    ///< payload handed to PostSend, B

    uint64_t timeouts{0};      ///< retransmission timers that expired
    uint64_t nacksReceived{0}; ///< NACKs, RC NAKs
    uint64_t trimsReceived{0}; ///< requester: NACKs that report a trim
    uint64_t probesSent{0};    ///< reliability probes
    uint64_t evRetired{0};     ///< transitions to ASSUMED_BAD
    uint64_t evRestored{0};    ///< transitions back to GOOD
    uint64_t rxDuplicates{0};  ///< responder: packets received again
    uint64_t rxDiscarded{0};   ///< responder: outside the window, or out of order in go-back-N
    uint64_t rxTrimmed{0};     ///< responder: trimmed packets that arrived
    uint64_t rxUnsupported{0}; ///< PDUs whose opcode this transport does not support, dropped
    uint64_t rxWrongState{0};  ///< PDUs that arrived in a state in which the QP does not accept
                               ///< them, dropped

    /** @param o counters to add */
    RdmaCounters& operator+=(const RdmaCounters& o)
    {
        bytesPosted += o.bytesPosted;
        dataPackets += o.dataPackets;
        retransmits += o.retransmits;
        timeouts += o.timeouts;
        nacksReceived += o.nacksReceived;
        trimsReceived += o.trimsReceived;
        ecnEchoes += o.ecnEchoes;
        probesSent += o.probesSent;
        evRetired += o.evRetired;
        evRestored += o.evRestored;
        rxDataPackets += o.rxDataPackets;
        rxAccepted += o.rxAccepted;
        rxDuplicates += o.rxDuplicates;
        rxDiscarded += o.rxDiscarded;
        rxTrimmed += o.rxTrimmed;
        rxMarked += o.rxMarked;
        rxUnsupported += o.rxUnsupported;
        rxWrongState += o.rxWrongState;
        bytesDelivered += o.bytesDelivered;
        return *this;
    }
};

/**
 * @ingroup mrc
 * Outputs of a transport, as bits: see RdmaTransport::GetOutputs.
 */
enum RdmaOutput : uint8_t
{
    RDMA_OUTPUT_CONTROL = 1,    ///< PollControl
    RDMA_OUTPUT_TRANSMIT = 2,   ///< PollTransmit and NextWakeup
    RDMA_OUTPUT_COMPLETION = 4, ///< PollCompletion
    RDMA_OUTPUT_EVENT = 8,      ///< PollEvent
    RDMA_OUTPUT_ALL = 15,       ///< any of them
};

/**
 * @ingroup mrc
 * The result of RdmaTransport::PollTransmit.
 */
enum class RdmaPoll : uint8_t
{
    PDU,     ///< the output holds a PDU: send it
    NOTHING, ///< nothing may be sent before the next input or wake-up
    NO_PORT, ///< something may be sent, but by none of the ports offered
};

/**
 * @ingroup mrc
 * A reliable transport as a state machine without clock, network or callbacks: the caller passes
 * the time and the inputs, and polls the outputs. One object is one end of a connected QP,
 * requester and responder in one.
 *
 * Contract: no call re-enters. After every input (PostSend, OnPdu, OnTimeout, OnPortStatus) the
 * caller drains PollControl, PollCompletion and PollEvent, offers ports to PollTransmit as long as
 * it returns PDU, and re-reads NextWakeup. Control PDUs have a separate poll because they never
 * wait for space in a data queue. Times never decrease. The same inputs at the same times give the
 * same outputs.
 */
class RdmaTransport
{
  public:
    virtual ~RdmaTransport() = default;

    /** Append a message to the send queue. */
    virtual void PostSend(RdmaTick now, const RdmaWorkRequest& wr) = 0;

    /**
     * Append a receive, to be consumed by a SEND of the peer or by immediate data.
     * @param wrId work request id of the caller
     * @return false if this transport has no receives, or does not accept one in its state
     */
    virtual bool PostRecv(RdmaTick now, uint64_t wrId);

    /**
     * A PDU for this QP has arrived.
     * @param rx circumstances of the arrival
     */
    virtual void OnPdu(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx) = 0;

    /** The time last returned by NextWakeup has come (or passed; early calls are harmless). */
    virtual void OnTimeout(RdmaTick now) = 0;

    /**
     * The link of a local NIC port went down or came up.
     * @param port 0-based, the plane
     * @param up true: it is up
     */
    virtual void OnPortStatus(RdmaTick now, uint8_t port, bool up) = 0;

    /**
     * Take the next control PDU (SACK, NACK, ACK, CNP). One whose destination is a reserved QP
     * number is for the NIC's own protocol, which completes it and sends it on the same path.
     * @param now the time
     * @param tx filled when true is returned
     * @return true if there is one
     */
    virtual bool PollControl(RdmaTick now, RdmaTxPdu& tx) = 0;

    /**
     * Take the next data class PDU (writes, reliability probes). The path is chosen here, among the
     * ports offered.
     * @param readyPorts bit p: port p can take a data frame now
     * @param tx filled when PDU is returned
     * @return result
     */
    virtual RdmaPoll PollTransmit(RdmaTick now, uint32_t readyPorts, RdmaTxPdu& tx) = 0;

    /**
     * @param completion filled when true is returned
     * @return true if there is one
     */
    virtual bool PollCompletion(RdmaCompletion& completion) = 0;

    /**
     * @param event filled when true is returned
     * @return true if there is one
     */
    virtual bool PollEvent(RdmaEvent& event) = 0;

    /** @return time of the next call of OnTimeout; RdmaTick::Max() for never */
    virtual RdmaTick NextWakeup() const = 0;

    /**
     * Outputs that need a poll. Most packets have no effect at their receiver except an answer now
     * and then, and should not cost six virtual calls.
     * @return bits of RdmaOutput. Without its bit a poll would return nothing and change nothing;
     * without TRANSMIT, NextWakeup is the same as after the last PollTransmit. OnTimeout raises all
     * bits.
     */
    uint8_t GetOutputs() const
    {
        return m_outputs;
    }

    /** @return true while a posted message is incomplete at the requester */
    virtual bool IsBusy() const = 0;

    /** @return true once the QP is in ERROR */
    virtual bool IsError() const = 0;

    // For time series and traces.

    /** @return congestion window (MRC) or rate x base RTT (RoCE), B */
    virtual uint64_t GetWindowBytes() const = 0;

    /** @return payload (RoCE) or nominal bytes (MRC) sent, neither answered nor given up, B */
    virtual uint64_t GetInflightBytes() const = 0;

    /** @return rate at which it may send, bit/s of line time; 0: only the window limits it */
    virtual double GetRateBps() const;

    /** @return the newest valid sample of the round-trip time; nothing if it measures none */
    virtual std::optional<RdmaTick> GetLastRtt() const;

    /** @return its congestion control, with the trace sources of a subclass */
    virtual Ptr<Object> GetControlObject() const = 0;

    /**
     * @return identity of the window that it shares with other QPs of the NIC, or nullptr: an input
     * to one of them may let the others send
     */
    virtual const void* GetSharedWindow() const;

    /** @return its counters since its creation */
    virtual const RdmaCounters& GetCounters() const = 0;

    /** @return one line of readable text: state, oldest outstanding PSN, reason for waiting */
    virtual std::string Describe(RdmaTick now) const = 0;

  protected:
    uint8_t m_outputs{RDMA_OUTPUT_ALL}; ///< GetOutputs(); a subclass clears the bits of empty
                                        ///< outputs
};

} // namespace ns3

#endif // RDMA_TRANSPORT_H
