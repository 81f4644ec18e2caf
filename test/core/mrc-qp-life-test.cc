/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../step-budget.h"
#include "mrc-pair-fixture.h"

#include "ns3/mrc-nscc.h"
#include "ns3/mrc-spray-selector.h"
#include "ns3/uinteger.h"

#include <cerrno>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

/// States of a QP and its behavior in them (mrc reference, 1.1 and 1.2).
class MrcQpLife : public MrcPair
{
  protected:
    /// End 0 in RESET, with the attributes that Connect would use.
    MrcTransport& Fresh()
    {
        m_ends[0].qp = std::make_unique<MrcTransport>(m_ends[0].setup);
        m_ends[1].qp = std::make_unique<MrcTransport>(m_ends[1].setup);
        const MrcQpOffer offer = MakeMrcQpOffer(m_ends[1].setup.qp, 1);
        EXPECT_TRUE(MakeMrcQpPlan(m_ends[0].setup.qp, offer, m_plan).IsOk());
        return Qp(0);
    }

    MrcVerbsResult Go(MrcQpState to)
    {
        const MrcQpAttributes none;
        return Qp(0).Modify(m_now,
                            to,
                            to == MrcQpState::INIT  ? m_plan.init
                            : to == MrcQpState::RTR ? m_plan.rtr
                            : to == MrcQpState::RTS ? m_plan.rts
                                                    : none);
    }

    void Receive(RdmaOpcode opcode, uint32_t psn = 0)
    {
        RdmaPdu pdu{};
        pdu.opcode = opcode;
        pdu.psn = psn;
        if (IsRdmaWrite(opcode))
        {
            pdu.write.payloadBytes = 64;
        }
        Qp(0).OnPdu(m_now, pdu, RdmaRxInfo());
    }

    std::optional<RdmaPdu> Answer()
    {
        RdmaTxPdu tx;
        return Qp(0).PollControl(m_now, tx) ? std::optional<RdmaPdu>(tx.pdu) : std::nullopt;
    }

    MrcQpPlan m_plan; ///< attributes of end 0
};

TEST_F(MrcQpLife, BeforeRtrEverythingIsDroppedAndCounted)
{
    Fresh();
    EXPECT_EQ(Qp(0).GetState(), MrcQpState::RESET);
    for (const MrcQpState state : {MrcQpState::RESET, MrcQpState::INIT})
    {
        if (state == MrcQpState::INIT)
        {
            ASSERT_TRUE(Go(MrcQpState::INIT).IsOk());
        }
        EXPECT_EQ(Qp(0).GetState(), state);
        const uint64_t before = Qp(0).GetCounters().rxWrongState;
        Receive(RdmaOpcode::MRC_WRITE_ONLY);
        Receive(RdmaOpcode::MRC_SACK);
        Receive(RdmaOpcode::MRC_PROBE);
        EXPECT_EQ(Qp(0).GetCounters().rxWrongState, before + 3);
        EXPECT_FALSE(Answer());
        RdmaTxPdu tx;
        EXPECT_EQ(Qp(0).PollTransmit(m_now, 3, tx), RdmaPoll::NOTHING);
        EXPECT_FALSE(Qp(0).PostRecv(m_now, 1)) << "receives from RTR on";
        EXPECT_FALSE(Qp(0).IsBusy());
        EXPECT_FALSE(Qp(0).IsError());
        EXPECT_TRUE(Qp(0).NextWakeup().IsMax());
        EXPECT_FALSE(Qp(0).TakeControlPath(0).has_value());
    }
    EXPECT_EQ(Qp(0).GetCounters().rxDataPackets, 0u);
    EXPECT_EQ(Qp(0).Describe(m_now), "MRC QP 16: INIT");
}

