/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_FORMAT_PROFILE_H
#define MRC_EV_FORMAT_PROFILE_H

#include "ns3/mrc-ev-expansion.h"
#include "ns3/mrc-qp-attributes.h"
#include "ns3/object.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcEvFormatProfile: position and fields of EVs in packets.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * An EV format profile of the control API (mrc reference, 3.3): a mode and an ordered list of field
 * widths, the layout of an expanded EV in the packet. It is read-only while an EV profile refers to
 * it.
 */
class MrcEvFormatProfile : public Object
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param mode position of EVs in packets
     * @param widths widths of the fields, bits, most significant first; together at most 32 (STEV),
     * 256 (SRV6: address and one SRH segment) or 16 (UDP)
     * @return EINVAL if the rules are broken, EBUSY while an EV profile refers to this one; nothing
     * changes then
     */
    MrcVerbsResult Set(MrcEvFormatMode mode, const std::vector<uint8_t>& widths);

    /** @return position of EVs in packets */
    MrcEvFormatMode GetMode() const
    {
        return m_mode;
    }

    /** @return widths of the fields, bits; empty before Set */
    const std::vector<uint8_t>& GetWidths() const
    {
        return m_widths;
    }

    /** Count an EV profile that refers to this one. */
    void AddUser()
    {
        ++m_users;
    }

    /** Remove an EV profile from the count. */
    void RemoveUser()
    {
        --m_users;
    }

  private:
    MrcEvFormatMode m_mode{MrcEvFormatMode::SRV6}; ///< position of EVs in packets
    std::vector<uint8_t> m_widths;                 ///< widths of the fields, bits
    uint32_t m_users{0};                           ///< EV profiles that refer to it
};

} // namespace ns3

#endif // MRC_EV_FORMAT_PROFILE_H
