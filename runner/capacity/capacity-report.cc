/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capacity-report.h"

#include "capacity-bill.h"
#include "results/build-commit.h"
#include "results/columns.h"

#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

namespace mrcsim
{

namespace
{

/// Placeholder of the keys per tier.
constexpr const char* PER_TIER = "switches_tN";

/// Results of a document.
struct CapacityAnswer
{
    /** @param capacity a document; outlives this */
    explicit CapacityAnswer(const CapacityDocument& capacity)
        : document(capacity),
          shape(capacity.network),
          spec(shape.GetSpec()),
          bill(MakeBill(shape, capacity.parameters, capacity.nicLinks == "copper")),
          distance(MeasureDistance(shape, capacity.parameters))
    {
        TieredLinks links(shape);
        failed = FailAtRandom(capacity.faults, capacity.seed, links);
        left = MeasureCapacity(links, MakeFlows(capacity.traffic, capacity.seed, links));
    }

    /**
     * @param count a number of parts of the network
     * @return the number per NIC
     */
    double PerNic(double count) const
    {
        return count / static_cast<double>(spec.nics);
    }

    /** @return share of one link between switches in the capacity of a T0 */
    double GetLinkLoss() const
    {
        const auto& t0 = shape.GetLevels().front();
        return 1.0 / (t0.ups * t0.parallel);
    }

