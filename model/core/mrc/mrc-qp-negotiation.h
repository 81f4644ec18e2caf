/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_NEGOTIATION_H
#define MRC_QP_NEGOTIATION_H

#include "mrc-qp-attributes.h"
#include "mrc-qp-parameters.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * The parameters that the two ends of a QP exchange before it is connected, and the attributes
 * derived from them (mrc reference, 1.3).
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The parameters that one end sends to the other, over any side channel.
 */
struct MrcQpOffer
{
    uint32_t qpn{0};          ///< its QP number, 24 bits
    uint32_t psn{0};          ///< first PSN it sends, 24 bits
    uint32_t host{0};         ///< index of its host
    uint32_t pathMtuBytes{0}; ///< largest payload of a packet, B
    uint32_t mprDest{0};      ///< MPR that it offers as responder, units of 128 PSNs
    uint32_t maxWimmDest{0};  ///< WriteImms that it can stash as responder
    bool trimNack{true};      ///< it sends NACKs of trimmed packets
    bool compensates{true};   ///< its echoes exclude its service time
    bool dynamicMpr{false};   ///< it can change or obey the MPR at run time
    bool transportAck{false}; ///< it completes messages by Transport ACKs
};

/**
 * @ingroup mrc
 * The attributes that take a QP from RESET to RTS.
 */
struct MrcQpPlan
{
    MrcQpAttributes init; ///< RESET -> INIT
    MrcQpAttributes rtr;  ///< INIT -> RTR
    MrcQpAttributes rts;  ///< RTR -> RTS
};

/**
 * @ingroup mrc
 * @param config one end of a QP
 * @param host index of its host
 * @return the offer that it sends to the other end
 */
MrcQpOffer MakeMrcQpOffer(const MrcQpConfig& config, uint32_t host);

/**
 * @ingroup mrc
 * @param config one end of a QP, with peerQpn and rqPsn
 * @param peerHost index of the peer's host
 * @return the offer of the other end, if it has the same configuration
 */
MrcQpOffer MakeMrcTwinOffer(const MrcQpConfig& config, uint32_t peerHost);

/**
 * @ingroup mrc
 * Derive the attributes of one end. Both ends do this with the other's offer and agree: the smaller
 * limit counts, and only abilities of both ends are used.
 * @param own this end
 * @param peer offer of the other end
 * @param plan receives the attributes of this end
 * @return EINVAL if the two ends are incompatible
 */
MrcVerbsResult MakeMrcQpPlan(const MrcQpConfig& own, const MrcQpOffer& peer, MrcQpPlan& plan);

/**
 * @ingroup mrc
 * @param config both ends of a QP
 * @return the reason why they could not be connected
 */
MrcVerbsResult CheckMrcQpTwins(MrcQpConfig config);

} // namespace ns3

#endif // MRC_QP_NEGOTIATION_H
