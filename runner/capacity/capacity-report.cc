/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capacity-report.h"

#include "capacity-bill.h"
#include "capacity-left.h"
#include "results/build-commit.h"

#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

namespace mrcsim
{

namespace
{

/**
 * @param shape a network
 * @param [in,out] summary receives what it is made of
 */
void
TellShape(const TieredShape& shape, Json& summary)
{
    const auto& spec = shape.GetSpec();
    summary["nics"] = spec.nics;
    summary["tiers"] = spec.tiers;
    summary["planes"] = spec.planes;
    summary["port_bps"] = shape.GetPortBps();
    summary["hosts_per_t0"] = shape.GetNicsPerT0();
    summary["switches"] = shape.GetNSwitches();
    for (uint32_t tier = 0; tier < spec.tiers; ++tier)
    {
        summary["switches_t" + std::to_string(tier)] = shape.GetNSwitches(tier);
    }
    summary["nic_links"] = shape.GetNNicLinks();
    summary["fabric_links"] = shape.GetNFabricLinks();
}

/**
 * @param capacity a document
 * @param shape its network
 * @param [in,out] summary receives what that takes, costs and delays
 */
void
TellBill(const CapacityDocument& capacity, const TieredShape& shape, Json& summary)
{
    const auto bill = MakeBill(shape, capacity.parameters, capacity.nicLinks == "copper");
    const auto nics = static_cast<double>(shape.GetSpec().nics);
    summary["links"] = bill.links;
    summary["optics"] = bill.optics;
    summary["optics_per_nic"] = static_cast<double>(bill.optics) / nics;
    summary["switches_per_1024_nics"] = static_cast<double>(shape.GetNSwitches()) * 1024 / nics;
    summary["fiber_cables"] = bill.fiberCables;
    summary["copper_cables"] = bill.copperCables;
    summary["power_w"] = bill.powerW;
    summary["cost_usd"] = bill.costUsd;
    summary["power_per_nic_w"] = bill.powerW / nics;
    summary["cost_per_nic_usd"] = bill.costUsd / nics;
    const auto distance = MeasureDistance(shape, capacity.parameters);
    summary["switches_on_path"] = distance.switches;
    summary["hop_latency_ns"] = distance.hopNs;
    summary["frame_time_ns"] = distance.frameNs;
    summary["store_and_forward_ns"] = distance.storeForwardNs;
}

/**
 * What one failure costs a node whose T0 is fully loaded, as a part of what it can send. Of a link
 * between T0 and T1 also as a part of what it can send in this plane.
 *
 * @param shape a network
 * @param [in,out] summary receives it
 */
void
TellLosses(const TieredShape& shape, Json& summary)
{
    const auto& t0 = shape.GetLevels().front();
    const double planes = shape.GetSpec().planes;
    summary["fabric_link_loss_of_plane"] = 1.0 / (t0.ups * t0.parallel);
    summary["fabric_link_loss"] = 1.0 / (t0.ups * t0.parallel) / planes;
    summary["nic_link_loss"] = 1.0 / planes;
    summary["t0_loss"] = 1.0 / planes;
    summary["t1_loss"] = 1.0 / t0.ups / planes;
}

/**
 * @param capacity a document
 * @param shape its network
 * @param [in,out] summary receives what faults leave
 */
void
TellCapacity(const CapacityDocument& capacity, const TieredShape& shape, Json& summary)
{
    TieredLinks links(shape);
    const auto failed = FailAtRandom(capacity.faults, capacity.seed, links);
    const auto left = MeasureCapacity(links, MakeFlows(capacity.traffic, capacity.seed, links));
    const auto& spec = shape.GetSpec();
    summary["failed_fabric_links"] = failed.fabricLinks;
    summary["failed_nic_links"] = failed.nicLinks;
    summary["failed_switches"] = failed.switches;
    summary["capacity_whole_bps"] = spec.nics * spec.nicRateBps;
    summary["capacity_left_mean"] = left.mean;
    summary["capacity_left_p01"] = left.p01;
    summary["capacity_left_min"] = left.min;
    summary["capacity_left_min_connected"] = left.minConnected;
    summary["nics_cut_off"] = left.cutOff;
}

/// A line of the table.
struct Line
{
    const char* key;  ///< in the summary
    const char* text; ///< for people
    double scale;     ///< to what people read
    const char* unit; ///< of that
    int decimals;     ///< to show
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
    const TieredShape shape(capacity.network);
    Json summary = {{"name", capacity.name}, {"seed", capacity.seed}, {"program", "capacity"}};
    summary["version"] = MRC_VERSION;
    summary["commit"] = BUILD_COMMIT;
    summary["ns3_version"] = MRC_NS3_VERSION;
    TellShape(shape, summary);
    TellBill(capacity, shape, summary);
    TellLosses(shape, summary);
    TellCapacity(capacity, shape, summary);
    return summary;
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
