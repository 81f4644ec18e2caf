/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-ground-truth.h"

#include "ns3/fabric-path-walk.h"
#include "ns3/mrc-transport.h"

#include <optional>

namespace ns3
{

namespace
{

/**
 * @param qpn number of one of its QPs
 * @return the QP, or null if it is none of MRC
 */
const MrcTransport*
FindMrcQp(const RdmaNic& nic, uint32_t qpn)
{
    const bool exists = qpn >= RdmaNic::FIRST_QPN && qpn - RdmaNic::FIRST_QPN < nic.GetNQps();
    return exists && nic.IsAttached(qpn) ? dynamic_cast<const MrcTransport*>(&nic.GetTransport(qpn))
                                         : nullptr;
}

} // namespace

bool
IsRdmaRetiredWrongly(const RdmaCluster& cluster, const RdmaNicEvent& event)
{
    if (event.event.kind != RdmaEvent::Kind::EV_BAD)
    {
        return false;
    }
    RdmaNic& nic = *cluster.GetNic(event.host);
    const std::optional<FabricFrame> frame =
        nic.SketchFrame(event.qpn, event.event.entropy, event.event.port);
    return frame &&
           WalkFabricPath(nic.GetPort(event.event.port),
                          *frame,
                          PeekPointer(cluster.GetNic(frame->dstHost))) == FabricPathState::SOUND;
}

bool
IsRdmaFalseLoss(const RdmaCluster& cluster, const RdmaNicEvent& event)
{
    if (event.event.kind != RdmaEvent::Kind::LOST)
    {
        return false;
    }
    const RdmaNic& nic = *cluster.GetNic(event.host);
    const MrcTransport* sender = FindMrcQp(nic, event.qpn);
    if (!sender)
    {
        return false;
    }
    const RdmaNic& peer = *cluster.GetNic(nic.GetRoute(event.qpn).peerHost);
    const MrcTransport* receiver = FindMrcQp(peer, sender->GetConfig().peerQpn);
    return receiver && receiver->HasReceived(static_cast<uint32_t>(event.event.detail));
}

} // namespace ns3
