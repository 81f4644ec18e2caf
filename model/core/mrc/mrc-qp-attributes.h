/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_ATTRIBUTES_H
#define MRC_QP_ATTRIBUTES_H

#include <cerrno>
#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup mrc
 * The states of an MRC QP, and the attributes of each transition between them (mrc reference, 1.2
 * and 12).
 */

namespace ns3
{

/**
 * @ingroup mrc
 * States of a QP. RESET -> INIT -> RTR -> RTS in this order; ERROR and RESET from everywhere.
 */
enum class MrcQpState : uint8_t
{
    RESET, ///< unconfigured
    INIT,  ///< has its profiles
    RTR,   ///< ready to receive: the responder works
    RTS,   ///< ready to send: the requester also works
    ERROR, ///< failed: all work requests are flushed, packets dropped
};

const char* GetMrcQpStateName(MrcQpState state);

/**
 * @ingroup mrc
 * Bits of MrcQpAttributes::mask: which attributes are given.
 */
enum MrcQpAttributeBit : uint32_t
{
    // RESET -> INIT.
    MRC_QP_EV_PROFILE = 1U << 0, ///< evProfile
    MRC_QP_CC_PROFILE = 1U << 1, ///< ccProfile
    MRC_QP_HINT = 1U << 2,       ///< hint; optional
    // INIT -> RTR.
    MRC_QP_MPR_DEST = 1U << 3,      ///< mprDest
    MRC_QP_MAX_WIMM_DEST = 1U << 4, ///< maxWimmDest
    MRC_QP_CAPABILITIES = 1U << 5,  ///< capabilities; optional
    MRC_QP_DEST_QPN = 1U << 6,      ///< destQpn
    MRC_QP_RQ_PSN = 1U << 7,        ///< rqPsn
    MRC_QP_PATH_MTU = 1U << 8,      ///< pathMtuBytes
    MRC_QP_ADDRESS = 1U << 9,       ///< peerHost
    MRC_QP_PEER_LIMITS = 1U << 15,  ///< peerMprDest and peerMaxWimmDest; optional
    // RTR -> RTS.
    MRC_QP_MPR = 1U << 10,      ///< mpr
    MRC_QP_MAX_WIMM = 1U << 11, ///< maxWimm
    MRC_QP_TIMEOUT = 1U << 12,  ///< timeout
    MRC_QP_RETRY = 1U << 13,    ///< retry
    MRC_QP_SQ_PSN = 1U << 14,   ///< sqPsn
    // Attributes of RC that no MRC QP accepts.
    MRC_QP_PORT = 1U << 20,               ///< all ports are used
    MRC_QP_RC_TIMEOUT = 1U << 21,         ///< RC's retransmission timer
    MRC_QP_RC_RETRY_CNT = 1U << 22,       ///< RC's retry counter
    MRC_QP_RNR_RETRY = 1U << 23,          ///< there is no RNR NAK
    MRC_QP_MIN_RNR_TIMER = 1U << 24,      ///< there is no RNR NAK
    MRC_QP_MAX_QP_RD_ATOMIC = 1U << 25,   ///< there are no reads
    MRC_QP_MAX_DEST_RD_ATOMIC = 1U << 26, ///< there are no reads
    MRC_QP_ALT_PATH = 1U << 27,           ///< no automatic path migration
    MRC_QP_PATH_MIG_STATE = 1U << 28,     ///< no automatic path migration
};

/**
 * @ingroup mrc
 * Bits of MrcQpAttributes::capabilities.
 */
enum MrcQpCapability : uint8_t
{
    MRC_QP_CAP_TRIM_NACK_DEST_UNSUPPORTED = 1, ///< the peer sends no NACKs of trimmed packets
    MRC_QP_CAP_DYNAMIC_MPR = 2,                ///< both ends allow the responder to change the MPR
    MRC_QP_CAP_SVC_TIME_DEST_UNSUPPORTED = 4,  ///< the peer's echoes contain its service time
};

/// Largest exponent of T0: 17.18 s (mrc reference, 5.8).
constexpr uint32_t MRC_MAX_TIMEOUT_EXPONENT = 24;

/// Exponent of the retransmission timer unless another is set: 131 us.
constexpr uint32_t MRC_DEFAULT_TIMEOUT_EXPONENT = 7;
/// Retry::exp for "never give up" (mrc reference, 5.8).
constexpr uint32_t MRC_RETRY_FOREVER = 25;
/// Packets in one unit of an MPR (mrc reference, 1.3).
constexpr uint32_t MRC_MPR_UNIT_PACKETS = 128;

/**
 * @ingroup mrc
 * Attributes of Modify and Query: the fields whose bits are set in mask.
 */
struct MrcQpAttributes
{
    /// The application's description of its traffic (mrc reference, 1.4).
    struct Hint
    {
        uint32_t qpsPerPeer{0};      ///< QPs between the two hosts
        uint32_t sendPeers{0};       ///< hosts to which this one sends at a time
        uint32_t remoteRecvPeers{0}; ///< hosts that send to the peer at a time
    };

