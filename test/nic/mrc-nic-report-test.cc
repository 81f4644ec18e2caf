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

using CompletionKind = RdmaCompletion::Kind;

/// A report as "QP number: message".
using Reports = std::vector<std::pair<uint32_t, uint64_t>>;

/// Completions and events, and a listener that acts on them at once.
class MrcNicReportTest : public MrcNicTest, protected RdmaQpListener
{
  protected:
    void SetUp() override
    {
        MrcNicTest::SetUp();
        qp = AddQp();
        nic->SetListener(qp->tag, this);
    }

    FakeTransport* qp{nullptr};                                  ///< a QP
    Reports reports;                                             ///< what was reported
    std::function<void(uint32_t, const RdmaCompletion&)> action; ///< within a report

  private:
    void OnCompletion(const RdmaCompletion& completion) override
    {
        EXPECT_FALSE(m_inside) << "a report within a report";
        m_inside = true;
        const auto qpn = static_cast<uint32_t>(completion.wrId);
        reports.emplace_back(qpn, completion.message);
        if (action)
        {
            action(qpn, completion);
        }
        m_inside = false;
    }

    void OnEvent(const RdmaEvent& /* event */) override
    {
    }

    bool m_inside{false}; ///< a report is in progress
};

TEST_F(MrcNicReportTest, CompletionsOfAnInputAreReportedInOrder)
{
    qp->Complete(CompletionKind::DELIVERED);
    qp->Complete(CompletionKind::SENT);
    qp->Complete(CompletionKind::FLUSHED);
    Touch(qp);
    EXPECT_EQ(reports, (Reports{{3, 0}, {3, 1}, {3, 2}}));
}

TEST_F(MrcNicReportTest, WithoutAListenerCompletionsAreTakenAllTheSame)
{
    nic->SetListener(qp->tag, nullptr);
    qp->Complete(CompletionKind::SENT);
    Touch(qp);
    EXPECT_TRUE(qp->completions.empty());
}

TEST_F(MrcNicReportTest, AMessagePostedWithinAReportIsSent)
{
    qp->onInput = [this](RdmaTick) { qp->toSend = 1; };
    action = [this](uint32_t qpn, const RdmaCompletion&) { nic->PostWrite(qpn, 77); };
    qp->Complete(CompletionKind::SENT);
    Touch(qp);
    EXPECT_EQ(qp->posted, (std::vector<uint64_t>{1, 77}));
    Run();
    EXPECT_EQ(far->arrivals.size(), 2U);
    EXPECT_EQ(reports.size(), 1U);
}

TEST_F(MrcNicReportTest, WhatAReportCompletesOnItsOwnQpComesAfterIt)
{
    // As on a QP in ERROR: every message posted is complete at once.
    qp->onInput = [this](RdmaTick) { qp->Complete(CompletionKind::FLUSHED); };
    action = [this](uint32_t qpn, const RdmaCompletion& completion) {
        if (completion.message < 5)
        {
            nic->PostWrite(qpn, 1);
        }
    };
    Touch(qp);
    EXPECT_EQ(reports, (Reports{{3, 0}, {3, 1}, {3, 2}, {3, 3}, {3, 4}, {3, 5}}));
}

TEST_F(MrcNicReportTest, APendingReportIsNotOvertakenByOneThatPostsOnTheSameQp)
{
    // Two messages complete with one packet; the first report posts on the same QP.
    qp->Complete(CompletionKind::DELIVERED);
    qp->Complete(CompletionKind::DELIVERED);
    size_t seenAfterPost = 0;
    action = [this, &seenAfterPost](uint32_t qpn, const RdmaCompletion& completion) {
        if (completion.message == 0)
        {
            nic->PostWrite(qpn, 1);
            seenAfterPost = reports.size();
        }
    };
    Touch(qp);
    EXPECT_EQ(seenAfterPost, 1U) << "the second report waits for the first to return";
    EXPECT_EQ(reports, (Reports{{3, 0}, {3, 1}}));
}

TEST_F(MrcNicReportTest, WhatAReportCompletesOnAnotherQpComesAfterIt)
{
    FakeTransport* other = AddQp();
    nic->SetListener(other->tag, this);
    other->onInput = [other](RdmaTick) { other->Complete(CompletionKind::FLUSHED); };
    qp->Complete(CompletionKind::SENT);
    qp->Complete(CompletionKind::SENT);
    action = [this, other](uint32_t qpn, const RdmaCompletion&) {
        if (qpn == qp->tag)
        {
            nic->PostWrite(other->tag, 1);
        }
    };
    Touch(qp);
    EXPECT_EQ(reports, (Reports{{3, 0}, {3, 1}, {4, 0}, {4, 1}}));
}

TEST_F(MrcNicReportTest, AReportMayConnectQps)
{
    // Enough QPs that the NIC's array of QPs is reallocated.
    std::vector<FakeTransport*> created;
    action = [this, &created](uint32_t, const RdmaCompletion& completion) {
        if (completion.message >= 100)
        {
            return;
        }
        created.push_back(AddQp());
        created.back()->toSend = 1;
        Touch(created.back());
        qp->Complete(CompletionKind::SENT);
    };
    qp->toSend = 1;
    qp->Complete(CompletionKind::SENT);
    qp->wakeup = RdmaTick::Us(3);
    Touch(qp);
    Run();
    EXPECT_EQ(nic->GetNQps(), 101U);
    EXPECT_EQ(reports.size(), 101U);
    EXPECT_EQ(far->arrivals.size(), 101U);
    EXPECT_EQ(qp->timeouts, std::vector<RdmaTick>{RdmaTick::Us(3)})
        << "the first QP is still served";
}

TEST_F(MrcNicReportTest, EventsGoToTheTraceWithTimeHostAndQp)
{
    std::vector<RdmaNicEvent> seen;
    nic->TraceConnectWithoutContext(
        "QpEvent",
        Callback<void, const RdmaNicEvent&>([&seen](const RdmaNicEvent& e) { seen.push_back(e); }));
    FakeTransport* other = AddQp();
    RdmaEvent event;
    event.kind = RdmaEvent::Kind::EV_BAD;
    event.entropy = 0x1007;
    other->events.push_back(event);
    At(RdmaTick::Us(2), [this, other] { Touch(other); });
    Run();
    ASSERT_EQ(seen.size(), 1U);
    EXPECT_EQ(seen[0].time, RdmaTick::Us(2));
    EXPECT_EQ(seen[0].host, 5U);
    EXPECT_EQ(seen[0].qpn, other->tag);
    EXPECT_EQ(seen[0].event.entropy, 0x1007U);
}

TEST_F(MrcNicReportTest, AMessageOfNoBytesIsRefused)
{
    EXPECT_DEATH(nic->PostWrite(qp->tag, 0), "a message needs at least 1 B, or immediate data");
    EXPECT_DEATH(nic->PostRecv(qp->tag, 0), "accepts no receives");
}

} // namespace
