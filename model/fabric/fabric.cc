/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric.h"

#include "fabric-plant.h"
#include "fabric-switch.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/fabric-frame-codec.h"
#include "ns3/rdma-enum-accessor.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <sstream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(Fabric);

uint64_t
FabricTotals::GetDrops() const
{
    uint64_t sum = 0;
    for (const uint64_t n : drops)
    {
        sum += n;
    }
    return sum;
}

TypeId
Fabric::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Fabric")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<Fabric>()
            .AddAttribute("VerifyWire",
                          "Serialize every frame on every link, parse it back and compare. Results "
                          "do not change, only the run time.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Fabric::m_verifyWire),
                          MakeBooleanChecker())
            .AddAttribute("UdpDestPort",
                          "UDP destination port of RDMA packets (MRC 1.0, 2.3).",
                          UintegerValue(ROCE_UDP_PORT),
                          MakeUintegerAccessor(&Fabric::m_udpDestPort),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute(
                "Srv6EvOrder",
                "Which half of an MRC entropy value is the UDP source port; the other "
                "half is the flow label (MRC 1.0, 3.2).",
                EnumValue(EV_LOW_IN_PORT),
                RdmaEnumAccessor<Srv6EvOrder>(&Fabric::m_evOrder),
                MakeEnumChecker(EV_LOW_IN_PORT, "LowHalfInPort", EV_HIGH_IN_PORT, "HighHalfInPort"))
            .AddAttribute("Icrc",
                          "Frames end with the CRC-32 of IBTA instead of four zeros (MRC 1.0, "
                          "2.14). Shows in bytes only: captures and VerifyWire.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Fabric::m_icrc),
                          MakeBooleanChecker())
            .AddAttribute("PfcLoss",
                          "Probability that a PFC frame is lost on its link. Other injected loss "
                          "spares them. A lost pause may overflow a lossless switch; a lost resume "
                          "costs time, until the pause runs out.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Fabric::m_pfcLoss),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("LocalRepair",
                          "Plain (hashed) routing: time from the death of a T0's uplink until the "
                          "T0 hashes its flows to the others.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&Fabric::m_localRepair),
                          MakeTimeChecker(Time{0}))
            .AddAttribute("RemoteConvergence",
                          "Plain (hashed) routing: time from the loss of a T1-T0 link until the "
                          "other T0s avoid that T1 for destinations under this T0.",
                          TimeValue(Seconds(2)),
                          MakeTimeAccessor(&Fabric::m_remoteConvergence),
                          MakeTimeChecker(Time{0}))
            .AddTraceSource("Drop",
                            "A frame is lost, for any reason.",
                            MakeTraceSourceAccessor(&Fabric::m_dropTrace),
                            "ns3::Fabric::DropTracedCallback")
            .AddTraceSource("NewPort",
                            "A port of a network that comes to life as it is touched is there "
                            "from now on, with its link and its peer.",
                            MakeTraceSourceAccessor(&Fabric::m_newPortTrace),
                            "ns3::Fabric::NewPortTracedCallback");
    return tid;
}

Fabric::Fabric()
    : m_arena(FabricPortArena::Create()),
      m_rng(CreateObject<UniformRandomVariable>())
{
    DrawMarkSeed();
}

Fabric::~Fabric()
{
    for (FabricPort* port : m_ports)
    {
        port->Dispose();
    }
    m_arena->Release();
}

void
Fabric::SetPauseWatch(Ptr<FabricPauseWatch> watch)
{
    if (m_pauseWatch)
    {
        m_pauseWatch->Dispose();
    }
    m_pauseWatch = watch;
    if (watch)
    {
        watch->Attach(this);
    }
}

void
Fabric::DoDispose()
{
    SetPauseWatch(nullptr);
    RemoveTaps();
    m_plant.reset();
    m_switches.clear();
    m_rng = nullptr;
    Object::DoDispose();
}

FabricPort*
Fabric::AddLink(FabricPortOwner* a,
                FabricPortOwner* b,
                uint64_t bps,
                RdmaTick delayToB,
                RdmaTick delayToA)
{
    FabricPort* ends[2];
    for (FabricPort*& end : ends)
    {
        end = new (m_arena->Alloc(sizeof(FabricPort))) FabricPort(*this, *m_arena);
        end->id = static_cast<uint32_t>(m_ports.size());
        m_ports.push_back(end);
    }
    ends[0]->Connect(ends[1], a, b);
    ends[1]->Connect(ends[0], b, a);
    ends[0]->SetLink(bps, delayToB);
    ends[1]->SetLink(bps, delayToA);
    return ends[0];
}

FabricSwitch*
Fabric::AddSwitch(std::unique_ptr<FabricSwitch> sw)
{
    m_switches.push_back(std::move(sw));
    return m_switches.back().get();
}

void
Fabric::SetNetwork(Ptr<const FabricNetwork> network)
{
    m_network = network;
    m_addressing = network->GetAddressing();
}

