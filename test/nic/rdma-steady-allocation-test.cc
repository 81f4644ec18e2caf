/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/fabric-switch-parameters.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <new>
#include <string>

/**
 * @file
 * @ingroup mrc
 * After a load has become steady, packets need no memory from the system, and a cluster that has
 * been disposed of has none. This file counts all allocations of the test program. It is not built
 * with an address sanitizer, which replaces operator new itself.
 */

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MRC_ADDRESS_SANITIZER // clang
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define MRC_ADDRESS_SANITIZER // g++
#endif

#ifndef MRC_ADDRESS_SANITIZER

namespace
{
uint64_t g_allocations = 0; ///< calls of operator new
uint64_t g_frees = 0;       ///< calls of operator delete, of which null is none

/** @param memory of malloc, or null */
void
Free(void* memory)
{
    g_frees += memory ? 1 : 0;
    std::free(memory);
}

} // namespace

/// @cond
// Not inlined: otherwise the compiler warns of mismatched allocation functions.
[[gnu::noinline]] void*
operator new(std::size_t size)
{
    ++g_allocations;
    if (void* memory = std::malloc(size ? size : 1))
    {
        return memory;
    }
    throw std::bad_alloc();
}

[[gnu::noinline]] void*
operator new(std::size_t size, std::align_val_t alignment)
{
    ++g_allocations;
    const auto align = static_cast<std::size_t>(alignment);
    if (void* memory = std::aligned_alloc(align, (size + align - 1) / align * align))
    {
        return memory;
    }
    throw std::bad_alloc();
}

[[gnu::noinline]] void
operator delete(void* memory) noexcept
{
    Free(memory);
}

[[gnu::noinline]] void
operator delete(void* memory, std::size_t /* size */) noexcept
{
    Free(memory);
}

[[gnu::noinline]] void
operator delete(void* memory, std::align_val_t /* alignment */) noexcept
{
    Free(memory);
}

[[gnu::noinline]] void
operator delete(void* memory, std::size_t /* size */, std::align_val_t /* alignment */) noexcept
{
    Free(memory);
}

/// @endcond

using namespace ns3;

namespace
{

/// A transport under test.
struct Way
{
    const char* name;      ///< of the test
    const char* transport; ///< factory
    uint32_t warmUpUs;     ///< time after which no queue grows any more, us
};

/// Long messages between all hosts of a small cluster, on one transport.
class RdmaSteadyAllocation : public ::testing::TestWithParam<Way>
{
  protected:
    void SetUp() override
    {
        Simulator::SetScheduler(ObjectFactory("ns3::FabricWheelScheduler"));
        FabricClosSpec clos;
        clos.hosts = 16;
        clos.hostsPerT0 = 4;
        clos.t1PerPlane = 4;
        clos.hostRateBps = 100000000000;
        clos.fabricRateBps = 100000000000;
        clos.linkDelay = RdmaTick::Ns(500);
        RdmaClusterHelper helper;
        helper.SetTopology(clos);
        helper.SetTransport(GetParam().transport);
        const bool lossless = std::string(GetParam().transport) == "ns3::RoceQpFactory";
        helper.SetSwitches(
            CreateObjectWithAttributes<FabricSwitchParameters>("Pfc",
                                                               BooleanValue(lossless),
                                                               "Trimming",
                                                               BooleanValue(!lossless)));
        cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(cluster, 1);
        for (uint32_t host = 0; host < clos.hosts; ++host)
        {
            cluster->Send(host, (host + 5) % clos.hosts, 0, 64000000, host);
        }
    }

    void TearDown() override
    {
        cluster->Dispose();
        cluster = nullptr;
        Simulator::Destroy();
        Config::Reset();
    }

    /**
     * @param until time
     * @return allocations until then
     */
    static uint64_t RunUntil(Time until)
    {
        Simulator::Stop(until - Simulator::Now());
        const uint64_t before = g_allocations;
        Simulator::Run();
        return g_allocations - before;
    }

    Ptr<RdmaCluster> cluster; ///< the cluster
};

TEST_P(RdmaSteadyAllocation, NothingIsAllocatedForPackets)
{
    EXPECT_GT(RunUntil(MicroSeconds(GetParam().warmUpUs)), 0U);
    const uint64_t hops = cluster->GetFabric()->GetTotals().hops;
    EXPECT_EQ(RunUntil(MicroSeconds(GetParam().warmUpUs + 600)), 0U);
    EXPECT_GT(cluster->GetFabric()->GetTotals().hops - hops, 50000U);
}

TEST_P(RdmaSteadyAllocation, AnEndedSimulationKeepsNothing)
{
    const auto repeat = [this] {
        TearDown();
        SetUp();
        RunUntil(MicroSeconds(20));
        return g_allocations - g_frees;
    };
    repeat();
    const uint64_t kept = repeat();
    EXPECT_EQ(repeat(), kept);
    EXPECT_EQ(repeat(), kept);
}

INSTANTIATE_TEST_SUITE_P(Transports,
                         RdmaSteadyAllocation,
                         ::testing::Values(Way{"Mrc", "ns3::MrcQpFactory", 300},
                                           Way{"Roce", "ns3::RoceQpFactory", 3000}),
                         [](const auto& info) { return info.param.name; });

} // namespace

#endif // MRC_ADDRESS_SANITIZER
