/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nscc-fixture.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <ostream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace
{

using namespace ns3;

// Parameters (mrc reference, 8.7)

/// A column of the table of the mrc reference, 8.7, rounded as there.
struct Column
{
    std::string name;   ///< of the column
    uint64_t gbps;      ///< NIC rate, Gb/s
    int64_t baseRttUs;  ///< base RTT, us
    uint32_t planes;    ///< planes
    double bdp;         ///< bandwidth-delay product, B
    double maxWindow;   ///< max_wnd, B
    double targetUs;    ///< target delay, us
    double a;           ///< scale by BDP
    double b;           ///< scale by target
    double fi;          ///< fair increase, B
    double fiScale;     ///< fast increase
    double eta;         ///< constant increase, B
    double alpha;       ///< proportional increase, B/ns
    double adjustBytes; ///< bytes that make an adjustment due, B
};

std::ostream&
operator<<(std::ostream& os, const Column& c)
{
    return os << c.name;
}

/** One column of the table. */
class NsccTable : public testing::TestWithParam<Column>
{
};

TEST_P(NsccTable, ParametersFollowFromThePath)
{
    const Column& c = GetParam();
    const auto cc = CreateObject<MrcNscc>();
    cc->Start(Path(c.gbps, RdmaTick::Us(c.baseRttUs), c.planes));
    const auto& p = cc->GetParameters();
    EXPECT_EQ(p.baseRtt, RdmaTick::Us(c.baseRttUs));
    EXPECT_DOUBLE_EQ(p.maxWindow, c.maxWindow);
    EXPECT_DOUBLE_EQ(p.maxWindow, 1.5 * c.bdp);
    EXPECT_DOUBLE_EQ(p.targetDelay.GetNs(), c.targetUs * 1000);
    EXPECT_NEAR(p.fi / (5 * MTU), c.a, 0.0005);
    EXPECT_NEAR(p.targetDelay.GetNs() / 12000, c.b, 0.0005);
    EXPECT_NEAR(p.fi, c.fi, 0.5);
    EXPECT_NEAR(p.fiScale, c.fiScale, 0.0005);
    EXPECT_NEAR(p.eta, c.eta, 0.5);
    EXPECT_NEAR(p.alpha, c.alpha, 0.0005);
    EXPECT_DOUBLE_EQ(p.adjustBytes, c.adjustBytes);
    EXPECT_EQ(p.adjustPeriod, p.baseRtt);
    EXPECT_TRUE(p.qaThreshold.IsMax()) << "the fabric trims";
    EXPECT_EQ(cc->GetCwndBytes(), c.maxWindow);
    EXPECT_EQ(cc->GetMaxCwndBytes(), c.maxWindow);
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(c.baseRttUs));
    EXPECT_EQ(cc->GetTargetDelay(), p.targetDelay);
}

// clang-format off
INSTANTIATE_TEST_SUITE_P(
    Mrc87,
    NsccTable,
    testing::Values(
        Column{"G100us12", 100, 12, 1, 150000, 225000, 9, 1.000, 0.75, 20920, 0.250, 628, 1.395, 33472},
        Column{"G400us8", 400, 8, 4, 400000, 600000, 6, 2.667, 0.5, 55787, 0.667, 1674, 3.719, 33472},
        Column{"G800us6", 800, 6, 8, 600000, 900000, 4.5, 4.000, 0.375, 83680, 1.000, 2510, 5.579, 33472},
        Column{"G800us10", 800, 10, 8, 1000000, 1500000, 7.5, 6.667, 0.625, 139467, 1.667, 4184, 9.298, 33472},
        Column{"G800us12", 800, 12, 8, 1200000, 1800000, 9, 8.000, 0.75, 167360, 2.000, 5021, 11.157, 33472},
        // and the case below the table
        Column{"G400us10", 400, 10, 1, 500000, 750000, 7.5, 3.333, 0.625, 69733, 0.833, 2092, 4.649, 33472}),
    [](const auto& info) { return info.param.name; });

