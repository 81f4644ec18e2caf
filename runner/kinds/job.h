/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JOB_H
#define JOB_H

#include "document/json-path.h"
#include "document/problem.h"
#include "job-load.h"
#include "keys/key-set.h"
#include "kind-registry.h"

#include "ns3/ptr.h"
#include "ns3/rdma-schedule.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::Job: the jobs of a scenario, by kind.
 */

namespace ns3
{
class UniformRandomVariable;
} // namespace ns3

namespace mrcsim
{

/// Meaning of the bandwidth of a job in tables.
enum class JobBandwidth
{
    BUS,   ///< busbw of nccl-tests, for the whole job
    TOTAL, ///< all bytes, divided by the duration of the job
    MEAN   ///< mean goodput of its messages
};

/// Input of a schedule.
struct ScheduleInput
{
    const std::vector<uint32_t>& hosts;       ///< host of each rank
    const ns3::FabricNetwork& network;        ///< the topology
    ns3::Ptr<ns3::UniformRandomVariable> rng; ///< random variable
};

struct HostSelection;

/**
 * A job: its kind with the values of the scenario. A kind is a class derived from this one that
 * declares its keys of workload[] in addition to those of all jobs, and a static object of class
 * JobKind; no other file refers to it.
 */
class Job : public KeyOwner
{
  public:
    virtual ~Job() = default;

    /**
     * Check it against the network. Its keys have already been checked one by one.
     *
     * @param context network and hosts
     * @param path of the job in the scenario, such as workload[0]
     * @param [out] problems receives the problems
     */
    virtual void Check(const JobContext& context,
                       const std::string& path,
                       Problems& problems) const = 0;

    /**
     * @return the selection of its hosts, which are chosen among the hosts that no other job has;
     * null if it uses its hosts regardless of other jobs
     */
    virtual const HostSelection* GetSelection() const
    {
        return nullptr;
    }

    /**
     * Hosts of a job that needs no placement, or of the only job.
     *
     * @param rng random variable for random hosts
     * @return host of each rank, all different
     */
    virtual std::vector<uint32_t> PickHosts(const ns3::FabricNetwork& network,
                                            ns3::Ptr<ns3::UniformRandomVariable> rng) const = 0;

    /**
     * @param input hosts, network and random variable
     * @param path of the job in the scenario
     * @param [out] problems receives problems that result from the draw
     * @return the schedule
     */
    virtual ns3::RdmaSchedule MakeSchedule(const ScheduleInput& input,
                                           const std::string& path,
                                           Problems& problems) const = 0;

    /**
     * Load for the estimate before a run. Kinds whose schedules may exceed the machine's memory, or
     * are random, use a formula; the others count their schedule (CountJobLoad).
     *
     * @param context network and hosts
     * @return the load of one repetition
     */
    virtual JobLoad MakeLoad(const JobContext& context) const = 0;

    /**
     * @param schedule its schedule
     * @return its size for tables, B; the sum of its messages unless a kind overrides this function
     */
    virtual uint64_t GetBytes(const ns3::RdmaSchedule& schedule) const;

    /** @return the key with the size */
    virtual const char* GetSizeKey() const
    {
        return "bytes";
    }

    /**
     * @return steps of its schedule, if results list each step (steps.csv); else 0
     */
    virtual uint32_t GetNSteps() const
    {
        return 0;
    }

    /** @return true if results contain the slowdown of its messages by size class */
    virtual bool HasSizeClasses() const
    {
        return false;
    }

    /** @return the meaning of its bandwidth in tables; by default the mean of its messages */
    virtual JobBandwidth GetBandwidth() const
    {
        return JobBandwidth::MEAN;
    }

    /** @return true if all its messages go on until nothing else of the run is in progress */
    virtual bool IsEndless() const
    {
        return false;
    }

    /**
     * @return true for an operation of collective libraries, with keys hosts and bytes, which their
     * benchmarks measure over sizes
     */
    virtual bool IsOperation() const
    {
        return false;
    }

    /** @return true if its messages may be sent as a collective library does (workload[].driver) */
    virtual bool MayBeDriven() const
    {
        return IsOperation();
    }

    /** @return true if the key bytes is the size per peer, not the total of a host */
    virtual bool IsSizePerPeer() const
    {
        return false;
    }
};

/// Registers a kind of job: its source file has a static object of this class.
using JobKind = Kind<Job>;

/**
 * @param json a valid entry of workload[]; defaults need not be filled in
 * @return the job
 */
std::shared_ptr<const Job> ReadJob(const Json& json);

} // namespace mrcsim

#endif // JOB_H
