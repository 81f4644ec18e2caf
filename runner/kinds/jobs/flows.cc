/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/quantity.h"
#include "document/scenario-quantity.h"
#include "kinds/host-selection.h"
#include "kinds/job.h"

#include "ns3/rdma-point-to-point-schedule.h"

#include <algorithm>

namespace mrcsim
{

namespace
{

/// workload[].flows[]
struct Flow
{
    uint32_t src{0};     ///< sending host
    uint32_t dst{0};     ///< receiving host
    uint64_t bytes{0};   ///< size, B
    ns3::RdmaTick start; ///< behind the start of the job
};

/// Messages that the scenario lists one by one.
class FlowsJob : public Job
{
  public:
    /** @param json workload[] */
    explicit FlowsJob(const Json& json)
        : m_start(ReadTime(json["start"]))
    {
        for (const auto& flow : json["flows"])
        {
            m_flows.push_back({flow["src"].get<uint32_t>(),
                               flow["dst"].get<uint32_t>(),
                               ReadBytes(flow["bytes"]),
                               ReadTime(flow["start"])});
        }
    }

    void Check(const JobScene& scene, const std::string& path, Problems& problems) const override
    {
        for (size_t i = 0; i < m_flows.size(); ++i)
        {
            CheckFlow(m_flows[i], scene, AppendIndex(path + ".flows", i), problems);
        }
    }

    std::vector<uint32_t> PickHosts(const ns3::FabricNetwork& /* network */,
                                    ns3::Ptr<ns3::UniformRandomVariable> /* rng */) const override
    {
        std::vector<uint32_t> hosts;
        for (const auto& flow : m_flows)
        {
            hosts.push_back(flow.src);
            hosts.push_back(flow.dst);
        }
        std::sort(hosts.begin(), hosts.end());
        hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
        return hosts;
    }

    ns3::RdmaSchedule MakeSchedule(const JobCast& cast,
                                   const std::string& /* path */,
                                   Problems& /* problems */) const override
    {
        return Make(cast.hosts);
    }

    JobLoad MakeLoad(const JobScene& scene) const override
    {
        const auto hosts = PickHosts(scene.network, nullptr);
        auto load = CountJobLoad(Make(hosts), hosts, scene);
        load.listed = static_cast<double>(m_flows.size());
        for (const auto& flow : m_flows)
        {
            load.leastSeconds = std::max(load.leastSeconds, flow.start.GetSeconds());
        }
        return load;
    }

    const char* GetSizeKey() const override
    {
        return "flows";
    }

  private:
    /**
     * @param scene where it takes place
     * @param path of the flow
     * @param [out] problems receives what is wrong
     */
    void CheckFlow(const Flow& flow,
                   const JobScene& scene,
                   const std::string& path,
                   Problems& problems) const
    {
        CheckHost(flow.src, scene.network, path + ".src", problems);
        CheckHost(flow.dst, scene.network, path + ".dst", problems);
        if (flow.src == flow.dst)
        {
            problems.push_back(
                {path, "host " + std::to_string(flow.src) + " cannot send to itself"});
        }
        if (m_start < scene.stop && flow.start >= scene.stop - m_start)
        {
            problems.push_back(
                {path + ".start",
                 "found " + FormatTime(flow.start) + "; allowed: before stop, which is " +
                     FormatTime(scene.stop) +
                     (m_start == ns3::RdmaTick{} ? "" : ", counted from the start of the job")});
        }
    }

    /**
     * @param hosts the hosts that the flows name, ascending
     * @return the flows between ranks
     */
    ns3::RdmaSchedule Make(const std::vector<uint32_t>& hosts) const
    {
        const auto rank = [&hosts](uint32_t host) {
            const auto at = std::lower_bound(hosts.begin(), hosts.end(), host);
            return static_cast<uint32_t>(at - hosts.begin());
        };
        std::vector<ns3::RdmaFlow> flows;
        for (const auto& flow : m_flows)
        {
            flows.push_back({rank(flow.src), rank(flow.dst), flow.bytes, flow.start});
        }
        return ns3::MakeRdmaFlows(static_cast<uint32_t>(hosts.size()), flows);
    }

    ns3::RdmaTick m_start;     ///< of the job, or its delay behind another one
    std::vector<Flow> m_flows; ///< the messages
};

const JobKind KIND("flows", JobReaderOf<FlowsJob>());

} // namespace

} // namespace mrcsim
