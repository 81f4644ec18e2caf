/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-pause-watch.h"

#include "fabric-elements.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/rdma-time.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricPauseWatch");

NS_OBJECT_ENSURE_REGISTERED(FabricPauseWatch);

namespace
{

/// Ports that each port waits for: by number of a port, numbers of ports.
using WaitGraph = std::vector<std::vector<uint32_t>>;

/**
 * @param stuck paused ports
 * @return graph in which P waits for Q if frames that arrived by P's link wait at Q
 */
WaitGraph
MakeWaitGraph(const std::vector<const FabricPort*>& stuck, RdmaClass cls)
{
    // Paused ports by the far ends of their links.
    std::map<std::pair<const FabricPortOwner*, uint32_t>, uint32_t> byFarEnd;
    for (uint32_t i = 0; i < stuck.size(); ++i)
    {
        byFarEnd[{stuck[i]->peer->owner, stuck[i]->peer->index}] = i;
    }
    WaitGraph graph(stuck.size());
    for (uint32_t q = 0; q < stuck.size(); ++q)
    {
        std::set<uint32_t> ingresses;
        for (const FabricFrame* frame = stuck[q]->GetFirstWaiting(cls); frame; frame = frame->next)
        {
            ingresses.insert(frame->inPort);
        }
        for (const uint32_t ingress : ingresses)
        {
            const auto p = byFarEnd.find({stuck[q]->owner, ingress});
            if (p != byFarEnd.end())
            {
                graph[p->second].push_back(q);
            }
        }
    }
    return graph;
}

/**
 * Find a cycle through a port.
 * @param graph ports that each port waits for
 * @param start the port
 * @return the shortest cycle through it; empty if there is none
 */
std::vector<uint32_t>
FindCycle(const WaitGraph& graph, uint32_t start)
{
    std::vector<int64_t> from(graph.size(), -1);
    std::vector<uint32_t> reached{start};
    for (size_t i = 0; i < reached.size(); ++i)
    {
        for (const uint32_t next : graph[reached[i]])
        {
            if (next == start)
            {
                std::vector<uint32_t> cycle;
                for (int64_t at = reached[i]; at >= 0; at = from[static_cast<size_t>(at)])
                {
                    cycle.insert(cycle.begin(), static_cast<uint32_t>(at));
                }
                return cycle;
            }
            if (from[next] < 0)
            {
                from[next] = reached[i];
                reached.push_back(next);
            }
        }
    }
    return {};
}

} // namespace

std::string
FabricPauseStorm::GetWhere() const
{
    return port->owner->GetName() + " to " + port->peer->owner->GetName();
}

std::string
FabricDeadlock::GetCycle() const
{
    std::string text;
    for (const FabricPort* port : cycle)
    {
        text += port->owner->GetName() + " > ";
    }
    return text + cycle.front()->owner->GetName();
}

