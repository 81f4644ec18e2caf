/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric.h"

#include "fabric-faults.h"
#include "fabric-lazy-topology.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/object-vector.h"
#include "ns3/rdma-enum-accessor.h"
#include "ns3/rdma-list-accessor.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(Fabric);

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
                          "UDP destination port of RDMA packets (mrc reference, 2.3).",
                          UintegerValue(ROCE_UDP_PORT),
                          MakeUintegerAccessor(&Fabric::m_udpDestPort),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute(
                "Srv6EvOrder",
                "The half of an MRC entropy value that is the UDP source port; the other half is "
                "the flow label (mrc reference, 3.2).",
                EnumValue(EV_LOW_IN_PORT),
                RdmaEnumAccessor<Srv6EvOrder>(&Fabric::m_evOrder),
                MakeEnumChecker(EV_LOW_IN_PORT, "LowHalfInPort", EV_HIGH_IN_PORT, "HighHalfInPort"))
            .AddAttribute("Icrc",
                          "Frames end with the CRC-32 of IBTA instead of four zeros (mrc "
                          "reference, 2.14). It only changes bytes: captures and VerifyWire.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Fabric::m_icrc),
                          MakeBooleanChecker())
            .AddAttribute("TrimmedBytes",
                          "Line time of a trimmed frame, preamble and gap included, B. 0: that of "
                          "its headers (mrc reference, 6.1). Other sizes are for comparisons with "
                          "other simulators, and not together with VerifyWire; captures contain "
                          "all headers.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Fabric::m_trimmedBytes),
                          MakeUintegerChecker<uint16_t>(0, 4096))
            .AddAttribute("SackBytes",
                          "Line time of a SACK or NACK, preamble and gap included, B. 0: that of "
                          "its headers. Not together with VerifyWire.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Fabric::m_sackBytes),
                          MakeUintegerChecker<uint16_t>(0, 4096))
            .AddAttribute(
                "PfcLoss",
                "Probability that a PFC frame is lost on its link. Other injected loss excludes "
                "them. A lost pause may overflow a lossless switch; a lost resume costs time, "
                "until the pause ends.",
                DoubleValue(0),
                MakeDoubleAccessor(&Fabric::m_pfcLoss),
                MakeDoubleChecker<double>(0, 1))
            .AddAttribute(
                "LocalRepair",
                "Plain (hashed) routing: time from the failure of a switch's own port until the "
                "switch hashes its flows to other equal ports.",
                TimeValue(MilliSeconds(10)),
                MakeTimeAccessor(&Fabric::m_localRepair),
                MakeTimeChecker(Time{0}))
            .AddAttribute("RemoteConvergence",
                          "Plain (hashed) routing: time from the failure of a link until the other "
                          "switches of the plane avoid ports that no longer lead to a destination.",
                          TimeValue(Seconds(2)),
                          MakeTimeAccessor(&Fabric::m_remoteConvergence),
                          MakeTimeChecker(Time{0}))
            .AddAttribute("PortList",
                          "Ports of the network as ns-3 objects (FabricTracedPort), by their "
                          "numbers; links are instantiated only for ports that something is "
                          "connected to.",
                          TypeId::ATTR_GET,
                          ObjectVectorValue(),
                          MakeRdmaListAccessor(&Fabric::CountPorts, &Fabric::GetListed),
                          MakeObjectVectorChecker<FabricTracedPort>())
            .AddTraceSource("Drop",
                            "A frame is lost, for any reason.",
                            MakeTraceSourceAccessor(&Fabric::m_dropTrace),
                            "ns3::Fabric::DropTracedCallback")
            .AddTraceSource("Fault",
                            "A fault of a link or a switch begins or ends (FabricFaults).",
                            MakeTraceSourceAccessor(&Fabric::m_faultTrace),
                            "ns3::Fabric::FaultTracedCallback")
            .AddTraceSource("NewPort",
                            "A port of a network that is instantiated lazily has been made, with "
                            "its link and its peer.",
                            MakeTraceSourceAccessor(&Fabric::m_newPortTrace),
                            "ns3::Fabric::NewPortTracedCallback");
    return tid;
}

Fabric::Fabric()
    : m_context(*this),
      m_elements(m_context, *this)
{
}

Fabric::~Fabric() = default;

