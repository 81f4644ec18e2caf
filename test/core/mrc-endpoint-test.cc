/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-endpoint.h"

#include <gtest/gtest.h>
#include <optional>
#include <set>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t ME = 3;
constexpr uint32_t PEER = 7;

/** The endpoint of a NIC with four ports. */
class Endpoint : public testing::Test
{
  protected:
    /** @return the requests that are to be sent now */
    std::vector<MrcEndpointRequest> Requests()
    {
        std::vector<MrcEndpointRequest> requests;
        MrcEndpointRequest request;
        while (mine.PollRequest(now, request))
        {
            EXPECT_EQ(request.pdu.opcode, RdmaOpcode::MRC_ENDPOINT_REQUEST);
            EXPECT_EQ(request.pdu.destQpn, 2U);
            requests.push_back(request);
        }
        return requests;
    }

    /** @return the only request that is to be sent now */
    MrcEndpointRequest Request()
    {
        const auto requests = Requests();
        EXPECT_EQ(requests.size(), 1U);
        return requests.empty() ? MrcEndpointRequest{} : requests[0];
    }

    /** @return the batch that is complete */
    std::optional<MrcEvProbeBatch> Finished()
    {
        MrcEvProbeBatch batch;
        return mine.PollBatch(batch) ? std::optional<MrcEvProbeBatch>(batch) : std::nullopt;
    }

    /**
     * Answer a request.
     * @param port port by which the answer comes
     */
    void Answer(const MrcEndpointRequest& request, uint8_t port = 0)
    {
        mine.OnResponse(now, other.OnRequest(now, ME, request.pdu), port);
    }

    /** @return the report that the other NIC has received */
    std::optional<MrcPeerPorts> Learned()
    {
        MrcPeerPorts ports;
        return other.PollPeerPorts(ports) ? std::optional<MrcPeerPorts>(ports) : std::nullopt;
    }

    /**
     * @param port 0-based
     * @return a probe to the peer
     */
    static MrcEvProbe To(uint32_t ev, uint8_t port)
    {
        MrcEvProbe probe;
        probe.peer = PEER;
        probe.path = {ev, port};
        return probe;
    }

    MrcEndpoint mine{4, RdmaTick::Us(50)};  ///< under test
    MrcEndpoint other{4, RdmaTick::Us(50)}; ///< at the peer
    RdmaTick now{RdmaTick::Us(100)};        ///< the time
};

// EV probes (mrc reference, 2.10, 2.11, 9.4)

TEST_F(Endpoint, BatchIsCompleteWhenAllProbesAreAnswered)
{
    const auto number = mine.StartBatch(now, {To(10, 0), To(11, 1)}, RdmaTick::Us(80));
    const auto requests = Requests();
    ASSERT_EQ(requests.size(), 2U);
    EXPECT_EQ(requests[0].pdu.endpoint.op, MrcEndpointOp::EV_PROBE);
    EXPECT_EQ(requests[0].probe.peer, PEER);
    EXPECT_EQ(requests[0].probe.path, (MrcPath{10, 0}));
    EXPECT_EQ(requests[1].probe.path, (MrcPath{11, 1}));
    EXPECT_NE(requests[0].pdu.psn, requests[1].pdu.psn);
    EXPECT_EQ(mine.NextWakeup(), now + RdmaTick::Us(80));

    now += RdmaTick::Us(5);
    Answer(requests[1], 2);
    EXPECT_FALSE(Finished());
    now += RdmaTick::Us(1);
    Answer(requests[0], 0);
    const auto batch = Finished();
    ASSERT_TRUE(batch);
    EXPECT_EQ(batch->batch, number);
    ASSERT_EQ(batch->results.size(), 2U);
    EXPECT_EQ(batch->results[0].id, requests[0].pdu.psn);
    EXPECT_TRUE(batch->results[0].answered);
    EXPECT_EQ(batch->results[0].rtt, RdmaTick::Us(6));
    EXPECT_EQ(batch->results[0].arrivalPort, 0);
    EXPECT_TRUE(batch->results[0].adjSvcTime);
    EXPECT_EQ(batch->results[1].probe.path, (MrcPath{11, 1}));
    EXPECT_EQ(batch->results[1].rtt, RdmaTick::Us(5));
    EXPECT_EQ(batch->results[1].arrivalPort, 2);
    EXPECT_TRUE(mine.NextWakeup().IsMax());
    EXPECT_EQ(mine.GetOutstanding(), 0U);
}

