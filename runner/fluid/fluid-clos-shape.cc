/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fluid-clos-shape.h"

#include "fluid-clos-capacities.h"

#include <iterator>
#include <limits>
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
    FluidPlanes path; ///< capacity of the paths between the groups, bit/s
};

/**
 * Finds the cuts of some flows. For one use.
 */
class ClosSurvey
{
  public:
    /**
     * @param clos the network
     * @param capacities capacities of its ports
     * @param flows traffic
     */
    ClosSurvey(const ns3::FabricClos& clos,
               const FluidCapacities& capacities,
               const std::vector<FluidFlow>& flows)
        : m_clos(clos),
          m_capacities(capacities),
          m_flows(flows),
          m_out(clos.GetNHosts()),
          m_in(clos.GetNHosts()),
          m_groupOut(clos.GetNGroups()),
          m_groupIn(clos.GetNGroups())
    {
        uint32_t used = 0;
        for (const auto& flow : flows)
        {
            used |= ((1U << flow.planeCount) - 1) << flow.firstPlane;
        }
        for (uint32_t plane = 0; plane < clos.GetNPlanes(); ++plane)
        {
            if (used >> plane & 1)
            {
                m_numbers.push_back(plane);
                m_planes.emplace_back(clos, capacities, plane);
            }
        }
        m_found.masks.resize(flows.size());
    }

    /** @return the bounds of the flows */
    FluidCuts Take()
    {
        SortFlows();
        MeasureHosts();
        MeasureGroups();
        for (const auto& pair : m_pairs)
        {
            ListPair(pair);
        }
        // All senders before all receivers, because equal rows fill in this order
        for (uint32_t host = 0; host < m_out.size(); ++host)
        {
            ListHost(m_out[host], m_groupOut[m_clos.GetGroup(host)]);
        }
        for (uint32_t host = 0; host < m_in.size(); ++host)
        {
            ListHost(m_in[host], m_groupIn[m_clos.GetGroup(host)]);
        }
        m_found.KeepAll(m_groupOut);
        m_found.KeepAll(m_groupIn);
        if (m_clos.GetSpec().HasPods())
        {
            ListPods();
        }
        return std::move(m_found);
    }

  private:
    /** @return number of its pod */
    uint32_t GetPod(uint32_t group) const
    {
        return group / m_clos.GetSpec().GetT0PerPod();
    }

    /** Sort flows by the groups and then the hosts at their ends. */
    void SortFlows()
    {
        m_order.resize(m_flows.size());
        std::iota(m_order.begin(), m_order.end(), 0);
        const auto key = [this](uint32_t i) {
            const auto& flow = m_flows[i];
            return std::tuple(m_clos.GetGroup(flow.src),
                              m_clos.GetGroup(flow.dst),
                              flow.src,
                              flow.dst,
                              i);
        };
        std::sort(m_order.begin(), m_order.end(), [&key](uint32_t a, uint32_t b) {
            return key(a) < key(b);
        });
        for (size_t i = 0; i < m_order.size(); ++i)
        {
            const auto& flow = m_flows[m_order[i]];
            const uint32_t from = m_clos.GetGroup(flow.src);
            const uint32_t to = m_clos.GetGroup(flow.dst);
            if (m_pairs.empty() || m_pairs.back().from != from || m_pairs.back().to != to)
            {
                m_pairs.push_back({from, to, i, i, {}});
            }
            m_pairs.back().end = i + 1;
        }
    }

    /** Compute the cuts of hosts. */
    void MeasureHosts()
    {
        for (uint32_t i = 0; i < m_flows.size(); ++i)
        {
            m_out[m_flows[i].src].flows.push_back(i);
            m_in[m_flows[i].dst].flows.push_back(i);
        }
        for (uint32_t host = 0; host < m_out.size(); ++host)
        {
            for (size_t p = 0; p < m_planes.size(); ++p)
            {
                m_out[host].bps[m_numbers[p]] = m_capacities.GetNicOut(host, m_numbers[p]);
                m_in[host].bps[m_numbers[p]] = m_capacities.GetNicIn(host, m_numbers[p]);
            }
        }
    }

