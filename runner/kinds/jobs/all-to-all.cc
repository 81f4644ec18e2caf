/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/group-job.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-all-to-all-schedule.h"

#include <cmath>

namespace mrcsim
{

namespace
{

/// Collective: every host sends to every other.
class AllToAllJob : public CollectiveJob
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareHosts(keys);
        keys.Add("algorithm", &AllToAllJob::m_algorithm)
            .Words({"direct", "shift", "shuffled", "window"})
            .Absent("direct")
            .Help("direct: all messages at once. shift: in step k to the host k places further, "
                  "after the message of step k-1 has arrived. shuffled: all at once, in an order "
                  "drawn with the seed for each host. window: the number of messages in window at "
                  "a time.");
        keys.Add("window", &AllToAllJob::m_window)
            .Range(1, LAST_HOST)
            .Absent("algorithm is not window")
            .Help(
                "Number of hosts that a host sends to at a time. Required with algorithm window.");
        DeclareBytes(keys, "Size of the message of each ordered pair of hosts.");
    }

    void Check(const JobContext& context,
               const std::string& path,
               Problems& problems) const override
    {
        GroupJob::Check(context, path, problems);
        if (m_window > 0 && m_algorithm != "window")
        {
            problems.push_back(
                {path + ".window",
                 "found " + std::to_string(m_window) + "; only allowed with algorithm \"window\""});
        }
        if (m_window == 0 && m_algorithm == "window")
        {
            problems.push_back({path + ".window", "missing; required with algorithm \"window\""});
        }
    }

    bool IsSizePerPeer() const override
    {
        return true;
    }

  protected:
    ns3::RdmaSchedule Make(const ScheduleInput& input) const override
    {
        const auto n = static_cast<uint32_t>(input.hosts.size());
        return m_algorithm == "shift"      ? ns3::MakeRdmaShiftAllToAll(n, GetSize())
               : m_algorithm == "shuffled" ? ns3::MakeRdmaShuffledAllToAll(n, GetSize(), *input.rng)
               : m_algorithm == "window"   ? ns3::MakeRdmaWindowedAllToAll(n, GetSize(), m_window)
                                           : ns3::MakeRdmaAllToAll(n, GetSize());
    }

    JobLoad Load(const std::vector<uint32_t>& hosts, const JobContext& context) const override
    {
        auto load = MakeMeshJobLoad(hosts, GetSize(), context);
        const auto peers = static_cast<double>(hosts.size()) - 1;
        const bool oneByOne = m_algorithm == "shift";
        const double together = oneByOne ? 1 : m_algorithm == "window" ? m_window : peers;
        load.chain = std::ceil(peers / together);
        load.chainBytes = load.chain * load.largestBytes;
        return load;
    }

  private:
    std::string m_algorithm{"direct"}; ///< direct, shift, shuffled or window
    uint32_t m_window{0};              ///< window: partners at a time; 0: absent
};

const auto KIND = JobKind::Make<AllToAllJob>("all-to-all", 40, "every host sends to every other.");

} // namespace

} // namespace mrcsim
