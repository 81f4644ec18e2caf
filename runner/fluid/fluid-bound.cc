/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fluid-bound.h"

#include "fluid-incidence.h"
#include "fluid-max-min.h"

#include "ns3/abort.h"

#include <algorithm>
#include <limits>

namespace mrcsim
{

std::vector<double>
GetFairRates(const FluidCuts& cuts)
{
    return GetMaxMin(FluidIncidence(cuts));
}

std::vector<double>
FluidBound::GetMaxMinRates(const FluidCapacities& capacities,
                           const std::vector<FluidFlow>& flows) const
{
    Check(flows);
    return GetFairRates(m_shape->ListCuts(capacities, flows));
}

double
FluidBound::GetLeastSeconds(const FluidCapacities& capacities,
                            const std::vector<FluidFlow>& flows,
                            const std::vector<double>& bytes) const
{
    Check(flows);
    NS_ABORT_MSG_UNLESS(bytes.size() == flows.size(),
                        bytes.size() << " numbers of bytes for " << flows.size() << " flows");
    const FluidIncidence incidence(m_shape->ListCuts(capacities, flows));
    for (uint32_t flow = 0; flow < flows.size(); ++flow)
    {
        if (bytes[flow] > 0 && !incidence.IsConnected(flow))
        {
            return std::numeric_limits<double>::infinity();
        }
    }
    // Not as a matrix product, whose order of summation, and so the last bit of a result, depends
    // on Eigen
    const auto& matrix = incidence.GetMatrix();
    double seconds = 0;
    for (int row = 0; row < matrix.rows(); ++row)
    {
        double load = 0;
        for (FluidIncidence::Matrix::InnerIterator one(matrix, row); one; ++one)
        {
            load += bytes[static_cast<size_t>(one.col())];
        }
        seconds = std::max(seconds, load * 8 / incidence.GetCapacities()[row]);
    }
    return seconds;
}

void
FluidBound::Check(const std::vector<FluidFlow>& flows) const
{
    const auto& network = m_shape->GetNetwork();
    for (const auto& flow : flows)
    {
        NS_ABORT_MSG_IF(flow.src == flow.dst || std::max(flow.src, flow.dst) >= network.GetNHosts(),
                        "flow from host " << flow.src << " to " << flow.dst);
        NS_ABORT_MSG_IF(flow.planeCount == 0 || flow.firstPlane >= network.GetNPlanes() ||
                            flow.planeCount > network.GetNPlanes() - flow.firstPlane,
                        "flow over " << flow.planeCount << " planes from " << flow.firstPlane);
    }
}

} // namespace mrcsim
