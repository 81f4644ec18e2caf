/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/json-text.h"
#include "document/words.h"
#include "kinds/host-selection.h"
#include "run/load-scenario.h"

#include "ns3/fabric-clos.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace
{

using namespace mrcsim;
using ns3::RdmaTick;

/// A minimal scenario.
const char* const LEAST = R"({
  "schema": 1, "name": "least",
  "topology": {"type": "clos", "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 2, "hostRate": "200Gbps"},
  "workload": [{"type": "send-recv", "bytes": 1000}]})";

/**
 * A loaded scenario.
 */
struct Loaded
{
    /** @param document a valid scenario */
    explicit Loaded(const Json& document)
    {
        for (const auto& problem : LoadScenario(document, effective, scenario))
        {
            ADD_FAILURE() << ToString(problem);
        }
    }

    /**
     * @param patch changes to LEAST
     * @return the changed scenario
     */
    static Loaded Patched(const char* patch)
    {
        auto document = Json::parse(LEAST);
        document.merge_patch(Json::parse(patch));
        return Loaded(document);
    }

    /**
     * @param name name of an attribute
     * @return its value in the scenario, "-" if it is not set
     */
    std::string GetAttribute(const std::string& name) const
    {
        for (const auto& setting : scenario.attributes)
        {
            if (setting.name == name)
            {
                return setting.value;
            }
        }
        return "-";
    }

    Json effective;    ///< the scenario with all defaults
    Scenario scenario; ///< the scenario as structs
};

TEST(ScenarioDefaults, EveryDefaultIsFilledIn)
{
    const Loaded loaded(Json::parse(LEAST));
    EXPECT_EQ(loaded.effective, Json::parse(R"({
      "schema": 1, "name": "least", "seed": 1, "stop": "1s", "stallTimeout": "20ms",
      "topology": {"type": "clos", "tiers": 2, "planes": 1, "hosts": 8, "hostsPerT0": 4,
                   "t1PerPlane": 2, "parallelLinks": 1, "attachment": "packed",
                   "hostRate": "200Gbps", "fabricRate": "200Gbps", "linkDelay": "500ns",
                   "switchDelay": "300ns", "hostsPerServer": 1},
      "switch": {"trimming": true, "scaleThresholds": true, "forwarding": "store-and-forward",
                 "ecn": {"enabled": true, "kmin": "auto", "kmax": "auto", "pmax": "auto",
                         "lastHop": false},
                 "pfc": false, "buffer": "auto", "bufferThreshold": "dynamic", "bufferAlpha": 0.125,
                 "staticXoff": "auto", "pfcResponseTime": "0ns"},
      "transport": {"type": "mrc", "profile": "mrc", "routing": "srv6", "pathSelector": "mrc", "evs": 256,
                    "evsActive": 128, "evProbeInterval": "1ms", "congestionControl": "nscc",
                    "mtu": 4096, "attributes": {}},
      "workload": [{"name": "job0", "type": "send-recv", "start": "0ns", "enabled": true, "hosts": "all",
                    "bytes": 1000, "qps": 1, "repeat": 1}],
      "stragglers": [], "loss": [], "faults": [], "measure": {
          "sampleInterval": "100us",
          "samples": ["host.rx_gbps", "plane.rx_gbps", "job.throughput_gbps", "job.steps_per_s",
                      "port.queue_bytes", "port.paused", "qp.cwnd_bytes"],
          "zeros": false, "evs": false, "recoveryWindow": "20us", "links": "auto", "pcap": []},
      "verifyWire": false})"));
}

TEST(ScenarioDefaults, EffectiveScenarioIsItsOwnEffectiveScenario)
{
    const Loaded once = Loaded::Patched(
        R"({"transport": {"type": "roce"}, "switch": {"pfc": true}, "version": "0", "ns3Version": "3"})");
    const Loaded twice(once.effective);
    EXPECT_EQ(once.effective.dump(), twice.effective.dump());
    EXPECT_EQ(once.effective["version"], "0");
}

TEST(ScenarioDefaults, WhatOnlyEditorsReadIsLeftOut)
{
    const auto with = Loaded::Patched(R"({"$schema": "./scenario.schema.json"})");
    EXPECT_EQ(with.effective.dump(), Loaded(Json::parse(LEAST)).effective.dump());
}

