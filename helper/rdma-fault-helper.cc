/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-fault-helper.h"

#include "ns3/abort.h"
#include "ns3/fabric-flaps.h"
#include "ns3/fabric-lazy-topology.h"
#include "ns3/fabric.h"
#include "ns3/rdma-nic.h"
#include "ns3/rdma-not-null.h"
#include "ns3/rdma-time.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

namespace
{

constexpr const char* LINK = "the port of a fault";
constexpr const char* SWITCH = "the switch of a fault";

/// Most fault intervals that RandomFlaps may draw, on average.
constexpr double MAX_FLAPS = 1e7;

} // namespace

RdmaFaultHelper::RdmaFaultHelper(Ptr<RdmaCluster> cluster)
    : m_cluster(RdmaNotNull(cluster, "the cluster of an RdmaFaultHelper")),
      m_rng(CreateObject<UniformRandomVariable>())
{
}

void
RdmaFaultHelper::Schedule(Begin begin, Time at, Time duration) const
{
    RdmaNotNull(begin, "the function that begins a fault");
    NS_ABORT_MSG_IF(at < Simulator::Now(),
                    "a fault at " << at.As(Time::US) << " in the past: it is "
                                  << Simulator::Now().As(Time::US));
    NS_ABORT_MSG_IF(duration < Time{0}, "a fault with a duration of " << duration.As(Time::US));
    const Ptr<Fabric> fabric = m_cluster->GetFabric();
    Simulator::Schedule(at - Simulator::Now(), [fabric, begin = std::move(begin), duration] {
        const std::vector<FabricFaultId> ids = begin(fabric->GetFaults());
        if (duration == Time::Max())
        {
            return;
        }
        Simulator::Schedule(duration, [fabric, ids] {
            for (const FabricFaultId id : ids)
            {
                fabric->GetFaults().Lift(id);
            }
        });
    });
}

void
RdmaFaultHelper::LinkDown(FabricPort* end, Time at, Time duration) const
{
    m_cluster->GetFabric()->CheckPart(end, LINK);
    Schedule([end](FabricFaults& faults) { return std::vector{faults.Darken(end)}; }, at, duration);
}

void
RdmaFaultHelper::LinkUp(FabricPort* end, Time at) const
{
    m_cluster->GetFabric()->CheckPart(end, LINK);
    Schedule(
        [end](FabricFaults& faults) {
            faults.Repair(end);
            return std::vector<FabricFaultId>{};
        },
        at);
}

void
RdmaFaultHelper::LinkFlap(FabricPort* end, Time at, Time down, Time period, uint32_t count) const
{
    TransceiverGlitch({end}, at, down, Time{0}, period, count);
}

void
RdmaFaultHelper::TransceiverGlitch(const std::vector<FabricPort*>& ends,
                                   Time at,
                                   Time down,
                                   Time stagger,
                                   Time period,
                                   uint32_t count) const
{
    NS_ABORT_MSG_IF(ends.empty() || count == 0,
                    "flaps of " << ends.size() << " links with " << count
                                << " fault intervals each; allowed: at least 1 of both");
    for (uint32_t i = 0; i < count; ++i)
    {
        Time begin = at + period * static_cast<int64_t>(i);
        for (FabricPort* end : ends)
        {
            LinkDown(end, begin, down);
            begin += stagger;
        }
    }
}

void
RdmaFaultHelper::LinkLoss(FabricPort* port, LossMaker make, Time at, Time duration) const
{
    m_cluster->GetFabric()->CheckPart(port, LINK);
    RdmaNotNull(make, "the function that makes a loss");
    Schedule([port, make = std::move(make)](
                 FabricFaults& faults) { return std::vector{faults.Lose(port, make())}; },
             at,
             duration);
}

void
RdmaFaultHelper::LinkRate(FabricPort* port, uint64_t bps, Time at, Time duration) const
{
    m_cluster->GetFabric()->CheckPart(port, LINK);
    Schedule([port, bps](FabricFaults& faults) { return std::vector{faults.Slow(port, bps)}; },
             at,
             duration);
}

