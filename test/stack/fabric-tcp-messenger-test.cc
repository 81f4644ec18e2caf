/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stack-test-net.h"

#include "ns3/double.h"
#include "ns3/fabric-faults.h"
#include "ns3/fabric-port.h"
#include "ns3/fabric-switch.h"
#include "ns3/fabric-tcp-messenger.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/nstime.h"
#include "ns3/object-ptr-container.h"
#include "ns3/rdma-nic.h"
#include "ns3/tcp-cubic.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"

#include <map>

using namespace ns3;
using namespace mrctest;

namespace
{

/// Reports to the sender of a message.
struct Told
{
    RdmaMessageStats stats; ///< of its packets
    bool ok{false};         ///< true: acknowledged; false: failed
    uint32_t times{0};      ///< number of reports
};

/// Messages by TCP in plane 0. Host 0 sends to its neighbor 1, and to 3 across the T1s.
class FabricTcpMessengerTest : public StackTest
{
  protected:
    void SetUp() override
    {
        InternetStackHelper internet;
        internet.SetIpv6StackInstall(false); // it solicits routers
        stack.SetInternetStack(internet);
        Build();
        GetDevice(0, 0)->TraceConnectWithoutContext(
            "MacTx",
            MakeCallback(&FabricTcpMessengerTest::OnPacket, this));
        tcp = CreateObject<FabricTcpMessenger>();
        tcp->Setup(cluster, 0);
        tcp->SetSentCallback(Callback<void, uint64_t, const RdmaMessageStats&, bool>(
            [this](uint64_t token, const RdmaMessageStats& stats, bool ok) {
                told[token] = {stats, ok, told[token].times + 1};
            }));
        cluster->AddMessenger(tcp);
    }

    void TearDown() override
    {
        tcp = nullptr;
        StackTest::TearDown();
    }

    /**
     * Schedule a message from host 0 to host 3.
     * @param us time, us
     * @param bytes its length, B
     * @param token its identifier
     */
    void SendAt(uint64_t us, uint64_t bytes, uint64_t token)
    {
        Simulator::Schedule(MicroSeconds(us) - Simulator::Now(),
                            [this, bytes, token] { tcp->Send(0, 3, 0, bytes, token); });
    }

    /**
     * Lose all frames that reach the T0 of host 0 from it within an interval.
     * @param fromNs its begin, ns
     * @param toNs its end, ns
     */
    void LoseBetween(uint64_t fromNs, uint64_t toNs)
    {
        FabricPort* port = cluster->GetNic(0)->GetPort(0);
        Simulator::Schedule(NanoSeconds(fromNs), [port] { port->SetLoss(~0U); });
        Simulator::Schedule(NanoSeconds(toNs), [port] { port->SetLoss(0); });
    }

    /** @return frames that were lost */
    uint64_t CountLost() const
    {
        return fabric->GetTotals().drops[static_cast<size_t>(FabricDropReason::RANDOM_LOSS)];
    }

    /** Make host 0 open a connection to host 3, without sending data yet. */
    void Open()
    {
        tcp->Send(0, 3, 0, 1, 0);
    }

    /**
     * @param host a host with one socket
     * @return the socket
     */
    Ptr<Object> GetSocket(uint32_t host) const
    {
        ObjectPtrContainerValue sockets;
        cluster->GetNic(host)->GetObject<TcpL4Protocol>()->GetAttribute("SocketList", sockets);
        EXPECT_EQ(sockets.GetN(), 1U);
        return sockets.Begin()->second;
    }

    /**
     * @param host a host with one socket
     * @param name an attribute of sockets
     * @return its value
     */
    uint64_t ReadNumber(uint32_t host, const std::string& name) const
    {
        UintegerValue value;
        GetSocket(host)->GetAttribute(name, value);
        return value.Get();
    }

    /**
     * @param host a host with one socket
     * @param name an attribute of sockets
     * @return its value
     */
    Time ReadTime(uint32_t host, const std::string& name) const
    {
        TimeValue value;
        GetSocket(host)->GetAttribute(name, value);
        return value.Get();
    }

    /**
     * The stack of host 0 sends a packet.
     * @param sent the packet
     */
    void OnPacket(Ptr<const Packet> sent)
    {
        Ipv4Header ip;
        TcpHeader header;
        const Ptr<Packet> packet = sent->Copy();
        packet->RemoveHeader(ip);
        packet->RemoveHeader(header);
        dataPackets += packet->GetSize() > 0;
        if (header.GetFlags() & TcpHeader::SYN)
        {
            synFlags = header.GetFlags();
        }
    }

