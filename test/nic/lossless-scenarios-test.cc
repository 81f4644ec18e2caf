/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Random lossless networks under incast and cross traffic: for any topology, rates, cables and
// buffers, a network with PFC loses nothing and drains completely.

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/fabric-pause-watch.h"
#include "ns3/fabric-switch-parameters.h"
#include "ns3/fabric.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-time.h"
#include "ns3/rdma-wire-size.h"
#include "ns3/string.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <set>
#include <sstream>

using namespace ns3;

namespace
{

/// Scenarios in two tiers.
constexpr uint32_t SCENARIOS = 200;
/// Scenarios in three tiers.
constexpr uint32_t POD_SCENARIOS = 100;

/// A message.
struct Message
{
    uint32_t src;   ///< sending host
    uint32_t dst;   ///< receiving host
    uint32_t qp;    ///< 0: in the first data class, 1: in the second
    uint64_t bytes; ///< size
};

/// A network and its load, drawn from a seed.
struct Scenario
{
    FabricClosSpec clos;           ///< topology, rates, delays
    uint32_t mtuBytes{0};          ///< payload of a full packet
    uint64_t bufferBytes{0};       ///< memory of a switch; 0 = automatic
    double alpha{0};               ///< share of the free pool
    bool fixed{false};             ///< static thresholds
    uint32_t classes{1};           ///< lossless data classes
    uint32_t reservedBytes{0};     ///< per class and port
    uint32_t resumeOffset{0};      ///< frames
    RdmaTick response;             ///< of a paused port
    bool dcqcn{false};             ///< with congestion control
    std::vector<Message> messages; ///< the load

    /** @return one line with all of it */
    std::string Describe() const
    {
        std::ostringstream text;
        text << clos.hosts << " hosts, " << clos.hostsPerT0 << " per T0, " << clos.t1PerPlane
             << " T1s, pods of " << clos.t0PerPod << " T0s and " << clos.t1PerPod << " T1s, "
             << clos.t2PerPlane << " T2s, " << clos.parallelLinks << " parallel links, "
             << clos.hostRateBps / 1e9 << " and " << clos.fabricRateBps / 1e9 << " Gb/s, cables "
             << clos.linkDelay.GetNs() << " ns, switches " << clos.switchDelay.GetNs()
             << " ns, MTU " << mtuBytes << ", buffer " << bufferBytes << ", alpha " << alpha
             << (fixed ? ", static, " : ", dynamic, ") << classes << " classes, reserved "
             << reservedBytes << ", resume offset " << resumeOffset << ", response "
             << response.GetNs() << " ns, " << (dcqcn ? "DCQCN, " : "") << messages.size()
             << " messages";
        return text.str();
    }
};

/// Draws scenarios.
class Dice
{
  public:
    /**
     * @param seed seed of all draws
     */
    explicit Dice(uint32_t seed)
        : m_bits(seed)
    {
    }

    /**
     * @param pods three tiers and buffers that fit by themselves, not two tiers
     * @return a scenario
     */
    Scenario Draw(bool pods = false)
    {
        Scenario s;
        DrawTopology(s.clos);
        if (pods)
        {
            DrawPods(s.clos);
        }
        s.mtuBytes = Pick({512, 1024, 2048, 4096});
        s.alpha = Pick({0.02, 0.125, 0.5, 1.0, 8.0});
        s.fixed = Below(3) == 0;
        s.classes = 1 + Below(2);
        s.reservedBytes = Below(2) * Below(3 * s.mtuBytes);
        s.resumeOffset = Below(5);
        s.response = Below(2) ? RdmaTick::Ns(Below(2000)) : RdmaTick{};
        s.dcqcn = Below(4) == 0;
        if (!pods)
        {
            DrawBuffer(s);
        }
        DrawLoad(s);
        return s;
    }

  private:
    /**
     * @param n a limit
     * @return a number below it
     */
    uint32_t Below(uint32_t n)
    {
        return static_cast<uint32_t>(m_bits() % n);
    }

    /**
     * @param values some values
     * @return one of them
     */
    template <typename T>
    T Pick(std::initializer_list<T> values)
    {
        return values.begin()[Below(static_cast<uint32_t>(values.size()))];
    }

