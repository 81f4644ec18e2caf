/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fake-messenger.h"

#include "ns3/rdma-all-to-all-schedule.h"
#include "ns3/rdma-job.h"
#include "ns3/rdma-point-to-point-schedule.h"
#include "ns3/rdma-ring-schedule.h"

#include <gtest/gtest.h>
#include <numeric>
#include <utility>

using namespace ns3;

namespace
{

RdmaJob
MakeJob(RdmaSchedule schedule)
{
    RdmaJob job;
    job.name = "job";
    job.hosts.resize(schedule.GetNRanks());
    std::iota(job.hosts.begin(), job.hosts.end(), 0);
    job.schedule = std::move(schedule);
    return job;
}

/// The same between servers; within servers of two hosts, messages use another medium, with the
/// given ps per byte.
class ServerMessenger : public FakeMessenger
{
  public:
    /// @param psPerByte time per byte within a server, ps
    explicit ServerMessenger(int64_t psPerByte)
        : FakeMessenger(4, RdmaTick::Us(1), 10),
          m_psPerByte(psPerByte)
    {
    }

    RdmaMedium GetMedium(uint32_t src, uint32_t dst) const override
    {
        return src / 2 == dst / 2 ? RdmaMedium::SERVER : RdmaMedium::NETWORK;
    }

    double GetMediumRateBps(RdmaMedium medium) const override
    {
        return medium == RdmaMedium::SERVER ? 8e12 / static_cast<double>(m_psPerByte)
                                            : GetPayloadRateBps();
    }

    RdmaTick GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const override
    {
        const int64_t psPerByte = GetMedium(src, dst) == RdmaMedium::SERVER ? m_psPerByte : 10;
        return RdmaTick::Us(1) + RdmaTick::Ps(static_cast<int64_t>(bytes) * psPerByte);
    }

  private:
    int64_t m_psPerByte; ///< time per byte within a server, ps
};

/// Latency 1 us, 10 ps per byte (800 Gb/s).
RdmaTick
IdealOf(const RdmaJob& job)
{
    auto messenger = CreateObject<FakeMessenger>(16, RdmaTick::Us(1), 10);
    return GetRdmaIdealDuration(job, *PeekPointer(messenger));
}

} // namespace

TEST(RdmaJob, TenBytesOnFourQpsMakePiecesOfThreeThreeTwoTwo)
{
    auto job = MakeJob(MakeRdmaWrite(10));
    job.qps = 4;
    ASSERT_EQ(job.GetNPieces(job.schedule.GetSend(0)), 4u);
    EXPECT_EQ(job.GetPieceBytes(job.schedule.GetSend(0), 0), 3u);
    EXPECT_EQ(job.GetPieceBytes(job.schedule.GetSend(0), 1), 3u);
    EXPECT_EQ(job.GetPieceBytes(job.schedule.GetSend(0), 2), 2u);
    EXPECT_EQ(job.GetPieceBytes(job.schedule.GetSend(0), 3), 2u);
}

TEST(RdmaJob, FewerBytesThanQpsMakeOnePiecePerByte)
{
    auto job = MakeJob(MakeRdmaWrite(3));
    job.qps = 8;
    ASSERT_EQ(job.GetNPieces(job.schedule.GetSend(0)), 3u);
    EXPECT_EQ(job.GetPieceBytes(job.schedule.GetSend(0), 2), 1u);
    EXPECT_EQ(job.GetNFlowsPerRepetition(), 3u);
}

TEST(RdmaJob, AJobThatCannotRunSaysWhy)
{
    const auto good = MakeJob(MakeRdmaSendRecv(3, 1));
    EXPECT_EQ(good.Validate(3), "");
    EXPECT_EQ(good.Validate(2), "has host 2 of 2");

    auto job = good;
    job.name = "";
    EXPECT_EQ(job.Validate(3), "has no name");
    job = good;
    job.qps = 0;
    EXPECT_EQ(job.Validate(3), "has 0 QPs");
    job = good;
    job.repeat = 0;
    EXPECT_EQ(job.Validate(3), "has 0 repetitions");
    job = good;
    job.start = NanoSeconds(-1);
    EXPECT_EQ(job.Validate(3), "starts at a negative time");
    job = good;
    job.hosts = {0, 1};
    EXPECT_EQ(job.Validate(3), "has 2 hosts for 3 ranks");
    job = good;
    job.hosts = {1, 0, 1};
    EXPECT_EQ(job.Validate(3), "has host 1 twice");
    job = good;
    job.schedule = MakeRdmaFlows(3, {});
    EXPECT_EQ(job.Validate(3), "sends nothing");
    RdmaScheduleBuilder computing(3);
    computing.AddComputation(0, RdmaTick::Us(1), 0);
    job.schedule = computing.Build();
    EXPECT_EQ(job.Validate(3), "sends nothing");
    job = good;
    job.schedule = MakeRdmaFlows(3, {{0, 3, 1, RdmaTick()}});
    EXPECT_EQ(job.Validate(3), "send 0 names rank 3 of 3");
}

TEST(RdmaIdealDuration, OfAWriteIsTheIdealTimeOfTheMessage)
{
    EXPECT_EQ(IdealOf(MakeJob(MakeRdmaWrite(100000))), RdmaTick::Us(2));
}

TEST(RdmaIdealDuration, OfAWriteOnManyQpsIsStillBoundByItsBytes)
{
    auto job = MakeJob(MakeRdmaWrite(100000));
    job.qps = 8;
    EXPECT_EQ(IdealOf(job), RdmaTick::Us(2));
}

TEST(RdmaIdealDuration, OfARingIsItsChain)
{
    // 2 x 7 steps of 1 us + 1000 B x 10 ps.
    EXPECT_EQ(IdealOf(MakeJob(MakeRdmaRingAllReduce(8, 8000))), RdmaTick::Ns(14 * 1010));
}

