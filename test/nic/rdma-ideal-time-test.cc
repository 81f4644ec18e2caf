/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../system/mrc-system-run.h"

#include "ns3/rdma-job.h"
#include "ns3/rdma-point-to-point-schedule.h"

#include <gtest/gtest.h>

using namespace ns3;
using namespace mrctest;

namespace
{

/// A single message on an idle network.
struct Lone
{
    const char* name;        ///< of the case
    bool roce;               ///< RoCEv2 instead of MRC
    uint32_t planes;         ///< planes
    uint64_t hostRateBps;    ///< rate of a NIC port, bit/s
    uint64_t fabricRateBps;  ///< rate of a T0-T1 link, bit/s
    uint64_t coreRateBps{0}; ///< rate of a T1-T2 link, bit/s; 0: two tiers
};

/**
 * @param os output stream
 * @param lone a case
 * @return os
 */
std::ostream&
operator<<(std::ostream& os, const Lone& lone)
{
    return os << lone.name;
}

constexpr uint64_t G = 1000000000; ///< 1 Gb/s

/// Compares the lower bound with simulated times.
class RdmaIdealTimeTest : public testing::TestWithParam<Lone>
{
  protected:
    /**
     * Check it with switches that store and forward and with those that cut through.
     * @param dst receiver; host 0 sends, host 1 is its neighbor
     * @param bytes length, B
     */
    void Check(uint32_t dst, uint64_t bytes)
    {
        Check(dst, bytes, false);
        Check(dst, bytes, true);
    }

