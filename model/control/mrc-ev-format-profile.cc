/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-format-profile.h"

#include <cerrno>
#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcEvFormatProfile);

TypeId
MrcEvFormatProfile::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MrcEvFormatProfile")
                            .SetParent<Object>()
                            .SetGroupName("Mrc")
                            .AddConstructor<MrcEvFormatProfile>();
    return tid;
}

MrcVerbsResult
MrcEvFormatProfile::Set(MrcEvFormatMode mode, const std::vector<uint8_t>& widths)
{
    if (m_users > 0)
    {
        return {EBUSY, std::to_string(m_users) + " EV profile(s) refer to this EV format profile"};
    }
    const std::string problem = CheckMrcEvFormat(mode, widths);
    if (!problem.empty())
    {
        return {EINVAL, problem};
    }
    m_mode = mode;
    m_widths = widths;
    return {};
}

} // namespace ns3
