/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp.h"

#include "rdma-qp-path.h"

#include "ns3/mrc-nic-endpoint.h"
#include "ns3/rdma-not-null.h"
#include "ns3/uinteger.h"

#include <cerrno>
#include <sstream>
#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcQp);

namespace
{

/**
 * @param what the request
 * @param state the state at the time of the post
 * @param allowed states in which the request may be posted
 * @return EINVAL
 */
MrcVerbsResult
WrongState(const char* what, MrcQpState state, const char* allowed)
{
    return {EINVAL,
            std::string(what) + " posted in " + GetMrcQpStateName(state) + ": allowed in " +
                allowed};
}

/**
 * @param name the queue's attribute
 * @param limit limit of work requests
 * @return ENOMEM
 */
MrcVerbsResult
QueueFull(const char* name, uint32_t limit)
{
    std::ostringstream os;
    os << name << " " << limit << ": this number of work requests is not complete yet";
    return {ENOMEM, os.str()};
}

} // namespace

TypeId
MrcQp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcQp")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<MrcQp>()
            .AddAttribute("MaxSendWr",
                          "Maximum number of incomplete work requests in the send queue.",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&MrcQp::m_maxSendWr),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxRecvWr",
                          "Maximum number of receives in the receive queue.",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&MrcQp::m_maxRecvWr),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
MrcQp::Setup(Ptr<RdmaNic> nic,
             Ptr<Fabric> fabric,
             Ptr<const MrcQpFactory> factory,
             const MrcQpContext& context)
{
    m_nic = nic;
    m_fabric = fabric;
    m_factory = factory;
    m_context = context;
    m_idle = factory->CreateInReset(context);
    m_transport = m_idle.get();
}

void
MrcQp::DoDispose()
{
    if (m_nic && !m_idle)
    {
        m_nic->SetListener(GetQpn(), nullptr);
    }
    m_idle.reset();
    OnDisposed();
    m_nic = nullptr;
    m_fabric = nullptr;
    m_factory = nullptr;
    m_sends = nullptr;
    m_receives = nullptr;
    m_error = ErrorCallback();
    Object::DoDispose();
}

void
MrcQp::SetCompletionQueues(Ptr<MrcCompletionQueue> sends, Ptr<MrcCompletionQueue> receives)
{
    m_sends = sends;
    m_receives = receives;
}

// Verbs.

MrcVerbsResult
MrcQp::Modify(MrcQpState to, const MrcQpAttributes& attributes)
{
    if (to == MrcQpState::RTR)
    {
        return EnterRtr(attributes);
    }
    if (to == MrcQpState::INIT && (attributes.evProfile != 0 || attributes.ccProfile != 0))
    {
        return {EINVAL,
                std::string(attributes.evProfile != 0 ? "EV_PROFILE" : "CC_PROFILE") +
                    "; allowed: 0, the profile with which the QP was made"};
    }
    MrcTransport& protocol = GetProtocol();
    if (m_idle)
    {
        return protocol.Modify(Now(), to, attributes);
    }
    MrcVerbsResult result;
    m_nic->Input(GetQpn(), [&](RdmaTick now) {
        const uint32_t next = protocol.GetNextPsn();
        result = protocol.Modify(now, to, attributes);
        if (to == MrcQpState::RESET && result.IsOk())
        {
            protocol.SetSqPsn(next);
        }
    });
    return result;
}

