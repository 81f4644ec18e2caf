/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/host-selection.h"
#include "kinds/job.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-point-to-point-schedule.h"

namespace mrcsim
{

namespace
{

/// Job: many hosts send to one.
class IncastJob : public Job
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Add("receiver", &IncastJob::m_receiver)
            .Range(0, LAST_HOST)
            .Required()
            .Help("The host that all others send to.");
        keys.Add("senders", &IncastJob::m_senders)
            .Type(MakeHostListType())
            .Required()
            .Help("The sending hosts. A range includes both ends. For a victim flow, add a job of "
                  "type write.");
        keys.Add("bytes", &IncastJob::m_bytes)
            .Bytes()
            .AtLeast(1)
            .Required()
            .Help("Size of each message.");
    }

    void Check(const JobContext& context,
               const std::string& path,
               Problems& problems) const override
    {
        const auto senders = path + ".senders";
        CheckHost(m_receiver, context.network, path + ".receiver", problems);
        m_senders.Check(context.network, senders, problems);
        const std::string mistake =
            "host " + std::to_string(m_receiver) + " is the receiver and cannot send to itself";
        for (size_t i = 0; i < m_senders.list.size(); ++i)
        {
            if (m_senders.list[i] == m_receiver)
            {
                problems.push_back({AppendIndex(senders, i), mistake});
            }
        }
        if (m_senders.way == HostSelection::Way::RANGE && m_senders.from <= m_receiver &&
            m_receiver <= m_senders.to)
        {
            problems.push_back({senders, mistake});
        }
    }

    std::vector<uint32_t> PickHosts(const ns3::FabricNetwork& network,
                                    ns3::Ptr<ns3::UniformRandomVariable> /* rng */) const override
    {
        auto hosts = m_senders.Pick(network, nullptr);
        hosts.insert(hosts.begin(), m_receiver);
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
        return CountJobLoad(Make(hosts), hosts, context);
    }

    uint64_t GetBytes(const ns3::RdmaSchedule& /* schedule */) const override
    {
        return m_bytes;
    }

    JobBandwidth GetBandwidth() const override
    {
        return JobBandwidth::TOTAL;
    }

  private:
    /**
     * @param hosts the receiver, then the senders
     * @return the schedule
     */
    ns3::RdmaSchedule Make(const std::vector<uint32_t>& hosts) const
    {
        return ns3::MakeRdmaIncast(static_cast<uint32_t>(hosts.size()), 0, m_bytes);
    }

    uint32_t m_receiver{0};  ///< receiving host
    HostSelection m_senders; ///< sending hosts: a list or a range
    uint64_t m_bytes{0};     ///< size of a message, B
};

const auto KIND = JobKind::Make<IncastJob>("incast", 30, "many hosts send to one.");

} // namespace

} // namespace mrcsim
