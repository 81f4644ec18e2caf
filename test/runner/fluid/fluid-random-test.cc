/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fluid-rig.h"
#include "fluid/fluid-incidence.h"
#include "fluid/fluid-max-min.h"

#include <algorithm>
#include <limits>
#include <map>
#include <random>

// Properties for random networks, faults and traffic.

namespace mrcsim
{

namespace
{

using ns3::FabricNetwork;

/// Rounding, relative.
constexpr double EPSILON = 1e-9;

/// Random numbers by plain remainders, so that they are the same on every machine.
class Dice
{
  public:
    /// @param seed seed of the draws
    explicit Dice(uint32_t seed)
        : m_generator(seed)
    {
    }

    /// @return 0 .. below - 1
    uint32_t Draw(uint32_t below)
    {
        return static_cast<uint32_t>(m_generator() % below);
    }

  private:
    std::mt19937 m_generator; ///< generator
};

/** @return a network of two or three tiers */
ns3::FabricClosSpec
DrawClos(Dice& dice)
{
    auto spec = dice.Draw(3) == 0 ? ThreeTiers() : TwoTiers(1, 16, 1 + dice.Draw(4));
    spec.planes = 1 + dice.Draw(4);
    spec.parallelLinks = 1 + dice.Draw(2);
    spec.fabricRateBps = UNIT / (1 + dice.Draw(2));
    return spec;
}

/** @return switches at random, in two planes of the same or another shape */
ns3::FabricGraphSpec
DrawGraph(Dice& dice)
{
    ns3::FabricGraphSpec spec;
    const uint32_t planes = 1 + dice.Draw(3);
    const uint32_t hosts = 8;
    for (uint32_t host = 0; host < hosts; ++host)
    {
        spec.nodes.push_back({"h" + std::to_string(host), true});
    }
    for (uint32_t plane = 0; plane < planes; ++plane)
    {
        const uint32_t switches = 3 + dice.Draw(5);
        const auto name = [plane](uint32_t i) {
            return "p" + std::to_string(plane) + "s" + std::to_string(i);
        };
        for (uint32_t i = 0; i < switches; ++i)
        {
            spec.nodes.push_back({name(i), false});
            if (i > 0) // a tree, then additional links
            {
                spec.links.push_back({name(i), name(dice.Draw(i)), plane, UNIT, {}});
            }
        }
        for (uint32_t i = 0; i < switches; ++i)
        {
            const uint32_t a = dice.Draw(switches);
            const uint32_t b = (a + 1 + dice.Draw(switches - 1)) % switches;
            spec.links.push_back({name(a), name(b), plane, UNIT / (1 + dice.Draw(2)), {}});
        }
        for (uint32_t host = 0; host < hosts; ++host)
        {
            const auto sw = name(dice.Draw(switches));
            spec.links.push_back({"h" + std::to_string(host), sw, plane, UNIT, {}});
        }
    }
    return spec;
}

/// A network with faults and traffic, and its bounds.
struct Case : Rig
{
    /**
     * @param network the network
     * @param dice draws faults and traffic
     */
    Case(ns3::Ptr<const FabricNetwork> network, Dice& dice)
        : Rig(network)
    {
        for (uint32_t faults = dice.Draw(12); faults > 0; --faults)
        {
            const double share = dice.Draw(4) == 0 ? 0.25 : 0;
            capacities.Set(dice.Draw(network->GetNPorts()), UNIT * share);
        }
        if (dice.Draw(4) == 0)
        {
            capacities.StopSwitch(dice.Draw(network->GetNSwitches()));
        }
        const bool single = dice.Draw(2) == 0;
        for (uint32_t n = 1 + dice.Draw(40); n > 0; --n)
        {
            FluidFlow flow;
            flow.src = dice.Draw(network->GetNHosts());
            flow.dst = (flow.src + 1 + dice.Draw(network->GetNHosts() - 1)) % network->GetNHosts();
            flow.firstPlane = single ? dice.Draw(network->GetNPlanes()) : 0;
            flow.planeCount = 1 + dice.Draw(network->GetNPlanes() - flow.firstPlane);
            flows.push_back(flow);
        }
        rates = bound.GetMaxMinRates(capacities, flows);
        cuts = MakeShape(*network)->ListCuts(capacities, flows);
    }

