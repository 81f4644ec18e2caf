/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-estimate.h"

#include "document/rounded-text.h"
#include "edge-switches.h"
#include "job-order.h"
#include "least-time.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace mrcsim
{

namespace
{

/*
 * Costs. Measured with the workloads of experiments/scenarios/bench-*.json in a release build, on
 * x86-64 with glibc (docs/performance.md, "The estimate"). Whoever changes the size of what is
 * counted measures again.
 */

/// Program, libraries, scenario and schema.
constexpr double BASE_BYTES = 11.5e6;
/// A host with its node and NIC, whether or not it does anything.
constexpr double HOST_BYTES = 800;
/// Both directions of a link that something passes.
constexpr double LINK_BYTES = 1100;
/// A place for a port in a switch that something passes.
constexpr double PORT_PLACE_BYTES = 8;
/// A connection within a server.
constexpr double SERVER_CONNECTION_BYTES = 300;
/// What the first stack of ns-3 on a host brings.
constexpr double FIRST_STACK_BYTES = 8e6;
/// An EV of one end of a QP.
constexpr double EV_BYTES = 16;
/// A frame on a link or in a queue.
constexpr double FRAME_BYTES = 128;
/// Frames in the network per bandwidth-delay product of a sending host: its window and the answers.
constexpr double FRAMES_PER_BDP = 3;
/// A message in its schedule and, with each repetition, in the table of what was done.
constexpr double SEND_BYTES = 45;
constexpr double FLOW_BYTES = 128;
/// A row of samples.csv until the run has ended.
constexpr double SAMPLE_BYTES = 110;
/// A row of evs.csv.
constexpr double EV_ROW_BYTES = 70;
/// A flow that the scenario lists one by one, while the scenario is read.
constexpr double LISTED_FLOW_BYTES = 1300;

/// CPU time of a packet-hop: so much with few ends of QPs ...
constexpr double HOP_SECONDS = 200e-9;
/// ... and so much more with every doubling, as less and less fits into the caches.
constexpr double HOP_SECONDS_PER_DOUBLING = 120e-9;
constexpr double FEW_QP_ENDS = 128;
/// CPU time of a packet in ns-3's stack, both ends together, beyond that of its hops.
constexpr double STACK_SECONDS = 15e-6;
/// CPU time of a slice of a message within a server.
constexpr double SLICE_SECONDS = 0.1e-6;
/// What verifyWire multiplies this with.
constexpr double VERIFY_FACTOR = 20;
/// CPU time to make an end of a QP, a host, a link, a message, a row of a result file.
constexpr double QP_SECONDS = 8e-6;
constexpr double HOST_SECONDS = 2.5e-6;
constexpr double LINK_SECONDS = 10e-6;
constexpr double FLOW_SECONDS = 2e-6;
constexpr double ROW_SECONDS = 1e-6;
/// CPU time of a simulated second in which nothing happens: the regular events of the runner.
constexpr double IDLE_SECONDS = 5e-3;

/// Sizes of rows in files.
constexpr double FLOW_ROW_BYTES = 110;
constexpr double LINK_ROW_BYTES = 70;
constexpr double SAMPLE_ROW_BYTES = 40;
/// Rows of queue lengths per link that is in use: its two ends often have a queue.
constexpr double QUEUE_ROWS_PER_LINK = 1.5;
/// Hosts of a job among which distances are looked at.
constexpr size_t SAMPLED_HOSTS = 32;

/// Everything else in a results folder.
constexpr double FILES_BYTES = 8e3;

/*
 * Answers. A SACK follows so many bytes, or a packet that asks for it. Of the packets that fill
 * their QP's window one per window asks, or all of them (AckOncePerWindow), as they do where
 * receivers are shared and windows small. Windows fill up where paths or hosts are shared, after a
 * while.
 */

/// Where one packet per window asks: part of those that fill it and are not answered anyway.
constexpr double ASKED_ONCE = 0.03;

/// Part of the packets that fill the window at long last, if many QPs of a plane share its links.
constexpr double FULL_ON_SHARED_LINKS = 1;
/// The same with neighbors on a ring, who share few links.
constexpr double FULL_ON_RINGS = 0.35;
/// Partners of a host with whom every packet fills a window.
constexpr double PARTNERS_OF_FULL_WINDOWS = 48;
/// With more packets between answers windows move in larger steps, which few packets fill: beyond
/// so many the part falls with the square.
constexpr double PACKETS_OF_SMALL_STEPS = 4;
/// Packets after which half of this is reached, in bandwidth-delay products of a host.
constexpr double BDPS_TO_FILL = 9;

/**
 * Adds up what the jobs of a scenario take.
 */
class Estimator
{
  public:
    /** @param scenario a scenario without mistakes */
    explicit Estimator(const Scenario& scenario)
        : m_scenario(scenario),
          m_edges(*scenario.network),
          m_ends(scenario.jobs.size()),
          m_sliceBytes(
              std::stod(GetAttributeText(scenario.attributes, "ns3::RdmaServerDomain::Slice"))),
          m_takesPart(scenario.network->GetNHosts()),
          m_usesNic(scenario.network->GetNHosts()),
          m_groups(scenario.network->GetNGroups())
    {
    }

    /** @return the sum */
    RunEstimate Run()
    {
        for (const auto& job : m_scenario.jobs)
        {
            const auto scene = m_scenario.GetScene(job);
            auto load = job.what->MakeLoad(scene);
            const auto numbers =
                job.transport.what->GetNumbers(m_scenario.attributes, *m_scenario.network);
            const double seconds =
                job.enabled ? job.repeat * GetLeastSeconds(load, numbers, scene) : 0;
            m_estimate.drawn += load.messages;
            m_jobs.push_back({std::move(load), numbers, seconds});
        }
        FindEnds();
        for (size_t i = 0; i < m_jobs.size(); ++i)
        {
            if (m_scenario.jobs[i].enabled)
            {
                AddJob(m_scenario.jobs[i], m_jobs[i], m_ends[i]);
            }
            else
            {
                const auto& load = m_jobs[i].load;
                m_forgotten = std::max(m_forgotten, load.messages + load.computations);
            }
        }
        const double stop = m_scenario.stop.GetSeconds();
        m_estimate.leastSeconds = std::min(m_estimate.leastSeconds, stop);
        m_estimate.hosts =
            static_cast<double>(std::count(m_takesPart.begin(), m_takesPart.end(), true));
        CountLinks();
        CountSamples();
        m_estimate.memoryBytes = GetMemory();
        m_estimate.cpuSeconds = GetCpu();
        m_estimate.resultBytes = FILES_BYTES + m_flowRecords * FLOW_ROW_BYTES +
                                 m_linkRows * LINK_ROW_BYTES + m_samples * SAMPLE_ROW_BYTES +
                                 (m_scenario.evs ? m_evs * EV_ROW_BYTES : 0);
        return m_estimate;
    }

  private:
    /// A job in numbers.
    struct Numbers
    {
        JobLoad load;               ///< one repetition
        TransportNumbers transport; ///< its transport
        double seconds;             ///< least time of all repetitions, s
    };

    /// Payload of a message as packets.
    struct Packets
    {
        double count{0};     ///< packets
        double wireBytes{0}; ///< their line time, B
    };

    /**
     * @param bytes length of a message, B
     * @param transport its transport
     * @return its packets
     */
    static Packets Segment(double bytes, const TransportNumbers& transport)
    {
        const double count = std::max(1.0, std::ceil(bytes / transport.mtu));
        return {count, bytes + count * transport.headers};
    }

    /** @return mean links between two of its hosts that are not in one group, of some pairs */
    double GetDistance(const JobLoad& load) const
    {
        const auto& network = *m_scenario.network;
        const size_t n = load.hosts.size();
        double sum = 0;
        double count = 0;
        for (size_t i = 0; i < std::min(n, SAMPLED_HOSTS); ++i)
        {
            for (size_t j = 1; j < n; j += 1 + n / SAMPLED_HOSTS)
            {
                const uint32_t a = load.hosts[i * n / std::min(n, SAMPLED_HOSTS)];
                const uint32_t b = load.hosts[(i + j) % n];
                const bool far = a != b && !m_scenario.servers.Join(a, b) && !network.IsLocal(a, b);
                sum += far ? network.GetDistance(a, b) : 0;
                count += far;
            }
        }
        return count > 0 ? sum / count : 0;
    }

    /** Find out when the jobs end at the earliest. */
    void FindEnds()
    {
        const JobOrder order(m_scenario.jobs);
        for (const size_t index : order.GetStarting())
        {
            const auto& job = m_scenario.jobs[index];
            const auto before = order.GetPredecessor(index);
            m_ends[index] =
                (before ? m_ends[*before] : 0) + job.start.GetSeconds() + m_jobs[index].seconds;
        }
    }

    /**
     * @param numbers the same in numbers
     * @param end when it ends at the earliest, s
     */
    void AddJob(const JobSpec& job, const Numbers& numbers, double end)
    {
        const auto& load = numbers.load;
        const auto& transport = numbers.transport;
        const double pieces = std::min<double>(job.qps, std::max(1.0, load.largestBytes));
        const double left = m_scenario.stop.GetSeconds() - (end - numbers.seconds);
        const double done = std::clamp(left / numbers.seconds, 0.0, 1.0);
        const double flows = load.messages * pieces * job.repeat;
        const auto message = Segment(load.bytes / load.messages / pieces, transport);
        const double perQp = message.count * load.messages / load.pairs;
        const double answers =
            CountAnswers(message.count, GetFullShare(load, transport, perQp), transport);
        const double links = 2 * load.localShare + (1 - load.localShare) * GetDistance(load);
        const double network = flows * (1 - load.serverShare); // the others have no packets
        const double inServer = flows * load.serverShare;
        const double qpEnds = 2 * load.pairs * pieces * (1 - load.serverShare);

        m_estimate.flows += flows;
        m_flowRecords += load.messages * pieces * std::ceil(job.repeat * done);
        m_listed += load.listed;
        m_estimate.packetHops += network * done * links * (message.count + answers);
        m_estimate.leastSeconds = std::max(m_estimate.leastSeconds, end);
        m_sends += load.messages + load.computations;
        m_qpEnds += qpEnds;
        m_evs += qpEnds * (load.localShare + (1 - load.localShare) * transport.evs);
        m_slices += inServer * done * std::ceil(load.bytes / load.messages / pieces / m_sliceBytes);
        m_qpBytes += qpEnds * transport.endBytes;
        m_qpBytes += static_cast<double>(load.hosts.size()) * transport.hostBytes;
        m_qpBytes += 2 * load.pairs * pieces * load.serverShare * SERVER_CONNECTION_BYTES;
        if (transport.packetsOfStack)
        {
            m_stackPackets += network * done * (message.count + answers);
        }
        m_bdpPackets = std::max(m_bdpPackets, transport.bdpPackets);
        m_crossPackets =
            std::max(m_crossPackets, (1 - load.localShare) * network * done * message.count);
        for (const uint32_t host : load.hosts)
        {
            m_takesPart[host] = true;
            m_usesNic[host] = m_usesNic[host] || load.serverShare < 1;
            m_groups[m_scenario.network->GetGroup(host)] = true;
        }
    }

    /**
     * @param transport its transport
     * @param packets that a QP sends in all
     * @return part of its packets that fill its window and ask for an answer
     */
    double GetFullShare(const JobLoad& load, const TransportNumbers& transport, double packets)
    {
        if (!transport.asksWhenFull || load.filling == JobFilling::NOTHING)
        {
            return 0;
        }
        if (load.filling == JobFilling::RECEIVER)
        {
            return 1;
        }
        const double steps =
            std::min(1.0, std::pow(PACKETS_OF_SMALL_STEPS / transport.packetsPerAck, 2));
        if (load.filling == JobFilling::PARTNERS)
        {
            return steps * std::min(1.0, load.fan / PARTNERS_OF_FULL_WINDOWS);
        }
        // Planes even out what one of them has too much
        const double shared = FULL_ON_SHARED_LINKS * GetUplinkLoad(load) /
                              std::sqrt(m_scenario.network->GetNPlanes());
        const double end = load.filling == JobFilling::RING
                               ? FULL_ON_RINGS
                               : load.localShare * FULL_ON_RINGS + (1 - load.localShare) * shared;
        const double once = transport.asksOnce ? ASKED_ONCE : 1;
        return once * steps * end * packets / (packets + BDPS_TO_FILL * transport.bdpPackets);
    }

    /**
     * @return rate of the hosts that take part, by the rate of the uplinks of their T0s; at most 1
     */
    double GetUplinkLoad(const JobLoad& load)
    {
        const auto& network = *m_scenario.network;
        std::vector<bool> used(network.GetNGroups());
        double uplinks = 0;
        for (const uint32_t host : load.hosts)
        {
            const auto group = network.GetGroup(host);
            uplinks += used[group] ? 0 : m_edges.Get(host).uplinkRate;
            used[group] = true;
        }
        const double hosts =
            static_cast<double>(load.hosts.size()) * static_cast<double>(network.GetPortRate());
        return hosts < uplinks ? hosts / uplinks : 1;
    }

    /**
     * @param packets of a message
     * @param full part of them that fill the window
     * @param transport their transport
     * @return answers to it
     */
    static double CountAnswers(double packets, double full, const TransportNumbers& transport)
    {
        const double regular =
            transport.packetsPerAck > 0 ? packets / std::max(1.0, transport.packetsPerAck) : 0;
        const double answers = std::min(packets, regular + 1);
        return answers + (packets - answers) * full + packets * transport.signals;
    }

    /** Links that something passes, places for them in switches, and rows about links. */
    void CountLinks()
    {
        const auto& network = *m_scenario.network;
        const double planes = network.GetNPlanes();
        double edgePorts = 0;
        double edgeUplinks = 0;
        for (uint32_t host = 0; host < m_usesNic.size(); ++host)
        {
            const auto group = network.GetGroup(host);
            if (m_usesNic[host] && m_groups[group])
            {
                m_groups[group] = false; // counted
                edgePorts += planes * m_edges.Get(host).ports;
                edgeUplinks += planes * m_edges.Get(host).uplinks;
            }
        }
        // A packet passes an uplink of each of two edges, and no more of them than its QP has EVs
        const double uplinks = std::min({edgeUplinks, 2 * m_crossPackets, m_evs});
        const double others = std::max(0.0, network.GetNSwitches() - planes * network.GetNGroups());
        const double upper = std::min(uplinks, others);
        const auto nics = std::count(m_usesNic.begin(), m_usesNic.end(), true);
        m_links = static_cast<double>(nics) * planes + uplinks;
        m_places = edgePorts + upper * m_edges.GetUpperPorts();
        const double all = network.GetNPorts();
        m_linkRows = m_scenario.allLinks ? all : 2 * m_links;
    }

    /** Rows of time series. */
    void CountSamples()
    {
        const auto& plan = m_scenario.samples;
        if (plan.interval == ns3::RdmaTick{})
        {
            return;
        }
        const double times = m_estimate.leastSeconds / plan.interval.GetSeconds();
        const double busy = m_qpEnds / 2;
        const auto jobs = std::count_if(m_scenario.jobs.begin(),
                                        m_scenario.jobs.end(),
                                        [](const JobSpec& job) { return job.enabled; });
        const double hosts =
            m_scenario.allLinks ? m_scenario.network->GetNHosts() : m_estimate.hosts;
        const std::map<std::string, double> objects{
            {"host.rx_gbps", plan.zeros ? hosts : std::min(hosts, m_estimate.hosts)},
            {"plane.rx_gbps", m_scenario.network->GetNPlanes()},
            {"job.throughput_gbps", jobs},
            {"job.steps_per_s", jobs},
            {"port.tx_gbps", 2 * m_links},
            {"port.queue_bytes", m_links * (plan.zeros ? 2 : QUEUE_ROWS_PER_LINK)},
            {"port.paused", plan.zeros ? 2 * m_links : 0},
            {"qp.cwnd_bytes", busy},
            {"qp.rtt_ns", busy}};
        for (const auto& kind : plan.kinds)
        {
            const auto known = objects.find(kind);
            m_samples += std::floor(times) * (known == objects.end() ? m_qpEnds : known->second);
        }
    }

    /** @return peak resident memory, B */
    double GetMemory() const
    {
        const double inNetwork =
            std::min(m_estimate.packetHops, m_estimate.hosts * FRAMES_PER_BDP * m_bdpPackets);
        const double stack = m_stackPackets > 0 ? FIRST_STACK_BYTES : 0;
        return BASE_BYTES + stack + m_scenario.network->GetNHosts() * HOST_BYTES +
               m_links * LINK_BYTES + m_places * PORT_PLACE_BYTES + m_qpBytes + m_evs * EV_BYTES +
               inNetwork * FRAME_BYTES + (m_sends + m_forgotten) * SEND_BYTES +
               m_flowRecords * FLOW_BYTES + m_listed * LISTED_FLOW_BYTES + m_samples * SAMPLE_BYTES;
    }

    /** @return CPU time, s */
    double GetCpu() const
    {
        const auto verify = GetAttributeText(m_scenario.attributes, "ns3::Fabric::VerifyWire");
        const double doublings = std::log2(std::max(1.0, m_qpEnds / FEW_QP_ENDS));
        const double hop = (HOP_SECONDS + HOP_SECONDS_PER_DOUBLING * doublings) *
                           (verify == "true" ? VERIFY_FACTOR : 1);
        return m_estimate.packetHops * hop + m_stackPackets * STACK_SECONDS +
               m_slices * SLICE_SECONDS + m_estimate.leastSeconds * IDLE_SECONDS +
               m_qpEnds * QP_SECONDS + m_scenario.network->GetNHosts() * HOST_SECONDS +
               m_links * LINK_SECONDS + m_flowRecords * FLOW_SECONDS +
               (m_flowRecords + m_linkRows + m_samples) * ROW_SECONDS;
    }

    const Scenario& m_scenario;    ///< what is estimated
    EdgeSwitches m_edges;          ///< of its network
    std::vector<Numbers> m_jobs;   ///< by job
    std::vector<double> m_ends;    ///< by job: when it ends at the earliest, s
    const double m_sliceBytes;     ///< longest slice of a message within a server, B
    std::vector<bool> m_takesPart; ///< by host
    std::vector<bool> m_usesNic;   ///< by host: takes part in a job that uses the network
    std::vector<bool> m_groups;    ///< by group: a host of it takes part
    RunEstimate m_estimate;        ///< the sum so far
    double m_sends{0};             ///< messages and computations in schedules
    double m_forgotten{0};         ///< the same of the largest schedule that is only drawn
    double m_flowRecords{0};       ///< flows that begin before stop
    double m_listed{0};            ///< flows that the scenario lists
    double m_qpEnds{0};            ///< ends of QPs
    double m_qpBytes{0};           ///< memory of all of them but for their EVs, B
    double m_slices{0};            ///< slices of messages within servers
    double m_stackPackets{0};      ///< packets that go through ns-3's stack
    double m_bdpPackets{0};        ///< packets that a host sends in a base RTT, at most
    double m_evs{0};               ///< EVs of all of them
    double m_crossPackets{0};      ///< packets across T1s, of the job with most of them
    double m_links{0};             ///< links that something passes
    double m_places{0};            ///< ports that the switches passed could have
    double m_linkRows{0};          ///< rows of links.csv
    double m_samples{0};           ///< rows of samples.csv
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
