/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fluid-graph-shape.h"

#include <limits>
#include <map>
#include <set>
#include <utility>

namespace mrcsim
{

using ns3::FabricNetwork;

namespace
{

/**
 * Finds the cuts of some flows. For one use.
 */
class GraphSurvey
{
  public:
    /**
     * @param network the network
     * @param steps ports between switches
     * @param capacities capacities of the ports
     * @param flows traffic
     */
    GraphSurvey(const FabricNetwork& network,
                const FluidGraphSteps& steps,
                const FluidCapacities& capacities,
                const std::vector<FluidFlow>& flows)
        : m_capacities(capacities),
          m_flows(flows)
    {
        for (uint32_t plane = 0; plane < network.GetNPlanes(); ++plane)
        {
            m_planes.emplace_back(network, steps, capacities, plane);
            m_planes.back().Survey(flows);
        }
        m_found.masks.resize(flows.size());
    }

    /** @return the bounds of the flows */
    FluidCuts Take()
    {
        ListHosts();
        for (uint32_t plane = 0; plane < m_planes.size(); ++plane)
        {
            for (const auto& cut : m_planes[plane].GetCuts())
            {
                ListCut(plane, cut);
            }
        }
        return std::move(m_found);
    }

  private:
    /** List the cuts of bytes that hosts send, receive, and send to each other. */
    void ListHosts()
    {
        std::map<uint32_t, FluidCut> out;
        std::map<uint32_t, FluidCut> in;
        std::map<std::pair<uint32_t, uint32_t>, FluidCut> pairs;
        for (uint32_t i = 0; i < m_flows.size(); ++i)
        {
            const auto& flow = m_flows[i];
            FluidCut& sent = out[flow.src];
            FluidCut& received = in[flow.dst];
            FluidCut& both = pairs[{flow.src, flow.dst}];
            for (auto* cut : {&sent, &received, &both})
            {
                cut->flows.push_back(i);
            }
            for (uint32_t p = flow.firstPlane; p < flow.firstPlane + flow.planeCount; ++p)
            {
                sent.bps[p] = m_capacities.GetNicOut(flow.src, p);
                received.bps[p] = m_capacities.GetNicIn(flow.dst, p);
                both.bps[p] = std::min({sent.bps[p], received.bps[p], m_planes[p].GetPath(flow)});
                m_found.masks[i] |= (both.bps[p] > 0) << p;
            }
        }
        for (auto& [hosts, cut] : pairs)
        {
            if (IsTighter(cut.bps, out[hosts.first].bps) &&
                IsTighter(cut.bps, in[hosts.second].bps))
            {
                m_found.cuts.push_back(std::move(cut));
            }
        }
        for (auto* cuts : {&out, &in})
        {
            for (auto& [host, cut] : *cuts)
            {
                m_found.cuts.push_back(std::move(cut));
            }
        }
    }

    /**
     * List a cut of a plane, completed by cuts of the other planes.
     * @param plane plane of the cut
     * @param cut the cut
     */
    void ListCut(uint32_t plane, const FluidGraphPlane::Cut& cut)
    {
        FluidCut found;
        for (uint32_t other = 0; other < m_planes.size(); ++other)
        {
            if (other == plane)
            {
                found.bps[other] = cut.bps;
                continue;
            }
            bool same = false;
            found.bps[other] = FindLeast(other, cut.flows, same);
            if (same && other < plane)
            {
                return; // already listed with the cut of that plane
            }
        }
        found.flows = cut.flows;
        m_found.cuts.push_back(std::move(found));
    }

    /**
     * @param plane a plane
     * @param flows indices of flows, ascending
     * @param [out] same true if there is a cut of exactly these flows
     * @return upper bound of their sum in the plane, bit/s
     */
    double FindLeast(uint32_t plane, const std::vector<uint32_t>& flows, bool& same) const
    {
        std::vector<uint32_t> here;
        std::set<uint32_t> senders;
        std::set<uint32_t> receivers;
        for (const uint32_t i : flows)
        {
            if (m_found.masks[i] >> plane & 1)
            {
                here.push_back(i);
                senders.insert(m_flows[i].src);
                receivers.insert(m_flows[i].dst);
            }
        }
        double out = 0;
        double in = 0;
        for (const uint32_t host : senders)
        {
            out += m_capacities.GetNicOut(host, plane);
        }
        for (const uint32_t host : receivers)
        {
            in += m_capacities.GetNicIn(host, plane);
        }
        double least = std::min(out, in);
        for (const uint32_t index :
             here.empty() ? std::vector<uint32_t>() : m_planes[plane].GetCutsOf(here.front()))
        {
            const auto& cut = m_planes[plane].GetCuts()[index];
            if (std::includes(cut.flows.begin(), cut.flows.end(), here.begin(), here.end()))
            {
                least = std::min(least, cut.bps);
                same |= cut.flows == flows;
            }
        }
        return least;
    }

    const FluidCapacities& m_capacities;   ///< capacities of the ports
    const std::vector<FluidFlow>& m_flows; ///< traffic
    std::vector<FluidGraphPlane> m_planes; ///< planes with their cuts
    FluidCuts m_found;                     ///< the cuts found
};

} // namespace

FluidGraphShape::FluidGraphShape(const FabricNetwork& network)
    : FluidShape(network),
      m_steps(network.GetNSwitches())
{
    for (uint32_t link = 0; link < network.GetNLinks(); ++link)
    {
        const auto ends = network.GetLink(link);
        if (!ends.lower.isHost)
        {
            const uint32_t lower = ends.lower.node;
            const uint32_t upper = ends.upper.node;
            m_steps[lower].push_back({lower, upper, FabricNetwork::GetLowerPort(link)});
            m_steps[upper].push_back({upper, lower, FabricNetwork::GetUpperPort(link)});
        }
    }
}

FluidCuts
FluidGraphShape::ListCuts(const FluidCapacities& capacities,
                          const std::vector<FluidFlow>& flows) const
{
    return GraphSurvey(GetNetwork(), m_steps, capacities, flows).Take();
}

bool
FluidGraphShape::MayHoldUp() const
{
    return true; // an exact answer would take as long as the cuts
}

} // namespace mrcsim
