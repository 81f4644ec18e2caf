/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-poisson-schedule.h"

#include "ns3/abort.h"

#include <cmath>
#include <limits>

namespace ns3
{

namespace
{

/**
 * @param traffic the load
 * @param sizes distribution of their lengths
 * @return mean time from one flow to the next, ps
 */
double
GetMeanGapPs(const RdmaPoissonTraffic& traffic, const RdmaFlowSizeDistribution& sizes)
{
    NS_ABORT_MSG_IF(traffic.nRanks < 2, "Poisson flows need 2 ranks, not " << traffic.nRanks);
    NS_ABORT_MSG_IF(!(traffic.rateBps > 0), "Poisson flows at " << traffic.rateBps << " bit/s");
    NS_ABORT_MSG_IF(!(traffic.load > 0), "Poisson flows with a load of " << traffic.load);
    NS_ABORT_MSG_IF(traffic.duration <= RdmaTick(),
                    "Poisson flows for " << traffic.duration.GetNs() << " ns");
    const double bps = traffic.nRanks * traffic.load * traffic.rateBps;
    return sizes.GetMeanBytes() * 8e12 / bps;
}

} // namespace

std::vector<RdmaFlow>
MakeRdmaPoissonFlows(const RdmaPoissonTraffic& traffic,
                     const RdmaFlowSizeDistribution& sizes,
                     UniformRandomVariable& random)
{
    const double nFlows = GetRdmaPoissonMeanFlows(traffic, sizes);
    NS_ABORT_MSG_IF(nFlows > std::numeric_limits<uint32_t>::max(), nFlows << " Poisson flows");
    const double gapPs = GetMeanGapPs(traffic, sizes);
    const auto endPs = static_cast<double>(traffic.duration.GetPs());
    const auto drawGap = [&random, gapPs] { return -gapPs * std::log1p(-random.GetValue(0, 1)); };
    std::vector<RdmaFlow> flows;
    flows.reserve(static_cast<size_t>(nFlows + 4 * std::sqrt(nFlows)));
    for (double startPs = drawGap(); startPs < endPs; startPs += drawGap())
    {
        RdmaFlow flow;
        flow.src = random.GetInteger(0, traffic.nRanks - 1);
        flow.dst = random.GetInteger(0, traffic.nRanks - 2);
        flow.dst += flow.dst >= flow.src ? 1 : 0;
        flow.bytes = sizes.Draw(random);
        flow.start = RdmaTick::Ps(static_cast<int64_t>(startPs));
        flows.push_back(flow);
    }
    return flows;
}

double
GetRdmaPoissonMeanFlows(const RdmaPoissonTraffic& traffic, const RdmaFlowSizeDistribution& sizes)
{
    return static_cast<double>(traffic.duration.GetPs()) / GetMeanGapPs(traffic, sizes);
}

} // namespace ns3