    /** @param clos receives the topology */
    void DrawTopology(FabricClosSpec& clos)
    {
        clos.planes = 1;
        clos.hostsPerT0 = 2 + Below(4);
        clos.hosts = clos.hostsPerT0 * (2 + Below(3));
        clos.t1PerPlane = 1 + Below(3);
        clos.hostRateBps = Pick<uint64_t>({10, 25, 100, 400}) * 1000000000;
        clos.fabricRateBps = clos.hostRateBps * Pick<uint64_t>({1, 2, 4, 8}) / 2;
        clos.linkDelay = RdmaTick::Ns(Pick({5, 30, 100, 500, 2000, 10000}) + Below(20));
        clos.switchDelay = RdmaTick::Ns(Pick({0, 300, 1000}));
    }

    /** @param clos two tiers, changed into pods */
    void DrawPods(FabricClosSpec& clos)
    {
        clos.t0PerPod = 1 + Below(3);
        clos.t1PerPod = clos.t1PerPlane;
        clos.t1PerPlane = 0;
        clos.t2PerPlane = clos.t1PerPod * (1 + Below(3));
        clos.parallelLinks = 1 + Below(2);
        clos.coreRateBps = clos.hostRateBps * Pick<uint64_t>({1, 2, 4, 8}) / 2;
        clos.hosts = clos.hostsPerT0 * clos.t0PerPod * (2 + Below(3));
    }

    /**
     * Draw a buffer, sometimes one that hardly exceeds its headroom.
     * @param s receives the buffer
     */
    void DrawBuffer(Scenario& s)
    {
        if (Below(3) == 0)
        {
            return;
        }
        const uint64_t frame =
            FabricWireBytes(
                FabricL3Bytes(FabricEncap::PLAIN, RdmaOpcode::RC_WRITE_ONLY, s.mtuBytes)) -
            RDMA_WIRE_GAP_BYTES;
        // roce reference, 2.3; the delay of a switch is part of the links that lead to it.
        const auto headroom = [&](uint64_t bps, uint32_t switches) {
            const RdmaTick trip = s.clos.linkDelay * 2 + s.clos.switchDelay * switches + s.response;
            return static_cast<uint64_t>(trip.GetSeconds() * static_cast<double>(bps) / 8) + 1 +
                   3 * frame + FABRIC_PFC_WIRE_BYTES;
        };
        const uint64_t up = headroom(s.clos.fabricRateBps, 2) + s.reservedBytes;
        const uint64_t t0 =
            s.clos.hostsPerT0 * (headroom(s.clos.hostRateBps, 1) + s.reservedBytes) +
            s.clos.t1PerPlane * up;
        const uint64_t t1 = s.clos.GetNT0() * up;
        s.bufferBytes = s.classes * std::max(t0, t1) + frame * (20 + Below(500));
    }

    /**
     * Draw an incast, and messages between other hosts that cross its path.
     * @param s receives the load
     */
    void DrawLoad(Scenario& s)
    {
        std::vector<uint32_t> hosts(s.clos.hosts);
        std::iota(hosts.begin(), hosts.end(), 0);
        std::shuffle(hosts.begin(), hosts.end(), m_bits);
        const uint32_t degree = 2 + Below(s.clos.hosts - 2);
        const double trip = (s.clos.linkDelay * 2 + s.clos.switchDelay).GetSeconds();
        const auto bdp = static_cast<uint64_t>(trip * static_cast<double>(s.clos.hostRateBps) / 8);
        for (uint32_t i = 1; i <= degree; ++i)
        {
            s.messages.push_back({hosts[i % s.clos.hosts],
                                  hosts[0],
                                  Below(s.classes),
                                  bdp + (40 + Below(60)) * s.mtuBytes + Below(s.mtuBytes)});
        }
        const uint32_t cross = Below(s.clos.hosts);
        for (uint32_t i = 0; i < cross; ++i)
        {
            const uint32_t src = Below(s.clos.hosts);
            const uint32_t dst = (src + 1 + Below(s.clos.hosts - 1)) % s.clos.hosts;
            s.messages.push_back({src, dst, Below(s.classes), 1 + Below(100 * s.mtuBytes)});
        }
        s.messages.erase(std::remove_if(s.messages.begin(),
                                        s.messages.end(),
                                        [](const Message& m) { return m.src == m.dst; }),
                         s.messages.end());
    }

