/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/scenario-quantity.h"
#include "kinds/group-job.h"

#include "ns3/rdma-chunks.h"
#include "ns3/rdma-halving-doubling-schedule.h"
#include "ns3/rdma-ring-schedule.h"
#include "ns3/rdma-tree-schedule.h"

namespace mrcsim
{

namespace
{

/// Every host ends with the sum of all hosts' vectors.
class AllReduceJob : public GroupJob
{
  public:
    /** @param json workload[] */
    explicit AllReduceJob(const Json& json)
        : GroupJob(json),
          m_algorithm(json["algorithm"].get<std::string>()),
          m_hasChunk(json.contains("chunk")),
          m_chunkBytes(m_hasChunk ? ReadBytes(json["chunk"]) : ns3::RdmaChunks::PIPELINE_BYTES)
    {
    }

    void Check(const JobScene& scene, const std::string& path, Problems& problems) const override
    {
        GroupJob::Check(scene, path, problems);
        if (m_hasChunk && m_algorithm != "tree")
        {
            problems.push_back({path + ".chunk", "only allowed with algorithm \"tree\""});
        }
    }

  protected:
    ns3::RdmaSchedule Make(const JobCast& cast) const override
    {
        const auto n = static_cast<uint32_t>(cast.hosts.size());
        return m_algorithm == "tree" ? ns3::MakeRdmaTreeAllReduce(n, GetSize(), m_chunkBytes)
               : m_algorithm == "halving-doubling"
                   ? ns3::MakeRdmaHalvingDoublingAllReduce(n, GetSize())
                   : ns3::MakeRdmaRingAllReduce(n, GetSize());
    }

    JobLoad Load(const std::vector<uint32_t>& hosts, const JobScene& scene) const override
    {
        const auto n = static_cast<uint32_t>(hosts.size());
        if (m_algorithm == "ring")
        {
            return MakeRingJobLoad(hosts, 2 * (static_cast<double>(n) - 1), GetSize(), scene);
        }
        if (m_algorithm == "halving-doubling")
        {
            return GroupJob::Load(hosts, scene);
        }
        const auto whole = ns3::MakeRdmaTreeAllReduce(n, GetSize(), GetSize());
        const auto half = (GetSize() + 1) / 2;
        const auto chunks = ns3::RdmaChunks::ForPipeline(half, m_chunkBytes).GetN();
        return MakePipelineJobLoad(CountJobLoad(whole, hosts, scene), chunks);
    }

  private:
    std::string m_algorithm; ///< ring, tree or halving-doubling
    bool m_hasChunk;         ///< the key is there
    uint64_t m_chunkBytes;   ///< tree: longest part that is passed on at once, B
};

const JobKind KIND("all-reduce", JobReaderOf<AllReduceJob>());

} // namespace

} // namespace mrcsim
