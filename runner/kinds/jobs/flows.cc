/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/quantity.h"
#include "kinds/host-selection.h"
#include "kinds/job.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-point-to-point-schedule.h"

#include <algorithm>

namespace mrcsim
{

namespace
{

/// workload[].flows[]
struct Flow : KeyOwner
{
    uint32_t src{0};     ///< sending host
    uint32_t dst{0};     ///< receiving host
    uint64_t bytes{0};   ///< size, B
    ns3::RdmaTick start; ///< delay after the start of the job

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Title("an object with src, dst and bytes");
        keys.Add("src", &Flow::src).Range(0, LAST_HOST).Required().Help("Sending host.");
        keys.Add("dst", &Flow::dst).Range(0, LAST_HOST).Required().Help("Receiving host.");
        keys.Add("bytes", &Flow::bytes).Bytes().AtLeast(1).Required().Help("Size of the message.");
        keys.Add("start", &Flow::start).Default("0ns").Help("Delay after the start of the job.");
    }
};

/// Job: the messages that the scenario lists.
class FlowsJob : public Job
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Add("flows", &FlowsJob::m_flows).Length(1).Required().Help("The messages.");
    }

    void Check(const JobContext& context,
               const std::string& path,
               Problems& problems) const override
    {
        for (size_t i = 0; i < m_flows.size(); ++i)
        {
            CheckFlow(m_flows[i], context, AppendIndex(path + ".flows", i), problems);
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

    ns3::RdmaSchedule MakeSchedule(const ScheduleInput& input,
                                   const std::string& /* path */,
                                   Problems& /* problems */) const override
    {
        return Make(input.hosts);
    }

    JobLoad MakeLoad(const JobContext& context) const override
    {
        const auto hosts = PickHosts(context.network, nullptr);
        auto load = CountJobLoad(Make(hosts), hosts, context);
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
     * @param context network and hosts
     * @param path of the flow
     * @param [out] problems receives the problems
     */
    void CheckFlow(const Flow& flow,
                   const JobContext& context,
                   const std::string& path,
                   Problems& problems) const
    {
        CheckHost(flow.src, context.network, path + ".src", problems);
        CheckHost(flow.dst, context.network, path + ".dst", problems);
        if (flow.src == flow.dst)
        {
            problems.push_back(
                {path, "host " + std::to_string(flow.src) + " cannot send to itself"});
        }
        if (context.start < context.stop && flow.start >= context.stop - context.start)
        {
            problems.push_back({path + ".start",
                                "found " + FormatTime(flow.start) + "; allowed: before " +
                                    context.DescribeStop()});
        }
    }

    /**
     * @param hosts the hosts of the flows, ascending
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

    std::vector<Flow> m_flows; ///< the messages
};

const auto KIND =
    JobKind::Make<FlowsJob>("flows", 70, "listed messages, for example those of a trace.");

} // namespace

} // namespace mrcsim
