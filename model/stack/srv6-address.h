/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SRV6_ADDRESS_H
#define SRV6_ADDRESS_H

#include "ns3/ipv6-address.h"
#include "ns3/srv6-usid.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * Carriers of uSIDs as addresses of ns-3's stack.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * @param carrier two words
 * @return the same 128 bits for ns-3's stack
 */
inline Ipv6Address
ToSrv6Ipv6Address(const Srv6Carrier& carrier)
{
    uint8_t bytes[16];
    Srv6AddressToBytes(carrier, bytes);
    return Ipv6Address(bytes);
}

/**
 * @ingroup mrc
 * @param address an address of ns-3's stack
 * @return its two words
 */
inline Srv6Carrier
ToSrv6Carrier(const Ipv6Address& address)
{
    uint8_t bytes[16];
    address.GetBytes(bytes);
    return Srv6AddressFromBytes(bytes);
}

} // namespace ns3

#endif // SRV6_ADDRESS_H
