/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/scenario-quantity.h"
#include "kinds/group-job.h"

#include "ns3/rdma-broadcast-schedule.h"
#include "ns3/rdma-chunks.h"

#include <algorithm>
#include <optional>

namespace mrcsim
{

namespace
{

/// Every host ends with what one of them has.
class BroadcastJob : public GroupJob
{
  public:
    /** @param json workload[] */
    explicit BroadcastJob(const Json& json)
        : GroupJob(json),
          m_isChain(json["algorithm"] == "chain"),
          m_hasChunk(json.contains("chunk")),
          m_chunkBytes(m_hasChunk ? ReadBytes(json["chunk"]) : ns3::RdmaChunks::PIPELINE_BYTES)
    {
        if (json.contains("root"))
        {
            m_root = json["root"].get<uint32_t>();
        }
    }

    void Check(const JobScene& scene, const std::string& path, Problems& problems) const override
    {
        if (m_hasChunk && !m_isChain)
        {
            problems.push_back({path + ".chunk", "only allowed with algorithm \"chain\""});
        }
        const bool good = GetHosts().Check(scene.network, path + ".hosts", problems);
        const bool drawn = GetHosts().way == HostSelection::Way::RANDOM;
        if (!good || !m_root || drawn)
        {
            CheckDrawn(drawn, path, problems);
            return;
        }
        const auto hosts = GetHosts().PickTypical(scene);
        if (std::find(hosts.begin(), hosts.end(), *m_root) == hosts.end())
        {
            problems.push_back(
                {path + ".root", "host " + std::to_string(*m_root) + " is none of the hosts"});
        }
    }

  protected:
    ns3::RdmaSchedule Make(const JobCast& cast) const override
    {
        return Make(cast.hosts, m_chunkBytes);
    }

    JobLoad Load(const std::vector<uint32_t>& hosts, const JobScene& scene) const override
    {
        const auto load = CountJobLoad(Make(hosts, GetSize()), hosts, scene);
        const auto chunks = ns3::RdmaChunks::ForPipeline(GetSize(), m_chunkBytes).GetN();
        return m_isChain ? MakePipelineJobLoad(load, chunks) : load;
    }

  private:
    /**
     * @param drawn the hosts are drawn
     * @param path of the job
     * @param [out] problems receives the mistake if the root could not be among them
     */
    void CheckDrawn(bool drawn, const std::string& path, Problems& problems) const
    {
        if (drawn && m_root)
        {
            problems.push_back({path + ".root",
                                "found " + std::to_string(*m_root) +
                                    "; not allowed with random hosts, of which the first one is "
                                    "the root"});
        }
    }

    /**
     * @param hosts host of each rank
     * @param chunkBytes longest part that is passed on at once, B
     * @return who sends what to whom, and after what
     */
    ns3::RdmaSchedule Make(const std::vector<uint32_t>& hosts, uint64_t chunkBytes) const
    {
        const auto n = static_cast<uint32_t>(hosts.size());
        const auto at = std::find(hosts.begin(), hosts.end(), m_root.value_or(hosts[0]));
        const auto root = static_cast<uint32_t>(at - hosts.begin());
        return m_isChain ? ns3::MakeRdmaBroadcast(n, root, GetSize(), chunkBytes)
                         : ns3::MakeRdmaBinomialBroadcast(n, root, GetSize());
    }

    bool m_isChain;                 ///< algorithm chain, not binomial
    bool m_hasChunk;                ///< the key is there
    uint64_t m_chunkBytes;          ///< chain: longest part that is passed on at once, B
    std::optional<uint32_t> m_root; ///< host that has it; absent: the first one
};

const JobKind KIND("broadcast", JobReaderOf<BroadcastJob>());

} // namespace

} // namespace mrcsim