    /**
     * @param visit called with each cut and set of planes: its capacity, and the flows of the cut
     * that can use no others
     */
    template <typename F>
    void ForEachRow(F visit) const
    {
        for (const auto& cut : cuts.cuts)
        {
            for (uint32_t planes = 1; planes < 1U << network->GetNPlanes(); ++planes)
            {
                std::vector<uint32_t> members;
                std::copy_if(cut.flows.begin(),
                             cut.flows.end(),
                             std::back_inserter(members),
                             [&](uint32_t flow) {
                                 return cuts.masks[flow] != 0 && (cuts.masks[flow] & ~planes) == 0;
                             });
                double bps = 0;
                for (uint32_t plane = 0; plane < network->GetNPlanes(); ++plane)
                {
                    bps += planes >> plane & 1 ? cut.bps[plane] : 0;
                }
                visit(bps, members);
            }
        }
    }

    std::vector<FluidFlow> flows; ///< traffic
    std::vector<double> rates;    ///< max-min fair
    FluidCuts cuts;               ///< bounds of the rates
};

/** Expect feasible rates, none of which can be raised by lowering only higher ones. */
void
ExpectMaxMin(const Case& c)
{
    const auto& rates = c.rates;
    std::vector<bool> held(rates.size());
    c.ForEachRow([&](double bps, const std::vector<uint32_t>& members) {
        double sum = 0;
        double highest = 0;
        for (const uint32_t flow : members)
        {
            sum += rates[flow];
            highest = std::max(highest, rates[flow]);
        }
        EXPECT_LE(sum, bps * (1 + EPSILON) + 1);
        for (const uint32_t flow : members)
        {
            const bool full = sum >= bps * (1 - EPSILON);
            held[flow] = held[flow] || (full && rates[flow] >= highest * (1 - EPSILON));
        }
    });
    for (size_t flow = 0; flow < rates.size(); ++flow)
    {
        EXPECT_EQ(held[flow], c.cuts.masks[flow] != 0) << "flow " << flow;
        EXPECT_EQ(rates[flow] > 0, c.cuts.masks[flow] != 0) << "flow " << flow;
    }
}

/// Paths through the working part of a network, found step by step.
class Walker
{
  public:
    /// @param c the case
    explicit Walker(const Case& c)
        : m_case(c),
          m_network(*c.network)
    {
    }

    /**
     * @param flow a flow
     * @param plane a plane it may use
     * @param dice draws the path
     * @return ports of a shortest path; none if it reached a failed part
     */
    std::vector<uint32_t> Walk(const FluidFlow& flow, uint32_t plane, Dice& dice)
    {
        const uint32_t in = FabricNetwork::GetUpperPort(m_network.GetNicLink(flow.dst, plane));
        const uint32_t target = m_network.GetOwnEnd(in).node;
        const auto& distances = Measure(target);
        std::vector<uint32_t> ports{
            FabricNetwork::GetLowerPort(m_network.GetNicLink(flow.src, plane))};
        for (uint32_t at = m_network.GetFarEnd(ports[0]).node; at != target;
             at = m_network.GetFarEnd(ports.back()).node)
        {
            std::vector<uint32_t> nearer;
            for (const uint32_t port : ListPorts(at))
            {
                const auto far = m_network.GetFarEnd(port);
                if (!far.isHost && m_case.capacities.Get(port) > 0 &&
                    distances.at(far.node) + 1 == distances.at(at))
                {
                    nearer.push_back(port);
                }
            }
            if (nearer.empty())
            {
                return {};
            }
            ports.push_back(nearer[dice.Draw(static_cast<uint32_t>(nearer.size()))]);
        }
        ports.push_back(in);
        const bool whole =
            m_case.capacities.Get(ports.front()) > 0 && m_case.capacities.Get(in) > 0;
        return whole ? ports : std::vector<uint32_t>();
    }

