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
 * @param message what was wrong
 * @return EINVAL
 */
MrcVerbsResult
Invalid(const std::string& message)
{
    return {EINVAL, message};
}

/** @return the time */
RdmaTick
TickNow()
{
    return RdmaTick::Ps(Simulator::Now().GetPicoSeconds());
}

/**
 * The plane of a generated address, as in 4.5: the port's bits go into every uSID.
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
 * @return the table's state; nothing if a controller cannot ask for it
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
                          "Device: most entries of one operation on EVs",
                          UintegerValue(2048),
                          MakeUintegerAccessor(&MrcEvProfile::m_opMaxEntries),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("EvActive",
                          "EVs of the array that a QP uses at its start; the others are backups",
                          UintegerValue(128),
                          MakeUintegerAccessor(&MrcEvProfile::m_active),
                          MakeUintegerChecker<uint32_t>(1, 2048))
            .AddAttribute("Ports",
                          "Device: ports of a NIC, to which generated EVs are dealt in turn",
                          UintegerValue(1),
                          MakeUintegerAccessor(&MrcEvProfile::m_ports),
                          MakeUintegerChecker<uint32_t>(1, MrcEv::MAX_PLANES))
            .AddAttribute("EventQueue",
                          "EV events kept until somebody takes them; later ones are counted only",
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
                            "An EV was retired, or came back, at an attached QP.",
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
    if (m_config.format)
    {
        m_config.format->RemoveUser();
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
    MrcVerbsResult result = CheckAllowed(change);
    if (!result.IsOk())
    {
        return result;
    }
    const Config config = Merge(change);
    result = CheckConfig(config);
    if (!result.IsOk())
    {
        return result;
    }
    Commit(config);
    if (change.evOp)
    {
        result = DoEvs(*change.evOp);
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

MrcVerbsResult
MrcEvProfile::CheckAllowed(const MrcEvProfileChange& change) const
{
    if (change.evOp && change.fieldsOp)
    {
        return Invalid("an operation on EVs and one on fields in one call");
    }
    const bool replaces = change.evOp && change.evOp->kind == MrcEvOp::Kind::REPLACE_EV;
    const bool newFields = change.fieldsOp && change.fieldsOp->modify;
    const bool shape = change.mask & (Bit::MODE | Bit::FORMAT | Bit::EV_COUNT | Bit::MIN_ACTIVE);
    const bool eventMask = change.mask & Bit::EVENT_MASK;
    const std::string attached = std::to_string(GetAttached()) + " QP(s) are attached";
    switch (m_state)
    {
    case MrcProfileState::INIT:
        if (change.evOp || change.fieldsOp)
        {
            return Invalid("a profile in INIT takes its attributes and the state OFFLINE only");
        }
        break;
    case MrcProfileState::OFFLINE:
        if (GetAttached() > 0 && (shape || eventMask || replaces || newFields))
        {
            return {EBUSY, attached};
        }
        break;
    case MrcProfileState::ONLINE:
        if (shape)
        {
            return Invalid("mode, format, ev_count and ev_min_active can be set while the profile "
                           "is INIT or OFFLINE only");
        }
        if (!m_modifyOnline && (eventMask || replaces || newFields))
        {
            return {EOPNOTSUPP,
                    "this device cannot modify a profile that is ONLINE: only its state, states of "
                    "EVs, and queries"};
        }
        if (newFields && GetAttached() > 0)
        {
            return {EBUSY, attached};
        }
        break;
    }
    return {};
}

MrcEvProfile::Config
MrcEvProfile::Merge(const MrcEvProfileChange& change) const
{
    Config config = m_config;
    config.given |= change.mask & ~Bit::STATE;
    config.mode = change.mask & Bit::MODE ? change.mode : config.mode;
    config.format = change.mask & Bit::FORMAT ? change.format : config.format;
    config.evCount = change.mask & Bit::EV_COUNT ? change.evCount : config.evCount;
    config.evMinActive = change.mask & Bit::MIN_ACTIVE ? change.evMinActive : config.evMinActive;
    config.eventMask = change.mask & Bit::EVENT_MASK ? change.eventMask : config.eventMask;
    return config;
}

MrcVerbsResult
MrcEvProfile::CheckConfig(const Config& config) const
{
    if (config.given & Bit::MODE && config.mode != MrcEvMode::AUTO &&
        config.mode != MrcEvMode::EXPLICIT && config.mode != MrcEvMode::GENERATED)
    {
        return Invalid("mode " + std::to_string(static_cast<int>(config.mode)) +
                       "; there are AUTO = 1, EXPLICIT = 2 and GENERATED = 4");
    }
    if (config.given & Bit::FORMAT && (!config.format || config.format->GetWidths().empty()))
    {
        return Invalid("an EV format profile that has been set is needed");
    }
    if (config.given & Bit::EV_COUNT)
    {
        const std::string count = "ev_count " + std::to_string(config.evCount);
        if (config.evCount < 1 || config.evCount > m_maxCount)
        {
            return Invalid(count + "; allowed are 1 to " + std::to_string(m_maxCount));
        }
        if (config.mode == MrcEvMode::EXPLICIT && config.evCount % m_countAlign != 0)
        {
            return Invalid(count + "; an explicit array must be a multiple of " +
                           std::to_string(m_countAlign));
        }
        if (config.evMinActive > config.evCount)
        {
            return Invalid("ev_min_active " + std::to_string(config.evMinActive) +
                           " is more than " + count);
        }
    }
    if (config.eventMask & ~(MRC_EV_EVENT_GOOD | MRC_EV_EVENT_ASSUMED_BAD))
    {
        return Invalid("event mask " + std::to_string(config.eventMask) +
                       "; there are GOOD = 1 and ASSUMED_BAD = 2");
    }
    return {};
}

void
MrcEvProfile::Commit(const Config& config)
{
    if (config.format != m_config.format)
    {
        if (m_config.format)
        {
            m_config.format->RemoveUser();
        }
        if (config.format)
        {
            config.format->AddUser();
        }
    }
    const bool redraw = config.mode == MrcEvMode::GENERATED && config.evCount != m_config.evCount;
    const bool otherEvs =
        redraw || config.mode != m_config.mode || config.format != m_config.format;
    m_config = config;
    if (otherEvs)
    {
        m_array.clear();
        m_denied.clear();
        m_paths.Clear();
    }
    m_array.resize(config.mode == MrcEvMode::EXPLICIT ? config.evCount : m_array.size());
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
    if (!m_config.format)
    {
        return Invalid("fields need an EV format profile");
    }
    const std::string problem = CheckMrcEvFields(m_config.format->GetWidths(), op.fields);
    if (!problem.empty())
    {
        return Invalid(problem);
    }
    const bool generated = m_config.mode == MrcEvMode::GENERATED;
    const bool online = m_state == MrcProfileState::ONLINE;
    if (generated && online && op.fields.empty())
    {
        return Invalid("a profile that is ONLINE needs fields to generate EVs from");
    }
    m_fields = op.fields;
    if (generated && online)
    {
        Generate();
    }
    else if (generated)
    {
        m_array.clear(); // drawn anew on the way to ONLINE
    }
    return {};
}

MrcVerbsResult
MrcEvProfile::DoEvs(MrcEvOp& op)
{
    op.done = 0;
    if (op.entries.size() > m_opMaxEntries)
    {
        return Invalid(std::to_string(op.entries.size()) + " entries in one operation; at most " +
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
            result = Replace(entry, op.allCopies);
            break;
        case MrcEvOp::Kind::MODIFY_EV_STATE:
            result = ModifyState(entry);
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
MrcEvProfile::CheckEntry(const MrcEvEntry& entry) const
{
    if (entry.port < 1 || entry.port > MrcEv::MAX_PLANES)
    {
        return Invalid("port " + std::to_string(entry.port) + "; ports are 1 to " +
                       std::to_string(MrcEv::MAX_PLANES));
    }
    const MrcEvFormatMode mode = m_config.format->GetMode();
    const size_t used = mode == MrcEvFormatMode::SRV6 ? 32 : 4;
    if (std::any_of(entry.value.begin() + used, entry.value.end(), [](uint8_t b) { return b; }))
    {
        return Invalid("bytes behind the EV are not 0");
    }
    if (mode == MrcEvFormatMode::UDP && entry.GetNumber() > 0xFFFF)
    {
        return Invalid("EV " + std::to_string(entry.GetNumber()) + " has more than 16 bits");
    }
    // Whatever the port: packets do not carry it.
    const auto same = [&](const Slot& s) {
        return s.entry.IsPopulated() && s.entry.value == entry.value &&
               (mode != MrcEvFormatMode::SRV6 || s.entry.port == entry.port);
    };
    if (std::any_of(m_array.begin(), m_array.end(), same))
    {
        return Invalid("the array holds this EV already");
    }
    return {};
}

MrcVerbsResult
MrcEvProfile::Replace(const MrcEvOp::Entry& entry, bool allCopies)
{
    if (m_config.mode == MrcEvMode::AUTO)
    {
        return Invalid("in mode AUTO the device chooses the EVs");
    }
    if (!m_config.format)
    {
        return Invalid("EVs need an EV format profile");
    }
    if (!entry.value.IsPopulated())
    {
        return Invalid("an EV is replaced by another one, not by nothing");
    }
    const int32_t at = FindSlot(entry.ev);
    if (at < 0)
    {
        return Invalid(entry.ev.IsPopulated() ? "the array does not hold this EV"
                                              : "all entries of the array are populated");
    }
    Slot& slot = m_array[at];
    const auto state = FromPublic(entry.state);
    if (!state.has_value())
    {
        return Invalid("a state must be GOOD = 1, ASSUMED_BAD = 2 or DENIED = 4");
    }
    if (slot.entry.IsPopulated() && slot.entry.port != entry.value.port)
    {
        return Invalid("an EV of port " + std::to_string(slot.entry.port) +
                       " can be replaced by one of the same port only, not of port " +
                       std::to_string(entry.value.port));
    }
    if (entry.ev != entry.value)
    {
        const MrcVerbsResult result = CheckEntry(entry.value);
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
        FanOut([&](MrcEvTable& table) { table.Replace(TickNow(), before, slot.ev, *state); });
    }
    return {};
}

MrcVerbsResult
MrcEvProfile::ModifyState(const MrcEvOp::Entry& entry)
{
    if (!FromPublic(entry.state).has_value())
    {
        return Invalid("a state must be GOOD = 1, ASSUMED_BAD = 2 or DENIED = 4");
    }
    uint32_t ev = entry.ev.GetNumber();
    if (m_config.mode == MrcEvMode::AUTO)
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
        const int32_t at = entry.ev.IsPopulated() ? FindSlot(entry.ev) : -1;
        if (at < 0)
        {
            return Invalid("the array does not hold this EV");
        }
        m_array[at].state = entry.state;
        ev = m_array[at].ev;
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
            table.Condemn(TickNow(), ev);
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
    if (m_config.mode != MrcEvMode::AUTO)
    {
        const int32_t at = entry.IsPopulated() ? FindSlot(entry) : -1;
        if (at < 0)
        {
            return MrcEvPublicState::UNKNOWN;
        }
        held = true;
        ev = m_array[at].ev;
        denied = m_array[at].state == MrcEvPublicState::DENIED;
        bad = m_attachments.empty() && m_array[at].state == MrcEvPublicState::ASSUMED_BAD;
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
    if (m_config.mode == MrcEvMode::AUTO)
    {
        return {EOPNOTSUPP, "in mode AUTO every QP has EVs of its own"};
    }
    if (op.first + op.entries.size() > m_array.size())
    {
        return Invalid("entries " + std::to_string(op.first) + " to " +
                       std::to_string(op.first + op.entries.size() - 1) + " of an array of " +
                       std::to_string(m_array.size()));
    }
    for (MrcEvOp::Entry& entry : op.entries)
    {
        entry.ev = m_array[op.first + op.done++].entry;
        entry.state = QueryState(entry.ev);
    }
    return {};
}

// States

MrcVerbsResult
MrcEvProfile::GoTo(MrcProfileState state)
{
    MrcVerbsResult result = CheckMrcProfileStep(m_state, state);
    if (!result.IsOk() || state == m_state)
    {
        return result;
    }
    if (state == MrcProfileState::INIT)
    {
        if (GetAttached() > 0)
        {
            return {EBUSY, std::to_string(GetAttached()) + " QP(s) are attached"};
        }
        Commit(Config{});
        m_fields.clear();
    }
    else if (m_state == MrcProfileState::INIT)
    {
        if (!(m_config.given & Bit::MODE))
        {
            return Invalid("OFFLINE needs a mode");
        }
        if (m_config.mode != MrcEvMode::AUTO && !(m_config.given & Bit::FORMAT))
        {
            return Invalid("OFFLINE needs an EV format profile, unless the mode is AUTO");
        }
    }
    else if (state == MrcProfileState::ONLINE)
    {
        result = CheckComplete();
        if (!result.IsOk())
        {
            return result;
        }
        if (m_config.mode == MrcEvMode::GENERATED && m_array.empty())
        {
            Generate();
        }
    }
    m_state = state;
    return {};
}

MrcVerbsResult
MrcEvProfile::CheckComplete() const
{
    if (~m_config.given & (Bit::EV_COUNT | Bit::MIN_ACTIVE | Bit::EVENT_MASK))
    {
        return Invalid("ONLINE needs ev_count, ev_min_active and the event mask");
    }
    const auto populated = std::count_if(m_array.begin(), m_array.end(), [](const Slot& s) {
        return s.entry.IsPopulated();
    });
    if (m_config.mode == MrcEvMode::EXPLICIT && populated != m_config.evCount)
    {
        return Invalid("ONLINE needs a full array: " + std::to_string(populated) + " of " +
                       std::to_string(m_config.evCount) + " EVs are there");
    }
    if (m_config.mode != MrcEvMode::GENERATED)
    {
        return {};
    }
    if (m_fields.empty())
    {
        return Invalid("ONLINE needs fields to generate EVs from");
    }
    // The format may be another than when the fields were set.
    const std::string problem = CheckMrcEvFields(m_config.format->GetWidths(), m_fields);
    return problem.empty() ? MrcVerbsResult{} : Invalid(problem);
}

void
MrcEvProfile::Generate()
{
    m_array.clear();
    m_paths.Clear();
    const std::vector<MrcEvBits> evs = GenerateMrcEvs(m_fields, m_config.evCount, m_rng);
    if (evs.size() < m_config.evCount)
    {
        NS_LOG_WARN("the fields make " << evs.size() << " EVs, not " << m_config.evCount);
        m_config.evCount = static_cast<uint32_t>(evs.size());
        m_config.evMinActive = std::min(m_config.evMinActive, m_config.evCount);
    }
    m_array.resize(evs.size());
    m_nextNumber = 0;
    for (uint32_t i = 0; i < evs.size(); ++i)
    {
        MrcEvBits expanded;
        const std::string problem =
            ExpandMrcEv(m_config.format->GetWidths(), m_fields, evs[i], expanded);
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
        Fill(m_array[i], entry, BitsToMrcEv(evs[i]).value_or(i));
    }
}

void
MrcEvProfile::Fill(Slot& slot, const MrcEvEntry& entry, uint32_t ev)
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

int32_t
MrcEvProfile::FindSlot(const MrcEvEntry& entry) const
{
    for (size_t i = 0; i < m_array.size(); ++i)
    {
        if (m_array[i].entry == entry)
        {
            return static_cast<int32_t>(i);
        }
    }
    return -1;
}

// QPs

MrcVerbsResult
MrcEvProfile::CheckAttach(uint32_t ports) const
{
    if (m_state != MrcProfileState::ONLINE)
    {
        return Invalid(std::string("the EV profile is ") + GetMrcProfileStateName(m_state) +
                       "; QPs can be attached when it is ONLINE");
    }
    for (const Slot& slot : m_array)
    {
        if (slot.entry.port > ports)
        {
            return Invalid("the EV profile has an EV of port " + std::to_string(slot.entry.port) +
                           ", the NIC has " + std::to_string(ports) + " port(s)");
        }
    }
    return {};
}

void
MrcEvProfile::Configure(MrcEvSetup& setup) const
{
    setup.minActive = m_config.evMinActive;
    if (m_config.mode == MrcEvMode::AUTO)
    {
        setup.count = m_config.evCount;
        setup.denied.assign(m_denied.begin(), m_denied.end());
        return;
    }
    setup.active = std::min<uint32_t>(m_active, static_cast<uint32_t>(m_array.size()));
    for (const Slot& slot : m_array)
    {
        setup.paths.push_back({slot.ev, static_cast<uint8_t>(slot.entry.port - 1)});
        if (slot.state == MrcEvPublicState::DENIED)
        {
            setup.denied.push_back(slot.ev);
        }
        if (slot.state == MrcEvPublicState::ASSUMED_BAD)
        {
            setup.assumedBad.push_back(slot.ev);
        }
    }
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
        MrcEvTable* table = m_attachments[i]->m_qp.FindEvTable();
        if (!table)
        {
            continue; // the QP was reset
        }
        act(*table);
        if (m_attachments[i]->onChange)
        {
            m_attachments[i]->onChange();
        }
    }
}

const MrcEvPathMap*
MrcEvProfile::GetPaths(Srv6Segments& segments)
{
    if (!IsSrv6() || m_config.mode == MrcEvMode::AUTO)
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
    if (!(m_config.eventMask & bit))
    {
        return;
    }
    MrcEvEvent report;
    report.state = bad ? MrcEvPublicState::ASSUMED_BAD : MrcEvPublicState::GOOD;
    report.ev = MrcEvEntry::Of(event.entropy, static_cast<uint8_t>(event.port + 1));
    if (m_config.mode != MrcEvMode::AUTO)
    {
        const auto slot = std::find_if(m_array.begin(), m_array.end(), [&](const Slot& s) {
            return s.ev == event.entropy;
        });
        if (slot != m_array.end())
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
