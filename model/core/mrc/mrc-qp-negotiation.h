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
 * What the two ends of a QP tell each other before it is connected, and what follows from it (mrc
 * reference, 1.3).
 */

namespace ns3
{

/**
 * @ingroup mrc
 * What one end tells the other, over any side channel.
 */
struct MrcQpOffer
{
    uint32_t qpn{0};          ///< its QP number, 24 bits
    uint32_t psn{0};          ///< first PSN it sends, 24 bits
    uint32_t host{0};         ///< index of its host
    uint32_t pathMtuBytes{0}; ///< largest payload of a packet, B
    uint32_t mprDest{0};      ///< MPR it offers as responder, units of 128 PSNs
    uint32_t maxWimmDest{0};  ///< WriteImms it is ready to stash as responder
    bool trimNack{true};      ///< it NACKs trimmed packets
    bool compensates{true};   ///< its echoes do not contain its service time
    bool dynamicMpr{false};   ///< it is ready to change or obey the MPR at run time
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
 * @return what it tells the other end
 */
MrcQpOffer MakeMrcQpOffer(const MrcQpConfig& config, uint32_t host);

/**
 * @ingroup mrc
 * @param config one end of a QP, with peerQpn and rqPsn
 * @param peerHost index of the peer's host
 * @return what the other end tells, if it is configured in the same way
 */
MrcQpOffer MakeMrcTwinOffer(const MrcQpConfig& config, uint32_t peerHost);

/**
 * @ingroup mrc
 * Both ends do this with the other one's offer, and are in agreement: of limits the smaller one
 * counts, of abilities only what both have.
 * @param own this end
 * @param peer what the other end has told
 * @param plan the attributes of this end
 * @return EINVAL if the two ends do not fit together
 */
MrcVerbsResult MakeMrcQpPlan(const MrcQpConfig& own, const MrcQpOffer& peer, MrcQpPlan& plan);

/**
 * @ingroup mrc
 * @param config both ends of a QP
 * @return why they could not be connected
 */
MrcVerbsResult CheckMrcQpTwins(MrcQpConfig config);

} // namespace ns3

#endif // MRC_QP_NEGOTIATION_H