    std::mt19937 m_bits; ///< independent of the platform
};

/// Runs one scenario.
class ScenarioRun
{
  public:
    /**
     * @param scenario scenario to run
     * @param pfc lossless, or not
     */
    ScenarioRun(const Scenario& scenario, bool pfc)
    {
        Config::SetDefault("ns3::RoceQpParameters::PathMtu", UintegerValue(scenario.mtuBytes));
        // A pause may last longer than any sensible timeout; this test is about frames.
        Config::SetDefault("ns3::RoceQpParameters::RetransmissionTimeout",
                           TimeValue(MilliSeconds(500)));
        m_factory = ObjectFactory("ns3::RoceQpFactory").Create<RdmaQpFactory>();
        m_factory->SetAttribute(
            "RateControl",
            StringValue(scenario.dcqcn ? "ns3::RoceDcqcn" : "ns3::RoceFixedRate"));
        RdmaClusterHelper helper;
        helper.SetTopology(scenario.clos);
        helper.SetSwitches(MakeSwitches(scenario, pfc));
        helper.SetTransport(m_factory);
        m_cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(m_cluster, 1);
        if (!m_cluster->GetFabric()->GetPauseWatch())
        {
            m_cluster->GetFabric()->SetPauseWatch(CreateObject<FabricPauseWatch>());
        }
        m_cluster->SetDeliveredCallback(
            Callback<void, uint64_t>([this](uint64_t) { ++delivered; }));
        m_cluster->SetSentCallback(Callback<void, uint64_t, const RdmaMessageStats&, bool>(
            [this](uint64_t, const RdmaMessageStats&, bool ok) { sent += ok; }));
        uint64_t token = 0;
        for (const Message& m : scenario.messages)
        {
            m_factory->SetAttribute("DataClass", StringValue(m.qp ? "Second" : "First"));
            m_cluster->Send(m.src, m.dst, m.qp, m.bytes, token++);
        }
    }

    ~ScenarioRun()
    {
        m_cluster->Dispose();
        m_cluster = nullptr;
        Simulator::Destroy();
        Config::Reset();
    }

    ScenarioRun(const ScenarioRun&) = delete;
    ScenarioRun& operator=(const ScenarioRun&) = delete;

    /** @return the fabric */
    Ptr<Fabric> GetFabric() const
    {
        return m_cluster->GetFabric();
    }

    /** @return bytes charged in all switches, B */
    uint64_t SumUse() const
    {
        uint64_t sum = 0;
        for (const auto& sw : GetFabric()->GetElements().GetSwitches())
        {
            sum += static_cast<uint64_t>(sw->GetBuffer()->GetSharedBytes());
            for (uint32_t i = 0; i < sw->GetNPorts(); ++i)
            {
                sum += sw->GetBuffer()->GetUseBytes(i, RdmaClass::DATA);
                sum += sw->GetBuffer()->GetUseBytes(i, RdmaClass::DATA2);
            }
        }
        return sum;
    }

    uint64_t delivered{0}; ///< messages that have arrived
    uint64_t sent{0};      ///< messages that are acknowledged

  private:
    /**
     * @param s the scenario
     * @param pfc lossless, or not
     * @return settings of the switches
     */
    static Ptr<FabricSwitchParameters> MakeSwitches(const Scenario& s, bool pfc)
    {
        auto p = CreateObject<FabricSwitchParameters>();
        p->SetAttribute("Pfc", BooleanValue(pfc));
        p->SetAttribute("Trimming", BooleanValue(false));
        p->SetAttribute("DropThreshold", DoubleValue(0.25));
        p->SetAttribute("Buffer", UintegerValue(s.bufferBytes));
        p->SetAttribute("BufferAlpha", DoubleValue(s.alpha));
        p->SetAttribute("BufferThreshold", StringValue(s.fixed ? "Static" : "Dynamic"));
        p->SetAttribute("LosslessClasses", StringValue(s.classes == 2 ? "Both" : "First"));
        p->SetAttribute("BufferReserved", UintegerValue(s.reservedBytes));
        p->SetAttribute("ResumeOffset", UintegerValue(s.resumeOffset));
        p->SetAttribute("PfcResponseTime", TimeValue(ToTime(s.response)));
        return p;
    }

