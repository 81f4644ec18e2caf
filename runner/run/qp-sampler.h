/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QP_SAMPLER_H
#define QP_SAMPLER_H

#include "job-pairs.h"
#include "sample-sink.h"

#include "ns3/mrc-transport.h"
#include "ns3/rdma-cluster.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

/**
 * @file
 * mrcsim::QpSampler: time series of QPs.
 */

namespace mrcsim
{

/**
 * Looks at the QPs of a cluster.
 */
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
              const SamplePlan& plan);

    /** @param sink takes the points down */
    void Look(SampleSink& sink);

  private:
    /// The far end of a QP.
    struct Receiver
    {
        const ns3::RdmaTransport* transport; ///< the end that places what the QP sends
        uint64_t bytes{0};                   ///< placed up to the last look
    };

    /// What is asked for, looked up once: there are thousands of QPs to look at.
    struct Wanted
    {
        bool window; ///< qp.cwnd_bytes
        bool rtt;    ///< qp.rtt_ns
        bool evs;    ///< any of the counts of EVs
        bool any;    ///< anything of QPs
    };

    /** Find the far ends of QPs that have been connected since the last look. */
    void FindReceivers();

    /**
     * @param host a host
     * @param qpn number of one of its QPs
     * @return its name in rows
     */
    std::string Name(uint32_t host, uint32_t qpn) const;

    /**
     * @param host a host
     * @param qpn number of one of its QPs, attached
     * @param sink takes the points down
     */
    void LookAt(uint32_t host, uint32_t qpn, SampleSink& sink);

    /**
     * @param qp a QP of MRC
     * @param host its host
     * @param qpn its number
     * @param sink takes the points down
     */
    void LookAtMrc(const ns3::MrcTransport& qp,
                   uint32_t host,
                   uint32_t qpn,
                   SampleSink& sink) const;

    ns3::Ptr<ns3::RdmaCluster> m_cluster; ///< what to look at
    Wanted m_wanted;                      ///< what is asked for
    std::vector<JobPair> m_unconnected;   ///< pairs without QPs so far
    /// Far ends by the near one; looked up only, never walked.
    std::unordered_map<const ns3::RdmaTransport*, Receiver> m_receivers;
};

} // namespace mrcsim

#endif // QP_SAMPLER_H
