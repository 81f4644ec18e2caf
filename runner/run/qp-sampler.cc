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
    SampleKind kind;        ///< the kind
    std::string_view state; ///< the state (QpEv)
};

const EvKind EV_KINDS[]{
    {{SampledObject::QP, "qp.evs_good", "EVs", "EVs of an MRC QP in use"}, "good"},
    {{SampledObject::QP,
      "qp.evs_skip",
      "EVs",
      "EVs of an MRC QP passed over because of congestion"},
     "skip"},
    {{SampledObject::QP, "qp.evs_bad", "EVs", "EVs of an MRC QP retired"}, "bad"},
    {{SampledObject::QP, "qp.evs_denied", "EVs", "EVs of an MRC QP switched off"}, "denied"}};

/** Looks at the QPs of a cluster. */
class QpSampler
{
  public:
    /**
     * @param cluster what to look at
     * @param workload whose messages the QPs carry
     * @param plan what is asked for
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

    /** @param sink takes the points down */
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
        const ns3::RdmaTransport* transport; ///< the end that places what the QP sends
        uint64_t bytes{0};                   ///< placed up to the last look
    };

    /** Find the far ends of QPs that have been connected since the last look. */
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
     * @param qpn number of one of its QPs, attached
     * @param sink takes the points down
     */
    void LookAt(uint32_t host, uint32_t qpn, SampleSink& sink)
    {
        const auto& transport = m_cluster->GetNic(host)->GetTransport(qpn);
        const auto name = [&] { return NameQpEnd(m_cluster->GetNetwork(), host, qpn); };
        // The window of a QP with nothing to send says nothing
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
        const auto rtt = m_rtt && transport.IsBusy() ? FindLastRtt(transport) : std::nullopt;
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

    ns3::Ptr<ns3::RdmaCluster> m_cluster; ///< what to look at
    // What is asked for, looked up once: there are thousands of QPs to look at.
    bool m_window;                      ///< qp.cwnd_bytes
    bool m_rtt;                         ///< qp.rtt_ns
    bool m_rate;                        ///< qp.rate_gbps
    bool m_evs;                         ///< any of the counts of EVs
    std::vector<JobPair> m_unconnected; ///< pairs without QPs so far
    /// Far ends by the near one; looked up only, never walked.
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
