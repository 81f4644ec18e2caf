/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/mrc-ev-generator.h"
#include "ns3/mrc-ev-profile.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cerrno>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Bit = MrcEvProfileChange::Bit;
using Kind = MrcEvOp::Kind;
using State = MrcEvPublicState;

/** An EV profile and its format. */
class EvProfile : public testing::Test
{
  protected:
    EvProfile()
    {
        format->Set(MrcEvFormatMode::STEV, {16, 16});
        profile->AssignStreams(1);
    }

    /**
     * @param state state to enter
     * @return the result
     */
    MrcVerbsResult GoTo(MrcProfileState state)
    {
        MrcEvProfileChange change;
        change.mask = Bit::STATE;
        change.state = state;
        return profile->Modify(change);
    }

    /**
     * Go from INIT to OFFLINE with all attributes except EVs and fields.
     * @param mode source of the EVs
     * @param count ev_count
     */
    void Configure(MrcEvMode mode, uint32_t count)
    {
        MrcEvProfileChange change;
        change.mask = Bit::MODE | Bit::FORMAT | Bit::EV_COUNT | Bit::MIN_ACTIVE | Bit::EVENT_MASK |
                      Bit::STATE;
        change.mode = mode;
        change.format = format;
        change.evCount = count;
        change.evMinActive = 1;
        change.eventMask = MRC_EV_EVENT_GOOD | MRC_EV_EVENT_ASSUMED_BAD;
        change.state = MrcProfileState::OFFLINE;
        const MrcVerbsResult result = profile->Modify(change);
        ASSERT_TRUE(result.IsOk()) << result.message;
    }

    /**
     * @param op an operation on EVs
     * @return the result
     */
    MrcVerbsResult Do(MrcEvOp& op)
    {
        MrcEvProfileChange change;
        change.evOp = &op;
        return profile->Modify(change);
    }

    /**
     * @param kind kind of the operation
     * @param entries its entries
     * @return the operation
     */
    static MrcEvOp Make(Kind kind, const std::vector<MrcEvOp::Entry>& entries)
    {
        MrcEvOp op;
        op.kind = kind;
        op.entries = entries;
        return op;
    }

    /**
     * Populate free entries.
     * @param evs the EVs
     * @return the result
     */
    MrcVerbsResult Populate(const std::vector<MrcEvEntry>& evs)
    {
        MrcEvOp op;
        op.kind = Kind::REPLACE_EV;
        for (const MrcEvEntry& ev : evs)
        {
            op.entries.push_back({MrcEvEntry{}, ev, State::GOOD});
        }
        return Do(op);
    }

    /**
     * @param fields new fields
     * @return the result
     */
    MrcVerbsResult SetFields(const std::vector<MrcEvField>& fields)
    {
        MrcEvFieldsOp op;
        op.modify = true;
        op.fields = fields;
        MrcEvProfileChange change;
        change.fieldsOp = &op;
        return profile->Modify(change);
    }

    /**
     * @param ev an EV
     * @return its state
     */
    State Query(const MrcEvEntry& ev)
    {
        MrcEvOp op = Make(Kind::QUERY_EV_STATE, {{ev, {}, State::GOOD}});
        EXPECT_TRUE(Do(op).IsOk());
        return op.entries[0].state;
    }

    /** @return the array */
    std::vector<MrcEvEntry> Array()
    {
        MrcEvOp op;
        op.kind = Kind::QUERY_EV_ARRAY;
        op.entries.resize(profile->GetEvCount());
        const MrcVerbsResult result = Do(op);
        EXPECT_TRUE(result.IsOk()) << result.message;
        std::vector<MrcEvEntry> evs;
        for (const MrcEvOp::Entry& entry : op.entries)
        {
            evs.push_back(entry.ev);
        }
        return evs;
    }

    Ptr<MrcEvFormatProfile> format{CreateObject<MrcEvFormatProfile>()}; ///< STEV, 16 + 16 bits
    Ptr<MrcEvProfile> profile{CreateObject<MrcEvProfile>()};            ///< under test
};