    /**
     * Make host 0 open a connection to host 3.
     * @return true if its SYN requests ECN (RFC 3168, 6.1.1: ECE and CWR)
     */
    bool AsksForEcn()
    {
        Open();
        EXPECT_TRUE(synFlags & TcpHeader::SYN);
        return (synFlags & TcpHeader::ECE) && (synFlags & TcpHeader::CWR);
    }

    Ptr<FabricTcpMessenger> tcp;   ///< under test
    std::map<uint64_t, Told> told; ///< by token
    uint64_t dataPackets{0};       ///< packets with payload that host 0 has sent
    uint8_t synFlags{0};           ///< of its SYN
};

TEST_F(FabricTcpMessengerTest, SocketsSendTheInitialWindow)
{
    tcp->SetAttribute("InitialWindow", UintegerValue(7));
    Open();
    EXPECT_EQ(ReadNumber(0, "InitialCwnd"), 7U);
}

TEST_F(FabricTcpMessengerTest, MinRtoIsTheLeastTimeOutOfData)
{
    tcp->SetAttribute("MinRto", TimeValue(MicroSeconds(1500)));
    Open();
    EXPECT_EQ(ReadTime(0, "MinRto"), MicroSeconds(1500));
}

TEST_F(FabricTcpMessengerTest, MinRtoIsTheFirstTimeOutOfAHandshake)
{
    tcp->SetAttribute("MinRto", TimeValue(MicroSeconds(1500)));
    Open();
    EXPECT_EQ(ReadTime(0, "ConnTimeout"), MicroSeconds(1500));
}

TEST_F(FabricTcpMessengerTest, ClocksOfTimeOutsTickMicroseconds)
{
    // RFC 6298 adds at least a tick to the smoothed RTT: ns-3's tick of 1 ms is 100 round trips.
    Open();
    EXPECT_EQ(ReadTime(0, "ClockGranularity"), MicroSeconds(1));
}

TEST_F(FabricTcpMessengerTest, ReceiversAcknowledgeEverySoManySegments)
{
    tcp->SetAttribute("DelAckCount", UintegerValue(5));
    Open();
    EXPECT_EQ(ReadNumber(3, "DelAckCount"), 5U);
}

TEST_F(FabricTcpMessengerTest, ReceiversDelayAcknowledgmentsNoLonger)
{
    tcp->SetAttribute("DelAckTimeout", TimeValue(MicroSeconds(77)));
    Open();
    EXPECT_EQ(ReadTime(3, "DelAckTimeout"), MicroSeconds(77));
}

TEST_F(FabricTcpMessengerTest, BuffersHoldSoManyBandwidthDelayProducts)
{
    tcp->SetAttribute("BufferBdps", DoubleValue(10));
    Open();
    // 4 links, stored and forwarded, at 80 ps per byte and 500 ns: a segment of 4096 + 90 B takes
    // 3339.52 ns, an acknowledgment of 90 B 2028.8 ns. Times 12.5 B/ns: 67104 B.
    constexpr uint64_t BDP = 67104;
    for (const uint32_t host : {0, 3})
    {
        EXPECT_NEAR(ReadNumber(host, "SndBufSize"), 10 * BDP, 10) << "host " << host;
        EXPECT_NEAR(ReadNumber(host, "RcvBufSize"), 10 * BDP, 10) << "host " << host;
    }
}

TEST_F(FabricTcpMessengerTest, BuffersHoldAtLeastSixtyFourSegments)
{
    tcp->SetAttribute("BufferBdps", DoubleValue(1)); // 67104 B
    Open();
    EXPECT_EQ(ReadNumber(0, "SndBufSize"), 64U * 4096);
    EXPECT_EQ(ReadNumber(3, "RcvBufSize"), 64U * 4096);
}

TEST_F(FabricTcpMessengerTest, TheWindowHoldsWhatASenderWithAHoleHasLeft)
{
    // 269,087 B: a header can state 269,080 or 269,088
    tcp->SetAttribute("BufferBdps", DoubleValue(4.01));
    tcp->Send(0, 3, 0, 4'000'000, 0);
    EXPECT_EQ(ReadNumber(0, "SndBufSize"), 269087U);
    EXPECT_EQ(ReadNumber(3, "RcvBufSize"), 269088U);
    LoseBetween(200000, 200300);
    RunUntil(5000);
    ASSERT_EQ(CountLost(), 1U);
    ASSERT_TRUE(told[0].ok);
    EXPECT_EQ(told[0].stats.timeouts, 0U);
}

TEST_F(FabricTcpMessengerTest, DctcpUsesEcn)
{
    EXPECT_TRUE(AsksForEcn());
}

TEST_F(FabricTcpMessengerTest, OtherControllersDoNotUseEcn)
{
    tcp->SetAttribute("CongestionControl", TypeIdValue(TcpCubic::GetTypeId()));
    EXPECT_FALSE(AsksForEcn());
}

TEST_F(FabricTcpMessengerTest, OtherControllersUseEcnIfAllShall)
{
    tcp->SetAttribute("CongestionControl", TypeIdValue(TcpCubic::GetTypeId()));
    tcp->SetAttribute("EcnAlways", BooleanValue(true));
    EXPECT_TRUE(AsksForEcn());
}

TEST_F(FabricTcpMessengerTest, IdealTimeCountsTheHeadersOfEverySegment)
{
    // 10,000 B are 3 segments with 90 B of headers and framing each: 10,270 B leave the NIC at 80
    // ps per byte. Then the smallest possible last segment, of 91 B, passes the other links.
    constexpr int64_t NIC_PS = 10270 * 80;
    constexpr int64_t LAST_PS = 91 * 80;
    constexpr int64_t LINK_PS = 500000;
    constexpr int64_t ROUNDING_PS = 8; // largest rounding of line times by ports
    EXPECT_EQ(tcp->GetIdealTime(0, 1, 10000).GetPs(), NIC_PS + LAST_PS + 2 * LINK_PS - ROUNDING_PS);
    EXPECT_EQ(tcp->GetIdealTime(0, 3, 10000).GetPs(),
              NIC_PS + 3 * LAST_PS + 4 * LINK_PS - ROUNDING_PS);
}

TEST_F(FabricTcpMessengerTest, PayloadRateIsThatOfFullSegmentsOnOnePort)
{
    EXPECT_DOUBLE_EQ(tcp->GetPayloadRateBps(), 1e11 * 4096 / 4186);
}

TEST_F(FabricTcpMessengerTest, ALostSegmentIsOneTimeOutAndOneRetransmission)
{
    SendAt(0, 1, 0);
    SendAt(100, 1000, 1);
    LoseBetween(100000, 102000);
    EXPECT_FALSE(tcp->IsTimerArmed(0, 3, 0)) << "no connection";
    RunUntil(90);
    EXPECT_FALSE(tcp->IsTimerArmed(0, 3, 0)) << "nothing to be acknowledged";
    RunUntil(500);
    EXPECT_TRUE(tcp->IsTimerArmed(0, 3, 0));
    RunUntil(5000);
    EXPECT_FALSE(tcp->IsTimerArmed(0, 3, 0));
    ASSERT_EQ(CountLost(), 1U);
    ASSERT_TRUE(told[1].ok);
    EXPECT_EQ(told[1].stats.packets, 2U);
    EXPECT_EQ(told[1].stats.retransmits, 1U);
    EXPECT_EQ(told[1].stats.timeouts, 1U);
}

TEST_F(FabricTcpMessengerTest, ASegmentThatIsLostAgainTimesOutAgain)
{
    SendAt(0, 1, 0);
    SendAt(100, 1000, 1);
    LoseBetween(100000, 4000000); // time-outs at 1.1, 3.1 and 7.1 ms
    RunUntil(20000);
    ASSERT_EQ(CountLost(), 3U);
    ASSERT_TRUE(told[1].ok);
    EXPECT_EQ(told[1].stats.retransmits, 3U);
    EXPECT_EQ(told[1].stats.timeouts, 3U);
    EXPECT_EQ(tcp->SumOwnCounters().timeouts, 3U);
}

TEST_F(FabricTcpMessengerTest, AHoleThatLaterSegmentsTellIsNoTimeOut)
{
    SendAt(0, 1, 0);
    SendAt(100, 10 * 4096, 1);
    LoseBetween(100000, 101000); // segments arrive 835 ns later, and every 335 ns
    RunUntil(5000);
    ASSERT_EQ(CountLost(), 1U);
    ASSERT_TRUE(told[1].ok);
    // If there is no new data, ns-3 repeats more than the hole: compare with the packets on the
    // wire.
    EXPECT_EQ(told[1].stats.packets, dataPackets - told[0].stats.packets);
    EXPECT_EQ(told[1].stats.packets - told[1].stats.retransmits, 10U);
    EXPECT_EQ(told[1].stats.timeouts, 0U);
}

TEST_F(FabricTcpMessengerTest, StatisticsOfAMessageAreNotThoseOfItsPredecessor)
{
    SendAt(0, 1, 0);
    SendAt(100, 1000, 1);
    LoseBetween(100000, 102000);
    SendAt(5000, 2 * 4096, 2);
    RunUntil(10000);
    ASSERT_EQ(CountLost(), 1U);
    ASSERT_TRUE(told[2].ok);
    EXPECT_EQ(told[2].stats.packets, 2U);
    EXPECT_EQ(told[2].stats.retransmits, 0U);
    EXPECT_EQ(told[2].stats.timeouts, 0U);
}

TEST_F(FabricTcpMessengerTest, FlagsOfAHandshakeAreNoEchoes)
{
    SendAt(0, 1, 0);
    RunUntil(1000);
    ASSERT_TRUE(told[0].ok);
    EXPECT_EQ(told[0].stats.packets, 1U);
    EXPECT_EQ(told[0].stats.ecnMarks, 0U) << "ECE in a SYN-ACK confirms ECN";
}

/// Faults that nothing detects, on the path from host 0 to host 3 or elsewhere.
class FabricTcpPathFault : public FabricTcpMessengerTest, public testing::WithParamInterface<int>
{
  protected:
    /**
     * @param a name of a switch or host
     * @param b name of another one
     * @return the port at a towards b
     */
    FabricPort* FindPort(const std::string& a, const std::string& b) const
    {
        return fabric->GetPort(cluster->GetNetwork().GetNames().FindPorts(a, b).at(0));
    }

