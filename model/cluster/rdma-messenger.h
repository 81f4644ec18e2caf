/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_MESSENGER_H
#define RDMA_MESSENGER_H

#include "ns3/callback.h"
#include "ns3/object.h"
#include "ns3/rdma-tick.h"
#include "ns3/rdma-transport.h"

#include <cstddef>
#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaMessenger: messages between hosts, by any transport.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The medium by which a message leaves its sender and reaches its receiver. A host sends and
 * receives on each medium at the same time, with a separate rate.
 */
enum class RdmaMedium : uint8_t
{
    NETWORK, ///< its NIC
    SERVER,  ///< the links within its server
};

/// Number of media.
constexpr size_t N_RDMA_MEDIA = 2;

/**
 * @ingroup mrc
 * The interface of a transport to workloads: it sends a number of bytes from host a to host b on
 * their k-th QP and reports when they have arrived. It connects QPs on first use.
 *
 * Every token passed to Send or SendImmediate comes back exactly once through the sent callback
 * (acknowledged at the sender, with the packet statistics, or given up when the QP failed), and
 * exactly once through the delivered callback (all bytes placed at the receiver); after a failure,
 * at most once. On a QP that has failed, messages are given up at once, possibly before the
 * function returns.
 */
class RdmaMessenger : public Object
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /// Argument: the token. Called at the simulated time of the event.
    using DeliveredCallback = Callback<void, uint64_t>;
    /// Arguments: token, statistics, false if the QP failed before the message was acknowledged.
    using SentCallback = Callback<void, uint64_t, const RdmaMessageStats&, bool>;

    /**
     * Post a message now.
     * @param src sending host, 0 .. GetNHosts() - 1
     * @param dst receiving host, not src
     * @param qp number of the QP of this ordered pair, 0-based
     * @param bytes message length, at least 1 B
     * @param token the caller's identifier of the message
     */
    virtual void Send(uint32_t src, uint32_t dst, uint32_t qp, uint64_t bytes, uint64_t token) = 0;

    /**
     * Post a message with immediate data now; it consumes a receive, which is posted for it. By
     * default aborts: only transports with QPs have immediate data.
     * @param src sending host, 0 .. GetNHosts() - 1
     * @param dst receiving host, not src
     * @param qp number of the QP of this ordered pair, 0-based
     * @param bytes message length, B; 0: immediate data only
     * @param token the caller's identifier of the message
     */
    virtual void SendImmediate(uint32_t src,
                               uint32_t dst,
                               uint32_t qp,
                               uint64_t bytes,
                               uint64_t token);

    /** @return number of hosts */
    virtual uint32_t GetNHosts() const = 0;

    /**
     * A lower bound for the time from Send, or SendImmediate, to delivery on an idle network.
     * @param src sending host
     * @param dst receiving host
     * @param bytes message length, B; 0 only where SendImmediate is possible
     */
    virtual RdmaTick GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const = 0;

    /**
     * Payload rate of one idle host: line rate of all its ports times payload per wire byte of full
     * packets.
     * @return bit/s
     */
    virtual double GetPayloadRateBps() const = 0;

    /**
     * @param src sending host
     * @param dst receiving host
     * @return the medium of messages between them
     */
    virtual RdmaMedium GetMedium(uint32_t src, uint32_t dst) const;

    /**
     * @return payload rate of one idle host on this medium, in either direction, bit/s
     */
    virtual double GetMediumRateBps(RdmaMedium medium) const;

    /**
     * @return part of the ideal time of the first 4 B in which a host may also send other bytes, or
     * which the payload rate of the others counts as well: other planes are idle during the line
     * time of the first packet; and where switches cut through, both count the headers of a full
     * packet. Elsewhere a full packet takes longer than its line time
     */
    virtual RdmaTick GetTimeBesideWord() const;

    /** @return sum of the counters of its own connections, without those of an inner messenger */
    virtual RdmaCounters SumOwnCounters() const;

    /** @return number of these connections that have failed */
    virtual uint64_t CountOwnErrors() const;

    /**
     * @param src sending host
     * @param dst receiving host
     * @param qp number of the connection of this ordered pair
     * @return bytes placed at the receiver by such a connection, B; 0 if there is none
     */
    virtual uint64_t GetDeliveredBytes(uint32_t src, uint32_t dst, uint32_t qp) const;

    /**
     * @param src sending host
     * @param dst receiving host
     * @param qp number of the connection of this ordered pair
     * @return one line that describes such a connection; empty if there is none
     */
    virtual std::string Describe(uint32_t src, uint32_t dst, uint32_t qp) const;

    /**
     * @param src sending host
     * @param dst receiving host
     * @param qp number of the connection of this ordered pair
     * @return true if a timer of it is pending, for example for a retransmission
     */
    virtual bool IsTimerArmed(uint32_t src, uint32_t dst, uint32_t qp) const;

    /**
     * @param cb called when a message has been placed at its receiver
     */
    void SetDeliveredCallback(DeliveredCallback cb);

    /**
     * @param cb called when a message is complete at its sender
     */
    void SetSentCallback(SentCallback cb);

    /**
     * Give the reports of all messages to one object, for good: tokens are then its own.
     * @param owner this object; aborts if there is another one. The functions above abort from now
     * on
     * @param delivered see SetDeliveredCallback
     * @param sent see SetSentCallback
     */
    void SetOwner(const Object* owner, DeliveredCallback delivered, SentCallback sent);

    /** Abort if all messages belong to an object, see SetOwner. */
    void CheckFree() const;

  protected:
    /**
     * Report a delivery to the caller.
     * @param token a message that has been placed at its receiver
     */
    void ReportDelivered(uint64_t token);

    /**
     * Report a completion to the caller.
     * @param token a message that is complete at its sender, or was given up
     * @param stats statistics of its packets
     * @param ok false if it was given up
     */
    void ReportSent(uint64_t token, const RdmaMessageStats& stats, bool ok);

    void DoDispose() override;

  private:
    const Object* m_owner{nullptr}; ///< see SetOwner
    DeliveredCallback m_delivered;  ///< see SetDeliveredCallback
    SentCallback m_sent;            ///< see SetSentCallback
};

} // namespace ns3

#endif // RDMA_MESSENGER_H
