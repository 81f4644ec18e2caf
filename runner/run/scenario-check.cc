/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-check.h"

#include "document/json-path.h"
#include "document/quantity.h"
#include "document/rounded-text.h"
#include "document/schema-words.h"
#include "job-order.h"
#include "kinds/fault-order.h"
#include "kinds/job-load.h"
#include "kinds/link-reference.h"
#include "run-estimate.h"

#include "ns3/rdma-nic.h"
#include "ns3/rdma-permutation-schedule.h"
#include "ns3/roce-segmentation.h"

#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <sstream>

namespace mrcsim
{

using ns3::RdmaTick;

namespace
{

/// EVs of a QP in one plane (MRC 1.0, 3.5).
constexpr uint32_t MAX_EVS_PER_PLANE = 256;

/// A time series finer than this would only record single packets.
constexpr RdmaTick MIN_SAMPLE_INTERVAL = RdmaTick::Ns(10);

/// Times in a scenario, 30 days: sums of three of them stay within what ns-3 can count.
constexpr RdmaTick MAX_TIME = RdmaTick::Ms(int64_t{30} * 24 * 3600 * 1000);

/// Messages of all jobs and repetitions, each on every QP counting: they are numbered by 32 bits.
constexpr double MAX_FLOWS = std::numeric_limits<uint32_t>::max();

/// Payload of all repetitions of a job, B: far enough below 64 bits for headers and sums.
constexpr double MAX_JOB_BYTES = static_cast<double>(uint64_t{1} << 60);

/// QPs between two hosts, all jobs together (RdmaCluster).
constexpr uint64_t MAX_QPS_PER_PAIR = 1 << 16;

/// QPs of a host: QP numbers have 24 bits, and the first ones are reserved.
constexpr double MAX_QPS_PER_HOST = (1 << 24) - ns3::RdmaNic::FIRST_QPN;

/// Jobs of a cycle that are named.
constexpr size_t MAX_TRACED = 10;

/// Mistakes before which names are guessed: to guess takes a look at all names.
constexpr size_t MAX_GUESSES = 20;

/**
 * Looks at one part of a scenario after the other and keeps what is wrong.
 */
class Checker
{
  public:
    /**
     * @param scenario what is to be judged
     * @param effective the same as JSON
     */
    Checker(const Scenario& scenario, const Json& effective)
        : m_scenario(scenario),
          m_effective(effective)
    {
    }

    /** @return everything that is wrong */
    Problems Run()
    {
        CheckSwitch();
        CheckDcqcn();
        CheckNames();
        CheckOrder();
        if (m_scenario.network)
        {
            CheckPlaces();
        }
        CheckMeasure();
        CheckTimes();
        if (m_scenario.network && m_problems.empty())
        {
            CheckSizes();
        }
        return m_problems;
    }

  private:
    /**
     * Note a mistake.
     * @param path where
     * @param parts the sentence, streamed together
     */
    template <typename... Parts>
    void Add(const std::string& path, const Parts&... parts)
    {
        std::ostringstream text;
        (text << ... << parts);
        m_problems.push_back({path, text.str()});
    }

    /** Does everything fit the network? */
    void CheckPlaces()
    {
        CheckPlanes();
        CheckServers();
        CheckEvs();
        for (size_t i = 0; i < m_scenario.jobs.size(); ++i)
        {
            CheckJob(m_scenario.jobs[i], AppendIndex("workload", i));
        }
        CheckFaults();
        CheckCaptures();
    }

    /** Can the transport use all planes, and structured EVs name all paths? */
    void CheckPlanes()
    {
        const auto digits = m_scenario.network->CheckStructured();
        if (m_effective["transport"].value("routing", "") == "structured" && !digits.empty())
        {
            Add("transport.routing",
                "found \"structured\"; ",
                digits,
                "; allowed: \"srv6\", \"ecmp\"");
        }
        if (IsSinglePath(m_scenario.transport) && m_scenario.network->GetNPlanes() > 1)
        {
            Add("topology.planes",
                "found ",
                m_scenario.network->GetNPlanes(),
                "; with transport.type \"",
                ToString(m_scenario.transport),
                "\" only 1 is allowed");
        }
    }