/** Error and a part of the text. */
#define EXPECT_REFUSED(call, code, text)                                                           \
    do                                                                                             \
    {                                                                                              \
        const MrcVerbsResult r_ = (call);                                                          \
        EXPECT_EQ(r_.error, code);                                                                 \
        EXPECT_NE(r_.message.find(text), std::string::npos) << r_.message;                         \
    } while (false)

#define EXPECT_DONE(call)                                                                          \
    do                                                                                             \
    {                                                                                              \
        const MrcVerbsResult r_ = (call);                                                          \
        EXPECT_TRUE(r_.IsOk()) << r_.message;                                                      \
    } while (false)

// Format (mrc reference, 3.2, 3.3)

TEST_F(EvProfile, FormatsAreAsWideAsTheirMode)
{
    EXPECT_DONE(format->Set(MrcEvFormatMode::STEV, {10, 8, 4, 10}));
    EXPECT_EQ(format->GetWidths(), (std::vector<uint8_t>{10, 8, 4, 10}));
    EXPECT_REFUSED(format->Set(MrcEvFormatMode::STEV, {16, 17}), EINVAL, "32");
    EXPECT_REFUSED(format->Set(MrcEvFormatMode::UDP, {17}), EINVAL, "16");
    EXPECT_DONE(format->Set(MrcEvFormatMode::SRV6, std::vector<uint8_t>(16, 16)));
    EXPECT_REFUSED(format->Set(MrcEvFormatMode::SRV6, std::vector<uint8_t>(17, 16)), EINVAL, "256");
    EXPECT_EQ(format->GetMode(), MrcEvFormatMode::SRV6) << "refused changes change nothing";
}

TEST_F(EvProfile, FormatIsBusyWhileAProfileRefersToIt)
{
    Configure(MrcEvMode::EXPLICIT, 2);
    EXPECT_REFUSED(format->Set(MrcEvFormatMode::UDP, {16}), EBUSY, "1 EV profile");
    EXPECT_DONE(GoTo(MrcProfileState::INIT));
    EXPECT_DONE(format->Set(MrcEvFormatMode::UDP, {16}));
}

// States (12)

TEST_F(EvProfile, StatesGoOneStepAtATime)
{
    EXPECT_REFUSED(GoTo(MrcProfileState::ONLINE), EINVAL, "not from INIT to ONLINE");
    Configure(MrcEvMode::AUTO, 64);
    EXPECT_DONE(GoTo(MrcProfileState::ONLINE));
    EXPECT_REFUSED(GoTo(MrcProfileState::INIT), EINVAL, "not from ONLINE to INIT");
    EXPECT_DONE(GoTo(MrcProfileState::OFFLINE));
    EXPECT_DONE(GoTo(MrcProfileState::INIT));
    EXPECT_REFUSED(GoTo(MrcProfileState::OFFLINE), EINVAL, "needs a mode"); // it is reset
}

TEST_F(EvProfile, OfflineNeedsModeAndFormat)
{
    MrcEvProfileChange change;
    change.mask = Bit::MODE | Bit::STATE;
    change.mode = MrcEvMode::EXPLICIT;
    change.state = MrcProfileState::OFFLINE;
    EXPECT_REFUSED(profile->Modify(change), EINVAL, "needs an EV format");
    change.mode = MrcEvMode::AUTO;
    EXPECT_DONE(profile->Modify(change));
}

TEST_F(EvProfile, OnlineNeedsCountMinActiveAndEventMask)
{
    for (const uint32_t missing : {Bit::EV_COUNT, Bit::MIN_ACTIVE, Bit::EVENT_MASK})
    {
        profile = CreateObject<MrcEvProfile>();
        MrcEvProfileChange change;
        change.mask =
            (Bit::MODE | Bit::EV_COUNT | Bit::MIN_ACTIVE | Bit::EVENT_MASK | Bit::STATE) & ~missing;
        change.evCount = 8;
        change.state = MrcProfileState::OFFLINE;
        EXPECT_DONE(profile->Modify(change));
        EXPECT_REFUSED(GoTo(MrcProfileState::ONLINE), EINVAL, "ev_count, ev_min_active");
    }
}