  private:
    void Check(uint32_t dst, uint64_t bytes, bool cutThrough)
    {
        SCOPED_TRACE(std::to_string(bytes) + " B to host " + std::to_string(dst) +
                     (cutThrough ? ", cut-through" : ""));
        const Lone& lone = GetParam();
        mrctest::Setup s = lone.roce ? mrctest::Setup::Roce() : mrctest::Setup();
        s.defaults["ns3::FabricSwitchParameters::Ecn"] =
            "false"; // a mark before a slow core slows down
        s.clos.planes = lone.planes;
        s.clos.cutThrough = cutThrough;
        s.clos.hostRateBps = lone.hostRateBps;
        s.clos.fabricRateBps = lone.fabricRateBps;
        if (lone.coreRateBps > 0)
        {
            s.clos.t0PerPod = 2;
            s.clos.t1PerPod = 2;
            s.clos.t2PerPlane = 4;
            s.clos.coreRateBps = lone.coreRateBps;
        }
        s.messages = {{0, dst, bytes}};
        const Outcome out = Execute(s);
        ASSERT_EQ(out.deliveredPs.count(0), 1U);
        const auto took = static_cast<uint64_t>(out.deliveredPs.at(0));
        EXPECT_GE(took, out.idealPs[0]) << "faster than possible";
        // Spraying may give one plane a packet more than its share; a slow core delays the others.
        const uint64_t above =
            lone.coreRateBps ? std::min(lone.fabricRateBps, lone.coreRateBps) : lone.fabricRateBps;
        const uint64_t slowest = std::min(lone.hostRateBps, above);
        const double packetPs = 4258 * 8e12 / static_cast<double>(slowest);
        const double core = static_cast<double>(lone.hostRateBps) / static_cast<double>(slowest);
        EXPECT_LT(static_cast<double>(took),
                  1.02 * core * static_cast<double>(out.idealPs[0]) + packetPs)
            << "the bound is far below the time of an idle network";
    }
};

TEST_P(RdmaIdealTimeTest, IsABoundForOneToThreePackets)
{
    for (const uint32_t dst : {1, 3, 7})
    {
        for (const uint64_t bytes : {1, 2000, 4095, 4096, 4097, 8192, 8193, 10000, 12288})
        {
            Check(dst, bytes);
        }
    }
}

TEST_P(RdmaIdealTimeTest, IsABoundForAMegabyte)
{
    Check(1, 1000000);
    Check(3, 1000000);
    Check(7, 1000000);
}

INSTANTIATE_TEST_SUITE_P(
    Planes,
    RdmaIdealTimeTest,
    testing::Values(Lone{"Mrc1x400G", false, 1, 400 * G, 400 * G},
                    Lone{"Mrc2x200G", false, 2, 200 * G, 200 * G},
                    Lone{"Mrc4x100G", false, 4, 100 * G, 100 * G},
                    Lone{"Mrc8x100G", false, 8, 100 * G, 100 * G},
                    Lone{"Roce400G", true, 1, 400 * G, 400 * G},
                    Lone{"MrcFastCore", false, 2, 100 * G, 400 * G},
                    Lone{"RoceFastCore", true, 1, 100 * G, 400 * G},
                    Lone{"RoceSlowCore", true, 1, 400 * G, 100 * G},
                    // A byte does not take a whole number of picoseconds.
                    Lone{"Mrc4x70G", false, 4, 70 * G, 70 * G},
                    Lone{"Mrc2x300G", false, 2, 300 * G, 170 * G},
                    Lone{"Roce300G", true, 1, 300 * G, 300 * G},
                    Lone{"MrcPods", false, 2, 100 * G, 100 * G, 100 * G},
                    Lone{"MrcPodsSlowCore", false, 2, 200 * G, 400 * G, 70 * G},
                    Lone{"RocePods", true, 1, 100 * G, 400 * G, 200 * G},
                    Lone{"RocePodsSlowCore", true, 1, 300 * G, 170 * G, 70 * G}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(RdmaIdealTime, AMessageOfOnePacketTakesAsLongAsThePacketAlone)
{
    RdmaClusterHelper helper;
    FabricClosSpec clos = mrctest::Setup().clos;
    clos.planes = 8;
    helper.SetTopology(clos);
    helper.SetTransport("ns3::MrcQpFactory");
    // 4258 B at 100 Gb/s four times, four cables of 500 ns and three switches of 300 ns: seven more
    // planes do not speed up a packet. 8 ps are rounding.
    EXPECT_EQ(helper.Build()->GetIdealTime(0, 7, 4096).GetPs(), 4 * 340640 + 2900000 - 8);
    Simulator::Destroy();
}

TEST(RdmaIdealTime, OfAWriteIsTheSameAsAJobAndAsAMessage)
{
    for (const bool cutThrough : {false, true})
    {
        RdmaClusterHelper helper;
        FabricClosSpec clos = mrctest::Setup().clos;
        clos.planes = 1;
        clos.cutThrough = cutThrough;
        helper.SetTopology(clos);
        helper.SetTransport("ns3::MrcQpFactory");
        const Ptr<RdmaCluster> cluster = helper.Build();
        for (const uint64_t bytes : {1, 64, 4000, 4096, 4097, 8192, 12288, 1000000})
        {
            SCOPED_TRACE(bytes);
            RdmaJob job;
            job.name = "write";
            job.hosts = {0, 7};
            job.schedule = MakeRdmaWrite(bytes);
            EXPECT_EQ(GetRdmaIdealDuration(job, *PeekPointer(cluster->GetTransport())),
                      cluster->GetIdealTime(0, 7, bytes));
        }
        Simulator::Destroy();
    }
}

TEST(RdmaIdealTime, BesideAWordThatIsCutThroughThereAreTheHeadersOfAPacket)
{
    for (const uint32_t planes : {1, 2, 6})
    {
        const auto beside = [planes](bool cutThrough) {
            RdmaClusterHelper helper;
            FabricClosSpec clos = mrctest::Setup().clos;
            clos.planes = planes;
            clos.cutThrough = cutThrough;
            helper.SetTopology(clos);
            helper.SetTransport("ns3::MrcQpFactory");
            const auto time = helper.Build()->GetTransport()->GetTimeBesideWord();
            Simulator::Destroy();
            return time;
        };
        // 162 B at 100 Gb/s per plane
        EXPECT_EQ((beside(true) - beside(false)).GetPs(), 162 * 80 / planes);
    }
}

TEST(RdmaPayloadRate, IsTheRateOfAllPortsTimesPayloadPerWireByte)
{
    RdmaClusterHelper helper;
    helper.SetTopology(mrctest::Setup().clos); // 2 x 100 Gb/s
    helper.SetTransport("ns3::MrcQpFactory");
    EXPECT_DOUBLE_EQ(helper.Build()->GetPayloadRateBps(), 2e11 * 4096 / 4258);
    helper.SetTopology(mrctest::Setup::Roce().clos); // 1 x 200 Gb/s
    helper.SetTransport("ns3::RoceQpFactory");
    EXPECT_DOUBLE_EQ(helper.Build()->GetPayloadRateBps(), 2e11 * 4096 / 4198);
    Simulator::Destroy();
}

} // namespace