TEST(RdmaIdealDuration, OfARingWithUnevenChunksFollowsTheLargest)
{
    EXPECT_EQ(IdealOf(MakeJob(MakeRdmaRingAllReduce(8, 8001))), RdmaTick::Ps(14 * 1010010));
}

TEST(RdmaIdealDuration, OfAnAllToAllIsTheBytesOfOneHostAndOneLatency)
{
    EXPECT_EQ(IdealOf(MakeJob(MakeRdmaAllToAll(8, 100000))), RdmaTick::Us(8));
}

TEST(RdmaIdealDuration, OfStepsThatWaitForOneAnotherCountsEachOfThem)
{
    // 3 steps of 1 us + 1 us, although the bytes of a host would take 1 + 3
    EXPECT_EQ(IdealOf(MakeJob(MakeRdmaShiftAllToAll(4, 100000))), RdmaTick::Us(6));
    EXPECT_EQ(IdealOf(MakeJob(MakeRdmaWindowedAllToAll(4, 100000, 1))), RdmaTick::Us(6));
    EXPECT_EQ(IdealOf(MakeJob(MakeRdmaWindowedAllToAll(4, 100000, 2))), RdmaTick::Us(4));
}

TEST(RdmaIdealDuration, OfAnIncastIsTheBytesOfTheReceiver)
{
    EXPECT_EQ(IdealOf(MakeJob(MakeRdmaIncast(8, 0, 100000))), RdmaTick::Us(8));
}

TEST(RdmaIdealDuration, OfTinyMessagesCountsNoPadding)
{
    // On the wire 1 to 4 B take the same time: the bound of 7 senders of 2 B is 2 B and 10 more.
    EXPECT_EQ(IdealOf(MakeJob(MakeRdmaIncast(8, 0, 2))), RdmaTick::Ps(1000000 + 20 + 100));
    EXPECT_EQ(IdealOf(MakeJob(MakeRdmaSendRecv(8, 2))), RdmaTick::Ps(1000000 + 20));
}

TEST(RdmaIdealDuration, CountsStartOffsets)
{
    // A late small flow ends last, although another host has more bytes.
    EXPECT_EQ(IdealOf(MakeJob(
                  MakeRdmaFlows(4, {{0, 1, 100000, RdmaTick()}, {2, 3, 1000, RdmaTick::Us(5)}}))),
              RdmaTick::Ns(6010));
    // Bytes of a host that all start late.
    EXPECT_EQ(
        IdealOf(MakeJob(
            MakeRdmaFlows(3, {{0, 1, 100000, RdmaTick::Us(5)}, {0, 2, 100000, RdmaTick::Us(5)}}))),
        RdmaTick::Us(8));
}

TEST(RdmaIdealDuration, CountsComputations)
{
    RdmaScheduleBuilder builder(2);
    const auto first = builder.AddComputation(0, RdmaTick::Us(3), 0);
    const auto send = builder.AddSend(0, 1, 100, 0);
    const auto last = builder.AddComputation(1, RdmaTick::Us(5), 0);
    builder.AddDependency(first, send);
    builder.AddDependency(send, last);
    builder.AddComputation(1, RdmaTick::Us(7), 0); // in parallel
    EXPECT_EQ(IdealOf(MakeJob(builder.Build())), RdmaTick::Ns(3000 + 1001 + 5000));
}

TEST(RdmaIdealDuration, CountsTheBytesOfEachWayByItself)
{
    // Each of four hosts sends 1 MB to the other host of its server and 2 MB to other servers
    const auto job = MakeJob(MakeRdmaAllToAll(4, 1'000'000));
    const auto idealWith = [&job](int64_t psPerByte) {
        return GetRdmaIdealDuration(job, *PeekPointer(CreateObject<ServerMessenger>(psPerByte)));
    };
    EXPECT_EQ(idealWith(1), RdmaTick::Us(1 + 20)) << "the network is the bottleneck";
    EXPECT_EQ(idealWith(50), RdmaTick::Us(1 + 50)) << "the servers are the bottleneck";
}

TEST(RdmaIdealDuration, OfARingAcrossServersIsTheStepsOfBothWaysOrTheBytesOfOne)
{
    // 6 steps, every other one within a server
    const auto messenger = CreateObject<ServerMessenger>(1);
    const auto few = MakeJob(MakeRdmaRingAllReduce(4, 4'000));
    EXPECT_EQ(GetRdmaIdealDuration(few, *PeekPointer(messenger)),
              RdmaTick::Ns(3 * 1010 + 3 * 1001));
    const auto many = MakeJob(MakeRdmaRingAllReduce(4, 4'000'000));
    EXPECT_EQ(GetRdmaIdealDuration(many, *PeekPointer(messenger)), RdmaTick::Us(1 + 60));
}

TEST(RdmaIdealDuration, OfAWriteOnManyQpsWithinAServerIsBoundByItsRate)
{
    auto job = MakeJob(MakeRdmaWrite(1'000'000));
    job.qps = 4;
    const auto messenger = CreateObject<ServerMessenger>(100);
    EXPECT_EQ(GetRdmaIdealDuration(job, *PeekPointer(messenger)), RdmaTick::Us(1 + 100));
}

TEST(RdmaIdealDuration, IsNoLessThanWhatIsKnownOfTheNetwork)
{
    auto job = MakeJob(MakeRdmaWrite(1'000'000));
    const RdmaTick alone = IdealOf(job);
    job.leastDuration = alone - RdmaTick::Ps(1);
    EXPECT_EQ(IdealOf(job), alone);
    job.leastDuration = alone + RdmaTick::Ps(1);
    EXPECT_EQ(IdealOf(job), job.leastDuration);
}
