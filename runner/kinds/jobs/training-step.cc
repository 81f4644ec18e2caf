/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/rounded-text.h"
#include "kinds/group-job.h"
#include "training-load.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-training-schedule.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace mrcsim
{

namespace
{

using Plan = ns3::RdmaTrainingPlan;

/// Job: steps of synchronous training.
class TrainingStepJob : public HostsJob
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareHosts(keys);
        DeclareComputation(keys);
        DeclareDegrees(keys);
        DeclareMessages(keys);
    }

    void Check(const JobContext& context,
               const std::string& path,
               Problems& problems) const override
    {
        if (!GetHosts().Check(context.network, path + ".hosts", problems))
        {
            return;
        }
        const uint32_t hosts = GetHosts().Count(context.network.GetNHosts());
        if (!CheckDegrees(hosts, path, problems))
        {
            return;
        }
        const auto plan = GetPlan(hosts);
        const auto before = problems.size();
        CheckSizes(plan, path, problems);
        if (problems.size() == before)
        {
            CheckCount(MakeTrainingLoad(plan, GetHosts().PickTypical(context), context),
                       path,
                       problems);
        }
    }

    bool MayBeDriven() const override
    {
        return true;
    }

    ns3::RdmaSchedule MakeSchedule(const ScheduleInput& input,
                                   const std::string& /* path */,
                                   Problems& /* problems */) const override
    {
        return ns3::MakeRdmaTraining(GetPlan(static_cast<uint32_t>(input.hosts.size())),
                                     ns3::PeekPointer(input.rng));
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

  protected:
    JobLoad Load(const std::vector<uint32_t>& hosts, const JobContext& context) const override
    {
        return MakeTrainingLoad(GetPlan(static_cast<uint32_t>(hosts.size())), hosts, context);
    }

  private:
    /**
     * @param keys receives a key of the plan
     * @param name of the key
     * @param part member of the plan that it fills
     * @return the key
     */
    template <typename Part>
    static Key Add(KeySet& keys, const char* name, Part ns3::RdmaTrainingPlan::*part)
    {
        return keys.Add(name, &TrainingStepJob::m_plan, part);
    }

    /** @param keys receives the keys of computations */
    static void DeclareComputation(KeySet& keys)
    {
        Add(keys, "steps", &Plan::steps)
            .Range(1, 1000000)
            .Default(1)
            .Help("Number of steps. A host begins a step when it has completed its part of the "
                  "previous one and received all its gradients.");
        Add(keys, "compute", &Plan::compute)
            .Default(0)
            .Help("Computation time of a host for one microbatch: a third of it forward, the rest "
                  "backward.");
        Add(keys, "computeJitter", &Plan::jitter)
            .Range(0, 100)
            .Default(0)
            .Help("Each pass of each host is longer by a random share of up to this value, drawn "
                  "with the seed.");
        Add(keys, "microbatches", &Plan::microbatches)
            .Range(1, 65536)
            .Default(1)
            .Help("Number of microbatches of a step.");
        Add(keys, "layers", &Plan::layers)
            .Range(1, 65536)
            .Default(1)
            .Help("Number of layers of a host's part of the model. Each sends its tensor- and "
                  "expert-parallel messages in every pass.");
    }

    /** @param keys receives the keys of the degrees of parallelism */
    static void DeclareDegrees(KeySet& keys)
    {
        Add(keys, "tensorParallel", &Plan::tensor)
            .Range(1, LAST_HOST + 1)
            .Default(1)
            .Help("Hosts of a tensor-parallel group, which are neighbors in the order of ranks.");
        Add(keys, "expertParallel", &Plan::expert)
            .Range(1, LAST_HOST + 1)
            .Default(1)
            .Help("Hosts of an expert-parallel group, tensorParallel ranks apart. They have "
                  "different experts and reduce gradients together with those of dataParallel.");
        keys.Add("dataParallel", &TrainingStepJob::m_data)
            .Range(1, LAST_HOST + 1)
            .Absent("as many as the number of hosts allows")
            .Help("Data-parallel replicas of an expert-parallel group.");
        Add(keys, "pipelineParallel", &Plan::pipeline)
            .Range(1, LAST_HOST + 1)
            .Default(1)
            .Help("Pipeline stages, the outermost degree: the first ranks are the first stage.");
    }

    /** @param keys receives the keys of messages */
    static void DeclareMessages(KeySet& keys)
    {
        Add(keys, "gradientBytes", &Plan::gradientBytes)
            .Bytes()
            .AtLeast(1)
            .Absent("none")
            .Help(
                "Gradients of a host, reduced on a ring of dataParallel x expertParallel hosts at "
                "the end of each step.");
        Add(keys, "buckets", &Plan::buckets)
            .Range(1, 65536)
            .Default(4)
            .Help("Number of parts of the gradients, which are reduced one after the other.");
        Add(keys, "overlap", &Plan::overlap)
            .Default(true)
            .Help("true: a bucket may be reduced as soon as its part of the last backward pass is "
                  "computed. false: after all passes of the host.");
        keys.Add("reduction", &TrainingStepJob::m_reduction)
            .Words({"all-reduce", "reduce-scatter"})
            .Default("all-reduce")
            .Help("all-reduce: an all-reduce of each bucket. reduce-scatter: a reduce-scatter of "
                  "each bucket, and after the last one an all-gather of each, as with sharded "
                  "optimizers.");
        Add(keys, "activationBytes", &Plan::activationBytes)
            .Bytes()
            .AtLeast(1)
            .Absent("none")
            .Help(
                "Message of a microbatch from a host to the corresponding host of the next "
                "stage, and of its gradients back. Required with pipelineParallel of at least 2.");
        keys.Add("pipelineOrder", &TrainingStepJob::m_order)
            .Words({"1f1b", "gpipe"})
            .Default("1f1b")
            .Help(
                "Order of a stage's passes. 1f1b: forward passes until the pipeline is full, then "
                "forward and backward in turns. gpipe: all forward passes, then all backward "
                "passes.");
        Add(keys, "tensorBytes", &Plan::tensorBytes)
            .Bytes()
            .AtLeast(1)
            .Absent("none")
            .Help("Vector of the ring all-reduce at the end of every layer of every pass. With "
                  "tensorParallel of at least 2.");
        Add(keys, "expertBytes", &Plan::expertBytes)
            .Bytes()
            .AtLeast(1)
            .Absent("none")
            .Help("Message of each ordered pair of hosts in the two all-to-alls of every layer of "
                  "every pass, one after half of its computation, one at its end. With "
                  "expertParallel of at least 2.");
    }

    /** @return hosts of a data-parallel replica of the model */
    uint64_t GetReplica() const
    {
        return uint64_t{m_plan.expert} * m_plan.tensor * m_plan.pipeline;
    }

    /**
     * @param hosts number of participating hosts
     * @return the plan with all its degrees
     */
    ns3::RdmaTrainingPlan GetPlan(uint32_t hosts) const
    {
        auto plan = m_plan;
        plan.order = m_order == "gpipe" ? ns3::RdmaPipelineOrder::ALL_FORWARD
                                        : ns3::RdmaPipelineOrder::ONE_FORWARD_ONE_BACKWARD;
        plan.sharded = m_reduction == "reduce-scatter";
        plan.data = m_data > 0 ? m_data : static_cast<uint32_t>(hosts / GetReplica());
        return plan;
    }

    /**
     * @param hosts number of participating hosts
     * @param path of the job
     * @param [out] problems receives the problems
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
                                    "; allowed: divisors of the number of hosts, " + n + ": " +
                                    ListDivisors(hosts)});
            return false;
        }
        const auto rest = hosts / GetReplica();
        if (m_data > 0 && m_data != rest)
        {
            problems.push_back(
                {path + ".dataParallel",
                 "found " + std::to_string(m_data) + "; allowed: " + std::to_string(rest) +
                     ", because dataParallel x expertParallel x tensorParallel x pipelineParallel "
                     "is the number of hosts, " +
                     n});
            return false;
        }
        return true;
    }

    /**
     * @param number any number above 0
     * @return its divisors, ascending
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
     * Check that each size has its degree of parallelism, and vice versa.
     * @param plan the steps
     * @param path of the job
     * @param [out] problems receives the problems
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
            problems.push_back({path + ".activationBytes",
                                "missing; required with "
                                "pipelineParallel of at least 2"});
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
     * @param load load of the job
     * @param path of the job
     * @param [out] problems receives the problems
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

    uint32_t m_data{0};           ///< dataParallel; 0: absent
    std::string m_order;          ///< pipelineOrder
    std::string m_reduction;      ///< reduction
    ns3::RdmaTrainingPlan m_plan; ///< the steps, without dataParallel
};

const auto KIND = JobKind::Make<TrainingStepJob>(
    "training-step",
    90,
    "steps of synchronous training: computations, and data-, pipeline-, tensor- and "
    "expert-parallel messages between them, with a row per step in steps.csv.");

} // namespace

} // namespace mrcsim