    /** Have links of servers something to join, and all servers all their hosts? */
    void CheckServers()
    {
        const auto& topology = m_effective["topology"];
        const auto& servers = m_scenario.servers;
        if (!servers.HasLinks())
        {
            if (topology.contains("serverDelay"))
            {
                Add("topology.serverDelay",
                    "found ",
                    topology["serverDelay"],
                    "; only allowed with serverRate");
            }
            return;
        }
        if (servers.hosts == 1)
        {
            Add("topology.serverRate",
                "found ",
                topology["serverRate"],
                "; only allowed with hostsPerServer of at least 2, which is 1");
        }
        if (m_scenario.network->GetNHosts() % servers.hosts != 0)
        {
            Add("topology.hostsPerServer",
                "found ",
                servers.hosts,
                "; with serverRate only what divides the ",
                m_scenario.network->GetNHosts(),
                " hosts is allowed");
        }
        CheckTime(servers.delay, "topology.serverDelay");
    }

    /** Is there a DCQCN for the profile? */
    void CheckDcqcn()
    {
        const auto& transport = m_effective["transport"];
        const auto profile = transport.value("dcqcnProfile", "default");
        if (profile != "default" && transport["congestionControl"] != "dcqcn")
        {
            Add("transport.dcqcnProfile",
                "found \"",
                profile,
                "\"; without congestionControl \"dcqcn\" only \"default\" is allowed");
        }
    }

    /**
     * @param time a time
     * @param path where it was written
     */
    void CheckTime(RdmaTick time, const std::string& path)
    {
        if (time > MAX_TIME)
        {
            Add(path,
                "found ",
                FormatTime(time),
                "; allowed: at most ",
                FormatTime(MAX_TIME),
                ", which are 30 days");
        }
    }

    /** Can ns-3 count up to all times, and to their sums? */
    void CheckTimes()
    {
        CheckTime(m_scenario.stop, "stop");
        CheckTime(m_scenario.stallTimeout, "stallTimeout");
        CheckTime(m_scenario.sampleInterval, "measure.sampleInterval");
        for (size_t i = 0; i < m_scenario.faults.size(); ++i)
        {
            CheckTime(m_scenario.faults[i].duration.value_or(RdmaTick{}),
                      AppendIndex("faults", i) + ".for");
        }
    }

    /** Can all messages, their bytes and their QPs be counted? Looks at a scenario good so far. */
    void CheckSizes()
    {
        double flows = 0;
        uint64_t qps = 0;
        for (size_t i = 0; i < m_scenario.jobs.size(); ++i)
        {
            const auto& job = m_scenario.jobs[i];
            const auto path = AppendIndex("workload", i);
            const auto load = MakeJobLoad(job, *m_scenario.network, m_scenario.servers);
            CheckBytes(job, load, path);
            const double own =
                load.messages * std::min<double>(job.qps, load.largestBytes) * job.repeat;
            if (flows + own > MAX_FLOWS)
            {
                Add(path,
                    "needs ",
                    Whole(own),
                    " messages, all repetitions and QPs counted; allowed: ",
                    Whole(MAX_FLOWS),
                    flows > 0 ? " for all jobs together" : "");
                return;
            }
            flows += own;
            if (load.fan * job.qps > MAX_QPS_PER_HOST)
            {
                Add(path + ".qps",
                    "found ",
                    job.qps,
                    ", with which one host gets ",
                    Whole(load.fan * job.qps),
                    " QPs; allowed: ",
                    Whole(MAX_QPS_PER_HOST),
                    " QPs of a host");
            }
            qps += job.qps;
        }
        if (qps > MAX_QPS_PER_PAIR)
        {
            Add("workload",
                "the jobs have ",
                qps,
                " QPs per pair of hosts together; allowed: ",
                MAX_QPS_PER_PAIR);
        }
    }