TEST_F(Endpoint, BatchIsCompleteAtItsTimeout)
{
    mine.StartBatch(now, {To(10, 0), To(11, 1)}, RdmaTick::Us(80));
    const auto requests = Requests();
    now += RdmaTick::Us(79);
    Answer(requests[0]);
    mine.OnTimeout(now);
    EXPECT_FALSE(Finished());
    now += RdmaTick::Us(1);
    mine.OnTimeout(now);
    const auto batch = Finished();
    ASSERT_TRUE(batch);
    EXPECT_TRUE(batch->results[0].answered);
    EXPECT_FALSE(batch->results[1].answered);
    Answer(requests[1]); // too late
    EXPECT_FALSE(Finished());
    EXPECT_EQ(mine.GetOutstanding(), 0U);
}

TEST_F(Endpoint, BatchesHaveTheirOwnTimes)
{
    const auto slow = mine.StartBatch(now, {To(1, 0)}, RdmaTick::Us(80));
    const auto quick = mine.StartBatch(now, {To(2, 0)}, RdmaTick::Us(20));
    EXPECT_EQ(mine.NextWakeup(), now + RdmaTick::Us(20));
    now += RdmaTick::Us(20);
    mine.OnTimeout(now);
    EXPECT_EQ(Finished()->batch, quick);
    EXPECT_FALSE(Finished());
    now += RdmaTick::Us(60);
    mine.OnTimeout(now);
    EXPECT_EQ(Finished()->batch, slow);
}

TEST_F(Endpoint, EmptyBatchIsCompleteAtOnce)
{
    mine.StartBatch(now, {}, RdmaTick::Us(80));
    ASSERT_TRUE(Finished());
    EXPECT_TRUE(mine.NextWakeup().IsMax());
}

TEST_F(Endpoint, IdsUnderWayAreNotGivenTwice)
{
    std::vector<MrcEvProbe> many(32767, To(1, 0));
    mine.StartBatch(now, many, RdmaTick::Ms(9));
    const auto requests = Requests();
    std::set<uint32_t> ids;
    for (const auto& request : requests)
    {
        EXPECT_LE(request.pdu.psn, 0xFFFFU);
        ids.insert(request.pdu.psn);
    }
    EXPECT_EQ(ids.size(), 32767U);
    EXPECT_EQ(mine.StartBatch(now, {To(2, 0), To(2, 1)}, RdmaTick::Ms(1)), std::nullopt)
        << "only one is left for EV probes";
    mine.StartBatch(now, {To(2, 0)}, RdmaTick::Ms(1));
    EXPECT_EQ(ids.count(Request().pdu.psn), 0U);
    Answer(requests[12345]);
    EXPECT_EQ(mine.GetOutstanding(), 32767U);

    // Ids are assigned in turn: those of 32,767 probes are skipped after the wrap.
    for (uint32_t i = 0; i < 40000; ++i)
    {
        mine.StartBatch(now, {To(3, 0)}, RdmaTick::Ms(1));
        const auto request = Request();
        ASSERT_TRUE(ids.count(request.pdu.psn) == 0 || request.pdu.psn == requests[12345].pdu.psn);
        Answer(request);
        Finished();
    }
}

TEST_F(Endpoint, EndOfABatchDoesNotFreeAnIdThatIsAnothersByThen)
{
    mine.StartBatch(now, {To(1, 0), To(1, 1)}, RdmaTick::Ms(9));
    const auto first = Requests();
    ASSERT_EQ(first.size(), 2U);
    Answer(first[0]);
    for (const uint32_t count : {30000U, 30000U, 5534U}) // all other ids, until they wrap
    {
        mine.StartBatch(now, std::vector<MrcEvProbe>(count, To(2, 0)), RdmaTick());
        EXPECT_EQ(Requests().size(), count);
        mine.OnTimeout(now);
        EXPECT_TRUE(Finished());
    }
    const auto other = mine.StartBatch(now, {To(3, 0)}, RdmaTick::Ms(20));
    const MrcEndpointRequest request = Request();
    ASSERT_EQ(request.pdu.psn, first[0].pdu.psn);
    now += RdmaTick::Ms(9);
    mine.OnTimeout(now);
    EXPECT_TRUE(Finished()) << "the first batch";
    Answer(request);
    const auto batch = Finished();
    ASSERT_TRUE(batch);
    EXPECT_EQ(batch->batch, other);
    EXPECT_TRUE(batch->results[0].answered);
}

