/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../workload/fake-messenger.h"
#include "fluid/fluid-clos-shape.h"
#include "run/network-bound.h"

#include "ns3/fabric-clos.h"
#include "ns3/rdma-schedule.h"

#include <gtest/gtest.h>
#include <memory>
#include <numeric>
#include <string>

// Lower bounds of jobs by cuts.

namespace mrcsim
{

namespace
{

using ns3::RdmaTick;

/**
 * @param t1 T1s of a plane
 * @param rateBps rate of all links, bit/s
 * @return two T0s of 4 hosts, two planes
 */
ns3::FabricClosSpec
MakeClos(uint32_t t1, uint64_t rateBps)
{
    ns3::FabricClosSpec spec;
    spec.planes = 2;
    spec.hosts = 8;
    spec.hostsPerT0 = 4;
    spec.t1PerPlane = t1;
    spec.hostRateBps = spec.fabricRateBps = rateBps;
    return spec;
}

/// All hosts are in one server.
class OneServer : public FakeMessenger
{
  public:
    using FakeMessenger::FakeMessenger;

    ns3::RdmaMedium GetMedium(uint32_t /* src */, uint32_t /* dst */) const override
    {
        return ns3::RdmaMedium::SERVER;
    }
};

/**
 * @param spec the network
 * @param transport name of a transport
 * @param messenger messenger of the messages
 * @return least duration of 1 MB from each of 4 hosts to one in the other group, in two parts
 */
RdmaTick
FindLeast(const ns3::FabricClosSpec& spec,
          const std::string& transport,
          ns3::Ptr<ns3::RdmaMessenger> messenger)
{
    const auto network = ns3::Create<const ns3::FabricClos>(spec);
    ns3::RdmaScheduleBuilder schedule(8);
    for (uint32_t rank = 0; rank < 4; ++rank)
    {
        schedule.AddSend(rank, rank + 4, 400'000, 0);
    }
    for (uint32_t rank = 0; rank < 4; ++rank)
    {
        schedule.AddSend(rank, rank + 4, 600'000, 1);
    }
    ns3::RdmaJob job;
    job.schedule = schedule.Build();
    job.hosts.resize(8);
    std::iota(job.hosts.begin(), job.hosts.end(), 0);
    job.messenger = messenger;
    JobSpec jobSpec;
    jobSpec.transport = FindTransport(transport);
    return NetworkBound(std::make_unique<FluidClosShape>(*network)).GetLeastDuration(jobSpec, job);
}

/// One unit: 100 Gb/s, 80 ps per byte.
constexpr uint64_t RATE = 100'000'000'000;

TEST(NetworkBound, PortsAreATrifleFasterThanTheirRates)
{
    // 4 MB of payload, four fifths of the wire bytes, over 2 planes x 2 uplinks. A port is faster
    // by 1 ps per 128 KiB of 80 ps per byte, and a path by 8 ps.
    const auto messenger = ns3::CreateObject<FakeMessenger>(8, RdmaTick(), 50);
    EXPECT_EQ(FindLeast(MakeClos(2, RATE), "mrc", messenger), RdmaTick::Ps(100'000'000 - 10 - 8));
}

TEST(NetworkBound, ATransportOfOnePathHasOnePlane)
{
    const auto messenger = ns3::CreateObject<FakeMessenger>(8, RdmaTick(), 100);
    EXPECT_EQ(FindLeast(MakeClos(2, RATE), "roce", messenger), RdmaTick::Ps(200'000'000 - 20 - 8));
}

TEST(NetworkBound, SaysNothingWhereNicsSayAll)
{
    const auto messenger = ns3::CreateObject<FakeMessenger>(8, RdmaTick(), 50);
    EXPECT_EQ(FindLeast(MakeClos(4, RATE), "mrc", messenger), RdmaTick());
}

TEST(NetworkBound, WhatStaysInAServerDoesNotCount)
{
    const auto messenger = ns3::CreateObject<OneServer>(8, RdmaTick(), 50);
    EXPECT_EQ(FindLeast(MakeClos(2, RATE), "mrc", messenger), RdmaTick());
}

} // namespace

} // namespace mrcsim