TEST_F(MrcQpLife, InRtrTheResponderWorksAlone)
{
    Fresh();
    ASSERT_TRUE(Go(MrcQpState::INIT).IsOk());
    ASSERT_TRUE(Go(MrcQpState::RTR).IsOk());
    EXPECT_TRUE(Qp(0).PostRecv(m_now, 7));
    Receive(RdmaOpcode::MRC_WRITE_ONLY);
    ASSERT_TRUE(Answer());
    Receive(RdmaOpcode::MRC_PROBE);
    EXPECT_TRUE(Answer()->sack.probe);
    Receive(RdmaOpcode::MRC_WRITE_ONLY_IMM, 1);
    RdmaCompletion c;
    ASSERT_TRUE(Qp(0).PollCompletion(c));
    EXPECT_EQ(c.kind, Kind::DELIVERED);
    EXPECT_EQ(Qp(0).GetCounters().rxWrongState, 0u);
    Receive(RdmaOpcode::MRC_SACK);
    Receive(RdmaOpcode::MRC_NACK);
    Receive(RdmaOpcode::MRC_TRANSPORT_ACK);
    EXPECT_EQ(Qp(0).GetCounters().rxWrongState, 3u) << "they answer packets that were never sent";
    EXPECT_EQ(Qp(0).GetState(), MrcQpState::RTR);
}

TEST_F(MrcQpLife, ResponderStartsRightBelowRqPsn)
{
    m_ends[1].setup.qp.sqPsn = 0x123456;
    Fresh();
    ASSERT_TRUE(Go(MrcQpState::INIT).IsOk());
    ASSERT_TRUE(Go(MrcQpState::RTR).IsOk());
    EXPECT_EQ(Qp(0).GetResponder().GetCackPsn(), 0x123455);
    EXPECT_EQ(Qp(0).GetResponder().GetOooCount(), 0u);
    Receive(RdmaOpcode::MRC_PROBE);
    const auto sack = Answer();
    ASSERT_TRUE(sack);
    EXPECT_EQ(sack->sack.cackPsn, 0x123455u);
    EXPECT_EQ(sack->sack.bitmap, 0u);
    EXPECT_EQ(sack->sack.sackOffset, 1) << "lowest_unsacked_psn and max_rcv_psn = RQ_PSN - 1";
    Receive(RdmaOpcode::MRC_WRITE_ONLY, 0x123455);
    EXPECT_EQ(Qp(0).GetCounters().rxDuplicates, 1u) << "below RQ_PSN";
    Receive(RdmaOpcode::MRC_WRITE_ONLY, 0x123456);
    EXPECT_EQ(Qp(0).GetCounters().rxAccepted, 1u);
}

TEST_F(MrcQpLife, RequesterStartsWithSqPsn)
{
    m_ends[0].setup.qp.sqPsn = RDMA_PSN_MASK;
    m_ends[1].setup.qp.rqPsn = RDMA_PSN_MASK;
    Connect();
    EXPECT_EQ(Qp(0).GetRequester().GetScoreboard().GetFirst(), RDMA_PSN_MASK) << "unack_psn + 1";
    EXPECT_EQ(Qp(0).GetRequester().GetScoreboard().GetEnd(), RDMA_PSN_MASK) << "max_psn_sent + 1";
    Write(0, 4097);
    Run(RdmaTick::Us(50));
    EXPECT_EQ(m_ends[0].sent[0].pdu.psn, RDMA_PSN_MASK);
    EXPECT_EQ(m_ends[0].sent[1].pdu.psn, 0u);
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0}));
}

