/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef GROUP_JOB_H
#define GROUP_JOB_H

#include "host-selection.h"
#include "job.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::HostsJob, with a key hosts; mrcsim::GroupJob, with keys hosts and bytes;
 * mrcsim::CollectiveJob.
 */

namespace mrcsim
{

/**
 * A job of the hosts in the key hosts.
 */
class HostsJob : public Job
{
  public:
    void Check(const JobContext& context,
               const std::string& path,
               Problems& problems) const override;
    const HostSelection* GetSelection() const override;
    std::vector<uint32_t> PickHosts(const ns3::FabricNetwork& network,
                                    ns3::Ptr<ns3::UniformRandomVariable> rng) const override;
    JobLoad MakeLoad(const JobContext& context) const override;

  protected:
    /**
     * @param hosts participating hosts, in the order of their ranks
     * @param context network and servers
     * @return the load of one repetition
     */
    virtual JobLoad Load(const std::vector<uint32_t>& hosts, const JobContext& context) const = 0;

    /** @return the selection of hosts, as written */
    const HostSelection& GetHosts() const
    {
        return m_hosts;
    }

    /** @param keys receives the key hosts, of any number of hosts */
    static void DeclareHosts(KeySet& keys);

    /** @param keys receives the key hosts, of two hosts */
    static void DeclarePair(KeySet& keys);

  private:
    HostSelection m_hosts; ///< participating hosts
};

/**
 * A job of the hosts in the key hosts, with the size in the key bytes, such as a collective. A kind
 * adds its schedule, and a formula for its load unless the schedule is small.
 */
class GroupJob : public HostsJob
{
  public:
    ns3::RdmaSchedule MakeSchedule(const ScheduleInput& input,
                                   const std::string& path,
                                   Problems& problems) const override;
    uint64_t GetBytes(const ns3::RdmaSchedule& schedule) const override;

  protected:
    /**
     * For kinds whose schedule always exists.
     * @param input hosts, network and random variable
     * @return the schedule
     */
    virtual ns3::RdmaSchedule Make(const ScheduleInput& input) const = 0;

    /** @return its load, counted in the schedule unless a kind has a formula */
    JobLoad Load(const std::vector<uint32_t>& hosts, const JobContext& context) const override;

    /** @return the key bytes, B */
    uint64_t GetSize() const
    {
        return m_bytes;
    }

    /**
     * @param keys receives the key bytes
     * @param help its help text
     */
    static void DeclareBytes(KeySet& keys, const char* help);

  private:
    uint64_t m_bytes{0}; ///< size, B
};

/**
 * A collective, whose bandwidth is the bus bandwidth.
 */
class CollectiveJob : public GroupJob
{
  public:
    JobBandwidth GetBandwidth() const override
    {
        return JobBandwidth::BUS;
    }

    bool IsOperation() const override
    {
        return true;
    }
};

} // namespace mrcsim

#endif // GROUP_JOB_H
