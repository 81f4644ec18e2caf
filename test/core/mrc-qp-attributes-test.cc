/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-qp-attributes.h"

#include <cerrno>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

const std::vector<MrcQpState> STATES{MrcQpState::RESET,
                                     MrcQpState::INIT,
                                     MrcQpState::RTR,
                                     MrcQpState::RTS,
                                     MrcQpState::ERROR};

/// Attributes that take a QP to a state from the one before it.
MrcQpAttributes
Good(MrcQpState to)
{
    MrcQpAttributes a;
    a.mask = GetMrcQpRequiredMask(to);
    a.mprDest = 8;
    a.maxWimmDest = 128;
    a.destQpn = 3;
    a.rqPsn = 0xfffffe;
    a.pathMtuBytes = 4096;
    a.mpr = 8;
    a.maxWimm = 128;
    a.timeout = 7;
    a.retry = {7, 14};
    a.sqPsn = 0xffffff;
    return a;
}

/// Try a transition with all required attributes and one change.
MrcVerbsResult
Try(MrcQpState to,
    const std::function<void(MrcQpAttributes&)>& change,
    const MrcQpLimits& limits = MrcQpLimits())
{
    MrcQpAttributes a = Good(to);
    change(a);
    const auto from = static_cast<MrcQpState>(static_cast<int>(to) - 1);
    return CheckMrcQpTransition(from, to, a, limits);
}

/// The verb fails with EINVAL and a message that contains the words.
void
ExpectInvalid(const MrcVerbsResult& result, const std::string& words)
{
    EXPECT_EQ(result.error, EINVAL) << words;
    EXPECT_NE(result.message.find(words), std::string::npos)
        << "'" << result.message << "' does not say '" << words << "'";
}

TEST(MrcQpAttributes, StatesFollowOneAnotherAndEveryOtherOrderIsRefused)
{
    for (const MrcQpState from : STATES)
    {
        for (const MrcQpState to : STATES)
        {
            const bool next = (from == MrcQpState::RESET && to == MrcQpState::INIT) ||
                              (from == MrcQpState::INIT && to == MrcQpState::RTR) ||
                              (from == MrcQpState::RTR && to == MrcQpState::RTS);
            const bool legal = next || to == MrcQpState::RESET || to == MrcQpState::ERROR;
            const MrcVerbsResult result = CheckMrcQpTransition(from, to, Good(to), MrcQpLimits());
            EXPECT_EQ(result.IsOk(), legal) << GetMrcQpStateName(from) << " -> "
                                            << GetMrcQpStateName(to) << ": " << result.message;
            if (!legal)
            {
                ExpectInvalid(result, GetMrcQpStateName(to));
                ExpectInvalid(result, "ERROR and RESET");
            }
        }
    }
}

TEST(MrcQpAttributes, RefusedOrderNamesTheStatesThatAreAllowed)
{
    const auto toRts = [](MrcQpState from) {
        return CheckMrcQpTransition(from, MrcQpState::RTS, Good(MrcQpState::RTS), MrcQpLimits());
    };
    EXPECT_EQ(toRts(MrcQpState::INIT).message,
              "state RTS does not follow INIT: allowed are RTR, ERROR and RESET");
    EXPECT_EQ(toRts(MrcQpState::ERROR).message,
              "state RTS does not follow ERROR: allowed are ERROR and RESET");
}

/// An attribute, and the transition to which it belongs.
struct Row
{
    const char* name; ///< name in messages
    uint32_t bit;     ///< its bit
    MrcQpState to;    ///< where it is required
};

const std::vector<Row> REQUIRED{
    {"EV_PROFILE", MRC_QP_EV_PROFILE, MrcQpState::INIT},
    {"CC_PROFILE", MRC_QP_CC_PROFILE, MrcQpState::INIT},
    {"MPR_DEST", MRC_QP_MPR_DEST, MrcQpState::RTR},
    {"MAX_WIMM_DEST", MRC_QP_MAX_WIMM_DEST, MrcQpState::RTR},
    {"DEST_QPN", MRC_QP_DEST_QPN, MrcQpState::RTR},
    {"RQ_PSN", MRC_QP_RQ_PSN, MrcQpState::RTR},
    {"PATH_MTU", MRC_QP_PATH_MTU, MrcQpState::RTR},
    {"ADDRESS", MRC_QP_ADDRESS, MrcQpState::RTR},
    {"MPR", MRC_QP_MPR, MrcQpState::RTS},
    {"MAX_WIMM", MRC_QP_MAX_WIMM, MrcQpState::RTS},
    {"TIMEOUT", MRC_QP_TIMEOUT, MrcQpState::RTS},
    {"RETRY", MRC_QP_RETRY, MrcQpState::RTS},
    {"SQ_PSN", MRC_QP_SQ_PSN, MrcQpState::RTS},
};