TEST_F(EvProfile, AttributesThatBreakARuleAreRefusedTogether)
{
    profile->SetAttribute("EvCountAlign", UintegerValue(8));
    MrcEvProfileChange change;
    change.mask = Bit::MODE | Bit::EV_COUNT | Bit::MIN_ACTIVE;
    change.mode = MrcEvMode::EXPLICIT;
    change.evCount = 12;
    EXPECT_REFUSED(profile->Modify(change), EINVAL, "ev_count 12; an explicit array must be");
    EXPECT_EQ(profile->GetMode(), MrcEvMode::AUTO);
    change.evCount = 16;
    change.evMinActive = 17;
    EXPECT_REFUSED(profile->Modify(change), EINVAL, "ev_min_active 17 is more than ev_count 16");
    change.evMinActive = 16;
    EXPECT_DONE(profile->Modify(change));
    change.evCount = 4096;
    EXPECT_REFUSED(profile->Modify(change), EINVAL, "allowed are 1 to 2048");
    change.mask = Bit::EVENT_MASK;
    change.eventMask = 4;
    EXPECT_REFUSED(profile->Modify(change), EINVAL, "event mask 4");
    change.mask = Bit::MODE;
    change.mode = static_cast<MrcEvMode>(3);
    EXPECT_REFUSED(profile->Modify(change), EINVAL, "mode 3");
    change.mask = Bit::FORMAT;
    change.format = CreateObject<MrcEvFormatProfile>();
    EXPECT_REFUSED(profile->Modify(change), EINVAL, "EV format profile that has been set");
}

TEST_F(EvProfile, OneOperationPerCall)
{
    Configure(MrcEvMode::EXPLICIT, 2);
    MrcEvOp evs;
    MrcEvFieldsOp fields;
    MrcEvProfileChange change;
    change.evOp = &evs;
    change.fieldsOp = &fields;
    EXPECT_REFUSED(profile->Modify(change), EINVAL, "in one call");
}

TEST_F(EvProfile, NoOperationsInInit)
{
    MrcEvOp evs;
    EXPECT_REFUSED(Do(evs), EINVAL, "INIT");
    EXPECT_REFUSED(SetFields({}), EINVAL, "INIT");
}

TEST_F(EvProfile, OnlineAllowsWhatTheDeviceCan)
{
    Configure(MrcEvMode::EXPLICIT, 2);
    ASSERT_TRUE(Populate({MrcEvEntry::Of(10, 1), MrcEvEntry::Of(20, 1)}).IsOk());
    EXPECT_DONE(GoTo(MrcProfileState::ONLINE));
    MrcEvProfileChange shape;
    shape.mask = Bit::EV_COUNT;
    shape.evCount = 4;
    EXPECT_REFUSED(profile->Modify(shape), EINVAL, "INIT or OFFLINE only");

    MrcEvProfileChange mask;
    mask.mask = Bit::EVENT_MASK;
    MrcEvOp replace =
        Make(Kind::REPLACE_EV, {{MrcEvEntry::Of(10, 1), MrcEvEntry::Of(30, 1), State::GOOD}});
    MrcEvOp deny = Make(Kind::MODIFY_EV_STATE, {{MrcEvEntry::Of(20, 1), {}, State::DENIED}});
    profile->SetAttribute("ModifyOnline", BooleanValue(false));
    EXPECT_REFUSED(profile->Modify(mask), EOPNOTSUPP, "ONLINE");
    EXPECT_REFUSED(Do(replace), EOPNOTSUPP, "ONLINE");
    EXPECT_REFUSED(SetFields({}), EOPNOTSUPP, "ONLINE");
    EXPECT_DONE(Do(deny));
    EXPECT_EQ(Query(MrcEvEntry::Of(20, 1)), State::DENIED);
    profile->SetAttribute("ModifyOnline", BooleanValue(true));
    EXPECT_DONE(profile->Modify(mask));
    EXPECT_DONE(Do(replace));
    EXPECT_EQ(Query(MrcEvEntry::Of(30, 1)), State::GOOD);
    EXPECT_EQ(Query(MrcEvEntry::Of(10, 1)), State::UNKNOWN);
}

