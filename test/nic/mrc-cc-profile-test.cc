/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/mrc-cc-profile.h"
#include "ns3/mrc-fixed-window.h"
#include "ns3/mrc-nscc.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

#include <cerrno>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

using CcBit = MrcCcProfileChange::Bit;

/** A CC profile, and a change that takes it to ONLINE in two steps. */
class CcProfile : public testing::Test
{
  protected:
    CcProfile()
    {
        nscc.mask = CcBit::ALGORITHM | CcBit::CONFIG | CcBit::STATE;
        nscc.algorithm = "uet-1.0-nscc";
        nscc.config.adjustBytesThreshold = 33472;
        nscc.config.adjustPeriodThreshold = 6000;
        nscc.config.baseRtt = 6100;
        nscc.config.eta = 2510;
        nscc.config.fi = 83680;
        nscc.config.fiScale = 1.5;
        nscc.config.gamma = 0.75;
        nscc.config.maxMdJump = 0.25;
        nscc.config.maxCwnd = 800000;
        nscc.config.qaGate = 2;
        nscc.config.qaThreshold = 18000;
        nscc.config.targetDelay = 4500;
        nscc.config.disableQa = true;
        nscc.state = MrcProfileState::OFFLINE;
    }

    /**
     * @param state state to enter
     * @return the result
     */
    MrcVerbsResult GoTo(MrcProfileState state)
    {
        MrcCcProfileChange change;
        change.mask = CcBit::STATE;
        change.state = state;
        return profile->Modify(change);
    }

    /**
     * @param result the result
     * @param code expected error
     * @param text part of its message
     */
    static void ExpectRefused(const MrcVerbsResult& result, int code, const std::string& text)
    {
        EXPECT_EQ(result.error, code);
        EXPECT_NE(result.message.find(text), std::string::npos) << result.message;
    }

    MrcCcProfileChange nscc;                                 ///< everything, and OFFLINE
    Ptr<MrcCcProfile> profile{CreateObject<MrcCcProfile>()}; ///< under test
};

TEST_F(CcProfile, EveryFieldReachesTheController)
{
    ASSERT_TRUE(profile->Modify(nscc).IsOk());
    ASSERT_TRUE(GoTo(MrcProfileState::ONLINE).IsOk());
    const Ptr<MrcCongestionControl> made = profile->CreateController();
    const auto number = [&](const char* name) {
        DoubleValue value;
        made->GetAttribute(name, value);
        return value.Get();
    };
    const auto whole = [&](const char* name) {
        UintegerValue value;
        made->GetAttribute(name, value);
        return value.Get();
    };
    const auto ns = [&](const char* name) {
        TimeValue value;
        made->GetAttribute(name, value);
        return value.Get().GetNanoSeconds();
    };
    EXPECT_EQ(whole("AdjustBytes"), 33472U);
    EXPECT_EQ(ns("AdjustPeriod"), 6000);
    EXPECT_EQ(ns("BaseRtt"), 6100);
    EXPECT_EQ(number("Eta"), 2510);
    EXPECT_EQ(number("Fi"), 83680);
    EXPECT_EQ(number("FiScale"), 1.5);
    EXPECT_EQ(number("Gamma"), 0.75);
    EXPECT_EQ(number("MaxMdJump"), 0.25);
    EXPECT_EQ(whole("MaxCwnd"), 800000U);
    EXPECT_EQ(whole("QaGate"), 2U);
    EXPECT_EQ(ns("QaThreshold"), 18000);
    EXPECT_EQ(ns("TargetDelay"), 4500);
    BooleanValue disableQa;
    made->GetAttribute("DisableQa", disableQa);
    EXPECT_TRUE(disableQa.Get());
}

TEST_F(CcProfile, EmptyNameMeansNoCongestionControlAndNeedsNoConfiguration)
{
    nscc.mask = CcBit::ALGORITHM | CcBit::STATE;
    nscc.algorithm = "";
    ASSERT_TRUE(profile->Modify(nscc).IsOk());
    ASSERT_TRUE(GoTo(MrcProfileState::ONLINE).IsOk());
    EXPECT_NE(DynamicCast<MrcFixedWindow>(profile->CreateController()), nullptr);
}