TEST(MrcQpAttributes, EveryRequiredAttributeIsMissed)
{
    for (const Row& row : REQUIRED)
    {
        const MrcVerbsResult result = Try(row.to, [&](MrcQpAttributes& a) { a.mask &= ~row.bit; });
        ExpectInvalid(result, std::string(row.name) + " is required in the transition to ");
    }
}

TEST(MrcQpAttributes, AttributesOfOtherTransitionsAreRefused)
{
    for (const Row& row : REQUIRED)
    {
        for (const MrcQpState to : STATES)
        {
            if (to == row.to)
            {
                continue;
            }
            MrcQpAttributes a = Good(to);
            a.mask |= row.bit;
            const MrcQpState from = to == MrcQpState::RTS   ? MrcQpState::RTR
                                    : to == MrcQpState::RTR ? MrcQpState::INIT
                                                            : MrcQpState::RESET;
            ExpectInvalid(CheckMrcQpTransition(from, to, a, MrcQpLimits()),
                          std::string(row.name) + " is not accepted in the transition to ");
        }
    }
}

TEST(MrcQpAttributes, AttributesOfRcAreRefusedInEveryTransition)
{
    const std::vector<std::pair<const char*, uint32_t>> foreign{
        {"PORT", MRC_QP_PORT},
        {"RC_TIMEOUT", MRC_QP_RC_TIMEOUT},
        {"RC_RETRY_CNT", MRC_QP_RC_RETRY_CNT},
        {"RNR_RETRY", MRC_QP_RNR_RETRY},
        {"MIN_RNR_TIMER", MRC_QP_MIN_RNR_TIMER},
        {"MAX_QP_RD_ATOMIC", MRC_QP_MAX_QP_RD_ATOMIC},
        {"MAX_DEST_RD_ATOMIC", MRC_QP_MAX_DEST_RD_ATOMIC},
        {"ALT_PATH", MRC_QP_ALT_PATH},
        {"PATH_MIG_STATE", MRC_QP_PATH_MIG_STATE},
    };
    for (const auto& [name, bit] : foreign)
    {
        for (const MrcQpState to : {MrcQpState::INIT, MrcQpState::RTR, MrcQpState::RTS})
        {
            const uint32_t added = bit;
            ExpectInvalid(Try(to, [&](MrcQpAttributes& a) { a.mask |= added; }),
                          std::string(name) + " is not accepted by MRC QPs");
        }
    }
}

TEST(MrcQpAttributes, HintAndCapabilitiesAreOptional)
{
    EXPECT_TRUE(Try(MrcQpState::INIT, [](MrcQpAttributes& a) { a.mask |= MRC_QP_HINT; }).IsOk());
    EXPECT_TRUE(Try(MrcQpState::RTR, [](MrcQpAttributes& a) {
                    a.mask |= MRC_QP_CAPABILITIES;
                    a.capabilities = 7;
                }).IsOk());
    ExpectInvalid(Try(MrcQpState::RTR,
                      [](MrcQpAttributes& a) {
                          a.mask |= MRC_QP_CAPABILITIES;
                          a.capabilities = 8;
                      }),
                  "CAPABILITIES 8: allowed are 0 to 7");
}

/// A value, and the expected message: "" if it is allowed.
struct ValueRow
{
    MrcQpState to;                               ///< transition
    std::function<void(MrcQpAttributes&)> value; ///< the value
    std::string words;                           ///< expected part of the message
};

