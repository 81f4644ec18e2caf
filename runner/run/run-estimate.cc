/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-estimate.h"

#include "document/rounded-text.h"
#include "job-driver.h"
#include "job-order.h"
#include "least-time.h"
#include "results/result-rows.h"

#include "ns3/fabric-frame.h"
#include "ns3/fabric.h"
#include "ns3/rdma-job.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace mrcsim
{

namespace
{

/*
 * Costs of the parts of a run, measured in a release build on x86-64 with glibc
 * (docs/performance.md, "The estimate"). Changes of the size of these parts require new figures.
 */

/// Program, libraries and scenario.
constexpr double BASE_BYTES = 21e6;
/// A host with its node and NIC, with or without traffic.
constexpr double HOST_BYTES = 800;
/// Both directions of a used link, with their parts in switches.
constexpr double LINK_BYTES = 1100;
/// A connection within a server.
constexpr double SERVER_CONNECTION_BYTES = 300;
/// An EV of one end of a QP.
constexpr double EV_BYTES = 16;
/// A message in its schedule and, for each repetition, in the flow records.
constexpr double SEND_BYTES = 45;
constexpr double FLOW_BYTES = 128;
/// A flow that the scenario lists, while the scenario is read.
constexpr double LISTED_FLOW_BYTES = 1300;
/// A row of samples.csv until the end of the run, in a vector that doubles when it grows.
constexpr double SAMPLE_BYTES = 2 * sizeof(ns3::RdmaSample);
/// A fault interval: its rows of events.csv and other records.
constexpr double FAULT_BYTES = 950;
/// A path that a monitor probes.
constexpr double MONITORED_PATH_BYTES = 200;

/// CPU time of a fault interval.
constexpr double FAULT_SECONDS = 20e-6;
/// CPU time of a packet-hop if the state of QPs and links fits into the caches ...
constexpr double HOP_SECONDS = 200e-9;
constexpr double CACHE_BYTES = 1e6;
/// ... and the additional time for every doubling of this state.
constexpr double HOP_SECONDS_PER_DOUBLING = 160e-9;

/// Sizes of rows in files, and of the rest of a results folder.
constexpr double FLOW_ROW_BYTES = 110;
constexpr double LINK_ROW_BYTES = 70;
constexpr double SAMPLE_ROW_BYTES = 40;
constexpr double EV_ROW_BYTES = 70;
constexpr double FAULT_ROWS_BYTES = 70;
constexpr double FILES_BYTES = 8e3;

/// Number of hosts of a job among which distances are sampled.
constexpr size_t SAMPLED_HOSTS = 32;

/** @return mean number of links between hosts of a job in different groups, over some pairs */
double
GetDistance(const JobLoad& load, const Scenario& scenario)
{
    const auto& network = *scenario.network;
    const size_t n = load.hosts.size();
    double sum = 0;
    double count = 0;
    for (size_t i = 0; i < std::min(n, SAMPLED_HOSTS); ++i)
    {
        for (size_t j = 1; j < n; j += 1 + n / SAMPLED_HOSTS)
        {
            const uint32_t a = load.hosts[i * n / std::min(n, SAMPLED_HOSTS)];
            const uint32_t b = load.hosts[(i + j) % n];
            const bool far = a != b && !scenario.servers.Join(a, b) && !network.IsLocal(a, b);
            sum += far ? network.GetDistance(a, b) : 0;
            count += far;
        }
    }
    return count > 0 ? sum / count : 0;
}

/** @return line time of a full packet at a host, s */
double
GetPacketSeconds(const TransportNumbers& transport)
{
    return (transport.mtu + transport.headers) / transport.nicBytesPerSecond;
}

/** Counts the parts of a run and sums their costs. */
class Estimator
{
  public:
    /** @param scenario a valid scenario */
    explicit Estimator(const Scenario& scenario)
        : m_scenario(scenario),
          m_network(*scenario.network),
          m_takesPart(m_network.GetNHosts()),
          m_usesNic(m_network.GetNHosts())
    {
    }

    /** @return the estimate */
    RunEstimate Run()
    {
        CountJobs();
        CountLinks();
        CountSamples();
        CountFaults();
        CountMonitor();
        const auto verify =
            GetAttributeText(m_scenario.attributes, "ns3::Fabric::VerifyWire") == "true";
        const double state = m_qpBytes + m_links * LINK_BYTES + m_evs * EV_BYTES;
        const double doublings = std::log2(std::max(1.0, state / CACHE_BYTES));
        m_estimate.cpuSeconds = m_faults * FAULT_SECONDS +
                                m_cpuHops * (HOP_SECONDS + doublings * HOP_SECONDS_PER_DOUBLING) *
                                    (verify ? ns3::Fabric::VERIFY_FACTOR : 1);
        m_estimate.memoryBytes += BASE_BYTES + m_network.GetNHosts() * HOST_BYTES + state +
                                  m_samples * SAMPLE_BYTES + m_faults * FAULT_BYTES;
        m_estimate.resultBytes += FILES_BYTES + m_linkRows * LINK_ROW_BYTES +
                                  m_samples * SAMPLE_ROW_BYTES + m_faults * FAULT_ROWS_BYTES +
                                  (m_scenario.evs ? m_evs * EV_ROW_BYTES : 0);
        return m_estimate;
    }

  private:
    /// Numbers of a job.
    struct Numbers
    {
        JobLoad load;               ///< load of one repetition
        TransportNumbers transport; ///< numbers of its transport
        double seconds{0};          ///< least time of all repetitions, s
        double end{0};              ///< earliest end, s
    };

    /** Count the messages of jobs and compute their earliest ends. */
    void CountJobs()
    {
        std::vector<Numbers> jobs;
        for (const auto& job : m_scenario.jobs)
        {
            const auto context = m_scenario.GetContext(job);
            Numbers numbers;
            numbers.load = MakeJobLoad(job, context);
            numbers.transport = job.transport.what->GetNumbers(m_scenario.attributes, m_network);
            numbers.seconds =
                job.repeat * GetLeastSeconds(numbers.load, numbers.transport, context);
            m_estimate.drawn += numbers.load.messages;
            jobs.push_back(std::move(numbers));
        }
        const JobOrder order(m_scenario.jobs);
        for (const size_t index : order.GetStarting())
        {
            const auto& job = m_scenario.jobs[index];
            const auto before = order.GetPredecessor(index);
            jobs[index].end = (before ? jobs[*before].end : 0) + job.start.GetSeconds() +
                              (job.enabled ? jobs[index].seconds : 0);
        }
        double forgotten = 0;
        for (size_t i = 0; i < jobs.size(); ++i)
        {
            const double sends = jobs[i].load.messages + jobs[i].load.computations;
            if (m_scenario.jobs[i].enabled)
            {
                m_estimate.memoryBytes += sends * SEND_BYTES;
                AddJob(m_scenario.jobs[i], jobs[i]);
            }
            else
            {
                forgotten = std::max(forgotten, sends);
            }
        }
        m_estimate.memoryBytes += forgotten * SEND_BYTES;
        m_estimate.leastSeconds = std::min(m_estimate.leastSeconds, m_scenario.stop.GetSeconds());
        m_estimate.hosts =
            static_cast<double>(std::count(m_takesPart.begin(), m_takesPart.end(), true));
    }

    /** @param job the job in the scenario */
    void AddJob(const JobSpec& job, const Numbers& numbers)
    {
        const auto& load = numbers.load;
        const auto& transport = numbers.transport;
        const double pieces = CountJobFlows(job, load) / load.messages;
        const double qps = job.driver ? ns3::GetRdmaQps(job.qps, job.GetNChannels()) : pieces;
        const double left = m_scenario.stop.GetSeconds() - (numbers.end - numbers.seconds);
        const double pieceBytes = load.bytes / load.messages / pieces;
        const double packets = std::max(1.0, std::ceil(pieceBytes / transport.mtu));
        const double window = transport.windowPackets > 0 ? transport.windowPackets : packets;
        const double windows = load.chain * std::max(0.0, packets / window - 1);
        const double wait =
            std::max(0.0, transport.rttSeconds - window * GetPacketSeconds(transport));
        const double seconds = numbers.seconds + job.repeat * windows * wait;
        const double done = std::clamp(left / seconds, 0.0, 1.0);
        const double flows = load.messages * pieces * job.repeat;
        const double records = load.messages * pieces * std::ceil(job.repeat * done);
        const double network = 1 - load.serverShare; // messages within servers have no packets
        const double answers = std::min(packets, packets * transport.answersPerPacket + 1);
        const double links =
            2 * load.localShare + (1 - load.localShare) * GetDistance(load, m_scenario);
        const double hops = flows * network * done * links * (packets + answers);
        const double slices =
            flows * load.serverShare * done * std::ceil(pieceBytes / GetSliceBytes());
        const double qpEnds = 2 * load.pairs * qps * network;

        m_estimate.flows += flows;
        m_estimate.packetHops += hops;
        m_cpuHops += hops * transport.hopFactor + slices;
        m_estimate.leastSeconds = std::max(m_estimate.leastSeconds, numbers.end);
        m_estimate.resultBytes += records * FLOW_ROW_BYTES;
        m_qpEnds += qpEnds;
        m_qpBytes += qpEnds * transport.endBytes;
        m_evs += qpEnds * (load.localShare + (1 - load.localShare) * transport.evs);
        m_farPackets += flows * network * done * (1 - load.localShare) * packets;
        m_estimate.memoryBytes +=
            records * FLOW_BYTES + load.listed * LISTED_FLOW_BYTES +
            static_cast<double>(load.hosts.size()) * transport.hostBytes +
            2 * load.pairs * qps * load.serverShare * SERVER_CONNECTION_BYTES +
            CountUnderWay(numbers, left, load.messages * pieces * network, packets) *
                (sizeof(ns3::FabricFrame) + transport.packetBytes);
        for (const uint32_t host : load.hosts)
        {
            m_takesPart[host] = true;
            m_usesNic[host] = m_usesNic[host] || load.serverShare < 1;
        }
    }

    /**
     * @param left time from its start to the end of the simulation, s
     * @param messages messages of a repetition, split among QPs
     * @param packets packets of each message
     * @return largest number of its packets in flight
     */
    static double CountUnderWay(const Numbers& job, double left, double messages, double packets)
    {
        const auto& load = job.load;
        const auto& transport = job.transport;
        const double packetSeconds = GetPacketSeconds(transport);
        const double lineSeconds = load.busiestBytes / transport.mtu * packetSeconds;
        const double sent = std::clamp(left / lineSeconds, 0.0, 1.0) / load.chain;
        const double window = transport.windowPackets > 0 ? transport.windowPackets : packets;
        const auto hosts = static_cast<double>(load.hosts.size());
        return std::min({messages * packets * sent,
                         messages * window,
                         hosts * transport.rttSeconds / packetSeconds});
    }

    /** @return slice of a message within a server, B */
    double GetSliceBytes() const
    {
        return ReadNumber(m_scenario.attributes, "ns3::RdmaServerDomain::Slice");
    }

    /** Count used links, and rows about links. */
    void CountLinks()
    {
        std::vector<bool> used(m_network.GetNGroups());
        double nics = 0;
        for (uint32_t host = 0; host < m_usesNic.size(); ++host)
        {
            nics += m_usesNic[host];
            used[m_network.GetGroup(host)] = used[m_network.GetGroup(host)] || m_usesNic[host];
        }
        const double planes = m_network.GetNPlanes();
        const double groups = static_cast<double>(std::count(used.begin(), used.end(), true));
        const double between = m_network.GetNLinks() - planes * m_network.GetNHosts();
        // A packet uses an uplink of each of two edge switches, and its QP uses at most one per EV
        m_links = nics * planes +
                  std::min({between * groups / m_network.GetNGroups(), 2 * m_farPackets, m_evs});
        m_linkRows = m_scenario.allLinks ? m_network.GetNPorts() : 2 * m_links;
    }

    /** Count rows of time series. */
    void CountSamples()
    {
        const auto& plan = m_scenario.samples;
        if (plan.interval == ns3::RdmaTick{})
        {
            return;
        }
        const double times = std::floor(m_estimate.leastSeconds / plan.interval.GetSeconds());
        for (const auto* kind : ns3::ListRdmaSampleKinds())
        {
            if (plan.Wants(*kind))
            {
                const double rows = times * CountSampled(*kind);
                m_samples += plan.zeros ? rows : std::min(rows, m_estimate.packetHops);
            }
        }
    }

    /** @return number of objects with a point of such a time series at one time */
    double CountSampled(const ns3::RdmaSampleKind& kind) const
    {
        if (kind.traits & ns3::RdmaSampleKind::RARE && !m_scenario.samples.zeros)
        {
            return 0;
        }
        switch (kind.object)
        {
        case ns3::RdmaSampledObject::HOST:
            return m_scenario.samples.zeros && m_scenario.allLinks ? m_network.GetNHosts()
                                                                   : m_estimate.hosts;
        case ns3::RdmaSampledObject::PLANE:
            return m_network.GetNPlanes();
        case ns3::RdmaSampledObject::JOB:
            return static_cast<double>(
                std::count_if(m_scenario.jobs.begin(),
                              m_scenario.jobs.end(),
                              [](const JobSpec& job) { return job.enabled; }));
        case ns3::RdmaSampledObject::PORT:
            return 2 * m_links;
        case ns3::RdmaSampledObject::QP:
            break;
        }
        // An end that only answers has no points of kinds with gaps
        return kind.traits & ns3::RdmaSampleKind::GAPS ? m_qpEnds / 2 : m_qpEnds;
    }

    /** Count fault intervals, without the delay of jobs by faults. */
    void CountFaults()
    {
        const auto end = ns3::RdmaTick::Ps(static_cast<int64_t>(m_estimate.leastSeconds * 1e12));
        for (const auto& fault : m_scenario.faults)
        {
            m_faults += fault.what->CountOccurrences(end);
        }
    }

    /**
     * Count paths of a monitor: from every host to the first switch and over each of its uplinks.
     */
    void CountMonitor()
    {
        if (m_scenario.monitor)
        {
            const auto edge = m_network.GetLink(m_network.GetNicLink(0, 0)).upper.node;
            const double hosts = m_network.GetNHosts();
            const double uplinks = m_network.GetNSwitchPorts(edge) - hosts / m_network.GetNGroups();
            m_estimate.memoryBytes +=
                hosts * m_network.GetNPlanes() * (1 + uplinks) * MONITORED_PATH_BYTES;
        }
    }

    const Scenario& m_scenario;          ///< the scenario
    const ns3::FabricNetwork& m_network; ///< its topology
    std::vector<bool> m_takesPart;       ///< by host: participates in a job
    std::vector<bool> m_usesNic;         ///< by host: participates in a job that uses the network
    RunEstimate m_estimate;              ///< the sum so far
    double m_qpEnds{0};                  ///< ends of QPs
    double m_qpBytes{0};                 ///< memory of all QP ends without their EVs, B
    double m_evs{0};                     ///< EVs of all QP ends
    double m_cpuHops{0};                 ///< equivalent number of packet-hops of QPs in CPU time
    double m_farPackets{0};              ///< packets from one group to another
    double m_links{0};                   ///< used links
    double m_linkRows{0};                ///< rows of links.csv
    double m_samples{0};                 ///< rows of samples.csv
    double m_faults{0};                  ///< fault intervals
};

} // namespace

RunEstimate
EstimateRun(const Scenario& scenario)
{
    return Estimator(scenario).Run();
}

std::string
ToString(const RunEstimate& estimate)
{
    return "estimate: " + FormatCount(estimate.hosts) + " hosts take part, " +
           FormatCount(estimate.flows) + " messages, " + FormatCount(estimate.packetHops) +
           " packet-hops, at least " + FormatSeconds(estimate.leastSeconds) +
           " of simulated time\n" + "estimate: about " + FormatSeconds(estimate.cpuSeconds) +
           " of CPU time, " + FormatBytes(estimate.memoryBytes) + " of memory, " +
           FormatBytes(estimate.resultBytes) + " of results\n";
}

Json
ToJson(const RunEstimate& estimate)
{
    return {{"hosts", estimate.hosts},
            {"flows", estimate.flows},
            {"packet_hops", estimate.packetHops},
            {"sim_time_s", estimate.leastSeconds},
            {"cpu_s", estimate.cpuSeconds},
            {"memory_bytes", estimate.memoryBytes},
            {"result_bytes", estimate.resultBytes}};
}

} // namespace mrcsim