    Ptr<RdmaQpFactory> m_factory; ///< makes the QPs
    Ptr<RdmaCluster> m_cluster;   ///< the network
};

/// All scenarios, by seed.
class LosslessScenario : public testing::TestWithParam<uint32_t>
{
};

/**
 * Run a scenario with PFC: nothing is lost, everything arrives, and all buffers are empty
 * afterwards.
 * @param scenario scenario to run
 */
void
ExpectLossless(const Scenario& scenario)
{
    SCOPED_TRACE(scenario.Describe());
    ScenarioRun run(scenario, true);
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    const FabricTotals& totals = run.GetFabric()->GetTotals();
    EXPECT_EQ(totals.drops[static_cast<size_t>(FabricDropReason::HEADROOM_FULL)], 0U);
    EXPECT_EQ(totals.GetDrops(), 0U);
    EXPECT_EQ(run.GetFabric()->CheckConservation(), "");
    EXPECT_EQ(run.delivered, scenario.messages.size());
    EXPECT_EQ(run.sent, scenario.messages.size());
    EXPECT_EQ(run.SumUse(), 0U);
    EXPECT_EQ(run.GetFabric()->GetPauseWatch()->GetNDeadlocks(), 0U);
}

TEST_P(LosslessScenario, LosesNothingAndComesToRest)
{
    ExpectLossless(Dice(GetParam()).Draw());
}

/// Three tiers, by seed.
class LosslessPods : public testing::TestWithParam<uint32_t>
{
};

TEST_P(LosslessPods, LoseNothingAndComeToRest)
{
    ExpectLossless(Dice(GetParam()).Draw(true));
}

/**
 * @param info of a test
 * @return its name
 */
std::string
NameSeed(const testing::TestParamInfo<uint32_t>& info)
{
    return "seed" + std::to_string(info.param);
}

INSTANTIATE_TEST_SUITE_P(Random, LosslessScenario, testing::Range(0U, SCENARIOS), NameSeed);
INSTANTIATE_TEST_SUITE_P(Random, LosslessPods, testing::Range(0U, POD_SCENARIOS), NameSeed);

/**
 * @param seed of a scenario
 * @return true if it loses frames without PFC
 */
bool
LosesWithoutPfc(uint32_t seed)
{
    ScenarioRun run(Dice(seed).Draw(), false);
    run.GetFabric()->TraceConnectWithoutContext(
        "Drop",
        Callback<void, const FabricDrop&>([](const FabricDrop&) { Simulator::Stop(); }));
    Simulator::Stop(MilliSeconds(100));
    Simulator::Run();
    return run.GetFabric()->GetTotals().GetDrops() > 0;
}

/**
 * @param seed of a scenario
 * @return true if ports are paused in it
 */
bool
Pauses(uint32_t seed)
{
    ScenarioRun run(Dice(seed).Draw(), true);
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    const auto& ports = run.GetFabric()->GetPorts();
    return std::any_of(ports.begin(), ports.end(), [&run](const FabricPort* port) {
        return port->GetPausedTime(run.GetFabric()->Now()) > RdmaTick{};
    });
}

TEST(LosslessScenarios, MostPauseAndMostWouldLoseWithoutPfc)
{
    uint32_t pauses = 0;
    uint32_t losses = 0;
    for (uint32_t seed = 0; seed < SCENARIOS; ++seed)
    {
        pauses += Pauses(seed);
        losses += LosesWithoutPfc(seed);
    }
    EXPECT_GT(pauses, SCENARIOS * 3 / 4);
    EXPECT_GT(losses, SCENARIOS / 2);
    RecordProperty("pauses", static_cast<int>(pauses));
    RecordProperty("losses", static_cast<int>(losses));
}

} // namespace
