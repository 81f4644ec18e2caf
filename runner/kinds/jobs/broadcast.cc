/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/group-job.h"

#include "ns3/rdma-broadcast-schedule.h"
#include "ns3/rdma-chunks.h"

#include <algorithm>
#include <optional>

namespace mrcsim
{

namespace
{

/// Collective: every host receives the data of one host.
class BroadcastJob : public CollectiveJob
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareHosts(keys);
        keys.Add("root", &BroadcastJob::m_root)
            .Range(0, LAST_HOST)
            .Absent("the first host")
            .Help("The host that sends the data, one of hosts.");
        keys.Add("algorithm", &BroadcastJob::m_algorithm)
            .Words({"chain", "binomial"})
            .Default("chain")
            .Help(
                "chain: from host to host in chunks; a chunk is forwarded while the next one "
                "arrives. binomial: without chunks, in log2 n rounds, from each host that has the "
                "data to one that does not.");
        keys.Add("chunk", &BroadcastJob::m_chunk)
            .Bytes()
            .AtLeast(1)
            .Absent("512 KiB")
            .Help("With chain: size of a chunk; larger if more than 1,024 chunks were necessary.");
        DeclareBytes(keys, "Size of the data.");
    }

    void Check(const JobContext& context,
               const std::string& path,
               Problems& problems) const override
    {
        if (m_chunk && !IsChain())
        {
            problems.push_back({path + ".chunk", "only allowed with algorithm \"chain\""});
        }
        const bool good = GetHosts().Check(context.network, path + ".hosts", problems);
        if (m_root && GetHosts().way == HostSelection::Way::RANDOM)
        {
            problems.push_back(
                {path + ".root",
                 "found " + std::to_string(*m_root) +
                     "; not allowed with random hosts, whose root is the first one"});
        }
        else if (m_root && good)
        {
            const auto hosts = GetHosts().PickTypical(context);
            if (std::find(hosts.begin(), hosts.end(), *m_root) == hosts.end())
            {
                problems.push_back(
                    {path + ".root",
                     "host " + std::to_string(*m_root) + " is not one of the hosts"});
            }
        }
    }

  protected:
    ns3::RdmaSchedule Make(const ScheduleInput& input) const override
    {
        return Make(input.hosts, GetChunk());
    }

    JobLoad Load(const std::vector<uint32_t>& hosts, const JobContext& context) const override
    {
        const auto load = CountJobLoad(Make(hosts, GetSize()), hosts, context);
        const auto chunks = ns3::RdmaChunks::ForPipeline(GetSize(), GetChunk()).GetN();
        return IsChain() ? MakePipelineJobLoad(load, chunks) : load;
    }

  private:
    /**
     * @param hosts host of each rank
     * @param chunkBytes size of a chunk, B
     * @return the schedule
     */
    ns3::RdmaSchedule Make(const std::vector<uint32_t>& hosts, uint64_t chunkBytes) const
    {
        const auto n = static_cast<uint32_t>(hosts.size());
        const auto at = std::find(hosts.begin(), hosts.end(), m_root.value_or(hosts[0]));
        const auto root = static_cast<uint32_t>(at - hosts.begin());
        return IsChain() ? ns3::MakeRdmaBroadcast(n, root, GetSize(), chunkBytes)
                         : ns3::MakeRdmaBinomialBroadcast(n, root, GetSize());
    }

    /** @return the algorithm is chain, not binomial */
    bool IsChain() const
    {
        return m_algorithm == "chain";
    }

    /** @return chain: size of a chunk, B */
    uint64_t GetChunk() const
    {
        return m_chunk.value_or(ns3::RdmaChunks::PIPELINE_BYTES);
    }

    std::optional<uint32_t> m_root;  ///< host that sends; absent: the first one
    std::string m_algorithm;         ///< chain or binomial
    std::optional<uint64_t> m_chunk; ///< see GetChunk
};

const auto KIND =
    JobKind::Make<BroadcastJob>("broadcast", 56, "every host receives the data of one host.");

} // namespace

} // namespace mrcsim
