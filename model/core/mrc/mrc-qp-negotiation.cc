/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-negotiation.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace ns3
{

namespace
{

/**
 * @param t0 a plain retransmission timer
 * @return the smallest exponent whose timer is at least as long
 */
uint32_t
GetTimeoutExponent(RdmaTick t0)
{
    uint32_t exponent = 0;
    while (exponent < MRC_MAX_TIMEOUT_EXPONENT && MrcAckTimeout(exponent) < t0)
    {
        ++exponent;
    }
    return exponent;
}

} // namespace

MrcQpOffer
MakeMrcQpOffer(const MrcQpConfig& config, uint32_t host)
{
    MrcQpOffer offer;
    offer.qpn = config.localQpn;
    offer.psn = config.sqPsn;
    offer.host = host;
    offer.pathMtuBytes = config.pathMtuBytes;
    offer.mprDest = config.destWindowPackets / MRC_MPR_UNIT_PACKETS;
    offer.maxWimmDest = config.maxWimmDest;
    offer.trimNack = config.trimNack;
    offer.compensates = config.compensate;
    offer.dynamicMpr = config.dynamicMpr;
    offer.transportAck = config.transportAck;
    return offer;
}

MrcQpOffer
MakeMrcTwinOffer(const MrcQpConfig& config, uint32_t peerHost)
{
    MrcQpOffer offer = MakeMrcQpOffer(config, peerHost);
    offer.qpn = config.peerQpn;
    offer.psn = config.rqPsn;
    return offer;
}

MrcVerbsResult
MakeMrcQpPlan(const MrcQpConfig& own, const MrcQpOffer& peer, MrcQpPlan& plan)
{
    if (own.transportAck != peer.transportAck)
    {
        return {EINVAL,
                "TransportAck is on at one end and off at the other: allowed are both on or both "
                "off"};
    }
    plan = MrcQpPlan();
    plan.init.mask = GetMrcQpRequiredMask(MrcQpState::INIT);

    MrcQpAttributes& rtr = plan.rtr;
    rtr.mask = GetMrcQpRequiredMask(MrcQpState::RTR) | GetMrcQpOptionalMask(MrcQpState::RTR);
    rtr.mprDest = own.destWindowPackets / MRC_MPR_UNIT_PACKETS;
    rtr.maxWimmDest = own.maxWimmDest;
    rtr.peerMprDest = peer.mprDest;
    rtr.peerMaxWimmDest = peer.maxWimmDest;
    rtr.capabilities =
        static_cast<uint8_t>((peer.trimNack ? 0 : MRC_QP_CAP_TRIM_NACK_DEST_UNSUPPORTED) |
                             (own.dynamicMpr && peer.dynamicMpr ? MRC_QP_CAP_DYNAMIC_MPR : 0) |
                             (peer.compensates ? 0 : MRC_QP_CAP_SVC_TIME_DEST_UNSUPPORTED));
    rtr.destQpn = peer.qpn;
    rtr.rqPsn = peer.psn;
    rtr.pathMtuBytes = std::min(own.pathMtuBytes, peer.pathMtuBytes);
    rtr.peerHost = peer.host;

    MrcQpAttributes& rts = plan.rts;
    rts.mask = GetMrcQpRequiredMask(MrcQpState::RTS);
    rts.mpr = std::min(own.windowPackets / MRC_MPR_UNIT_PACKETS, peer.mprDest);
    rts.maxWimm = std::min(own.maxWimm, peer.maxWimmDest);
    rts.timeout = GetTimeoutExponent(own.ackTimeout);
    rts.retry = {own.retryLinear, own.retryExponential};
    rts.sqPsn = own.sqPsn;
    return {};
}

MrcVerbsResult
CheckMrcQpTwins(MrcQpConfig config)
{
    MrcQpPlan plan;
    MrcVerbsResult result = MakeMrcQpPlan(config, MakeMrcTwinOffer(config, 0), plan);
    MrcQpAttributes all;
    MrcQpState state = MrcQpState::RESET;
    const std::pair<MrcQpState, const MrcQpAttributes*> steps[] = {
        {MrcQpState::INIT, &plan.init},
        {MrcQpState::RTR, &plan.rtr},
        {MrcQpState::RTS, &plan.rts},
    };
    for (const auto& [next, attributes] : steps)
    {
        if (result.IsOk())
        {
            result = CheckMrcQpTransition(state, next, *attributes, config.limits);
            MergeMrcQpAttributes(*attributes, all);
            ApplyMrcQpAttributes(all, config);
            state = next;
        }
    }
    return result;
}

} // namespace ns3
