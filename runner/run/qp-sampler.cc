/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/transport.h"
#include "qp-ends.h"
#include "sample-sources.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace mrcsim
{

namespace
{

const SampleKind WINDOW(SampledObject::QP,
                        "qp.cwnd_bytes",
                        "B",
                        "congestion window; no row: the QP has nothing to send",
                        SampleKind::DEFAULT | SampleKind::GAPS);
const SampleKind RATE(SampledObject::QP,
                      "qp.rate_gbps",
                      "Gb/s",
                      "payload of the QP delivered at its receiver in the interval");
const SampleKind RTT(
    SampledObject::QP,
    "qp.rtt_ns",
    "ns",
    "last valid sample of the round-trip time of an MRC QP; no row: the QP has nothing to send, "
    "or there is no sample",
    SampleKind::GAPS);

/// A kind of time series: number of EVs of a QP in a state.
struct EvKind
{
    SampleKind kind;        ///< the kind
    std::string_view state; ///< the state (QpEv)
};

const EvKind EV_KINDS[]{
    {{SampledObject::QP, "qp.evs_good", "EVs", "EVs of an MRC QP in use"}, "good"},
    {{SampledObject::QP, "qp.evs_skip", "EVs", "EVs of an MRC QP skipped because of congestion"},
     "skip"},
    {{SampledObject::QP, "qp.evs_bad", "EVs", "retired EVs of an MRC QP"}, "bad"},
    {{SampledObject::QP, "qp.evs_denied", "EVs", "denied EVs of an MRC QP"}, "denied"}};

/** Samples the QPs of a cluster. */
class QpSampler
{
  public:
    /**
     * @param cluster the cluster
     * @param workload workload of the QPs
     * @param plan requested time series
     */
    QpSampler(ns3::Ptr<ns3::RdmaCluster> cluster,
              const ns3::RdmaWorkload& workload,
              const SamplePlan& plan)
        : m_cluster(std::move(cluster)),
          m_window(plan.Wants(WINDOW)),
          m_rtt(plan.Wants(RTT)),
          m_rate(plan.Wants(RATE)),
          m_evs(std::any_of(std::begin(EV_KINDS), std::end(EV_KINDS), [&plan](const EvKind& ev) {
              return plan.Wants(ev.kind);
          }))
    {
        if (m_rate)
        {
            m_unconnected = ListJobPairs(workload);
        }
    }

    /** @param sink receives the points */
    void operator()(SampleSink& sink)
    {
        if (!m_window && !m_rtt && !m_rate && !m_evs)
        {
            return;
        }
        FindReceivers();
        for (uint32_t host = 0; host < m_cluster->GetNHosts(); ++host)
        {
            ForEachQp(*m_cluster->GetNic(host), [&](uint32_t qpn) { LookAt(host, qpn, sink); });
        }
    }

  private:
    /// The far end of a QP.
    struct Receiver
    {
        const ns3::RdmaTransport* transport; ///< receiving end of the QP
        uint64_t bytes{0};                   ///< bytes delivered until the last sample
    };

    /** Find the far ends of QPs connected since the last sample. */
    void FindReceivers()
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

    /**
     * @param host a host
     * @param qpn number of an attached QP of the host
     * @param sink receives the points
     */
    void LookAt(uint32_t host, uint32_t qpn, SampleSink& sink)
    {
        const auto& transport = m_cluster->GetNic(host)->GetTransport(qpn);
        const auto name = [&] { return NameQpEnd(m_cluster->GetNetwork(), host, qpn); };
        // The window of a QP with nothing to send has no meaning
        if (m_window && transport.IsBusy())
        {
            sink.Put(WINDOW, static_cast<double>(transport.GetWindowBytes()), name);
        }
        const auto receiver = m_receivers.find(&transport);
        if (receiver != m_receivers.end())
        {
            auto& far = receiver->second;
            const auto bytes = far.transport->GetCounters().bytesDelivered;
            sink.Put(RATE, sink.ToGbps(bytes - std::exchange(far.bytes, bytes)), name);
        }
        const auto rtt = m_rtt && transport.IsBusy() ? transport.GetLastRtt() : std::nullopt;
        if (rtt)
        {
            sink.Put(RTT, rtt->GetNs(), name);
        }
        const auto evs = m_evs ? ListEvs(transport) : std::vector<QpEv>();
        for (const auto& [kind, state] : EV_KINDS)
        {
            if (!evs.empty() && sink.Wants(kind))
            {
                const auto isCounted = [&s = state](const QpEv& ev) { return ev.state == s; };
                const auto count = std::count_if(evs.begin(), evs.end(), isCounted);
                sink.Put(kind, static_cast<double>(count), name);
            }
        }
    }

    ns3::Ptr<ns3::RdmaCluster> m_cluster; ///< the cluster
    // Requested time series, looked up once, because there are thousands of QPs.
    bool m_window;                      ///< qp.cwnd_bytes
    bool m_rtt;                         ///< qp.rtt_ns
    bool m_rate;                        ///< qp.rate_gbps
    bool m_evs;                         ///< any of the counts of EVs
    std::vector<JobPair> m_unconnected; ///< pairs without QPs so far
    /// Far ends by near end; only for lookup, so its order has no effect.
    std::unordered_map<const ns3::RdmaTransport*, Receiver> m_receivers;
};

} // namespace

SampleSource
MakeQpSampler(ns3::Ptr<ns3::RdmaCluster> cluster,
              const ns3::RdmaWorkload& workload,
              const SamplePlan& plan)
{
    return QpSampler(std::move(cluster), workload, plan);
}

} // namespace mrcsim
