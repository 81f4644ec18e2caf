/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "small-clos.h"

#include "ns3/config.h"
#include "ns3/fabric-loss.h"
#include "ns3/mrc-fixed-window.h"
#include "ns3/mrc-qp-parameters.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-fault-helper.h"
#include "ns3/rdma-traced-qp.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

// Trace sources of QPs. Observation changes nothing, and what is observed agrees with the counters.

using namespace ns3;

namespace
{

/// Reports of the trace sources of a QP, by the path of the connection.
struct QpLog
{
    std::vector<std::pair<uint64_t, uint64_t>> windows;        ///< CongestionWindow: old, new
    std::vector<uint64_t> inflight;                            ///< BytesInFlight
    std::vector<double> rates;                                 ///< Rate
    std::vector<Time> rtts;                                    ///< Rtt
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> choices; ///< EvChoice: packets by EV and port
    std::map<RdmaResend, uint64_t> resent;                     ///< Retransmission
    std::map<RdmaOpcode, uint64_t> answers;                    ///< Sack
    std::map<RdmaCompletion::Kind, uint64_t> completed;        ///< Completed
    std::map<RdmaEvent::Kind, uint64_t> events;                ///< Event

    /** @return packets sent */
    uint64_t CountSent() const
    {
        uint64_t sum = 0;
        for (const auto& [path, packets] : choices)
        {
            sum += packets;
        }
        return sum;
    }

    /** @return packets sent again */
    uint64_t CountResent() const
    {
        uint64_t sum = 0;
        for (const auto& [why, packets] : resent)
        {
            sum += packets;
        }
        return sum;
    }
};

/// A small network, and what its QPs report.
class TracedQpTest : public testing::Test
{
  protected:
    void TearDown() override
    {
        if (m_cluster)
        {
            m_cluster->Dispose();
        }
        Simulator::Destroy();
    }

    void Build(const std::string& transport, uint32_t planes)
    {
        RdmaClusterHelper helper;
        helper.SetTopology(MakeSmallClos(4, RdmaTick::Ns(500), planes, 8));
        helper.SetTransport(transport);
        m_cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(m_cluster, 1);
        m_cluster->SetDeliveredCallback(RdmaMessenger::DeliveredCallback(
            [this](uint64_t token) { m_delivered[token] = Simulator::Now(); }));
    }

    /** Connect all trace sources of the QPs that a path names. */
    void ConnectAll(const std::string& qps)
    {
        const auto connect = [&qps](const std::string& source, const CallbackBase& callback) {
            Config::Connect(qps + "/" + source, callback);
        };
        connect("CongestionWindow",
                Callback<void, std::string, uint64_t, uint64_t>(
                    [this](std::string path, uint64_t before, uint64_t after) {
                        Of(path).windows.emplace_back(before, after);
                    }));
        connect("BytesInFlight",
                Callback<void, std::string, uint64_t, uint64_t>(
                    [this](std::string path, uint64_t, uint64_t after) {
                        Of(path).inflight.push_back(after);
                    }));
        connect("Rate",
                Callback<void, std::string, double, double>(
                    [this](std::string path, double, double after) {
                        Of(path).rates.push_back(after);
                    }));
        connect("Rtt",
                Callback<void, std::string, Time, Time>([this](std::string path, Time, Time after) {
                    Of(path).rtts.push_back(after);
                }));
        connect("EvChoice",
                Callback<void, std::string, uint32_t, uint32_t, uint32_t>(
                    [this](std::string path, uint32_t ev, uint32_t port, uint32_t) {
                        ++Of(path).choices[{ev, port}];
                    }));
        connect(
            "Retransmission",
            Callback<void, std::string, uint32_t, RdmaResend>(
                [this](std::string path, uint32_t, RdmaResend why) { ++Of(path).resent[why]; }));
        connect(
            "Sack",
            Callback<void, std::string, const RdmaPdu&>(
                [this](std::string path, const RdmaPdu& pdu) { ++Of(path).answers[pdu.opcode]; }));
        connect("Completed",
                Callback<void, std::string, const RdmaCompletion&>(
                    [this](std::string path, const RdmaCompletion& completion) {
                        ++Of(path).completed[completion.kind];
                    }));
        connect("Event",
                Callback<void, std::string, const RdmaEvent&>(
                    [this](std::string path, const RdmaEvent& event) {
                        ++Of(path).events[event.kind];
                    }));
    }

    /** @return the log of the QP in a path that ends with the name of a trace source */
    QpLog& Of(const std::string& path)
    {
        return m_logs[path.substr(0, path.rfind('/'))];
    }

