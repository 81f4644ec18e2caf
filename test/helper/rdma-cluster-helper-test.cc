/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../nic/small-clos.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/fabric-faults.h"
#include "ns3/fabric-switch-parameters.h"
#include "ns3/fabric.h"
#include "ns3/mrc-fixed-window.h"
#include "ns3/nstime.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-fault-helper.h"
#include "ns3/rdma-nic.h"
#include "ns3/simulator.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <string>
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

/// Check finds the settings with which the program would end later.
class CheckTest : public RdmaClusterHelperTest
{
  protected:
    /** Build, and send one message, after settings in which Check finds this sentence. */
    void ExpectProblem(const std::string& what)
    {
        const RdmaProblems problems = m_helper.Check();
        ASSERT_EQ(problems.size(), 1U);
        EXPECT_EQ(problems.front().what, what);
        EXPECT_DEATH(
            {
                m_helper.Build()->Send(0, 1, 0, 1000, 0);
                Simulator::Run();
            },
            what.substr(0, what.find('('))); // what follows is no pattern
    }
};

TEST_F(CheckTest, ATransportOfOnePlaneInTwo)
{
    m_helper.SetTransport("ns3::RoceQpFactory");
    EXPECT_TRUE(m_helper.Check().empty());
    m_helper.SetTopology(FabricClosSpec::TwoTiers(2, 4, 2));
    ExpectProblem("ns3::RoceQpFactory can use 1 plane(s), the network has 2");
}

TEST_F(CheckTest, PoliciesOfAnotherKind)
{
    const TypeIdValue selector(TypeId::LookupByName("ns3::MrcSpraySelector"));
    const TypeIdValue controller(TypeId::LookupByName("ns3::MrcNscc"));
    m_helper.SetTransport("ns3::MrcQpFactory",
                          "CongestionControl",
                          controller,
                          "PathSelector",
                          selector);
    EXPECT_TRUE(m_helper.Check().empty());
    const std::string end = " that can be made";
    m_helper.SetTransport("ns3::MrcQpFactory", "CongestionControl", selector);
    ExpectProblem("ns3::MrcSpraySelector is not a subclass of ns3::MrcCongestionControl" + end);
    m_helper.SetTransport("ns3::MrcQpFactory", "PathSelector", controller);
    ExpectProblem("ns3::MrcNscc is not a subclass of ns3::MrcPathSelector" + end);
    m_helper.SetTransport("ns3::RoceQpFactory", "RateControl", controller);
    ExpectProblem("ns3::MrcNscc is not a subclass of ns3::RoceRateControl" + end);
}

/// A controller of a user that lacks something.
class IncompleteWindow : public MrcFixedWindow
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TestIncompleteWindow")
                                .SetParent<MrcFixedWindow>()
                                .AddConstructor<IncompleteWindow>()
                                .AddAttribute("Forks",
                                              "Fork makes one",
                                              BooleanValue(true),
                                              MakeBooleanAccessor(&IncompleteWindow::m_forks),
                                              MakeBooleanChecker());
        return tid;
    }

    Ptr<MrcCongestionControl> Fork() const override
    {
        return m_forks ? CopyObject(Ptr<const IncompleteWindow>(this)) : nullptr;
    }

    void Start(const MrcPathInfo& /* path */) override
    {
    }

  private:
    bool m_forks{true}; ///< Forks
};

TEST_F(RdmaClusterHelperTest, AnOwnControllerMustForkAndKnowItsPath)
{
    m_helper.SetTransport("ns3::MrcQpFactory",
                          "CongestionControl",
                          TypeIdValue(IncompleteWindow::GetTypeId()));
    const auto send = [this] {
        m_helper.Build()->Send(0, 1, 0, 1000, 0);
        Simulator::Run();
    };
    EXPECT_DEATH(send(), "ns3::TestIncompleteWindow::Start sets no base RTT");
    Config::SetDefault("ns3::TestIncompleteWindow::Forks", BooleanValue(false));
    EXPECT_DEATH(send(), "ns3::TestIncompleteWindow::Fork returns null");
    Config::Reset();
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
