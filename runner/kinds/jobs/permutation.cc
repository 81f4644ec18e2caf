/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/group-job.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-permutation-schedule.h"

#include <algorithm>
#include <numeric>

namespace mrcsim
{

namespace
{

/// Job: every host sends one message and receives one, between random pairs.
class PermutationJob : public GroupJob
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareHosts(keys);
        keys.Add("pattern", &PermutationJob::m_pattern)
            .Words({"random", "cross-t0"})
            .Default("random")
            .Help("Pairs of senders and receivers, drawn with the seed; every host sends one "
                  "message and receives one. random: no host sends to itself. cross-t0: no host "
                  "sends to a host of its own T0.");
        DeclareBytes(keys, "Size of each message.");
    }

    void Check(const JobContext& context,
               const std::string& path,
               Problems& problems) const override
    {
        // The run checks random hosts when it draws them.
        const bool drawn = GetHosts().way == HostSelection::Way::RANDOM;
        if (!GetHosts().Check(context.network, path + ".hosts", problems) || !CrossesT0s() || drawn)
        {
            return;
        }
        const auto groups = MakeGroups(GetHosts().PickTypical(context), context.network);
        if (!ns3::CanRdmaPermutationCross(groups))
        {
            problems.push_back({path + ".pattern",
                                "found \"cross-t0\", but one T0 has more than half of the " +
                                    std::to_string(groups.size()) + " hosts"});
        }
    }

    ns3::RdmaSchedule MakeSchedule(const ScheduleInput& input,
                                   const std::string& path,
                                   Problems& problems) const override
    {
        if (!ns3::CanRdmaPermutationCross(MakeGroups(input.hosts, input.network)))
        {
            problems.push_back({path + ".pattern",
                                "found \"cross-t0\", but with this seed one T0 has more than half "
                                "of the random hosts"});
            return {};
        }
        return Make(input);
    }

  protected:
    ns3::RdmaSchedule Make(const ScheduleInput& input) const override
    {
        const auto groups = MakeGroups(input.hosts, input.network);
        return ns3::MakeRdmaPermutation(ns3::DrawRdmaPermutation(groups, *input.rng), GetSize());
    }

    JobLoad Load(const std::vector<uint32_t>& hosts, const JobContext& context) const override
    {
        auto hops = CountJobPairs(hosts, context);
        if (CrossesT0s())
        {
            const auto all = CountJobPairs(hosts, {context.network, {}, context.stop});
            hops = {all.far - hops.far, 0, hops.far};
        }
        return MakeEvenJobLoad(hosts, 1, GetSize(), hops);
    }

  private:
    /**
     * @param hosts host of each rank
     * @return group of each rank; ranks of one group may not send to each other
     */
    std::vector<uint32_t> MakeGroups(const std::vector<uint32_t>& hosts,
                                     const ns3::FabricNetwork& network) const
    {
        std::vector<uint32_t> groups(hosts.size());
        std::iota(groups.begin(), groups.end(), 0);
        if (CrossesT0s())
        {
            std::transform(hosts.begin(), hosts.end(), groups.begin(), [&network](uint32_t host) {
                return network.GetGroup(host);
            });
        }
        return groups;
    }

    /** @return true if no host sends to a host of its own T0 */
    bool CrossesT0s() const
    {
        return m_pattern == "cross-t0";
    }

    std::string m_pattern; ///< random or cross-t0
};

const auto KIND = JobKind::Make<PermutationJob>("permutation",
                                                20,
                                                "every host sends one message and receives one.");

} // namespace

} // namespace mrcsim