    /**
     * @param job a job
     * @param load the same in numbers
     * @param path its path
     */
    void CheckBytes(const JobSpec& job, const JobLoad& load, const std::string& path)
    {
        const auto place = path + (job.type == JobType::FLOWS ? ".flows" : ".bytes");
        const double largest = load.largestBytes / job.qps;
        if (load.bytes * job.repeat > MAX_JOB_BYTES)
        {
            Add(place,
                "the messages of all repetitions have ",
                FormatBytes(load.bytes * job.repeat),
                " together; allowed: ",
                FormatBytes(MAX_JOB_BYTES));
        }
        else if (job.transport == TransportType::ROCE &&
                 largest > static_cast<double>(ns3::ROCE_MAX_MESSAGE_BYTES))
        {
            Add(place,
                "a message of ",
                FormatBytes(largest),
                "; with transport \"roce\" at most ",
                FormatBytes(ns3::ROCE_MAX_MESSAGE_BYTES),
                " per QP are allowed");
        }
        else if (GetLeastSeconds(job, m_scenario) > MAX_TIME.GetSeconds())
        {
            Add(place,
                "sending it would take more than 30 days, even at full rate; allowed: what takes "
                "less");
        }
    }

    /**
     * @param number a number
     * @return it without fraction or exponent
     */
    static std::string Whole(double number)
    {
        std::ostringstream text;
        text << std::fixed << std::setprecision(0) << number;
        return text.str();
    }

    /** Do the switch's features fit together and to the transport? */
    void CheckSwitch()
    {
        const auto& sw = m_effective["switch"];
        const auto& ecn = sw["ecn"];
        const auto kmin = ReadBytes(ecn["kmin"]);
        const auto kmax = ReadBytes(ecn["kmax"]);
        if (kmin && kmax && *kmin > *kmax)
        {
            Add("switch.ecn.kmin",
                "found ",
                *kmin,
                " B; allowed: at most kmax, which is ",
                *kmax,
                " B");
        }
        const bool pfc = sw["pfc"].get<bool>();
        const bool roce = m_scenario.transport == TransportType::ROCE;
        if (pfc && !roce)
        {
            Add("switch.pfc",
                "found true; with transport.type \"",
                ToString(m_scenario.transport),
                "\" only false is allowed");
        }
        if (!pfc)
        {
            CheckPfcKeys();
        }
        if (sw["bufferThreshold"] == "dynamic" && sw["staticXoff"] != "auto")
        {
            Add("switch.staticXoff",
                "found ",
                sw["staticXoff"],
                "; with bufferThreshold \"dynamic\" only \"auto\" is allowed");
        }
        if (pfc && roce && ecn["enabled"] == true && ecn["lastHop"] == false)
        {
            Add("switch.ecn.lastHop", "found false; with pfc only true is allowed");
        }
    }

    /** Without PFC, what tunes it means nothing. */
    void CheckPfcKeys()
    {
        for (const char* key :
             {"buffer", "bufferThreshold", "bufferAlpha", "staticXoff", "pfcResponseTime"})
        {
            const auto path = std::string("switch.") + key;
            const auto& settings = m_scenario.attributes;
            const auto set = std::find_if(settings.begin(), settings.end(), [&path](const auto& s) {
                return s.path == path;
            });
            if (set != settings.end() && !IsDefault(*set))
            {
                Add(path,
                    "found ",
                    m_effective["switch"][key],
                    "; without pfc only the default is allowed");
            }
        }
    }

    /**
     * @param setting an attribute that a key sets
     * @return true if the attribute has this value anyway
     */
    static bool IsDefault(const AttributeSetting& setting)
    {
        const auto usual = GetAttributeText({}, setting.name);
        char* end = nullptr;
        const double number = std::strtod(setting.value.c_str(), &end);
        // Times are written in more than one way, and differ in nothing else than their number.
        return end == setting.value.c_str() ? setting.value == usual
                                            : number == std::strtod(usual.c_str(), nullptr);
    }

    /**
     * @param value a size or "auto"
     * @return the size, B; absent for "auto"
     */
    static std::optional<int64_t> ReadBytes(const Json& value)
    {
        return value.is_string()
                   ? ParseQuantity(QuantityKind::BYTES, value.get<std::string>()).value
                   : value.get<int64_t>();
    }

