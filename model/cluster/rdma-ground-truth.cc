/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-ground-truth.h"

#include "ns3/fabric-faults.h"
#include "ns3/fabric-path-walk.h"
#include "ns3/mrc-transport.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace ns3
{

namespace
{

/**
 * @param qpn number of one of its QPs
 * @return the QP, or null if it does not belong to MRC
 */
const MrcTransport*
FindMrcQp(const RdmaNic& nic, uint32_t qpn)
{
    const bool exists = qpn >= RdmaNic::FIRST_QPN && qpn - RdmaNic::FIRST_QPN < nic.GetNQps();
    return exists && nic.IsAttached(qpn) ? dynamic_cast<const MrcTransport*>(&nic.GetTransport(qpn))
                                         : nullptr;
}

/**
 * @param nic the sender
 * @param qpn number of its QP, of MRC
 * @param plane the plane
 * @param peer the receiver
 * @param held active faults
 * @return true if an EV of the plane that is not denied leads to the peer now
 */
bool
LeadsThere(RdmaNic& nic,
           uint32_t qpn,
           uint8_t plane,
           RdmaNic& peer,
           const std::vector<FabricFaultChange>& held)
{
    const MrcTransport* qp = FindMrcQp(nic, qpn);
    if (!qp || !nic.IsPortUp(plane + 1))
    {
        return false;
    }
    const auto evs = qp->GetEvTable().GetEvs(plane);
    return std::any_of(evs.begin(), evs.end(), [&](uint32_t ev) {
        const auto frame = nic.SketchFrame(qpn, ev, plane);
        return qp->GetEvTable().GetState(ev) != MrcEvState::DENIED && frame &&
               IsFabricPathOpen(nic.GetPort(plane), *frame, &peer, held);
    });
}

} // namespace

std::optional<uint32_t>
FindRdmaSoundPlanes(const RdmaCluster& cluster, const RdmaNicEvent& event)
{
    RdmaNic& nic = *cluster.GetNic(event.host);
    const MrcTransport* qp = FindMrcQp(nic, event.qpn);
    if (event.event.kind != RdmaEvent::Kind::QP_ERROR || !qp)
    {
        return std::nullopt;
    }
    const auto held = cluster.GetFabric()->GetFaults().ListHeld();
    uint32_t sound = 0;
    RdmaNic& peer = *cluster.GetNic(nic.GetRoute(event.qpn).peerHost);
    for (uint32_t plane = 0; plane < cluster.GetNetwork().GetNPlanes(); ++plane)
    {
        const auto port = static_cast<uint8_t>(plane);
        const bool both = LeadsThere(nic, event.qpn, port, peer, held) &&
                          LeadsThere(peer, qp->GetConfig().peerQpn, port, nic, held);
        sound |= uint32_t{both} << plane;
    }
    return sound;
}

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
