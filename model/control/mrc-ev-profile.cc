/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-profile.h"

#include "mrc-ev-generator.h"

#include "ns3/assert.h"
#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/rdma-time.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcEvProfile");

NS_OBJECT_ENSURE_REGISTERED(MrcEvProfile);

namespace
{

using Bit = MrcEvProfileChange::Bit;

/**
 * Move a generated address to a plane (mrc reference, 4.5): every uSID gets the port's bits.
 * @param address an address of plane 0
 * @param port port, 0-based
 * @return the address in the plane of that port
 */
Srv6Carrier
InPlane(Srv6Carrier address, uint32_t port)
{
    const uint64_t plane = uint64_t{port} << SRV6_PLANE_SHIFT;
    for (int group = 0; group < 6; ++group)
    {
        uint64_t& word = group < 2 ? address.hi : address.lo;
        const int shift = group < 2 ? 16 - 16 * group : 80 - 16 * group;
        if (word >> shift & 0xFFFF)
        {
            word |= plane << shift;
        }
    }
    return address;
}

/**
 * @param state a state of the control API
 * @return the table's state; nothing if a controller cannot set it
 */
std::optional<MrcEvState>
FromPublic(MrcEvPublicState state)
{
    switch (state)
    {
    case MrcEvPublicState::GOOD:
        return MrcEvState::GOOD;
    case MrcEvPublicState::ASSUMED_BAD:
        return MrcEvState::ASSUMED_BAD;
    case MrcEvPublicState::DENIED:
        return MrcEvState::DENIED;
    case MrcEvPublicState::UNKNOWN:
        break;
    }
    return std::nullopt;
}

} // namespace

TypeId
MrcEvProfile::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcEvProfile")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<MrcEvProfile>()
            .AddAttribute("EvCountAlign",
                          "Device: ev_count of an EXPLICIT profile is a multiple of this",
                          UintegerValue(1),
                          MakeUintegerAccessor(&MrcEvProfile::m_countAlign),
                          MakeUintegerChecker<uint32_t>(1, 2048))
            .AddAttribute("EvMaxCount",
                          "Device: largest ev_count of a profile",
                          UintegerValue(2048),
                          MakeUintegerAccessor(&MrcEvProfile::m_maxCount),
                          MakeUintegerChecker<uint32_t>(1, 2048))
            .AddAttribute("EvOpMaxEntries",
                          "Device: maximum number of entries of one operation on EVs",
                          UintegerValue(2048),
                          MakeUintegerAccessor(&MrcEvProfile::m_opMaxEntries),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("EvActive",
                          "EVs of the array that a QP uses initially; the others are backups",
                          UintegerValue(128),
                          MakeUintegerAccessor(&MrcEvProfile::m_active),
                          MakeUintegerChecker<uint32_t>(1, 2048))
            .AddAttribute(
                "Ports",
                "Device: ports of a NIC, over which generated EVs are distributed in turn",
                UintegerValue(1),
                MakeUintegerAccessor(&MrcEvProfile::m_ports),
                MakeUintegerChecker<uint32_t>(1, MrcEv::MAX_PLANES))
            .AddAttribute("EventQueue",
                          "EV events stored until they are polled; further ones are only counted",
                          UintegerValue(1024),
                          MakeUintegerAccessor(&MrcEvProfile::m_eventQueue),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("ModifyOnline",
                          "Device: event mask, EVs and fields can be modified while the profile is "
                          "ONLINE",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MrcEvProfile::m_modifyOnline),
                          MakeBooleanChecker())
            .AddTraceSource("EvEvent",
                            "An EV was retired, or returned to service, at an attached QP.",
                            MakeTraceSourceAccessor(&MrcEvProfile::m_eventTrace),
                            "ns3::MrcEvProfile::EvEventTracedCallback");
    return tid;
}

MrcEvProfile::MrcEvProfile()
    : m_rng(CreateObject<UniformRandomVariable>())
{
}

MrcEvProfile::~MrcEvProfile()
{
    if (GetFormat())
    {
        GetFormat()->RemoveUser();
    }
}

