/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-transport-fixture.h"

#include "ns3/boolean.h"
#include "ns3/mrc-nscc.h"
#include "ns3/object-factory.h"

#include <gtest/gtest.h>

// The application's description of its traffic, set from RESET to INIT (mrc reference, 1.4).

using namespace ns3;

namespace
{

/** A QP under NSCC with a hint of the number of senders to its peer. */
class QpHint : public MrcTransportFixture
{
  protected:
    /**
     * @param senders the hint; 0: none
     * @param use the controller uses it
     * @return its window in RTS, B
     */
    uint64_t Window(uint32_t senders, bool use)
    {
        m_setup.controller = CreateObjectWithAttributes<MrcNscc>("UseQpHint", BooleanValue(use));
        MrcTransport qp(m_setup);
        MrcQpPlan plan;
        EXPECT_TRUE(MakeMrcQpPlan(qp.GetConfig(), MakeMrcTwinOffer(m_setup.qp, 1), plan).IsOk());
        if (senders != 0)
        {
            plan.init.mask |= MRC_QP_HINT;
            plan.init.hint.remoteRecvPeers = senders;
        }
        EXPECT_TRUE(qp.Modify(m_now, MrcQpState::INIT, plan.init).IsOk());
        EXPECT_TRUE(qp.Modify(m_now, MrcQpState::RTR, plan.rtr).IsOk());
        EXPECT_TRUE(qp.Modify(m_now, MrcQpState::RTS, plan.rts).IsOk());
        return qp.GetWindowBytes();
    }
};

TEST_F(QpHint, SendersToThePeerDivideTheFirstWindowIfTheControllerUsesHints)
{
    // 200 Gb/s and 10 us: 1.5 BDP = 375,000 B
    EXPECT_EQ(Window(0, true), 375000u);
    EXPECT_EQ(Window(5, true), 75000u);
    EXPECT_EQ(Window(5, false), 375000u) << "by default hints are ignored";
}

} // namespace