  private:
    /** @return ports of a switch */
    std::vector<uint32_t> ListPorts(uint32_t sw) const
    {
        std::vector<uint32_t> ports;
        for (uint32_t i = 0; i < m_network.GetNSwitchPorts(sw); ++i)
        {
            const uint32_t link = m_network.GetSwitchLink(sw, i);
            const auto lower = m_network.GetLink(link).lower;
            const bool up = !lower.isHost && lower.node == sw;
            ports.push_back(up ? FabricNetwork::GetLowerPort(link)
                               : FabricNetwork::GetUpperPort(link));
        }
        return ports;
    }

    /** @return by switch: links to the target */
    const std::map<uint32_t, uint32_t>& Measure(uint32_t target)
    {
        auto& distances = m_distances[target];
        std::vector<uint32_t> reached{target};
        distances[target] = 0;
        for (size_t i = 0; i < reached.size(); ++i)
        {
            for (const uint32_t port : ListPorts(reached[i]))
            {
                const auto far = m_network.GetFarEnd(port);
                if (!far.isHost && distances.emplace(far.node, distances[reached[i]] + 1).second)
                {
                    reached.push_back(far.node);
                }
            }
        }
        return distances;
    }

    const Case& m_case;                                           ///< the case
    const FabricNetwork& m_network;                               ///< its network
    std::map<uint32_t, std::map<uint32_t, uint32_t>> m_distances; ///< by target and switch
};

/**
 * Send the flows over random paths at the highest feasible rate, and expect that it is within the
 * bound.
 * @return number of flows with a path
 */
uint32_t
ExpectNotBeaten(const Case& c, Dice& dice)
{
    Walker walker(c);
    std::map<uint32_t, double> load;
    std::vector<double> rates(c.flows.size());
    for (size_t i = 0; i < c.flows.size(); ++i)
    {
        const auto& flow = c.flows[i];
        for (uint32_t piece = 0; piece < 4; ++piece)
        {
            const uint32_t plane = flow.firstPlane + dice.Draw(flow.planeCount);
            const auto ports = walker.Walk(flow, plane, dice);
            const double size = 1 + dice.Draw(3);
            rates[i] += ports.empty() ? 0 : size;
            EXPECT_TRUE(ports.empty() || (c.cuts.masks[i] >> plane & 1)) << "flow " << i;
            for (const uint32_t port : ports)
            {
                load[port] += size;
            }
        }
    }
    double scale = std::numeric_limits<double>::max();
    for (const auto& [port, bytes] : load)
    {
        scale = std::min(scale, c.capacities.Get(port) / bytes);
    }
    uint32_t sent = 0;
    for (double& rate : rates)
    {
        sent += rate > 0;
        rate *= rate > 0 ? scale : 1;
    }
    c.ForEachRow([&](double bps, const std::vector<uint32_t>& members) {
        double row = 0;
        for (const uint32_t flow : members)
        {
            row += rates[flow];
        }
        EXPECT_LE(row, bps * (1 + EPSILON));
    });
    EXPECT_LE(*std::min_element(rates.begin(), rates.end()),
              *std::min_element(c.rates.begin(), c.rates.end()) * (1 + EPSILON) + 1);
    return sent;
}

/** Expect that twice the capacities are exactly twice the cuts and the rates. */
void
ExpectScales(const Case& c)
{
    FluidCapacities twice = c.capacities;
    for (uint32_t port = 0; port < c.network->GetNPorts(); ++port)
    {
        twice.Set(port, 2 * c.capacities.Get(port));
    }
    const auto cuts = MakeShape(*c.network)->ListCuts(twice, c.flows);
    ASSERT_EQ(cuts.cuts.size(), c.cuts.cuts.size());
    for (size_t i = 0; i < cuts.cuts.size(); ++i)
    {
        for (uint32_t plane = 0; plane < c.network->GetNPlanes(); ++plane)
        {
            EXPECT_EQ(cuts.cuts[i].bps[plane], 2 * c.cuts.cuts[i].bps[plane]) << "cut " << i;
        }
    }
    const auto rates = c.bound.GetMaxMinRates(twice, c.flows);
    for (size_t i = 0; i < rates.size(); ++i)
    {
        EXPECT_EQ(rates[i], 2 * c.rates[i]) << "flow " << i;
    }
}

/**
 * @param network makes a network
 */
template <typename F>
void
TryMany(F network)
{
    uint32_t sent = 0;
    for (uint32_t seed = 1; seed <= 300 && !testing::Test::HasFailure(); ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Dice dice(seed);
        const Case c(network(dice), dice);
        ExpectMaxMin(c);
        ExpectScales(c);
        sent += ExpectNotBeaten(c, dice);
    }
    EXPECT_GT(sent, 2000U);
}

TEST(FluidRandom, OfClosNetworksRatesAreFairAndNoPathsCarryMore)
{
    TryMany([](Dice& dice) { return ns3::Create<const ns3::FabricClos>(DrawClos(dice)); });
}

TEST(FluidRandom, OfGraphsRatesAreFairAndNoPathsCarryMore)
{
    TryMany([](Dice& dice) { return ns3::Create<const ns3::FabricGraph>(DrawGraph(dice)); });
}

TEST(FluidRandom, AWholeClosIsTheSameAsAGraph)
{
    for (uint32_t seed = 1; seed <= 50; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Dice dice(seed);
        const auto clos = ns3::Create<const ns3::FabricClos>(DrawClos(dice));
        const FluidCapacities capacities(*clos);
        std::vector<FluidFlow> flows;
        std::vector<double> bytes;
        const uint32_t shift = 1 + dice.Draw(clos->GetNHosts() - 1);
        for (uint32_t host = 0; host < clos->GetNHosts(); ++host)
        {
            flows.push_back({host, (host + shift) % clos->GetNHosts(), 0, clos->GetNPlanes()});
        }
        const auto find = [&](const FluidShape& shape) {
            return GetMaxMin(FluidIncidence(shape.ListCuts(capacities, flows)));
        };
        const auto rates = find(FluidClosShape(*clos));
        const auto same = find(FluidGraphShape(*clos));
        for (size_t i = 0; i < rates.size(); ++i)
        {
            EXPECT_NEAR(rates[i], same[i], 1) << "flow " << i;
        }
    }
}

TEST(FluidRandom, AClosThatHoldsUpNothingIsAsFastAsItsNics)
{
    uint32_t full = 0;
    for (uint32_t seed = 1; seed <= 200; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Dice dice(seed);
        auto spec = DrawClos(dice);
        spec.fabricRateBps *= 1 + dice.Draw(4);
        spec.coreRateBps *= 1 + dice.Draw(4);
        const Rig rig(spec);
        const uint32_t hosts = rig.network->GetNHosts();
        const uint32_t planes = rig.network->GetNPlanes();
        std::vector<FluidFlow> flows;
        std::vector<double> bytes;
        std::vector<double> out(hosts);
        std::vector<double> in(hosts);
        for (uint32_t n = 1 + dice.Draw(60); n > 0; --n)
        {
            const uint32_t src = dice.Draw(hosts);
            flows.push_back({src, (src + 1 + dice.Draw(hosts - 1)) % hosts, 0, planes});
            bytes.push_back(1 + dice.Draw(1000000));
            out[src] += bytes.back();
            in[flows.back().dst] += bytes.back();
        }
        const double busiest = std::max(*std::max_element(out.begin(), out.end()),
                                        *std::max_element(in.begin(), in.end()));
        const double nics = busiest * 8 / (static_cast<double>(UNIT) * planes);
        const double least = rig.bound.GetLeastSeconds(rig.capacities, flows, bytes);
        EXPECT_GE(least, nics * (1 - EPSILON));
        if (!rig.bound.MayHoldUp())
        {
            EXPECT_LE(least, nics * (1 + EPSILON));
            ++full;
        }
    }
    EXPECT_GT(full, 20U);
    EXPECT_LT(full, 180U);
}

} // namespace

} // namespace mrcsim