TEST(MrcQpAttributes, ValuesAtAndBeyondTheirBounds)
{
    using A = MrcQpAttributes;
    const std::vector<ValueRow> rows{
        {MrcQpState::RTR, [](A& a) { a.mprDest = 0; }, "MPR_DEST 0: allowed are 1 to 255"},
        {MrcQpState::RTR, [](A& a) { a.mprDest = 1; }, ""},
        {MrcQpState::RTR, [](A& a) { a.mprDest = 255; }, ""},
        {MrcQpState::RTR, [](A& a) { a.mprDest = 256; }, "MPR_DEST 256: allowed are 1 to 255"},
        {MrcQpState::RTR, [](A& a) { a.maxWimmDest = 0; }, ""},
        {MrcQpState::RTR, [](A& a) { a.maxWimmDest = 65535; }, ""},
        {MrcQpState::RTR, [](A& a) { a.maxWimmDest = 65536; }, "MAX_WIMM_DEST 65536: allowed"},
        {MrcQpState::RTR, [](A& a) { a.destQpn = 2; }, "DEST_QPN 2: allowed are 3 to 16777215"},
        {MrcQpState::RTR, [](A& a) { a.destQpn = 1U << 24; }, "DEST_QPN 16777216: allowed"},
        {MrcQpState::RTR, [](A& a) { a.rqPsn = 1U << 24; }, "RQ_PSN 16777216: allowed are 0 to"},
        {MrcQpState::RTR, [](A& a) { a.pathMtuBytes = 256; }, ""},
        {MrcQpState::RTR, [](A& a) { a.pathMtuBytes = 128; }, "PATH_MTU 128: allowed are 256, 512"},
        {MrcQpState::RTR, [](A& a) { a.pathMtuBytes = 3000; }, "PATH_MTU 3000: allowed are 256"},
        {MrcQpState::RTR, [](A& a) { a.pathMtuBytes = 8192; }, "PATH_MTU 8192: allowed are 256"},
        {MrcQpState::RTS, [](A& a) { a.mpr = 0; }, "MPR 0: allowed are 1 to 255"},
        {MrcQpState::RTS, [](A& a) { a.mpr = 255; }, ""},
        {MrcQpState::RTS, [](A& a) { a.mpr = 256; }, "MPR 256: allowed are 1 to 255"},
        {MrcQpState::RTS, [](A& a) { a.maxWimm = 65536; }, "MAX_WIMM 65536: allowed are 0 to"},
        {MrcQpState::RTS, [](A& a) { a.timeout = 0; }, ""},
        {MrcQpState::RTS, [](A& a) { a.timeout = 24; }, ""},
        {MrcQpState::RTS, [](A& a) { a.timeout = 25; }, "TIMEOUT 25: allowed are 0 to 24"},
        {MrcQpState::RTS, [](A& a) { a.retry.linear = 8; }, "RETRY.linear 8: allowed are 0 to 7"},
        {MrcQpState::RTS, [](A& a) { a.retry.exp = 25; }, ""},
        {MrcQpState::RTS, [](A& a) { a.retry.exp = 26; }, "RETRY.exp 26: allowed are 0 to 25"},
        {MrcQpState::RTS, [](A& a) { a.sqPsn = 1U << 24; }, "SQ_PSN 16777216: allowed are 0 to"},
    };
    for (const ValueRow& row : rows)
    {
        const MrcVerbsResult result = Try(row.to, row.value);
        if (row.words.empty())
        {
            EXPECT_TRUE(result.IsOk()) << result.message;
        }
        else
        {
            ExpectInvalid(result, row.words);
        }
    }
}

TEST(MrcQpAttributes, TheDeviceAndThePeerBoundTheLimitsOfAQp)
{
    MrcQpLimits limits;
    limits.maxMpr = 64;
    limits.mprResolution = 4;
    limits.maxWimm = 200;
    limits.maxWimmDest = 100;
    limits.peerMprDest = 16;
    limits.peerMaxWimmDest = 50;
    limits.dynamicMpr = false;
    using A = MrcQpAttributes;
    const auto rtr = [&](const std::function<void(A&)>& value) {
        return Try(
            MrcQpState::RTR,
            [&](A& a) {
                a.maxWimmDest = 100;
                value(a);
            },
            limits);
    };
    const auto rts = [&](const std::function<void(A&)>& value) {
        return Try(
            MrcQpState::RTS,
            [&](A& a) {
                a.maxWimm = 50;
                value(a);
            },
            limits);
    };
    EXPECT_TRUE(rtr([](A& a) { a.mprDest = 64; }).IsOk());
    ExpectInvalid(rtr([](A& a) { a.mprDest = 65; }), "1 to 64 (the device's max_mpr)");
    ExpectInvalid(rtr([](A& a) { a.mprDest = 6; }), "MPR_DEST 6: allowed are multiples of 4");
    ExpectInvalid(rtr([](A& a) { a.maxWimmDest = 101; }), "0 to 100 (the device's limit)");
    EXPECT_TRUE(rts([](A& a) { a.mpr = 16; }).IsOk());
    ExpectInvalid(rts([](A& a) { a.mpr = 17; }),
                  "MPR 17: allowed are 1 to 16 (the peer's mpr_dest)");
    ExpectInvalid(rts([](A& a) { a.maxWimm = 51; }), "0 to 50 (the peer's max_wimm_dest)");
    ExpectInvalid(rts([](A& a) { a.maxWimm = 201; }), "0 to 200 (the device's limit)");
    const MrcVerbsResult dynamic = rtr([](A& a) {
        a.mask |= MRC_QP_CAPABILITIES;
        a.capabilities = MRC_QP_CAP_DYNAMIC_MPR;
    });
    EXPECT_EQ(dynamic.error, EOPNOTSUPP);
    EXPECT_EQ(dynamic.message, "CAPABILITIES: DYNAMIC_MPR is not a capability of the device");
}