// EXPLICIT

TEST_F(EvProfile, ExplicitArrayMustBeFullBeforeOnline)
{
    Configure(MrcEvMode::EXPLICIT, 3);
    EXPECT_DONE(Populate({MrcEvEntry::Of(10, 1), MrcEvEntry::Of(20, 2)}));
    EXPECT_REFUSED(GoTo(MrcProfileState::ONLINE), EINVAL, "2 of 3 EVs");
    EXPECT_DONE(Populate({MrcEvEntry::Of(0, 1)}));
    EXPECT_DONE(GoTo(MrcProfileState::ONLINE));
    EXPECT_EQ(Array(),
              (std::vector<MrcEvEntry>{MrcEvEntry::Of(10, 1),
                                       MrcEvEntry::Of(20, 2),
                                       MrcEvEntry::Of(0, 1)}));
    MrcEvSetup setup;
    profile->Configure(setup);
    EXPECT_EQ(setup.paths, (std::vector<MrcPath>{{10, 0}, {20, 1}, {0, 0}}));
    EXPECT_EQ(setup.active, 3U);
    EXPECT_EQ(setup.minActive, 1U);
}

TEST_F(EvProfile, FirstEntryThatFailsEndsTheOperation)
{
    Configure(MrcEvMode::EXPLICIT, 4);
    MrcEvOp op = Make(Kind::REPLACE_EV,
                      {{{}, MrcEvEntry::Of(1, 1), State::GOOD},
                       {{}, MrcEvEntry::Of(2, 1), State::DENIED},
                       {{}, MrcEvEntry::Of(1, 1), State::GOOD},
                       {{}, MrcEvEntry::Of(4, 1), State::GOOD}});
    EXPECT_REFUSED(Do(op), EINVAL, "entry 2: the array holds this EV already");
    EXPECT_EQ(op.done, 2U);
    EXPECT_EQ(Query(MrcEvEntry::Of(1, 1)), State::GOOD);
    EXPECT_EQ(Query(MrcEvEntry::Of(2, 1)), State::DENIED);
    EXPECT_EQ(Query(MrcEvEntry::Of(4, 1)), State::UNKNOWN);
}

TEST_F(EvProfile, EntriesThatCannotBeAreRefused)
{
    Configure(MrcEvMode::EXPLICIT, 2);
    EXPECT_REFUSED(Populate({MrcEvEntry::Of(1, 0)}), EINVAL, "port 0");
    EXPECT_REFUSED(Populate({MrcEvEntry::Of(1, 9)}), EINVAL, "port 9; ports are 1 to 8");
    MrcEvEntry wide = MrcEvEntry::Of(1, 1);
    wide.value[4] = 1;
    EXPECT_REFUSED(Populate({wide}), EINVAL, "not 0");
    EXPECT_DONE(Populate({MrcEvEntry::Of(1, 1), MrcEvEntry::Of(2, 1)}));
    EXPECT_REFUSED(Populate({MrcEvEntry::Of(3, 1)}), EINVAL, "populated");
    MrcEvOp op =
        Make(Kind::REPLACE_EV, {{MrcEvEntry::Of(1, 1), MrcEvEntry::Of(3, 2), State::GOOD}});
    EXPECT_REFUSED(Do(op), EINVAL, "same port only");
    op.entries[0] = {MrcEvEntry::Of(1, 1), MrcEvEntry::Of(3, 1), State::UNKNOWN};
    EXPECT_REFUSED(Do(op), EINVAL, "DENIED = 4");
    op.entries[0] = {MrcEvEntry::Of(7, 1), MrcEvEntry::Of(3, 1), State::GOOD};
    EXPECT_REFUSED(Do(op), EINVAL, "does not hold");
    op.kind = Kind::MODIFY_EV_STATE;
    EXPECT_REFUSED(Do(op), EINVAL, "does not hold");
    op.kind = Kind::QUERY_EV_ARRAY;
    op.first = 2;
    EXPECT_REFUSED(Do(op), EINVAL, "entries 2 to 2 of an array of 2");
    profile->SetAttribute("EvOpMaxEntries", UintegerValue(1));
    EXPECT_REFUSED(Populate({{}, {}}), EINVAL, "2 entries in one operation; at most 1");
}