TEST_F(Endpoint, EvProbesLeaveIdsForPortStatusUpdates)
{
    mine.StartBatch(now, std::vector<MrcEvProbe>(32768, To(1, 0)), RdmaTick::Ms(9));
    Requests();
    EXPECT_EQ(mine.StartBatch(now, {To(2, 0)}, RdmaTick::Ms(1)), std::nullopt);
    mine.SetPorts(now, 0b1110, {PEER});
    EXPECT_EQ(Request().pdu.endpoint.op, MrcEndpointOp::PORT_STATUS_UPDATE);
}

TEST_F(Endpoint, ResponseEchoesOpIdAndTimestamp)
{
    RdmaPdu request{};
    request.opcode = RdmaOpcode::MRC_ENDPOINT_REQUEST;
    request.psn = 0xBEEF;
    request.endpoint = {0x1DE, 0x1234, MrcEndpointOp::PORT_STATUS_UPDATE};
    const RdmaPdu response = other.OnRequest(now, ME, request);
    EXPECT_EQ(response.opcode, RdmaOpcode::MRC_ENDPOINT_RESPONSE);
    EXPECT_EQ(response.destQpn, 2U);
    EXPECT_EQ(response.psn, 0xBEEFU);
    EXPECT_EQ(response.endpoint.op, MrcEndpointOp::PORT_STATUS_UPDATE);
    EXPECT_EQ(response.endpoint.txTimestamp, 0x1234);
    EXPECT_EQ(response.endpoint.portStatusMask, 0U) << "all else is 0";
}

TEST_F(Endpoint, RequestsCarryTheTimeInUnitsOf128Nanoseconds)
{
    now = RdmaTick::Ns(128) * (0x10000 + 77) + RdmaTick::Ns(127);
    mine.StartBatch(now, {To(1, 0)}, RdmaTick::Us(1));
    EXPECT_EQ(Request().pdu.endpoint.txTimestamp, 77);
}

TEST_F(Endpoint, AnswerToAnotherQuestionIsIgnored)
{
    mine.StartBatch(now, {To(1, 0)}, RdmaTick::Us(80));
    MrcEndpointRequest request = Request();
    request.pdu.endpoint.op = MrcEndpointOp::PORT_STATUS_UPDATE;
    Answer(request);
    EXPECT_FALSE(Finished());
    request.pdu.endpoint.op = MrcEndpointOp::EV_PROBE;
    request.pdu.psn ^= 1;
    Answer(request);
    EXPECT_FALSE(Finished());
    request.pdu.psn ^= 1;
    Answer(request);
    EXPECT_TRUE(Finished());
}

// Port status (mrc reference, 9.6)

TEST_F(Endpoint, NothingIsSaidWhileAllPortsAreUp)
{
    mine.AddPeer(now, PEER);
    EXPECT_TRUE(Requests().empty());
    EXPECT_TRUE(mine.NextWakeup().IsMax());
    EXPECT_EQ(mine.GetPeerPorts(PEER), 0b1111U);
}

TEST_F(Endpoint, PeersAreToldAtOnceByAPortThatIsUp)
{
    mine.SetPorts(now, 0b1110, {PEER, PEER + 1});
    const auto requests = Requests();
    ASSERT_EQ(requests.size(), 2U);
    EXPECT_EQ(requests[0].pdu.endpoint.op, MrcEndpointOp::PORT_STATUS_UPDATE);
    EXPECT_EQ(requests[0].pdu.endpoint.portStatusMask, 0b11100U) << "bit n is port n, from 1";
    EXPECT_EQ(requests[0].probe.peer, PEER);
    EXPECT_EQ(requests[0].probe.path.port, 1);
    EXPECT_EQ(requests[1].probe.peer, PEER + 1);
    Answer(requests[0]);
    const auto learned = Learned();
    ASSERT_TRUE(learned);
    EXPECT_EQ(learned->peer, ME);
    EXPECT_EQ(learned->upPorts, 0b1110U);
    EXPECT_EQ(other.GetPeerPorts(ME), 0b1110U);
}