TEST(ScenarioDefaults, LinksOfServersHaveADelayIfTheyAreThere)
{
    const auto without = Loaded::Patched(R"({"topology": {"hostsPerServer": 2}})");
    EXPECT_FALSE(without.effective["topology"].contains("serverRate"));
    EXPECT_FALSE(without.effective["topology"].contains("serverDelay"));
    EXPECT_EQ(without.GetAttribute("ns3::RdmaServerDomain::Rate"), "-");
    EXPECT_FALSE(without.scenario.servers.HasLinks());
    EXPECT_FALSE(without.scenario.servers.Join(0, 1));

    const auto with =
        Loaded::Patched(R"({"topology": {"hostsPerServer": 2, "serverRate": "900Gbps"}})");
    EXPECT_EQ(with.effective["topology"]["serverDelay"], "500ns");
    EXPECT_EQ(with.GetAttribute("ns3::RdmaServerDomain::HostsPerServer"), "2");
    EXPECT_EQ(with.GetAttribute("ns3::RdmaServerDomain::Rate"), "900000000000");
    EXPECT_EQ(with.GetAttribute("ns3::RdmaServerDomain::Delay"), "500000ps");
    EXPECT_EQ(with.scenario.servers.rateBps, 900'000'000'000U);
    EXPECT_EQ(with.scenario.servers.delay, RdmaTick::Ns(500));
    EXPECT_TRUE(with.scenario.servers.Join(0, 1));
    EXPECT_FALSE(with.scenario.servers.Join(1, 2));
}

TEST(ScenarioDefaults, AScenarioThatSetsEveryKeyIsTakenAsItIs)
{
    const auto document = Json::parse(R"({
      "schema": 1, "name": "full", "seed": 1, "stop": "100ms", "stallTimeout": "20ms",
      "topology": {"type": "clos", "tiers": 2, "planes": 4, "hosts": 64, "hostsPerT0": 8,
                   "t1PerPlane": 8, "hostRate": "100Gbps", "fabricRate": "100Gbps",
                   "linkDelay": "500ns", "switchDelay": "300ns"},
      "switch": {"trimming": true, "pfc": false,
                 "ecn": {"kmin": "20KB", "kmax": "80KB", "pmax": 0.2, "lastHop": false}},
      "transport": {"type": "mrc", "routing": "srv6", "pathSelector": "mrc", "evs": 128,
                    "congestionControl": "nscc"},
      "workload": [{"name": "job0", "type": "all-reduce", "algorithm": "ring", "bytes": "64MB",
                    "hosts": "all", "qps": 1}],
      "loss": [{"where": "nic-rx", "rate": 0.001}],
      "faults": [{"at": "1ms", "what": "link-down",
                  "link": {"plane": 0, "t0": 3, "t1": 5, "index": 0}, "for": "2ms"}],
      "measure": {"sampleInterval": "10us", "links": "auto", "pcap": []},
      "verifyWire": false})");
    const Loaded loaded(document);
    auto kept = loaded.effective;
    kept.merge_patch(document);
    // A patch replaces lists, so keep the job with its defaults.
    kept["workload"][0] = loaded.effective["workload"][0];
    kept["workload"][0].merge_patch(document["workload"][0]);
    EXPECT_EQ(kept, loaded.effective) << "values in the scenario do not change";
}

TEST(ScenarioDefaults, TransportDecidesWhetherTheLastHopMarks)
{
    EXPECT_EQ(Loaded::Patched("{}").effective["switch"]["ecn"]["lastHop"], false);
    EXPECT_EQ(
        Loaded::Patched(R"({"transport": {"type": "roce"}})").effective["switch"]["ecn"]["lastHop"],
        true);
}

TEST(ScenarioDefaults, KeysOfTheOtherTransportAreAbsent)
{
    const auto loaded = Loaded::Patched(R"({"transport": {"type": "roce"}})");
    EXPECT_EQ(loaded.effective["transport"], Json::parse(R"({
      "type": "roce", "congestionControl": "dcqcn", "dcqcnProfile": "default",
      "reliability": "go-back-n", "loadBalancing": "ecmp", "mtu": 4096, "attributes": {}})"));
}

TEST(ScenarioDefaults, ReliabilityOfRoceIsAnAttribute)
{
    const auto loaded =
        Loaded::Patched(R"({"transport": {"type": "roce", "reliability": "selective-repeat"}})");
    EXPECT_EQ(loaded.GetAttribute("ns3::RoceQpParameters::Reliability"), "selective-repeat");
}

