/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scoped-default.h"
#include "small-clos.h"

#include "ns3/mrc-transport.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-cluster.h"
#include "ns3/simulator.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <utility>

// Ports that go down and come up at both ends of two transfers (mrc reference, 9.6). The simulation
// has no stop time.

using namespace ns3;

namespace
{

/// Four hosts under two T0s, 3 T1s per plane. Hosts 0 and 3 write to each other.
class MrcPortExtremes : public testing::Test
{
  protected:
    /**
     * @param planes planes
     */
    void Build(uint32_t planes)
    {
        FabricClosSpec clos = MakeSmallClos(3, RdmaTick::Ns(500), planes);
        clos.switchDelay = RdmaTick::Ns(300);
        RdmaClusterHelper helper;
        helper.SetTopology(clos);
        helper.SetTransport("ns3::MrcQpFactory");
        m_cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(m_cluster, 1);
        m_cluster->SetSentCallback(RdmaMessenger::SentCallback(
            [this](uint64_t token, const RdmaMessageStats&, bool ok) { m_done[token] = ok; }));
        for (const uint32_t host : {0, 3})
        {
            m_cluster->GetNic(host)->TraceConnectWithoutContext(
                "PortStatus",
                Callback<void, const RdmaNicPortEvent&>(
                    [this](const RdmaNicPortEvent&) { ++m_news; }));
        }
    }

    void TearDown() override
    {
        EXPECT_EQ(m_cluster->GetFabric()->CheckConservation(), "");
        m_cluster->Dispose();
        Simulator::Destroy();
    }

    /** Take a link of a NIC down or up. */
    void SetLink(uint32_t host, uint32_t plane, bool up)
    {
        m_cluster->GetFabric()->SetLinkUp(m_cluster->GetNic(host)->GetPort(plane), up);
    }

    /** Schedule an action. */
    void At(Time when, std::function<void()> what)
    {
        Simulator::Schedule(when, [what] { what(); });
    }

    /** Let all frames from a host be lost between two times. */
    void Mute(uint32_t host, Time from, Time until)
    {
        const auto set = [this, host](uint32_t loss) {
            for (uint32_t plane = 0; plane < m_cluster->GetNic(host)->GetNPorts(); ++plane)
            {
                m_cluster->GetNic(host)->GetPort(plane)->SetLoss(loss);
            }
        };
        At(from, [set] { set(~0U); });
        At(until, [set] { set(0); });
    }

    /** Send 4 MB in each direction. */
    void Send(uint64_t first = 1)
    {
        m_cluster->Send(0, 3, 0, 4000000, first);
        m_cluster->Send(3, 0, 0, 4000000, first + 1);
    }

    /**
     * @return the EVs of host's QP to the other
     */
    const MrcEvTable& GetTable(uint32_t host)
    {
        const RdmaTransport* qp = m_cluster->FindTransport(host, 3 - host, 0);
        return static_cast<const MrcTransport*>(qp)->GetEvTable();
    }

    /** Send, run to the end of all work, and check that both messages are complete. */
    void RunToTheEnd()
    {
        Send();
        Simulator::Run();
        EXPECT_EQ(m_done, (std::map<uint64_t, bool>{{1, true}, {2, true}}));
    }

    /**
     * Both ends agree on the planes that work, and retire no EV.
     * @param planes bit p: plane p works
     */
    void ExpectPlanes(uint32_t planes)
    {
        for (const uint32_t host : {0, 3})
        {
            EXPECT_EQ(GetTable(host).GetUpPlanes(), planes) << "host " << host;
        }
    }

    /** No EV was retired at either end. */
    void ExpectNoEvRetired()
    {
        EXPECT_EQ(m_cluster->SumCounters().evRetired, 0U);
    }

