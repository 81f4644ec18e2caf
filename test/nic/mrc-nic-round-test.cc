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

/// The round-robin list of QPs with data to send (mrc reference, 8.9), and QPs that wake others.
class MrcNicRoundTest : public MrcNicTest
{
  protected:
    /**
     * @param window address that names its window
     * @return a new QP that shares it
     */
    FakeTransport* Sharing(const void* window)
    {
        return AddQp(FabricEncap::SRV6, window);
    }

    int m_windowA{0}; ///< its address names a window
    int m_windowB{0}; ///< another one
};

TEST_F(MrcNicRoundTest, QpIsInTheRoundWhileItWantsAPortThatIsBusy)
{
    FakeTransport* qp = AddQp();
    EXPECT_FALSE(nic->IsInRound(qp->tag));
    qp->ports = 1;
    qp->toSend = 4;
    Touch(qp);
    EXPECT_TRUE(nic->IsInRound(qp->tag));
    Run();
    EXPECT_FALSE(nic->IsInRound(qp->tag));
}

TEST_F(MrcNicRoundTest, InputToOneQpWakesThoseThatShareItsWindow)
{
    FakeTransport* a = Sharing(&m_windowA);
    FakeTransport* b = Sharing(&m_windowA);
    FakeTransport* c = Sharing(&m_windowA);
    FakeTransport* other = Sharing(&m_windowB);
    FakeTransport* alone = AddQp();
    b->toSend = c->toSend = other->toSend = alone->toSend = 3;
    Touch(a);
    Run();
    EXPECT_EQ(b->toSend, 0U);
    EXPECT_EQ(c->toSend, 0U);
    EXPECT_EQ(other->toSend, 3U) << "it has another window";
    EXPECT_EQ(alone->toSend, 3U) << "it shares no window";
    b->toSend = a->toSend = 2;
    Touch(c);
    Run();
    EXPECT_EQ(a->toSend + b->toSend, 0U) << "the window is common to both";
}

TEST_F(MrcNicRoundTest, TimeoutOfOneQpWakesItsSiblings)
{
    FakeTransport* a = Sharing(&m_windowA);
    FakeTransport* b = Sharing(&m_windowA);
    a->wakeup = RdmaTick::Us(3);
    Touch(a);
    At(RdmaTick::Us(1), [b] { b->toSend = 1; });
    Run();
    EXPECT_EQ(b->toSend, 0U);
    EXPECT_EQ(far->arrivals.size(), 1U);
}

TEST_F(MrcNicRoundTest, SiblingThatWaitsForAPortKeepsItsPlaceInTheRound)
{
    FakeTransport* a = Sharing(&m_windowA);
    FakeTransport* b = Sharing(&m_windowA);
    a->ports = b->ports = 1;
    b->toSend = 4;
    Touch(b);
    a->toSend = 4;
    Touch(a);
    Touch(a);
    Run();
    EXPECT_EQ(GetTags(), (std::vector<uint32_t>{4, 4, 4, 3, 4, 3, 3, 3})) << "one packet each";
}

} // namespace