TEST(ScenarioDefaults, KeysSetAttributes)
{
    const auto loaded = Loaded::Patched(R"({
      "transport": {"type": "mrc", "evs": 64, "evsActive": 32, "evProbeInterval": "100us",
                    "congestionControl": "none", "attributes": {"ns3::MrcNscc::Gamma": 0.5}},
      "switch": {"trimming": false, "ecn": {"kmin": "10KB", "kmax": 20000, "pmax": 0.5}}})");
    EXPECT_EQ(loaded.GetAttribute("ns3::MrcEvParameters::EvCount"), "64");
    EXPECT_EQ(loaded.GetAttribute("ns3::MrcEvParameters::EvActive"), "32");
    EXPECT_EQ(loaded.GetAttribute("ns3::MrcEvParameters::EvProbeInterval"), "100000000ps");
    EXPECT_EQ(loaded.GetAttribute("ns3::MrcQpFactory::CongestionControl"), "ns3::MrcFixedWindow");
    EXPECT_EQ(loaded.GetAttribute("ns3::MrcNscc::Gamma"), "0.5");
    EXPECT_EQ(loaded.GetAttribute("ns3::FabricSwitchParameters::Trimming"), "false");
    EXPECT_EQ(loaded.GetAttribute("ns3::FabricSwitchParameters::EcnKmin"), "10000");
    EXPECT_EQ(loaded.GetAttribute("ns3::FabricSwitchParameters::EcnKmax"), "20000");
    EXPECT_EQ(loaded.GetAttribute("ns3::FabricSwitchParameters::EcnPmax"), "0.5");
    EXPECT_EQ(loaded.GetAttribute("ns3::RoceQpParameters::PathMtu"), "-");
}

TEST(ScenarioDefaults, TheDefaultProfileOfDcqcnLeavesEverythingToTheAttributes)
{
    const auto loaded = Loaded::Patched(R"({"transport": {"type": "roce"}})");
    EXPECT_EQ(loaded.GetAttribute("ns3::RoceDcqcn::Gain"), "-");
    EXPECT_EQ(loaded.GetAttribute("ns3::RoceDcqcn::AlphaTimer"), "-");
    EXPECT_EQ(loaded.GetAttribute("ns3::FabricSwitchParameters::EcnKmin"), "0");
}

TEST(ScenarioDefaults, AProfileOfDcqcnSetsAttributesAndMarksByRate)
{
    const auto more =
        Loaded::Patched(R"({"transport": {"type": "roce", "dcqcnProfile": "more-aggressive"}})");
    EXPECT_EQ(more.GetAttribute("ns3::RoceDcqcn::Gain"), "0.0625");
    EXPECT_EQ(more.GetAttribute("ns3::RoceDcqcn::AlphaTimer"), "300us");
    EXPECT_EQ(more.GetAttribute("ns3::FabricSwitchParameters::EcnKmin"), "200000");
    EXPECT_EQ(more.GetAttribute("ns3::FabricSwitchParameters::EcnKmax"), "200000");
    EXPECT_EQ(more.GetAttribute("ns3::FabricSwitchParameters::EcnPmax"), "1");
    const auto most =
        Loaded::Patched(R"({"transport": {"type": "roce", "dcqcnProfile": "most-aggressive"}})");
    EXPECT_EQ(most.GetAttribute("ns3::RoceDcqcn::AlphaTimer"), "750us");
}

TEST(ScenarioDefaults, WhatIsSaidWinsOverTheProfileOfDcqcn)
{
    const auto loaded = Loaded::Patched(R"({
      "transport": {"type": "roce", "dcqcnProfile": "most-aggressive",
                    "attributes": {"ns3::RoceDcqcn::Gain": 0.5}},
      "switch": {"ecn": {"kmax": "1MB", "pmax": 0.1}}})");
    EXPECT_EQ(loaded.GetAttribute("ns3::RoceDcqcn::Gain"), "0.5");
    EXPECT_EQ(loaded.GetAttribute("ns3::RoceDcqcn::AlphaTimer"), "750us");
    EXPECT_EQ(loaded.GetAttribute("ns3::FabricSwitchParameters::EcnKmin"), "200000");
    EXPECT_EQ(loaded.GetAttribute("ns3::FabricSwitchParameters::EcnKmax"), "1000000");
    EXPECT_EQ(loaded.GetAttribute("ns3::FabricSwitchParameters::EcnPmax"), "0.1");
}

