/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stack-test-net.h"

#include "ns3/flow-monitor-helper.h"
#include "ns3/node-container.h"
#include "ns3/tcp-socket-base.h"

#include <algorithm>

using namespace ns3;
using namespace mrctest;

namespace
{

/// Result of a transfer.
struct Transfer
{
    std::vector<uint8_t> received; ///< bytes that have arrived, in order
    Time end;                      ///< arrival of the last ones
    uint32_t maxWindow{0};         ///< largest congestion window, B
    uint32_t minWindow{~0U};       ///< smallest one after the first reduction, B
};

/// TCP of ns-3 over the fabric.
class FabricTcpTest : public StackTest, public testing::WithParamInterface<bool>
{
  protected:
    void SetUp() override
    {
        Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpDctcp"));
        Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue("On"));
        Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(1)));
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(4096));
        Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(4000000));
        Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(4000000));
    }

    /**
     * @param i position in the stream
     * @return the byte at this position
     */
    static uint8_t ByteAt(size_t i)
    {
        return static_cast<uint8_t>(i * 31 + i / 251);
    }

    /**
     * Begin to send a stream.
     * @param from sending host
     * @param to receiving host
     * @param plane plane
     * @param v6 IPv6, not IPv4
     * @param bytes length
     * @param transfer receives the result
     */
    void Start(uint32_t from,
               uint32_t to,
               uint32_t plane,
               bool v6,
               size_t bytes,
               Transfer& transfer)
    {
        const Ptr<Socket> listener = MakeSocket(to, "ns3::TcpSocketFactory");
        ASSERT_EQ(listener->Bind(GetAddress(to, plane, v6)), 0);
        listener->Listen();
        listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>([this, &transfer](Ptr<Socket> socket,
                                                                          const Address&) {
                m_sockets.push_back(socket);
                socket->SetRecvCallback(Callback<void, Ptr<Socket>>([&transfer](Ptr<Socket> in) {
                    while (const Ptr<Packet> packet = in->Recv())
                    {
                        const size_t at = transfer.received.size();
                        transfer.received.resize(at + packet->GetSize());
                        packet->CopyData(&transfer.received[at], packet->GetSize());
                        transfer.end = Simulator::Now();
                    }
                }));
            }));
        const Ptr<Socket> sender = MakeSocket(from, "ns3::TcpSocketFactory");
        sender->TraceConnectWithoutContext(
            "CongestionWindow",
            Callback<void, uint32_t, uint32_t>([&transfer](uint32_t old, uint32_t now) {
                transfer.maxWindow = std::max(transfer.maxWindow, now);
                if (now < old)
                {
                    transfer.minWindow = std::min(transfer.minWindow, now);
                }
            }));
        ASSERT_EQ(sender->Connect(GetAddress(to, plane, v6)), 0);
        std::vector<uint8_t> data(bytes);
        for (size_t i = 0; i < bytes; ++i)
        {
            data[i] = ByteAt(i);
        }
        sender->SetConnectCallback(
            Callback<void, Ptr<Socket>>([data](Ptr<Socket> socket) {
                EXPECT_EQ(socket->Send(data.data(), static_cast<uint32_t>(data.size()), 0),
                          static_cast<int>(data.size()));
            }),
            MakeNullCallback<void, Ptr<Socket>>());
        m_sockets.push_back(listener);
        m_sockets.push_back(sender);
    }

    void TearDown() override
    {
        m_sockets.clear();
        StackTest::TearDown();
    }

    /**
     * @param bytes length of the stream that was sent
     * @param transfer the result
     */
    static void ExpectWhole(size_t bytes, const Transfer& transfer)
    {
        ASSERT_EQ(transfer.received.size(), bytes);
        size_t wrong = 0;
        for (size_t i = 0; i < bytes; ++i)
        {
            wrong += transfer.received[i] != ByteAt(i);
        }
        EXPECT_EQ(wrong, 0U);
    }

    std::vector<Ptr<Socket>> m_sockets; ///< kept until the end of the test
};

TEST_P(FabricTcpTest, AStreamArrivesByteForByte)
{
    Build();
    Transfer transfer;
    Start(0, 3, 0, GetParam(), 1000000, transfer);
    RunUntil(5000);
    ExpectWhole(1000000, transfer);
    EXPECT_LT(transfer.end, MicroSeconds(300)) << "80 us at line rate, and a slow start";
}

INSTANTIATE_TEST_SUITE_P(Ip, FabricTcpTest, testing::Bool(), [](const auto& info) {
    return info.param ? "V6" : "V4";
});

