/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-clos.h"
#include "ns3/fabric-lazy-topology.h"
#include "ns3/rdma-cluster-helper.h"

#include <cmath>
#include <gtest/gtest.h>
#include <iostream>
#include <map>
#include <random>
#include <vector>

// Hashed flows are spread over the uplinks of three tiers like random draws.

namespace
{

using namespace ns3;

/// Measures the deviation of counts from those of random draws.
class Spread
{
  public:
    /**
     * @param counts flows by uplink, of one switch
     */
    void Add(const std::vector<uint32_t>& counts)
    {
        double flows = 0;
        for (const double count : counts)
        {
            flows += count;
        }
        const double share = 1.0 / static_cast<double>(counts.size());
        for (const double count : counts)
        {
            const double off = count - flows * share;
            m_sum += off * off / (flows * share * (1 - share));
            ++m_counts;
        }
    }

    /** @return standard deviation of the counts, relative to that of a binomial distribution */
    double Get() const
    {
        return std::sqrt(m_sum / m_counts);
    }

  private:
    double m_sum{0};    ///< sum of squares
    double m_counts{0}; ///< number of uplinks
};

/// The fat tree of switches with 16 ports, whose switches hash.
class EcmpSpreadTest : public testing::Test
{
  protected:
    EcmpSpreadTest()
    {
        FabricClosSpec spec;
        spec.hosts = 1024;
        spec.hostsPerT0 = spec.t0PerPod = spec.t1PerPod = 8;
        spec.t2PerPlane = 64;
        spec.hostRateBps = spec.fabricRateBps = spec.coreRateBps = 100000000000;
        RdmaClusterHelper helper;
        helper.SetTopology(spec);
        helper.SetTransport("ns3::RoceQpFactory");
        m_cluster = helper.Build();
    }

    ~EcmpSpreadTest() override
    {
        m_cluster->Dispose();
        m_cluster = nullptr;
        Simulator::Destroy();
    }

    /**
     * @param sw a switch with eight equal ports behind its first eight
     * @param frame a frame in it
     * @return the port by which it forwards the frame
     */
    FabricPort* Forward(FabricSwitch* sw, FabricFrame& frame)
    {
        FabricPort* port = sw->ListEgresses(&frame).at(0);
        auto& counts = m_counts[sw->GetNumber()];
        counts.resize(8);
        ++counts.at(port->index - 8);
        return port;
    }

    /** Add up the counts since the last call. */
    void Sum()
    {
        const FabricNetwork& network = m_cluster->GetNetwork();
        for (const auto& [sw, counts] : m_counts)
        {
            const bool t0 = network.GetPosition(sw).tier == FabricSwitchPosition::Tier::T0;
            (t0 ? m_t0s : m_t1s).Add(counts);
        }
        m_counts.clear();
    }

    Ptr<RdmaCluster> m_cluster;                         ///< the network
    std::map<uint32_t, std::vector<uint32_t>> m_counts; ///< flows by uplink, by switch
    Spread m_t0s;                                       ///< over uplinks of T0s
    Spread m_t1s;                                       ///< over uplinks of T1s
};

TEST_F(EcmpSpreadTest, FlowsFallOnUplinksOfBothTiersAsDiceWould)
{
    constexpr uint32_t ROUNDS = 16;
    constexpr uint32_t FLOWS_PER_HOST = 32;
    std::mt19937 dice(1);
    FabricLazyTopology& topology = *m_cluster->GetFabric()->GetLazyTopology();
    for (uint32_t round = 0; round < ROUNDS; ++round)
    {
        for (uint32_t flow = 0; flow < 1024 * FLOWS_PER_HOST; ++flow)
        {
            FabricFrame frame{};
            frame.encap = FabricEncap::PLAIN;
            frame.hopLimit = 64;
            frame.srcHost = flow % 1024;
            frame.dstHost = (frame.srcHost + 64 + dice() % 896) % 1024; // in another pod
            frame.entropy = 0xC000 | (dice() & 0x3FFF);
            FabricPort* down = topology.GetNicPort(0, frame.srcHost)->peer;
            auto* t0 = static_cast<FabricSwitch*>(down->owner);
            auto* t1 = static_cast<FabricSwitch*>(Forward(t0, frame)->peer->owner);
            Forward(t1, frame);
        }
        Sum();
    }
    EXPECT_NEAR(m_t0s.Get(), 1, 0.02);
    EXPECT_NEAR(m_t1s.Get(), 1, 0.02);
    std::cout << "spread of flows, relative to random draws: T0s " << m_t0s.Get() << ", T1s "
              << m_t1s.Get() << std::endl;
}

} // namespace