RdmaProblems
Fabric::CheckSizes(bool verifyWire, uint32_t trimmedBytes, uint32_t sackBytes)
{
    RdmaProblems problems;
    const auto check = [&](const std::string& name, uint32_t bytes) {
        if (verifyWire && bytes != 0)
        {
            problems.push_back({{"ns3::Fabric::" + name, "ns3::Fabric::VerifyWire"},
                                name + " is " + std::to_string(bytes) +
                                    " B; allowed with VerifyWire: 0, the size of the headers"});
        }
    };
    check("TrimmedBytes", trimmedBytes);
    check("SackBytes", sackBytes);
    return problems;
}

void
Fabric::NotifyConstructionCompleted()
{
    Object::NotifyConstructionCompleted();
    AbortOnRdmaProblems(CheckSizes(m_verifyWire, m_trimmedBytes, m_sackBytes));
}

void
Fabric::SetNetwork(Ptr<const FabricNetwork> network)
{
    m_context.SetNetwork(network);
}

void
Fabric::SetPauseWatch(Ptr<FabricPauseWatch> watch)
{
    if (m_pauseWatch)
    {
        m_pauseWatch->Dispose();
    }
    m_pauseWatch = watch;
    m_context.SetPauseListener(PeekPointer(watch));
    if (watch)
    {
        watch->Attach(&m_elements);
    }
}

void
Fabric::DoDispose()
{
    SetPauseWatch(nullptr);
    RemoveTaps();
    for (const auto& [id, port] : m_traced)
    {
        port->Detach();
    }
    m_traced.clear();
    m_faults.reset();
    m_lazyTopology.reset();
    m_elements.DropSwitches();
    m_context.Dispose();
    Object::DoDispose();
}

FabricFaults&
Fabric::GetFaults()
{
    if (!m_faults)
    {
        m_faults = std::make_unique<FabricFaults>(m_elements);
    }
    return *m_faults;
}

void
Fabric::SetLazyTopology(std::unique_ptr<FabricLazyTopology> topology)
{
    m_lazyTopology = std::move(topology);
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
        GetNetwork()
            ? GetNetwork()->GetPathCodec().MakeSourceRoutes(src, dst, m_context.GetSegments())
            : nullptr;
    // Pairs without source routes, such as all pairs in two tiers, cost no memory.
    return routes ? (m_sourceRoutes[{src, dst}] = std::move(routes)).get() : nullptr;
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
    CheckPart(port, "the port of a tap");
    tap->next = port->GetTaps();
    port->SetTaps(tap.get());
    m_taps.push_back(std::move(tap));
}

void
Fabric::RemoveTaps()
{
    for (FabricPort* port : GetPorts())
    {
        port->SetTaps(nullptr);
    }
    m_taps.clear();
}

uint32_t
Fabric::CountPorts() const
{
    constexpr uint32_t PORTS_PER_LINK = 2;
    return GetLazyTopology() ? GetNetwork()->GetNLinks() * PORTS_PER_LINK
                             : static_cast<uint32_t>(GetPorts().size());
}

FabricPort*
Fabric::GetPort(uint32_t id)
{
    NS_ABORT_MSG_IF(id >= CountPorts(), "port " << id << " of a network with " << CountPorts());
    return GetLazyTopology() ? GetLazyTopology()->GetPort(id) : GetPorts()[id];
}

Ptr<FabricTracedPort>
Fabric::GetTracedPort(uint32_t id)
{
    const auto kept = m_traced.find(id);
    if (kept != m_traced.end())
    {
        return kept->second;
    }
    Ptr<FabricTracedPort> port = CreateObject<FabricTracedPort>();
    port->Setup(this, this, id);
    return port;
}

std::pair<uint32_t, Ptr<Object>>
Fabric::GetListed(uint32_t id)
{
    return {id, GetTracedPort(id)};
}

void
Fabric::Observe(Ptr<FabricTracedPort> to, std::unique_ptr<FabricPortTap> tap)
{
    m_traced[to->GetId()] = to;
    AddTap(GetPort(to->GetId()), std::move(tap));
}

std::string
Fabric::GetPortName(const FabricPort* port) const
{
    return GetNetwork() ? GetNetwork()->GetNames().GetPortName(port->id)
                        : "port-" + std::to_string(port->id);
}

int64_t
Fabric::AssignStreams(int64_t stream)
{
    m_context.AssignStream(stream);
    return 1;
}

} // namespace ns3