    /**
     * @param t1 name of a T1
     * @return true if data or acknowledgments have passed it
     */
    bool IsUsed(const std::string& t1) const
    {
        return FindPort("p0-t0-0", t1)->GetStats().txFrames > 0 ||
               FindPort("p0-t0-1", t1)->GetStats().txFrames > 0;
    }
};

TEST_P(FabricTcpPathFault, ASilentSwitchIsNamedIfTheFlowPassesIt)
{
    const std::string t1 = "p0-t1-" + std::to_string(GetParam() % 2);
    for (uint32_t i = 0; i < static_cast<uint32_t>(GetParam()) / 2; ++i)
    {
        tcp->Send(0, 1, i, 1, 1 + i); // below the T1s; the next connection has another port
    }
    SendAt(0, 1000000, 0);
    RunUntil(20);
    EXPECT_EQ(tcp->Describe(0, 3, 0).find("down"), std::string::npos);
    const auto fault = fabric->GetFaults().Silence(
        dynamic_cast<FabricSwitch*>(FindPort("p0-t0-0", t1)->peer->owner));
    const std::string said = "; its only path is down: switch " + t1 + " since 20 us";
    EXPECT_EQ(tcp->Describe(0, 3, 0).find(said) != std::string::npos, IsUsed(t1))
        << tcp->Describe(0, 3, 0);
    RunUntil(30);
    fabric->GetFaults().Lift(fault);
    EXPECT_EQ(tcp->Describe(0, 3, 0).find("down"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(T1s, FabricTcpPathFault, testing::Range(0, 12));

TEST_F(FabricTcpMessengerTest, AFaultAtEitherHostIsNamed)
{
    SendAt(0, 1000000, 0);
    for (const uint32_t host : {0, 3})
    {
        RunUntil(20 + host);
        const auto fault = fabric->GetFaults().Darken(cluster->GetNic(host)->GetPort(0));
        const std::string text = tcp->Describe(0, 3, 0);
        EXPECT_NE(text.find("; its only path is down: h" + std::to_string(host) + "--p0-t0-" +
                            (host ? "1" : "0") + " since "),
                  std::string::npos)
            << text;
        fabric->GetFaults().Lift(fault);
    }
    fabric->GetFaults().Darken(cluster->GetNic(3)->GetPort(1));
    EXPECT_EQ(tcp->Describe(0, 3, 0).find("down"), std::string::npos) << "another plane";
    RunUntil(10000);
    fabric->GetFaults().Darken(cluster->GetNic(3)->GetPort(0));
    EXPECT_EQ(tcp->Describe(0, 3, 0).find("down"), std::string::npos) << "nothing is to be sent";
}

TEST_F(FabricTcpMessengerTest, AConnectionThatCannotBeOpenedGivesItsMessagesUpOnce)
{
    tcp->SetAttribute("MinRto", TimeValue(MicroSeconds(10)));
    cluster->GetNic(0)->GetPort(0)->SetLoss(~0U);
    SendAt(0, 1000, 0);
    SendAt(1, 1000, 1);
    RunUntil(200000); // 12 time-outs, 10 us and doubled each time
    EXPECT_EQ(cluster->GetNic(0)->GetPort(0)->GetStats().lostFrames, 12U);
    EXPECT_EQ(tcp->CountOwnErrors(), 1U);
    EXPECT_EQ(told[0].times, 1U);
    EXPECT_FALSE(told[0].ok);
    EXPECT_EQ(told[1].times, 1U);
    EXPECT_FALSE(told[1].ok);
    tcp->Send(0, 3, 0, 1000, 2);
    EXPECT_FALSE(tcp->IsTimerArmed(0, 3, 0));
    EXPECT_EQ(told[2].times, 1U) << "failed at once";
    EXPECT_FALSE(told[2].ok);
}

} // namespace