TEST_F(EvProfile, UdpEvsHave16Bits)
{
    format->Set(MrcEvFormatMode::UDP, {16});
    Configure(MrcEvMode::EXPLICIT, 1);
    EXPECT_REFUSED(Populate({MrcEvEntry::Of(0x10000, 1)}), EINVAL, "more than 16 bits");
    EXPECT_DONE(Populate({MrcEvEntry::Of(0xFFFF, 1)}));
}

TEST_F(EvProfile, Srv6EvsTravelAsNumbersThatLeadToTheirRoutes)
{
    format->Set(MrcEvFormatMode::SRV6, std::vector<uint8_t>(16, 16));
    Configure(MrcEvMode::EXPLICIT, 2);
    const Srv6Carrier a = Srv6AddressFromString("5f00:1:0800:1005:0801:1800::").value();
    const Srv6Carrier b = Srv6AddressFromString("5f00:1:2800:3005:2801:3800::").value();
    const Srv6Carrier s = Srv6AddressFromString("5f00:1:2802:3801::").value();
    EXPECT_DONE(Populate({MrcEvEntry::Of(a, {}, 1), MrcEvEntry::Of(b, s, 2)}));
    EXPECT_DONE(GoTo(MrcProfileState::ONLINE));
    MrcEvSetup setup;
    profile->Configure(setup);
    ASSERT_EQ(setup.paths.size(), 2U);
    Srv6Segments segments;
    const MrcEvPathMap* paths = profile->GetPaths(segments);
    ASSERT_NE(paths, nullptr);
    EXPECT_EQ(paths->Find(setup.paths[0].ev)->destination, a);
    EXPECT_EQ(paths->Find(setup.paths[0].ev)->segmentId, 0U);
    EXPECT_EQ(paths->Find(setup.paths[1].ev)->destination, b);
    EXPECT_EQ(segments.Get(paths->Find(setup.paths[1].ev)->segmentId), s);
    EXPECT_EQ(paths->Find(12345), nullptr);
    Srv6SourceRoute route;
    EXPECT_TRUE(paths->Find(setup.paths[0].ev, route));
    EXPECT_EQ(route.destination, a);
    EXPECT_FALSE(paths->Find(12345, route));
    EXPECT_EQ(route.destination, a) << "unchanged";

    // A new value gets a new number: packets in flight with the old number do not affect it.
    MrcEvOp op =
        Make(Kind::REPLACE_EV, {{MrcEvEntry::Of(a, {}, 1), MrcEvEntry::Of(a, s, 1), State::GOOD}});
    EXPECT_DONE(Do(op));
    MrcEvSetup later;
    profile->Configure(later);
    EXPECT_NE(later.paths[0].ev, setup.paths[0].ev);
    EXPECT_EQ(paths->Find(setup.paths[0].ev)->segmentId, 0U);
    EXPECT_EQ(segments.Get(paths->Find(later.paths[0].ev)->segmentId), s);
}

// GENERATED (mrc reference, 3.4)

