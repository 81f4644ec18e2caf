/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-attributes.h"

#include "ns3/rdma-psn.h"

#include <cerrno>
#include <initializer_list>
#include <sstream>
#include <utility>

namespace ns3
{

namespace
{

/// QP numbers below this are reserved (mrc reference, 1.1).
constexpr uint32_t MIN_QPN = 3;
/// QP numbers have 24 bits.
constexpr uint32_t MAX_QPN = (1U << 24) - 1;
/// Largest number of time-outs with the plain timer (mrc reference, 5.8).
constexpr uint32_t MAX_RETRY_LINEAR = 7;
/// All bits of MrcQpCapability.
constexpr uint8_t ALL_CAPABILITIES = MRC_QP_CAP_TRIM_NACK_DEST_UNSUPPORTED |
                                     MRC_QP_CAP_DYNAMIC_MPR | MRC_QP_CAP_SVC_TIME_DEST_UNSUPPORTED;
/// Attributes that belong to other transports.
constexpr uint32_t FOREIGN_MASK = MRC_QP_PORT | MRC_QP_RC_TIMEOUT | MRC_QP_RC_RETRY_CNT |
                                  MRC_QP_RNR_RETRY | MRC_QP_MIN_RNR_TIMER |
                                  MRC_QP_MAX_QP_RD_ATOMIC | MRC_QP_MAX_DEST_RD_ATOMIC |
                                  MRC_QP_ALT_PATH | MRC_QP_PATH_MIG_STATE;

/// Names of the attributes.
constexpr std::pair<uint32_t, const char*> NAMES[] = {
    {MRC_QP_EV_PROFILE, "EV_PROFILE"},
    {MRC_QP_CC_PROFILE, "CC_PROFILE"},
    {MRC_QP_HINT, "HINT"},
    {MRC_QP_MPR_DEST, "MPR_DEST"},
    {MRC_QP_MAX_WIMM_DEST, "MAX_WIMM_DEST"},
    {MRC_QP_CAPABILITIES, "CAPABILITIES"},
    {MRC_QP_DEST_QPN, "DEST_QPN"},
    {MRC_QP_RQ_PSN, "RQ_PSN"},
    {MRC_QP_PATH_MTU, "PATH_MTU"},
    {MRC_QP_ADDRESS, "ADDRESS"},
    {MRC_QP_PEER_LIMITS, "PEER_LIMITS"},
    {MRC_QP_MPR, "MPR"},
    {MRC_QP_MAX_WIMM, "MAX_WIMM"},
    {MRC_QP_TIMEOUT, "TIMEOUT"},
    {MRC_QP_RETRY, "RETRY"},
    {MRC_QP_SQ_PSN, "SQ_PSN"},
    {MRC_QP_PORT, "PORT"},
    {MRC_QP_RC_TIMEOUT, "RC_TIMEOUT"},
    {MRC_QP_RC_RETRY_CNT, "RC_RETRY_CNT"},
    {MRC_QP_RNR_RETRY, "RNR_RETRY"},
    {MRC_QP_MIN_RNR_TIMER, "MIN_RNR_TIMER"},
    {MRC_QP_MAX_QP_RD_ATOMIC, "MAX_QP_RD_ATOMIC"},
    {MRC_QP_MAX_DEST_RD_ATOMIC, "MAX_DEST_RD_ATOMIC"},
    {MRC_QP_ALT_PATH, "ALT_PATH"},
    {MRC_QP_PATH_MIG_STATE, "PATH_MIG_STATE"},
};

/**
 * @param bit one MrcQpAttributeBit
 * @return the attribute's name
 */
std::string
GetName(uint32_t bit)
{
    for (const auto& [known, name] : NAMES)
    {
        if (known == bit)
        {
            return name;
        }
    }
    return "an attribute that does not exist";
}

/**
 * @param mask attribute bits, at least one
 * @return the lowest one
 */
uint32_t
LowestBit(uint32_t mask)
{
    return mask & (~mask + 1);
}

/// A bound of a value.
struct Range
{
    uint32_t bit;       ///< the attribute
    const char* part;   ///< the part of it, "" for all
    uint64_t value;     ///< the value given
    uint64_t low;       ///< smallest allowed value
    uint64_t high;      ///< largest allowed value
    const char* source; ///< origin of the upper bound, "" if it is the protocol
};

/**
 * @param ranges values and bounds
 * @return EINVAL if a value is out of its bounds
 */
MrcVerbsResult
CheckRanges(std::initializer_list<Range> ranges)
{
    for (const Range& r : ranges)
    {
        if (r.value < r.low || r.value > r.high)
        {
            std::ostringstream os;
            os << GetName(r.bit) << r.part << " " << r.value << ": allowed are " << r.low << " to "
               << r.high << r.source;
            return MrcVerbsResult::Invalid(os.str());
        }
    }
    return {};
}

/**
 * @param a values for INIT -> RTR
 * @param limits their bounds
 * @return EINVAL or EOPNOTSUPP if one is not allowed
 */
MrcVerbsResult
CheckRtr(const MrcQpAttributes& a, const MrcQpLimits& limits)
{
    const uint8_t caps = a.mask & MRC_QP_CAPABILITIES ? a.capabilities : 0;
    MrcVerbsResult result = CheckRanges({
        {MRC_QP_MPR_DEST, "", a.mprDest, 1, limits.maxMpr, " (the device's max_mpr)"},
        {MRC_QP_MAX_WIMM_DEST, "", a.maxWimmDest, 0, limits.maxWimmDest, " (the device's limit)"},
        {MRC_QP_CAPABILITIES, "", caps, 0, ALL_CAPABILITIES, ""},
        {MRC_QP_DEST_QPN, "", a.destQpn, MIN_QPN, MAX_QPN, ""},
        {MRC_QP_RQ_PSN, "", a.rqPsn, 0, RDMA_PSN_MASK, ""},
    });
    std::ostringstream os;
    if (!result.IsOk())
    {
        return result;
    }
    if (a.mprDest % limits.mprResolution != 0)
    {
        os << "MPR_DEST " << a.mprDest << ": allowed are multiples of " << limits.mprResolution
           << " (the device's mpr_resolution)";
        return MrcVerbsResult::Invalid(os.str());
    }
    if (a.pathMtuBytes < 256 || a.pathMtuBytes > 4096 || (a.pathMtuBytes & (a.pathMtuBytes - 1)))
    {
        os << "PATH_MTU " << a.pathMtuBytes << ": allowed are 256, 512, 1024, 2048 and 4096";
        return MrcVerbsResult::Invalid(os.str());
    }
    if ((caps & MRC_QP_CAP_DYNAMIC_MPR) && !limits.dynamicMpr)
    {
        return {EOPNOTSUPP, "CAPABILITIES: DYNAMIC_MPR is not a capability of the device"};
    }
    return {};
}

/**
 * @param a values for RTR -> RTS
 * @param limits their bounds
 * @return EINVAL if one is not allowed
 */
MrcVerbsResult
CheckRts(const MrcQpAttributes& a, const MrcQpLimits& limits)
{
    return CheckRanges({
        {MRC_QP_MPR, "", a.mpr, 1, limits.maxMpr, " (the device's max_mpr)"},
        {MRC_QP_MPR, "", a.mpr, 1, limits.peerMprDest, " (the peer's mpr_dest)"},
        {MRC_QP_MAX_WIMM, "", a.maxWimm, 0, limits.maxWimm, " (the device's limit)"},
        {MRC_QP_MAX_WIMM, "", a.maxWimm, 0, limits.peerMaxWimmDest, " (the peer's max_wimm_dest)"},
        {MRC_QP_TIMEOUT, "", a.timeout, 0, MRC_MAX_TIMEOUT_EXPONENT, ""},
        {MRC_QP_RETRY, ".linear", a.retry.linear, 0, MAX_RETRY_LINEAR, ""},
        {MRC_QP_RETRY, ".exp", a.retry.exp, 0, MRC_RETRY_FOREVER, ""},
        {MRC_QP_SQ_PSN, "", a.sqPsn, 0, RDMA_PSN_MASK, ""},
    });
}

/** @return EINVAL if the second state does not follow the first */
MrcVerbsResult
CheckOrder(MrcQpState from, MrcQpState to)
{
    const bool next = from != MrcQpState::ERROR && to != MrcQpState::ERROR &&
                      static_cast<int>(to) == static_cast<int>(from) + 1;
    if (to == MrcQpState::RESET || to == MrcQpState::ERROR || next)
    {
        return {};
    }
    std::ostringstream os;
    os << "state " << GetMrcQpStateName(to) << " does not follow " << GetMrcQpStateName(from)
       << ": allowed are ";
    if (from < MrcQpState::RTS)
    {
        os << GetMrcQpStateName(static_cast<MrcQpState>(static_cast<int>(from) + 1)) << ", ";
    }
    os << "ERROR and RESET";
    return MrcVerbsResult::Invalid(os.str());
}

/**
 * @param to requested state of a QP
 * @param mask the attributes given
 * @return EINVAL if one is missing or not accepted
 */
MrcVerbsResult
CheckMask(MrcQpState to, uint32_t mask)
{
    const std::string where = std::string(" in the transition to ") + GetMrcQpStateName(to);
    if (mask & FOREIGN_MASK)
    {
        return MrcVerbsResult::Invalid(GetName(LowestBit(mask & FOREIGN_MASK)) +
                                       " is not accepted by MRC QPs");
    }
    const uint32_t required = GetMrcQpRequiredMask(to);
    const uint32_t excess = mask & ~(required | GetMrcQpOptionalMask(to));
    if (excess)
    {
        return MrcVerbsResult::Invalid(GetName(LowestBit(excess)) + " is not accepted" + where);
    }
    const uint32_t missing = required & ~mask;
    if (missing)
    {
        return MrcVerbsResult::Invalid(GetName(LowestBit(missing)) + " is required" + where);
    }
    return {};
}

} // namespace

const char*
GetMrcQpStateName(MrcQpState state)
{
    static constexpr const char* NAMES[] = {"RESET", "INIT", "RTR", "RTS", "ERROR"};
    return NAMES[static_cast<int>(state)];
}

uint32_t
GetMrcQpRequiredMask(MrcQpState to)
{
    switch (to)
    {
    case MrcQpState::INIT:
        return MRC_QP_EV_PROFILE | MRC_QP_CC_PROFILE;
    case MrcQpState::RTR:
        return MRC_QP_MPR_DEST | MRC_QP_MAX_WIMM_DEST | MRC_QP_DEST_QPN | MRC_QP_RQ_PSN |
               MRC_QP_PATH_MTU | MRC_QP_ADDRESS;
    case MrcQpState::RTS:
        return MRC_QP_MPR | MRC_QP_MAX_WIMM | MRC_QP_TIMEOUT | MRC_QP_RETRY | MRC_QP_SQ_PSN;
    case MrcQpState::RESET:
    case MrcQpState::ERROR:
        break;
    }
    return 0;
}

uint32_t
GetMrcQpOptionalMask(MrcQpState to)
{
    switch (to)
    {
    case MrcQpState::INIT:
        return MRC_QP_HINT;
    case MrcQpState::RTR:
        return MRC_QP_CAPABILITIES | MRC_QP_PEER_LIMITS;
    case MrcQpState::RTS:
    case MrcQpState::RESET:
    case MrcQpState::ERROR:
        break;
    }
    return 0;
}

MrcVerbsResult
CheckMrcQpTransition(MrcQpState from,
                     MrcQpState to,
                     const MrcQpAttributes& attributes,
                     const MrcQpLimits& limits)
{
    MrcVerbsResult result = CheckOrder(from, to);
    if (result.IsOk())
    {
        result = CheckMask(to, attributes.mask);
    }
    if (result.IsOk() && to == MrcQpState::RTR)
    {
        result = CheckRtr(attributes, limits);
    }
    if (result.IsOk() && to == MrcQpState::RTS)
    {
        result = CheckRts(attributes, limits);
    }
    return result;
}

void
MergeMrcQpAttributes(const MrcQpAttributes& given, MrcQpAttributes& all)
{
    const auto take = [&](uint32_t bit, auto MrcQpAttributes::*field) {
        if (given.mask & bit)
        {
            all.*field = given.*field;
        }
    };
    take(MRC_QP_EV_PROFILE, &MrcQpAttributes::evProfile);
    take(MRC_QP_CC_PROFILE, &MrcQpAttributes::ccProfile);
    take(MRC_QP_HINT, &MrcQpAttributes::hint);
    take(MRC_QP_MPR_DEST, &MrcQpAttributes::mprDest);
    take(MRC_QP_MAX_WIMM_DEST, &MrcQpAttributes::maxWimmDest);
    take(MRC_QP_CAPABILITIES, &MrcQpAttributes::capabilities);
    take(MRC_QP_DEST_QPN, &MrcQpAttributes::destQpn);
    take(MRC_QP_RQ_PSN, &MrcQpAttributes::rqPsn);
    take(MRC_QP_PATH_MTU, &MrcQpAttributes::pathMtuBytes);
    take(MRC_QP_ADDRESS, &MrcQpAttributes::peerHost);
    take(MRC_QP_PEER_LIMITS, &MrcQpAttributes::peerMprDest);
    take(MRC_QP_PEER_LIMITS, &MrcQpAttributes::peerMaxWimmDest);
    take(MRC_QP_MPR, &MrcQpAttributes::mpr);
    take(MRC_QP_MAX_WIMM, &MrcQpAttributes::maxWimm);
    take(MRC_QP_TIMEOUT, &MrcQpAttributes::timeout);
    take(MRC_QP_RETRY, &MrcQpAttributes::retry);
    take(MRC_QP_SQ_PSN, &MrcQpAttributes::sqPsn);
    all.mask |= given.mask;
}

} // namespace ns3
