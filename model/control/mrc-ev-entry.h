/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_ENTRY_H
#define MRC_EV_ENTRY_H

#include "ns3/mrc-ev-expansion.h"
#include "ns3/mrc-ev.h"
#include "ns3/srv6-usid.h"

#include <array>
#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * EVs in the form of the control API.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * An entry of an EV array (mrc reference, 3.3). STEV and UDP use the first 4 B, as a big-endian
 * number (UDP: its low 16 bits); SRV6 the first 16 B as outer destination, and the next 16 B as
 * segment of an SRH, which is present if they are not all 0. An entry that is all 0 is not
 * populated.
 */
struct MrcEvEntry
{
    std::array<uint8_t, 32> value{}; ///< EV in network order
    uint8_t port{0};                 ///< port, counted from 1

    /** @return true unless everything is 0 */
    bool IsPopulated() const
    {
        return port != 0 || value != decltype(value){};
    }

    /** @return the first 4 B as a number: the EV of modes STEV and UDP */
    uint32_t GetNumber() const
    {
        return uint32_t{value[0]} << 24 | uint32_t{value[1]} << 16 | uint32_t{value[2]} << 8 |
               value[3];
    }

    /**
     * @param ev EV of mode STEV or UDP
     * @param port port, counted from 1
     */
    static MrcEvEntry Of(uint32_t ev, uint8_t port)
    {
        MrcEvEntry entry;
        for (int i = 0; i < 4; ++i)
        {
            entry.value[i] = static_cast<uint8_t>(ev >> (24 - 8 * i));
        }
        entry.port = port;
        return entry;
    }

    /**
     * @param destination outer destination address
     * @param segment segment of the SRH, or nothing
     * @param port port, counted from 1
     * @return the entry of mode SRV6
     */
    static MrcEvEntry Of(const Srv6Carrier& destination, const Srv6Carrier& segment, uint8_t port)
    {
        MrcEvEntry entry;
        Srv6AddressToBytes(destination, entry.value.data());
        Srv6AddressToBytes(segment, entry.value.data() + 16);
        entry.port = port;
        return entry;
    }

    /// @cond
    friend bool operator==(const MrcEvEntry& a, const MrcEvEntry& b)
    {
        return a.value == b.value && a.port == b.port;
    }

    friend bool operator!=(const MrcEvEntry& a, const MrcEvEntry& b)
    {
        return !(a == b);
    }

    /// @endcond
};

/**
 * @ingroup mrc
 * States of EVs in the control API (mrc reference, 9.1): SKIP is internal and is reported as GOOD.
 */
enum class MrcEvPublicState : uint32_t
{
    GOOD = 1,           ///< usable
    ASSUMED_BAD = 2,    ///< assumed to be broken, being probed
    DENIED = 4,         ///< switched off
    UNKNOWN = 1U << 31, ///< no such EV
};

} // namespace ns3

#endif // MRC_EV_ENTRY_H