int64_t
MrcEvProfile::AssignStreams(int64_t stream)
{
    m_rng->SetStream(stream);
    return 1;
}

// Modify

MrcVerbsResult
MrcEvProfile::Modify(const MrcEvProfileChange& change)
{
    return Modify(ToRdmaTick(Simulator::Now()), change);
}

MrcVerbsResult
MrcEvProfile::Modify(RdmaTick now, const MrcEvProfileChange& change)
{
    MrcVerbsResult result =
        m_machine.Check(change, {m_countAlign, m_maxCount, m_modifyOnline}, GetAttached());
    if (!result.IsOk())
    {
        return result;
    }
    Commit(m_machine.Merge(change));
    if (change.evOp)
    {
        result = DoEvs(now, *change.evOp);
    }
    if (change.fieldsOp)
    {
        result = DoFields(*change.fieldsOp);
    }
    if (result.IsOk() && change.mask & Bit::STATE)
    {
        result = GoTo(change.state);
    }
    return result;
}

void
MrcEvProfile::Commit(const MrcEvProfileConfig& config)
{
    const MrcEvProfileConfig before = m_machine.GetConfig();
    if (config.format != before.format)
    {
        if (before.format)
        {
            before.format->RemoveUser();
        }
        if (config.format)
        {
            config.format->AddUser();
        }
    }
    const bool redraw = config.mode == MrcEvMode::GENERATED && config.evCount != before.evCount;
    const bool otherEvs = redraw || config.mode != before.mode || config.format != before.format;
    m_machine.SetConfig(config);
    if (otherEvs)
    {
        m_array.Clear();
        m_denied.clear();
        m_paths.Clear();
    }
    m_array.Resize(config.mode == MrcEvMode::EXPLICIT ? config.evCount : m_array.GetSize());
}

// Operations

MrcVerbsResult
MrcEvProfile::DoFields(MrcEvFieldsOp& op)
{
    if (!op.modify)
    {
        op.fields = m_fields;
        return {};
    }
    if (!GetFormat())
    {
        return MrcVerbsResult::Invalid("fields need an EV format profile");
    }
    const std::string problem = CheckMrcEvFields(GetFormat()->GetWidths(), op.fields);
    if (!problem.empty())
    {
        return MrcVerbsResult::Invalid(problem);
    }
    const bool generated = GetMode() == MrcEvMode::GENERATED;
    const bool online = GetState() == MrcProfileState::ONLINE;
    if (generated && online && op.fields.empty())
    {
        return MrcVerbsResult::Invalid(
            "a profile that is ONLINE needs fields to generate EVs from");
    }
    m_fields = op.fields;
    if (generated && online)
    {
        Generate();
    }
    else if (generated)
    {
        m_array.Clear(); // the change to ONLINE draws it again
    }
    return {};
}

MrcVerbsResult
MrcEvProfile::DoEvs(RdmaTick now, MrcEvOp& op)
{
    op.done = 0;
    if (op.entries.size() > m_opMaxEntries)
    {
        return MrcVerbsResult::Invalid(std::to_string(op.entries.size()) +
                                       " entries in one operation; at most " +
                                       std::to_string(m_opMaxEntries));
    }
    if (op.kind == MrcEvOp::Kind::QUERY_EV_ARRAY)
    {
        return QueryArray(op);
    }
    for (MrcEvOp::Entry& entry : op.entries)
    {
        MrcVerbsResult result;
        switch (op.kind)
        {
        case MrcEvOp::Kind::REPLACE_EV:
            result = Replace(now, entry, op.allCopies);
            break;
        case MrcEvOp::Kind::MODIFY_EV_STATE:
            result = ModifyState(now, entry);
            break;
        default:
            entry.state = QueryState(entry.ev);
        }
        if (!result.IsOk())
        {
            result.message = "entry " + std::to_string(op.done) + ": " + result.message;
            return result;
        }
        ++op.done;
    }
    return {};
}

