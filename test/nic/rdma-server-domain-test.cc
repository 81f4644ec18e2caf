/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../workload/fake-messenger.h"

#include "ns3/rdma-server-messenger.h"
#include "ns3/rdma-time.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// Links of 8 Gb/s, so that a byte takes a nanosecond, slices of 1,000 B, a delay of 100 ns.
Ptr<RdmaServerDomain>
MakeDomain(uint32_t hostsPerServer)
{
    return CreateObjectWithAttributes<RdmaServerDomain>("HostsPerServer",
                                                        UintegerValue(hostsPerServer),
                                                        "Rate",
                                                        DataRateValue(DataRate("8Gbps")),
                                                        "Delay",
                                                        TimeValue(NanoSeconds(100)),
                                                        "Slice",
                                                        UintegerValue(1000));
}

/// 16 hosts in servers of 8, around a network that takes 10 us and 2 ns per byte.
class RdmaServerDomainTest : public testing::Test
{
  protected:
    RdmaServerDomainTest()
    {
        Listen(messenger);
        messenger->Setup(domain, network);
    }

    ~RdmaServerDomainTest() override
    {
        messenger->Dispose();
        Simulator::Destroy();
    }

    /**
     * Record the reports of a messenger.
     * @param of the messenger
     */
    void Listen(Ptr<RdmaServerMessenger> of)
    {
        of->SetDeliveredCallback(RdmaMessenger::DeliveredCallback([this](uint64_t token) {
            EXPECT_TRUE(delivered.emplace(token, Now()).second) << token << " delivered twice";
        }));
        of->SetSentCallback(RdmaMessenger::SentCallback(
            [this](uint64_t token, const RdmaMessageStats& stats, bool ok) {
                EXPECT_TRUE(sent.emplace(token, Now()).second) << token << " sent twice";
                EXPECT_TRUE(ok) << token;
                packets += stats.packets;
            }));
    }

    /// @return the time
    static RdmaTick Now()
    {
        return ToRdmaTick(Simulator::Now());
    }

    /**
     * Post a message now; tokens count from 0.
     * @param src sending host
     * @param dst receiving host
     * @param bytes length, B
     * @param qp QP of the pair
     */
    void Send(uint32_t src, uint32_t dst, uint64_t bytes, uint32_t qp = 0)
    {
        messenger->Send(src, dst, qp, bytes, posted++);
    }

    /// @param until end of the run
    static void RunUntil(RdmaTick until)
    {
        Simulator::Stop(ToTime(until) - Simulator::Now());
        Simulator::Run();
    }

    Ptr<FakeMessenger> network{CreateObject<FakeMessenger>(16, RdmaTick::Us(10), 2000)};
    Ptr<RdmaServerDomain> domain{MakeDomain(8)};
    Ptr<RdmaServerMessenger> messenger{CreateObject<RdmaServerMessenger>()};
    std::map<uint64_t, RdmaTick> delivered; ///< by token
    std::map<uint64_t, RdmaTick> sent;      ///< by token
    uint64_t posted{0};                     ///< messages posted
    uint64_t packets{0};                    ///< packets of all of them
};

using TimesById = std::map<uint64_t, RdmaTick>;

TEST_F(RdmaServerDomainTest, OneMessageTakesItsBytesAndTheDelay)
{
    Send(0, 1, 2500);
    Simulator::Run();
    EXPECT_EQ(delivered, (TimesById{{0, RdmaTick::Ns(2600)}}));
    EXPECT_EQ(sent, (TimesById{{0, RdmaTick::Ns(2700)}}));
    EXPECT_EQ(messenger->GetIdealTime(0, 1, 2500), RdmaTick::Ns(2600));
    EXPECT_EQ(packets, 0U) << "there are none";
    EXPECT_TRUE(network->posted.empty());
}

TEST_F(RdmaServerDomainTest, TwoMessagesOfOneSenderTakeTurns)
{
    Send(0, 1, 3000);
    Send(0, 2, 1000);
    Simulator::Run();
    EXPECT_EQ(delivered, (TimesById{{1, RdmaTick::Ns(2100)}, {0, RdmaTick::Ns(4100)}}));
}