TEST(ScenarioDefaults, LoadBalancersAreTypesOfTheSwitches)
{
    const auto get = [](const char* word) {
        const auto patch =
            R"({"transport": {"type": "roce", "loadBalancing": ")" + std::string(word) + "\"}}";
        return Loaded::Patched(patch.c_str())
            .GetAttribute("ns3::FabricSwitchParameters::LoadBalancing");
    };
    EXPECT_EQ(get("ecmp"), "ns3::FabricEcmpBalancer");
    EXPECT_EQ(get("spray"), "ns3::FabricSprayBalancer");
    EXPECT_EQ(get("flowlet"), "ns3::FabricFlowletBalancer");
    EXPECT_EQ(get("adaptive"), "ns3::FabricAdaptiveBalancer");
}

TEST(ScenarioDefaults, AutoIsWhatTheAttributeTakesForIt)
{
    const auto loaded = Loaded::Patched("{}");
    EXPECT_EQ(loaded.GetAttribute("ns3::FabricSwitchParameters::EcnKmin"), "0");
    EXPECT_EQ(loaded.GetAttribute("ns3::FabricSwitchParameters::EcnPmax"), "-1");
}

TEST(ScenarioDefaults, QuantitiesBecomeNumbers)
{
    const auto loaded = Loaded::Patched(R"({
      "stop": 5000, "topology": {"linkDelay": "1.5us", "fabricRate": 50000000000},
      "workload": [{"type": "all-reduce", "bytes": "2MiB", "start": "3us"}],
      "faults": [{"what": "link-loss", "at": "1us", "link": {"plane": 0, "t0": 1, "t1": 0},
                  "loss": 0.25, "for": "2us"}],
      "loss": [{"where": "nic-rx", "rate": 0.125}]})");
    const auto& scenario = loaded.scenario;
    EXPECT_EQ(scenario.stop, RdmaTick::Us(5));
    const auto uplink =
        scenario.network->GetLink(scenario.network->GetNames().FindLinks("p0-t0-1", "p0-t1-0")[0]);
    EXPECT_EQ(uplink.delayToLower, RdmaTick::Ns(1500 + 300));
    EXPECT_EQ(uplink.rateBps, 50'000'000'000U);
    EXPECT_EQ(scenario.jobs[0].what->GetBytes({}), 2'097'152U);
    EXPECT_EQ(scenario.jobs[0].start, RdmaTick::Us(3));
    EXPECT_EQ(scenario.faults[0].duration, RdmaTick::Us(2));
    EXPECT_NE(scenario.faults[0].what, nullptr);
    EXPECT_EQ(scenario.GetNicRxLoss(), 0.125);
}

TEST(ScenarioDefaults, CapturesAreReadAtNicsAndLinks)
{
    const auto loaded = Loaded::Patched(R"({"measure": {"pcap": [
        {"host": 3, "plane": 0}, {"link": {"plane": 0, "t0": 1, "t1": 0}, "snaplen": 200, "log": true}]}})");
    EXPECT_EQ(loaded.effective["measure"]["pcap"],
              Json::parse(
                  R"([{"host": 3, "plane": 0, "snaplen": 65535, "log": false},
                {"link": {"plane": 0, "t0": 1, "t1": 0, "index": 0}, "snaplen": 200, "log": true}])"));
    const auto& captures = loaded.scenario.captures;
    ASSERT_EQ(captures.size(), 2U);
    EXPECT_EQ(loaded.scenario.network->GetNames().GetPortName(*captures[0].port), "h3--p0-t0-0");
    EXPECT_EQ(captures[0].snapLength, 65535U);
    EXPECT_FALSE(captures[0].log);
    EXPECT_EQ(loaded.scenario.network->GetNames().GetPortName(*captures[1].port),
              "p0-t0-1--p0-t1-0");
    EXPECT_EQ(captures[1].snapLength, 200U);
    EXPECT_TRUE(captures[1].log);
}

