/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-ev-table.h"
#include "ns3/uinteger.h"

#include <cerrno>
#include <gtest/gtest.h>
#include <string>
#include <vector>

// EV profiles that are changed after their first time ONLINE.

using namespace ns3;

namespace
{

using Bit = MrcEvProfileChange::Bit;
using Kind = MrcEvOp::Kind;
using State = MrcEvPublicState;

/** A generated profile of mode STEV. */
class EvProfileChange : public testing::Test
{
  protected:
    EvProfileChange()
    {
        format->Set(MrcEvFormatMode::STEV, {16, 16});
        profile->AssignStreams(1);
    }

    /**
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
        change.state = MrcProfileState::OFFLINE;
        const MrcVerbsResult result = profile->Modify(change);
        ASSERT_TRUE(result.IsOk()) << result.message;
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
     * @param op an operation on EVs
     * @return the result
     */
    MrcVerbsResult Do(MrcEvOp& op)
    {
        MrcEvProfileChange change;
        change.evOp = &op;
        return profile->Modify(change);
    }

    /** @return the numbers of the array */
    std::vector<uint32_t> Array()
    {
        MrcEvOp op;
        op.kind = Kind::QUERY_EV_ARRAY;
        op.entries.resize(profile->GetEvCount());
        const MrcVerbsResult result = Do(op);
        EXPECT_TRUE(result.IsOk()) << result.message;
        std::vector<uint32_t> evs;
        for (const MrcEvOp::Entry& entry : op.entries)
        {
            evs.push_back(entry.ev.GetNumber());
        }
        return evs;
    }

