/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/quantity.h"
#include "document/rounded-text.h"
#include "document/words.h"
#include "job-driver.h"
#include "job-order.h"
#include "kinds/link-reference.h"
#include "least-time.h"
#include "scenario-check.h"

#include "ns3/rdma-hosts.h"
#include "ns3/rdma-job.h"
#include "ns3/rdma-nic.h"

#include <algorithm>
#include <iomanip>
#include <limits>
#include <map>
#include <sstream>
#include <string>

namespace mrcsim
{

using ns3::RdmaTick;

namespace
{

/// Largest number of messages of all jobs, repetitions and QPs; their numbers have 32 bits.
constexpr double MAX_FLOWS = std::numeric_limits<uint32_t>::max();

/// Largest payload of all repetitions of a job, B; far below 64 bits because of headers and sums.
constexpr double MAX_JOB_BYTES = static_cast<double>(uint64_t{1} << 60);

/// Largest number of QPs of a host; QP numbers have 24 bits, and the first ones are reserved.
constexpr double MAX_QPS_PER_HOST = (1 << 24) - ns3::RdmaNic::FIRST_QPN;

/// Largest number of jobs of a cycle in a message.
constexpr size_t MAX_TRACED = 10;

/// Number of problems up to which names are suggested, which requires a comparison with all names.
constexpr size_t MAX_GUESSES = 20;

/** @return the number without fraction or exponent */
std::string
Whole(double number)
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(0) << number;
    return text.str();
}

/** @param [out] problems receives the names that occur twice */
void
CheckNames(const std::vector<JobSpec>& jobs, Problems& problems)
{
    std::map<std::string, size_t> places;
    for (size_t i = 0; i < jobs.size(); ++i)
    {
        const auto [first, isNew] = places.try_emplace(jobs[i].name, i);
        if (!isNew)
        {
            problems.push_back({AppendIndex("workload", i) + ".name",
                                "found \"" + jobs[i].name + "\", which is already the name of " +
                                    AppendIndex("workload", first->second)});
        }
    }
}

/** @return message about an unknown name of a job, with a suggestion if guess is true */
std::string
DescribeUnknown(const std::vector<JobSpec>& jobs, const std::string& name, bool guess)
{
    std::string nearest;
    if (guess)
    {
        std::vector<std::string> names;
        for (const auto& job : jobs)
        {
            names.push_back(job.name);
        }
        nearest = FindNearest(name, names);
    }
    return "found \"" + name + "\"; no job has this name" +
           (nearest.empty() ? "" : ", did you mean \"" + nearest + "\"?");
}

/** @return the cycle of a job, or the beginning of a long one */
std::string
Trace(const std::vector<JobSpec>& jobs, const JobOrder& order, size_t job)
{
    std::string way = jobs[job].name;
    size_t at = job;
    for (size_t steps = 0; steps < MAX_TRACED; ++steps)
    {
        at = *order.GetPredecessor(at);
        way += " after " + jobs[at].name;
        if (at == job)
        {
            return way;
        }
    }
    return way + " and so on";
}

/** Check the job's transport, with the network and with other transports. */
void
CheckTransport(const JobSpec& job,
               const Scenario& scenario,
               const std::string& path,
               Problems& problems)
{
    if (job.plane && !job.transport.what->IsSinglePath())
    {
        problems.push_back({path + ".plane",
                            "found " + std::to_string(*job.plane) + "; a job with transport \"" +
                                job.transport.name + "\" uses all planes"});
    }
    const auto planes = scenario.network->GetNPlanes();
    CheckBelow(job.plane.value_or(0), planes, path + ".plane", "planes", problems);
    if (job.transport.name != scenario.transport.name && scenario.switches.pfc)
    {
        problems.push_back({path + ".transport",
                            "found \"" + job.transport.name +
                                "\"; with switch.pfc only transport.type is allowed, which is \"" +
                                scenario.transport.name + '"'});
    }
    const auto& what = *job.transport.what;
    if (scenario.transport.what->IsStructured() && what.CountsPerQp() && what.IsSinglePath())
    {
        auto allowed = GetTransportNames(&Transport::HasEvs);
        std::for_each(allowed.begin(), allowed.end(), [](auto& name) { name = '"' + name + '"'; });
        problems.push_back(
            {path + ".transport",
             "found \"" + job.transport.name +
                 "\"; with transport.routing \"structured\" switches read the uplink from an "
                 "entropy value, which it does not have; allowed: " +
                 ns3::JoinRdmaWords(allowed)});
    }
}

/** @return the problem of the size of a job's messages; empty if there is none */
std::string
CheckBytes(const JobSpec& job, const JobLoad& load, double seconds)
{
    const auto limit = job.transport.what->GetMaxMessageBytes();
    const double largest = load.largestBytes / job.qps;
    if (load.bytes * job.repeat > MAX_JOB_BYTES)
    {
        return "the messages of all repetitions have " + FormatBytes(load.bytes * job.repeat) +
               " together; allowed: " + FormatBytes(MAX_JOB_BYTES);
    }
    if (limit && largest > static_cast<double>(*limit))
    {
        return "a message of " + FormatBytes(largest) + "; with transport \"" + job.transport.name +
               "\" at most " + FormatBytes(static_cast<double>(*limit)) + " per QP are allowed";
    }
    return seconds > MAX_TIME.GetSeconds()
               ? std::string("sending it would take more than ") + MAX_TIME_TEXT +
                     " at full rate; allowed: at most " + MAX_TIME_TEXT
               : "";
}

} // namespace

