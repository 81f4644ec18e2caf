/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Interfaces that a controller uses without conversion: the numbers of the public headers, and the
// limits of a device with default attributes (mrc reference, 3.3, 9.1 and 12).

#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-qp-attributes.h"
#include "ns3/mrc-qp-parameters.h"
#include "ns3/uinteger.h"

#include <cerrno>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

TEST(ControlApi, NumbersAreThoseOfThePublicHeaders)
{
    EXPECT_EQ(static_cast<uint32_t>(MrcEvPublicState::GOOD), 1U);
    EXPECT_EQ(static_cast<uint32_t>(MrcEvPublicState::ASSUMED_BAD), 2U);
    EXPECT_EQ(static_cast<uint32_t>(MrcEvPublicState::DENIED), 4U);
    EXPECT_EQ(static_cast<uint32_t>(MrcEvPublicState::UNKNOWN), 0x80000000U);
    EXPECT_EQ(static_cast<int>(MrcEvMode::AUTO), 1);
    EXPECT_EQ(static_cast<int>(MrcEvMode::EXPLICIT), 2);
    EXPECT_EQ(static_cast<int>(MrcEvMode::GENERATED), 4);
    EXPECT_EQ(static_cast<int>(MrcEvFormatMode::STEV), 1);
    EXPECT_EQ(static_cast<int>(MrcEvFormatMode::SRV6), 2);
    EXPECT_EQ(static_cast<int>(MrcEvFormatMode::UDP), 4);
    EXPECT_EQ(MRC_QP_CAP_TRIM_NACK_DEST_UNSUPPORTED, 1);
    EXPECT_EQ(MRC_QP_CAP_DYNAMIC_MPR, 2);
    EXPECT_EQ(MRC_QP_CAP_SVC_TIME_DEST_UNSUPPORTED, 4);
}

TEST(ControlApi, EntryOfZerosIsNotPopulatedAndPortsCountFromOne)
{
    EXPECT_FALSE(MrcEvEntry().IsPopulated());
    EXPECT_TRUE(MrcEvEntry::Of(0, 1).IsPopulated()) << "EV 0 of port 1 is an EV";
    const MrcEvEntry entry = MrcEvEntry::Of(0x12345678, 2);
    EXPECT_EQ(entry.value[0], 0x12);
    EXPECT_EQ(entry.value[3], 0x78);
    EXPECT_EQ(entry.value[4], 0);
    EXPECT_EQ(entry.GetNumber(), 0x12345678U);
}

TEST(ControlApi, DeviceBoundsTheSizeOfAnEvArray)
{
    auto profile = CreateObject<MrcEvProfile>();
    MrcEvProfileChange change;
    change.mask = MrcEvProfileChange::MODE | MrcEvProfileChange::EV_COUNT;
    change.mode = MrcEvMode::EXPLICIT;
    change.evCount = 65;
    EXPECT_TRUE(profile->Modify(change).IsOk()) << "by default any number up to 2048";
    profile->SetAttribute("EvMaxCount", UintegerValue(64));
    EXPECT_EQ(profile->Modify(change).error, EINVAL);
    change.evCount = 64;
    EXPECT_TRUE(profile->Modify(change).IsOk());
}

TEST(ControlApi, DeviceThatIsLeftAloneOffersWhatTheReferenceProposes)
{
    // mrc reference, 1.3
    const MrcQpConfig qp = CreateObject<MrcQpParameters>()->MakeConfig();
    EXPECT_EQ(qp.windowPackets, 8U * 128);
    EXPECT_EQ(qp.destWindowPackets, 8U * 128);
    EXPECT_EQ(qp.maxWimm, 128U);
    EXPECT_EQ(qp.maxWimmDest, 128U);
    EXPECT_TRUE(qp.trimNack);
    EXPECT_TRUE(qp.compensate);
    EXPECT_EQ(qp.serviceTime, RdmaTick()) << "the responder adds no time";
    EXPECT_FALSE(qp.dynamicMpr);
    EXPECT_FALSE(qp.transportAck);
    EXPECT_FALSE(qp.timestamps);
}

} // namespace
