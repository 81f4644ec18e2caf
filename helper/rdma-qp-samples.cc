/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-qp-ends.h"
#include "rdma-sample-sources.h"

#include "ns3/mrc-transport.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

const RdmaSampleKind WINDOW(RdmaSampledObject::QP,
                            "qp.cwnd_bytes",
                            "B",
                            "congestion window; no row: the QP has nothing to send",
                            RdmaSampleKind::DEFAULT | RdmaSampleKind::GAPS);
const RdmaSampleKind RATE(RdmaSampledObject::QP,
                          "qp.rate_gbps",
                          "Gb/s",
                          "payload of the QP delivered at its receiver in the interval");
const RdmaSampleKind RTT(
    RdmaSampledObject::QP,
    "qp.rtt_ns",
    "ns",
    "last valid sample of the round-trip time of an MRC QP; no row: the QP has nothing to send, "
    "or there is no sample",
    RdmaSampleKind::GAPS);

/// A kind of time series: number of EVs of a QP in a state.
struct EvKind
{
    /**
     * @param state the state
     * @param meaning see RdmaSampleKind
     */
    EvKind(MrcEvState state, const char* meaning)
        : state(state),
          kind(RdmaSampledObject::QP,
               std::string("qp.evs_") + GetMrcEvStateName(state),
               "EVs",
               meaning)
    {
    }

    MrcEvState state;    ///< the state
    RdmaSampleKind kind; ///< the kind
};

const EvKind EV_KINDS[]{{MrcEvState::GOOD, "EVs of an MRC QP in use"},
                        {MrcEvState::SKIP, "EVs of an MRC QP skipped because of congestion"},
                        {MrcEvState::ASSUMED_BAD, "retired EVs of an MRC QP"},
                        {MrcEvState::DENIED, "denied EVs of an MRC QP"}};

/** Samples the QPs of a cluster. */
class QpSamples
{
  public:
    /**
     * @param cluster the cluster
     * @param plan requested time series
     */
    QpSamples(Ptr<RdmaCluster> cluster, const RdmaSamplePlan& plan)
        : m_cluster(std::move(cluster)),
          m_window(plan.Wants(WINDOW)),
          m_rtt(plan.Wants(RTT)),
          m_rate(plan.Wants(RATE)),
          m_evs(std::any_of(std::begin(EV_KINDS), std::end(EV_KINDS), [&plan](const EvKind& ev) {
              return plan.Wants(ev.kind);
          }))
    {
    }

    /** @param sink receives the points */
    void operator()(RdmaSampleSink& sink)
    {
        if (!m_window && !m_rtt && !m_rate && !m_evs)
        {
            return;
        }
        FindReceivers();
        for (uint32_t host = 0; host < m_cluster->GetNHosts(); ++host)
        {
            ForEachRdmaQp(*m_cluster->GetNic(host), [&](uint32_t qpn) { LookAt(host, qpn, sink); });
        }
    }

  private:
    /// The far end of a QP.
    struct Receiver
    {
        const RdmaTransport* transport; ///< receiving end of the QP
        uint64_t bytes{0};              ///< bytes delivered until the last sample
    };

    /** Find the far ends of QPs connected since the last sample. */
    void FindReceivers()
    {
        m_nKnown.resize(m_cluster->GetNTransports());
        for (uint32_t number = 0; m_rate && number < m_nKnown.size(); ++number)
        {
            const auto& messenger = *m_cluster->GetTransport(number);
            for (auto& known = m_nKnown[number]; known < messenger.GetNConnections(); ++known)
            {
                const auto [a, b] = messenger.GetEnds(known);
                m_receivers.emplace(a, Receiver{b});
                m_receivers.emplace(b, Receiver{a});
            }
        }
    }

    /**
     * @param host a host
     * @param qpn number of an attached QP of the host
     * @param sink receives the points
     */
    void LookAt(uint32_t host, uint32_t qpn, RdmaSampleSink& sink)
    {
        const auto& transport = m_cluster->GetNic(host)->GetTransport(qpn);
        const auto name = [&] { return NameRdmaQpEnd(m_cluster->GetNetwork(), host, qpn); };
        // The window of a QP with nothing to send has no meaning
        if (m_window && transport.IsBusy())
        {
            sink.Put(WINDOW, static_cast<double>(transport.GetWindowBytes()), name);
        }
        const auto receiver = m_receivers.find(&transport);
        if (receiver != m_receivers.end() && transport.GetCounters().bytesPosted > 0)
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
        const auto* mrc = m_evs ? dynamic_cast<const MrcTransport*>(&transport) : nullptr;
        if (mrc)
        {
            CountEvs(mrc->GetEvTable(), sink, name);
        }
    }

    /**
     * @param table the EVs of a QP
     * @param sink receives the points
     * @param name returns the name of the QP end
     */
    template <typename Name>
    static void CountEvs(const MrcEvTable& table, RdmaSampleSink& sink, const Name& name)
    {
        auto counts = table.CountStates();
        for (const auto& [state, kind] : EV_KINDS)
        {
            if (!counts.empty() && sink.Wants(kind))
            {
                sink.Put(kind, counts[state], name);
            }
        }
    }

    Ptr<RdmaCluster> m_cluster; ///< the cluster
    // Requested time series, looked up once, because there are thousands of QPs.
    bool m_window;                  ///< qp.cwnd_bytes
    bool m_rtt;                     ///< qp.rtt_ns
    bool m_rate;                    ///< qp.rate_gbps
    bool m_evs;                     ///< any of the counts of EVs
    std::vector<uint32_t> m_nKnown; ///< by transport: connections in m_receivers
    /// Far ends by near end; only for lookup, so its order has no effect.
    std::unordered_map<const RdmaTransport*, Receiver> m_receivers;
};

} // namespace

RdmaSampleSource
MakeRdmaQpSamples(Ptr<RdmaCluster> cluster, const RdmaSamplePlan& plan)
{
    return QpSamples(std::move(cluster), plan);
}

} // namespace ns3