void
RdmaFaultHelper::LinkDelay(FabricPort* port, Time extra, Time at, Time duration) const
{
    m_cluster->GetFabric()->CheckPart(port, LINK);
    Schedule(
        [port, extra](FabricFaults& faults) {
            return std::vector{faults.Delay(port, ToRdmaTick(extra))};
        },
        at,
        duration);
}

void
RdmaFaultHelper::SwitchDown(FabricSwitch* sw, Time at, Time duration) const
{
    m_cluster->GetFabric()->CheckPart(sw, SWITCH);
    Schedule([sw](FabricFaults& faults) { return faults.PutDown(sw); }, at, duration);
}

void
RdmaFaultHelper::SwitchSilent(FabricSwitch* sw, Time at, Time duration) const
{
    m_cluster->GetFabric()->CheckPart(sw, SWITCH);
    Schedule([sw](FabricFaults& faults) { return std::vector{faults.Silence(sw)}; }, at, duration);
}

void
RdmaFaultHelper::SwitchReboot(FabricSwitch* sw, Time at, Time duration) const
{
    m_cluster->GetFabric()->CheckPart(sw, SWITCH);
    Schedule(
        [sw](FabricFaults& faults) {
            const std::vector<FabricFaultId> ids = faults.PutDown(sw);
            faults.Restart(sw, ids);
            return ids;
        },
        at,
        duration);
}

void
RdmaFaultHelper::RandomFlaps(const std::vector<uint32_t>& links,
                             double perSecond,
                             Time down,
                             Time at,
                             Time duration) const
{
    NS_ABORT_MSG_IF(
        duration < Time{0} || duration > Time::Max() - at,
        "random flaps need an end: a duration of at least 0, and less than Time::Max()");
    const auto count = static_cast<uint32_t>(links.size());
    const double expected = perSecond * duration.GetPicoSeconds() * 1e-12 * count;
    NS_ABORT_MSG_UNLESS(perSecond > 0 && expected <= MAX_FLAPS,
                        perSecond << " flaps per second; allowed: more than 0, and as many as make "
                                  << MAX_FLAPS << " flaps of all links");
    const Ptr<Fabric> fabric = m_cluster->GetFabric();
    NS_ABORT_MSG_IF(!fabric->GetLazyTopology(),
                    "random flaps are of links of a FabricLazyTopology");
    NS_ABORT_MSG_IF(links.empty(), "random flaps of no link");
    for (const uint32_t link : links)
    {
        NS_ABORT_MSG_IF(link >= fabric->GetNetwork()->GetNLinks(),
                        "link " << link << " of a network with "
                                << fabric->GetNetwork()->GetNLinks() << " links");
    }
    FabricFlapDraw draw(count, perSecond, ToRdmaTick(at), ToRdmaTick(at + duration), m_rng);
    while (const auto flap = draw.Next())
    {
        // By its number: a link that is not in use need not be instantiated yet.
        const uint32_t port = FabricNetwork::GetLowerPort(links[flap->link]);
        Schedule(
            [fabric, port](FabricFaults& faults) {
                return std::vector{faults.Darken(fabric->GetLazyTopology()->GetPort(port))};
            },
            fabric->GetContext().ToTime(flap->at),
            down);
    }
}

void
RdmaFaultHelper::PortOff(uint32_t host, uint32_t port, Time at, Time duration) const
{
    const Ptr<RdmaNic> nic = m_cluster->GetNic(host);
    nic->CheckPort(port);
    Schedule(
        [nic, port](FabricFaults& faults) {
            return std::vector{BeginPortOff(faults, PeekPointer(nic), port)};
        },
        at,
        duration);
}

FabricFaultId
RdmaFaultHelper::BeginPortOff(FabricFaults& faults, RdmaNic* nic, uint32_t port)
{
    return faults.Hold(
        nic,
        port,
        [nic, port](bool off) { nic->SetPortAdmin(port, !off); },
        nic->GetPort(port - 1));
}

void
RdmaFaultHelper::EndPortOff(FabricFaults& faults, RdmaNic* nic, uint32_t port)
{
    faults.Release(nic, port);
}

int64_t
RdmaFaultHelper::AssignStreams(int64_t stream)
{
    m_rng->SetStream(stream);
    return 1;
}

} // namespace ns3