MrcVerbsResult
MrcEvProfile::Replace(RdmaTick now, const MrcEvOp::Entry& entry, bool allCopies)
{
    if (GetMode() == MrcEvMode::AUTO)
    {
        return MrcVerbsResult::Invalid("in mode AUTO the device chooses the EVs");
    }
    if (!GetFormat())
    {
        return MrcVerbsResult::Invalid("EVs need an EV format profile");
    }
    if (!entry.value.IsPopulated())
    {
        return MrcVerbsResult::Invalid("an EV is replaced by another EV, not by nothing");
    }
    const auto at = m_array.Find(entry.ev);
    if (!at)
    {
        return MrcVerbsResult::Invalid(entry.ev.IsPopulated()
                                           ? "the array does not hold this EV"
                                           : "all entries of the array are populated");
    }
    MrcEvArray::Slot& slot = m_array.At(*at);
    const auto state = FromPublic(entry.state);
    if (!state.has_value())
    {
        return MrcVerbsResult::Invalid("a state must be GOOD = 1, ASSUMED_BAD = 2 or DENIED = 4");
    }
    if (slot.entry.IsPopulated() && slot.entry.port != entry.value.port)
    {
        return MrcVerbsResult::Invalid(
            "an EV of port " + std::to_string(slot.entry.port) +
            " can be replaced by one of the same port only, not of port " +
            std::to_string(entry.value.port));
    }
    if (entry.ev != entry.value)
    {
        const MrcVerbsResult result = m_array.CheckEntry(entry.value, GetFormat()->GetMode());
        if (!result.IsOk())
        {
            return result;
        }
    }
    const uint32_t before = slot.ev;
    if (entry.ev != entry.value)
    {
        Fill(slot, entry.value, IsSrv6() ? TakeNumber() : 0);
    }
    slot.state = entry.state;
    if (allCopies)
    {
        FanOut([&](MrcEvTable& table) { table.Replace(now, before, slot.ev, *state); });
    }
    return {};
}

MrcVerbsResult
MrcEvProfile::ModifyState(RdmaTick now, const MrcEvOp::Entry& entry)
{
    if (!FromPublic(entry.state).has_value())
    {
        return MrcVerbsResult::Invalid("a state must be GOOD = 1, ASSUMED_BAD = 2 or DENIED = 4");
    }
    uint32_t ev = entry.ev.GetNumber();
    if (GetMode() == MrcEvMode::AUTO)
    {
        if (entry.state == MrcEvPublicState::DENIED)
        {
            m_denied.insert(ev);
        }
        else
        {
            m_denied.erase(ev);
        }
    }
    else
    {
        const auto at = entry.ev.IsPopulated() ? m_array.Find(entry.ev) : std::nullopt;
        if (!at)
        {
            return MrcVerbsResult::Invalid("the array does not hold this EV");
        }
        m_array.At(*at).state = entry.state;
        ev = m_array.At(*at).ev;
    }
    FanOut([&](MrcEvTable& table) {
        if (entry.state == MrcEvPublicState::GOOD)
        {
            table.Enable(ev);
        }
        else if (entry.state == MrcEvPublicState::DENIED)
        {
            table.Deny(ev);
        }
        else
        {
            table.AssumeBad(now, ev);
        }
    });
    return {};
}

MrcEvPublicState
MrcEvProfile::QueryState(const MrcEvEntry& entry) const
{
    uint32_t ev = entry.GetNumber();
    bool held = false;
    bool denied = m_denied.count(ev) > 0;
    bool bad = false;
    if (GetMode() != MrcEvMode::AUTO)
    {
        const auto at = entry.IsPopulated() ? m_array.Find(entry) : std::nullopt;
        if (!at)
        {
            return MrcEvPublicState::UNKNOWN;
        }
        const MrcEvArray::Slot& slot = m_array.At(*at);
        held = true;
        ev = slot.ev;
        denied = slot.state == MrcEvPublicState::DENIED;
        bad = m_attachments.empty() && slot.state == MrcEvPublicState::ASSUMED_BAD;
    }
    if (denied)
    {
        return MrcEvPublicState::DENIED;
    }
    for (const Attachment* attachment : m_attachments)
    {
        const MrcEvTable* table = attachment->m_qp.FindEvTable();
        const auto state = table ? table->GetState(ev) : std::nullopt;
        if (state == MrcEvState::ASSUMED_BAD)
        {
            return MrcEvPublicState::ASSUMED_BAD;
        }
        held = held || state.has_value();
    }
    return bad    ? MrcEvPublicState::ASSUMED_BAD
           : held ? MrcEvPublicState::GOOD
                  : MrcEvPublicState::UNKNOWN;
}

