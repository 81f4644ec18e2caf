/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_JOB_HELPER_H
#define RDMA_JOB_HELPER_H

#include "ns3/ptr.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-job.h"
#include "ns3/rdma-schedule.h"
#include "ns3/rdma-workload.h"

#include <cstdint>
#include <deque>
#include <iosfwd>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaJobHelper: jobs of a cluster, and tables of their results.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Adds jobs to a cluster, and prints their results.
 *
 * @code
 * RdmaJobHelper jobs;
 * jobs.AddWrite("first", 0, 3, 1000000);
 * RdmaJob& job = jobs.Add("gradients", MakeRdmaRingAllReduce(8, 64000000));
 * job.after = "first";
 * job.repeat = 2;
 * Ptr<RdmaWorkload> workload = jobs.Install(cluster);
 * Simulator::Run();
 * RdmaJobHelper::PrintJobs(std::cout, *workload);
 * @endcode
 */
class RdmaJobHelper
{
  public:
    /**
     * Add a job.
     * @param name name, unique among the jobs
     * @param schedule its sends
     * @param hosts host of each rank; empty: rank r is host r
     * @return the job, whose other members may be changed until Install, also after further calls
     */
    RdmaJob& Add(const std::string& name,
                 RdmaSchedule schedule,
                 const std::vector<uint32_t>& hosts = {});

    /**
     * Add a job that sends one message.
     * @param name name, unique among the jobs
     * @param src sending host
     * @param dst receiving host
     * @param bytes length, at least 1 B
     * @return see Add
     */
    RdmaJob& AddWrite(const std::string& name, uint32_t src, uint32_t dst, uint64_t bytes);

    /**
     * Start the jobs; their start times count from now.
     * @param cluster a built cluster, whose first transport carries the jobs without a messenger
     * @return the jobs and their results
     */
    Ptr<RdmaWorkload> Install(Ptr<RdmaCluster> cluster) const;

    /**
     * Print a line for each repetition of each job: times, bus bandwidth, part of the ideal.
     * @param os the stream
     * @param workload the jobs
     */
    static void PrintJobs(std::ostream& os, const RdmaWorkload& workload);

    /**
     * Print a line for each step of jobs that record their steps (RdmaJob::logsSteps).
     * @param os the stream
     * @param workload the jobs
     */
    static void PrintSteps(std::ostream& os, const RdmaWorkload& workload);

    /**
     * Write a CSV file with a row for each message.
     * @param file its name; aborts if it cannot be written
     * @param workload the jobs
     */
    static void WriteFlows(const std::string& file, const RdmaWorkload& workload);

  private:
    std::deque<RdmaJob> m_jobs; ///< the jobs; references to them remain valid
};

} // namespace ns3

#endif // RDMA_JOB_HELPER_H
