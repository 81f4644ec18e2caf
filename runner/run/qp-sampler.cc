/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qp-sampler.h"

#include <algorithm>
#include <array>
#include <utility>

namespace mrcsim
{

namespace
{

const SampleKind WINDOW(
    SampledObject::QP,
    "qp.cwnd_bytes",
    "B",
    "congestion window while something is under way or waits; no row: nothing to tell",
    SampleKind::DEFAULT | SampleKind::GAPS);
const SampleKind RATE(SampledObject::QP,
                      "qp.rate_gbps",
                      "Gb/s",
                      "payload of the QP placed at its receiver in the interval");
const SampleKind RTT(
    SampledObject::QP,
    "qp.rtt_ns",
    "ns",
    "last valid sample of the round-trip time of an MRC QP; no row: nothing to tell",
    SampleKind::GAPS);

/// A kind of time series that counts the EVs of a QP in a state.
struct EvKind
{
    SampleKind kind;       ///< the kind
    ns3::MrcEvState state; ///< the state
};

const EvKind EV_KINDS[]{
    {{SampledObject::QP, "qp.evs_good", "EVs", "EVs of an MRC QP in use"}, ns3::MrcEvState::GOOD},
    {{SampledObject::QP,
      "qp.evs_skip",
      "EVs",
      "EVs of an MRC QP passed over because of congestion"},
     ns3::MrcEvState::SKIP},
    {{SampledObject::QP, "qp.evs_bad", "EVs", "EVs of an MRC QP retired"},
     ns3::MrcEvState::ASSUMED_BAD},
    {{SampledObject::QP, "qp.evs_denied", "EVs", "EVs of an MRC QP switched off"},
     ns3::MrcEvState::DENIED}};

/** @return number of its EVs in each state */
std::array<uint32_t, 4>
CountEvs(const ns3::MrcEvTable& table)
{
    std::array<uint32_t, 4> counts{};
    for (uint32_t plane = 0; plane < table.GetPlanes(); ++plane)
    {
        for (const auto ev : table.GetEvs(plane))
        {
            ++counts[static_cast<size_t>(*table.GetState(ev))];
        }
    }
    return counts;
}

} // namespace

QpSampler::QpSampler(ns3::Ptr<ns3::RdmaCluster> cluster,
                     const ns3::RdmaWorkload& workload,
                     const SamplePlan& plan)
    : m_cluster(cluster),
      m_wanted{plan.Wants(WINDOW),
               plan.Wants(RTT),
               std::any_of(std::begin(EV_KINDS),
                           std::end(EV_KINDS),
                           [&plan](const EvKind& ev) { return plan.Wants(ev.kind); }),
               false}
{
    m_wanted.any = m_wanted.window || m_wanted.rtt || m_wanted.evs || plan.Wants(RATE);
    if (plan.Wants(RATE))
    {
        m_unconnected = ListJobPairs(workload);
    }
}

std::string
QpSampler::Name(uint32_t host, uint32_t qpn) const
{
    return m_cluster->GetNetwork().GetHostName(host) + "/qp" + std::to_string(qpn);
}

void
QpSampler::FindReceivers()
{
    const auto connected = [this](const JobPair& pair) {
        const auto* near = m_cluster->FindTransport(pair.src, pair.dst, pair.qp);
        const auto* far = m_cluster->FindTransport(pair.dst, pair.src, pair.qp);
        if (near && far)
        {
            m_receivers.try_emplace(near, Receiver{far});
        }
        return near && far;
    };
    m_unconnected.erase(std::remove_if(m_unconnected.begin(), m_unconnected.end(), connected),
                        m_unconnected.end());
}

void
QpSampler::Look(SampleSink& sink)
{
    if (!m_wanted.any)
    {
        return;
    }
    FindReceivers();
    for (uint32_t host = 0; host < m_cluster->GetNHosts(); ++host)
    {
        const auto nic = m_cluster->GetNic(host);
        for (uint32_t i = 0; i < nic->GetNQps(); ++i)
        {
            if (nic->IsAttached(ns3::RdmaNic::FIRST_QPN + i))
            {
                LookAt(host, ns3::RdmaNic::FIRST_QPN + i, sink);
            }
        }
    }
}

void
QpSampler::LookAt(uint32_t host, uint32_t qpn, SampleSink& sink)
{
    const auto& transport = m_cluster->GetNic(host)->GetTransport(qpn);
    const auto name = [this, host, qpn] { return Name(host, qpn); };
    // The window of a QP with nothing to send says nothing
    if (m_wanted.window && transport.IsBusy())
    {
        sink.Put(WINDOW, static_cast<double>(transport.GetWindowBytes()), name);
    }
    const auto receiver = m_receivers.find(&transport);
    if (receiver != m_receivers.end())
    {
        auto& far = receiver->second;
        const auto bytes = far.transport->GetCounters().bytesDelivered;
        sink.Put(RATE, sink.ToGbps(bytes - far.bytes), name);
        far.bytes = bytes;
    }
    if (const auto* mrc = dynamic_cast<const ns3::MrcTransport*>(&transport))
    {
        LookAtMrc(*mrc, host, qpn, sink);
    }
}

void
QpSampler::LookAtMrc(const ns3::MrcTransport& qp,
                     uint32_t host,
                     uint32_t qpn,
                     SampleSink& sink) const
{
    const auto name = [this, host, qpn] { return Name(host, qpn); };
    const auto rtt = qp.GetLastRtt();
    if (m_wanted.rtt && rtt && qp.IsBusy())
    {
        sink.Put(RTT, rtt->GetNs(), name);
    }
    if (!m_wanted.evs)
    {
        return;
    }
    const auto counts = CountEvs(qp.GetEvTable());
    for (const auto& [kind, state] : EV_KINDS)
    {
        if (sink.Wants(kind))
        {
            sink.Put(kind, counts[static_cast<size_t>(state)], name);
        }
    }
}

} // namespace mrcsim
