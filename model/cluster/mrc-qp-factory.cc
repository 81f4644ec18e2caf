/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-qp-factory.h"

#include "mrc-qp-binding.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/mrc-ev.h"
#include "ns3/mrc-nic-endpoint.h"
#include "ns3/mrc-nscc.h"
#include "ns3/mrc-spray-selector.h"
#include "ns3/mrc-transport.h"
#include "ns3/pointer.h"
#include "ns3/rdma-enum-accessor.h"
#include "ns3/rdma-nic.h"
#include "ns3/rdma-wire-size.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcQpFactory);

TypeId
MrcQpFactory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcQpFactory")
            .SetParent<RdmaQpFactory>()
            .SetGroupName("Mrc")
            .AddConstructor<MrcQpFactory>()
            .AddAttribute("Routing",
                          "Rule by which the path of a packet follows from its entropy value: "
                          "srv6, structured or "
                          "ecmp (mrc reference, 3.2).",
                          EnumValue(SRV6),
                          RdmaEnumAccessor<Routing>(&MrcQpFactory::m_routing),
                          MakeEnumChecker(SRV6, "srv6", STRUCTURED, "structured", ECMP, "ecmp"))
            .AddAttribute("EvProfile",
                          "Profile that defines the EVs; null: every QP draws its own.",
                          PointerValue(),
                          MakePointerAccessor(&MrcQpFactory::m_evProfile),
                          MakePointerChecker<MrcEvProfile>())
            .AddAttribute("CcProfile",
                          "Profile that defines the congestion control; null: CongestionControl "
                          "with its defaults.",
                          PointerValue(),
                          MakePointerAccessor(&MrcQpFactory::m_ccProfile),
                          MakePointerChecker<MrcCcProfile>())
            .AddAttribute("CongestionControl",
                          "TypeId of the controller, a subclass of ns3::MrcCongestionControl.",
                          TypeIdValue(MrcNscc::GetTypeId()),
                          MakeTypeIdAccessor(&MrcQpFactory::m_congestionControl),
                          MakeTypeIdChecker())
            .AddAttribute("PathSelector",
                          "TypeId of the selector, a subclass of ns3::MrcPathSelector.",
                          TypeIdValue(MrcSpraySelector::GetTypeId()),
                          MakeTypeIdAccessor(&MrcQpFactory::m_pathSelector),
                          MakeTypeIdChecker())
            .AddAttribute("ShareCcPerDestination",
                          "All QPs by which a NIC sends messages to one host share a controller, "
                          "and so a window (mrc reference, 1.4); otherwise each has a separate "
                          "one, as QPs with verbs and those of the class of control always have.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MrcQpFactory::m_shareCc),
                          MakeBooleanChecker());
    return tid;
}

void
MrcQpFactory::NotifyConstructionCompleted()
{
    m_parameters = CreateObject<MrcQpParameters>();
    m_evParameters = CreateObject<MrcEvParameters>();
    RdmaQpFactory::NotifyConstructionCompleted();
}

uint32_t
MrcQpFactory::GetEvPaths(uint32_t paths) const
{
    // A hash hides the number of paths, unless there is only one.
    return m_routing == ECMP && paths > 1 ? MrcEv::MAX_PATHS : paths;
}

std::shared_ptr<const MrcPathCodes>
MrcQpFactory::GetEvCodes(const RdmaQpContext& context) const
{
    return m_routing == ECMP ? nullptr : context.pathCodes;
}

std::unique_ptr<MrcTransport>
MrcQpFactory::CreateInReset(const MrcQpContext& context) const
{
    const MrcVerbsResult result = CheckProfiles(context);
    NS_ABORT_MSG_IF(!result.IsOk(), "QP " << context.localQpn << ": " << result.message);
    MrcTransportSetup setup;
    setup.path.stretch = m_parameters->GetStretch(context.baseRtt, context.portRateBps);
    setup.qp =
        m_parameters->MakeConfig({context.baseRtt, setup.path.stretch, context.unequalLinks});
    setup.qp.localQpn = context.localQpn;
    setup.qp.peerQpn = context.peerQpn;
    setup.qp.sqPsn = context.localPsn;
    setup.qp.rqPsn = context.peerPsn;
    setup.path.rateBps = context.portRateBps * context.planes;
    setup.path.baseRtt = context.baseRtt;
    setup.path.planes = context.planes;
    setup.path.trimming = context.trimming;
    setup.pathsPerPlane = GetEvPaths(context.pathsPerPlane);
    setup.pathCodes = GetEvCodes(context);
    setup.evParameters = m_evParameters;
    setup.selector = m_selectors.Make(m_pathSelector);
    const Ptr<MrcCcProfile> cc = FindCcProfile(context);
    setup.controller = cc ? cc->CreateController() : m_controllers.Make(m_congestionControl);
    setup.evs = MakeEvs(context);
    // A QP made by verbs gets its peer too late; messages of control wait for no data
    setup.sharesController =
        m_shareCc && context.peerQpn != 0 && GetMessageClass() != RdmaClass::CONTROL;
    if (setup.sharesController)
    {
        setup.controller = Share(context, PeekPointer(cc), setup.controller);
    }
    setup.rng = context.rng;
    setup.trimSchedule = setup.qp.trimSchedule ? context.trimSchedule : nullptr;
    return std::make_unique<MrcTransport>(setup);
}