TEST_F(FabricTcpTest, MarksReachDctcpWhichBacksOff)
{
    Config::SetDefault("ns3::FabricSwitchParameters::EcnOnLastHop", BooleanValue(true));
    Build();
    Transfer a;
    Transfer b;
    Start(0, 3, 0, false, 3000000, a);
    Start(1, 3, 1, false, 1, b); // another plane: no competing flow
    Transfer c;
    Start(2, 3, 0, true, 3000000, c);
    RunUntil(5000);
    ExpectWhole(3000000, a);
    ExpectWhole(3000000, c);
    EXPECT_GT(fabric->GetTotals().ecnMarks, 0U);
    EXPECT_EQ(fabric->GetTotals().GetDrops(), 0U) << "marks came in time";
    EXPECT_LT(a.minWindow, a.maxWindow);
    EXPECT_GT(std::max(a.end, c.end), MicroSeconds(480)) << "6 MB by one port";
}

TEST_F(FabricTcpTest, AStreamOutlivesAnOutage)
{
    Build();
    Transfer transfer;
    Start(0, 3, 0, false, 2000000, transfer);
    FabricPort* port = cluster->GetNic(0)->GetPort(0);
    Simulator::Schedule(MicroSeconds(60), [this, port] { fabric->SetLinkUp(port, false); });
    Simulator::Schedule(MicroSeconds(600), [this, port] { fabric->SetLinkUp(port, true); });
    RunUntil(50000);
    ExpectWhole(2000000, transfer);
    EXPECT_GT(transfer.end, MicroSeconds(600));
    EXPECT_GT(fabric->GetTotals().drops[static_cast<size_t>(FabricDropReason::LINK_DOWN)], 0U);
}

TEST_F(FabricTcpTest, MrcAndTcpShareAPort)
{
    Build();
    RdmaTick end;
    cluster->SetDeliveredCallback(
        Callback<void, uint64_t>([this, &end](uint64_t) { end = fabric->Now(); }));
    Transfer transfer;
    Start(0, 3, 0, false, 2000000, transfer);
    Simulator::Schedule(MicroSeconds(100), [this] { cluster->Send(0, 2, 0, 2000000, 1); });
    RunUntil(5000);
    ExpectWhole(2000000, transfer);
    EXPECT_GT(end, RdmaTick::Us(100 + 80)) << "2 MB by two ports alone";
    EXPECT_LT(end, RdmaTick::Us(100 + 300));
}

TEST_F(FabricTcpTest, VerificationAndRepetitionChangeNothing)
{
    std::vector<Time> ends;
    std::vector<uint64_t> hops;
    for (const bool verify : {false, false, true})
    {
        Config::SetDefault("ns3::Fabric::VerifyWire", BooleanValue(verify));
        Build();
        Transfer transfer;
        Transfer rival;
        Start(0, 3, 0, false, 300000, transfer);
        Start(1, 3, 0, true, 300000, rival);
        RunUntil(2000);
        ends.push_back(transfer.end);
        ends.push_back(rival.end);
        hops.push_back(fabric->GetTotals().hops);
        m_sockets.clear();
        fabric = nullptr;
        cluster = nullptr;
        devices = NetDeviceContainer();
        Simulator::Destroy();
    }
    EXPECT_EQ(hops, (std::vector<uint64_t>(3, hops[0])));
    EXPECT_EQ(ends[0], ends[2]);
    EXPECT_EQ(ends[0], ends[4]);
    EXPECT_EQ(ends[1], ends[5]);
}

TEST_F(FabricTcpTest, FlowMonitorCountsWhatDevicesCount)
{
    Build();
    FlowMonitorHelper helper;
    const Ptr<FlowMonitor> monitor = helper.Install(NodeContainer(GetNode(0), GetNode(3)));
    Transfer transfer;
    // After the start of the monitor, which is also an event.
    Simulator::Schedule(MicroSeconds(1),
                        [this, &transfer] { Start(0, 3, 0, false, 500000, transfer); });
    RunUntil(2000);
    uint64_t tx = 0;
    uint64_t rx = 0;
    for (const auto& [id, flow] : monitor->GetFlowStats())
    {
        tx += flow.txPackets;
        rx += flow.rxPackets;
        EXPECT_EQ(flow.lostPackets, 0U);
    }
    EXPECT_EQ(monitor->GetFlowStats().size(), 2U) << "data and acknowledgments";
    EXPECT_EQ(tx, GetDevice(0, 0)->GetStats().txPackets + GetDevice(3, 0)->GetStats().txPackets);
    EXPECT_EQ(rx, GetDevice(0, 0)->GetStats().rxPackets + GetDevice(3, 0)->GetStats().rxPackets);
    EXPECT_EQ(tx, rx);
}

} // namespace
