/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/rounded-text.h"
#include "document/scenario-quantity.h"
#include "kinds/host-selection.h"
#include "kinds/job.h"
#include "training-load.h"

#include "ns3/rdma-training-schedule.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace mrcsim
{

namespace
{

/**
 * @param json workload[]
 * @param key a size, which may be absent
 * @return it, B; 0 if it is absent
 */
uint64_t
ReadSize(const Json& json, const char* key)
{
    return json.contains(key) ? ReadBytes(json[key]) : 0;
}

/// Steps of synchronous training.
class TrainingStepJob : public Job
{
  public:
    /** @param json workload[] */
    explicit TrainingStepJob(const Json& json)
        : m_hosts(ReadHosts(json["hosts"])),
          m_data(json.value("dataParallel", uint32_t{0}))
    {
        m_plan.steps = json["steps"].get<uint32_t>();
        m_plan.expert = json["expertParallel"].get<uint32_t>();
        m_plan.tensor = json["tensorParallel"].get<uint32_t>();
        m_plan.pipeline = json["pipelineParallel"].get<uint32_t>();
        m_plan.microbatches = json["microbatches"].get<uint32_t>();
        m_plan.layers = json["layers"].get<uint32_t>();
        m_plan.buckets = json["buckets"].get<uint32_t>();
        m_plan.compute = ReadTime(json["compute"]);
        m_plan.jitter = json["computeJitter"].get<double>();
        m_plan.gradientBytes = ReadSize(json, "gradientBytes");
        m_plan.activationBytes = ReadSize(json, "activationBytes");
        m_plan.tensorBytes = ReadSize(json, "tensorBytes");
        m_plan.expertBytes = ReadSize(json, "expertBytes");
        m_plan.order = json["pipelineOrder"] == "gpipe"
                           ? ns3::RdmaPipelineOrder::ALL_FORWARD
                           : ns3::RdmaPipelineOrder::ONE_FORWARD_ONE_BACKWARD;
        m_plan.overlap = json["overlap"].get<bool>();
        m_plan.sharded = json["reduction"] == "reduce-scatter";
    }

    void Check(const JobScene& scene, const std::string& path, Problems& problems) const override
    {
        if (!m_hosts.Check(scene.network, path + ".hosts", problems))
        {
            return;
        }
        const uint32_t hosts = m_hosts.Count(scene.network.GetNHosts());
        if (!CheckDegrees(hosts, path, problems))
        {
            return;
        }
        const auto plan = GetPlan(hosts);
        const auto before = problems.size();
        CheckSizes(plan, path, problems);
        if (problems.size() == before)
        {
            CheckCount(MakeTrainingLoad(plan, m_hosts.PickTypical(scene), scene), path, problems);
        }
    }

    const HostSelection* GetSelection() const override
    {
        return &m_hosts;
    }

    std::vector<uint32_t> PickHosts(const ns3::FabricNetwork& network,
                                    ns3::Ptr<ns3::UniformRandomVariable> rng) const override
    {
        return m_hosts.Pick(network, rng);
    }

    ns3::RdmaSchedule MakeSchedule(const JobCast& cast,
                                   const std::string& /* path */,
                                   Problems& /* problems */) const override
    {
        return ns3::MakeRdmaTraining(GetPlan(static_cast<uint32_t>(cast.hosts.size())),
                                     ns3::PeekPointer(cast.rng));
    }

    JobLoad MakeLoad(const JobScene& scene) const override
    {
        const auto hosts = m_hosts.PickTypical(scene);
        return MakeTrainingLoad(GetPlan(static_cast<uint32_t>(hosts.size())), hosts, scene);
    }

    const char* GetSizeKey() const override
    {
        const std::pair<uint64_t, const char*> keys[] = {
            {m_plan.gradientBytes, "gradientBytes"},
            {m_plan.activationBytes, "activationBytes"},
            {m_plan.tensorBytes, "tensorBytes"},
            {m_plan.expertBytes, "expertBytes"},
        };
        return std::max_element(std::begin(keys),
                                std::end(keys),
                                [](const auto& a, const auto& b) { return a.first < b.first; })
            ->second;
    }

    uint32_t GetNSteps() const override
    {
        return m_plan.steps;
    }

  private:
    /** @return hosts of a data-parallel replica of everything */
    uint64_t GetReplica() const
    {
        return uint64_t{m_plan.expert} * m_plan.tensor * m_plan.pipeline;
    }

    /**
     * @param hosts number of hosts that take part
     * @return the plan with all its degrees
     */
    ns3::RdmaTrainingPlan GetPlan(uint32_t hosts) const
    {
        auto plan = m_plan;
        plan.data = m_data > 0 ? m_data : static_cast<uint32_t>(hosts / GetReplica());
        return plan;
    }

    /**
     * @param hosts number of hosts that take part
     * @param path of the job
     * @param [out] problems receives what is wrong
     * @return true if the degrees fit the hosts
     */
    bool CheckDegrees(uint32_t hosts, const std::string& path, Problems& problems) const
    {
        const auto n = std::to_string(hosts);
        if (hosts % GetReplica() != 0)
        {
            problems.push_back({path,
                                "tensorParallel x expertParallel x pipelineParallel is " +
                                    std::to_string(GetReplica()) +
                                    "; allowed: what divides the number of hosts, " + n + ": " +
                                    ListDivisors(hosts)});
            return false;
        }
        const auto rest = hosts / GetReplica();
        if (m_data > 0 && m_data != rest)
        {
            problems.push_back(
                {path + ".dataParallel",
                 "found " + std::to_string(m_data) + "; allowed: " + std::to_string(rest) +
                     ", for dataParallel x expertParallel x tensorParallel x pipelineParallel is "
                     "the number of hosts, " +
                     n});
            return false;
        }
        return true;
    }

    /**
     * @param number any number above 0
     * @return what divides it, ascending
     */
    static std::string ListDivisors(uint32_t number)
    {
        std::string list;
        for (uint32_t i = 1; i <= number; ++i)
        {
            if (number % i == 0)
            {
                list += (i > 1 ? ", " : "") + std::to_string(i);
            }
        }
        return list;
    }

    /**
     * Sizes and degrees need each other.
     * @param plan the steps
     * @param path of the job
     * @param [out] problems receives what is wrong
     */
    static void CheckSizes(const ns3::RdmaTrainingPlan& plan,
                           const std::string& path,
                           Problems& problems)
    {
        const auto before = problems.size();
        const auto check = [&](uint64_t bytes, uint64_t degree, const char* key, const char* of) {
            if (bytes > 0 && degree < 2)
            {
                problems.push_back({path + "." + key,
                                    "found " + std::to_string(bytes) + " B; only allowed with " +
                                        of + " of at least 2"});
            }
        };
        check(plan.gradientBytes,
              uint64_t{plan.data} * plan.expert,
              "gradientBytes",
              "dataParallel x expertParallel");
        check(plan.activationBytes, plan.pipeline, "activationBytes", "pipelineParallel");
        check(plan.tensorBytes, plan.tensor, "tensorBytes", "tensorParallel");
        check(plan.expertBytes, plan.expert, "expertBytes", "expertParallel");
        if (plan.pipeline > 1 && plan.activationBytes == 0)
        {
            problems.push_back({path + ".activationBytes", "missing; needed with stages"});
        }
        else if (problems.size() == before && plan.GetNBuckets() == 0 && plan.pipeline == 1 &&
                 !plan.HasTensor() && !plan.HasExperts())
        {
            problems.push_back({path,
                                "sends nothing; allowed: gradientBytes, activationBytes, "
                                "tensorBytes or expertBytes"});
        }
    }

    /**
     * @param load the job in numbers
     * @param path of it
     * @param [out] problems receives what is wrong
     */
    static void CheckCount(const JobLoad& load, const std::string& path, Problems& problems)
    {
        const double most = std::numeric_limits<uint32_t>::max();
        if (load.messages + load.computations > most)
        {
            problems.push_back({path,
                                "needs " + FormatCount(load.messages) + " messages and " +
                                    FormatCount(load.computations) +
                                    " computations; allowed: " + FormatCount(most) + " together"});
        }
    }

    HostSelection m_hosts;        ///< who takes part
    uint32_t m_data;              ///< dataParallel; 0: absent
    ns3::RdmaTrainingPlan m_plan; ///< the steps, but for dataParallel
};

const JobKind KIND("training-step", JobReaderOf<TrainingStepJob>());

} // namespace

} // namespace mrcsim
