/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "goodput-watch.h"

#include "ns3/fabric-faults.h"
#include "ns3/fabric.h"
#include "ns3/rdma-nic.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace mrcsim
{

using ns3::RdmaTick;

namespace
{

/// Looks in a window.
constexpr int64_t STEPS = 4;
/// Windows before a fault that say what is normal.
constexpr int64_t NORMAL_WINDOWS = 10;
/// Windows in a row for which goodput must be back.
constexpr int64_t LASTING_WINDOWS = 5;
/// Windows after a fault that are looked at.
constexpr int64_t MOST_WINDOWS = 500;
/// Part of what is allowed that counts as back.
constexpr double BACK = 0.95;

/** @return true if a span holds all of a window */
bool
IsCovered(const std::vector<std::pair<RdmaTick, RdmaTick>>& spans, RdmaTick from, RdmaTick until)
{
    const auto after = std::upper_bound(
        spans.begin(),
        spans.end(),
        from,
        [](RdmaTick time, const std::pair<RdmaTick, RdmaTick>& span) { return time < span.first; });
    return after != spans.begin() && std::prev(after)->second >= until;
}

} // namespace

GoodputWatch::GoodputWatch(ns3::Ptr<ns3::RdmaCluster> cluster,
                           ns3::Ptr<ns3::RdmaWorkload> workload,
                           const Scenario& scenario)
    : m_cluster(cluster),
      m_workload(workload),
      m_scenario(scenario),
      m_bound(cluster->GetNetwork()),
      m_capacities(cluster->GetNetwork()),
      m_step(RdmaTick::Ps(std::max<int64_t>(1, scenario.recoveryWindow.GetPs() / STEPS))),
      m_perHost(std::all_of(scenario.jobs.begin(), scenario.jobs.end(), [](const JobSpec& job) {
          return !job.enabled || job.transport.what->CountsPerQp();
      }))
{
}

GoodputWatch::~GoodputWatch()
{
    ns3::Simulator::Cancel(m_next);
}

void
GoodputWatch::Start()
{
    See();
}

RdmaTick
GoodputWatch::GetHorizon() const
{
    return m_step * (STEPS * MOST_WINDOWS);
}

std::vector<uint64_t>
GoodputWatch::CountPlaced() const
{
    std::vector<uint64_t> placed(m_perHost ? m_cluster->GetNHosts() : 1);
    if (!m_perHost)
    {
        placed[0] = m_cluster->SumCounters().bytesDelivered;
        return placed;
    }
    for (uint32_t host = 0; host < placed.size(); ++host)
    {
        const auto nic = m_cluster->GetNic(host);
        for (uint32_t i = 0; i < nic->GetNQps(); ++i)
        {
            const auto qpn = ns3::RdmaNic::FIRST_QPN + i;
            placed[host] +=
                nic->IsAttached(qpn) ? nic->GetTransport(qpn).GetCounters().bytesDelivered : 0;
        }
    }
    return placed;
}

void
GoodputWatch::See()
{
    const auto fabric = m_cluster->GetFabric();
    const auto now = fabric->Now();
    // What may be normal before the next fault is forgotten unless one comes.
    const auto old = static_cast<int64_t>(m_looks.size()) - STEPS * NORMAL_WINDOWS - 1;
    if (old >= 0 && !m_looks[static_cast<size_t>(old)].kept)
    {
        m_looks.erase(m_looks.begin() + old);
    }
    const bool kept = !m_rates.empty() && now <= m_lastChange + GetHorizon();
    m_looks.push_back({now, kept, fabric->GetTotals().trims, CountPlaced()});
    m_next = ns3::Simulator::Schedule(fabric->ToTime(m_step), &GoodputWatch::See, this);
}

std::vector<double>
GoodputWatch::GetRates() const
{
    std::set<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> pairs;
    const uint32_t planes = m_cluster->GetNetwork().GetNPlanes();
    for (const auto flow : m_workload->GetOpenFlows())
    {
        const auto& record = m_workload->GetFlowRecords()[flow];
        const auto& job = m_scenario.jobs[record.job];
        const auto& messenger = m_workload->GetJob(record.job).messenger;
        if (messenger->GetWay(record.src, record.dst) == ns3::RdmaWay::NETWORK)
        {
            const auto used = job.GetPlanes(planes);
            pairs.emplace(record.src, record.dst, used.first, used.count);
        }
    }
    std::vector<FluidFlow> flows;
    for (const auto& [src, dst, first, count] : pairs)
    {
        flows.push_back({src, dst, first, count});
    }
    std::vector<double> hosts(m_perHost ? m_cluster->GetNHosts() : 1);
    const auto rates = m_bound.GetMaxMinRates(m_capacities, flows);
    for (size_t i = 0; i < flows.size(); ++i)
    {
        hosts[m_perHost ? flows[i].dst : 0] += rates.bps[i];
    }
    return hosts;
}

void
GoodputWatch::ReadCapacities()
{
    m_capacities.Reset();
    const auto fabric = m_cluster->GetFabric();
    for (const auto& held : fabric->GetFaults().ListHeld())
    {
        if (held.kind == ns3::FabricFaultKind::SILENT)
        {
            m_capacities.StopSwitch(held.sw->GetNumber());
        }
        else if (held.kind == ns3::FabricFaultKind::DARK || held.kind == ns3::FabricFaultKind::SLOW)
        {
            for (const auto* port :
                 {held.port, static_cast<const ns3::FabricPort*>(held.port->peer)})
            {
                const auto rate = fabric->GetFaults().GetRateBps(port);
                m_capacities.Set(port->id,
                                 std::min(m_capacities.Get(port->id), static_cast<double>(rate)));
            }
        }
    }
    for (uint32_t host = 0; host < m_cluster->GetNHosts(); ++host)
    {
        const auto nic = m_cluster->GetNic(host);
        for (uint32_t plane = 0; plane < nic->GetNPorts(); ++plane)
        {
            if (nic->IsPortOff(plane))
            {
                const auto link = m_cluster->GetNetwork().GetNicLink(host, plane);
                m_capacities.Set(ns3::FabricNetwork::GetLowerPort(link), 0);
                m_capacities.Set(ns3::FabricNetwork::GetUpperPort(link), 0);
            }
        }
    }
}

void
GoodputWatch::OnChange()
{
    const auto now = m_cluster->GetFabric()->Now();
    if (m_rates.empty() || m_rates.back().since < now)
    {
        m_rates.push_back({now - RdmaTick::Ps(1), GetRates()}); // as it was until now
    }
    if (m_rates.back().since == now)
    {
        m_rates.pop_back();
    }
    ReadCapacities();
    m_rates.push_back({now, GetRates()});
    m_lastChange = now;
    const auto recent =
        std::min<int64_t>(static_cast<int64_t>(m_looks.size()), STEPS * NORMAL_WINDOWS + 1);
    for (auto look = m_looks.end() - recent; look != m_looks.end(); ++look)
    {
        look->kept = true;
    }
}

std::vector<GoodputWatch::Spans>
GoodputWatch::ListSpans() const
{
    std::vector<Spans> hosts(m_perHost ? m_cluster->GetNHosts() : 1);
    for (const auto& record : m_workload->GetFlowRecords())
    {
        hosts[m_perHost ? record.dst : 0].emplace_back(record.start,
                                                       record.delivered ? record.end
                                                                        : RdmaTick::Max());
    }
    for (Spans& spans : hosts)
    {
        std::sort(spans.begin(), spans.end());
        Spans joined;
        for (const auto& [from, until] : spans)
        {
            if (!joined.empty() && from <= joined.back().second)
            {
                joined.back().second = std::max(joined.back().second, until);
            }
            else
            {
                joined.emplace_back(from, until);
            }
        }
        spans = std::move(joined);
    }
    return hosts;
}

const GoodputWatch::Rates&
GoodputWatch::FindRates(RdmaTick time) const
{
    const auto after =
        std::upper_bound(m_rates.begin(), m_rates.end(), time, [](RdmaTick t, const Rates& rates) {
            return t < rates.since;
        });
    return after == m_rates.begin() ? m_rates.front() : *std::prev(after);
}

std::optional<GoodputReturn>
GoodputWatch::FindReturn(RdmaTick at, const std::set<uint32_t>& hosts)
{
    /// A host whose goodput is looked at.
    struct Host
    {
        uint32_t number; ///< place in what was seen
        double before;   ///< goodput before the fault, bit/s
        double rate;     ///< max-min fair rates before the fault, bit/s
    };

    const auto first =
        std::upper_bound(m_looks.begin(), m_looks.end(), at, [](RdmaTick t, const Look& look) {
            return t < look.time;
        });
    const auto normal = std::min<int64_t>(first - m_looks.begin(), STEPS * NORMAL_WINDOWS + 1);
    if (normal < 2 || m_rates.empty())
    {
        return std::nullopt;
    }
    if (m_spans.empty())
    {
        m_spans = ListSpans();
    }
    const auto& from = *(first - normal);
    const auto& until = *(first - 1);
    // Of a fault soon after another this is what was normal before both.
    const auto& whole = FindRates(from.time);
    std::vector<Host> watched;
    for (uint32_t host = 0; host < until.placed.size(); ++host)
    {
        const double before = static_cast<double>(until.placed[host] - from.placed[host]) * 8 /
                              (until.time - from.time).GetSeconds();
        const bool chosen = !m_perHost || hosts.empty() || hosts.count(host) != 0;
        if (chosen && before > 0 && whole.hosts[host] > 0)
        {
            watched.push_back({host, before, whole.hosts[host]});
        }
    }
    std::optional<GoodputReturn> back;
    bool fell = false;
    for (auto look = first; look < m_looks.end(); ++look)
    {
        const bool early = look - first < STEPS - 1 || look - m_looks.begin() < STEPS;
        if (early || look->time > at + GetHorizon())
        {
            continue;
        }
        const auto& begin = *(look - STEPS);
        const auto& rest = FindRates(begin.time);
        bool underWay = false;
        double allowed = 0;
        double placed = 0;
        for (const auto& host : watched)
        {
            if (IsCovered(m_spans[host.number], begin.time, look->time))
            {
                underWay = true;
                allowed += host.before * std::min(1.0, rest.hosts[host.number] / host.rate);
                placed +=
                    static_cast<double>(look->placed[host.number] - begin.placed[host.number]) * 8;
            }
        }
        if (!underWay)
        {
            continue;
        }
        const bool good =
            allowed > 0 && placed >= BACK * allowed * (look->time - begin.time).GetSeconds();
        if (!good)
        {
            fell = true;
            back.reset();
        }
        else if (!back)
        {
            back = GoodputReturn{fell ? look->time - at : RdmaTick{}, look->trims};
        }
        else if (look->time - at - back->after >= m_step * (LASTING_WINDOWS * STEPS))
        {
            break;
        }
    }
    return watched.empty() ? std::nullopt : back;
}

} // namespace mrcsim