    /** Compute the capacities between groups, out of them and into them. */
    void MeasureGroups()
    {
        for (auto& pair : m_pairs)
        {
            pair.path.fill(std::numeric_limits<double>::infinity());
        }
        for (size_t p = 0; p < m_planes.size(); ++p)
        {
            MeasurePlane(m_planes[p], m_numbers[p]);
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
     * @param number its number
     */
    void MeasurePlane(const FluidClosCapacities& plane, uint32_t number)
    {
        const uint32_t t1s = m_clos.GetSpec().GetT1PerPod();
        std::vector<double> after(m_groupOut.size() * t1s); // by T0 and T1: capacity after the T1
        std::vector<double> before(after.size());           // and before it
        for (auto& pair : m_pairs)
        {
            if (pair.from == pair.to)
            {
                continue;
            }
            double path = 0;
            const uint32_t fromPod = GetPod(pair.from);
            const uint32_t toPod = GetPod(pair.to);
            for (uint32_t t1 = 0; t1 < t1s; ++t1)
            {
                const double core = fromPod == toPod ? std::numeric_limits<double>::infinity()
                                                     : plane.GetCore(fromPod, toPod, t1);
                const double up = std::min(plane.GetUp(pair.from, t1), core);
                const double down = std::min(plane.GetDown(pair.to, t1), core);
                after[static_cast<size_t>(pair.from) * t1s + t1] += down;
                before[static_cast<size_t>(pair.to) * t1s + t1] += up;
                path += std::min(up, down);
            }
            pair.path[number] = path;
        }
        for (uint32_t t0 = 0; t0 < m_groupOut.size(); ++t0)
        {
            for (uint32_t t1 = 0; t1 < t1s; ++t1)
            {
                const size_t at = static_cast<size_t>(t0) * t1s + t1;
                m_groupOut[t0].bps[number] += std::min(plane.GetUp(t0, t1), after[at]);
                m_groupIn[t0].bps[number] += std::min(plane.GetDown(t0, t1), before[at]);
            }
        }
    }

    /**
     * @param pair groups with traffic between them
     */
    void ListPair(const GroupPair& pair)
    {
        for (size_t i = pair.begin; i < pair.end;)
        {
            i = ListHostPair(pair, i);
        }
        if (pair.from != pair.to && IsTighter(pair.path, m_groupOut[pair.from].bps) &&
            IsTighter(pair.path, m_groupIn[pair.to].bps))
        {
            m_found.cuts.push_back({pair.path, GetFlows(pair.begin, pair.end)});
        }
    }

    /**
     * List the cut of the flows from a host to another.
     * @param pair their groups
     * @param begin first of these flows in the sorted list
     * @return index after the last of them
     */
    size_t ListHostPair(const GroupPair& pair, size_t begin)
    {
        const auto& first = m_flows[m_order[begin]];
        const auto& out = m_out[first.src].bps;
        const auto& in = m_in[first.dst].bps;
        const auto least = GetLesser(GetLesser(out, in), pair.path);
        size_t end = begin;
        for (; end < pair.end && m_flows[m_order[end]].src == first.src &&
               m_flows[m_order[end]].dst == first.dst;
             ++end)
        {
            const auto& flow = m_flows[m_order[end]];
            for (uint32_t p = flow.firstPlane; p < flow.firstPlane + flow.planeCount; ++p)
            {
                m_found.masks[m_order[end]] |= (least[p] > 0) << p;
            }
        }
        if (IsTighter(least, out) && IsTighter(least, in) && IsTighter(least, pair.path))
        {
            m_found.cuts.push_back({least, GetFlows(begin, end)});
        }
        return end;
    }

    /**
     * @param all cut of the bytes that a host sends, or receives
     * @param beyond cut of the traffic out of, or into, its group
     */
    void ListHost(FluidCut& all, const FluidCut& beyond)
    {
        FluidCut remote;
        remote.bps = GetLesser(all.bps, beyond.bps);
        if (IsTighter(remote.bps, all.bps) && IsTighter(remote.bps, beyond.bps))
        {
            std::copy_if(all.flows.begin(),
                         all.flows.end(),
                         std::back_inserter(remote.flows),
                         [this](uint32_t flow) {
                             return !m_clos.IsLocal(m_flows[flow].src, m_flows[flow].dst);
                         });
            m_found.Keep(std::move(remote));
        }
        m_found.Keep(std::move(all));
    }

    /** List the cuts of traffic out of pods, into pods, and between them. */
    void ListPods()
    {
        std::vector<FluidCut> out(m_clos.GetSpec().GetNPods());
        std::vector<FluidCut> in(out.size());
        std::vector<FluidCut> between(out.size() * out.size());
        for (const auto& pair : m_pairs)
        {
            const uint32_t from = GetPod(pair.from);
            const uint32_t to = GetPod(pair.to);
            for (size_t i = pair.begin; i < pair.end && from != to; ++i)
            {
                out[from].flows.push_back(m_order[i]);
                in[to].flows.push_back(m_order[i]);
                between[from * out.size() + to].flows.push_back(m_order[i]);
            }
        }
        for (size_t p = 0; p < m_planes.size(); ++p)
        {
            MeasurePods(m_planes[p], m_numbers[p], out, in, between);
        }
        for (uint32_t from = 0; from < out.size(); ++from)
        {
            for (uint32_t to = 0; to < out.size(); ++to)
            {
                auto& cut = between[from * out.size() + to];
                if (IsTighter(cut.bps, out[from].bps) && IsTighter(cut.bps, in[to].bps))
                {
                    m_found.Keep(std::move(cut));
                }
            }
        }
        m_found.KeepAll(out);
        m_found.KeepAll(in);
    }

    /**
     * @param plane a plane
     * @param number its number
     * @param [in,out] out by pod: cut of the traffic out of it
     * @param [in,out] in by pod: cut of the traffic into it
     * @param [in,out] between by pods: cut of the traffic from one to another
     */
    void MeasurePods(const FluidClosCapacities& plane,
                     uint32_t number,
                     std::vector<FluidCut>& out,
                     std::vector<FluidCut>& in,
                     std::vector<FluidCut>& between) const
    {
        const uint32_t t0s = m_clos.GetSpec().GetT0PerPod();
        for (uint32_t t1 = 0; t1 < m_clos.GetSpec().GetT1PerPod(); ++t1)
        {
            for (uint32_t pod = 0; pod < out.size(); ++pod)
            {
                double up = 0;
                double down = 0;
                for (uint32_t t0 = pod * t0s; t0 < (pod + 1) * t0s; ++t0)
                {
                    up += plane.GetUp(t0, t1);
                    down += plane.GetDown(t0, t1);
                }
                out[pod].bps[number] += std::min(plane.GetCoreUp(pod, t1), up);
                in[pod].bps[number] += std::min(plane.GetCoreDown(pod, t1), down);
            }
            for (size_t i = 0; i < between.size(); ++i)
            {
                if (!between[i].flows.empty())
                {
                    between[i].bps[number] += plane.GetCore(static_cast<uint32_t>(i / out.size()),
                                                            static_cast<uint32_t>(i % out.size()),
                                                            t1);
                }
            }
        }
    }

    /**
     * @param begin first flow in the sorted list
     * @param end after the last
     * @return their indices, ascending
     */
    std::vector<uint32_t> GetFlows(size_t begin, size_t end) const
    {
        return {m_order.begin() + static_cast<int64_t>(begin),
                m_order.begin() + static_cast<int64_t>(end)};
    }

    const ns3::FabricClos& m_clos;             ///< the network
    const FluidCapacities& m_capacities;       ///< capacities of its ports
    const std::vector<FluidFlow>& m_flows;     ///< traffic
    std::vector<uint32_t> m_numbers;           ///< planes that are used
    std::vector<FluidClosCapacities> m_planes; ///< capacities of these planes
    std::vector<uint32_t> m_order;             ///< indices of flows, by groups and hosts
    std::vector<GroupPair> m_pairs;            ///< groups with traffic between them
    std::vector<FluidCut> m_out;               ///< by host: cut of its sent bytes
    std::vector<FluidCut> m_in;                ///< by host: cut of its received bytes
    std::vector<FluidCut> m_groupOut;          ///< by group: cut of the traffic out of it
    std::vector<FluidCut> m_groupIn;           ///< by group: cut of the traffic into it
    FluidCuts m_found;                         ///< the cuts found
};

} // namespace

FluidClosShape::FluidClosShape(const ns3::FabricClos& clos)
    : FluidShape(clos),
      m_clos(clos)
{
}

FluidCuts
FluidClosShape::ListCuts(const FluidCapacities& capacities,
                         const std::vector<FluidFlow>& flows) const
{
    return ClosSurvey(m_clos, capacities, flows).Take();
}

bool
FluidClosShape::MayHoldUp() const
{
    // A cut with at least the capacity of its NICs is never tighter than all of these. All paths
    // between two T0s, or two pods, together have the capacity out of either.
    const auto& spec = m_clos.GetSpec();
    const uint64_t nics = spec.hostsPerT0 * spec.hostRateBps;
    const bool t0s = spec.GetNT0() > 1 && nics > spec.GetT0Uplinks() * spec.fabricRateBps;
    const bool pods =
        spec.GetNPods() > 1 &&
        nics * spec.GetT0PerPod() > spec.GetT1PerPod() * spec.GetT1Uplinks() * spec.coreRateBps;
    return t0s || pods;
}

} // namespace mrcsim
