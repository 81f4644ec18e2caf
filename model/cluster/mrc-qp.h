/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_H
#define MRC_QP_H

#include "mrc-completion-queue.h"
#include "mrc-qp-factory.h"
#include "rdma-qp-factory.h"

#include "ns3/abort.h"
#include "ns3/fabric.h"
#include "ns3/mrc-transport.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/rdma-nic.h"
#include "ns3/rdma-qp-listener.h"

#include <cstdint>
#include <memory>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcQp: an MRC QP with the verbs of an application.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A work request for the send queue of an MrcQp, in the terms of verbs.
 */
struct MrcSendRequest
{
    /// Operations of verbs. MRC supports the first two (mrc reference, 1.1).
    enum class Op : uint8_t
    {
        WRITE,
        WRITE_WITH_IMM,
        SEND,
        SEND_WITH_IMM,
        READ,
        ATOMIC_COMPARE_SWAP,
        ATOMIC_FETCH_ADD,
    };

    Op op{Op::WRITE};      ///< operation
    uint64_t remoteVa{0};  ///< remote address
    uint64_t bytes{0};     ///< length, B; 0 only with immediate data
    uint32_t rkey{0};      ///< remote key
    uint32_t immediate{0}; ///< WRITE_WITH_IMM: immediate data
    uint64_t wrId{0};      ///< the caller's identifier
    bool inlined{false};   ///< the request contains the data: not supported
};

/**
 * @ingroup mrc
 * An MRC QP with its verbs: Modify and Query, posts, completion queues, asynchronous errors.
 * RdmaCluster::CreateQp makes it, in RESET; ConnectMrcQps brings two of them to RTS.
 *
 * The protocol is in an MrcTransport, which is passed to the NIC when the QP enters RTR, because
 * its peer is unknown before. After a RESET the QP can be connected again, to the same host. Its
 * PSNs then continue, so that packets of the earlier connection that are still in flight are taken
 * for duplicates and not for new packets; no source defines the choice of PSNs.
 *
 * Posting a send needs RTS, a receive RTR or RTS. In ERROR both are accepted and flushed, if the QP
 * had reached that state. The data themselves are not modeled.
 */