TEST_F(EvProfile, GeneratedEvsAreDistinctAndWithinTheirFields)
{
    profile->SetAttribute("Ports", UintegerValue(4));
    Configure(MrcEvMode::GENERATED, 200);
    EXPECT_REFUSED(GoTo(MrcProfileState::ONLINE), EINVAL, "needs fields");
    // Vector X1 (mrc reference, 3.4) with other ranges
    EXPECT_DONE(SetFields({{16, 0x0100, 2, 30, 0x001f}, {16, 0x0200, 0, 15, 0x000f}}));
    EXPECT_DONE(GoTo(MrcProfileState::ONLINE));
    std::set<uint32_t> values;
    std::map<int, int> perPort;
    for (const MrcEvEntry& ev : Array())
    {
        const uint32_t high = ev.GetNumber() >> 16;
        const uint32_t low = ev.GetNumber() & 0xFFFF;
        EXPECT_EQ(high & ~0x1fU, 0x0100U);
        EXPECT_GE(high & 0x1f, 2U);
        EXPECT_LE(high & 0x1f, 30U);
        EXPECT_EQ(low & ~0xfU, 0x0200U);
        values.insert(ev.GetNumber());
        ++perPort[ev.port];
    }
    EXPECT_EQ(values.size(), 200U);
    EXPECT_EQ(perPort, (std::map<int, int>{{1, 50}, {2, 50}, {3, 50}, {4, 50}}));
}

TEST_F(EvProfile, ExhaustedProductReducesTheCount)
{
    Configure(MrcEvMode::GENERATED, 200);
    EXPECT_DONE(SetFields({{16, 0, 0, 3, 0x0003}, {16, 0, 5, 7, 0x0007}}));
    EXPECT_DONE(GoTo(MrcProfileState::ONLINE));
    EXPECT_EQ(profile->GetEvCount(), 12U);
    std::set<uint32_t> values;
    for (const MrcEvEntry& ev : Array())
    {
        values.insert(ev.GetNumber());
    }
    EXPECT_EQ(values.size(), 12U);
    EXPECT_EQ(*values.begin(), 0x00000005U);
    EXPECT_EQ(*values.rbegin(), 0x00030007U);
}

TEST_F(EvProfile, TheWholeProductIsGeneratedAlsoWhereRangesShareAFactor)
{
    Configure(MrcEvMode::GENERATED, 24);
    EXPECT_DONE(SetFields({{16, 0, 0, 3, 0x0003}, {16, 0, 2, 7, 0x0007}}));
    EXPECT_DONE(GoTo(MrcProfileState::ONLINE));
    std::set<uint32_t> values;
    for (const MrcEvEntry& ev : Array())
    {
        values.insert(ev.GetNumber());
    }
    EXPECT_EQ(values.size(), 4U * 6);
}

TEST_F(EvProfile, GenerationIsUniformWhetherTheProductIsLargeOrSmall)
{
    auto rng = CreateObject<UniformRandomVariable>();
    rng->SetStream(3);
    for (const uint32_t count : {8U, 3U}) // of 16: by shuffling, and by redrawing
    {
        std::map<uint32_t, int> drawn;
        for (int i = 0; i < 4000; ++i)
        {
            const auto evs = GenerateMrcEvs({{4, 0, 0, 15, 0xf}}, count, rng);
            EXPECT_EQ(evs.size(), count);
            for (const MrcEvBits& ev : evs)
            {
                ++drawn[*BitsToMrcEv(ev)];
            }
        }
        ASSERT_EQ(drawn.size(), 16U);
        for (const auto& [ev, times] : drawn)
        {
            EXPECT_NEAR(times, 4000 * count / 16, 160) << "EV " << ev; // 5 standard deviations
        }
    }
}