    /** Do the numbers of the EVs fit to each other and to the planes? */
    void CheckEvs()
    {
        const auto& transport = m_effective["transport"];
        if (!transport.contains("evs"))
        {
            return;
        }
        const auto evs = transport["evs"].get<uint32_t>();
        const auto active = transport["evsActive"].get<uint32_t>();
        const auto planes = m_scenario.network->GetNPlanes();
        if (evs / planes > MAX_EVS_PER_PLANE)
        {
            Add("transport.evs",
                "found ",
                evs,
                "; allowed: at most ",
                MAX_EVS_PER_PLANE,
                " per plane, and topology.planes is ",
                planes);
        }
        if (active > evs)
        {
            Add("transport.evsActive",
                "found ",
                active,
                "; allowed: at most transport.evs, which is ",
                evs);
        }
        if (active < planes)
        {
            Add("transport.evsActive",
                "found ",
                active,
                "; allowed: at least one per plane, and topology.planes is ",
                planes);
        }
    }

    /** Has every job a name of its own? */
    void CheckNames()
    {
        std::map<std::string, size_t> places;
        for (size_t i = 0; i < m_scenario.jobs.size(); ++i)
        {
            const auto& name = m_scenario.jobs[i].name;
            const auto [it, inserted] = places.try_emplace(name, i);
            if (!inserted)
            {
                Add(AppendIndex("workload", i) + ".name",
                    "found \"",
                    name,
                    "\", which is already the name of workload[",
                    it->second,
                    "]");
            }
        }
    }

    /** Do all jobs get to start? */
    void CheckOrder()
    {
        const auto& jobs = m_scenario.jobs;
        const JobOrder order(jobs);
        for (size_t i = 0; i < jobs.size(); ++i)
        {
            const auto path = AppendIndex("workload", i) + ".after";
            if (!jobs[i].after.empty() && !order.GetPredecessor(i))
            {
                AddUnknownJob(path, jobs[i].after);
            }
            else if (order.IsInCycle(i))
            {
                Add(path, "\"", jobs[i].name, "\" would wait for itself: ", Trace(order, i));
            }
        }
    }

    /**
     * Note that there is no job of a name.
     * @param path where it was written
     * @param name the name
     */
    void AddUnknownJob(const std::string& path, const std::string& name)
    {
        std::string nearest;
        if (m_problems.size() < MAX_GUESSES)
        {
            std::vector<std::string> names;
            for (const auto& job : m_scenario.jobs)
            {
                names.push_back(job.name);
            }
            nearest = FindNearest(name, names);
        }
        Add(path,
            "found \"",
            name,
            "\"; no job has this name",
            nearest.empty() ? "" : ", did you mean \"" + nearest + "\"?");
    }

    /**
     * @param order which job waits for which
     * @param job a job in a cycle
     * @return its way back to itself, or the beginning of a long one
     */
    std::string Trace(const JobOrder& order, size_t job) const
    {
        std::string way = m_scenario.jobs[job].name;
        size_t at = job;
        for (size_t steps = 0; steps < MAX_TRACED; ++steps)
        {
            at = *order.GetPredecessor(at);
            way += " after " + m_scenario.jobs[at].name;
            if (at == job)
            {
                return way;
            }
        }
        return way + " and so on";
    }

    /**
     * @param job a job
     * @param path its path
     */
    void CheckJob(const JobSpec& job, const std::string& path)
    {
        if (job.start >= m_scenario.stop)
        {
            Add(path + ".start",
                "found ",
                FormatTime(job.start),
                "; allowed: before stop, which is ",
                FormatTime(m_scenario.stop));
        }
        CheckJobTransport(job, path);
        if (job.type == JobType::INCAST)
        {
            CheckIncast(job, path);
        }
        else if (job.type == JobType::FLOWS)
        {
            CheckFlows(job, path);
        }
        else if (job.type == JobType::WRITE && job.hosts.list[0] == job.hosts.list[1])
        {
            CheckHost(job.hosts.list[0], path + ".hosts[0]");
            Add(path + ".hosts", "host ", job.hosts.list[0], " cannot write to itself");
        }
        else if (CheckHosts(job.hosts, path + ".hosts") && job.crossT0)
        {
            CheckCrossT0(job, path + ".pattern");
        }
    }

