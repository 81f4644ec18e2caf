/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-monitor.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/fabric.h"
#include "ns3/log.h"
#include "ns3/mrc-nic-endpoint.h"
#include "ns3/rdma-enum-accessor.h"
#include "ns3/rdma-time.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcMonitor");

namespace
{

/// Default timeout of probes: number of base round trips, and minimum.
constexpr int64_t TIMEOUT_RTTS = 4;
constexpr RdmaTick MIN_TIMEOUT = RdmaTick::Us(50);
/// Maximum number of rounds with outstanding probes: the locator stores twice as many.
constexpr int64_t MAX_ROUNDS_UNDER_WAY = MrcFaultHistory::ROUNDS / 2;
/// Time from the last timeout of a round to its evaluation.
constexpr int64_t DECIDE_AFTER_NS = 1;

/**
 * @param timeout attribute Timeout
 * @param baseRtt base round trip of the network
 * @return the timeout in force
 */
Time
FindTimeout(Time timeout, RdmaTick baseRtt)
{
    const RdmaTick least = std::max(baseRtt * TIMEOUT_RTTS, MIN_TIMEOUT);
    return timeout.IsZero() ? ToTime(least) : timeout;
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(MrcMonitor);

TypeId
MrcMonitor::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcMonitor")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<MrcMonitor>()
            .AddAttribute("Interval",
                          "Time between two rounds of probes (mrc reference, 9.8).",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&MrcMonitor::m_interval),
                          MakeTimeChecker(NanoSeconds(100)))
            .AddAttribute("T1Share",
                          "Share of the T1s of a plane that a host probes each round, in turn. "
                          "Rounded up to a whole number of them.",
                          DoubleValue(0.25),
                          MakeDoubleAccessor(&MrcMonitor::m_t1Share),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Timeout",
                          "Time after which a probe counts as lost. 0: four base round trips, at "
                          "least 50 us.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&MrcMonitor::m_timeout),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Jitter",
                          "Part of a round in which its probes are sent, each host at a random "
                          "time.",
                          DoubleValue(0.25),
                          MakeDoubleAccessor(&MrcMonitor::m_jitter),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("Confirmations",
                          "Number of probes of a path in the round after one was lost.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&MrcMonitor::m_confirmations),
                          MakeUintegerChecker<uint32_t>(1, 15))
            .AddAttribute(
                "MaxOutstanding",
                "Maximum number of outstanding probes of a host; further ones are not sent.",
                UintegerValue(4096),
                MakeUintegerAccessor(&MrcMonitor::m_maxOutstanding),
                MakeUintegerChecker<uint32_t>(1, 32768))
            .AddAttribute("Background",
                          "Share of probes that may be lost without a fault.",
                          DoubleValue(MrcFaultParameters{}.background),
                          MakeDoubleAccessor(&MrcMonitor::m_background),
                          MakeDoubleChecker<double>(1e-9, 0.5))
            .AddAttribute("Evidence",
                          "Log likelihood ratio above which an element is named as faulty.",
                          DoubleValue(MrcFaultParameters{}.evidence),
                          MakeDoubleAccessor(&MrcMonitor::m_evidence),
                          MakeDoubleChecker<double>(0, 1000))
            .AddAttribute("Clearance",
                          "Log likelihood ratio above which an element is healthy again.",
                          DoubleValue(MrcFaultParameters{}.clearance),
                          MakeDoubleAccessor(&MrcMonitor::m_clearance),
                          MakeDoubleChecker<double>(0, 1000))
            .AddAttribute(
                "Deny",
                "Elements that MRC QPs avoid (state DENIED) while they are named. NicLinks: planes "
                "whose NIC link or first switch at either end is named. All: also paths across a "
                "named link between switches or a named T1, if EVs name paths.",
                EnumValue(NOTHING),
                RdmaEnumAccessor<MrcMonitor::Deny>(&MrcMonitor::m_deny),
                MakeEnumChecker(NOTHING, "Nothing", NIC_LINKS, "NicLinks", ALL, "All"))
            .AddTraceSource("Verdict",
                            "An element is faulty, or healthy again.",
                            MakeTraceSourceAccessor(&MrcMonitor::m_verdictTrace),
                            "ns3::MrcMonitor::VerdictTracedCallback")
            .AddTraceSource("Probe",
                            "A probe was answered, or counts as lost.",
                            MakeTraceSourceAccessor(&MrcMonitor::m_probeTrace),
                            "ns3::MrcMonitor::ProbeTracedCallback");
    return tid;
}

MrcMonitor::MrcMonitor()
    : m_rng(CreateObject<UniformRandomVariable>())
{
}

MrcMonitor::~MrcMonitor() = default;

RdmaProblems
MrcMonitor::Check(Time interval, Time timeout, RdmaTick baseRtt)
{
    const Time found = FindTimeout(timeout, baseRtt);
    const auto us = [](const Time& time) { return ToRdmaTick(time).GetNs() / 1e3; };
    std::ostringstream what;
    what << std::setprecision(12);
    if (ToRdmaTick(found) < baseRtt)
    {
        what << "MrcMonitor::Timeout is " << us(found) << " us, less than the base round trip of "
             << baseRtt.GetNs() << " ns: every probe would count as lost";
        return {{{"ns3::MrcMonitor::Timeout"}, what.str()}};
    }
    if ((found - TimeStep(1)) / MAX_ROUNDS_UNDER_WAY >= interval)
    {
        what << "MrcMonitor::Interval is " << us(interval) << " us; allowed: at least "
             << us(found) / MAX_ROUNDS_UNDER_WAY << " us, which is 1/" << MAX_ROUNDS_UNDER_WAY
             << " of the time-out of probes (" << us(found) << " us)";
        return {{{"ns3::MrcMonitor::Interval", "ns3::MrcMonitor::Timeout"}, what.str()}};
    }
    return {};
}

void
MrcMonitor::Setup(Ptr<RdmaCluster> cluster)
{
    m_cluster = cluster;
    const FabricEncap encap = cluster->GetTransport()->GetFactory()->GetEncap();
    const RdmaTick rtt = cluster->GetBaseRtt();
    AbortOnRdmaProblems(Check(m_interval, m_timeout, rtt));
    m_timeout = FindTimeout(m_timeout, rtt);
    m_map = std::make_unique<MrcMonitorMap>(cluster->GetNetwork(), encap == FabricEncap::SRV6);
    // Packets in flight at a failure are also lost, so a fault has no sharp begin
    const RdmaTick interval = ToRdmaTick(m_interval);
    const int64_t edge = (rtt.GetPs() + interval.GetPs() - 1) / interval.GetPs();
    MrcFaultParameters parameters;
    parameters.background = m_background;
    parameters.evidence = m_evidence;
    parameters.clearance = m_clearance;
    parameters.rounds = static_cast<uint32_t>(1 + std::max<int64_t>(1, edge));
    m_locator = std::make_unique<MrcFaultLocator>(parameters);
    for (uint32_t host = 0; host < cluster->GetNHosts(); ++host)
    {
        MrcNicEndpoint::Of(*cluster->GetNic(host)).SetProbeEncap(encap);
    }
    MakePaths();
    if (m_deny != NOTHING)
    {
        m_denylist = std::make_unique<MrcMonitorDenylist>(*cluster, *m_map, m_deny == ALL);
    }
}

RdmaTick
MrcMonitor::GetHorizon() const
{
    if (m_nextRound == 0)
    {
        return RdmaTick{};
    }
    const double last = m_jitter * static_cast<double>(m_interval.GetPicoSeconds());
    return RdmaTick::Ps(GetBegin(m_nextRound - 1).GetPicoSeconds() + static_cast<int64_t>(last));
}

void
MrcMonitor::DoDispose()
{
    Simulator::Cancel(m_evaluation);
    m_denylist.reset();
    m_cluster = nullptr;
    m_rng = nullptr;
    Object::DoDispose();
}

int64_t
MrcMonitor::AssignStreams(int64_t stream)
{
    m_rng->SetStream(stream);
    return 1;
}

void
MrcMonitor::MakePaths()
{
    const FabricNetwork& network = m_map->GetNetwork();
    m_groups.resize(network.GetNGroups());
    m_hosts.resize(network.GetNHosts());
    for (uint32_t host = 0; host < network.GetNHosts(); ++host)
    {
        auto& group = m_groups[network.GetGroup(host)];
        m_hosts[host].member = static_cast<uint32_t>(group.size());
        group.push_back(host);
        for (uint32_t plane = 0; plane < network.GetNPlanes(); ++plane)
        {
            PlanePaths paths;
            paths.first = AddPath(m_map->GetFirstSwitchPath(host, plane));
            const std::vector<uint32_t> links = m_map->ListUplinks(host, plane);
            for (uint32_t uplink = 0; uplink < links.size(); ++uplink)
            {
                paths.uplinks.push_back(
                    AddPath(m_map->GetUplinkPath(host, plane, uplink, links[uplink])));
            }
            m_hosts[host].planes.push_back(paths);
        }
    }
}

uint32_t
MrcMonitor::AddPath(const MrcMonitorPath& added)
{
    const uint32_t path = m_locator->AddPath(added.elements);
    for (const uint32_t element : added.elements)
    {
        if (m_map->IsSwitch(element))
        {
            m_locator->SetWhole(element);
        }
    }
    m_probeOf.push_back(added.probe);
    return path;
}

uint64_t
MrcMonitor::Join()
{
    const int64_t now = Simulator::Now().GetTimeStep();
    const int64_t interval = m_interval.GetTimeStep();
    const auto round = static_cast<uint64_t>((now + interval - 1) / interval);
    if (++m_agents == 1)
    {
        m_nextRound = std::max(m_nextRound, round);
        ScheduleEvaluation();
    }
    return round;
}

void
MrcMonitor::Leave()
{
    --m_agents; // the last rounds are evaluated nevertheless, if an agent took part in them
}

Time
MrcMonitor::GetBegin(uint64_t round) const
{
    return TimeStep(static_cast<uint64_t>(m_interval.GetTimeStep()) * round);
}

Time
MrcMonitor::DrawJitter()
{
    const double part = m_jitter * m_rng->GetValue(0, 1);
    return TimeStep(static_cast<uint64_t>(part * static_cast<double>(m_interval.GetTimeStep())));
}

std::vector<MrcMonitorTask>
MrcMonitor::Plan(uint32_t host, uint64_t round)
{
    HostPaths& paths = m_hosts[host];
    std::vector<MrcMonitorTask> tasks;
    for (const PlanePaths& plane : paths.planes)
    {
        tasks.push_back({plane.first, m_probeOf[plane.first]});
    }
    std::sort(paths.suspects.begin(), paths.suspects.end());
    paths.suspects.erase(std::unique(paths.suspects.begin(), paths.suspects.end()),
                         paths.suspects.end());
    for (const uint32_t path : paths.suspects)
    {
        if (!m_locator->IsAccountedFor(path))
        {
            tasks.insert(tasks.end(), m_confirmations, {path, m_probeOf[path]});
        }
    }
    paths.suspects.clear();
    for (uint32_t plane = 0; plane < paths.planes.size(); ++plane)
    {
        PlanUplinks(paths, plane, round, tasks);
    }
    return tasks;
}

void
MrcMonitor::PlanUplinks(const HostPaths& host,
                        uint32_t plane,
                        uint64_t round,
                        std::vector<MrcMonitorTask>& tasks) const
{
    const std::vector<uint32_t>& uplinks = host.planes[plane].uplinks;
    const auto all = static_cast<uint64_t>(uplinks.size());
    const auto some = static_cast<uint64_t>(std::ceil(m_t1Share * static_cast<double>(all)));
    const uint64_t members =
        m_groups[m_map->GetNetwork().GetGroup(m_probeOf[host.planes[plane].first].peer)].size();
    // The hosts of a group divide the T1s among themselves; if they can probe all T1s in a round,
    // every host shifts by one
    const uint64_t turn = round * members * some % std::max<uint64_t>(all, 1);
    const uint64_t shift = members * some >= all ? round : 0;
    for (uint64_t i = 0; i < some; ++i)
    {
        const uint32_t path = uplinks[(turn + shift + host.member * some + i) % all];
        tasks.push_back({path, m_probeOf[path]});
    }
}

void
MrcMonitor::Report(uint32_t host,
                   uint64_t round,
                   RdmaTick sent,
                   const std::vector<MrcMonitorTask>& tasks,
                   const std::vector<MrcEvProbeResult>& results)
{
    HostPaths& paths = m_hosts[host];
    uint32_t darkPlanes = 0; // bit p: the first switch of plane p does not answer
    for (size_t i = 0; i < results.size(); ++i)
    {
        const bool answered = results[i].answered;
        m_locator->Record(round, tasks[i].path, answered);
        ++m_probes;
        m_lost += answered ? 0 : 1;
        const uint32_t plane = results[i].probe.path.port;
        darkPlanes |= !answered && tasks[i].path == paths.planes[plane].first ? 1U << plane : 0;
        m_probeTrace({sent, host, results[i]});
    }
    for (size_t i = 0; i < results.size(); ++i)
    {
        const uint32_t plane = results[i].probe.path.port;
        const bool first = tasks[i].path == paths.planes[plane].first;
        if (!results[i].answered && (first || !(darkPlanes >> plane & 1)))
        {
            paths.suspects.push_back(tasks[i].path);
        }
    }
}

void
MrcMonitor::ScheduleEvaluation()
{
    const Time last =
        TimeStep(static_cast<uint64_t>(m_jitter * static_cast<double>(m_interval.GetTimeStep())));
    const Time at = GetBegin(m_nextRound) + last + m_timeout + NanoSeconds(DECIDE_AFTER_NS);
    m_evaluation = Simulator::Schedule(std::max(at, Simulator::Now()) - Simulator::Now(),
                                       &MrcMonitor::EvaluateRound,
                                       this);
}

void
MrcMonitor::EvaluateRound()
{
    const RdmaTick now = m_cluster->GetFabric()->Now();
    for (const MrcFaultChange& change : m_locator->EvaluateRound(m_nextRound))
    {
        NS_LOG_INFO("round " << m_nextRound << ": " << m_map->GetName(change.element) << " is "
                             << (change.faulty ? "faulty, loses " : "sound, loses ")
                             << change.lossShare);
        m_verdictTrace({now,
                        change.element,
                        m_map->GetName(change.element),
                        m_map->GetKind(change.element),
                        change.faulty,
                        change.lossShare});
        if (m_denylist)
        {
            m_denylist->OnVerdict(change.element, change.faulty);
        }
    }
    ++m_nextRound;
    if (m_agents > 0)
    {
        ScheduleEvaluation();
    }
}

} // namespace ns3