MrcVerbsResult
MrcEvProfile::QueryArray(MrcEvOp& op) const
{
    if (GetMode() == MrcEvMode::AUTO)
    {
        return {EOPNOTSUPP, "in mode AUTO every QP draws its EVs"};
    }
    if (op.first + op.entries.size() > m_array.GetSize())
    {
        return MrcVerbsResult::Invalid("entries " + std::to_string(op.first) + " to " +
                                       std::to_string(op.first + op.entries.size() - 1) +
                                       " of an array of " + std::to_string(m_array.GetSize()));
    }
    for (MrcEvOp::Entry& entry : op.entries)
    {
        entry.ev = m_array.At(op.first + op.done++).entry;
        entry.state = QueryState(entry.ev);
    }
    return {};
}

// States

MrcVerbsResult
MrcEvProfile::GoTo(MrcProfileState state)
{
    const MrcVerbsResult result =
        m_machine.CheckStep(state, {GetAttached(), m_array.CountPopulated(), m_fields});
    if (!result.IsOk() || state == GetState())
    {
        return result;
    }
    if (state == MrcProfileState::INIT)
    {
        Commit(MrcEvProfileConfig{});
        m_fields.clear();
    }
    else if (state == MrcProfileState::ONLINE && GetMode() == MrcEvMode::GENERATED &&
             m_array.GetSize() == 0)
    {
        Generate();
    }
    m_machine.GoTo(state);
    return {};
}

void
MrcEvProfile::Generate()
{
    m_array.Clear();
    m_paths.Clear();
    const std::vector<MrcEvBits> evs = GenerateMrcEvs(m_fields, GetEvCount(), m_rng);
    if (evs.size() < GetEvCount())
    {
        NS_LOG_WARN("the fields make " << evs.size() << " EVs, not " << GetEvCount());
        MrcEvProfileConfig fewer = m_machine.GetConfig();
        fewer.evCount = static_cast<uint32_t>(evs.size());
        fewer.evMinActive = std::min(fewer.evMinActive, fewer.evCount);
        m_machine.SetConfig(fewer);
    }
    m_array.Resize(static_cast<uint32_t>(evs.size()));
    m_nextNumber = 0;
    for (uint32_t i = 0; i < evs.size(); ++i)
    {
        MrcEvBits expanded;
        const std::string problem =
            ExpandMrcEv(GetFormat()->GetWidths(), m_fields, evs[i], expanded);
        NS_ASSERT_MSG(problem.empty(), problem);
        MrcEvEntry entry;
        const uint32_t shift = IsSrv6() ? 0 : 32 - expanded.size;
        for (uint32_t bit = 0; bit < expanded.size; ++bit)
        {
            const uint32_t to = bit + shift;
            entry.value[to / 8] |= static_cast<uint8_t>(expanded.GetBit(bit) << (7 - to % 8));
        }
        entry.port = static_cast<uint8_t>(1 + i % m_ports);
        if (IsSrv6())
        {
            entry = MrcEvEntry::Of(InPlane(GetMrcEvDestination(expanded), entry.port - 1U),
                                   InPlane(GetMrcEvSegment(expanded), entry.port - 1U),
                                   entry.port);
        }
        Fill(m_array.At(i), entry, BitsToMrcEv(evs[i]).value_or(i));
    }
}