void
Fabric::SetPlant(std::unique_ptr<FabricPlant> plant)
{
    m_plant = std::move(plant);
}

const Srv6SourceRoutes*
Fabric::GetSourceRoutes(uint32_t src, uint32_t dst)
{
    const auto known = m_sourceRoutes.find({src, dst});
    if (known != m_sourceRoutes.end())
    {
        return known->second.get();
    }
    std::unique_ptr<Srv6SourceRoutes> routes =
        m_network ? m_network->MakeSourceRoutes(src, dst, m_segments) : nullptr;
    // Pairs without any, which are all in two tiers, cost no memory.
    return routes ? (m_sourceRoutes[{src, dst}] = std::move(routes)).get() : nullptr;
}

FabricPlaneRoutes&
Fabric::GetPlaneRoutes(uint32_t plane)
{
    std::unique_ptr<FabricPlaneRoutes>& routes = m_routes[plane];
    if (!routes)
    {
        routes = std::make_unique<FabricPlaneRoutes>(PeekPointer(m_network));
    }
    return *routes;
}

void
Fabric::Announce(FabricPort* port)
{
    port->owner->OnNewPort(port);
    m_newPortTrace(port);
}

const FabricQueueProfile*
Fabric::AddProfile(const FabricQueueProfile& profile)
{
    m_profiles.push_back(profile);
    return &m_profiles.back();
}

void
Fabric::AddTap(FabricPort* port, std::unique_ptr<FabricPortTap> tap)
{
    tap->next = port->GetTaps();
    port->SetTaps(tap.get());
    m_taps.push_back(std::move(tap));
}

void
Fabric::Settle()
{
    for (FabricPort* port : m_ports)
    {
        port->Settle();
    }
}

void
Fabric::RemoveTaps()
{
    for (FabricPort* port : m_ports)
    {
        port->SetTaps(nullptr);
    }
    m_taps.clear();
}

void
Fabric::SetLinkUp(FabricPort* port, bool up)
{
    const RdmaTick now = Now();
    for (FabricPort* end : {port, port->peer})
    {
        end->SetUp(now, up);
    }
    for (FabricPort* end : {port, port->peer})
    {
        end->owner->OnLinkChange(now, end, up);
    }
}

void
Fabric::Drop(FabricFrame* frame, const FabricPort* port, FabricDropReason reason)
{
    ++m_totals.drops[static_cast<size_t>(reason)];
    if (!m_dropTrace.IsEmpty())
    {
        m_dropTrace(FabricDrop{Now(), frame, port, reason});
    }
    m_pool.Free(frame);
}

FabricWireFormat
Fabric::GetWireFormat() const
{
    FabricWireFormat format;
    format.addressing = m_addressing;
    format.segments = &m_segments;
    format.udpDestPort = m_udpDestPort;
    format.evOrder = m_evOrder;
    format.icrc = m_icrc;
    return format;
}

void
Fabric::VerifyFrame(const FabricFrame* frame) const
{
    const std::string difference = CheckFabricFrameOnWire(*frame, GetWireFormat());
    NS_ABORT_MSG_IF(!difference.empty(), "a frame changes on the wire: " << difference);
}

std::string
Fabric::GetPortName(const FabricPort* port) const
{
    return m_network ? m_network->GetPortName(port->id) : "port-" + std::to_string(port->id);
}

std::string
Fabric::CheckConservation() const
{
    std::ostringstream out;
    uint64_t held = 0;
    for (FabricPort* port : m_ports)
    {
        const FabricPortStats s = port->GetStats();
        const uint64_t frames = port->CountFrames();
        held += frames;
        if (s.txFrames < s.rxFrames + s.lostFrames ||
            s.txFrames - s.rxFrames - s.lostFrames > frames)
        {
            out << "link direction " << port->id << ": sent " << s.txFrames << ", received "
                << s.rxFrames << ", lost " << s.lostFrames << ", holds " << frames << "; ";
        }
    }
    if (held != m_pool.GetLive())
    {
        out << "ports hold " << held << " frames, " << m_pool.GetLive() << " are alive; ";
    }
    const uint64_t drops = m_totals.GetDrops();
    if (m_totals.created != m_totals.consumed + drops + m_pool.GetLive())
    {
        out << "created " << m_totals.created << " frames, consumed " << m_totals.consumed
            << ", dropped " << drops << ", alive " << m_pool.GetLive() << "; ";
    }
    return out.str();
}

size_t
Fabric::GetBytes() const
{
    return m_arena->GetBytes() + m_pool.GetBytes();
}

int64_t
Fabric::AssignStreams(int64_t stream)
{
    m_rng->SetStream(stream);
    DrawMarkSeed();
    return 1;
}

void
Fabric::DrawMarkSeed()
{
    const uint64_t high = m_rng->GetInteger(0, 0xFFFFFFFF);
    m_markSeed = high << 32 | m_rng->GetInteger(0, 0xFFFFFFFF);
}

} // namespace ns3
