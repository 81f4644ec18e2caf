/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-ev-array.h"
#include "ns3/mrc-ev-profile-machine.h"

#include <cerrno>
#include <gtest/gtest.h>
#include <vector>

// The life cycle of an EV profile and its array, each separately.

using namespace ns3;

namespace
{

using Bit = MrcEvProfileChange::Bit;

/** A machine, and its inputs from the profile. */
class EvProfileMachine : public testing::Test
{
  protected:
    /**
     * Set attributes, as a profile does.
     * @param change the request
     * @return the machine's error
     */
    int Set(const MrcEvProfileChange& change)
    {
        const MrcVerbsResult result = machine.Check(change, device, attached);
        if (result.IsOk())
        {
            machine.SetConfig(machine.Merge(change));
        }
        return result.error;
    }

    /**
     * @param to state to enter
     * @return the machine's error
     */
    int Step(MrcProfileState to)
    {
        const MrcVerbsResult result = machine.CheckStep(to, {attached, populated, fields});
        if (result.IsOk())
        {
            machine.GoTo(to);
        }
        return result.error;
    }

    /**
     * @param mode source of the EVs
     * @param count ev_count
     * @return all attributes
     */
    MrcEvProfileChange Make(MrcEvMode mode, uint32_t count)
    {
        format->Set(MrcEvFormatMode::STEV, {32});
        MrcEvProfileChange change;
        change.mask = Bit::MODE | Bit::FORMAT | Bit::EV_COUNT | Bit::MIN_ACTIVE | Bit::EVENT_MASK;
        change.mode = mode;
        change.format = format;
        change.evCount = count;
        return change;
    }

