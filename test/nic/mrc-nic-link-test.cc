/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "nic-test-net.h"

using namespace ns3;
using namespace mrctest;

namespace
{

using Statuses = std::vector<PortStatus>;

/// Links of a NIC that go down and come up. LinkDownDetect is 10 us.
class MrcNicLinkTest : public MrcNicTest
{
  protected:
    void SetUp() override
    {
        MrcNicTest::SetUp();
        qp = AddQp();
    }

    /**
     * @param t time of the change
     * @param plane plane of the link
     * @param up the new state
     */
    void SetLink(RdmaTick t, uint32_t plane, bool up)
    {
        At(t, [this, plane, up] { fabric->SetLinkUp(nic->GetPort(plane), up); });
    }

    FakeTransport* qp{nullptr}; ///< the QP
};

TEST_F(MrcNicLinkTest, QpsAreToldAfterTheDetectionTime)
{
    FakeTransport* other = AddQp();
    SetLink(RdmaTick::Us(5), 1, false);
    SetLink(RdmaTick::Us(40), 1, true);
    Run();
    const Statuses expected{{RdmaTick::Us(15), 1, false}, {RdmaTick::Us(50), 1, true}};
    EXPECT_EQ(qp->portStatus, expected);
    EXPECT_EQ(other->portStatus, expected);
}

TEST_F(MrcNicLinkTest, ADetectionTimeOfZeroTellsAtOnce)
{
    nic->SetAttribute("LinkDownDetect", TimeValue(Time{0}));
    SetLink(RdmaTick::Us(5), 0, false);
    Run();
    EXPECT_EQ(qp->portStatus, (Statuses{{RdmaTick::Us(5), 0, false}}));
}

TEST_F(MrcNicLinkTest, ADarkPortIsNotOffered)
{
    SetLink(RdmaTick::Us(5), 0, false);
    At(RdmaTick::Us(6), [this] {
        qp->toSend = 10;
        Touch(qp);
    });
    Run();
    EXPECT_EQ(far->arrivals.size(), 10U);
    for (const uint32_t offer : qp->offers)
    {
        EXPECT_EQ(offer, 2U);
    }
    EXPECT_EQ(GetDrops(FabricDropReason::LINK_DOWN), 0U);
    EXPECT_EQ(GetDrops(FabricDropReason::EGRESS_DOWN), 0U);
}

TEST_F(MrcNicLinkTest, APortThatComesBackIsOfferedAtOnce)
{
    SetLink(RdmaTick::Us(5), 0, false);
    SetLink(RdmaTick::Us(50), 0, true);
    qp->ports = 1;
    At(RdmaTick::Us(30), [this] {
        qp->toSend = 3;
        Touch(qp);
    });
    Run();
    ASSERT_EQ(far->arrivals.size(), 3U);
    EXPECT_EQ(far->arrivals[0].time, RdmaTick::Us(50) + FULL_WRITE + LINK_DELAY);
}

TEST_F(MrcNicLinkTest, WhatWasQueuedOrUnderWayIsLostAndRoomComesBack)
{
    qp->ports = 1;
    qp->toSend = 4;
    At(RdmaTick::Us(1), [this] { Touch(qp); });
    SetLink(RdmaTick::Us(1) + RdmaTick::Ns(100), 0, false);
    SetLink(RdmaTick::Us(2), 0, true);
    Run();
    EXPECT_EQ(GetDrops(FabricDropReason::LINK_DOWN), 2U) << "one being sent, one waiting";
    EXPECT_EQ(far->arrivals.size(), 2U);
    EXPECT_EQ(qp->toSend, 0U);
}

TEST_F(MrcNicLinkTest, AFlapWithinTheDetectionTimeIsNotNoticed)
{
    SetLink(RdmaTick::Us(5), 0, false);
    SetLink(RdmaTick::Us(14), 0, true);
    Run();
    EXPECT_TRUE(qp->portStatus.empty());
}

TEST_F(MrcNicLinkTest, ASecondOutageIsTimedFromItsOwnBeginning)
{
    SetLink(RdmaTick::Us(0), 0, false);
    SetLink(RdmaTick::Us(3), 0, true);
    SetLink(RdmaTick::Us(6), 0, false);
    Run();
    EXPECT_EQ(qp->portStatus, (Statuses{{RdmaTick::Us(16), 0, false}}));
}

TEST_F(MrcNicLinkTest, LightThatDoesNotLastIsNotNoticed)
{
    SetLink(RdmaTick::Us(0), 0, false);
    SetLink(RdmaTick::Us(20), 0, true);
    SetLink(RdmaTick::Us(25), 0, false);
    Run();
    EXPECT_EQ(qp->portStatus, (Statuses{{RdmaTick::Us(10), 0, false}}));
}

TEST_F(MrcNicLinkTest, PortsAreTimedSeparately)
{
    SetLink(RdmaTick::Us(0), 0, false);
    SetLink(RdmaTick::Us(4), 1, false);
    SetLink(RdmaTick::Us(7), 1, true);
    Run();
    EXPECT_EQ(qp->portStatus, (Statuses{{RdmaTick::Us(10), 0, false}}));
}

TEST_F(MrcNicLinkTest, AQpConnectedAfterwardsKnowsWhichPortsAreDown)
{
    SetLink(RdmaTick::Us(0), 1, false);
    FakeTransport* late = nullptr;
    At(RdmaTick::Us(30), [this, &late] { late = AddQp(); });
    SetLink(RdmaTick::Us(50), 1, true);
    Run();
    EXPECT_EQ(late->portStatus,
              (Statuses{{RdmaTick::Us(30), 1, false}, {RdmaTick::Us(60), 1, true}}));
}

TEST_F(MrcNicLinkTest, WithAllPortsDarkAQpIsAskedSoThatItCanFindOut)
{
    SetLink(RdmaTick::Us(0), 0, false);
    SetLink(RdmaTick::Us(0), 1, false);
    At(RdmaTick::Us(20), [this] {
        qp->offers.clear();
        qp->toSend = 1;
        Touch(qp);
    });
    At(RdmaTick::Us(21), [this] { EXPECT_EQ(qp->offers, std::vector<uint32_t>{0}); });
    SetLink(RdmaTick::Us(30), 0, true);
    Run();
    EXPECT_EQ(far->arrivals.size(), 1U);
}

TEST_F(MrcNicLinkTest, TakingUpALinkThatIsUpMakesNoRoom)
{
    qp->ports = 1;
    qp->toSend = 10;
    Touch(qp);
    At(RdmaTick::Ns(100), [this] {
        fabric->SetLinkUp(nic->GetPort(0), true);
        EXPECT_EQ(qp->toSend, 8U);
    });
    Run();
    EXPECT_EQ(far->arrivals.size(), 10U);
    EXPECT_TRUE(qp->portStatus.empty());
}

TEST_F(MrcNicLinkTest, AfterDisposalNobodyIsTold)
{
    SetLink(RdmaTick::Us(0), 0, false);
    At(RdmaTick::Us(5), [this] { nic->Dispose(); });
    At(RdmaTick::Us(30), [this] { fabric->SetLinkUp(fabric->GetPorts()[0], true); });
    Run();
    EXPECT_EQ(fabric->Now(), RdmaTick::Ms(10));
}

} // namespace
