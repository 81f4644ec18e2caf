/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../nic/small-clos.h"

#include "ns3/fabric-faults.h"
#include "ns3/fabric-switch-parameters.h"
#include "ns3/fabric.h"
#include "ns3/nstime.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-fault-helper.h"
#include "ns3/rdma-nic.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

/// Helpers of scripts.
class RdmaClusterHelperTest : public testing::Test
{
  protected:
    RdmaClusterHelperTest()
    {
        m_helper.SetTopology(MakeSmallClos(1));
    }

    ~RdmaClusterHelperTest() override
    {
        Simulator::Destroy();
    }

    /**
     * @param object an object
     * @param name an attribute that is a time
     * @return its value
     */
    static Time ReadTime(const Object& object, const char* name)
    {
        TimeValue value;
        object.GetAttribute(name, value);
        return value.Get();
    }

    RdmaClusterHelper m_helper; ///< under test
};

TEST_F(RdmaClusterHelperTest, AttributesByNameHoldForNetworksThatAreBuiltLater)
{
    const Ptr<RdmaCluster> before = m_helper.Build();
    m_helper.SetNicAttribute("LinkDownDetect", TimeValue(NanoSeconds(777)));
    m_helper.SetFabricAttribute("LocalRepair", TimeValue(NanoSeconds(888)));
    const Ptr<RdmaCluster> after = m_helper.Build();
    for (uint32_t host = 0; host < after->GetNHosts(); ++host)
    {
        EXPECT_EQ(ReadTime(*after->GetNic(host), "LinkDownDetect"), NanoSeconds(777)) << host;
        EXPECT_NE(ReadTime(*before->GetNic(host), "LinkDownDetect"), NanoSeconds(777)) << host;
    }
    EXPECT_EQ(ReadTime(*after->GetFabric(), "LocalRepair"), NanoSeconds(888));
    EXPECT_NE(ReadTime(*before->GetFabric(), "LocalRepair"), NanoSeconds(888));
}

TEST_F(RdmaClusterHelperTest, AFlappingLinkGoesDownAtEveryPeriod)
{
    const Ptr<RdmaCluster> cluster = m_helper.Build();
    std::vector<std::pair<int64_t, bool>> changes;
    cluster->GetFabric()->TraceConnectWithoutContext(
        "Fault",
        Callback<void, const FabricFaultChange&>([&changes](const FabricFaultChange& change) {
            EXPECT_EQ(change.kind, FabricFaultKind::DARK);
            changes.emplace_back(change.time.GetNs(), change.begins);
        }));
    RdmaFaultHelper(cluster).LinkFlap(cluster->GetNic(1)->GetPort(0),
                                      NanoSeconds(7000),
                                      NanoSeconds(200),
                                      NanoSeconds(1300),
                                      3);
    Simulator::Stop(MicroSeconds(100));
    Simulator::Run();
    const std::vector<std::pair<int64_t, bool>> expected{{7000, true},
                                                         {7200, false},
                                                         {8300, true},
                                                         {8500, false},
                                                         {9600, true},
                                                         {9800, false}};
    EXPECT_EQ(changes, expected);
}

} // namespace
