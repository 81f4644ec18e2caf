/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "stack-test-net.h"

#include "ns3/packet.h"

#include <algorithm>
#include <vector>

// Load balancers of switches also choose the uplinks of packets of ns-3's stack.

using namespace ns3;
using namespace mrctest;

namespace
{

/// Datagrams of one flow, from host 0 to host 2 under the other T0.
class StackLoadBalancingTest : public StackTest
{
  protected:
    /// Number of datagrams.
    static constexpr uint32_t DATAGRAMS = 40;

    /**
     * @param balancer part of the name of its TypeId
     * @return frames that left by each of the two uplinks
     */
    std::vector<uint64_t> Send(const std::string& balancer)
    {
        Config::SetDefault("ns3::FabricSwitchParameters::LoadBalancing",
                           StringValue("ns3::Fabric" + balancer + "Balancer"));
        Build();
        const Ptr<Socket> receiver = MakeSocket(2, "ns3::UdpSocketFactory");
        receiver->Bind(GetAddress(2, 0, true));
        const Ptr<Socket> sender = MakeSocket(0, "ns3::UdpSocketFactory");
        sender->Bind6();
        sender->Connect(GetAddress(2, 0, true));
        for (uint32_t i = 0; i < DATAGRAMS; ++i)
        {
            Simulator::Schedule(MicroSeconds(10 * (i + 1)),
                                [sender] { sender->Send(Create<Packet>(1000)); });
        }
        RunUntil(1000);
        uint32_t received = 0;
        while (receiver->Recv())
        {
            ++received;
        }
        EXPECT_EQ(received, DATAGRAMS);
        return {RdmaClusterHelper::GetUplink(cluster, 0, 0, 0)->GetStats().txFrames,
                RdmaClusterHelper::GetUplink(cluster, 0, 0, 1)->GetStats().txFrames};
    }
};

TEST_F(StackLoadBalancingTest, AHashKeepsAFlowTogether)
{
    const std::vector<uint64_t> frames = Send("Ecmp");
    EXPECT_EQ(std::max(frames[0], frames[1]), DATAGRAMS);
    EXPECT_EQ(std::min(frames[0], frames[1]), 0U);
}

TEST_F(StackLoadBalancingTest, SprayingSpreadsItsPackets)
{
    const std::vector<uint64_t> frames = Send("Spray");
    EXPECT_EQ(frames[0] + frames[1], DATAGRAMS);
    EXPECT_NEAR(frames[0], DATAGRAMS / 2.0, 12);
}

} // namespace