void
MrcEvProfile::Fill(MrcEvArray::Slot& slot, const MrcEvEntry& entry, uint32_t ev)
{
    slot.entry = entry;
    slot.state = MrcEvPublicState::GOOD;
    if (!IsSrv6())
    {
        slot.ev = entry.GetNumber();
        return;
    }
    slot.ev = ev;
    m_paths.Add(ev,
                Srv6AddressFromBytes(entry.value.data()),
                Srv6AddressFromBytes(entry.value.data() + 16));
}

uint32_t
MrcEvProfile::TakeNumber()
{
    while (m_paths.Find(m_nextNumber))
    {
        ++m_nextNumber;
    }
    return m_nextNumber++;
}

// QPs

MrcVerbsResult
MrcEvProfile::CheckAttach(uint32_t ports) const
{
    if (GetState() != MrcProfileState::ONLINE)
    {
        return MrcVerbsResult::Invalid(std::string("the EV profile is ") +
                                       GetMrcProfileStateName(GetState()) +
                                       "; QPs can be attached when it is ONLINE");
    }
    return m_array.CheckPorts(ports);
}

void
MrcEvProfile::Configure(MrcEvSetup& setup) const
{
    setup.minActive = GetEvMinActive();
    if (GetMode() == MrcEvMode::AUTO)
    {
        setup.count = GetEvCount();
        setup.denied.assign(m_denied.begin(), m_denied.end());
        return;
    }
    setup.active = std::min(m_active, m_array.GetSize());
    m_array.Configure(setup);
}

MrcEvProfile::Attachment::Attachment(Ptr<MrcEvProfile> profile, MrcTransport& qp)
    : m_profile(std::move(profile)),
      m_qp(qp)
{
    m_profile->m_attachments.push_back(this);
}

MrcEvProfile::Attachment::~Attachment()
{
    auto& all = m_profile->m_attachments;
    all.erase(std::find(all.begin(), all.end(), this));
}

void
MrcEvProfile::FanOut(const std::function<void(MrcEvTable&)>& act)
{
    for (size_t i = 0; i < m_attachments.size(); ++i)
    {
        MrcTransport& qp = m_attachments[i]->m_qp;
        if (!qp.FindEvTable())
        {
            continue; // the QP was reset
        }
        act(qp.EditEvTable());
        if (m_attachments[i]->onChange)
        {
            m_attachments[i]->onChange();
        }
    }
}

const MrcEvPathMap*
MrcEvProfile::GetPaths(Srv6Segments& segments)
{
    if (!IsSrv6() || GetMode() == MrcEvMode::AUTO)
    {
        return nullptr;
    }
    m_paths.Bind(segments);
    return &m_paths;
}

// Events

void
MrcEvProfile::OnQpEvent(const RdmaEvent& event)
{
    const bool bad = event.kind == RdmaEvent::Kind::EV_BAD;
    const bool good = event.kind == RdmaEvent::Kind::EV_GOOD;
    const uint32_t bit = bad ? MRC_EV_EVENT_ASSUMED_BAD : good ? MRC_EV_EVENT_GOOD : 0;
    if (!(m_machine.GetConfig().eventMask & bit))
    {
        return;
    }
    MrcEvEvent report;
    report.state = bad ? MrcEvPublicState::ASSUMED_BAD : MrcEvPublicState::GOOD;
    report.ev = MrcEvEntry::Of(event.entropy, static_cast<uint8_t>(event.port + 1));
    if (GetMode() != MrcEvMode::AUTO)
    {
        if (const MrcEvArray::Slot* slot = m_array.FindEv(event.entropy))
        {
            report.ev = slot->entry;
        }
    }
    m_eventTrace(report);
    if (m_events.size() >= m_eventQueue)
    {
        ++m_dropped;
        return;
    }
    report.dropCount = std::exchange(m_dropped, 0);
    m_events.push_back(report);
}

bool
MrcEvProfile::PollEvent(MrcEvEvent& event)
{
    if (m_events.empty())
    {
        return false;
    }
    event = m_events.front();
    m_events.pop_front();
    return true;
}

} // namespace ns3