TEST_F(RdmaServerDomainTest, AnIncastTakesTurns)
{
    for (uint32_t src = 1; src < 4; ++src)
    {
        Send(src, 0, 2000);
    }
    Simulator::Run();
    EXPECT_EQ(
        delivered,
        (TimesById{{0, RdmaTick::Ns(4100)}, {1, RdmaTick::Ns(5100)}, {2, RdmaTick::Ns(6100)}}));
}

TEST_F(RdmaServerDomainTest, DirectionsAndServersDoNotShare)
{
    Send(0, 1, 3000);
    Send(1, 0, 3000);
    Send(2, 3, 3000);
    Send(8, 9, 3000);
    Simulator::Run();
    for (uint64_t token = 0; token < 4; ++token)
    {
        EXPECT_EQ(delivered[token], RdmaTick::Ns(3100)) << token;
    }
}

TEST_F(RdmaServerDomainTest, AnAllToAllEndsAtTheBoundInWhateverOrderItIsPosted)
{
    for (uint32_t src = 0; src < 8; ++src)
    {
        for (uint32_t shift = 1; shift < 8; ++shift)
        {
            Send(src, (src + shift) % 8, 10'000);     // one after the other
            Send(8 + src, 8 + (src ^ shift), 10'000); // in pairs
        }
    }
    Simulator::Run();
    EXPECT_EQ(delivered.size(), posted);
    EXPECT_EQ(sent.size(), posted);
    EXPECT_EQ(Now(), RdmaTick::Ns(70'000 + 200))
        << "the last is acknowledged, and no event is left";
}

TEST_F(RdmaServerDomainTest, ManySmallMessagesTakeNoMoreThanTheirBytes)
{
    for (uint32_t i = 0; i < 4000; ++i)
    {
        Send(0, 1 + i % 2, 1, i % 8);
    }
    Simulator::Run();
    EXPECT_EQ(delivered.size(), 4000U);
    EXPECT_EQ(sent.size(), 4000U);
    EXPECT_EQ(Now(), RdmaTick::Ns(4000 + 200));
    EXPECT_LT(delivered[0], delivered[8]) << "of one QP, first in, first out";
}

TEST_F(RdmaServerDomainTest, AMessageOfNoBytesTakesTheDelay)
{
    messenger->SendImmediate(0, 1, 0, 0, posted++);
    messenger->SendImmediate(0, 1, 0, 0, posted++);
    Simulator::Run();
    EXPECT_EQ(delivered, (TimesById{{0, RdmaTick::Ns(100)}, {1, RdmaTick::Ns(100)}}));
    EXPECT_EQ(sent, (TimesById{{0, RdmaTick::Ns(200)}, {1, RdmaTick::Ns(200)}}));
    EXPECT_EQ(messenger->GetIdealTime(0, 1, 0), RdmaTick::Ns(100));
    EXPECT_FALSE(messenger->IsTimerArmed(0, 1, 0));
}

TEST_F(RdmaServerDomainTest, AMessageOfNoBytesFollowsThoseBeforeIt)
{
    Send(0, 1, 2500);
    messenger->SendImmediate(0, 1, 0, 0, posted++);
    messenger->SendImmediate(0, 1, 0, 500, posted++);
    messenger->SendImmediate(0, 1, 0, 0, posted++);
    Simulator::Run();
    EXPECT_EQ(delivered,
              (TimesById{{0, RdmaTick::Ns(2600)},
                         {1, RdmaTick::Ns(2600)},
                         {2, RdmaTick::Ns(3100)},
                         {3, RdmaTick::Ns(3100)}}));
    EXPECT_EQ(messenger->SumOwnCounters().bytesDelivered, 3000U);
}

TEST_F(RdmaServerDomainTest, MessagesOfNoBytesDelayNoOthers)
{
    for (uint32_t i = 0; i < 1000; ++i)
    {
        Send(0, 1 + i % 3, 10, i % 5);
        messenger->SendImmediate(i % 8, (i + 1 + i % 7) % 8, i % 4, 0, posted++);
    }
    Simulator::Run();
    EXPECT_EQ(delivered.size(), 2000U);
    EXPECT_EQ(sent.size(), 2000U);
    EXPECT_EQ(Now(), RdmaTick::Ns(10'000 + 200));
}

TEST_F(RdmaServerDomainTest, ImmediatesToOtherServersTakeTheNetwork)
{
    EXPECT_DEATH(messenger->SendImmediate(0, 8, 0, 0, 0), "has no immediate data");
}

TEST_F(RdmaServerDomainTest, QpsOfAPairTakeTurns)
{
    Send(0, 1, 10'000, 0);
    Send(0, 1, 1000, 1);
    Send(0, 1, 1000, 0);
    Simulator::Run();
    EXPECT_EQ(
        delivered,
        (TimesById{{1, RdmaTick::Ns(2100)}, {0, RdmaTick::Ns(11'100)}, {2, RdmaTick::Ns(12'100)}}));
}

TEST_F(RdmaServerDomainTest, MessagesToOtherServersTakeTheNetwork)
{
    Send(0, 1, 1000);
    Send(0, 8, 1000);
    Send(15, 8, 1000);
    Simulator::Run();
    EXPECT_EQ(
        delivered,
        (TimesById{{0, RdmaTick::Ns(1100)}, {2, RdmaTick::Ns(1100)}, {1, RdmaTick::Ns(12'000)}}));
    EXPECT_EQ(sent.size(), 3U);
    ASSERT_EQ(network->posted.size(), 1U);
    EXPECT_EQ(network->posted[0].dst, 8U);
    EXPECT_EQ(messenger->GetIdealTime(0, 8, 1000), RdmaTick::Us(12));
    EXPECT_EQ(messenger->GetNHosts(), 16U);
}

TEST_F(RdmaServerDomainTest, EitherWayHasItsRate)
{
    EXPECT_EQ(messenger->GetMedium(0, 7), RdmaMedium::SERVER);
    EXPECT_EQ(messenger->GetMedium(7, 8), RdmaMedium::NETWORK);
    EXPECT_DOUBLE_EQ(messenger->GetMediumRateBps(RdmaMedium::SERVER), 8e9);
    EXPECT_DOUBLE_EQ(messenger->GetMediumRateBps(RdmaMedium::NETWORK), 4e9);
    EXPECT_DOUBLE_EQ(messenger->GetPayloadRateBps(), 4e9);
}

TEST_F(RdmaServerDomainTest, TransportsShareTheLinks)
{
    const auto otherNetwork = CreateObject<FakeMessenger>(16, RdmaTick::Us(10), 2000);
    const auto other = CreateObject<RdmaServerMessenger>();
    Listen(other);
    other->Setup(domain, otherNetwork);
    Send(0, 1, 2000);
    other->Send(0, 1, 0, 2000, posted++);
    other->Send(0, 8, 0, 1000, posted++);
    Simulator::Run();
    EXPECT_EQ(
        delivered,
        (TimesById{{0, RdmaTick::Ns(3100)}, {1, RdmaTick::Ns(4100)}, {2, RdmaTick::Ns(12'000)}}));
    EXPECT_EQ(messenger->SumOwnCounters().bytesDelivered, 2000U);
    EXPECT_EQ(other->SumOwnCounters().bytesDelivered, 2000U) << "its own within servers alone";
    EXPECT_TRUE(network->posted.empty());
    EXPECT_EQ(otherNetwork->posted.size(), 1U);
    other->Dispose();
}

TEST_F(RdmaServerDomainTest, CountersFollowTheSlices)
{
    EXPECT_EQ(messenger->Describe(0, 1, 0), "");
    EXPECT_FALSE(messenger->IsTimerArmed(0, 1, 0));
    Send(0, 1, 2500);
    RunUntil(RdmaTick::Ns(1099));
    EXPECT_EQ(messenger->GetDeliveredBytes(0, 1, 0), 0U);
    RunUntil(RdmaTick::Ns(1100));
    EXPECT_EQ(messenger->GetDeliveredBytes(0, 1, 0), 1000U);
    EXPECT_EQ(messenger->GetDeliveredBytes(1, 0, 0), 0U);
    EXPECT_EQ(messenger->SumOwnCounters().bytesDelivered, 1000U);
    EXPECT_EQ(messenger->SumOwnCounters().bytesPosted, 2500U);
    EXPECT_TRUE(messenger->IsTimerArmed(0, 1, 0));
    EXPECT_FALSE(messenger->IsTimerArmed(0, 1, 1));
    EXPECT_EQ(messenger->Describe(0, 1, 0),
              "links of server 0: 1 messages open, 1000 of 2500 B delivered");
    Simulator::Run();
    EXPECT_FALSE(messenger->IsTimerArmed(0, 1, 0));
    EXPECT_EQ(messenger->GetDeliveredBytes(0, 1, 0), 2500U);
    EXPECT_EQ(messenger->CountOwnErrors(), 0U);
}

TEST_F(RdmaServerDomainTest, WhoHearsOfADeliveryMaySendAtOnce)
{
    uint32_t left = 5;
    messenger->SetDeliveredCallback(RdmaMessenger::DeliveredCallback([&](uint64_t token) {
        delivered[token] = Now();
        if (left > 0)
        {
            Send(left % 8, (left + 1) % 8, 400);
            --left;
        }
    }));
    Send(6, 7, 400);
    Simulator::Run();
    EXPECT_EQ(delivered.size(), 6U);
    EXPECT_EQ(delivered[5], RdmaTick::Ns(6 * 500));
    EXPECT_EQ(sent.size(), 6U);
}

TEST_F(RdmaServerDomainTest, WithoutDelayEverythingHappensInOrder)
{
    domain->SetAttribute("Delay", TimeValue(Time()));
    Send(0, 1, 1500);
    Send(0, 1, 500);
    Simulator::Run();
    EXPECT_EQ(delivered, (TimesById{{0, RdmaTick::Ns(1500)}, {1, RdmaTick::Ns(2000)}}));
    EXPECT_EQ(sent, delivered);
}

TEST_F(RdmaServerDomainTest, ALongMessageGivesWayToAShortOne)
{
    Send(0, 1, 100'000);
    RunUntil(RdmaTick::Ns(50'500));
    Send(2, 1, 10);
    Simulator::Run();
    EXPECT_EQ(delivered[1], RdmaTick::Ns(51'110)) << "at the begin of the next slot";
    EXPECT_EQ(delivered[0], RdmaTick::Ns(100'110));
}

TEST_F(RdmaServerDomainTest, WhoIsDisposedOfHearsNothingMore)
{
    Send(0, 1, 2500);
    Send(0, 2, 2500);
    Send(0, 8, 2500);
    RunUntil(RdmaTick::Ns(1500));
    messenger->Dispose();
    domain = nullptr;
    Simulator::Run();
    EXPECT_TRUE(delivered.empty());
    EXPECT_TRUE(sent.empty());
}

TEST_F(RdmaServerDomainTest, ADomainThatIsDisposedOfLeavesNoEvent)
{
    Send(0, 1, 2500);
    RunUntil(RdmaTick::Ns(1500));
    domain->Dispose();
    Simulator::Run();
    EXPECT_TRUE(delivered.empty());
    EXPECT_EQ(messenger->GetDeliveredBytes(0, 1, 0), 1000U);
}

TEST_F(RdmaServerDomainTest, WhoHearsOfADeliveryMayDisposeOfEverything)
{
    messenger->SetDeliveredCallback(RdmaMessenger::DeliveredCallback([this](uint64_t token) {
        delivered[token] = Now();
        auto* const test = this; // the callback is destroyed, with its captures
        test->messenger->Dispose();
        test->domain = nullptr;
    }));
    Send(0, 1, 500);
    Send(2, 3, 500);
    Simulator::Run();
    EXPECT_EQ(delivered.size(), 1U);
    EXPECT_TRUE(sent.empty());
}

TEST_F(RdmaServerDomainTest, AMessageOutsideTheNetworkIsRefused)
{
    EXPECT_DEATH(Send(3, 3, 1), "host 3 cannot send to itself");
    EXPECT_DEATH(Send(0, 1, 0), "at least 1 B");
    EXPECT_DEATH(Send(16, 17, 1), "network of 16 hosts");
}

} // namespace