    const CapacityDocument& document; ///< the document
    const TieredShape shape;          ///< its network
    const TieredSpec& spec;           ///< its specification
    const CapacityBill bill;          ///< its parts and cost
    const CapacityDistance distance;  ///< the longest path
    TieredFaultCounts failed;         ///< numbers of failed parts
    CapacityLeft left;                ///< remaining capacity
};

/** @return the keys of the summary */
const Columns<CapacityAnswer>&
GetKeys()
{
    using K = CellKind;
    using A = const CapacityAnswer;
    // clang-format off
    static const Columns<CapacityAnswer> keys({
        {"name", [](A& a) -> Cell { return a.document.name; },
         K::TEXT, "", "name of the document"},
        {"seed", [](A& a) -> Cell { return a.document.seed; }, K::ID, "", "seed of the draws"},
        {"program", [](A&) -> Cell { return "capacity"; }, K::TEXT, "", "capacity"},
        {"version", [](A&) -> Cell { return MRC_VERSION; },
         K::TEXT, "", "version of the simulator"},
        {"commit", [](A&) -> Cell { return BUILD_COMMIT; },
         K::TEXT, "", "commit of its sources"},
        {"ns3_version", [](A&) -> Cell { return MRC_NS3_VERSION; }, K::TEXT, "", "version of ns-3"},
        {"nics", [](A& a) -> Cell { return a.spec.nics; }, K::COUNT, "", "NICs of the network"},
        {"tiers", [](A& a) -> Cell { return a.spec.tiers; }, K::COUNT, "", "tiers of switches"},
        {"planes", [](A& a) -> Cell { return a.spec.planes; }, K::COUNT, "", "planes"},
        {"port_bps", [](A& a) -> Cell { return a.shape.GetPortBps(); },
         K::NUMBER, "bit/s", "rate of a port of a NIC"},
        {"hosts_per_t0", [](A& a) -> Cell { return a.shape.GetNicsPerT0(); },
         K::COUNT, "", "NICs below a T0"},
        {"switches", [](A& a) -> Cell { return a.shape.GetNSwitches(); },
         K::COUNT, "", "switches"},
        {PER_TIER, [](A&) -> Cell { return {}; },
         K::COUNT, "", "switches of tier N, from 0: switches_t0, switches_t1 and so on"},
        {"nic_links", [](A& a) -> Cell { return a.shape.GetNNicLinks(); },
         K::COUNT, "", "links between NICs and T0s"},
        {"fabric_links", [](A& a) -> Cell { return a.shape.GetNFabricLinks(); },
         K::COUNT, "", "links between switches"},
        {"links", [](A& a) -> Cell { return a.bill.links; }, K::COUNT, "", "all links"},
        {"optics", [](A& a) -> Cell { return a.bill.optics; }, K::COUNT, "", "optical modules"},
        {"optics_per_nic", [](A& a) -> Cell { return a.PerNic(a.bill.optics); },
         K::NUMBER, "1", "optical modules per NIC"},
        {"switches_per_1024_nics", [](A& a) -> Cell { return 1024 * a.PerNic(a.shape.GetNSwitches()); },
         K::NUMBER, "1", "switches per 1,024 NICs"},
        {"fiber_cables", [](A& a) -> Cell { return a.bill.fiberCables; },
         K::COUNT, "", "fiber cables"},
        {"copper_cables", [](A& a) -> Cell { return a.bill.copperCables; },
         K::COUNT, "", "copper cables"},
        {"power_w", [](A& a) -> Cell { return a.bill.powerW; },
         K::NUMBER, "W", "power of switches and modules"},
        {"cost_usd", [](A& a) -> Cell { return a.bill.costUsd; },
         K::NUMBER, "USD", "cost of switches, modules and cables"},
        {"power_per_nic_w", [](A& a) -> Cell { return a.PerNic(a.bill.powerW); },
         K::NUMBER, "W", "power per NIC"},
        {"cost_per_nic_usd", [](A& a) -> Cell { return a.PerNic(a.bill.costUsd); },
         K::NUMBER, "USD", "cost per NIC"},
        {"switches_on_path", [](A& a) -> Cell { return a.distance.switches; },
         K::COUNT, "", "switches on the longest path"},
        {"hop_latency_ns", [](A& a) -> Cell { return a.distance.hopNs; },
         K::NUMBER, "ns", "latency of these switches and the cables of the path"},
        {"frame_time_ns", [](A& a) -> Cell { return a.distance.frameNs; },
         K::NUMBER, "ns", "line time of a full frame on a link"},
        {"store_and_forward_ns", [](A& a) -> Cell { return a.distance.storeForwardNs; },
         K::NUMBER, "ns", "latency of the longest path with store-and-forward switches"},
        {"fabric_link_loss_of_plane", [](A& a) -> Cell { return a.GetLinkLoss(); },
         K::NUMBER, "1", "share of one link between switches in the capacity of a T0"},
        {"fabric_link_loss", [](A& a) -> Cell { return a.GetLinkLoss() / a.spec.planes; },
         K::NUMBER, "1", "share of one link between switches in the capacity of all planes"},
        {"nic_link_loss", [](A& a) -> Cell { return 1.0 / a.spec.planes; },
         K::NUMBER, "1", "share of one link of a NIC in its capacity"},
        {"t0_loss", [](A& a) -> Cell { return 1.0 / a.spec.planes; },
         K::NUMBER, "1", "share of one T0 in the capacity of its NICs"},
        {"t1_loss", [](A& a) -> Cell { return 1.0 / a.shape.GetLevels().front().ups / a.spec.planes; },
         K::NUMBER, "1", "share of one T1 in the capacity of its NICs"},
        {"failed_fabric_links", [](A& a) -> Cell { return a.failed.fabricLinks; },
         K::COUNT, "", "failed links between switches"},
        {"failed_nic_links", [](A& a) -> Cell { return a.failed.nicLinks; },
         K::COUNT, "", "failed links of NICs"},
        {"failed_switches", [](A& a) -> Cell { return a.failed.switches; },
         K::COUNT, "", "failed switches"},
        {"capacity_whole_bps", [](A& a) -> Cell { return a.spec.nics * a.spec.nicRateBps; },
         K::NUMBER, "bit/s", "rate of all NICs"},
        {"capacity_left_mean", [](A& a) -> Cell { return a.left.mean; },
         K::NUMBER, "1", "remaining share of the rate of a NIC, mean"},
        {"capacity_left_p01", [](A& a) -> Cell { return a.left.p01; },
         K::NUMBER, "1", "remaining share of the rate of a NIC, 1st percentile"},
        {"capacity_left_min", [](A& a) -> Cell { return a.left.min; },
         K::NUMBER, "1", "remaining share of the rate of a NIC, minimum"},
        {"capacity_left_min_connected", [](A& a) -> Cell { return a.left.minConnected; },
         K::NUMBER, "1", "remaining share of the rate of a NIC, minimum of connected NICs"},
        {"nics_cut_off", [](A& a) -> Cell { return a.left.cutOff; },
         K::COUNT, "", "NICs that reach no other NIC"},
    });
    // clang-format on
    return keys;
}

/// A line of the table.
struct Line
{
    const char* key;  ///< key in the summary
    const char* text; ///< label
    double scale;     ///< factor to the displayed value
    const char* unit; ///< displayed unit
    int decimals;     ///< displayed decimals
};

const std::vector<Line> LINES{
    {"switches", "switches", 1, "", 0},
    {"links", "links", 1, "", 0},
    {"optics", "optical modules", 1, "", 0},
    {"power_per_nic_w", "power per NIC", 1, " W", 1},
    {"cost_per_nic_usd", "cost per NIC", 1, " USD", 0},
    {"switches_on_path", "switches on the longest path", 1, "", 0},
    {"hop_latency_ns", "their latency, with cables", 1, " ns", 0},
    {"capacity_left_mean", "capacity left: mean", 100, " %", 3},
    {"capacity_left_p01", "capacity left: 1st percentile", 100, " %", 3},
    {"capacity_left_min", "capacity left: least", 100, " %", 3},
    {"nics_cut_off", "NICs cut off", 1, "", 0},
};

} // namespace

Json
AnswerCapacity(const CapacityDocument& capacity)
{
    const CapacityAnswer answer(capacity);
    const auto& facts = GetKeys().GetFacts();
    std::vector<Cell> cells;
    GetKeys().Read(answer, cells);
    Json summary;
    for (size_t i = 0; i < facts.size(); ++i)
    {
        if (facts[i].name != PER_TIER)
        {
            summary[facts[i].name] = ToJson(cells[i]);
            continue;
        }
        for (uint32_t tier = 0; tier < answer.spec.tiers; ++tier)
        {
            summary["switches_t" + std::to_string(tier)] = answer.shape.GetNSwitches(tier);
        }
    }
    return summary;
}

Json
DescribeCapacity()
{
    return Describe(GetKeys().GetFacts());
}

std::string
FormatCapacity(const Json& summary)
{
    std::ostringstream out;
    out << summary["name"].get<std::string>() << ": " << summary["nics"] << " NICs, "
        << summary["planes"] << (summary["planes"] == 1 ? " plane, " : " planes, ")
        << summary["tiers"] << " tiers\n";
    for (const auto& line : LINES)
    {
        out << "  " << std::left << std::setw(31) << line.text << std::right << std::fixed
            << std::setprecision(line.decimals) << std::setw(12)
            << summary[line.key].get<double>() * line.scale << line.unit << '\n';
    }
    return out.str();
}

} // namespace mrcsim