void
CheckJobOrder(const std::vector<JobSpec>& jobs, Problems& problems)
{
    CheckNames(jobs, problems);
    if (std::none_of(jobs.begin(), jobs.end(), [](const auto& job) { return job.enabled; }))
    {
        problems.push_back({"workload", "no job is enabled; allowed: at least one enabled job"});
    }
    const JobOrder order(jobs);
    for (size_t i = 0; i < jobs.size(); ++i)
    {
        const auto path = AppendIndex("workload", i) + ".after";
        if (!jobs[i].after.empty() && !order.GetPredecessor(i))
        {
            const bool guess = problems.size() < MAX_GUESSES;
            problems.push_back({path, DescribeUnknown(jobs, jobs[i].after, guess)});
        }
        else if (order.IsInCycle(i))
        {
            problems.push_back(
                {path, "\"" + jobs[i].name + "\" waits for itself: " + Trace(jobs, order, i)});
        }
    }
}

void
CheckJobs(const Scenario& scenario, Problems& problems)
{
    bool others = false;
    for (size_t i = 0; i < scenario.jobs.size(); ++i)
    {
        const auto& job = scenario.jobs[i];
        const auto path = AppendIndex("workload", i);
        if (job.start >= scenario.stop)
        {
            problems.push_back({path + ".start",
                                "found " + FormatTime(job.start) +
                                    "; allowed: before stop, which is " +
                                    FormatTime(scenario.stop)});
        }
        CheckTransport(job, scenario, path, problems);
        CheckDriver(job, path, problems);
        others = others || (job.enabled && !job.what->IsEndless());
        job.what->Check(scenario.GetContext(job), path, problems);
    }
    if (!others && problems.empty())
    {
        problems.push_back({"workload",
                            "no message has an end (0 bytes); needed: until in one of the jobs, or "
                            "a message with an end"});
    }
}

void
CheckJobSizes(const Scenario& scenario, Problems& problems)
{
    double flows = 0;
    uint64_t qps = 0;
    for (size_t i = 0; i < scenario.jobs.size(); ++i)
    {
        const auto& job = scenario.jobs[i];
        const auto path = AppendIndex("workload", i);
        const auto load = MakeJobLoad(job, scenario.GetContext(job));
        if (!load.mistake.empty())
        {
            problems.push_back(
                {path, "the schedule of kind \"" + job.type + "\" is invalid: " + load.mistake});
            continue;
        }
        const auto numbers = job.transport.what->GetNumbers(scenario.attributes, *scenario.network);
        const double seconds = GetLeastSeconds(load, numbers, scenario.GetContext());
        const auto size = CheckBytes(job, load, seconds);
        if (!size.empty())
        {
            problems.push_back({path + "." + job.what->GetSizeKey(), size});
        }
        const double own = CountJobFlows(job, load) * job.repeat;
        const double others = job.enabled ? flows : 0;
        if (others + own > MAX_FLOWS)
        {
            problems.push_back(
                {path,
                 "needs " + Whole(own) + " messages in all repetitions and QPs; allowed: " +
                     Whole(MAX_FLOWS) + (others > 0 ? " for all jobs together" : "")});
            return;
        }
        flows += job.enabled ? own : 0;
        const double most =
            numbers.connectionsPerHost > 0 ? numbers.connectionsPerHost : MAX_QPS_PER_HOST;
        const uint32_t jobQps = ns3::GetRdmaQps(job.qps, job.GetNChannels());
        if (load.fan * jobQps > most)
        {
            problems.push_back({path + ".qps",
                                "found " + std::to_string(job.qps) + ", which gives one host " +
                                    Whole(load.fan * jobQps) + " QPs; allowed: " + Whole(most) +
                                    " QPs per host"});
        }
        qps += jobQps;
    }
    if (qps > ns3::RdmaHosts::MAX_QPS_PER_PAIR)
    {
        problems.push_back({"workload",
                            "the jobs have " + std::to_string(qps) +
                                " QPs per pair of hosts together; allowed: " +
                                std::to_string(ns3::RdmaHosts::MAX_QPS_PER_PAIR)});
    }
}

} // namespace mrcsim