TypeId
FabricPauseWatch::GetTypeId()
{
    using Self = FabricPauseWatch;
    static TypeId tid =
        TypeId("ns3::FabricPauseWatch")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<FabricPauseWatch>()
            .AddAttribute("Interval",
                          "Time between two checks while a port is paused.",
                          TimeValue(MicroSeconds(100)),
                          MakeTimeAccessor(&Self::m_interval),
                          MakeTimeChecker(NanoSeconds(100)))
            .AddAttribute("StormThreshold",
                          "A port paused for this long without a break is a pause storm.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&Self::m_stormThreshold),
                          MakeTimeChecker(NanoSeconds(100)))
            .AddAttribute("StormWindow",
                          "Least time over which StormShare is taken.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&Self::m_stormWindow),
                          MakeTimeChecker(NanoSeconds(100)))
            .AddAttribute("StormShare",
                          "A port paused for more than this share of a window is also a pause "
                          "storm. Each of n senders to one port is paused 1 - 1/n of the time, "
                          "which is no storm; 1 = never.",
                          DoubleValue(0.995),
                          MakeDoubleAccessor(&Self::m_stormShare),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("DeadlockThreshold",
                          "Ports paused for this long without a break are checked for cycles of "
                          "ports that wait for each other.",
                          TimeValue(MicroSeconds(500)),
                          MakeTimeAccessor(&Self::m_deadlockThreshold),
                          MakeTimeChecker(NanoSeconds(100)))
            .AddTraceSource("Storm",
                            "A pause storm has been detected.",
                            MakeTraceSourceAccessor(&Self::m_stormTrace),
                            "ns3::FabricPauseWatch::StormTracedCallback")
            .AddTraceSource("Deadlock",
                            "A deadlock has been detected: ports wait for each other forever.",
                            MakeTraceSourceAccessor(&Self::m_deadlockTrace),
                            "ns3::FabricPauseWatch::DeadlockTracedCallback");
    return tid;
}

void
FabricPauseWatch::Attach(FabricElements* elements)
{
    m_elements = elements;
    m_alarm = Create<Alarm>(this);
}

void
FabricPauseWatch::DoDispose()
{
    if (m_alarm)
    {
        m_alarm->watch = nullptr;
    }
    m_elements = nullptr;
    m_awake = true; // OnPause does not schedule it any more
    Object::DoDispose();
}

void
FabricPauseWatch::Wake()
{
    const RdmaTick now = m_elements->GetContext().Now();
    if (now - m_windowStart >= ToRdmaTick(m_stormWindow))
    {
        BeginWindow(now);
    }
    ScheduleLook(now);
}

void
FabricPauseWatch::BeginWindow(RdmaTick now)
{
    const std::vector<FabricPort*>& ports = m_elements->GetPorts();
    m_memory.resize(ports.size());
    for (size_t i = 0; i < ports.size(); ++i)
    {
        for (size_t c = 0; ports[i]->GetClasses() && c < FABRIC_DATA_CLASSES; ++c)
        {
            m_memory[i][c] = {ports[i]->GetClasses()->pauses[c].total, false};
        }
    }
    m_windowStart = now;
}

void
FabricPauseWatch::ScheduleLook(RdmaTick now)
{
    m_awake = true;
    m_elements->GetContext().Schedule(now, now + ToRdmaTick(m_interval), PeekPointer(m_alarm));
}

void
FabricPauseWatch::Look()
{
    const RdmaTick now = m_elements->GetContext().Now();
    const bool windowOver = now - m_windowStart >= ToRdmaTick(m_stormWindow);
    m_memory.resize(m_elements->GetPorts().size());
    bool paused = false;
    for (uint32_t i = 0; i < FABRIC_DATA_CLASSES; ++i)
    {
        paused = LookAtClass(now, FabricDataClass(i), windowOver) || paused;
    }
    if (windowOver)
    {
        m_windowStart = now;
    }
    m_awake = false;
    if (paused)
    {
        ScheduleLook(now);
    }
}

bool
FabricPauseWatch::LookAtClass(RdmaTick now, RdmaClass cls, bool windowOver)
{
    bool paused = false;
    Stuck stuck;
    const std::vector<FabricPort*>& ports = m_elements->GetPorts();
    for (size_t i = 0; i < ports.size(); ++i)
    {
        const FabricPort& port = *ports[i];
        if (!port.GetClasses())
        {
            continue; // never paused
        }
        LookForStorm(now, port, cls, m_memory[i][FabricDataIndex(cls)], windowOver);
        const FabricPortPause& pause = port.GetClasses()->pauses[FabricDataIndex(cls)];
        paused = paused || pause.active;
        if (pause.active && now - pause.since >= ToRdmaTick(m_deadlockThreshold))
        {
            stuck.push_back(&port);
        }
    }
    if (stuck.size() > 1)
    {
        LookForDeadlock(now, cls, stuck);
    }
    return paused;
}

void
FabricPauseWatch::LookForStorm(RdmaTick now,
                               const FabricPort& port,
                               RdmaClass cls,
                               Memory& memory,
                               bool windowOver)
{
    const FabricPortPause& pause = port.GetClasses()->pauses[FabricDataIndex(cls)];
    const RdmaTick current = pause.active ? now - pause.since : RdmaTick{};
    const bool lasting = pause.active && current >= ToRdmaTick(m_stormThreshold);
    const RdmaTick inWindow = pause.total + current - memory.before;
    const double share = inWindow.GetSeconds() / (now - m_windowStart).GetSeconds();
    const bool often = windowOver && share > m_stormShare;
    if ((lasting || often) && !memory.stormy)
    {
        ++m_storms;
        memory.stormy = true;
        NS_LOG_WARN("pause storm: port " << port.id << " of " << port.owner->GetName());
        m_stormTrace({now, &port, cls, lasting ? current : inWindow, lasting});
    }
    else if (windowOver && !lasting && !often)
    {
        memory.stormy = false;
    }
    if (windowOver)
    {
        memory.before = pause.total + current;
    }
}

void
FabricPauseWatch::LookForDeadlock(RdmaTick now, RdmaClass cls, const Stuck& stuck)
{
    const WaitGraph graph = MakeWaitGraph(stuck, cls);
    std::vector<bool> named(stuck.size(), false);
    for (uint32_t start = 0; start < stuck.size(); ++start)
    {
        const std::vector<uint32_t> cycle =
            named[start] ? std::vector<uint32_t>{} : FindCycle(graph, start);
        if (cycle.empty())
        {
            continue;
        }
        FabricDeadlock deadlock{now, cls, {}};
        std::vector<uint32_t> ids{static_cast<uint32_t>(cls)};
        for (const uint32_t i : cycle)
        {
            named[i] = true;
            deadlock.cycle.push_back(stuck[i]);
            ids.push_back(stuck[i]->id);
        }
        if (m_deadlocks.insert(ids).second)
        {
            NS_LOG_WARN("deadlock: " << deadlock.GetCycle());
            m_deadlockTrace(deadlock);
        }
    }
}

} // namespace ns3
