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
 * mrcsim::Job: what a job of a scenario does, by kind.
 */

namespace ns3
{
class UniformRandomVariable;
} // namespace ns3

namespace mrcsim
{

/// What tables tell as the bandwidth of a job.
enum class JobBandwidth
{
    BUS,   ///< nccl-tests' busbw, which is that of the whole job
    TOTAL, ///< all bytes over the time of the whole job
    MEAN   ///< mean goodput of its messages
};

/// What a schedule is made of.
struct ScheduleInput
{
    const std::vector<uint32_t>& hosts;       ///< host of each rank
    const ns3::FabricNetwork& network;        ///< the topology
    ns3::Ptr<ns3::UniformRandomVariable> rng; ///< for what is drawn
};

struct HostSelection;

/**
 * What a job does: its kind with the numbers of the scenario. A kind is a class derived from this
 * one that declares the keys of workload[] that it has besides those of all jobs, and a static
 * object of class JobKind; nothing else knows of it.
 */
class Job : public KeyOwner
{
  public:
    virtual ~Job() = default;

    /**
     * Does it fit the network? What its keys can tell is right already.
     *
     * @param context where it takes place
     * @param path of the job in the scenario, such as workload[0]
     * @param [out] problems receives what is wrong
     */
    virtual void Check(const JobContext& context,
                       const std::string& path,
                       Problems& problems) const = 0;

    /**
     * @return how the job asks for hosts, so that they can be chosen for it among those that no
     * other job has; null if its hosts are places that it sends to and from, whoever has them
     */
    virtual const HostSelection* GetSelection() const
    {
        return nullptr;
    }

    /**
     * The hosts of a job that no hosts are chosen for, or of one that is alone.
     *
     * @param rng draws random hosts
     * @return host of each rank, all different
     */
    virtual std::vector<uint32_t> PickHosts(const ns3::FabricNetwork& network,
                                            ns3::Ptr<ns3::UniformRandomVariable> rng) const = 0;

    /**
     * @param input what it is made of
     * @param path of the job in the scenario
     * @param [out] problems receives what the draw made impossible
     * @return who sends what to whom, and after what
     */
    virtual ns3::RdmaSchedule MakeSchedule(const ScheduleInput& input,
                                           const std::string& path,
                                           Problems& problems) const = 0;

    /**
     * What check tells before a run. Kinds whose schedules may be larger than the machine, or are
     * drawn, have a formula; the others count their schedule (CountJobLoad).
     *
     * @param context where it takes place
     * @return the load of one repetition
     */
    virtual JobLoad MakeLoad(const JobContext& context) const = 0;

    /**
     * @param schedule its schedule
     * @return its size for tables, B; the sum of its messages unless a kind has a size of its own
     */
    virtual uint64_t GetBytes(const ns3::RdmaSchedule& schedule) const;

    /** @return the key that says how much is sent */
    virtual const char* GetSizeKey() const
    {
        return "bytes";
    }

    /**
     * @return steps of its schedule, if results tell of each of them (steps.csv); else 0
     */
    virtual uint32_t GetNSteps() const
    {
        return 0;
    }

    /** @return true if results tell the slowdown of its messages by classes of size */
    virtual bool HasSizeClasses() const
    {
        return false;
    }

    /** @return what tables tell as its bandwidth; the mean of its messages unless a kind says so */
    virtual JobBandwidth GetBandwidth() const
    {
        return JobBandwidth::MEAN;
    }

    /**
     * @return true for an operation of collective libraries, of keys hosts and bytes, which their
     * benchmarks measure over sizes
     */
    virtual bool IsOperation() const
    {
        return false;
    }

    /** @return true if the key bytes is what a host sends to each other one, and not in all */
    virtual bool IsSizePerPeer() const
    {
        return false;
    }
};

/// Makes a kind of job known: a file of its own has a static object of this class.
using JobKind = Kind<Job>;

/**
 * @param json an entry of workload[] without mistakes; defaults need not be filled in
 * @return what the job does
 */
std::shared_ptr<const Job> ReadJob(const Json& json);

} // namespace mrcsim

#endif // JOB_H