TEST(HostSelection, PicksHostsInTheOrderOfRanks)
{
    const auto pick = [](const char* hosts) {
        const auto loaded =
            Loaded::Patched((R"({"workload": [{"type": "send-recv", "bytes": 1, "hosts": )" +
                             std::string(hosts) + "}]}")
                                .c_str());
        auto rng = ns3::CreateObject<ns3::UniformRandomVariable>();
        return loaded.scenario.jobs[0].what->PickHosts(*loaded.scenario.network, rng);
    };
    using Hosts = std::vector<uint32_t>;
    EXPECT_EQ(pick("\"all\""), (Hosts{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(pick("[5, 2, 7]"), (Hosts{5, 2, 7}));
    EXPECT_EQ(pick(R"({"from": 2, "to": 4})"), (Hosts{2, 3, 4}));
    EXPECT_EQ(pick(R"({"count": 3, "placement": "packed"})"), (Hosts{0, 1, 2}));
    EXPECT_EQ(pick(R"({"count": 5, "placement": "spread"})"), (Hosts{0, 4, 1, 5, 2}));
    auto drawn = pick(R"({"count": 8, "placement": "random"})");
    std::sort(drawn.begin(), drawn.end());
    EXPECT_EQ(drawn, (Hosts{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(HostSelection, EveryHostMayBeAmongThoseDrawn)
{
    HostSelection selection;
    selection.way = HostSelection::Way::RANDOM;
    selection.count = 2;
    ns3::FabricClosSpec clos;
    clos.hosts = clos.hostsPerT0 = 6;
    clos.hostRateBps = clos.fabricRateBps = 1000;
    const auto network = ns3::Create<ns3::FabricClos>(clos);
    auto rng = ns3::CreateObject<ns3::UniformRandomVariable>();
    rng->SetStream(1);
    std::set<uint32_t> first;
    std::set<uint32_t> second;
    for (int i = 0; i < 200; ++i)
    {
        const auto hosts = selection.Pick(*network, rng);
        ASSERT_EQ(hosts.size(), 2U);
        EXPECT_NE(hosts[0], hosts[1]);
        first.insert(hosts[0]);
        second.insert(hosts[1]);
    }
    EXPECT_EQ(first, (std::set<uint32_t>{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(second, first);
}

TEST(ScenarioDefaults, LargeNetworksListOnlyLinksThatWereTouched)
{
    const auto listsAll = [](const char* topology, const char* links) {
        const auto patch = R"({"topology": )" + std::string(topology) +
                           R"(, "measure": {"links": ")" + links + "\"}}";
        return Loaded::Patched(patch.c_str()).scenario.allLinks;
    };
    // Per plane 16,384 links of hosts and 128 x t1PerPlane
    const char* const just = R"({"hosts": 16384, "hostsPerT0": 128, "t1PerPlane": 128})";
    const char* const more = R"({"hosts": 16384, "hostsPerT0": 128, "t1PerPlane": 129})";
    EXPECT_TRUE(listsAll(just, "auto"));
    EXPECT_FALSE(listsAll(more, "auto"));
    EXPECT_TRUE(listsAll(more, "all"));
    EXPECT_FALSE(listsAll(just, "used"));
}

TEST(NearestKey, FindsTyposAndOtherSpellings)
{
    const std::vector<std::string> keys{"hosts", "hostsPerT0", "linkDelay", "planes"};
    EXPECT_EQ(FindNearest("host", keys), "hosts");
    EXPECT_EQ(FindNearest("plnaes", keys), "planes");
    EXPECT_EQ(FindNearest("link_delay", keys), "linkDelay");
    EXPECT_EQ(FindNearest("LINKDELAY", keys), "linkDelay");
    EXPECT_EQ(FindNearest("hosts_per_t0", keys), "hostsPerT0");
}

TEST(NearestKey, ASwapOfAnyTwoNeighborsIsOneMistake)
{
    const std::string key = "rate";
    for (size_t place = 1; place < key.size(); ++place)
    {
        auto typed = key;
        std::swap(typed[place - 1], typed[place]);
        EXPECT_EQ(FindNearest(typed, {key}), key) << typed;
    }
}

TEST(NearestKey, OtherWordsHaveNone)
{
    EXPECT_EQ(FindNearest("color", {"hosts", "planes"}), "");
    EXPECT_EQ(FindNearest("x", {"hosts"}), "");
    EXPECT_EQ(FindNearest("hosts", {}), "");
}

} // namespace
