/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "training-load.h"

#include "ns3/rdma-chunks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace mrcsim
{

namespace
{

/// Messages of one kind on an edge between two ranks.
struct Traffic
{
    double bytes{0};   ///< mean bytes of an edge, B
    double largest{0}; ///< largest message, B
};

/**
 * Sums the messages of all steps, by kind.
 */
class TrainingLoad
{
  public:
    /**
     * @param plan the steps
     * @param hosts host of each rank
     * @param context network and servers
     */
    TrainingLoad(const ns3::RdmaTrainingPlan& plan,
                 const std::vector<uint32_t>& hosts,
                 const JobContext& context)
        : m_plan(plan),
          m_hosts(hosts),
          m_context(context),
          m_passes(2.0 * plan.microbatches * plan.steps),
          m_sent(hosts.size()),
          m_received(hosts.size()),
          m_partners(hosts.size())
    {
        m_load.hosts = hosts;
    }

    /** @return the load; may be called once */
    JobLoad Make()
    {
        AddExperts(); // first, because AddEdge does not count their pairs again
        AddGradients();
        AddTensors();
        AddActivations();
        Finish();
        return m_load;
    }

  private:
    /// Bytes that a rank sends or receives, B.
    struct Bytes
    {
        double network{0}; ///< through its NIC
        double server{0};  ///< within its server
    };

    /** All-to-alls in groups of ranks with the same stage, d and t. */
    void AddExperts()
    {
        if (!m_plan.HasExperts())
        {
            return;
        }
        const double times = 2 * m_passes * m_plan.layers;
        const double bytes = times * static_cast<double>(m_plan.expertBytes);
        for (uint32_t rank = 0; rank < m_hosts.size(); ++rank)
        {
            if (rank / m_plan.tensor % m_plan.expert != 0)
            {
                continue;
            }
            std::vector<uint32_t> members;
            for (uint32_t e = 0; e < m_plan.expert; ++e)
            {
                members.push_back(m_hosts[rank + e * m_plan.tensor]);
            }
            const auto mesh = MakeMeshJobLoad(members, m_plan.expertBytes, m_context);
            const auto hops = CountJobPairs(members, m_context);
            m_hops.server += bytes * hops.server;
            m_hops.local += bytes * hops.local;
            m_hops.far += bytes * hops.far;
            m_load.messages += times * mesh.messages;
            m_load.bytes += times * mesh.bytes;
            m_load.pairs += mesh.pairs;
            AddMembers(rank, members, bytes);
        }
        m_load.largestBytes = static_cast<double>(m_plan.expertBytes);
    }

    /**
     * @param first first rank of an expert group
     * @param members its hosts
     * @param bytes bytes of each ordered pair, B
     */
    void AddMembers(uint32_t first, const std::vector<uint32_t>& members, double bytes)
    {
        const auto& servers = m_context.servers;
        std::map<uint32_t, double> inServer;
        for (const uint32_t host : members)
        {
            ++inServer[servers.GetServer(host)];
        }
        for (uint32_t e = 0; e < members.size(); ++e)
        {
            const uint32_t rank = first + e * m_plan.tensor;
            const double near = inServer[servers.GetServer(members[e])] - 1;
            const double far = static_cast<double>(members.size()) - 1 - near;
            for (auto* side : {&m_sent[rank], &m_received[rank]})
            {
                side->network += far * bytes;
                side->server += near * bytes;
            }
            m_partners[rank] += far;
        }
    }

    /** Rings of all ranks of a stage with the same t. */
    void AddGradients()
    {
        const auto size = m_plan.data * m_plan.expert;
        const auto n = m_plan.GetNBuckets();
        if (n > 0)
        {
            const ns3::RdmaChunks buckets(m_plan.gradientBytes, n);
            std::vector<double> vectors;
            for (uint32_t b = 0; b < n; ++b)
            {
                vectors.push_back(static_cast<double>(buckets.GetBytes(b)));
            }
            AddRings(vectors, m_plan.tensor, size, m_plan.steps);
        }
    }

    /** Rings of neighbors, for each layer of each pass. */
    void AddTensors()
    {
        if (m_plan.HasTensor())
        {
            AddRings({static_cast<double>(m_plan.tensorBytes)},
                     1,
                     m_plan.tensor,
                     m_passes * m_plan.layers);
        }
    }

    /**
     * Add all-reduces on rings.
     * @param vectors sizes of the vectors, reduced one after the other, B
     * @param stride difference between neighboring ranks
     * @param size number of ranks of a ring
     * @param times number of repetitions
     */
    void AddRings(const std::vector<double>& vectors, uint32_t stride, uint32_t size, double times)
    {
        const double n = size;
        const double rings = static_cast<double>(m_hosts.size()) / n;
        Traffic edge;
        for (const double bytes : vectors)
        {
            edge.bytes += times * 2 * (n - 1) * bytes / n;
            m_load.messages += times * 2 * (n - 1) * std::min(n, bytes) * rings;
            edge.largest = std::max({edge.largest, 1.0, std::ceil(bytes / n)});
        }
        for (uint32_t rank = 0; rank < m_hosts.size(); ++rank)
        {
            const bool last = rank / stride % size == size - 1;
            AddEdge(rank, last ? rank - (size - 1) * stride : rank + stride, edge);
        }
    }

    /** Messages between stages. */
    void AddActivations()
    {
        const auto stage = static_cast<uint32_t>(m_plan.GetStageRanks());
        const auto bytes = static_cast<double>(m_plan.activationBytes);
        const double each = m_passes / 2;
        for (uint32_t rank = 0; rank + stage < m_hosts.size(); ++rank)
        {
            AddEdge(rank, rank + stage, {each * bytes, bytes});
            AddEdge(rank + stage, rank, {each * bytes, bytes});
            m_load.messages += 2 * each;
        }
    }

    /**
     * @param src sending rank
     * @param dst receiving rank
     * @param traffic its messages
     */
    void AddEdge(uint32_t src, uint32_t dst, const Traffic& traffic)
    {
        const bool inServer = m_context.servers.Join(m_hosts[src], m_hosts[dst]);
        (inServer ? m_sent[src].server : m_sent[src].network) += traffic.bytes;
        (inServer ? m_received[dst].server : m_received[dst].network) += traffic.bytes;
        m_hops.Count(m_hosts[src], m_hosts[dst], m_context, traffic.bytes);
        m_load.bytes += traffic.bytes;
        m_load.largestBytes = std::max(m_load.largestBytes, traffic.largest);
        const bool known = m_plan.HasExperts() && GetExpertGroup(src) == GetExpertGroup(dst);
        if (!known && m_pairs.insert(std::minmax(src, dst)).second && !inServer)
        {
            m_partners[src] += 1;
            m_partners[dst] += 1;
        }
    }

    /**
     * @param rank any rank
     * @return its expert group, by stage and d, and by t
     */
    std::pair<uint32_t, uint32_t> GetExpertGroup(uint32_t rank) const
    {
        return {rank / (m_plan.tensor * m_plan.expert), rank % m_plan.tensor};
    }

    /** Compute the values that follow from the sums. */
    void Finish()
    {
        for (uint32_t rank = 0; rank < m_hosts.size(); ++rank)
        {
            m_load.busiestBytes =
                std::max({m_load.busiestBytes, m_sent[rank].network, m_received[rank].network});
            m_load.serverBytes =
                std::max({m_load.serverBytes, m_sent[rank].server, m_received[rank].server});
            m_load.fan = std::max(m_load.fan, m_partners[rank]);
        }
        m_load.pairs += static_cast<double>(m_pairs.size());
        m_hops.Share(m_load);
        FindChain();
        m_load.computations = CountComputations();
        // The pipeline fills and drains in every step
        m_load.leastSeconds = m_plan.compute.GetSeconds() *
                              (m_plan.microbatches + m_plan.pipeline - 1.0) * m_plan.steps;
    }

    /**
     * Find the critical path of a step of a rank of the first stage, where the pipeline fills and
     * drains: its passes, the passes that it waits for, then its gradients.
     */
    void FindChain()
    {
        const double mixed = m_load.serverShare * (1 - m_load.serverShare);
        if (mixed > 0 && (m_plan.HasExperts() || m_plan.HasTensor() || m_plan.pipeline > 1))
        {
            return; // the chain may be on NICs and most bytes within servers, or vice versa
        }
        const double nBuckets = m_plan.GetNBuckets();
        const double hidden = m_plan.overlap && nBuckets > 0 ? 1 - 1 / nBuckets : 0;
        const double turns = m_plan.microbatches + m_plan.pipeline - 1.0;
        const double passes = 2 * turns - hidden;
        const double tensor = m_plan.HasTensor() ? 2.0 * m_plan.tensor - 2 : 0;
        const double experts = m_plan.HasExperts() ? 2 : 0;
        const double stages = 2 * (m_plan.pipeline - 1.0);
        const double ring = nBuckets > 0 ? 2.0 * m_plan.data * m_plan.expert - 2 : 0;
        const double blocks = experts * (m_plan.expert - 1.0);
        m_load.chain =
            m_plan.steps * (passes * m_plan.layers * (tensor + experts) + stages + nBuckets * ring);
        m_load.chainBytes =
            m_plan.steps *
            (passes * m_plan.layers *
                 (tensor * static_cast<double>(m_plan.tensorBytes) / m_plan.tensor +
                  blocks * static_cast<double>(m_plan.expertBytes)) +
             stages * static_cast<double>(m_plan.activationBytes) +
             ring * static_cast<double>(m_plan.gradientBytes) / (m_plan.data * m_plan.expert));
        const auto backward = (m_plan.compute - m_plan.GetForward()).GetSeconds();
        m_load.chainSeconds =
            m_plan.steps * (turns * m_plan.compute.GetSeconds() - hidden * backward);
    }

    /** @return an upper estimate of the computations of all ranks */
    double CountComputations() const
    {
        const bool stops = m_plan.HasTensor() || m_plan.HasExperts();
        const double pass = stops ? 4.0 * m_plan.layers + 2 : 2;
        const double buckets = 4.0 * m_plan.GetNBuckets() + 1;
        return static_cast<double>(m_hosts.size()) * (m_passes * pass + m_plan.steps * buckets);
    }

    const ns3::RdmaTrainingPlan& m_plan;             ///< the steps
    const std::vector<uint32_t>& m_hosts;            ///< host of each rank
    const JobContext& m_context;                     ///< network and servers
    const double m_passes;                           ///< passes of a rank in all steps
    std::vector<Bytes> m_sent;                       ///< by rank
    std::vector<Bytes> m_received;                   ///< by rank
    std::vector<double> m_partners;                  ///< by rank: peers through its NIC
    std::set<std::pair<uint32_t, uint32_t>> m_pairs; ///< communicating ranks, without experts
    JobHops m_hops;                                  ///< distances of all messages, by bytes
    JobLoad m_load;                                  ///< the sum
};

} // namespace

JobLoad
MakeTrainingLoad(const ns3::RdmaTrainingPlan& plan,
                 const std::vector<uint32_t>& hosts,
                 const JobContext& context)
{
    return TrainingLoad(plan, hosts, context).Make();
}

} // namespace mrcsim