TEST_F(EvProfile, GeneratedSourceRoutesAreThoseOfTheirPlane)
{
    // Like vector X3 (mrc reference, 3.4): a fixed block, then uSIDs of plane 0; the template of V2
    // (mrc reference, 4.6) and uplinks 0 .. 255
    format->Set(MrcEvFormatMode::SRV6, {32, 16, 16, 16, 16, 16, 16});
    profile->SetAttribute("Ports", UintegerValue(8));
    Configure(MrcEvMode::GENERATED, 64);
    EXPECT_DONE(SetFields({{32, 0x5f000001, 0, 0, 0},
                           {16, 0x0807, 0, 0, 0},
                           {16, 0x1000, 0, 255, 0x00ff},
                           {16, 0x092c, 0, 0, 0},
                           {16, 0x1881, 0, 0, 0}}));
    EXPECT_DONE(GoTo(MrcProfileState::ONLINE));
    MrcEvSetup setup;
    profile->Configure(setup);
    Srv6Segments segments;
    const MrcEvPathMap* paths = profile->GetPaths(segments);
    const Srv6Carrier base = Srv6AddressFromString("5f00:1:0807:1000:092c:1881::").value();
    for (const MrcPath& path : setup.paths)
    {
        EXPECT_LT(path.ev, 256U) << "the compact EV: the uplink";
        EXPECT_EQ(paths->Find(path.ev)->destination,
                  ApplyMrcEv(base, MrcEv::Pack(path.port, path.ev)));
    }
}

TEST_F(EvProfile, AllSixUsidsOfAGeneratedRouteAreOfItsPlane)
{
    format->Set(MrcEvFormatMode::SRV6, {32, 16, 16, 16, 16, 16, 16});
    profile->SetAttribute("Ports", UintegerValue(2));
    Configure(MrcEvMode::GENERATED, 8);
    EXPECT_DONE(SetFields({{32, 0x5f000001, 0, 0, 0},
                           {16, 0x0800, 0, 0, 0},
                           {16, 0x1000, 0, 7, 0x0007},
                           {16, 0x0801, 0, 0, 0},
                           {16, 0x1001, 0, 0, 0},
                           {16, 0x0800, 0, 0, 0},
                           {16, 0x1002, 0, 0, 0}}));
    EXPECT_DONE(GoTo(MrcProfileState::ONLINE));
    MrcEvSetup setup;
    profile->Configure(setup);
    Srv6Segments segments;
    const MrcEvPathMap* paths = profile->GetPaths(segments);
    ASSERT_EQ(setup.paths.size(), 8U);
    for (const MrcPath& path : setup.paths)
    {
        EXPECT_EQ(paths->Find(path.ev)->destination.lo,
                  path.port == 0 ? 0x0801100108001002U : 0x2801300128003002U);
    }
}

TEST_F(EvProfile, FieldsCanBeQueriedAndMustFitTheFormat)
{
    Configure(MrcEvMode::GENERATED, 4);
    EXPECT_REFUSED(SetFields({{16, 0, 0, 16, 0x000f}, {16, 0, 0, 0, 0}}), EINVAL, "field 0");
    EXPECT_DONE(SetFields({{16, 7, 0, 15, 0x000f}}));
    MrcEvFieldsOp op;
    MrcEvProfileChange change;
    change.fieldsOp = &op;
    EXPECT_DONE(profile->Modify(change));
    ASSERT_EQ(op.fields.size(), 1U);
    EXPECT_EQ(op.fields[0].initVal, 7U);
}

// AUTO

TEST_F(EvProfile, AutoProfileCountsAndDenies)
{
    Configure(MrcEvMode::AUTO, 64);
    MrcEvOp deny = Make(Kind::MODIFY_EV_STATE, {{MrcEvEntry::Of(0x1003, 2), {}, State::DENIED}});
    EXPECT_DONE(Do(deny));
    EXPECT_DONE(GoTo(MrcProfileState::ONLINE));
    EXPECT_EQ(Query(MrcEvEntry::Of(0x1003, 2)), State::DENIED);
    EXPECT_EQ(Query(MrcEvEntry::Of(0x1004, 2)), State::UNKNOWN) << "no QP holds it";
    MrcEvSetup setup;
    profile->Configure(setup);
    EXPECT_TRUE(setup.paths.empty());
    EXPECT_EQ(setup.count, 64U);
    EXPECT_EQ(setup.denied, std::vector<uint32_t>{0x1003});
    deny.entries[0].state = State::GOOD;
    EXPECT_DONE(Do(deny));
    EXPECT_EQ(Query(MrcEvEntry::Of(0x1003, 2)), State::UNKNOWN);
    MrcEvOp replace = Make(Kind::REPLACE_EV, {{{}, MrcEvEntry::Of(1, 1), State::GOOD}});
    EXPECT_REFUSED(Do(replace), EINVAL, "AUTO");
    MrcEvOp array = Make(Kind::QUERY_EV_ARRAY, {{}});
    EXPECT_REFUSED(Do(array), EOPNOTSUPP, "AUTO");
}