MrcVerbsResult
MrcQp::EnterRtr(const MrcQpAttributes& attributes)
{
    if (GetState() != MrcQpState::INIT || !(attributes.mask & MRC_QP_ADDRESS))
    {
        return GetProtocol().Modify(Now(), MrcQpState::RTR, attributes); // fails with the reason
    }
    const uint32_t own = m_nic->GetHost();
    const uint32_t peer = attributes.peerHost;
    const uint32_t hosts = m_fabric->GetNetwork()->GetNHosts();
    if (peer >= hosts || peer == own)
    {
        std::ostringstream os;
        os << "ADDRESS " << peer << "; allowed: the other hosts, 0 to " << hosts - 1;
        return {EINVAL, os.str()};
    }
    if (!m_idle && peer != m_nic->GetRoute(GetQpn()).peerHost)
    {
        return {EINVAL,
                "ADDRESS; allowed: the host to which the QP was connected before the reset"};
    }
    SetRdmaQpPaths(*m_fabric, *m_factory, peer, m_context);
    GetProtocol().SetPaths(m_factory->GetEvPaths(m_context.pathsPerPlane),
                           m_factory->GetEvCodes(m_context));
    MrcVerbsResult result = m_factory->ApplyProfiles(m_context, GetProtocol());
    if (result.IsOk())
    {
        result = GetProtocol().Modify(Now(), MrcQpState::RTR, attributes);
    }
    if (result.IsOk() && !m_idle)
    {
        MrcNicEndpoint::Of(*m_nic).AnnounceQp(GetQpn());
    }
    else if (result.IsOk())
    {
        const RdmaQpRoute route = MakeRdmaQpRoute(*m_fabric, *m_factory, own, peer);
        m_factory->AttachTransport(*m_nic, m_context, std::move(m_idle), route);
        m_nic->SetListener(GetQpn(), this);
    }
    return result;
}

MrcQpState
MrcQp::GetState() const
{
    return GetProtocol().GetState();
}

const MrcQpAttributes&
MrcQp::Query() const
{
    return GetProtocol().GetAttributes();
}

MrcVerbsResult
MrcQp::PostSend(const MrcSendRequest& request)
{
    const bool immediate = request.op == MrcSendRequest::Op::WRITE_WITH_IMM;
    if (!immediate && request.op != MrcSendRequest::Op::WRITE)
    {
        return {EOPNOTSUPP, "MRC has RDMA WRITE and WRITE_WITH_IMM only"};
    }
    if (request.inlined)
    {
        return {EOPNOTSUPP, "inline data are not supported"};
    }
    const MrcQpState state = GetProtocol().GetState();
    const bool flushes = state == MrcQpState::ERROR && GetProtocol().HasRequester();
    if (state != MrcQpState::RTS && !flushes)
    {
        return WrongState("a send", state, "RTS");
    }
    if (request.bytes == 0 && !immediate)
    {
        return {EINVAL, "WRITE of length 0; allowed: 1 B and more, and 0 B of WRITE_WITH_IMM"};
    }
    if (immediate && GetProtocol().GetConfig().maxWimm == 0)
    {
        return {EINVAL, "WRITE_WITH_IMM: MAX_WIMM of this QP is 0"};
    }
    if (m_sendsPosted >= m_maxSendWr)
    {
        return QueueFull("MaxSendWr", m_maxSendWr);
    }
    ++m_sendsPosted;
    RdmaWorkRequest wr;
    wr.bytes = request.bytes;
    wr.remoteVa = request.remoteVa;
    wr.rkey = request.rkey;
    wr.hasImmediate = immediate;
    wr.immediate = request.immediate;
    wr.wrId = request.wrId;
    m_nic->Input(GetQpn(), [&](RdmaTick now) { GetProtocol().PostSend(now, wr); });
    return {};
}

MrcVerbsResult
MrcQp::PostWrite(uint64_t remoteVa, uint64_t bytes, uint32_t rkey, uint64_t wrId)
{
    MrcSendRequest request;
    request.remoteVa = remoteVa;
    request.bytes = bytes;
    request.rkey = rkey;
    request.wrId = wrId;
    return PostSend(request);
}