MrcQpContext
MrcQpFactory::MakeContext(RdmaNic& nic, const RdmaQpContext& context) const
{
    MrcNicEndpoint& endpoint = MrcNicEndpoint::Of(nic);
    return {context, endpoint.GetProbeBudget(), endpoint.GetTrimSchedule(), nullptr, nullptr};
}

std::unique_ptr<MrcTransport>
MrcQpFactory::CreateConnected(const MrcQpContext& context) const
{
    std::unique_ptr<MrcTransport> qp = CreateInReset(context);
    // Both ends are made here, so the peer offers the same as this end.
    const MrcVerbsResult result =
        qp->Connect(RdmaTick(), MakeMrcTwinOffer(qp->GetConfig(), context.peerHost));
    NS_ABORT_MSG_IF(!result.IsOk(), "QP " << context.localQpn << ": " << result.message);
    return qp;
}

std::unique_ptr<RdmaTransport>
MrcQpFactory::Create(const RdmaQpContext& context) const
{
    return CreateConnected({context, nullptr, nullptr, nullptr, nullptr});
}

RdmaProblems
MrcQpFactory::Check(const RdmaQpContext& context) const
{
    for (const RdmaProblems& problems :
         {m_selectors.Check(m_pathSelector, "ns3::MrcQpFactory::PathSelector"),
          m_controllers.Check(m_congestionControl, "ns3::MrcQpFactory::CongestionControl"),
          m_parameters->Check()})
    {
        if (!problems.empty())
        {
            return problems;
        }
    }
    RdmaProblems problems;
    MrcQpConfig config = m_parameters->MakeConfig();
    config.localQpn = config.peerQpn = RdmaNic::FIRST_QPN;
    const MrcVerbsResult twins = CheckMrcQpTwins(config);
    if (!twins.IsOk())
    {
        const bool ofWimm = twins.message.find("WIMM") != std::string::npos;
        problems.push_back({ofWimm ? std::vector<std::string>{"ns3::MrcQpParameters::DeviceMaxWimm",
                                                              "ns3::MrcQpParameters::MaxWimmDest",
                                                              "ns3::MrcQpParameters::MaxWimm"}
                                   : std::vector<std::string>{"ns3::MrcQpParameters::MprResolution",
                                                              "ns3::MrcQpParameters::DeviceMaxMpr",
                                                              "ns3::MrcQpParameters::MprDest",
                                                              "ns3::MrcQpParameters::Mpr"},
                            "a QP cannot be connected: " + twins.message});
    }
    MrcEvSetup evs;
    evs.planes = context.planes;
    const RdmaProblems ofEvs = CheckMrcEvs(evs, *m_evParameters);
    problems.insert(problems.end(), ofEvs.begin(), ofEvs.end());
    return problems;
}

void
MrcQpFactory::Attach(RdmaNic& nic, const RdmaQpContext& context, const RdmaQpRoute& route) const
{
    const MrcQpContext own = MakeContext(nic, context);
    AttachTransport(nic, own, CreateConnected(own), route);
}

void
MrcQpFactory::AttachTransport(RdmaNic& nic,
                              const MrcQpContext& context,
                              std::unique_ptr<MrcTransport> qp,
                              const RdmaQpRoute& route) const
{
    MrcTransport& transport = *qp;
    const Ptr<MrcEvProfile> ev = FindEvProfile(context);
    const Ptr<MrcCcProfile> cc = FindCcProfile(context);
    auto profiles = ev || cc ? std::make_unique<MrcQpProfiles>(ev, cc, transport) : nullptr;
    nic.AttachQp(context.localQpn,
                 std::move(qp),
                 route,
                 std::make_unique<MrcQpBinding>(transport, std::move(profiles)));
}

void
MrcQpFactory::Prepare(RdmaNic& nic) const
{
    MrcNicEndpoint::Enable(nic);
}