    /// Time-outs until the QP gives up (mrc reference, 5.8).
    struct Retry
    {
        uint32_t linear{0}; ///< with the plain timer, 0 to 7
        uint32_t exp{0};    ///< with a doubled timer, 0 to 24; 25: forever
    };

    uint32_t mask{0};            ///< MrcQpAttributeBit of the fields given
    uint64_t evProfile{0};       ///< EV profile id; 0: the device chooses
    uint64_t ccProfile{0};       ///< CC profile id; 0: the device chooses
    Hint hint;                   ///< traffic
    uint32_t mprDest{0};         ///< MPR offered as responder, units of 128 PSNs
    uint32_t maxWimmDest{0};     ///< WriteImms this responder is ready to stash
    uint8_t capabilities{0};     ///< MrcQpCapability
    uint32_t destQpn{0};         ///< QP number of the peer, 24 bits
    uint32_t rqPsn{0};           ///< first PSN expected, 24 bits
    uint32_t pathMtuBytes{0};    ///< payload of a full packet: 256, 512, 1024, 2048 or 4096 B
    uint32_t peerHost{0};        ///< address vector: index of the peer's host
    uint32_t peerMprDest{0};     ///< the peer's mpr_dest, bounds mpr
    uint32_t peerMaxWimmDest{0}; ///< the peer's max_wimm_dest, bounds maxWimm
    uint32_t mpr{0};             ///< MPR used as requester, units of 128 PSNs
    uint32_t maxWimm{0};         ///< WriteImms this requester may have outstanding
    uint32_t timeout{0};         ///< T0 = 1.024 us x 2^timeout, 0 to 24
    Retry retry;                 ///< limits of time-outs
    uint32_t sqPsn{0};           ///< first PSN sent, 24 bits
};

/**
 * @ingroup mrc
 * Bounds of a QP's attributes: those of its device, and those that the peer offered.
 */
struct MrcQpLimits
{
    uint32_t maxMpr{255};            ///< device: largest MPR, units of 128 PSNs
    uint32_t mprResolution{1};       ///< device: mpr_dest is a multiple of this, units of 128 PSNs
    uint32_t maxWimm{65535};         ///< device: most WriteImms outstanding as requester
    uint32_t maxWimmDest{65535};     ///< device: most WriteImms stashed as responder
    bool dynamicMpr{true};           ///< device: can change the MPR of a QP at run time
    uint32_t peerMprDest{255};       ///< peer: its mpr_dest, units of 128 PSNs
    uint32_t peerMaxWimmDest{65535}; ///< peer: its max_wimm_dest
};

/**
 * @ingroup mrc
 * The result of a verb.
 */
struct MrcVerbsResult
{
    int error{0};        ///< 0, EINVAL, EBUSY, ENOMEM or EOPNOTSUPP
    std::string message; ///< readable text: the attribute, and the allowed values

    /** @return true if the verb succeeded */
    bool IsOk() const
    {
        return error == 0;
    }

    /**
     * @param message the error, and the allowed values
     * @return EINVAL
     */
    static MrcVerbsResult Invalid(const std::string& message)
    {
        return {EINVAL, message};
    }
};

/**
 * @ingroup mrc
 * Check whether a QP may change its state with these attributes (mrc reference, 1.2).
 * @param from present state
 * @param to requested state
 * @param attributes attributes passed to Modify
 * @param limits their bounds
 * @return EINVAL or EOPNOTSUPP with the reason, if it may not
 */
MrcVerbsResult CheckMrcQpTransition(MrcQpState from,
                                    MrcQpState to,
                                    const MrcQpAttributes& attributes,
                                    const MrcQpLimits& limits);

/**
 * @ingroup mrc
 * @return the attributes that the transition to it requires
 */
uint32_t GetMrcQpRequiredMask(MrcQpState to);

/**
 * @ingroup mrc
 * @return the attributes that the transition to it accepts in addition
 */
uint32_t GetMrcQpOptionalMask(MrcQpState to);

/**
 * @ingroup mrc
 * Merge the given attributes.
 * @param given attributes, valid where their mask bits are set
 * @param all receives their values and bits
 */
void MergeMrcQpAttributes(const MrcQpAttributes& given, MrcQpAttributes& all);

} // namespace ns3

#endif // MRC_QP_ATTRIBUTES_H