// clang-format on

TEST(NsccStretch, SizesAreThoseOfTheLongerRttAndTheBaseRttIsNot)
{
    MrcPathInfo path = Path(100, RdmaTick::Us(3), 1);
    path.stretch = 4;
    const auto cc = CreateObject<MrcNscc>();
    cc->Start(path);
    const auto like = CreateObject<MrcNscc>();
    like->Start(Path(100, RdmaTick::Us(12), 1));
    const auto& p = cc->GetParameters();
    const auto& q = like->GetParameters();
    EXPECT_DOUBLE_EQ(p.maxWindow, q.maxWindow);
    EXPECT_EQ(p.targetDelay, q.targetDelay);
    EXPECT_DOUBLE_EQ(p.fi, q.fi);
    EXPECT_DOUBLE_EQ(p.alpha, q.alpha);
    EXPECT_DOUBLE_EQ(p.eta, q.eta);
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(3));
    // A shorter path has a smaller window, in proportion.
    MrcAckInfo ack;
    ack.newBytes = MTU;
    ack.rtt = RdmaTick::Us(2);
    cc->OnSend(MTU);
    cc->OnAck(RdmaTick::Us(10), ack);
    EXPECT_EQ(cc->GetMaxCwndBytes(), static_cast<uint64_t>(q.maxWindow * 2 / 3));
}

/// A field of the API structure (mrc reference, 8.8).
struct Field
{
    std::string name;      ///< in the API
    std::string attribute; ///< in MrcNscc
    std::string value;     ///< a value other than the default
};

TEST_F(Nscc, EveryFieldOfTheApiStructureIsAnAttributeThatNamesIt)
{
    const std::vector<Field> fields{
        {"disable_qa", "DisableQa", "true"},
        {"adjust_bytes_threshold", "AdjustBytes", "1000"},
        {"adjust_period_threshold", "AdjustPeriod", "3us"},
        {"base_rtt", "BaseRtt", "3us"},
        {"eta", "Eta", "3"},
        {"fi", "Fi", "3"},
        {"fi_scale", "FiScale", "3"},
        {"gamma", "Gamma", "0.5"},
        {"max_md_jump", "MaxMdJump", "0.25"},
        {"max_cwnd", "MaxCwnd", "100000"},
        {"qa_gate", "QaGate", "5"},
        {"qa_threshold", "QaThreshold", "3us"},
        {"target_delay", "TargetDelay", "3us"},
    };
    for (const auto& field : fields)
    {
        TypeId::AttributeInformation info;
        ASSERT_TRUE(MrcNscc::GetTypeId().LookupAttributeByName(field.attribute, &info))
            << field.attribute;
        EXPECT_EQ(info.help.rfind(field.name + ":", 0), 0U) << info.help;
        EXPECT_TRUE(cc->SetAttributeFailSafe(field.attribute, StringValue(field.value)))
            << field.attribute;
    }
}

TEST_F(Nscc, QpHintDividesTheFirstWindowIfThatIsWanted)
{
    MrcPathInfo path = Path(800, RdmaTick::Us(10), 8);
    path.remoteRecvPeers = 6;
    cc->Start(path);
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U) << "by default hints are ignored";
    for (const auto& [peers, window] : std::vector<std::pair<uint32_t, uint32_t>>{{6, 250000},
                                                                                  {1, 1500000},
                                                                                  {0, 1500000},
                                                                                  {100000, MTU}})
    {
        cc = CreateObject<MrcNscc>();
        Set("UseQpHint", BooleanValue(true));
        path.remoteRecvPeers = peers;
        cc->Start(path);
        EXPECT_EQ(cc->GetCwndBytes(), window) << peers;
        EXPECT_EQ(cc->GetMaxCwndBytes(), 1500000U);
    }
}