TEST_F(Endpoint, UpdateIsRepeatedByTheNextPortUntilItIsAnswered)
{
    mine.SetPorts(now, 0b1011, {PEER});
    std::vector<int> ports;
    std::set<uint32_t> ids;
    for (int i = 0; i < 5; ++i)
    {
        const auto request = Request();
        ports.push_back(request.probe.path.port);
        ids.insert(request.pdu.psn);
        EXPECT_EQ(mine.NextWakeup(), now + RdmaTick::Us(50));
        now += RdmaTick::Us(50);
        mine.OnTimeout(now);
    }
    EXPECT_EQ(ports, (std::vector<int>{0, 1, 3, 0, 1}));
    EXPECT_EQ(ids.size(), 5U);
    Answer(Request());
    EXPECT_TRUE(mine.NextWakeup().IsMax());
    mine.OnTimeout(now + RdmaTick::Ms(1));
    EXPECT_TRUE(Requests().empty());
    EXPECT_EQ(mine.GetOutstanding(), 0U);
}

TEST_F(Endpoint, UpdateIsNotRepeatedWhenABatchEndsEarlier)
{
    mine.SetPorts(now, 0b1011, {PEER});
    const auto update = Request();
    mine.StartBatch(now, {To(1, 0)}, RdmaTick::Us(20));
    Requests();
    now += RdmaTick::Us(20);
    mine.OnTimeout(now);
    EXPECT_TRUE(Finished());
    EXPECT_TRUE(Requests().empty());
    EXPECT_EQ(mine.NextWakeup(), now + RdmaTick::Us(30));
    Answer(update);
    now += RdmaTick::Us(30);
    mine.OnTimeout(now);
    EXPECT_TRUE(Requests().empty()) << "it was answered";
}

TEST_F(Endpoint, PortsThatThePeerLacksAreAvoided)
{
    other.SetPorts(now, 0b1100, {ME});
    MrcEndpointRequest theirs;
    ASSERT_TRUE(other.PollRequest(now, theirs));
    mine.OnRequest(now, PEER, theirs.pdu);
    mine.SetPorts(now, 0b0111, {PEER});
    EXPECT_EQ(Request().probe.path.port, 2) << "the only one that is up at both ends";
    mine.SetPorts(now, 0b0011, {PEER});
    EXPECT_EQ(Request().probe.path.port, 0) << "none is left in common: any that is up";
}

TEST_F(Endpoint, NewerSetTakesThePlaceOfAnUpdateUnderWay)
{
    mine.SetPorts(now, 0b1110, {PEER});
    const auto old = Request();
    now += RdmaTick::Us(10);
    mine.SetPorts(now, 0b1100, {PEER});
    const auto fresh = Request();
    EXPECT_EQ(fresh.pdu.endpoint.portStatusMask, 0b11000U);
    Answer(old); // does not confirm the newer set
    EXPECT_EQ(mine.NextWakeup(), now + RdmaTick::Us(50));
    Answer(fresh);
    EXPECT_TRUE(mine.NextWakeup().IsMax());
}

TEST_F(Endpoint, UpdateThatIsOvertakenIsNotSent)
{
    mine.SetPorts(now, 0b1110, {PEER});
    mine.SetPorts(now, 0b1111, {PEER}); // up again before the transmission
    EXPECT_TRUE(Requests().empty());
    EXPECT_TRUE(mine.NextWakeup().IsMax());
}

TEST_F(Endpoint, OlderUpdateThatComesLateIsIgnored)
{
    mine.SetPorts(now, 0b1110, {PEER});
    const auto old = Request();
    now += RdmaTick::Us(10);
    mine.SetPorts(now, 0b1101, {PEER});
    const auto fresh = Request();
    other.OnRequest(now, ME, fresh.pdu);
    EXPECT_EQ(Learned()->upPorts, 0b1101U);
    other.OnRequest(now, ME, old.pdu);
    EXPECT_FALSE(Learned());
    EXPECT_EQ(other.GetPeerPorts(ME), 0b1101U);
}