TEST_F(MrcQpLife, OutputsAreLoweredWhenAllIsTaken)
{
    Connect();
    Write(0, 100'000);
    Write(1, 1);
    EXPECT_TRUE(Qp(0).GetOutputs() & RDMA_OUTPUT_TRANSMIT);
    Run(RdmaTick::Ms(1));
    EXPECT_EQ(Messages(1, RdmaCompletion::Kind::DELIVERED).size(), 1U);
    EXPECT_EQ(Messages(0, RdmaCompletion::Kind::DELIVERED).size(), 1U);
    EXPECT_EQ(Qp(0).GetOutputs(), 0);
    EXPECT_EQ(Qp(1).GetOutputs(), 0);
}

TEST_F(MrcQpLife, RefusedModifyChangesNothing)
{
    Fresh();
    EXPECT_EQ(Go(MrcQpState::RTS).error, EINVAL);
    EXPECT_EQ(Qp(0).GetState(), MrcQpState::RESET);
    ASSERT_TRUE(Go(MrcQpState::INIT).IsOk());
    m_plan.rtr.pathMtuBytes = 1000;
    const MrcVerbsResult result = Go(MrcQpState::RTR);
    EXPECT_EQ(result.error, EINVAL);
    EXPECT_NE(result.message.find("PATH_MTU 1000"), std::string::npos);
    EXPECT_EQ(Qp(0).GetState(), MrcQpState::INIT);
    EXPECT_EQ(Qp(0).GetAttributes().mask, m_plan.init.mask);
    m_plan.rtr.pathMtuBytes = 1024;
    EXPECT_TRUE(Go(MrcQpState::RTR).IsOk());
    EXPECT_EQ(Qp(0).GetConfig().pathMtuBytes, 1024u);
}

TEST_F(MrcQpLife, MprIsBoundedByWhatThePeerHasTold)
{
    m_ends[1].setup.qp.destWindowPackets = 4 * 128;
    Fresh();
    EXPECT_EQ(m_plan.rts.mpr, 4u) << "negotiated: 8 wanted, 4 offered";
    ASSERT_TRUE(Go(MrcQpState::INIT).IsOk());
    ASSERT_TRUE(Go(MrcQpState::RTR).IsOk());
    m_plan.rts.mpr = 5;
    EXPECT_EQ(Go(MrcQpState::RTS).message, "MPR 5: allowed are 1 to 4 (the peer's mpr_dest)");
    m_plan.rts.mpr = 3;
    ASSERT_TRUE(Go(MrcQpState::RTS).IsOk());
    Write(0, 4096 * 1000);
    RdmaTxPdu tx;
    uint32_t sent = 0;
    for (mrctest::StepBudget steps;
         Qp(0).PollTransmit(m_now, 3, tx) == RdmaPoll::PDU && steps.Take();)
    {
        ++sent;
    }
    EXPECT_EQ(sent, 3u * 128);
}

TEST_F(MrcQpLife, AttributesOfModifyPrevailOverTheDevicesWishes)
{
    Fresh();
    ASSERT_TRUE(Go(MrcQpState::INIT).IsOk());
    m_plan.rtr.mprDest = 2;
    m_plan.rtr.maxWimmDest = 9;
    ASSERT_TRUE(Go(MrcQpState::RTR).IsOk());
    m_plan.rts.timeout = 3;
    m_plan.rts.retry = {1, 0};
    m_plan.rts.maxWimm = 5;
    ASSERT_TRUE(Go(MrcQpState::RTS).IsOk());
    const MrcQpConfig& config = Qp(0).GetConfig();
    EXPECT_EQ(config.destWindowPackets, 256u);
    EXPECT_EQ(config.maxWimmDest, 9u);
    EXPECT_EQ(config.maxWimm, 5u);
    EXPECT_EQ(config.ackTimeout, RdmaTick::Ns(8192));
    Receive(RdmaOpcode::MRC_WRITE_ONLY, 256);
    EXPECT_EQ(Answer()->nack.reason, MrcNackReason::PSN_OOR_WINDOW);
    // Two time-outs exceed the limit.
    m_lose = [](int, const RdmaTxPdu&) { return true; };
    Write(0, 1);
    Run(RdmaTick::Us(8));
    EXPECT_FALSE(Qp(0).IsError());
    Run(RdmaTick::Us(17));
    EXPECT_TRUE(Qp(0).IsError());
}

TEST_F(MrcQpLife, ErrorFlushesSendsAndReceivesInOrderAndDropsWhatArrives)
{
    Connect();
    Qp(0).PostRecv(m_now, 31);
    Qp(0).PostRecv(m_now, 32);
    Write(0, 1, 21);
    Write(0, 4096 * 10, 22);
    Write(0, 1, 23);
    Run(RdmaTick::Us(10) + RdmaTick::Ps(1));
    m_ends[0].completions.clear();
    Write(0, 1, 24);
    ASSERT_TRUE(Go(MrcQpState::ERROR).IsOk());
    EXPECT_TRUE(Qp(0).IsError());
    EXPECT_FALSE(Qp(0).IsBusy());
    EXPECT_TRUE(Qp(0).NextWakeup().IsMax());
    Run(RdmaTick::Us(1));
    std::vector<uint64_t> ids;
    for (const RdmaCompletion& c : m_ends[0].completions)
    {
        EXPECT_EQ(c.status, Status::FLUSHED);
        EXPECT_EQ(c.kind, c.wrId < 30 ? Kind::FLUSHED : Kind::RECEIVED);
        ids.push_back(c.wrId);
    }
    EXPECT_EQ(ids, (Numbers{31, 32, 24})) << "the others were acknowledged";
    Receive(RdmaOpcode::MRC_WRITE_ONLY);
    Receive(RdmaOpcode::MRC_PROBE);
    EXPECT_FALSE(Answer());
    EXPECT_EQ(Qp(0).GetCounters().rxWrongState, 2u);
    EXPECT_TRUE(m_ends[0].events.empty()) << "requested, so it is no event";
}

TEST_F(MrcQpLife, PostsInErrorAreFlushedAtOnce)
{
    Connect();
    ASSERT_TRUE(Go(MrcQpState::ERROR).IsOk());
    Write(0, 1, 1);
    EXPECT_TRUE(Qp(0).PostRecv(m_now, 2));
    Run(RdmaTick::Us(1));
    ASSERT_EQ(m_ends[0].completions.size(), 2u);
    for (const RdmaCompletion& c : m_ends[0].completions)
    {
        EXPECT_EQ(c.status, Status::FLUSHED);
    }
}

TEST_F(MrcQpLife, RetryExceededIsTheStatusOfTheOldestMessageAlone)
{
    for (End& end : m_ends)
    {
        end.setup.qp.retryLinear = 1;
        end.setup.qp.retryExponential = 0;
    }
    Connect();
    m_lose = [](int, const RdmaTxPdu&) { return true; };
    Write(0, 1, 1);
    Write(0, 1, 2);
    Run(RdmaTick::Ms(5));
    const auto flushed = Completions(0, Kind::FLUSHED);
    ASSERT_EQ(flushed.size(), 2u);
    EXPECT_EQ(flushed[0].status, Status::RETRY_EXCEEDED);
    EXPECT_EQ(flushed[1].status, Status::FLUSHED);
    EXPECT_EQ(m_ends[0].events.back().kind, RdmaEvent::Kind::QP_ERROR);
    EXPECT_EQ(m_ends[0].events.back().fault, RdmaFault::RETRY_EXCEEDED);
    EXPECT_EQ(m_ends[0].events.back().detail, 2u) << "time-outs";
}

TEST_F(MrcQpLife, UnrecoverableNackIsARemoteOperationError)
{
    Connect();
    Write(0, 1, 1);
    RdmaPdu nack{};
    nack.opcode = RdmaOpcode::MRC_NACK;
    nack.nack.reason = MrcNackReason::UNEXP_EVENT;
    Qp(0).OnPdu(m_now, nack, RdmaRxInfo());
    Run(RdmaTick::Us(1));
    ASSERT_EQ(Completions(0, Kind::FLUSHED).size(), 1u);
    EXPECT_EQ(m_ends[0].completions[0].status, Status::REMOTE_OPERATION_ERROR);
    EXPECT_EQ(m_ends[0].events[0].fault, RdmaFault::REMOTE_OPERATION_ERROR);
    EXPECT_EQ(Qp(0).GetState(), MrcQpState::ERROR);
}

TEST_F(MrcQpLife, ErrorIsReachedFromEveryState)
{
    for (int steps = 0; steps < 3; ++steps)
    {
        Fresh();
        for (int i = 0; i < steps; ++i)
        {
            ASSERT_TRUE(Go(static_cast<MrcQpState>(i + 1)).IsOk());
        }
        if (steps == 2)
        {
            EXPECT_TRUE(Qp(0).PostRecv(m_now, 5));
        }
        ASSERT_TRUE(Go(MrcQpState::ERROR).IsOk());
        EXPECT_TRUE(Qp(0).IsError());
        RdmaCompletion c;
        EXPECT_EQ(Qp(0).PollCompletion(c), steps == 2) << "the receive";
        RdmaEvent event;
        EXPECT_FALSE(Qp(0).PollEvent(event));
        Receive(RdmaOpcode::MRC_WRITE_ONLY);
        EXPECT_EQ(Qp(0).GetCounters().rxWrongState, 1u);
        ASSERT_TRUE(Go(MrcQpState::RESET).IsOk());
        EXPECT_EQ(Qp(0).GetState(), MrcQpState::RESET);
    }
}

TEST_F(MrcQpLife, ResetFlushesAndTheQpLivesAgainWithOtherNumbers)
{
    for (End& end : m_ends)
    {
        end.setup.controller = CreateObject<MrcNscc>();
        end.setup.controller->SetAttribute("MaxCwnd", UintegerValue(20000));
        end.setup.selector = CreateObject<MrcSpraySelector>();
    }
    Connect();
    Qp(0).PostRecv(m_now, 9);
    Write(0, 4096 * 100, 1);
    Run(RdmaTick::Us(3));
    const uint64_t window = Qp(0).GetWindowBytes();
    EXPECT_EQ(window, 20000u);
    EXPECT_FALSE(m_ends[0].sent.empty());
    ASSERT_TRUE(Go(MrcQpState::RESET).IsOk());
    EXPECT_EQ(Qp(0).GetAttributes().mask, 0u);
    CutWire();
    Run(RdmaTick::Us(1));
    ASSERT_EQ(m_ends[0].completions.size(), 2u);
    EXPECT_EQ(m_ends[0].completions[0].wrId, 9u);
    EXPECT_EQ(m_ends[0].completions[1].wrId, 1u);
    EXPECT_EQ(m_ends[0].completions[1].status, Status::FLUSHED);

    ASSERT_TRUE(Qp(1).Modify(m_now, MrcQpState::RESET, MrcQpAttributes()).IsOk());
    m_ends[0].setup.qp.sqPsn = 500;
    m_ends[0].completions.clear();
    m_ends[1].completions.clear();
    MrcQpOffer offer = MakeMrcQpOffer(m_ends[0].setup.qp, 0);
    ASSERT_TRUE(Qp(1).Connect(m_now, offer).IsOk());
    ASSERT_TRUE(
        MakeMrcQpPlan(m_ends[0].setup.qp, MakeMrcQpOffer(m_ends[1].setup.qp, 1), m_plan).IsOk());
    for (const auto state : {MrcQpState::INIT, MrcQpState::RTR, MrcQpState::RTS})
    {
        ASSERT_TRUE(Go(state).IsOk());
    }
    EXPECT_EQ(Qp(0).GetWindowBytes(), window) << "a new controller with the old attributes";
    m_ends[0].sent.clear();
    Write(0, 4096 * 30, 2);
    Run(RdmaTick::Us(500));
    EXPECT_EQ(m_ends[0].sent[0].pdu.psn, 500u);
    EXPECT_EQ(m_ends[0].sent[0].pdu.write.msn, 0);
    EXPECT_EQ(Messages(0, Kind::SENT), (Numbers{0})) << "message numbers start again";
    EXPECT_EQ(Messages(1, Kind::DELIVERED), (Numbers{0}));
}

TEST_F(MrcQpLife, ResetInACallbackLosesNeitherCompletionsNorEvents)
{
    m_ends[0].setup.qp.retryLinear = m_ends[0].setup.qp.retryExponential = 0;
    m_ends[0].setup.controller = CreateObject<MrcNscc>();
    m_ends[0].setup.selector = CreateObject<MrcSpraySelector>();
    Fresh();
    const auto live = {MrcQpState::INIT, MrcQpState::RTR, MrcQpState::RTS};
    for (const auto state : live)
    {
        ASSERT_TRUE(Go(state).IsOk());
    }
    Qp(0).PostRecv(m_now, 7);
    Write(0, 1, 1);
    Write(0, 1, 2);
    RdmaTxPdu tx;
    ASSERT_EQ(Qp(0).PollTransmit(m_now, 3, tx), RdmaPoll::PDU);
    m_now += RdmaTick::Ms(1);
    Qp(0).OnTimeout(m_now);
    ASSERT_TRUE(Qp(0).IsError());
    // The NIC has taken only the first completion when its receiver resets and connects the QP
    // again.
    RdmaCompletion completion;
    ASSERT_TRUE(Qp(0).PollCompletion(completion));
    EXPECT_EQ(completion.wrId, 7u);
    ASSERT_TRUE(Go(MrcQpState::RESET).IsOk());
    for (const auto state : live)
    {
        ASSERT_TRUE(Go(state).IsOk());
    }
    Numbers flushed;
    while (Qp(0).PollCompletion(completion))
    {
        flushed.push_back(completion.wrId);
    }
    EXPECT_EQ(flushed, (Numbers{1, 2}));
    bool failed = false;
    RdmaEvent event;
    while (Qp(0).PollEvent(event))
    {
        failed = failed || event.kind == RdmaEvent::Kind::QP_ERROR;
    }
    EXPECT_TRUE(failed);
}

TEST_F(MrcQpLife, TimeoutOfRtsIsTheOneByWhichAPlaneIsThoughtDead)
{
    for (End& end : m_ends)
    {
        end.setup.controller = CreateObject<MrcNscc>();
        end.setup.selector = CreateObject<MrcSpraySelector>();
        end.setup.pathsPerPlane = 2;
    }
    Fresh();
    m_plan.rts.timeout = 10; // 1.05 ms; the device prefers 131 us
    for (const auto state : {MrcQpState::INIT, MrcQpState::RTR, MrcQpState::RTS})
    {
        ASSERT_TRUE(Go(state).IsOk());
    }
    MrcEvTable& table = Qp(0).EditEvTable();
    const std::vector<uint32_t> evs = table.GetEvs(0);
    ASSERT_EQ(evs.size(), 2u);
    table.OnLoss(m_now, evs[0]);
    table.OnLoss(m_now + RdmaTick::Us(900), evs[1]);
    EXPECT_EQ(table.GetOpenPlanes(), 2u) << "all its EVs failed within one time-out";
}

TEST_F(MrcQpLife, PortsThatAreDownAreRememberedUntilTheQpHasPaths)
{
    m_ends[0].setup.controller = CreateObject<MrcNscc>();
    m_ends[0].setup.selector = CreateObject<MrcSpraySelector>();
    Fresh();
    Qp(0).OnPortStatus(m_now, 0, false);
    ASSERT_TRUE(Go(MrcQpState::INIT).IsOk());
    Qp(0).OnPeerPortStatus(m_now, 2);
    ASSERT_TRUE(Go(MrcQpState::RTR).IsOk());
    EXPECT_EQ(Qp(0).GetEvTable().GetUpPlanes(), 2u);
    Qp(0).OnPortStatus(m_now, 0, true);
    EXPECT_EQ(Qp(0).GetEvTable().GetUpPlanes(), 2u) << "the peer's port is still down";
    ASSERT_TRUE(Go(MrcQpState::RESET).IsOk());
    Qp(0).OnPeerPortStatus(m_now, 3);
    Qp(0).OnPortStatus(m_now, 1, false);
    ASSERT_TRUE(Go(MrcQpState::INIT).IsOk());
    ASSERT_TRUE(Go(MrcQpState::RTR).IsOk());
    EXPECT_EQ(Qp(0).GetEvTable().GetUpPlanes(), 1u);
}

TEST_F(MrcQpLife, PortThatIsDownAtThePeerAloneIsRememberedToo)
{
    Fresh();
    Qp(0).OnPeerPortStatus(m_now, 2);
    ASSERT_TRUE(Go(MrcQpState::INIT).IsOk());
    ASSERT_TRUE(Go(MrcQpState::RTR).IsOk());
    EXPECT_EQ(Qp(0).GetEvTable().GetUpPlanes(), 2u);
    Qp(0).OnPeerPortStatus(m_now, 3);
    EXPECT_EQ(Qp(0).GetEvTable().GetUpPlanes(), 3u) << "its own port was never down";
}

TEST_F(MrcQpLife, UnsupportedOpcodesAreCountedAndNotAnswered)
{
    Connect();
    const std::vector<RdmaOpcode> foreign{RdmaOpcode::RC_WRITE_ONLY,
                                          RdmaOpcode::RC_WRITE_FIRST,
                                          RdmaOpcode::RC_ACK,
                                          RdmaOpcode::CNP,
                                          RdmaOpcode::MRC_ENDPOINT_REQUEST,
                                          static_cast<RdmaOpcode>(0xC0)};
    for (const RdmaOpcode opcode : foreign)
    {
        Receive(opcode);
        EXPECT_FALSE(Answer());
    }
    EXPECT_EQ(Qp(0).GetCounters().rxUnsupported, foreign.size());
    EXPECT_EQ(Qp(0).GetCounters().rxDataPackets, 0u);
    EXPECT_EQ(Qp(0).GetState(), MrcQpState::RTS) << "a RoCE QP would fail";
}

TEST_F(MrcQpLife, TheSmallerLimitAndTheCommonAbilitiesCount)
{
    MrcQpConfig own = m_ends[0].setup.qp;
    own.dynamicMpr = true;
    own.maxWimm = 7;
    own.pathMtuBytes = 2048;
    MrcQpOffer peer = MakeMrcQpOffer(m_ends[1].setup.qp, 6);
    MrcQpPlan plan;
    ASSERT_TRUE(MakeMrcQpPlan(own, peer, plan).IsOk());
    EXPECT_EQ(plan.rtr.pathMtuBytes, 2048u);
    EXPECT_EQ(plan.rtr.peerHost, 6u);
    EXPECT_EQ(plan.rtr.destQpn, 0x11u);
    EXPECT_EQ(plan.rts.maxWimm, 7u);
    EXPECT_EQ(plan.rtr.capabilities, 0) << "the peer has no dynamic MPR";
    peer.dynamicMpr = true;
    peer.trimNack = false;
    peer.compensates = false;
    peer.mprDest = 2;
    peer.maxWimmDest = 3;
    ASSERT_TRUE(MakeMrcQpPlan(own, peer, plan).IsOk());
    EXPECT_EQ(plan.rtr.capabilities,
              MRC_QP_CAP_DYNAMIC_MPR | MRC_QP_CAP_TRIM_NACK_DEST_UNSUPPORTED |
                  MRC_QP_CAP_SVC_TIME_DEST_UNSUPPORTED);
    EXPECT_EQ(plan.rtr.mprDest, 8u) << "what this end offers";
    EXPECT_EQ(plan.rts.mpr, 2u);
    EXPECT_EQ(plan.rts.maxWimm, 3u);
    EXPECT_EQ(plan.rts.timeout, 7u);
}

} // namespace
