/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "tiered-cuts.h"

#include "tiered-plane.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace mrcsim
{

namespace
{

/// The traffic from one T0 group to another, or within one.
struct GroupPair
{
    uint32_t from;    ///< group of the senders
    uint32_t to;      ///< group of the receivers
    size_t begin;     ///< first of its flows in the sorted list
    size_t end;       ///< after the last of them
    FluidPlanes path; ///< capacity between the groups, bit/s
};

/**
 * Finds the cuts of some flows. For one use.
 */
class TieredSurvey
{
  public:
    /**
     * @param links working links
     * @param flows traffic over all planes
     */
    TieredSurvey(const TieredLinks& links, const std::vector<FluidFlow>& flows)
        : m_links(links),
          m_shape(links.GetShape()),
          m_portBps(static_cast<double>(m_shape.GetPortBps())),
          m_flows(flows),
          m_out(m_shape.GetSpec().nics),
          m_in(m_out.size()),
          m_groupOut(m_shape.GetLevels().front().blocks),
          m_groupIn(m_groupOut.size())
    {
        m_found.masks.resize(flows.size());
        for (uint32_t plane = 0; plane < m_shape.GetSpec().planes; ++plane)
        {
            m_planes.emplace_back(links, plane);
        }
    }

    /** @return the bounds of the flows */
    FluidCuts Take()
    {
        SortFlows();
        AssignFlows();
        for (uint32_t plane = 0; plane < m_planes.size(); ++plane)
        {
            MeasureNics(plane);
            MeasureGroups(plane);
        }
        for (const auto& pair : m_pairs)
        {
            ListPair(pair);
        }
        // All senders before all receivers, because equal rows fill in this order
        m_found.KeepAll(m_out);
        m_found.KeepAll(m_in);
        m_found.KeepAll(m_groupOut);
        m_found.KeepAll(m_groupIn);
        for (uint32_t level = 1; level < m_shape.GetLevels().size(); ++level)
        {
            ListBlocks(level);
        }
        return std::move(m_found);
    }

  private:
    /// Cuts by the blocks at both ends.
    using BlockPairs = std::map<std::pair<uint32_t, uint32_t>, FluidCut>;

    /** @return its T0 group */
    uint32_t GetGroup(uint32_t nic) const
    {
        return nic / m_shape.GetNicsPerT0();
    }

    /** @return the block of a level that contains a T0 group */
    uint32_t GetBlock(uint32_t level, uint32_t group) const
    {
        for (uint32_t l = 1; l <= level; ++l)
        {
            group /= m_shape.GetLevels()[l].children;
        }
        return group;
    }

    /** Sort flows by the groups and then the NICs at their ends. */
    void SortFlows()
    {
        m_order.resize(m_flows.size());
        std::iota(m_order.begin(), m_order.end(), 0);
        const auto key = [this](uint32_t i) {
            const auto& flow = m_flows[i];
            return std::tuple(GetGroup(flow.src), GetGroup(flow.dst), flow.src, flow.dst, i);
        };
        std::sort(m_order.begin(), m_order.end(), [&key](uint32_t a, uint32_t b) {
            return key(a) < key(b);
        });
        for (size_t i = 0; i < m_order.size(); ++i)
        {
            const uint32_t from = GetGroup(m_flows[m_order[i]].src);
            const uint32_t to = GetGroup(m_flows[m_order[i]].dst);
            if (m_pairs.empty() || m_pairs.back().from != from || m_pairs.back().to != to)
            {
                m_pairs.push_back({from, to, i, i, {}});
                m_pairs.back().path.fill(std::numeric_limits<double>::infinity());
            }
            m_pairs.back().end = i + 1;
        }
    }

    /** Assign flows to NICs and groups. */
    void AssignFlows()
    {
        for (uint32_t i = 0; i < m_flows.size(); ++i)
        {
            m_out[m_flows[i].src].flows.push_back(i);
            m_in[m_flows[i].dst].flows.push_back(i);
        }
        for (const auto& pair : m_pairs)
        {
            for (size_t i = pair.begin; i < pair.end && pair.from != pair.to; ++i)
            {
                m_groupOut[pair.from].flows.push_back(m_order[i]);
                m_groupIn[pair.to].flows.push_back(m_order[i]);
            }
        }
    }

    /**
     * @param plane a plane
     */
    void MeasureNics(uint32_t plane)
    {
        for (uint32_t nic = 0; nic < m_out.size(); ++nic)
        {
            const double bps = (m_links.GetPlanes(nic) >> plane & 1) != 0 ? m_portBps : 0;
            m_out[nic].bps[plane] = bps;
            m_in[nic].bps[plane] = bps;
        }
    }

    /**
     * Compute the capacities out of groups, into them and between them.
     * @param plane a plane
     */
    void MeasureGroups(uint32_t plane)
    {
        const uint32_t ups = m_shape.GetLevels().front().ups;
        std::vector<uint64_t> after(m_groupOut.size() * ups); // by T0 and uplink: capacity after it
        std::vector<uint64_t> before(after.size());           // and before it
        for (auto& pair : m_pairs)
        {
            if (pair.from == pair.to)
            {
                continue;
            }
            uint64_t path = 0;
            for (uint32_t i = 0; i < ups; ++i)
            {
                const auto way = m_planes[plane].GetWay(0, pair.from, pair.to, i);
                after[static_cast<size_t>(pair.from) * ups + i] += way.down;
                before[static_cast<size_t>(pair.to) * ups + i] += way.up;
                path += std::min(way.up, way.down);
            }
            pair.path[plane] = ToBps(path);
        }
        for (uint32_t t0 = 0; t0 < m_groupOut.size(); ++t0)
        {
            const auto* up = m_planes[plane].GetUp(0, t0);
            uint64_t out = 0;
            uint64_t in = 0;
            for (uint32_t i = 0; i < ups; ++i)
            {
                out += std::min<uint64_t>(up[i], after[static_cast<size_t>(t0) * ups + i]);
                in += std::min<uint64_t>(up[i], before[static_cast<size_t>(t0) * ups + i]);
            }
            m_groupOut[t0].bps[plane] = ToBps(out);
            m_groupIn[t0].bps[plane] = ToBps(in);
        }
    }

    /**
     * @param pair groups with traffic between them
     */
    void ListPair(const GroupPair& pair)
    {
        uint8_t planes = 0;
        for (uint32_t plane = 0; plane < m_planes.size(); ++plane)
        {
            planes |= static_cast<uint8_t>((pair.path[plane] > 0) << plane);
        }
        for (size_t i = pair.begin; i < pair.end; ++i)
        {
            const auto& flow = m_flows[m_order[i]];
            m_found.masks[m_order[i]] =
                planes & m_links.GetPlanes(flow.src) & m_links.GetPlanes(flow.dst);
        }
        if (pair.from != pair.to && IsTighter(pair.path, m_groupOut[pair.from].bps) &&
            IsTighter(pair.path, m_groupIn[pair.to].bps))
        {
            m_found.cuts.push_back({pair.path, GetFlows(pair.begin, pair.end)});
        }
    }

    /**
     * List the cuts of traffic out of the blocks of a level, into them and between them.
     * @param level a level above that of T0s
     */
    void ListBlocks(uint32_t level)
    {
        std::vector<FluidCut> out(m_shape.GetLevels()[level].blocks);
        std::vector<FluidCut> in(out.size());
        BlockPairs between;
        for (const auto& pair : m_pairs)
        {
            const uint32_t from = GetBlock(level, pair.from);
            const uint32_t to = GetBlock(level, pair.to);
            for (size_t i = pair.begin; i < pair.end && from != to; ++i)
            {
                out[from].flows.push_back(m_order[i]);
                in[to].flows.push_back(m_order[i]);
                between[{from, to}].flows.push_back(m_order[i]);
            }
        }
        for (uint32_t plane = 0; plane < m_planes.size(); ++plane)
        {
            for (uint32_t block = 0; block < out.size(); ++block)
            {
                out[block].bps[plane] = ToBps(m_planes[plane].GetExit(level, block));
                in[block].bps[plane] = out[block].bps[plane]; // links fail in both directions
            }
            for (auto& entry : between)
            {
                entry.second.bps[plane] =
                    ToBps(m_planes[plane].GetPath(level, entry.first.first, entry.first.second));
            }
        }
        for (auto& entry : between)
        {
            if (IsTighter(entry.second.bps, out[entry.first.first].bps) &&
                IsTighter(entry.second.bps, in[entry.first.second].bps))
            {
                m_found.Keep(std::move(entry.second));
            }
        }
        m_found.KeepAll(out);
        m_found.KeepAll(in);
    }

    /** @return capacity of this number of links, bit/s */
    double ToBps(uint64_t links) const
    {
        return static_cast<double>(links) * m_portBps;
    }

    /**
     * @param begin first flow in the sorted list
     * @param end after the last
     * @return their indices
     */
    std::vector<uint32_t> GetFlows(size_t begin, size_t end) const
    {
        return {m_order.begin() + static_cast<int64_t>(begin),
                m_order.begin() + static_cast<int64_t>(end)};
    }

    const TieredLinks& m_links;            ///< working links
    const TieredShape& m_shape;            ///< the network
    double m_portBps;                      ///< rate of a link, bit/s
    const std::vector<FluidFlow>& m_flows; ///< traffic
    std::vector<TieredPlane> m_planes;     ///< capacities by plane
    std::vector<uint32_t> m_order;         ///< indices of flows, by groups and NICs
    std::vector<GroupPair> m_pairs;        ///< groups with traffic between them
    std::vector<FluidCut> m_out;           ///< by NIC: cut of its sent bytes
    std::vector<FluidCut> m_in;            ///< by NIC: cut of its received bytes
    std::vector<FluidCut> m_groupOut;      ///< by group: cut of the traffic out of it
    std::vector<FluidCut> m_groupIn;       ///< by group: cut of the traffic into it
    FluidCuts m_found;                     ///< the cuts found
};

} // namespace

FluidCuts
ListTieredCuts(const TieredLinks& links, const std::vector<FluidFlow>& flows)
{
    return TieredSurvey(links, flows).Take();
}

} // namespace mrcsim
