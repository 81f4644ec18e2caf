/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/group-job.h"

#include "ns3/rdma-chunks.h"
#include "ns3/rdma-halving-doubling-schedule.h"
#include "ns3/rdma-ring-schedule.h"
#include "ns3/rdma-tree-schedule.h"

namespace mrcsim
{

namespace
{

/// Collective: every host receives the sum of all vectors.
class AllReduceJob : public CollectiveJob
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareHosts(keys);
        keys.Add("algorithm", &AllReduceJob::m_algorithm)
            .Words({"ring", "tree", "halving-doubling"})
            .Default("ring")
            .Help("ring: reduce-scatter and all-gather on a ring, 2(n-1) steps of bytes/n. tree: "
                  "up and down two binary trees, in chunks. halving-doubling: log2 n exchanges of "
                  "halves, then log2 n of doubles.");
        keys.Add("chunk", &AllReduceJob::m_chunk)
            .Bytes()
            .AtLeast(1)
            .Absent("512 KiB")
            .Help(
                "With tree: size of a chunk; larger if a tree would need more than 1,024 chunks.");
        DeclareBytes(keys, "Size of the vector of each host.");
    }

    void Check(const JobContext& context,
               const std::string& path,
               Problems& problems) const override
    {
        GroupJob::Check(context, path, problems);
        if (m_chunk && m_algorithm != "tree")
        {
            problems.push_back({path + ".chunk", "only allowed with algorithm \"tree\""});
        }
    }

  protected:
    ns3::RdmaSchedule Make(const ScheduleInput& input) const override
    {
        const auto n = static_cast<uint32_t>(input.hosts.size());
        return m_algorithm == "tree" ? ns3::MakeRdmaTreeAllReduce(n, GetSize(), GetChunk())
               : m_algorithm == "halving-doubling"
                   ? ns3::MakeRdmaHalvingDoublingAllReduce(n, GetSize())
                   : ns3::MakeRdmaRingAllReduce(n, GetSize());
    }

    JobLoad Load(const std::vector<uint32_t>& hosts, const JobContext& context) const override
    {
        const auto n = static_cast<uint32_t>(hosts.size());
        if (m_algorithm == "ring")
        {
            return MakeRingJobLoad(hosts, 2 * (static_cast<double>(n) - 1), GetSize(), context);
        }
        if (m_algorithm == "halving-doubling")
        {
            return GroupJob::Load(hosts, context);
        }
        const auto whole = ns3::MakeRdmaTreeAllReduce(n, GetSize(), GetSize());
        const auto half = (GetSize() + 1) / 2;
        const auto chunks = ns3::RdmaChunks::ForPipeline(half, GetChunk()).GetN();
        return MakePipelineJobLoad(CountJobLoad(whole, hosts, context), chunks);
    }

  private:
    /** @return tree: size of a chunk, B */
    uint64_t GetChunk() const
    {
        return m_chunk.value_or(ns3::RdmaChunks::PIPELINE_BYTES);
    }

    std::string m_algorithm;         ///< ring, tree or halving-doubling
    std::optional<uint64_t> m_chunk; ///< see GetChunk
};

const auto KIND =
    JobKind::Make<AllReduceJob>("all-reduce", 50, "every host receives the sum of all vectors.");

} // namespace

} // namespace mrcsim