    /** @return path of a QP */
    static std::string Path(uint32_t host, const std::string& qp)
    {
        return "/NodeList/" + std::to_string(host) + "/$ns3::RdmaNic/QpList/" + qp;
    }

    Ptr<RdmaCluster> m_cluster;           ///< the network
    std::map<uint64_t, Time> m_delivered; ///< by token
    std::map<std::string, QpLog> m_logs;  ///< by path of the QP
};

TEST_F(TracedQpTest, WhatIsConnectedBeforeTheFirstMessageReachesAllQps)
{
    Build("ns3::MrcQpFactory", 2);
    ConnectAll(Path(1, "*"));
    const uint32_t qps = RdmaTracedQps::AHEAD + 5;
    for (uint32_t qp = 0; qp < qps; ++qp)
    {
        m_cluster->Send(1, 6, qp, 10000 * (qp + 1), qp);
    }
    Simulator::Run();
    ASSERT_EQ(m_delivered.size(), qps);
    ASSERT_EQ(m_logs.size(), qps);
    for (uint32_t qp = 0; qp < qps; ++qp)
    {
        const QpLog& log = m_logs[Path(1, std::to_string(qp))];
        const auto& counters = m_cluster->FindTransport(1, 6, qp)->GetCounters();
        EXPECT_EQ(log.CountSent(), counters.dataPackets + counters.probesSent) << qp;
        EXPECT_EQ(log.completed.at(RdmaCompletion::Kind::SENT), 1) << qp;
        EXPECT_GT(log.answers.at(RdmaOpcode::MRC_SACK), 0) << qp;
        EXPECT_EQ(log.inflight.back(), 0) << qp;
    }
}

TEST_F(TracedQpTest, APathNamesOneQpThatDoesNotExistYet)
{
    Build("ns3::MrcQpFactory", 2);
    ConnectAll(Path(1, "2"));
    for (uint32_t qp = 0; qp < 4; ++qp)
    {
        m_cluster->Send(1, 6, qp, 20000, qp);
    }
    Simulator::Run();
    ASSERT_EQ(m_logs.size(), 1);
    EXPECT_EQ(m_logs[Path(1, "2")].completed.at(RdmaCompletion::Kind::SENT), 1);
}

TEST_F(TracedQpTest, AQpMadeAfterOthersWereNamedIsReached)
{
    Build("ns3::MrcQpFactory", 2);
    ConnectAll(Path(1, "*"));
    m_cluster->Send(1, 6, 0, 20000, 0);
    // Another path makes objects for QPs that the first one has met only as "later"
    bool seen = false;
    Config::ConnectWithoutContext(
        Path(1, "8") + "/Sack",
        Callback<void, const RdmaPdu&>([&](const RdmaPdu&) { seen = true; }));
    for (uint32_t qp = 1; qp < 9; ++qp)
    {
        m_cluster->Send(1, 6, qp, 20000, qp);
    }
    Simulator::Run();
    EXPECT_TRUE(seen);
    EXPECT_EQ(m_logs[Path(1, "8")].completed.at(RdmaCompletion::Kind::SENT), 1);
    EXPECT_EQ(m_logs.size(), 9);
}

TEST_F(TracedQpTest, NothingIsReportedAfterADisconnection)
{
    Build("ns3::MrcQpFactory", 2);
    uint32_t sacks = 0;
    const Callback<void, const RdmaPdu&> count([&sacks](const RdmaPdu&) { ++sacks; });
    Config::ConnectWithoutContext(Path(1, "*") + "/Sack", count);
    m_cluster->Send(1, 6, 0, 20000, 0);
    Simulator::Run();
    const uint32_t before = sacks;
    EXPECT_GT(before, 0);
    Config::DisconnectWithoutContext(Path(1, "*") + "/Sack", count);
    for (uint32_t qp = 0; qp < RdmaTracedQps::AHEAD + 3; ++qp)
    {
        m_cluster->Send(1, 6, qp, 20000, qp);
    }
    Simulator::Run();
    EXPECT_EQ(sacks, before);
}

TEST_F(TracedQpTest, AWrongCallbackIsRefused)
{
    Build("ns3::MrcQpFactory", 2);
    Ptr<RdmaTracedQp> qp = m_cluster->GetNic(1)->GetTracedQp(RdmaNic::FIRST_QPN);
    EXPECT_FALSE(qp->TraceConnectWithoutContext("NoSuchSource", Callback<void>([] {})));
}

TEST_F(TracedQpTest, ValuesAreThoseOfTheQp)
{
    Build("ns3::MrcQpFactory", 2);
    ConnectAll(Path(1, "0"));
    m_cluster->Send(1, 6, 0, 3000000, 0);
    m_cluster->Send(2, 6, 0, 3000000, 1); // competes for the receiver's ports
    Simulator::Run();
    const QpLog& log = m_logs[Path(1, "0")];
    const auto* qp = m_cluster->FindTransport(1, 6, 0);
    ASSERT_GT(log.windows.size(), 2);
    EXPECT_EQ(log.windows.back().second, qp->GetWindowBytes());
    for (size_t i = 1; i < log.windows.size(); ++i)
    {
        EXPECT_EQ(log.windows[i].first, log.windows[i - 1].second);
    }
    ASSERT_FALSE(log.rtts.empty());
    EXPECT_EQ(log.rtts.back().GetPicoSeconds(), qp->GetLastRtt()->GetPs());
    EXPECT_TRUE(log.rates.empty());
    std::set<uint32_t> ports;
    for (const auto& [path, packets] : log.choices)
    {
        ports.insert(path.second);
    }
    EXPECT_EQ(ports, (std::set<uint32_t>{0, 1}));
    EXPECT_GT(log.choices.size(), 4);
}

/// Sends that need retransmissions for one reason.
struct Trouble
{
    const char* name;                              ///< of the test
    const char* transport;                         ///< TypeId
    uint32_t planes;                               ///< planes
    uint32_t senders;                              ///< hosts that send to host 7
    std::function<void(Ptr<RdmaCluster>)> prepare; ///< makes the trouble
    std::set<RdmaResend> why;                      ///< reasons that must occur
};

void
PrintTo(const Trouble& trouble, std::ostream* os)
{
    *os << trouble.name;
}

void
LoseAtNic(Ptr<RdmaCluster> cluster, double part)
{
    for (uint32_t plane = 0; plane < cluster->GetNetwork().GetNPlanes(); ++plane)
    {
        cluster->GetNic(0)->GetPort(plane)->SetLoss(static_cast<uint32_t>(part * 0x1p32));
    }
}

const Trouble TROUBLES[]{
    {"Trims", "ns3::MrcQpFactory", 2, 6, [](Ptr<RdmaCluster>) {}, {RdmaResend::REJECTED}},
    {"Losses",
     "ns3::MrcQpFactory",
     2,
     1,
     [](Ptr<RdmaCluster> c) { LoseAtNic(c, 0.02); },
     {RdmaResend::GAP}},
    {"PortDown",
     "ns3::MrcQpFactory",
     2,
     1,
     [](Ptr<RdmaCluster> c) {
         RdmaFaultHelper(c).LinkDown(c->GetNic(0)->GetPort(1), MicroSeconds(20));
     },
     {RdmaResend::PORT_DOWN}},
    {"RoceLosses",
     "ns3::RoceQpFactory",
     1,
     1,
     [](Ptr<RdmaCluster> c) { LoseAtNic(c, 0.02); },
     {RdmaResend::GAP}},
    {"RoceSilence",
     "ns3::RoceQpFactory",
     1,
     1,
     [](Ptr<RdmaCluster> c) {
         RdmaFaultHelper(c).LinkLoss(
             c->GetNic(0)->GetPort(0),
             [] { return std::make_unique<FabricBernoulliLoss>(1.0); },
             MicroSeconds(20),
             MicroSeconds(500));
     },
     {RdmaResend::TIMEOUT}}};

class TracedTroubleTest : public TracedQpTest, public testing::WithParamInterface<Trouble>
{
  protected:
    /** @return times of delivery of a run */
    std::map<uint64_t, Time> RunWith(bool observed)
    {
        Build(GetParam().transport, GetParam().planes);
        GetParam().prepare(m_cluster);
        if (observed)
        {
            ConnectAll(Path(0, "*"));
        }
        m_delivered.clear();
        for (uint32_t host = 0; host < GetParam().senders; ++host)
        {
            m_cluster->Send(host, 7, 0, 1000000, host);
        }
        Simulator::Run();
        return m_delivered;
    }
};

TEST_P(TracedTroubleTest, RetransmissionsHaveTheirReasonsAndObservationChangesNothing)
{
    const auto alone = RunWith(false);
    const auto plain = m_cluster->SumCounters();
    m_cluster->Dispose();
    Simulator::Destroy();
    EXPECT_EQ(RunWith(true), alone);
    const auto counters = m_cluster->SumCounters();
    EXPECT_EQ(counters.dataPackets, plain.dataPackets);
    EXPECT_EQ(counters.retransmits, plain.retransmits);
    const QpLog& log = m_logs[Path(0, "0")];
    EXPECT_GT(log.CountResent(), 0);
    EXPECT_EQ(log.CountResent(), m_cluster->FindTransport(0, 7, 0)->GetCounters().retransmits);
    EXPECT_EQ(log.resent.count(RdmaResend::NONE), 0);
    for (const RdmaResend why : GetParam().why)
    {
        EXPECT_GT(log.resent.count(why), 0) << static_cast<int>(why);
    }
    const bool clean = GetParam().why.count(RdmaResend::REJECTED);
    EXPECT_EQ(log.answers.count(RdmaOpcode::MRC_NACK) > 0, clean);
}

INSTANTIATE_TEST_SUITE_P(All, TracedTroubleTest, testing::ValuesIn(TROUBLES), [](const auto& info) {
    return info.param.name;
});

TEST_F(TracedQpTest, RoceShowsItsRate)
{
    Build("ns3::RoceQpFactory", 1);
    ConnectAll(Path(1, "*"));
    for (uint32_t host = 0; host < 6; ++host)
    {
        m_cluster->Send(host, 7, 0, 2000000, host);
    }
    Simulator::Run();
    const QpLog& log = m_logs[Path(1, "0")];
    ASSERT_FALSE(log.rates.empty());
    EXPECT_EQ(log.rates.back(), m_cluster->FindTransport(1, 7, 0)->GetRateBps());
    EXPECT_GT(log.answers.count(RdmaOpcode::CNP), 0);
    EXPECT_TRUE(log.rtts.empty());
}

/// A controller of a user, with a trace source.
class TracedWindow : public MrcFixedWindow
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TestTracedWindow")
                                .SetParent<MrcFixedWindow>()
                                .AddConstructor<TracedWindow>()
                                .AddTraceSource("Asked",
                                                "Calls of CanSend.",
                                                MakeTraceSourceAccessor(&TracedWindow::m_asked),
                                                "ns3::TracedValueCallback::Uint32");
        return tid;
    }

    Ptr<MrcCongestionControl> Fork() const override
    {
        return CopyObject(Ptr<const TracedWindow>(this));
    }

    bool CanSend(uint32_t nominal) const override
    {
        ++m_asked;
        return MrcFixedWindow::CanSend(nominal);
    }

  private:
    mutable TracedValue<uint32_t> m_asked{0}; ///< Asked
};

