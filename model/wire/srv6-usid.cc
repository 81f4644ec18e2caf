/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "srv6-usid.h"

#include <arpa/inet.h>
#include <cstdio>

namespace ns3
{

Srv6Carrier
MakeSrv6CrossT1Template(uint32_t srcT0, uint32_t dstT0, uint32_t downlink, uint32_t firstT1)
{
    return MakeSrv6Carrier({MakeSrv6Usid(0, Srv6UsidType::T0, srcT0),
                            MakeSrv6Usid(0, Srv6UsidType::T1, firstT1),
                            MakeSrv6Usid(0, Srv6UsidType::T0, dstT0),
                            MakeSrv6Usid(0, Srv6UsidType::NIC, downlink)});
}

Srv6Carrier
MakeSrv6LocalTemplate(uint32_t t0, uint32_t downlink)
{
    return MakeSrv6Carrier(
        {MakeSrv6Usid(0, Srv6UsidType::T0, t0), MakeSrv6Usid(0, Srv6UsidType::NIC, downlink)});
}

Srv6Carrier
MakeSrv6PathTemplate(uint32_t srcT0, uint32_t dstT0, uint32_t downlink, uint32_t firstT1)
{
    return srcT0 == dstT0 ? MakeSrv6LocalTemplate(dstT0, downlink)
                          : MakeSrv6CrossT1Template(srcT0, dstT0, downlink, firstT1);
}

void
Srv6AddressToBytes(const Srv6Carrier& address, uint8_t bytes[16])
{
    for (int i = 0; i < 8; ++i)
    {
        bytes[i] = static_cast<uint8_t>(address.hi >> (56 - 8 * i));
        bytes[8 + i] = static_cast<uint8_t>(address.lo >> (56 - 8 * i));
    }
}

Srv6Carrier
Srv6AddressFromBytes(const uint8_t bytes[16])
{
    Srv6Carrier address;
    for (int i = 0; i < 8; ++i)
    {
        address.hi = address.hi << 8 | bytes[i];
        address.lo = address.lo << 8 | bytes[8 + i];
    }
    return address;
}

std::string
Srv6AddressToString(const Srv6Carrier& address)
{
    std::string text;
    for (int group = 0; group < 8; ++group)
    {
        const uint64_t word = group < 4 ? address.hi : address.lo;
        char digits[8];
        std::snprintf(digits,
                      sizeof(digits),
                      group ? ":%04x" : "%04x",
                      static_cast<unsigned>(word >> (48 - 16 * (group % 4)) & 0xffff));
        text += digits;
    }
    return text;
}

std::optional<Srv6Carrier>
Srv6AddressFromString(const std::string& text)
{
    uint8_t bytes[16];
    const bool wholeIsRead = text.find('\0') == std::string::npos; // inet_pton stops there
    if (!wholeIsRead || inet_pton(AF_INET6, text.c_str(), bytes) != 1)
    {
        return std::nullopt;
    }
    return Srv6AddressFromBytes(bytes);
}

} // namespace ns3