TEST_F(CcProfile, StatesNeedWhatTheyNeed)
{
    ExpectRefused(GoTo(MrcProfileState::OFFLINE), EINVAL, "needs an algorithm");
    ExpectRefused(GoTo(MrcProfileState::ONLINE), EINVAL, "not from INIT to ONLINE");
    nscc.mask = CcBit::ALGORITHM | CcBit::STATE;
    ASSERT_TRUE(profile->Modify(nscc).IsOk());
    ExpectRefused(GoTo(MrcProfileState::ONLINE), EINVAL, "needs a configuration of uet-1.0-nscc");
    ExpectRefused(profile->CheckAttach(), EINVAL, "OFFLINE");
    nscc.mask = CcBit::CONFIG | CcBit::STATE;
    nscc.state = MrcProfileState::ONLINE;
    EXPECT_TRUE(profile->Modify(nscc).IsOk());
    EXPECT_TRUE(profile->CheckAttach().IsOk());
    EXPECT_TRUE(GoTo(MrcProfileState::OFFLINE).IsOk());
    EXPECT_TRUE(GoTo(MrcProfileState::INIT).IsOk());
    ExpectRefused(GoTo(MrcProfileState::OFFLINE), EINVAL, "needs an algorithm");
}

TEST_F(CcProfile, RulesOfTheNumbers)
{
    struct Row
    {
        std::function<void(MrcCcProfileChange&)> spoil;
        const char* text;
    };

    for (const Row& row : {
             Row{[](auto& c) { c.algorithm = "dctcp"; }, "algorithm \"dctcp\""},
             Row{[](auto& c) { c.config.gamma = 1.5F; }, "gamma 1.5; allowed: 0 to 1"},
             Row{[](auto& c) { c.config.gamma = -0.1F; }, "gamma"},
             Row{[](auto& c) { c.config.maxMdJump = -1; }, "max_md_jump"},
             Row{[](auto& c) { c.config.maxMdJump = 1.5F; }, "max_md_jump 1.5; allowed: 0 to 1"},
             Row{[](auto& c) { c.config.eta = -1; }, "eta"},
             Row{[](auto& c) { c.config.eta = INFINITY; }, "eta inf"},
             Row{[](auto& c) { c.config.fi = INFINITY; }, "fi inf"},
             Row{[](auto& c) { c.config.fiScale = INFINITY; }, "fi_scale inf"},
             Row{[](auto& c) { c.config.fi = -1; }, "fi -1"},
             Row{[](auto& c) { c.config.fiScale = -1; }, "fi_scale"},
             Row{[](auto& c) { c.config.qaGate = 32; }, "qa_gate 32"},
             Row{[](auto& c) { c.config.baseRtt = 0; }, "base_rtt"},
             Row{[](auto& c) { c.config.targetDelay = 0; }, "target_delay"},
         })
    {
        MrcCcProfileChange change = nscc;
        row.spoil(change);
        ExpectRefused(profile->Modify(change), EINVAL, row.text);
        EXPECT_EQ(profile->GetState(), MrcProfileState::INIT) << "all or nothing";
    }
}

TEST_F(CcProfile, TheBoundsOfTheNumbersAreAllowed)
{
    for (const float bound : {0.0F, 1.0F})
    {
        MrcCcProfileChange change = nscc;
        MrcCcConfig& c = change.config;
        c.gamma = c.maxMdJump = bound;
        c.eta = c.fi = c.fiScale = bound;
        c.qaGate = bound > 0 ? 31 : 0;
        c.baseRtt = c.targetDelay = 1;
        EXPECT_TRUE(profile->Modify(change).IsOk()) << bound;
    }
}

TEST_F(CcProfile, BusyWhileQpsAreAttached)
{
    profile->Modify(nscc);
    GoTo(MrcProfileState::ONLINE);
    EXPECT_EQ(profile->GetAttached(), 0U);
    profile->AddUser();
    EXPECT_EQ(profile->GetAttached(), 1U);
    MrcCcProfileChange change = nscc;
    change.mask = CcBit::CONFIG;
    ExpectRefused(profile->Modify(change), EBUSY, "1 QP(s)");
    EXPECT_TRUE(GoTo(MrcProfileState::OFFLINE).IsOk());
    ExpectRefused(GoTo(MrcProfileState::INIT), EBUSY, "1 QP(s)");
    profile->RemoveUser();
    EXPECT_TRUE(profile->Modify(change).IsOk());
}

TEST_F(CcProfile, OnlineItCanBeModifiedIfTheDeviceCan)
{
    profile->Modify(nscc);
    GoTo(MrcProfileState::ONLINE);
    nscc.mask = CcBit::CONFIG;
    nscc.config.fi = 1000;
    EXPECT_TRUE(profile->Modify(nscc).IsOk());
    EXPECT_EQ(profile->GetConfig().fi, 1000);
    profile->SetAttribute("ModifyOnline", BooleanValue(false));
    ExpectRefused(profile->Modify(nscc), EOPNOTSUPP, "ONLINE");
    nscc.mask = CcBit::ALGORITHM;
    ExpectRefused(profile->Modify(nscc), EINVAL, "INIT or OFFLINE only");
}

} // namespace