    /**
     * Does the job's transport fit into the network, and beside the others?
     * @param job a job
     * @param path its path
     */
    void CheckJobTransport(const JobSpec& job, const std::string& path)
    {
        const bool other = job.transport != m_scenario.transport;
        const auto& transport = m_effective["transport"];
        if (job.plane && !IsSinglePath(job.transport))
        {
            Add(path + ".plane",
                "found ",
                *job.plane,
                "; a job with transport \"",
                ToString(job.transport),
                "\" uses all planes");
        }
        CheckBelow(job.plane.value_or(0),
                   m_scenario.network->GetNPlanes(),
                   path + ".plane",
                   "planes",
                   m_problems);
        if (other && m_effective["switch"]["pfc"] == true)
        {
            Add(path + ".transport",
                "found \"",
                ToString(job.transport),
                "\"; with switch.pfc only transport.type is allowed, which is \"",
                ToString(m_scenario.transport),
                "\"");
        }
        if (job.transport == TransportType::ROCE && transport.value("routing", "") == "structured")
        {
            Add(path + ".transport",
                "found \"roce\"; with transport.routing \"structured\" switches take the uplink "
                "from an entropy value, which RoCE has not; allowed: \"mrc\"");
        }
    }

    /**
     * @param host number of a host
     * @param path where it was written
     * @return true if there is such a host
     */
    bool CheckHost(uint32_t host, const std::string& path)
    {
        if (host < m_scenario.network->GetNHosts())
        {
            return true;
        }
        Add(path, "found ", host, "; allowed: hosts 0 to ", m_scenario.network->GetNHosts() - 1);
        return false;
    }

    /**
     * @param list numbers of hosts
     * @param path where they were written
     * @return true if all exist and none occurs twice
     */
    bool CheckList(const std::vector<uint32_t>& list, const std::string& path)
    {
        std::set<uint32_t> seen;
        bool good = true;
        for (size_t i = 0; i < list.size(); ++i)
        {
            good &= CheckHost(list[i], AppendIndex(path, i));
            if (!seen.insert(list[i]).second)
            {
                Add(AppendIndex(path, i), "host ", list[i], " occurs twice");
                good = false;
            }
        }
        return good;
    }

    /**
     * @param hosts who takes part
     * @param path where it was written
     * @return true if it can be satisfied
     */
    bool CheckHosts(const HostSelection& hosts, const std::string& path)
    {
        const auto all = m_scenario.network->GetNHosts();
        switch (hosts.kind)
        {
        case HostSelection::Kind::ALL:
            return true;
        case HostSelection::Kind::LIST:
            return CheckList(hosts.list, path);
        case HostSelection::Kind::RANGE:
            return CheckRange(hosts, path);
        case HostSelection::Kind::PACKED:
        case HostSelection::Kind::SPREAD:
        case HostSelection::Kind::RANDOM:
            if (hosts.count > all)
            {
                Add(path + ".count", "found ", hosts.count, "; allowed: 2 to ", all, " hosts");
            }
            return hosts.count <= all;
        case HostSelection::Kind::NONE:
            Add(path, "allowed: either from and to, or count and placement");
            return false;
        }
        return false;
    }

    /**
     * @param hosts a range
     * @param path where it was written
     * @return true if it holds at least two hosts, and all exist
     */
    bool CheckRange(const HostSelection& hosts, const std::string& path)
    {
        if (hosts.from >= hosts.to)
        {
            Add(path,
                "found a range from ",
                hosts.from,
                " to ",
                hosts.to,
                "; allowed: at least two hosts, from below to");
            return false;
        }
        return CheckHost(hosts.to, path + ".to");
    }

