/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fluid-max-flow.h"

#include <algorithm>
#include <limits>

namespace mrcsim
{

namespace
{

/**
 * Residual network.
 */
class Residue
{
  public:
    /**
     * @param arcs links
     * @param nodes number of nodes
     */
    Residue(const std::vector<FluidArc>& arcs, uint32_t nodes)
        : m_out(nodes),
          m_next(nodes),
          m_distance(nodes)
    {
        for (const auto& arc : arcs)
        {
            m_out[arc.from].push_back(static_cast<uint32_t>(m_arcs.size()));
            m_arcs.push_back(arc);
            m_out[arc.to].push_back(static_cast<uint32_t>(m_arcs.size()));
            m_arcs.push_back({arc.to, arc.from, 0}); // reverse arc
        }
    }

    /**
     * Compute the distances of nodes from the source over links with remaining capacity.
     * @return true if the sink is reached
     */
    bool Measure(uint32_t source, uint32_t sink)
    {
        std::fill(m_distance.begin(), m_distance.end(), FAR);
        std::fill(m_next.begin(), m_next.end(), 0);
        std::vector<uint32_t> reached{source};
        m_distance[source] = 0;
        for (size_t i = 0; i < reached.size(); ++i)
        {
            for (const uint32_t index : m_out[reached[i]])
            {
                const auto& arc = m_arcs[index];
                if (arc.bps > 0 && m_distance[arc.to] == FAR)
                {
                    m_distance[arc.to] = m_distance[arc.from] + 1;
                    reached.push_back(arc.to);
                }
            }
        }
        return m_distance[sink] != FAR;
    }

    /**
     * Send along one shortest path.
     * @param node its start
     * @param sink its end
     * @param most limit, bit/s
     * @return rate sent, bit/s; 0 if there is no such path
     */
    double Send(uint32_t node, uint32_t sink, double most)
    {
        if (node == sink)
        {
            return most;
        }
        for (; m_next[node] < m_out[node].size(); ++m_next[node])
        {
            const uint32_t index = m_out[node][m_next[node]];
            auto& arc = m_arcs[index];
            if (arc.bps > 0 && m_distance[arc.to] == m_distance[node] + 1)
            {
                const double sent = Send(arc.to, sink, std::min(most, arc.bps));
                if (sent > 0)
                {
                    m_arcs[index].bps -= sent;
                    m_arcs[index ^ 1].bps += sent;
                    return sent;
                }
            }
        }
        return 0;
    }

  private:
    /// Distance of a node that is not reached.
    static constexpr uint32_t FAR = std::numeric_limits<uint32_t>::max();

    std::vector<FluidArc> m_arcs;             ///< links, each followed by its reverse arc
    std::vector<std::vector<uint32_t>> m_out; ///< by node: arcs that begin there
    std::vector<size_t> m_next;               ///< by node: the next arc to try
    std::vector<uint32_t> m_distance;         ///< by node: distance from the source
};

} // namespace

double
GetMaxFlow(const std::vector<FluidArc>& arcs, uint32_t nodes, uint32_t source, uint32_t sink)
{
    Residue residue(arcs, nodes);
    double sum = 0;
    while (residue.Measure(source, sink))
    {
        while (const double sent =
                   residue.Send(source, sink, std::numeric_limits<double>::infinity()))
        {
            sum += sent;
        }
    }
    return sum;
}

} // namespace mrcsim