MrcVerbsResult
MrcQpFactory::ApplyProfiles(const MrcQpContext& context, MrcTransport& qp) const
{
    const MrcVerbsResult result = CheckProfiles(context);
    if (result.IsOk())
    {
        const Ptr<MrcCcProfile> cc = FindCcProfile(context);
        qp.SetProfiles(MakeEvs(context), cc ? cc->CreateController() : nullptr);
    }
    return result;
}

Ptr<MrcEvProfile>
MrcQpFactory::FindEvProfile(const MrcQpContext& context) const
{
    return context.evProfile ? context.evProfile : m_evProfile;
}

Ptr<MrcCcProfile>
MrcQpFactory::FindCcProfile(const MrcQpContext& context) const
{
    return context.ccProfile ? context.ccProfile : m_ccProfile;
}

MrcVerbsResult
MrcQpFactory::CheckProfiles(const MrcQpContext& context) const
{
    const Ptr<MrcEvProfile> ev = FindEvProfile(context);
    const Ptr<MrcCcProfile> cc = FindCcProfile(context);
    const MrcVerbsResult result = ev ? ev->CheckAttach(context.planes) : MrcVerbsResult{};
    if (!result.IsOk())
    {
        return result;
    }
    const MrcEvFormatMode needed = m_routing == SRV6         ? MrcEvFormatMode::SRV6
                                   : m_routing == STRUCTURED ? MrcEvFormatMode::STEV
                                                             : MrcEvFormatMode::UDP;
    if (ev && ev->GetMode() != MrcEvMode::AUTO && ev->GetFormat()->GetMode() != needed)
    {
        return {EINVAL,
                "Routing srv6 needs an EV format of mode SRV6, structured of mode STEV, ecmp of "
                "mode UDP"};
    }
    return cc ? cc->CheckAttach() : MrcVerbsResult{};
}

MrcEvSetup
MrcQpFactory::MakeEvs(const MrcQpContext& context) const
{
    MrcEvSetup evs;
    if (const Ptr<MrcEvProfile> profile = FindEvProfile(context))
    {
        profile->Configure(evs);
    }
    evs.probeBudget = context.probeBudget;
    evs.longerPaths = context.longerPaths;
    return evs;
}

Ptr<MrcCongestionControl>
MrcQpFactory::Share(const MrcQpContext& context,
                    const MrcCcProfile* profile,
                    Ptr<MrcCongestionControl> fresh) const
{
    const auto key = std::make_tuple(context.localHost, context.peerHost, profile);
    return m_shared.try_emplace(key, fresh).first->second;
}

FabricEncap
MrcQpFactory::GetEncap() const
{
    return m_routing == SRV6 ? FabricEncap::SRV6 : FabricEncap::PLAIN;
}

FabricPlainRouting
MrcQpFactory::GetPlainRouting() const
{
    return m_routing == STRUCTURED ? FabricPlainRouting::STRUCTURED : FabricPlainRouting::ECMP;
}

uint32_t
MrcQpFactory::GetPathMtuBytes() const
{
    return m_parameters->GetPathMtuBytes();
}

uint32_t
MrcQpFactory::GetMaxPlanes() const
{
    return MrcEv::MAX_PLANES;
}

uint32_t
MrcQpFactory::WireBytes(uint32_t payload) const
{
    return FabricWireBytes(FabricL3Bytes(GetEncap(), RdmaOpcode::MRC_WRITE_MIDDLE, payload));
}

uint32_t
MrcQpFactory::GetDataWireBytes() const
{
    return WireBytes(GetPathMtuBytes());
}

uint32_t
MrcQpFactory::GetAckWireBytes() const
{
    return FabricWireBytes(FabricL3Bytes(GetEncap(), RdmaOpcode::MRC_SACK, 0));
}

uint64_t
MrcQpFactory::GetMessageWireBytes(uint64_t bytes) const
{
    const uint64_t whole = CountRdmaPackets(bytes, GetPathMtuBytes()) - 1; // before the last
    return whole * GetDataWireBytes() + GetSmallestWireBytes(bytes);
}

uint32_t
MrcQpFactory::GetSmallestWireBytes(uint64_t bytes) const
{
    const uint64_t whole = CountRdmaPackets(bytes, GetPathMtuBytes()) - 1;
    return WireBytes(static_cast<uint32_t>(bytes - whole * GetPathMtuBytes()));
}

uint32_t
MrcQpFactory::GetLargestWireBytes(uint64_t bytes) const
{
    return WireBytes(static_cast<uint32_t>(std::min<uint64_t>(bytes, GetPathMtuBytes())));
}

} // namespace ns3