    Ptr<RdmaCluster> m_cluster;      ///< the hosts
    std::map<uint64_t, bool> m_done; ///< by message: complete, or given up
    uint32_t m_news{0};              ///< changes of ports that a NIC has detected
};

TEST_F(MrcPortExtremes, BothEndsLosePortsAtTheSameTime)
{
    Build(4);
    At(MicroSeconds(20), [this] {
        SetLink(0, 0, false);
        SetLink(3, 1, false);
    });
    RunToTheEnd();
    ExpectPlanes(0b1100);
    ExpectNoEvRetired();
}

TEST_F(MrcPortExtremes, TheUpdateIsLost)
{
    Build(4);
    At(MicroSeconds(20), [this] { SetLink(3, 1, false); });
    Mute(3, MicroSeconds(29), MicroSeconds(45));
    RunToTheEnd();
    ExpectPlanes(0b1101);
}

TEST_F(MrcPortExtremes, TheAnswerToTheUpdateIsLost)
{
    Build(4);
    At(MicroSeconds(20), [this] { SetLink(3, 1, false); });
    Mute(0, MicroSeconds(29), MicroSeconds(45));
    RunToTheEnd();
    ExpectPlanes(0b1101);
}

TEST_F(MrcPortExtremes, FlapsFasterThanUpdatesAreRepeated)
{
    Build(2);
    for (uint32_t i = 0; i < 10; ++i)
    {
        At(MicroSeconds(20 + 30 * i), [this] { SetLink(3, 1, false); });
        At(MicroSeconds(35 + 30 * i), [this] { SetLink(3, 1, true); });
    }
    RunToTheEnd();
    ExpectPlanes(0b11);
}

TEST_F(MrcPortExtremes, TheOnlyPlaneGoesAndComesBack)
{
    Build(1);
    At(MicroSeconds(20), [this] { SetLink(3, 0, false); });
    At(MicroSeconds(320), [this] { SetLink(3, 0, true); });
    At(MicroSeconds(600), [this] { SetLink(0, 0, false); });
    At(MicroSeconds(900), [this] { SetLink(0, 0, true); });
    RunToTheEnd();
    ExpectPlanes(1);
}

TEST_F(MrcPortExtremes, OneOfEightPlanesIsLeft)
{
    Build(8);
    for (uint32_t plane = 0; plane < 7; ++plane)
    {
        At(MicroSeconds(10 + plane), [this, plane] { SetLink(plane < 4 ? 0 : 3, plane, false); });
    }
    RunToTheEnd();
    ExpectPlanes(0b10000000);
    ExpectNoEvRetired();
}

TEST_F(MrcPortExtremes, WithoutACommonPlaneTheQpFailsByItsRetries)
{
    Build(2);
    At(MicroSeconds(20), [this] {
        SetLink(0, 0, false);
        SetLink(3, 1, false);
    });
    Send();
    Simulator::Run();
    EXPECT_EQ(m_done, (std::map<uint64_t, bool>{{1, false}, {2, false}}));
    EXPECT_GT(Simulator::Now(), Seconds(4)) << "7 + 14 retries";
}

TEST_F(MrcPortExtremes, ACommonPlaneThatComesBackInTimeSavesTheQp)
{
    Build(2);
    At(MicroSeconds(20), [this] {
        SetLink(0, 0, false);
        SetLink(3, 1, false);
    });
    At(MilliSeconds(5), [this] { SetLink(3, 1, true); });
    RunToTheEnd();
    ExpectPlanes(0b10);
}

TEST_F(MrcPortExtremes, RemappingTakesTime)
{
    const ScopedDefault delay("ns3::RdmaNic", "PortRemapDelay", "300us");
    Build(4);
    At(MicroSeconds(20), [this] {
        SetLink(0, 0, false);
        SetLink(3, 1, false);
    });
    RunToTheEnd();
    EXPECT_FALSE(GetTable(0).GetUpPlanes() & 0b0011);
    EXPECT_FALSE(GetTable(3).GetUpPlanes() & 0b0011);
}

TEST_F(MrcPortExtremes, AFlapThatNobodyNoticesCostsPacketsOnly)
{
    Build(4);
    At(MicroSeconds(20), [this] { SetLink(3, 1, false); });
    At(MicroSeconds(25), [this] { SetLink(3, 1, true); });
    RunToTheEnd();
    EXPECT_EQ(m_news, 0U);
    EXPECT_GT(m_cluster->SumCounters().retransmits, 0U);
    ExpectPlanes(0b1111);
    ExpectNoEvRetired();
}

TEST_F(MrcPortExtremes, AllPortsAreSwitchedOffAndOnAgain)
{
    Build(2);
    for (uint32_t port = 1; port <= 2; ++port)
    {
        At(MicroSeconds(20), [this, port] { m_cluster->GetNic(3)->SetPortAdmin(port, false); });
        At(MicroSeconds(400 * port),
           [this, port] { m_cluster->GetNic(3)->SetPortAdmin(port, true); });
    }
    RunToTheEnd();
    ExpectPlanes(0b11);
}

TEST_F(MrcPortExtremes, APortIsSwitchedOffAndOnAtOneInstant)
{
    Build(2);
    At(MicroSeconds(20), [this] {
        for (uint32_t i = 0; i < 5; ++i)
        {
            m_cluster->GetNic(0)->SetPortAdmin(1, false);
            m_cluster->GetNic(0)->SetPortAdmin(1, true);
        }
    });
    RunToTheEnd();
    ExpectPlanes(0b11);
    ExpectNoEvRetired();
}

TEST_F(MrcPortExtremes, LightThatComesBackToAPortSwitchedOffDoesNotSwitchItOn)
{
    Build(2);
    At(MicroSeconds(20), [this] { m_cluster->GetNic(0)->SetPortAdmin(2, false); });
    At(MicroSeconds(30), [this] { SetLink(0, 1, false); });
    At(MicroSeconds(60), [this] { SetLink(0, 1, true); });
    RunToTheEnd();
    ExpectPlanes(0b01);
    ExpectNoEvRetired();
}

TEST_F(MrcPortExtremes, AtRestAPeerOutOfReachIsToldLittleAndHearsItWhenThereIsWork)
{
    Build(2);
    RunToTheEnd();
    Mute(0, Seconds(0), MilliSeconds(50));
    At(MicroSeconds(10), [this] { SetLink(3, 1, false); });
    Simulator::Run(); // host 0 is notified, and its answers are lost
    EXPECT_LT(Simulator::Now(), MilliSeconds(60)) << "the NIC gives up";
    ExpectPlanes(0b01);
    Mute(3, Seconds(0), MilliSeconds(50));
    At(MicroSeconds(10), [this] { SetLink(3, 1, true); });
    Simulator::Run();
    EXPECT_EQ(GetTable(0).GetUpPlanes(), 0b01U) << "it is not notified";
    Send(3);
    Simulator::Run();
    EXPECT_TRUE(m_done[3] && m_done[4]);
    ExpectPlanes(0b11);
}

TEST_F(MrcPortExtremes, AReceiverAtRestTellsItsSenderWhenItHearsOfIt)
{
    Build(2);
    RunToTheEnd();
    Mute(3, Seconds(0), MilliSeconds(50));
    At(MicroSeconds(10), [this] { SetLink(3, 1, false); });
    Simulator::Run();
    EXPECT_EQ(GetTable(0).GetUpPlanes(), 0b11U) << "it is not notified";
    m_cluster->Send(0, 3, 0, 4000000, 3);
    Simulator::Run();
    EXPECT_TRUE(m_done[3]);
    ExpectPlanes(0b01);
    ExpectNoEvRetired();
}

} // namespace