// Attaching

TEST_F(EvProfile, OnlyOnlineProfilesTakeQps)
{
    Configure(MrcEvMode::EXPLICIT, 1);
    EXPECT_DONE(Populate({MrcEvEntry::Of(1, 3)}));
    EXPECT_REFUSED(profile->CheckAttach(4), EINVAL, "OFFLINE");
    EXPECT_DONE(GoTo(MrcProfileState::ONLINE));
    EXPECT_REFUSED(profile->CheckAttach(2), EINVAL, "EV of port 3, the NIC has 2");
    EXPECT_DONE(profile->CheckAttach(3));
}

// Events

TEST_F(EvProfile, EventsFollowTheMaskAndCountWhatIsLost)
{
    profile->SetAttribute("EventQueue", UintegerValue(2));
    Configure(MrcEvMode::EXPLICIT, 1);
    const MrcEvEntry ev = MrcEvEntry::Of(77, 3);
    EXPECT_DONE(Populate({ev}));
    EXPECT_DONE(GoTo(MrcProfileState::ONLINE));
    int traced = 0;
    profile->TraceConnectWithoutContext(
        "EvEvent",
        Callback<void, const MrcEvEvent&>([&](const MrcEvEvent&) { ++traced; }));
    RdmaEvent bad;
    bad.kind = RdmaEvent::Kind::EV_BAD;
    bad.entropy = 77;
    bad.port = 2;
    RdmaEvent good = bad;
    good.kind = RdmaEvent::Kind::EV_GOOD;
    RdmaEvent other = bad;
    other.kind = RdmaEvent::Kind::EV_REPLACED;
    profile->OnQpEvent(bad);
    profile->OnQpEvent(other); // not reported to a controller
    profile->OnQpEvent(good);
    profile->OnQpEvent(bad); // the queue is full
    profile->OnQpEvent(good);
    MrcEvEvent event;
    ASSERT_TRUE(profile->PollEvent(event));
    EXPECT_EQ(event.ev, ev);
    EXPECT_EQ(event.state, State::ASSUMED_BAD);
    EXPECT_EQ(event.dropCount, 0U);
    ASSERT_TRUE(profile->PollEvent(event));
    EXPECT_EQ(event.state, State::GOOD);
    EXPECT_FALSE(profile->PollEvent(event));
    profile->OnQpEvent(bad);
    ASSERT_TRUE(profile->PollEvent(event));
    EXPECT_EQ(event.dropCount, 2U);
    EXPECT_EQ(traced, 5) << "traces are not queued";

    MrcEvProfileChange change;
    change.mask = Bit::EVENT_MASK;
    change.eventMask = MRC_EV_EVENT_GOOD;
    EXPECT_DONE(profile->Modify(change));
    profile->OnQpEvent(bad);
    EXPECT_FALSE(profile->PollEvent(event));
    profile->OnQpEvent(good);
    ASSERT_TRUE(profile->PollEvent(event));
    EXPECT_EQ(event.dropCount, 0U);
}

TEST_F(EvProfile, AnEventOfAQpsOwnEvNamesItWithItsPort)
{
    Configure(MrcEvMode::AUTO, 64);
    EXPECT_DONE(GoTo(MrcProfileState::ONLINE));
    RdmaEvent bad;
    bad.kind = RdmaEvent::Kind::EV_BAD;
    bad.entropy = 0x2003;
    bad.port = 2;
    profile->OnQpEvent(bad);
    MrcEvEvent event;
    ASSERT_TRUE(profile->PollEvent(event));
    EXPECT_EQ(event.ev, MrcEvEntry::Of(0x2003, 3)) << "ports of the API count from one";
}

} // namespace