    /**
     * Random hosts are left to the run, which draws them.
     * @param job a permutation across T0s
     * @param path where the pattern was written
     */
    void CheckCrossT0(const JobSpec& job, const std::string& path)
    {
        if (job.hosts.kind == HostSelection::Kind::RANDOM)
        {
            return;
        }
        auto groups = job.hosts.Pick(*m_scenario.network, nullptr);
        for (auto& host : groups)
        {
            host = m_scenario.network->GetGroup(host);
        }
        if (!ns3::CanRdmaPermutationCross(groups))
        {
            Add(path,
                "found \"cross-t0\", but one T0 has more than half of the ",
                groups.size(),
                " hosts");
        }
    }

    /**
     * @param job an incast
     * @param path its path
     */
    void CheckIncast(const JobSpec& job, const std::string& path)
    {
        CheckHost(job.receiver, path + ".receiver");
        CheckHosts(job.senders, path + ".senders");
        const auto refuse = [&](const std::string& place) {
            Add(place, "host ", job.receiver, " is the receiver and cannot send to itself");
        };
        for (size_t i = 0; i < job.senders.list.size(); ++i)
        {
            if (job.senders.list[i] == job.receiver)
            {
                refuse(AppendIndex(path + ".senders", i));
            }
        }
        if (job.senders.kind == HostSelection::Kind::RANGE && job.senders.from <= job.receiver &&
            job.receiver <= job.senders.to)
        {
            refuse(path + ".senders");
        }
    }

    /**
     * @param job a list of flows
     * @param path its path
     */
    void CheckFlows(const JobSpec& job, const std::string& path)
    {
        for (size_t i = 0; i < job.flows.size(); ++i)
        {
            const auto place = AppendIndex(path + ".flows", i);
            const auto& flow = job.flows[i];
            CheckHost(flow.src, place + ".src");
            CheckHost(flow.dst, place + ".dst");
            if (flow.src == flow.dst)
            {
                Add(place, "host ", flow.src, " cannot send to itself");
            }
            if (job.start < m_scenario.stop && flow.start >= m_scenario.stop - job.start)
            {
                Add(place + ".start",
                    "found ",
                    FormatTime(flow.start),
                    "; allowed: before stop, which is ",
                    FormatTime(m_scenario.stop),
                    job.start == RdmaTick{} ? "" : ", counted from the start of the job");
            }
        }
    }

    /** Do faults happen, and to links in the right state? */
    void CheckFaults()
    {
        for (size_t i = 0; i < m_scenario.faults.size(); ++i)
        {
            const auto& fault = m_scenario.faults[i];
            const auto path = AppendIndex("faults", i);
            if (fault.at >= m_scenario.stop)
            {
                Add(path + ".at",
                    "found ",
                    FormatTime(fault.at),
                    "; allowed: before stop, which is ",
                    FormatTime(m_scenario.stop));
            }
        }
        const auto ups = CheckLinkUps(m_scenario.faults, *m_scenario.network);
        m_problems.insert(m_problems.end(), ups.begin(), ups.end());
    }

    /** Has every capture a port of its own? */
    void CheckCaptures()
    {
        std::map<uint32_t, size_t> places;
        for (size_t i = 0; i < m_scenario.captures.size(); ++i)
        {
            const auto port = m_scenario.captures[i].port;
            if (!port)
            {
                continue; // refused already
            }
            const auto [first, isNew] = places.try_emplace(*port, i);
            if (!isNew)
            {
                Add(AppendIndex("measure.pcap", i),
                    "is the same port as measure.pcap[",
                    first->second,
                    "]");
            }
        }
    }

    /** Are the time series of a sensible grain? */
    void CheckMeasure()
    {
        const auto interval = m_scenario.sampleInterval;
        if (interval != RdmaTick{} && interval < MIN_SAMPLE_INTERVAL)
        {
            Add("measure.sampleInterval",
                "found ",
                FormatTime(interval),
                "; allowed: 0 or at least ",
                FormatTime(MIN_SAMPLE_INTERVAL));
        }
    }

    const Scenario& m_scenario; ///< what is judged
    const Json& m_effective;    ///< the same as JSON
    Problems m_problems;        ///< what is wrong with it
};

} // namespace

Problems
CheckScenario(const Scenario& scenario, const Json& effective)
{
    return Checker(scenario, effective).Run();
}

} // namespace mrcsim
