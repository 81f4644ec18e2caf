/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../scenario-harness.h"
#include "fluid/fluid-bound.h"
#include "fluid/fluid-cuts.h"
#include "results/result-rows.h"
#include "run/scenario.h"

#include "ns3/fabric-network.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

// No simulation is faster than the fluid bound, and some are nearly as fast.

namespace mrcsim
{

namespace
{

using ns3::FabricNetwork;

/// Four T0s with 4 hosts and 2 uplinks of the same rate.
constexpr const char* BASE = R"({
  "schema": 1, "name": "base", "stop": "100ms",
  "topology": {"type": "clos", "planes": 1, "hosts": 16, "hostsPerT0": 4, "t1PerPlane": 2},
  "transport": {"type": "mrc"},
  "workload": [{"type": "permutation", "pattern": "cross-t0", "bytes": "400KB"}]})";

/// A run and its bound.
struct Race
{
    /**
     * @param patch changes to BASE
     * @param dead ends of links that are down from the beginning
     */
    explicit Race(const std::string& patch,
                  const std::vector<std::pair<std::string, std::string>>& dead = {})
    {
        auto document = Json::parse(BASE);
        document.merge_patch(Json::parse(patch));
        for (const auto& [a, b] : dead)
        {
            document["faults"].push_back(
                {{"what", "link-down"}, {"at", 0}, {"link", {{"a", a}, {"b", b}}}});
        }
        scenario = LoadDocument(document);
        results = RunScenario(scenario);
        Compare(dead);
    }

    /**
     * Expect that its only job, whose flows begin together, is within the bound.
     * @param dead see the constructor
     */
    void Compare(const std::vector<std::pair<std::string, std::string>>& dead)
    {
        const auto& network = *scenario.network;
        FluidCapacities capacities(network);
        for (const auto& [a, b] : dead)
        {
            const auto ports = network.GetNames().FindPorts(a, b);
            ASSERT_FALSE(ports.empty()) << a << " " << b;
            for (const uint32_t port : ports)
            {
                capacities.Set(port, 0);
                capacities.Set(port ^ 1, 0);
            }
        }
        const auto& job = scenario.jobs.front();
        const uint32_t planes = job.transport.what->IsSinglePath() ? 1 : network.GetNPlanes();
        std::vector<FluidFlow> flows;
        std::vector<double> bytes;
        double last = 0;
        double slowest = std::numeric_limits<double>::max();
        for (const auto& flow : results.flows)
        {
            const double seconds = flow.GetDuration().GetSeconds();
            flows.push_back({flow.src, flow.dst, job.plane.value_or(0), planes});
            bytes.push_back(static_cast<double>(flow.bytes));
            last = std::max(last, flow.end.GetSeconds());
            slowest = std::min(slowest, static_cast<double>(flow.bytes) * 8 / seconds);
        }
        const FluidBound bound(scenario.topology.what->MakeFluidShape(network));
        share = bound.GetLeastSeconds(capacities, flows, bytes) / last;
        EXPECT_GT(share, 0);
        EXPECT_LT(share, 1);
        const auto rates = bound.GetMaxMinRates(capacities, flows);
        EXPECT_LT(slowest, *std::min_element(rates.begin(), rates.end()));
        const auto& row = results.jobs.front();
        efficiency = row.ideal.GetSeconds() / (*row.end - row.start).GetSeconds();
    }

    Scenario scenario; ///< the scenario
    Results results;   ///< the results
    double share{0}; ///< least time of the payload in the working network, divided by its duration
    double efficiency{0}; ///< ideal time of the job, divided by its duration
};

TEST(FluidSimulation, MrcAcrossNarrowT0sComesNearTheBound)
{
    const Race race("{}");
    EXPECT_GT(race.efficiency, 0.7) << "relative to the bound of NICs only, it would be half";
    const Race planes(R"({"topology": {"planes": 4}, "workload": [{"type": "permutation",
        "pattern": "cross-t0", "bytes": "2MB"}]})");
    EXPECT_GT(planes.efficiency, 0.75);
}

TEST(FluidSimulation, MrcWithoutAnUplinkComesNearTheBoundOfTheOthers)
{
    const Race race(R"({"topology": {"t1PerPlane": 4}, "workload": [{"type": "permutation",
        "pattern": "cross-t0", "bytes": "4MB"}]})",
                    {{"p0-t0-0", "p0-t1-1"}});
    EXPECT_GT(race.share, 0.6);
}

TEST(FluidSimulation, MrcWithoutANicPortUsesTheOthers)
{
    const Race race(R"({"topology": {"planes": 4, "t1PerPlane": 4}, "workload": [{"type": "write",
        "hosts": [0, 8], "bytes": "8MB"}]})",
                    {{"h0", "p2-t0-0"}});
    EXPECT_GT(race.share, 0.8);
}

TEST(FluidSimulation, NoBalancingOfRoceBeatsIt)
{
    for (const char* balancing : {"ecmp", "spray", "flowlet", "adaptive"})
    {
        SCOPED_TRACE(balancing);
        const Race race(R"({"transport": {"type": "roce", "loadBalancing": ")" +
                        std::string(balancing) + R"("}})");
        EXPECT_GT(race.efficiency, 0.1);
    }
}

TEST(FluidSimulation, NeitherDoesTcp)
{
    const Race race(R"({"transport": {"type": "tcp"}})");
    EXPECT_GT(race.efficiency, 0.1);
}

TEST(FluidSimulation, AJobOfOnePlaneHasThatPlaneAlone)
{
    const Race race(R"({"topology": {"planes": 2}, "workload": [{"type": "permutation",
        "transport": "roce", "plane": 1, "pattern": "cross-t0", "bytes": "400KB"}]})");
    EXPECT_LT(race.efficiency, 1);
    EXPECT_GT(race.efficiency, 0.1);
}

TEST(FluidSimulation, AnAllToAllOfPodsIsHeldByTheCore)
{
    const Race race(R"({"topology": {"tiers": 3, "hosts": 16, "hostsPerT0": 2, "t0PerPod": 2,
        "t1PerPlane": null, "t1PerPod": 2, "t2PerPlane": 2, "coreRate": "100Gbps"},
        "workload": [{"type": "all-to-all", "bytes": "400KB"}]})");
    EXPECT_GT(race.efficiency, 0.5);
}

TEST(FluidSimulation, OfAGraphALinkOfAllHoldsAll)
{
    const Race race(R"({"topology": {"type": "graph", "planes": null, "hosts": null,
        "hostsPerT0": null, "t1PerPlane": null,
        "nodes": [{"name": "h0", "type": "host"}, {"name": "h1", "type": "host"},
                  {"name": "h2", "type": "host"}, {"name": "h3", "type": "host"},
                  {"name": "a", "type": "switch"}, {"name": "b", "type": "switch"},
                  {"name": "c", "type": "switch"}],
        "links": [{"a": "h0", "b": "a"}, {"a": "h1", "b": "a"}, {"a": "h2", "b": "c"},
                  {"a": "h3", "b": "c"}, {"a": "a", "b": "b"}, {"a": "b", "b": "c"}]},
        "workload": [{"type": "incast", "receiver": 3, "senders": [0, 1], "bytes": "1MB"}]})");
    EXPECT_GT(race.efficiency, 0.5);
}

} // namespace

} // namespace mrcsim