    Ptr<MrcEvFormatProfile> format{CreateObject<MrcEvFormatProfile>()}; ///< 32 bits
    MrcEvDevice device{1, 2048, true};                                  ///< supports everything
    uint32_t attached{0};                                               ///< QPs
    uint32_t populated{0};                                              ///< EVs of the array
    std::vector<MrcEvField> fields;                                     ///< of the profile
    MrcEvProfileMachine machine;                                        ///< under test
};

TEST_F(EvProfileMachine, GoesOneStepAtATimeAndStaysWhereItWasRefused)
{
    EXPECT_EQ(Step(MrcProfileState::ONLINE), EINVAL);
    EXPECT_EQ(Step(MrcProfileState::OFFLINE), EINVAL) << "no mode";
    EXPECT_EQ(Set(Make(MrcEvMode::AUTO, 4)), 0);
    EXPECT_EQ(Step(MrcProfileState::OFFLINE), 0);
    EXPECT_EQ(Step(MrcProfileState::ONLINE), 0);
    EXPECT_EQ(Step(MrcProfileState::INIT), EINVAL);
    EXPECT_EQ(machine.GetState(), MrcProfileState::ONLINE);
    EXPECT_EQ(Step(MrcProfileState::ONLINE), 0) << "the format is set";
}

TEST_F(EvProfileMachine, OnlineNeedsTheEvsThatItsModePromises)
{
    EXPECT_EQ(Set(Make(MrcEvMode::EXPLICIT, 4)), 0);
    EXPECT_EQ(Step(MrcProfileState::OFFLINE), 0);
    populated = 3;
    EXPECT_EQ(Step(MrcProfileState::ONLINE), EINVAL);
    populated = 4;
    EXPECT_EQ(Step(MrcProfileState::ONLINE), 0);
    EXPECT_EQ(Step(MrcProfileState::OFFLINE), 0);
    EXPECT_EQ(Set(Make(MrcEvMode::GENERATED, 4)), 0);
    EXPECT_EQ(Step(MrcProfileState::ONLINE), EINVAL) << "no fields";
    fields = {{32, 0, 0, 15, 0xf}};
    EXPECT_EQ(Step(MrcProfileState::ONLINE), 0);
    EXPECT_EQ(Step(MrcProfileState::OFFLINE), 0);
    fields = {{16, 0, 0, 15, 0xf}, {16, 0, 0, 0, 0}};
    EXPECT_EQ(Step(MrcProfileState::ONLINE), EINVAL) << "the fields do not match the format";
}

TEST_F(EvProfileMachine, QpsThatAreAttachedKeepItFromChanging)
{
    EXPECT_EQ(Set(Make(MrcEvMode::AUTO, 4)), 0);
    EXPECT_EQ(Step(MrcProfileState::OFFLINE), 0);
    attached = 1;
    MrcEvProfileChange change;
    change.mask = Bit::EVENT_MASK;
    EXPECT_EQ(Set(change), EBUSY);
    EXPECT_EQ(Step(MrcProfileState::INIT), EBUSY);
    EXPECT_EQ(Step(MrcProfileState::ONLINE), 0) << "as before";
    EXPECT_EQ(Set(change), 0) << "the mask changes no EV";
    device.modifyOnline = false;
    EXPECT_EQ(Set(change), EOPNOTSUPP);
}

TEST_F(EvProfileMachine, AttributesAreSetTogetherOrNotAtAll)
{
    device.countAlign = 4;
    device.maxCount = 16;
    EXPECT_EQ(Set(Make(MrcEvMode::EXPLICIT, 6)), EINVAL);
    EXPECT_EQ(Set(Make(MrcEvMode::EXPLICIT, 20)), EINVAL);
    EXPECT_EQ(machine.GetConfig().given, 0U);
    EXPECT_EQ(Set(Make(MrcEvMode::GENERATED, 17)), EINVAL);
    EXPECT_EQ(Set(Make(MrcEvMode::GENERATED, 16)), 0);
    EXPECT_EQ(Set(Make(MrcEvMode::GENERATED, 6)), 0) << "only explicit arrays are aligned";
    EXPECT_EQ(machine.GetConfig().evCount, 6U);
    MrcEvProfileChange change;
    change.mask = Bit::MIN_ACTIVE;
    change.evMinActive = 7;
    EXPECT_EQ(Set(change), EINVAL);
    EXPECT_EQ(machine.GetConfig().evMinActive, 0U);
}

TEST(EvArray, FindsEvsAndFreePlaces)
{
    MrcEvArray array;
    array.Resize(3);
    EXPECT_EQ(array.Find(MrcEvEntry{}), 0U);
    array.At(0).entry = MrcEvEntry::Of(7, 1);
    array.At(0).ev = 7;
    EXPECT_EQ(array.Find(MrcEvEntry{}), 1U) << "the first free place";
    EXPECT_EQ(array.Find(MrcEvEntry::Of(7, 1)), 0U);
    EXPECT_EQ(array.Find(MrcEvEntry::Of(7, 2)), std::nullopt) << "another port's";
    EXPECT_EQ(array.FindEv(7), &array.At(0));
    EXPECT_EQ(array.FindEv(8), nullptr);
    EXPECT_EQ(array.CountPopulated(), 1U);
    EXPECT_TRUE(array.CheckPorts(1).IsOk());
    EXPECT_EQ(array.CheckPorts(0).error, EINVAL);
}

TEST(EvArray, HoldsAnEvOnceWhateverItsPortUnlessPacketsCarryIt)
{
    MrcEvArray array;
    array.Resize(2);
    array.At(0).entry = MrcEvEntry::Of(7, 1);
    EXPECT_EQ(array.CheckEntry(MrcEvEntry::Of(7, 2), MrcEvFormatMode::STEV).error, EINVAL);
    EXPECT_TRUE(array.CheckEntry(MrcEvEntry::Of(7, 2), MrcEvFormatMode::SRV6).IsOk());
    EXPECT_EQ(array.CheckEntry(MrcEvEntry::Of(8, 0), MrcEvFormatMode::STEV).error, EINVAL);
    EXPECT_TRUE(array.CheckEntry(MrcEvEntry::Of(8, 2), MrcEvFormatMode::STEV).IsOk());
    EXPECT_EQ(array.CheckEntry(MrcEvEntry::Of(0x10000, 2), MrcEvFormatMode::UDP).error, EINVAL);
}

TEST(EvArray, TellsNewQpsOfItsEvsAndTheirStates)
{
    MrcEvArray array;
    array.Resize(3);
    for (uint32_t i = 0; i < 3; ++i)
    {
        array.At(i).entry = MrcEvEntry::Of(10 + i, 2);
        array.At(i).ev = 10 + i;
    }
    array.At(1).state = MrcEvPublicState::DENIED;
    array.At(2).state = MrcEvPublicState::ASSUMED_BAD;
    MrcEvSetup setup;
    array.Configure(setup);
    EXPECT_EQ(setup.paths, (std::vector<MrcPath>{{10, 1}, {11, 1}, {12, 1}}));
    EXPECT_EQ(setup.denied, std::vector<uint32_t>{11});
    EXPECT_EQ(setup.assumedBad, std::vector<uint32_t>{12});
}

} // namespace