class MrcQp : public Object, private RdmaQpListener
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * Called once, by the cluster.
     * @param nic the NIC of the QP
     * @param fabric the clock, and the paths to peers
     * @param factory makes the protocol
     * @param context complete except for the peer
     */
    void Setup(Ptr<RdmaNic> nic,
               Ptr<Fabric> fabric,
               Ptr<const MrcQpFactory> factory,
               const MrcQpContext& context);

    /**
     * @param sends queue for the completions of sends
     * @param receives queue for the completions of receives; may be the same
     */
    void SetCompletionQueues(Ptr<MrcCompletionQueue> sends, Ptr<MrcCompletionQueue> receives);

    /// Arguments: QP number, reason. Called when the QP goes to ERROR by itself.
    using ErrorCallback = Callback<void, uint32_t, RdmaFault>;

    /**
     * @param cb called when the QP goes to ERROR by itself
     */
    void SetErrorCallback(ErrorCallback cb)
    {
        m_error = cb;
    }

    // Verbs.

    /**
     * Change the state (mrc reference, 1.2).
     * @param to the new state
     * @param attributes inputs of the transition
     * @return EINVAL or EOPNOTSUPP if it is not allowed; then nothing has changed
     */
    MrcVerbsResult Modify(MrcQpState to, const MrcQpAttributes& attributes = MrcQpAttributes());

    /** @return RESET, INIT, RTR, RTS or ERROR */
    MrcQpState GetState() const;

    /** @return the attributes given so far */
    const MrcQpAttributes& Query() const;

    /**
     * Post a work request to the send queue.
     * @param request the request
     * @return EOPNOTSUPP for operations that MRC does not support, EINVAL in the wrong state or for
     * an invalid request, ENOMEM if MaxSendWr requests are not complete
     */
    MrcVerbsResult PostSend(const MrcSendRequest& request);

    /**
     * Post an RDMA WRITE.
     * @param remoteVa remote address
     * @param bytes length, at least 1 B
     * @param rkey remote key
     * @param wrId the caller's identifier
     * @return as PostSend
     */
    MrcVerbsResult PostWrite(uint64_t remoteVa, uint64_t bytes, uint32_t rkey, uint64_t wrId);

    /**
     * Post an RDMA WRITE with immediate data, which consumes a receive of the peer.
     * @param remoteVa remote address
     * @param bytes length, B; 0: immediate data only
     * @param rkey remote key
     * @param immediate immediate data
     * @param wrId the caller's identifier
     * @return as PostSend
     */
    MrcVerbsResult PostWriteImm(uint64_t remoteVa,
                                uint64_t bytes,
                                uint32_t rkey,
                                uint32_t immediate,
                                uint64_t wrId);

    /**
     * Post a receive.
     * @param wrId the caller's identifier
     * @return EINVAL in the wrong state, ENOMEM if MaxRecvWr receives wait
     */
    MrcVerbsResult PostRecv(uint64_t wrId);

    /**
     * Change the MPR that this end offers, while the QP is connected (mrc reference, 5.3).
     * @param units the new MPR, units of 128 PSNs
     * @return EOPNOTSUPP or EINVAL if that is not possible
     */
    MrcVerbsResult SetMpr(uint32_t units);

    /** @return QP number */
    uint32_t GetQpn() const
    {
        return m_context.localQpn;
    }

    /** @return this end's offer to its peer (mrc reference, 1.3) */
    MrcQpOffer GetOffer() const;

    /**
     * @param peer the peer's offer
     * @param plan attributes of this end's transitions to RTS
     * @return EINVAL if the two do not fit together
     */
    MrcVerbsResult MakePlan(const MrcQpOffer& peer, MrcQpPlan& plan) const;

    /** @return the protocol, for statistics */
    const MrcTransport& GetTransport() const
    {
        return GetProtocol();
    }

    /** @return the network of its NIC */
    const Fabric& GetFabric() const
    {
        GetProtocol();
        return *m_fabric;
    }

  protected:
    void DoDispose() override;

  private:
    void OnCompletion(const RdmaCompletion& completion) override;
    void OnEvent(const RdmaEvent& event) override;
    void OnDisposed() override;

    /** @return the protocol, before and after RTR */
    MrcTransport& GetProtocol() const
    {
        NS_ABORT_MSG_IF(!m_transport, "use of a QP that is not set up, or disposed of");
        return *m_transport;
    }

    /**
     * Enter RTR, where the peer is known.
     * @param attributes of the transition
     * @return EINVAL if there is no path to the peer, or as MrcTransport::Modify
     */
    MrcVerbsResult EnterRtr(const MrcQpAttributes& attributes);

    /** @return the time */
    RdmaTick Now() const
    {
        return m_fabric->Now();
    }

    Ptr<RdmaNic> m_nic;                   ///< its NIC
    Ptr<Fabric> m_fabric;                 ///< the clock
    Ptr<const MrcQpFactory> m_factory;    ///< header stack of its packets
    MrcQpContext m_context;               ///< identity, network
    std::unique_ptr<MrcTransport> m_idle; ///< the protocol, before RTR
    MrcTransport* m_transport{nullptr};   ///< see GetProtocol; null after disposal
    Ptr<MrcCompletionQueue> m_sends;      ///< queue of sends; may be null
    Ptr<MrcCompletionQueue> m_receives;   ///< queue of receives; may be null
    ErrorCallback m_error;                ///< see SetErrorCallback
    uint32_t m_maxSendWr;                 ///< attribute MaxSendWr
    uint32_t m_maxRecvWr;                 ///< attribute MaxRecvWr
    uint32_t m_sendsPosted{0};            ///< not complete
    uint32_t m_receivesPosted{0};         ///< not complete
};

/**
 * @ingroup mrc
 * Make the out-of-band exchange of the mrc reference, 1.3, and bring both QPs from RESET to RTS.
 * @param a one end
 * @param b the other end
 * @return the first error
 */
MrcVerbsResult ConnectMrcQps(Ptr<MrcQp> a, Ptr<MrcQp> b);

} // namespace ns3

#endif // MRC_QP_H
