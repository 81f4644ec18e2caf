/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/rdma-extensions.h"
#include "ns3/rdma-wire-size.h"

#include <array>
#include <gtest/gtest.h>
#include <set>
#include <string>

using namespace ns3;

namespace
{

/// A PDU with any byte as the BTH's opcode, and the flags that add headers.
RdmaPdu
MakePdu(uint32_t opcode, bool timestamp, bool selective)
{
    RdmaPdu pdu{};
    pdu.opcode = static_cast<RdmaOpcode>(opcode);
    pdu.timestamp = timestamp;
    pdu.selective = selective;
    if (pdu.opcode == RdmaOpcode::RC_ACK)
    {
        pdu.ack.syndrome = RDMA_SYNDROME_NAK_SEQUENCE;
    }
    return pdu;
}

std::set<std::string>
NamesOf(const RdmaPdu& pdu)
{
    std::set<std::string> names;
    for (const RdmaField& field : ListRdmaFields(pdu))
    {
        names.insert(field.name);
    }
    return names;
}

} // namespace

TEST(RdmaExtensions, EveryOpcodeWritesAsManyBytesAsItsSizeSays)
{
    int used = 0;
    for (uint32_t i = 0; i < 256 * 4; ++i)
    {
        const RdmaPdu pdu = MakePdu(i / 4, i & 1, i & 2);
        SCOPED_TRACE(i / 4);
        std::array<uint8_t, 64> bytes;
        RdmaByteWriter out(bytes.data(), bytes.size());
        WriteRdmaExtensions(out, pdu);
        ASSERT_TRUE(out.IsOk());
        EXPECT_EQ(out.GetSize(), RdmaExtensionBytes(pdu));
        used += RdmaLayoutOf(pdu.opcode).IsUsed();
    }
    EXPECT_EQ(used, 4 * 32);
}

TEST(RdmaExtensions, OneByteLessIsRefusedAndSoIsAnOpcodeNotInUse)
{
    for (uint32_t i = 0; i < 256 * 4; ++i)
    {
        RdmaPdu pdu = MakePdu(i / 4, i & 1, i & 2);
        SCOPED_TRACE(i / 4);
        if (pdu.opcode == RdmaOpcode::MRC_NACK)
        {
            pdu.nack.reason = MrcNackReason::TRIMMED;
        }
        const size_t size = RdmaExtensionBytes(pdu);
        std::array<uint8_t, 64> bytes;
        RdmaByteWriter out(bytes.data(), bytes.size());
        WriteRdmaExtensions(out, pdu);
        RdmaByteReader whole(bytes.data(), size);
        EXPECT_EQ(ReadRdmaExtensions(whole, pdu), RdmaLayoutOf(pdu.opcode).IsUsed());
        if (size > 0)
        {
            RdmaByteReader cut(bytes.data(), size - 1);
            EXPECT_FALSE(ReadRdmaExtensions(cut, pdu));
        }
    }
}

TEST(RdmaExtensions, FieldsAreThoseOfTheHeadersThatAreThere)
{
    using Names = std::set<std::string>;
    EXPECT_EQ(NamesOf(MakePdu(0xC7, false, false)),
              Names({"msn", "rqmsn", "va", "rkey", "dma_length"}));
    EXPECT_EQ(NamesOf(MakePdu(0xCB, true, false)),
              Names({"msn", "rqmsn", "tx_timestamp", "va", "rkey", "dma_length", "immediate"}));
    EXPECT_EQ(NamesOf(MakePdu(0x07, true, false)), Names());
    EXPECT_EQ(NamesOf(MakePdu(0x07, false, true)), Names({"va", "rkey", "dma_length"}));
    EXPECT_EQ(NamesOf(MakePdu(0x11, false, false)), Names({"msn", "syndrome"}));
    EXPECT_EQ(NamesOf(MakePdu(0x11, false, true)), Names({"msn", "syndrome", "trigger_psn"}));
    EXPECT_EQ(NamesOf(MakePdu(0x12, false, false)), Names({"msn", "syndrome", "original_data"}));
    EXPECT_EQ(NamesOf(MakePdu(0xFF, true, true)), Names());
}

TEST(RdmaExtensions, AFieldKeepsItsSign)
{
    RdmaPdu pdu = MakePdu(0xDC, false, false);
    pdu.sack.ackPsnOffset = -3;
    for (const RdmaField& field : ListRdmaFields(pdu))
    {
        if (std::string(field.name) == "ack_psn_offset")
        {
            EXPECT_EQ(static_cast<int64_t>(field.value), -3);
        }
    }
}
