/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WIRE_GOLDEN_H
#define WIRE_GOLDEN_H

#include "wire-frames.h"
#include "wire-hex.h"

#include <gtest/gtest.h>
#include <string>

/**
 * @file
 * @ingroup mrc-tests
 * Parts of golden bytes of frames.
 */

/// Ethernet and addresses of the path of vector V1 (mrc reference, 4.6) and of the reverse path.
inline const std::string V1_ETHERNET = "02 05 00 01 2c 81 02 05 00 00 07 10 86 dd ";
inline const std::string V1_SENDER = "fd 00 00 00 00 05 00 07 00 00 00 00 00 00 00 10 ";
inline const std::string V1_RECEIVER = "fd 00 00 00 00 05 01 2c 00 00 00 00 00 00 00 81 ";
inline const std::string V1_PATH = "5f 00 00 01 a8 07 b0 3c a9 2c b8 81 00 00 00 00 ";
inline const std::string BACK_ETHERNET = "02 05 00 00 07 10 02 05 00 01 2c 81 86 dd ";
inline const std::string BACK_PATH = "5f 00 00 01 a9 2c b0 3c a8 07 b8 10 00 00 00 00 ";
inline const std::string ICRC = "00 00 00 00 ";

/**
 * @param count number of bytes
 * @return that many zeros
 */
inline std::string
Zeros(size_t count)
{
    std::string text;
    for (size_t i = 0; i < count; ++i)
    {
        text += "00 ";
    }
    return text;
}

/**
 * Check that the frame makes exactly these bytes, and that these bytes make the frame.
 * @param frame the frame
 * @param hex the bytes
 * @param format wire format
 */
inline void
ExpectGolden(const ns3::FabricFrame& frame,
             const std::string& hex,
             const ns3::FabricWireFormat& format = WIRE_FORMAT)
{
    const auto expected = Hex(hex);
    EXPECT_EQ(ToHex(BytesOf(frame, format)), ToHex(expected));
    ns3::FabricFrame parsed;
    ASSERT_TRUE(Parse(expected, parsed, format));
    EXPECT_STREQ(FindFabricFrameDifference(frame, parsed), nullptr);
}

/**
 * @param opcode a write
 * @param payload payload, B
 * @return a write on the path of V1 with the fields of vector V6, but without its TSETH
 */
inline ns3::FabricFrame
MrcWrite(ns3::RdmaOpcode opcode, uint32_t payload)
{
    ns3::FabricFrame frame = FrameOnV1();
    frame.pdu.opcode = opcode;
    frame.pdu.destQpn = 0xa5;
    frame.pdu.psn = 0xfffe;
    frame.pdu.write.va = 0x00007f0000010000;
    frame.pdu.write.rkey = 0x1a2b3c4d;
    frame.pdu.write.payloadBytes = payload;
    frame.pdu.write.dmaLength = payload;
    frame.pdu.write.msn = 7;
    frame.pdu.write.rqmsn = 0;
    SetSizes(frame);
    return frame;
}

#endif // WIRE_GOLDEN_H