TEST_F(TracedQpTest, TheTraceSourceOfAnOwnControllerHasAPath)
{
    Config::SetDefault("ns3::MrcQpFactory::CongestionControl",
                       TypeIdValue(TracedWindow::GetTypeId()));
    Build("ns3::MrcQpFactory", 2);
    std::vector<uint32_t> hosts;
    uint32_t asked = 0;
    m_cluster->GetNic(1)->TraceConnectWithoutContext(
        "NewQp",
        Callback<void, uint32_t, uint32_t>([&](uint32_t host, uint32_t) {
            hosts.push_back(host);
            Config::ConnectWithoutContext(
                Path(1, "0") + "/Controller/Asked",
                Callback<void, uint32_t, uint32_t>([&asked](uint32_t, uint32_t n) { asked = n; }));
        }));
    m_cluster->Send(1, 6, 0, 100000, 0);
    Simulator::Run();
    Config::Reset();
    EXPECT_EQ(hosts, std::vector<uint32_t>{1});
    EXPECT_GT(asked, 20);
}

TEST_F(TracedQpTest, ObjectsOutliveTheirNic)
{
    Build("ns3::MrcQpFactory", 2);
    Ptr<RdmaTracedQp> qp = m_cluster->GetNic(1)->GetTracedQp(RdmaNic::FIRST_QPN);
    uint32_t sacks = 0;
    qp->TraceConnectWithoutContext("Sack", Callback<void, const RdmaPdu&>([&](const RdmaPdu&) {
                                       ++sacks;
                                   }));
    m_cluster->Send(1, 6, 0, 100000, 0);
    Simulator::Stop(MicroSeconds(5));
    Simulator::Run();
    EXPECT_TRUE(qp->GetController());
    m_cluster->Dispose();
    m_cluster = nullptr;
    Simulator::Destroy();
    EXPECT_FALSE(qp->GetController());
    EXPECT_TRUE(
        qp->TraceConnectWithoutContext("Event",
                                       Callback<void, const RdmaEvent&>([](const RdmaEvent&) {})));
}

} // namespace