TEST_F(Endpoint, PortThatIsBackBeforeTheAnswerIsToldAgain)
{
    mine.SetPorts(now, 0b1110, {PEER});
    const auto down = Request();
    other.OnRequest(now, ME, down.pdu); // the answer is lost, or still in flight
    EXPECT_EQ(Learned()->upPorts, 0b1110U);
    now += RdmaTick::Us(10);
    mine.SetPorts(now, 0b1111, {PEER});
    const auto up = Request();
    EXPECT_EQ(up.pdu.endpoint.portStatusMask, 0b11110U);
    Answer(up);
    EXPECT_EQ(other.GetPeerPorts(ME), 0b1111U);
    EXPECT_TRUE(mine.NextWakeup().IsMax());
}

TEST_F(Endpoint, PeerThatMayHaveHeardOldNewsIsToldWhenItIsBack)
{
    mine.SetPorts(now, 0b1110, {PEER});
    other.OnRequest(now, ME, Request().pdu);
    mine.RemovePeer(PEER); // its QPs have failed before the answer arrived
    mine.SetPorts(now, 0b1111, {});
    mine.AddPeer(now, PEER);
    Answer(Request());
    EXPECT_EQ(other.GetPeerPorts(ME), 0b1111U);
}

TEST_F(Endpoint, OfUpdatesOfOneInstantTheLaterIdIsTheNewer)
{
    for (uint32_t i = 0; i < 0x10000 + 2; ++i) // the ids wrap meanwhile
    {
        mine.SetPorts(now, 0b1110, {PEER});
        const auto old = Request();
        mine.SetPorts(now, 0b1111, {PEER});
        const auto fresh = Request();
        other.OnRequest(now, ME, fresh.pdu);
        other.OnRequest(now, ME, old.pdu); // took a longer path
        ASSERT_EQ(other.GetPeerPorts(ME), 0b1111U) << "id " << old.pdu.psn;
        Answer(fresh);
        now += RdmaTick::Us(1);
    }
}

TEST_F(Endpoint, TimestampsThatWrapStillTellNewerFromOlder)
{
    now = RdmaTick::Ns(128) * 0xFFFF;
    mine.SetPorts(now, 0b1110, {PEER});
    other.OnRequest(now, ME, Request().pdu);
    now += RdmaTick::Ns(128) * 2; // timestamp 1
    mine.SetPorts(now, 0b1100, {PEER});
    other.OnRequest(now, ME, Request().pdu);
    EXPECT_EQ(other.GetPeerPorts(ME), 0b1100U);
    // three quarters of the period later, the difference alone would be negative
    now += RdmaTick::Ns(128) * 0xC000;
    mine.SetPorts(now, 0b1000, {PEER});
    other.OnRequest(now, ME, Request().pdu);
    EXPECT_EQ(other.GetPeerPorts(ME), 0b1000U);
}

TEST_F(Endpoint, RepeatedUpdateIsAnsweredButNoNews)
{
    mine.SetPorts(now, 0b1110, {PEER});
    const auto request = Request();
    other.OnRequest(now, ME, request.pdu);
    EXPECT_TRUE(Learned());
    other.OnRequest(now, ME, request.pdu);
    EXPECT_FALSE(Learned());
}

TEST_F(Endpoint, WithoutAPortNothingIsSaidUntilOneIsUp)
{
    mine.SetPorts(now, 0, {PEER});
    EXPECT_TRUE(Requests().empty());
    EXPECT_TRUE(mine.NextWakeup().IsMax());
    mine.SetPorts(now, 0b0100, {PEER});
    EXPECT_EQ(Request().probe.path.port, 2);
}

TEST_F(Endpoint, NewPeerIsToldWhatIsDownAlready)
{
    mine.SetPorts(now, 0b0111, {});
    mine.AddPeer(now, PEER);
    const auto request = Request();
    EXPECT_EQ(request.pdu.endpoint.portStatusMask, 0b01110U);
    Answer(request);
    mine.AddPeer(now, PEER); // another QP to it
    EXPECT_TRUE(Requests().empty());
}

TEST_F(Endpoint, PeerThatIsGoneIsNotToldAgain)
{
    mine.SetPorts(now, 0b0111, {PEER});
    Request();
    mine.RemovePeer(PEER);
    EXPECT_TRUE(mine.NextWakeup().IsMax());
    EXPECT_EQ(mine.GetOutstanding(), 0U);
}

} // namespace
