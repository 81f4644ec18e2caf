/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-test-net.h"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

using namespace ns3;
using namespace mrctest;

namespace
{

/// A frame observed by a tap.
struct Sight
{
    bool sent;       ///< true: sent; false: received
    RdmaTick time;   ///< time of the observation
    uint32_t tag;    ///< destination QP number
    FabricDscp dscp; ///< DSCP
    uint16_t bytes;  ///< L3 size

    /// @cond
    friend bool operator==(const Sight& a, const Sight& b)
    {
        return a.sent == b.sent && a.time == b.time && a.tag == b.tag && a.dscp == b.dscp &&
               a.bytes == b.bytes;
    }

    /// @endcond
};

/// A tap that records frames.
class RecordingTap : public FabricPortTap
{
  public:
    /**
     * @param sights receives the frames
     */
    explicit RecordingTap(std::vector<Sight>& sights)
        : m_sights(sights)
    {
    }

    void OnSend(RdmaTick now, const FabricFrame& frame) override
    {
        m_sights.push_back({true, now, frame.pdu.destQpn, frame.dscp, frame.l3Bytes});
    }

    void OnReceive(RdmaTick now, const FabricFrame& frame) override
    {
        m_sights.push_back({false, now, frame.pdu.destQpn, frame.dscp, frame.l3Bytes});
    }

  private:
    std::vector<Sight>& m_sights; ///< frames observed
};

/// Two owners connected by a 100 Gb/s link of 500 ns; the left one has a tap.
class FabricTapTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        fabric = CreateObject<Fabric>();
        left = std::make_unique<RecordingOwner>(fabric);
        right = std::make_unique<RecordingOwner>(fabric);
        port = fabric->GetElements().AddLink(left.get(),
                                             right.get(),
                                             100000000000,
                                             RdmaTick::Ns(500),
                                             RdmaTick::Ns(500));
        port->profile = port->peer->profile = fabric->AddProfile(FabricQueueProfile{});
        fabric->AddTap(port, std::make_unique<RecordingTap>(sights));
    }

    void TearDown() override
    {
        EXPECT_EQ(fabric->CheckConservation(), "");
        fabric = nullptr;
        Simulator::Destroy();
    }

    /**
     * @param from a port, which sends a data frame of 80 ns now
     * @param tag of the frame
     */
    void Send(FabricPort* from, uint32_t tag)
    {
        from->Send(fabric->Now(), MakeFrame(*fabric, L3_BYTES, RdmaClass::DATA, tag));
    }

    /**
     * @param sent true: sent; false: received
     * @param time time of the observation
     * @param tag of the frame
     * @return a data frame as observed
     */
    static Sight Data(bool sent, RdmaTick time, uint32_t tag)
    {
        return {sent, time, tag, FabricDscp::TRIMMABLE, L3_BYTES};
    }

    /// 1000 B of line time.
    static constexpr uint16_t L3_BYTES = 962;

    std::vector<Sight> sights;             ///< by the tap, in order
    Ptr<Fabric> fabric;                    ///< the fabric
    std::unique_ptr<RecordingOwner> left;  ///< owner of the tapped port
    std::unique_ptr<RecordingOwner> right; ///< owner of its peer
    FabricPort* port{nullptr};             ///< the tapped port
};

TEST_F(FabricTapTest, SeesWhatThePortSendsAtItsFirstBitAndReceivesAtItsLast)
{
    Send(port, 1);
    Send(port, 2); // waits for 1
    Send(port->peer, 3);
    Simulator::Run();
    EXPECT_EQ(sights,
              (std::vector<Sight>{Data(true, RdmaTick{}, 1),
                                  Data(true, RdmaTick::Ns(80), 2),
                                  Data(false, RdmaTick::Ns(580), 3)}));
}

TEST_F(FabricTapTest, SeesTrimmedFramesAsTheyAreCutAndDroppedOnesNever)
{
    FabricQueueProfile tight;
    tight.trimThresholdBytes = 1;
    tight.ctrlLimitBytes = 150;
    port->profile = fabric->AddProfile(tight);
    Send(port, 1);
    Send(port, 2); // cut
    Send(port, 3); // cut; the control queue is full
    Simulator::Run();
    const Sight cut{true, RdmaTick::Ns(80), 2, FabricDscp::TRIMMED, 128};
    EXPECT_EQ(sights, (std::vector<Sight>{Data(true, RdmaTick{}, 1), cut}));
}

TEST_F(FabricTapTest, AFrameLostOnTheWireIsSeenWhereItWasSentOnly)
{
    port->SetLoss(~0U);
    port->peer->SetLoss(~0U);
    std::vector<Sight> farSights;
    fabric->AddTap(port->peer, std::make_unique<RecordingTap>(farSights));
    Send(port, 1);
    Send(port->peer, 2);
    Simulator::Run();
    EXPECT_EQ(sights, (std::vector<Sight>{Data(true, RdmaTick{}, 1)}));
    EXPECT_EQ(farSights, (std::vector<Sight>{Data(true, RdmaTick{}, 2)}));
}

TEST_F(FabricTapTest, SeveralTapsSeeTheSameUntilTheyAreRemoved)
{
    std::vector<Sight> others;
    fabric->AddTap(port, std::make_unique<RecordingTap>(others));
    Send(port, 1);
    Simulator::Run();
    EXPECT_EQ(others.size(), 1U);
    EXPECT_EQ(sights, others);
    fabric->RemoveTaps();
    Send(port, 2);
    Simulator::Run();
    EXPECT_EQ(sights.size(), 1U);
    EXPECT_EQ(right->arrivals.size(), 2U);
}

TEST_F(FabricTapTest, ATapThatIsAddedLateSeesFramesWhenTheyLeave)
{
    /// Checks that it is called at the times of its frames.
    struct Punctual : public FabricPortTap
    {
        void OnSend(RdmaTick now, const FabricFrame& /* frame */) override
        {
            EXPECT_EQ(fabric->Now(), now);
            times.push_back(now);
        }

        void OnReceive(RdmaTick /* now */, const FabricFrame& /* frame */) override
        {
        }

        Ptr<Fabric> fabric;          ///< clock
        std::vector<RdmaTick> times; ///< of the frames sent
    };

    fabric->RemoveTaps();
    for (uint32_t tag = 0; tag < 5; ++tag)
    {
        Send(port, tag);
    }
    auto tap = std::make_unique<Punctual>();
    tap->fabric = fabric;
    const auto& times = tap->times;
    Simulator::Schedule(NanoSeconds(100), [this, &tap] { fabric->AddTap(port, std::move(tap)); });
    Simulator::Stop(MicroSeconds(2));
    Simulator::Run();
    EXPECT_EQ(times, (std::vector{RdmaTick::Ns(160), RdmaTick::Ns(240), RdmaTick::Ns(320)}));
    fabric->RemoveTaps();
}

} // namespace
