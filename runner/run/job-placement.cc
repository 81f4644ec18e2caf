/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job-placement.h"

#include "document/json-path.h"
#include "host-reservations.h"
#include "kinds/host-selection.h"
#include "kinds/random-streams.h"

#include "ns3/rng-seed-manager.h"

#include <algorithm>
#include <string>
#include <utility>

namespace mrcsim
{

namespace
{

/// Largest number of jobs in a message about missing free hosts.
constexpr size_t MAX_NAMED = 5;

/** Chooses hosts for jobs, one after the other. */
class Placement
{
  public:
    /** @param rng random variable for random hosts */
    Placement(const Scenario& scenario, ns3::Ptr<ns3::UniformRandomVariable> rng)
        : m_scenario(scenario),
          m_rng(rng),
          m_order(scenario.jobs),
          m_groups(ListGroups(*scenario.network)),
          m_reservations(scenario.network->GetNHosts()),
          m_hosts(scenario.jobs.size()),
          m_isNamed(scenario.jobs.size())
    {
    }

    /**
     * @param [out] problems receives the jobs for which there are not enough free hosts
     * @return by job: its hosts
     */
    std::vector<std::vector<uint32_t>> Run(Problems& problems)
    {
        // Named hosts are fixed, so reserve them first, regardless of the order of jobs
        for (size_t job = 0; job < m_hosts.size(); ++job)
        {
            const auto* selection = GetSelection(job);
            if (selection && !selection->IsPlaced() && selection->IsExclusive())
            {
                m_isNamed[job] = true;
                m_reservations.Take(selection->Pick(*m_scenario.network, nullptr),
                                    m_order.GetSpan(job));
            }
        }
        for (size_t job = 0; job < m_hosts.size(); ++job)
        {
            const auto* selection = GetSelection(job);
            if (selection && selection->IsPlaced())
            {
                Place(job, *selection, problems);
            }
        }
        return std::move(m_hosts);
    }

  private:
    /**
     * @return the selection of a job's hosts; null if there is none, or if it is rejected anyway
     */
    const HostSelection* GetSelection(size_t job) const
    {
        const auto* selection = m_scenario.jobs[job].what->GetSelection();
        const auto& span = m_order.GetSpan(job);
        Problems known;
        return selection && span.first < span.end &&
                       selection->Check(*m_scenario.network, "", known)
                   ? selection
                   : nullptr;
    }

    /** @param [out] problems receives the problem if there are not enough free hosts */
    void Place(size_t job, const HostSelection& selection, Problems& problems)
    {
        if (selection.shared)
        {
            const HostSet all(m_scenario.network->GetNHosts());
            m_hosts[job] = selection.PickAmong(all, m_groups, m_rng);
            return;
        }
        const auto& span = m_order.GetSpan(job);
        const auto free = m_reservations.GetFree(span);
        const auto left = free.Count();
        if (left < selection.count)
        {
            problems.push_back({AppendIndex("workload", job) + ".hosts.count",
                                DescribeLack(job, selection.count, left)});
            return;
        }
        m_hosts[job] = selection.PickAmong(free, m_groups, m_rng);
        m_reservations.Take(m_hosts[job], span);
    }

    /** @return message about a job for which there are not enough free hosts */
    std::string DescribeLack(size_t job, uint32_t count, uint32_t left) const
    {
        const auto number = std::to_string(left);
        const auto hosts = left == 0   ? "no host is"
                           : left == 1 ? "1 host is"
                                       : number + " hosts are";
        const auto range = left < 2 ? "" : left == 2 ? "2, or " : "2 to " + number + ", or ";
        return "found " + std::to_string(count) + "; " + hosts + " left by " + ListHolders(job) +
               "; allowed: " + range + "\"shared\": true";
    }

    /** @return the names of the jobs that may use hosts at the same time */
    std::string ListHolders(size_t job) const
    {
        std::vector<std::string> names;
        for (size_t other = 0; other < m_hosts.size() && names.size() <= MAX_NAMED; ++other)
        {
            if (HasHosts(other) && !m_order.GetSpan(job).IsOrdered(m_order.GetSpan(other)))
            {
                names.push_back(m_scenario.jobs[other].name);
            }
        }
        if (names.size() > MAX_NAMED)
        {
            names.back() = "others";
        }
        std::string text = names.size() == 1 ? "the job " : "the jobs ";
        for (size_t i = 0; i < names.size(); ++i)
        {
            text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
        }
        return text;
    }

    /** @return true if a job has exclusive hosts */
    bool HasHosts(size_t job) const
    {
        return m_isNamed[job] ||
               (!m_hosts[job].empty() && m_scenario.jobs[job].what->GetSelection()->IsExclusive());
    }

    const Scenario& m_scenario;                 ///< the scenario
    ns3::Ptr<ns3::UniformRandomVariable> m_rng; ///< random variable for random hosts
    const JobOrder m_order;                     ///< order of the jobs
    const HostGroups m_groups;                  ///< hosts of each group
    HostReservations m_reservations;            ///< hosts in use
    std::vector<std::vector<uint32_t>> m_hosts; ///< by job: chosen hosts
    std::vector<bool> m_isNamed;                ///< by job: names exclusive hosts
};

/** @return true if hosts are drawn */
bool
DrawsHosts(const std::vector<JobSpec>& jobs)
{
    return std::any_of(jobs.begin(), jobs.end(), [](const JobSpec& job) {
        const auto* selection = job.what->GetSelection();
        return selection && selection->way == HostSelection::Way::RANDOM;
    });
}

} // namespace

std::vector<std::vector<uint32_t>>
ChooseHosts(const Scenario& scenario, ns3::Ptr<ns3::UniformRandomVariable> rng, Problems& problems)
{
    return Placement(scenario, rng).Run(problems);
}

void
PlaceJobs(Scenario& scenario, Problems& problems)
{
    ns3::Ptr<ns3::UniformRandomVariable> rng;
    if (DrawsHosts(scenario.jobs))
    {
        ns3::RngSeedManager::SetRun(scenario.seed);
        rng = ns3::CreateObject<ns3::UniformRandomVariable>();
        rng->SetStream(WORKLOAD_STREAM);
    }
    auto hosts = ChooseHosts(scenario, rng, problems);
    for (size_t job = 0; job < hosts.size(); ++job)
    {
        scenario.jobs[job].hosts = std::move(hosts[job]);
    }
}

} // namespace mrcsim