TEST(MrcQpAttributes, OnlyGivenAttributesAreTakenOver)
{
    MrcQpAttributes all = Good(MrcQpState::RTR);
    MrcQpAttributes given = Good(MrcQpState::RTS);
    given.mprDest = 99;
    given.mpr = 5;
    MergeMrcQpAttributes(given, all);
    EXPECT_EQ(all.mprDest, 8u) << "its bit is not set";
    EXPECT_EQ(all.mpr, 5u);
    EXPECT_EQ(all.retry.exp, 14u);
    EXPECT_EQ(all.mask,
              GetMrcQpRequiredMask(MrcQpState::RTR) | GetMrcQpRequiredMask(MrcQpState::RTS));
}

/// A bit, and a field that belongs to it.
struct Field
{
    uint32_t bit;                                        ///< MrcQpAttributeBit
    std::function<void(MrcQpAttributes&, uint32_t)> set; ///< sets the field
    std::function<uint64_t(const MrcQpAttributes&)> get; ///< its value
};

/**
 * @param bit MrcQpAttributeBit
 * @param member the field of numbers
 */
template <typename MEMBER>
Field
Of(uint32_t bit, MEMBER MrcQpAttributes::*member)
{
    return {
        bit,
        [member](MrcQpAttributes& a, uint32_t value) { a.*member = static_cast<MEMBER>(value); },
        [member](const MrcQpAttributes& a) { return a.*member; }};
}

using A = MrcQpAttributes;

const std::vector<Field> FIELDS{
    Of(MRC_QP_EV_PROFILE, &A::evProfile),
    Of(MRC_QP_CC_PROFILE, &A::ccProfile),
    {MRC_QP_HINT,
     [](A& a, uint32_t value) {
         a.hint = {value, value + 1, value + 2};
     },
     [](const A& a) {
         return a.hint.qpsPerPeer + 100 * a.hint.sendPeers + 10000 * a.hint.remoteRecvPeers;
     }},
    Of(MRC_QP_MPR_DEST, &A::mprDest),
    Of(MRC_QP_MAX_WIMM_DEST, &A::maxWimmDest),
    Of(MRC_QP_CAPABILITIES, &A::capabilities),
    Of(MRC_QP_DEST_QPN, &A::destQpn),
    Of(MRC_QP_RQ_PSN, &A::rqPsn),
    Of(MRC_QP_PATH_MTU, &A::pathMtuBytes),
    Of(MRC_QP_ADDRESS, &A::peerHost),
    Of(MRC_QP_PEER_LIMITS, &A::peerMprDest),
    Of(MRC_QP_PEER_LIMITS, &A::peerMaxWimmDest),
    Of(MRC_QP_MPR, &A::mpr),
    Of(MRC_QP_MAX_WIMM, &A::maxWimm),
    Of(MRC_QP_TIMEOUT, &A::timeout),
    {MRC_QP_RETRY,
     [](A& a, uint32_t value) {
         a.retry = {value, value + 1};
     },
     [](const A& a) { return a.retry.linear + 100 * a.retry.exp; }},
    Of(MRC_QP_SQ_PSN, &A::sqPsn),
};

TEST(MrcQpAttributes, EachFieldIsTakenOverWithItsBit)
{
    MrcQpAttributes given;
    for (uint32_t i = 0; i < FIELDS.size(); ++i)
    {
        FIELDS[i].set(given, 7 + i);
    }
    for (const Field& taken : FIELDS)
    {
        MrcQpAttributes all;
        all.mask = MRC_QP_PORT;
        given.mask = taken.bit;
        MergeMrcQpAttributes(given, all);
        EXPECT_EQ(all.mask, MRC_QP_PORT | taken.bit);
        for (const Field& field : FIELDS)
        {
            EXPECT_EQ(field.get(all), field.get(field.bit == taken.bit ? given : A())) << field.bit;
        }
    }
}

} // namespace
