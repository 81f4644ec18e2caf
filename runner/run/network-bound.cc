/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network-bound.h"

#include "ns3/rdma-ideal-time.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

namespace mrcsim
{

using ns3::RdmaTick;

namespace
{

/// Bytes from one host to another.
struct PairBytes
{
    std::pair<uint32_t, uint32_t> hosts; ///< sender and receiver
    uint64_t bytes;                      ///< payload, B
};

/** @return bytes that the hosts of a job send to each other through the network, by hosts */
std::vector<PairBytes>
ListPairs(const ns3::RdmaJob& job)
{
    std::vector<PairBytes> pairs;
    for (uint32_t i = 0; i < job.schedule.GetNSends(); ++i)
    {
        const auto& send = job.schedule.GetSend(i);
        const uint32_t src = job.hosts[send.src];
        const uint32_t dst = job.hosts[send.dst];
        if (!send.IsComputation() && job.messenger->GetMedium(src, dst) == ns3::RdmaMedium::NETWORK)
        {
            pairs.push_back({{src, dst}, send.bytes});
        }
    }
    std::sort(pairs.begin(), pairs.end(), [](const PairBytes& a, const PairBytes& b) {
        return a.hosts < b.hosts;
    });
    size_t kept = 0;
    for (const auto& pair : pairs)
    {
        if (kept > 0 && pairs[kept - 1].hosts == pair.hosts)
        {
            pairs[kept - 1].bytes += pair.bytes;
        }
        else
        {
            pairs[kept++] = pair;
        }
    }
    pairs.resize(kept);
    return pairs;
}

} // namespace

NetworkBound::NetworkBound(std::unique_ptr<const FluidShape> shape)
    : m_network(shape->GetNetwork()),
      m_capacities(m_network),
      m_bound(std::move(shape))
{
    // A port is slightly faster than its rate if a byte takes no whole number of picoseconds
    for (uint32_t port = 0; port < m_network.GetNPorts(); ++port)
    {
        const double psPerByte = 8e12 / m_capacities.Get(port);
        m_capacities.Set(port, 8e12 / (psPerByte - 1.0 / ns3::RDMA_RATE_ROUNDING_BYTES));
    }
}

RdmaTick
NetworkBound::GetLeastDuration(const JobSpec& spec, const ns3::RdmaJob& job) const
{
    if (!m_bound.MayHoldUp())
    {
        return {};
    }
    const auto planes = spec.GetPlanes(m_network.GetNPlanes());
    FluidFlow flow;
    flow.firstPlane = planes.first;
    flow.planeCount = planes.count;
    const double wirePerByte = static_cast<double>(m_network.GetPortRate()) * flow.planeCount /
                               job.messenger->GetMediumRateBps(ns3::RdmaMedium::NETWORK);
    std::vector<FluidFlow> flows;
    std::vector<double> bytes;
    for (const auto& pair : ListPairs(job))
    {
        std::tie(flow.src, flow.dst) = pair.hosts;
        flows.push_back(flow);
        bytes.push_back(static_cast<double>(pair.bytes) * wirePerByte);
    }
    const double seconds = m_bound.GetLeastSeconds(m_capacities, flows, bytes);
    const auto least = RdmaTick::Ps(static_cast<int64_t>(std::floor(seconds * 1e12)));
    return std::max(RdmaTick(), least - ns3::GetRdmaRounding(0));
}

} // namespace mrcsim