    Ptr<MrcEvFormatProfile> format{CreateObject<MrcEvFormatProfile>()}; ///< STEV, 16 + 16 bits
    Ptr<MrcEvProfile> profile{CreateObject<MrcEvProfile>()};            ///< under test
};

TEST_F(EvProfileChange, FieldsThatChangeOfflineGenerateAnew)
{
    Configure(MrcEvMode::GENERATED, 8);
    ASSERT_TRUE(SetFields({{16, 0x0100, 0, 15, 0x000f}}).IsOk());
    ASSERT_TRUE(GoTo(MrcProfileState::ONLINE).IsOk());
    ASSERT_TRUE(GoTo(MrcProfileState::OFFLINE).IsOk());
    ASSERT_TRUE(SetFields({{16, 0x0200, 0, 15, 0x000f}}).IsOk());
    ASSERT_TRUE(GoTo(MrcProfileState::ONLINE).IsOk());
    for (const uint32_t ev : Array())
    {
        EXPECT_EQ(ev >> 20, 0x020U) << "of the new fields";
    }
}

TEST_F(EvProfileChange, CountThatChangesOfflineGeneratesAnew)
{
    Configure(MrcEvMode::GENERATED, 8);
    ASSERT_TRUE(SetFields({{16, 0x0100, 0, 15, 0x000f}}).IsOk());
    ASSERT_TRUE(GoTo(MrcProfileState::ONLINE).IsOk());
    for (const uint32_t count : {12U, 4U})
    {
        ASSERT_TRUE(GoTo(MrcProfileState::OFFLINE).IsOk());
        MrcEvProfileChange change;
        change.mask = Bit::EV_COUNT | Bit::STATE;
        change.evCount = count;
        change.state = MrcProfileState::ONLINE;
        ASSERT_TRUE(profile->Modify(change).IsOk());
        EXPECT_EQ(profile->GetEvCount(), count);
        MrcEvSetup setup;
        profile->Configure(setup);
        EXPECT_EQ(setup.paths.size(), count);
    }
}

TEST_F(EvProfileChange, ReplacedEvsOfAGeneratedArrayStayWhileNothingElseChanges)
{
    Configure(MrcEvMode::GENERATED, 4);
    ASSERT_TRUE(SetFields({{16, 0x0100, 0, 15, 0x000f}}).IsOk());
    ASSERT_TRUE(GoTo(MrcProfileState::ONLINE).IsOk());
    MrcEvOp op;
    op.kind = Kind::REPLACE_EV;
    op.entries = {{MrcEvEntry::Of(Array()[2], 1), MrcEvEntry::Of(0x777, 1), State::GOOD}};
    ASSERT_TRUE(Do(op).IsOk());
    ASSERT_TRUE(GoTo(MrcProfileState::OFFLINE).IsOk());
    ASSERT_TRUE(GoTo(MrcProfileState::ONLINE).IsOk());
    EXPECT_EQ(Array()[2], 0x777U);
}

TEST_F(EvProfileChange, FieldsMustFitTheFormatThatTheProfileHasNow)
{
    Configure(MrcEvMode::GENERATED, 4);
    ASSERT_TRUE(SetFields({{16, 0x0100, 0, 15, 0x000f}, {16, 0, 0, 0, 0}}).IsOk());
    auto narrow = CreateObject<MrcEvFormatProfile>();
    narrow->Set(MrcEvFormatMode::STEV, {8});
    MrcEvProfileChange change;
    change.mask = Bit::FORMAT;
    change.format = narrow;
    ASSERT_TRUE(profile->Modify(change).IsOk());
    const MrcVerbsResult result = GoTo(MrcProfileState::ONLINE);
    EXPECT_EQ(result.error, EINVAL);
    EXPECT_NE(result.message.find("2 EV fields, the format has 1"), std::string::npos)
        << result.message;
    EXPECT_EQ(profile->GetState(), MrcProfileState::OFFLINE);
}

TEST_F(EvProfileChange, ProfileThatIsOnlineKeepsAField)
{
    Configure(MrcEvMode::GENERATED, 4);
    ASSERT_TRUE(SetFields({{16, 0x0100, 0, 15, 0x000f}}).IsOk());
    ASSERT_TRUE(GoTo(MrcProfileState::ONLINE).IsOk());
    EXPECT_EQ(SetFields({}).error, EINVAL);
    EXPECT_EQ(Array().size(), 4U);
}

TEST_F(EvProfileChange, GeneratedSegmentsAreThoseOfTheirPlaneToo)
{
    // T0 0, T1 uplink, T0 1, T1 1, T0 0, T1 2, and in the SRH T0 1, downlink 1
    format->Set(MrcEvFormatMode::SRV6, {32, 16, 16, 16, 16, 16, 16, 32, 16, 16});
    profile->SetAttribute("Ports", UintegerValue(2));
    Configure(MrcEvMode::GENERATED, 8);
    const auto fixed = [](uint32_t width, uint32_t value) {
        return MrcEvField{width, value, 0, 0, 0};
    };
    ASSERT_TRUE(SetFields({fixed(32, SRV6_BLOCK),
                           fixed(16, 0x0800),
                           {16, 0x1000, 0, 7, 0x0007},
                           fixed(16, 0x0801),
                           fixed(16, 0x1001),
                           fixed(16, 0x0800),
                           fixed(16, 0x1002),
                           fixed(32, SRV6_BLOCK),
                           fixed(16, 0x0801),
                           fixed(16, 0x1801)})
                    .IsOk());
    ASSERT_TRUE(GoTo(MrcProfileState::ONLINE).IsOk());
    MrcEvSetup setup;
    profile->Configure(setup);
    Srv6Segments segments;
    const MrcEvPathMap* paths = profile->GetPaths(segments);
    ASSERT_EQ(setup.paths.size(), 8U);
    for (const MrcPath& path : setup.paths)
    {
        EXPECT_EQ(Srv6AddressToString(paths->Find(path.ev)->segment),
                  path.port == 0 ? "5f00:0001:0801:1801:0000:0000:0000:0000"
                                 : "5f00:0001:2801:3801:0000:0000:0000:0000");
    }
}

TEST_F(EvProfileChange, OnlyThreeStatesCanBeSet)
{
    Configure(MrcEvMode::AUTO, 4);
    MrcEvOp op;
    op.kind = Kind::MODIFY_EV_STATE;
    for (const int state : {1, 2, 4})
    {
        op.entries = {{MrcEvEntry::Of(7, 1), {}, static_cast<State>(state)}};
        EXPECT_TRUE(Do(op).IsOk()) << state;
    }
    for (const int state : {0, 3, 5, 6, 8})
    {
        op.entries = {{MrcEvEntry::Of(7, 1), {}, static_cast<State>(state)}};
        EXPECT_EQ(Do(op).error, EINVAL) << state;
    }
}

TEST_F(EvProfileChange, NothingCannotBeReplacedByNothing)
{
    Configure(MrcEvMode::EXPLICIT, 1);
    MrcEvOp op;
    op.kind = Kind::REPLACE_EV;
    op.entries = {{MrcEvEntry{}, MrcEvEntry{}, State::DENIED}};
    EXPECT_EQ(Do(op).error, EINVAL);
    EXPECT_EQ(op.done, 0U);
}

TEST_F(EvProfileChange, WhatTheControllerThinksBadIsBadForQpsToCome)
{
    Configure(MrcEvMode::EXPLICIT, 2);
    MrcEvOp op;
    op.kind = Kind::REPLACE_EV;
    op.entries = {{MrcEvEntry{}, MrcEvEntry::Of(7, 1), State::ASSUMED_BAD},
                  {MrcEvEntry{}, MrcEvEntry::Of(8, 1), State::GOOD}};
    ASSERT_TRUE(Do(op).IsOk());
    ASSERT_TRUE(GoTo(MrcProfileState::ONLINE).IsOk());
    MrcEvOp query;
    query.kind = Kind::QUERY_EV_STATE;
    query.entries = {{MrcEvEntry::Of(7, 1), {}, State::UNKNOWN},
                     {MrcEvEntry::Of(8, 1), {}, State::UNKNOWN}};
    ASSERT_TRUE(Do(query).IsOk());
    EXPECT_EQ(query.entries[0].state, State::ASSUMED_BAD) << "as set";
    EXPECT_EQ(query.entries[1].state, State::GOOD);
    MrcEvSetup setup;
    profile->Configure(setup);
    EXPECT_EQ(setup.assumedBad, std::vector<uint32_t>{7});
}

} // namespace
