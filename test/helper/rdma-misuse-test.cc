/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Scripts that use the helpers in a wrong way. Each must end with a message at the wrong call:
// builds without assertions would crash there, or later, or continue with wrong results.

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/fabric-faults.h"
#include "ns3/fabric-loss.h"
#include "ns3/fabric-pcap-helper.h"
#include "ns3/fabric-stack-helper.h"
#include "ns3/mrc-ev-profile-helper.h"
#include "ns3/mrc-monitor-helper.h"
#include "ns3/mrc-nic-endpoint.h"
#include "ns3/mrc-qp-factory.h"
#include "ns3/mrc-qp.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-fault-helper.h"
#include "ns3/rdma-fault-watch.h"
#include "ns3/rdma-job-helper.h"
#include "ns3/rdma-nic.h"
#include "ns3/rdma-sample-helper.h"
#include "ns3/rdma-schedule.h"
#include "ns3/rdma-workload.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <ostream>
#include <string>

namespace ns3
{

namespace
{

/** @return a cluster with four hosts and two planes */
Ptr<RdmaCluster>
Build()
{
    RdmaClusterHelper helper;
    helper.SetTopology(FabricClosSpec::TwoTiers(2, 4, 2));
    return helper.Build();
}

/** @return the only job, which writes from host 0 to host 3 */
Ptr<RdmaWorkload>
InstallWrite(Ptr<RdmaCluster> cluster)
{
    RdmaJobHelper jobs;
    jobs.AddWrite("write", 0, 3, 100000);
    return jobs.Install(cluster);
}

/// A wrong use, and the message that answers it.
struct Misuse
{
    const char* name;
    std::function<void()> use;
    const char* message;
};

void
PrintTo(const Misuse& misuse, std::ostream* os)
{
    *os << misuse.name;
}

/** @return a wrong use of faults */
Misuse
OfFaults(const char* name,
         const std::function<void(const RdmaFaultHelper&, Ptr<RdmaCluster>)>& use,
         const char* message)
{
    const auto all = [use] {
        const auto cluster = Build();
        use(RdmaFaultHelper(cluster), cluster);
    };
    return {name, all, message};
}

/** @return the use of a cluster that has been disposed of */
Misuse
AfterDispose(const char* name, const std::function<void(RdmaCluster&)>& use)
{
    const auto all = [use] {
        const auto cluster = Build();
        cluster->Dispose();
        use(*cluster);
    };
    return {name, all, "not set up, or disposed of|none before Setup and after Dispose"};
}

/** @return the use of a connected QP after the end of the simulation */
Misuse
OfQpAfterTheEnd(const char* name, const std::function<void(MrcQp&)>& use)
{
    const auto all = [use] {
        const auto cluster = Build();
        const auto qp = cluster->CreateQp(0);
        ConnectMrcQps(qp, cluster->CreateQp(1));
        Simulator::Destroy();
        use(*qp);
    };
    return {name, all, "use of a QP that is not set up, or disposed of"};
}

/** @return attributes with the name of no class */
Misuse
OfClass(const char* name, const std::function<void(RdmaClusterHelper&)>& use, const char* message)
{
    const auto all = [use] {
        RdmaClusterHelper helper;
        use(helper);
        helper.SetTopology(FabricClosSpec::TwoTiers(2, 4, 2));
        InstallWrite(helper.Build());
        Simulator::Run();
    };
    return {name, all, message};
}

/** Probe one path of host 1. */
void
Probe(uint32_t peer)
{
    const auto cluster = Build();
    MrcEvProbe probe;
    probe.peer = peer;
    MrcNicEndpoint::Of(*cluster->GetNic(1)).Probe({probe}, MicroSeconds(1), {});
}

/** @return a wrong use of a schedule of two ranks with one send */
Misuse
OfSends(const char* name, const std::function<void(RdmaScheduleBuilder&)>& use, const char* message)
{
    const auto all = [use] {
        RdmaScheduleBuilder builder(2);
        builder.AddSend(0, 1, 1, 0);
        use(builder);
    };
    return {name, all, message};
}

/** @return a job with a send of this kind on this channel, of so many */
Misuse
OfJob(const char* name, RdmaSendKind kind, uint16_t channel, uint32_t channels, const char* message)
{
    const auto use = [kind, channel, channels](RdmaScheduleBuilder& builder) {
        builder.SetKind(0, kind, channel);
        RdmaJobHelper jobs;
        jobs.Add("a", builder.Build()).channels = channels;
        jobs.Install(Build());
    };
    return OfSends(name, use, message);
}

const TypeIdValue NO_CLASS{TypeId()}; // as from TypeId::LookupByName with a wrong name
const Time AT = MicroSeconds(1);

class RdmaMisuseTest : public testing::TestWithParam<Misuse>
{
  protected:
    void TearDown() override
    {
        Simulator::Destroy();
    }
};

TEST_P(RdmaMisuseTest, IsAnswered)
{
    EXPECT_DEATH(GetParam().use(), GetParam().message);
}

const Misuse FAULTS[]{
    OfFaults(
        "LinkDown",
        [](auto& f, auto) { f.LinkDown(nullptr, AT); },
        "port of a fault is null"),
    OfFaults(
        "LinkUp",
        [](auto& f, auto) { f.LinkUp(nullptr, AT); },
        "port of a fault is null"),
    OfFaults(
        "LinkRate",
        [](auto& f, auto) { f.LinkRate(nullptr, 1, AT); },
        "fault is null"),
    OfFaults(
        "LinkDelay",
        [](auto& f, auto) { f.LinkDelay(nullptr, AT, AT); },
        "fault is null"),
    OfFaults(
        "SwitchDown",
        [](auto& f, auto) { f.SwitchDown(nullptr, AT); },
        "switch of a fault is"),
    OfFaults(
        "SwitchSilent",
        [](auto& f, auto) { f.SwitchSilent(nullptr, AT); },
        "fault is null"),
    OfFaults(
        "SwitchReboot",
        [](auto& f, auto) { f.SwitchReboot(nullptr, AT, AT); },
        "is null"),
    OfFaults(
        "LossOfNothing",
        [](auto& f, auto c) { f.LinkLoss(RdmaClusterHelper::GetUplink(c, 0, 0, 0), nullptr, AT); },
        "the function that makes a loss is null"),
    OfFaults(
        "LossThatIsNotMade",
        [](auto& f, auto c) {
            f.LinkLoss(
                RdmaClusterHelper::GetUplink(c, 0, 0, 0),
                [] { return std::unique_ptr<FabricLoss>(); },
                AT);
            Simulator::Run();
        },
        "the loss of a fault is null"),
    OfFaults(
        "Past",
        [](auto& f, auto c) {
            Simulator::Stop(2 * AT);
            Simulator::Run();
            f.LinkDown(RdmaClusterHelper::GetUplink(c, 0, 0, 0), AT);
        },
        "a fault at \\+1us in the past: it is \\+2us"),
    OfFaults(
        "NegativeDuration",
        [](auto& f, auto c) {
            f.LinkDown(RdmaClusterHelper::GetUplink(c, 0, 0, 0), AT, Time{0} - AT);
        },
        "a fault with a duration of -1us"),
    OfFaults(
        "PortOff",
        [](auto& f, auto) { f.PortOff(1, 3, AT); },
        "h1 has the ports 1 to 2, not 3"),
    OfFaults(
        "HostOff",
        [](auto& f, auto) { f.PortOff(4, 1, AT); },
        "host 4 of 4"),
    OfFaults(
        "PortOfAnotherCluster",
        [](auto& f, auto) { f.LinkDown(RdmaClusterHelper::GetUplink(Build(), 0, 0, 0), AT); },
        "the port of a fault belongs to another network"),
    OfFaults(
        "SwitchOfAnotherCluster",
        [](auto& f, auto) {
            f.SwitchDown(
                RdmaClusterHelper::GetSwitch(Build(), FabricSwitchPosition::Tier::T0, 0, 0),
                AT);
        },
        "the switch of a fault belongs to another network"),
    OfFaults(
        "FlapsOfNoLink",
        [](auto& f, auto) { f.TransceiverGlitch({}, AT, AT); },
        "flaps of 0 links with 1 fault intervals each"),
    OfFaults(
        "NoFlap",
        [](auto& f, auto c) {
            f.LinkFlap(RdmaClusterHelper::GetUplink(c, 0, 0, 0), AT, AT, AT, 0);
        },
        "flaps of 1 links with 0 fault intervals each"),
    OfFaults(
        "RandomFlapsOfNoLink",
        [](auto& f, auto) { f.RandomFlaps({}, 1, AT, AT, AT); },
        "random flaps of no link"),
    OfFaults(
        "RandomFlapsOfAnUnknownLink",
        [](auto& f, auto) { f.RandomFlaps({99}, 1, AT, AT, AT); },
        "link 99 of a network with [0-9]+ links"),
    OfFaults(
        "RandomFlapsForever",
        [](auto& f, auto) { f.RandomFlaps({0}, 1, AT, AT, Time::Max() - Time{1}); },
        "random flaps need an end"),
    OfFaults(
        "RandomFlapsBackwards",
        [](auto& f, auto) { f.RandomFlaps({0}, 1, AT, AT, Time{0} - AT); },
        "random flaps need an end"),
    OfFaults(
        "RandomFlapsWithoutARate",
        [](auto& f, auto) { f.RandomFlaps({0}, std::nan(""), AT, AT, AT); },
        "nan flaps per second; allowed: more than 0"),
    OfFaults(
        "TooManyRandomFlaps",
        [](auto& f, auto) {
            f.RandomFlaps({0, 1}, 6e12, AT, AT, AT);
        },
        "6e\\+12 flaps per second; allowed: more than 0, and as many as make 1e\\+07 flaps"),
    {"Probability", [] { FabricBernoulliLoss(1.5); }, "probability 1.5; allowed: 0 to 1"},
    {"Bursts", [] { FabricBurstLoss(0.8, 2); }, "bursts of 2 frames; at a loss of 0.8 at least 4"},
    {"BitErrors", [] { FabricBitErrorLoss(-0.1); }, "probability -0.1; allowed: 0 to 1"},
};

const Misuse DISPOSED[]{
    AfterDispose("Fabric", [](auto& c) { c.GetFabric(); }),
    AfterDispose("Hosts", [](auto& c) { c.GetNHosts(); }),
    AfterDispose("Network", [](auto& c) { c.GetNetwork(); }),
    AfterDispose("Nic", [](auto& c) { c.GetNic(0); }),
    AfterDispose("Transport", [](auto& c) { c.FindTransport(0, 1, 0); }),
    AfterDispose("Description", [](auto& c) { c.Describe(0, 1, 0); }),
    AfterDispose("Counters", [](auto& c) { c.SumCounters(); }),
    AfterDispose("Errors", [](auto& c) { c.CountErrors(); }),
    AfterDispose("Streams", [](auto& c) { c.AssignStreams(0); }),
    AfterDispose("Send", [](auto& c) { c.Send(0, 1, 0, 1, 0); }),
    AfterDispose("Port", [](auto& c) { RdmaClusterHelper::GetPort(&c, "h0", "p0-t0-0"); }),
    AfterDispose("Samples", [](auto& c) { RdmaSampleHelper().Start(&c, nullptr); }),
    AfterDispose("Watch", [](auto& c) { RdmaFaultWatch(&c, RdmaTick::Us(1)); }),
    {"SendOfATransport",
     [] {
         const auto cluster = Build();
         const auto transport = cluster->GetTransport();
         cluster->Dispose();
         transport->Send(0, 1, 0, 1, 0);
     },
     "a messenger that is not set up, or disposed of"},
    {"CountersAfterTheEnd",
     [] {
         const auto cluster = Build();
         cluster->Send(0, 3, 0, 1000, 0);
         Simulator::Run();
         Simulator::Destroy();
         cluster->SumCounters();
     },
     "not set up, or disposed of"},
    OfQpAfterTheEnd("QpAfterTheEnd", [](MrcQp& qp) { qp.GetState(); }),
    OfQpAfterTheEnd("ReceiveAfterTheEnd", [](MrcQp& qp) { qp.PostRecv(1); }),
    OfQpAfterTheEnd("ResetAfterTheEnd", [](MrcQp& qp) { qp.Modify(MrcQpState::RESET); }),
    {"QpAfterDispose",
     [] {
         const auto qp = Build()->CreateQp(0);
         qp->Dispose();
         qp->PostWrite(0, 1, 0, 1);
     },
     "use of a QP that is not set up, or disposed of"},
    {"JobsThatHaveNotBegun",
     [] {
         const auto cluster = Build();
         InstallWrite(cluster);
         cluster->Dispose();
         Simulator::Run();
     },
     "not set up, or disposed of"},
};

const Misuse CLASSES[]{
    OfClass(
        "Controller",
        [](auto& h) {
            const auto factory = CreateObject<MrcQpFactory>(); // ns-3's own factories read its name
            factory->SetAttribute("CongestionControl", NO_CLASS);
            h.SetTransport(factory);
        },
        "the name of no class is not a subclass of ns3::MrcCongestionControl"),
    OfClass(
        "Balancer",
        [](auto& h) { h.SetSwitchAttribute("LoadBalancing", NO_CLASS); },
        "LoadBalancing: the name of no class is no ns3::FabricLoadBalancer"),
    {"Queue",
     [] { FabricStackHelper().SetQueue("ns3::Node", "", BooleanValue()); },
     "there is no ns3::Queue<Packet> with the name 'ns3::Node'; allowed: .*DropTailQueue<Packet>"},
};

const Misuse NULLS[]{
    {"Switches", [] { RdmaClusterHelper().SetSwitches(nullptr); }, "settings of switches is null"},
    {"Factory",
     [] { RdmaClusterHelper().SetTransport(Ptr<RdmaQpFactory>()); },
     "factory of a transport is null"},
    {"SecondFactory", [] { Build()->AddTransport(nullptr, 0); }, "factory of a transport is null"},
    {"Messenger", [] { Build()->AddMessenger(nullptr); }, "messenger of a cluster is null"},
    {"Jobs", [] { RdmaJobHelper().Install(nullptr); }, "the cluster of jobs is null"},
    {"Monitor", [] { MrcMonitorHelper().Install(nullptr); }, "the cluster of a monitor is null"},
    {"Stack", [] { FabricStackHelper().Install(nullptr); }, "the cluster of a stack is null"},
    {"Faults", [] { RdmaFaultHelper(nullptr); }, "the cluster of an RdmaFaultHelper is null"},
    {"Sampler",
     [] { RdmaSampleHelper().Start(nullptr, nullptr); },
     "the cluster of samples is null"},
    {"Port", [] { RdmaClusterHelper::GetTracePath(nullptr); }, "a traced port is null"},
    {"Node",
     [] {
         RdmaClusterHelper helper;
         helper.SetTopology(FabricClosSpec::TwoTiers(1, 4, 2));
         NodeContainer hosts(3);
         hosts.Add(Ptr<Node>());
         helper.Install(hosts);
     },
     "the node of a host is null"},
    {"AddressOfAStack", [] { FabricStackHelper::GetIpv6(nullptr, 0, 0); }, "of a stack is null"},
    {"DeviceOfAStack", [] { FabricStackHelper::GetDevice(nullptr, 0, 0); }, "of a stack is null"},
    {"EvProfile",
     [] { MrcEvProfileHelper::SetState(nullptr, MrcEvEntry(), MrcEvPublicState::GOOD); },
     "the profile of EVs is null"},
    {"Qp", [] { ConnectMrcQps(Build()->CreateQp(0), nullptr); }, "a QP to connect is null"},
    {"Link", [] { Build()->GetFabric()->SetLinkUp(nullptr, false); }, "the port of a link is null"},
    {"Tap", [] { Build()->GetFabric()->AddTap(nullptr, nullptr); }, "the port of a tap is null"},
    {"CapturedNetwork",
     [] { FabricPcapHelper().EnablePcap("x", nullptr, Build()->GetNic(0)->GetPort(0)); },
     "the network of a capture is null"},
    {"CapturedNetworkAsText",
     [] { FabricPcapHelper().EnableAscii("x", nullptr, Build()->GetNic(0)->GetPort(0)); },
     "the network of a capture is null"},
    {"Capture",
     [] { FabricPcapHelper().EnablePcap("x", Build()->GetFabric(), Ptr<RdmaNic>()); },
     "the NIC of a capture is null"},
};

const Misuse OTHERS[]{
    {"RttBeforeTopology", [] { RdmaClusterHelper().GetBaseRtt(); }, "SetTopology has not been"},
    {"CheckBeforeTopology", [] { RdmaClusterHelper().Check(); }, "SetTopology has not been called"},
    {"AdviceBeforeTopology", [] { RdmaClusterHelper().Advise(); }, "SetTopology has not been"},
    {"BuildBeforeTopology", [] { RdmaClusterHelper().Build(); }, "SetTopology has not been called"},
    {"NodeOfAPort",
     [] { RdmaClusterHelper::GetPort(Build(), "h0", "p0-t0-9"); },
     "no host or switch 'p0-t0-9'; hosts are h0"},
    {"PlaneOfATracedPort",
     [] { Build()->GetNic(1)->GetTracedPort(2); },
     "h1 has the planes 0 to 1, not 2"},
    {"PlaneOfAPort", [] { Build()->GetNic(1)->GetPort(2); }, "h1 has the planes 0 to 1, not 2"},
    {"PlaneOfAUsedNic",
     [] {
         const auto cluster = Build();
         cluster->GetNic(1)->GetPort(0);
         cluster->GetNic(1)->GetPort(3);
     },
     "h1 has the planes 0 to 1, not 3"},
    {"ProbeToNoHost", [] { Probe(99); }, "an EV probe from host 1 to host 99 of 4"},
    OfSends(
        "DependencyOfNoSend",
        [](auto& b) { b.AddDependency(7, 0); },
        "no send 7 among the 1 that have been added"),
    OfSends(
        "NoSendDepends",
        [](auto& b) { b.AddDependency(0, 400000000); },
        "no send 400000000 among the 1 that have been added"),
    OfSends(
        "StartOfNoSend",
        [](auto& b) { b.SetStart(1, RdmaTick()); },
        "no send 1 among the 1 that have been added"),
    OfSends(
        "KindOfNoSend",
        [](auto& b) { b.SetKind(1, RdmaSendKind::WRITE, 0); },
        "no send 1 among the 1 that have been added"),
    OfSends(
        "EndlessBeforeTheLast",
        [](auto& b) {
            b.AddSend(1, 0, 1, 0);
            b.SetEndless(0, RdmaTick());
        },
        "send 0 is not the last of 2"),
    OfSends(
        "BandwidthOfNoBytes",
        [](auto& b) { b.SetBandwidthRule(0, 1); },
        "a rule for bandwidths with a size of 0 B"),
    OfSends(
        "SlowRankThatIsNotThere",
        [](auto& b) { b.Build().SlowDown(2, 1); },
        "no rank 2 of 2"),
    OfSends(
        "RankWithoutTime",
        [](auto& b) { b.Build().SlowDown(1, -2); },
        "a rank that takes -2 times as long"),
    OfJob("ControlWithoutAMessenger",
          RdmaSendKind::CONTROL,
          0,
          1,
          "job a sends control messages, but has no messenger for them"),
    OfJob("ChannelOfAJobWithout", RdmaSendKind::WRITE, 7, 0, "job a has a send on channel 7 of 0"),
    OfJob("ChannelBehindTheLast",
          RdmaSendKind::IMMEDIATE,
          2,
          2,
          "job a has a send on channel 2 of 2"),
    {"TwoClustersOfOnePath",
     [] {
         const auto cluster = Build();
         const auto port = Build()->GetNic(0)->GetPort(0);
         RdmaClusterHelper::GetTracePath(port);
     },
     "a path to a port matches the ports of all 2 clusters"},
    {"TwoClustersOfAConnection",
     [] { ConnectMrcQps(Build()->CreateQp(0), Build()->CreateQp(1)); },
     "the two QPs to connect belong to different clusters"},
    {"TwoClustersOfACapture",
     [] {
         FabricPcapHelper().EnablePcap("x", Build()->GetFabric(), Build()->GetNic(0)->GetPort(0));
     },
     "the port of a capture belongs to another network"},
    {"SecondMessenger",
     [] {
         const auto cluster = Build();
         cluster->AddMessenger(cluster->GetTransport());
     },
     "the cluster has this messenger already"},
    {"QpNumberBelowTheFirst",
     [] { Build()->GetNic(0)->GetTracedQp(2); },
     "QP numbers begin at 3; found 2"},
    {"QpNumberWithoutAQp", [] { Build()->GetNic(0)->GetTransport(99); }, "no transport of a QP 99"},
    {"HostWithoutAnAddress",
     [] { FabricStackHelper::GetIpv6(Build(), 4, 0); },
     "no host 4 in plane 0 of a network with 4 hosts and 2 planes"},
    {"PlaneWithoutAnAddress",
     [] { FabricStackHelper::GetIpv6(Build(), 0, 2); },
     "no host 0 in plane 2 of a network"},
    {"PlaneWithoutAnIpv4Address",
     [] { FabricStackHelper::GetIpv4(5, 65536); },
     "plane 65536 has no IPv4 addresses"},
    {"IdealTimeOfNoHost", [] { Build()->GetIdealTime(0, 9, 1); }, "from host 0 to host 9 in a net"},
    {"IdealTimeToItself", [] { Build()->GetIdealTime(1, 1, 1); }, "from host 1 to host 1 in a net"},
    {"Interval",
     [] { RdmaSampleHelper().SetInterval(Time::Max()); },
     "allowed: more than 0, less than a day"},
    {"NumberOfAJob", [] { InstallWrite(Build())->GetJobState(1); }, "job 1 of 1"},
    {"NumberOfAFault",
     [] { RdmaFaultWatch(Build(), RdmaTick::Us(1)).GetEffect(5); },
     "fault 5 of 0"},
    {"SecondJobs",
     [] {
         const auto cluster = Build();
         InstallWrite(cluster);
         InstallWrite(cluster);
     },
     "all messages of this transport belong to the jobs of one RdmaWorkload"},
    {"SendBesideJobs",
     [] {
         const auto cluster = Build();
         InstallWrite(cluster);
         cluster->Send(1, 2, 0, 1000, 0);
     },
     "belong to the jobs of one RdmaWorkload"},
    {"SendOfATransportBesideJobs",
     [] {
         const auto cluster = Build();
         InstallWrite(cluster);
         cluster->GetTransport()->Send(1, 2, 0, 1000, 77);
         Simulator::Run();
     },
     "a message with token 77 is none of the 1 that the jobs have posted"},
    {"CallbackBesideJobs",
     [] {
         const auto cluster = Build();
         InstallWrite(cluster);
         cluster->SetDeliveredCallback(RdmaMessenger::DeliveredCallback());
     },
     "belong to the jobs of one RdmaWorkload"},
};

/** @return the name of a test */
std::string
NameOf(const testing::TestParamInfo<Misuse>& info)
{
    return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Faults, RdmaMisuseTest, testing::ValuesIn(FAULTS), NameOf);
INSTANTIATE_TEST_SUITE_P(AfterDispose, RdmaMisuseTest, testing::ValuesIn(DISPOSED), NameOf);
INSTANTIATE_TEST_SUITE_P(Classes, RdmaMisuseTest, testing::ValuesIn(CLASSES), NameOf);
INSTANTIATE_TEST_SUITE_P(Nulls, RdmaMisuseTest, testing::ValuesIn(NULLS), NameOf);
INSTANTIATE_TEST_SUITE_P(Others, RdmaMisuseTest, testing::ValuesIn(OTHERS), NameOf);

// The ordinary shape of a script: functions that build and start, whose variables are gone when
// the simulation runs.

TEST(RdmaLifetimeTest, AClusterRemainsUntilTheSimulatorIsDestroyed)
{
    uint32_t delivered = 0;
    const auto build = [&delivered] {
        const auto cluster = Build();
        cluster->SetDeliveredCallback(
            RdmaMessenger::DeliveredCallback([&delivered](uint64_t) { ++delivered; }));
        cluster->Send(0, 3, 0, 1000, 0);
    };
    build();
    Simulator::Run();
    EXPECT_EQ(delivered, 1);
    Simulator::Destroy();
}

TEST(RdmaLifetimeTest, ANetworkIsDisposedOfWithTheSimulation)
{
    const auto cluster = Build();
    const auto port = cluster->GetNic(0)->GetPort(0);
    bool removed = false;

    struct Tap final : FabricPortTap
    {
        explicit Tap(bool& removed)
            : m_removed(removed)
        {
        }

        ~Tap() override
        {
            m_removed = true;
        }

        void OnSend(RdmaTick, const FabricFrame&) override
        {
        }

        void OnReceive(RdmaTick, const FabricFrame&) override
        {
        }

        bool& m_removed;
    };

    cluster->GetFabric()->AddTap(port, std::make_unique<Tap>(removed));
    cluster->Send(0, 3, 0, 1000000, 0);
    Simulator::Stop(MicroSeconds(10)); // with frames in flight
    Simulator::Run();
    EXPECT_FALSE(removed);
    Simulator::Destroy();
    EXPECT_TRUE(removed); // so captures are complete
}

TEST(RdmaClusterDefaultsTest, DefaultsAreThoseAtTheTimeOfInstall)
{
    RdmaClusterHelper helper;
    helper.SetTopology(FabricClosSpec::TwoTiers(1, 4, 2));
    helper.SetSwitchAttribute("EcnOnLastHop", BooleanValue(false));
    helper.SetTransport("ns3::MrcQpFactory");
    EXPECT_FALSE(helper.Build()->GetFabric()->GetPauseWatch());
    Config::SetDefault("ns3::FabricSwitchParameters::Pfc", BooleanValue(true));
    Config::SetDefault("ns3::MrcQpFactory::CongestionControl", StringValue("ns3::MrcDctcp"));
    const auto cluster = helper.Build();
    EXPECT_TRUE(cluster->GetFabric()->GetPauseWatch());
    TypeIdValue controller;
    cluster->GetTransport()->GetFactory()->GetAttribute("CongestionControl", controller);
    EXPECT_EQ(controller.Get().GetName(), "ns3::MrcDctcp");
    Config::Reset();
    Simulator::Destroy();
}

TEST(RdmaLifetimeTest, JobsRunWithoutTheirCluster)
{
    const auto workload = InstallWrite(Build());
    Simulator::Run();
    EXPECT_TRUE(workload->IsFinished());
    Simulator::Destroy();
}

} // namespace

} // namespace ns3