MrcVerbsResult
MrcQp::PostWriteImm(uint64_t remoteVa,
                    uint64_t bytes,
                    uint32_t rkey,
                    uint32_t immediate,
                    uint64_t wrId)
{
    MrcSendRequest request;
    request.op = MrcSendRequest::Op::WRITE_WITH_IMM;
    request.remoteVa = remoteVa;
    request.bytes = bytes;
    request.rkey = rkey;
    request.immediate = immediate;
    request.wrId = wrId;
    return PostSend(request);
}

MrcVerbsResult
MrcQp::PostRecv(uint64_t wrId)
{
    if (m_receivesPosted >= m_maxRecvWr)
    {
        return QueueFull("MaxRecvWr", m_maxRecvWr);
    }
    MrcTransport& protocol = GetProtocol();
    bool taken = false;
    if (!m_idle)
    {
        ++m_receivesPosted;
        m_nic->Input(GetQpn(), [&](RdmaTick now) { taken = protocol.PostRecv(now, wrId); });
        m_receivesPosted -= taken ? 0 : 1;
    }
    return taken ? MrcVerbsResult() : WrongState("a receive", GetState(), "RTR and RTS");
}

MrcVerbsResult
MrcQp::SetMpr(uint32_t units)
{
    return GetProtocol().SetMpr(units);
}

MrcQpOffer
MrcQp::GetOffer() const
{
    return MakeMrcQpOffer(GetProtocol().GetConfig(), m_nic->GetHost());
}

MrcVerbsResult
MrcQp::MakePlan(const MrcQpOffer& peer, MrcQpPlan& plan) const
{
    return MakeMrcQpPlan(GetProtocol().GetConfig(), peer, plan);
}

// Reports of the NIC.

void
MrcQp::OnCompletion(const RdmaCompletion& completion)
{
    if (completion.kind == RdmaCompletion::Kind::DELIVERED)
    {
        return; // the target of an RDMA WRITE gets no completion
    }
    MrcWorkCompletion work;
    work.qpn = GetQpn();
    work.wrId = completion.wrId;
    work.status = completion.status;
    work.receive = completion.kind == RdmaCompletion::Kind::RECEIVED;
    work.hasImmediate = completion.hasImmediate;
    work.immediate = completion.immediate;
    work.bytes = completion.bytes;
    --(work.receive ? m_receivesPosted : m_sendsPosted);
    const Ptr<MrcCompletionQueue> queue = work.receive ? m_receives : m_sends;
    if (queue)
    {
        queue->Push(work);
    }
}

void
MrcQp::OnEvent(const RdmaEvent& event)
{
    if (event.kind == RdmaEvent::Kind::QP_ERROR && !m_error.IsNull())
    {
        m_error(GetQpn(), event.fault);
    }
}

void
MrcQp::OnDisposed()
{
    m_transport = nullptr;
}

MrcVerbsResult
ConnectMrcQps(Ptr<MrcQp> a, Ptr<MrcQp> b)
{
    NS_ABORT_MSG_IF(&RdmaNotNull(a, "a QP to connect")->GetFabric() !=
                        &RdmaNotNull(b, "a QP to connect")->GetFabric(),
                    "the two QPs to connect belong to different clusters");
    MrcQpPlan plans[2];
    const Ptr<MrcQp> ends[2] = {a, b};
    MrcVerbsResult result = a->MakePlan(b->GetOffer(), plans[0]);
    if (result.IsOk())
    {
        result = b->MakePlan(a->GetOffer(), plans[1]);
    }
    const std::pair<MrcQpState, MrcQpAttributes MrcQpPlan::*> steps[] = {
        {MrcQpState::INIT, &MrcQpPlan::init},
        {MrcQpState::RTR, &MrcQpPlan::rtr},
        {MrcQpState::RTS, &MrcQpPlan::rts},
    };
    for (const auto& [state, attributes] : steps)
    {
        for (int i = 0; i < 2 && result.IsOk(); ++i)
        {
            result = ends[i]->Modify(state, plans[i].*attributes);
        }
    }
    return result;
}

} // namespace ns3