TEST_F(Nscc, WithoutTrimmingTheTargetIsHigherAndDelayArmsQuickAdapt)
{
    cc->Start(Path(800, RdmaTick::Us(10), 8, false));
    EXPECT_EQ(cc->GetTargetDelay(), RdmaTick::Us(10));
    EXPECT_EQ(cc->GetParameters().qaThreshold, RdmaTick::Us(40));
}

TEST_F(Nscc, AttributesOverrideWhatIsDerived)
{
    Set("TargetDelay", TimeValue(MicroSeconds(5)));
    Set("Fi", DoubleValue(1000));
    Set("FiScale", DoubleValue(0.5));
    Set("Eta", DoubleValue(0));
    Set("Alpha", DoubleValue(0));
    Set("AdjustBytes", UintegerValue(20000));
    Set("AdjustPeriod", TimeValue(MicroSeconds(3)));
    Set("QaThreshold", TimeValue(MicroSeconds(9)));
    Set("MaxCwnd", UintegerValue(400000));
    Start();
    const auto& p = cc->GetParameters();
    EXPECT_EQ(p.targetDelay, RdmaTick::Us(5));
    EXPECT_EQ(p.fi, 1000);
    EXPECT_EQ(p.fiScale, 0.5);
    EXPECT_EQ(p.eta, 0);
    EXPECT_EQ(p.alpha, 0);
    EXPECT_EQ(p.adjustBytes, 20000);
    EXPECT_EQ(p.adjustPeriod, RdmaTick::Us(3));
    EXPECT_EQ(p.qaThreshold, RdmaTick::Us(9));
    EXPECT_EQ(cc->GetCwndBytes(), 400000U);
}

TEST_F(Nscc, BaseRttAsAnAttributeIsThatOfThePath)
{
    const auto parameters = [](const Ptr<MrcNscc>& cc, RdmaTick path) {
        cc->Start(Path(800, path, 8, false));
        const auto& p = cc->GetParameters();
        return std::tuple(p.baseRtt,
                          p.maxWindow,
                          p.targetDelay,
                          p.fi,
                          p.fiScale,
                          p.eta,
                          p.alpha,
                          p.adjustBytes,
                          p.adjustPeriod,
                          p.qaThreshold);
    };
    Set("BaseRtt", TimeValue(MicroSeconds(25)));
    EXPECT_EQ(parameters(cc, RdmaTick::Us(10)),
              parameters(CreateObject<MrcNscc>(), RdmaTick::Us(25)));
}

TEST_F(Nscc, CapOfTheWindowHoldsWhateverTheBaseRtt)
{
    Set("MaxCwnd", UintegerValue(1300000));
    Start();
    EXPECT_EQ(cc->GetMaxCwndBytes(), 1300000U);
    Ack(0, false, -1000); // 9 us: 1.5 x BDP is still above the cap
    EXPECT_EQ(cc->GetMaxCwndBytes(), 1300000U);
    Ack(0, false, -2000);
    EXPECT_EQ(cc->GetMaxCwndBytes(), 1200000U);
}

TEST_F(Nscc, CapAboveOneAndAHalfBdpsDoesNotRaiseTheWindow)
{
    Set("MaxCwnd", UintegerValue(10000000));
    Start();
    EXPECT_EQ(cc->GetMaxCwndBytes(), 1500000U);
    EXPECT_EQ(cc->GetCwndBytes(), 1500000U);
}

TEST_F(Nscc, ConfiguredBaseRttReplacesThatOfThePath)
{
    Set("BaseRtt", TimeValue(MicroSeconds(6)));
    cc->Start(Path(800, RdmaTick::Us(10), 8));
    EXPECT_EQ(cc->GetBaseRtt(), RdmaTick::Us(6));
    EXPECT_EQ(cc->GetCwndBytes(), 900000U);
    EXPECT_EQ(cc->GetTargetDelay(), RdmaTick::Ns(4500));
}

TEST_F(Nscc, RefusesAPathWithoutRate)
{
    EXPECT_DEATH(cc->Start(Path(0, RdmaTick::Us(10), 8)), "path with 0 bit/s");
}

} // namespace
