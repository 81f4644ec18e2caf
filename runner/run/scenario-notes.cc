/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-notes.h"

namespace mrcsim
{

std::vector<std::string>
GetNotes(const Json& effective)
{
    const auto& transport = effective["transport"];
    if (transport["type"] != "roce" || effective["switch"]["pfc"] == true)
    {
        return {};
    }
    // RoCEv2 is made for lossless networks: without this its results look worse than they must.
    return {std::string("switch.pfc is false, so the network is lossy: RoCEv2 ") +
            (transport["reliability"] == "go-back-n" ? "goes back N packets for each loss"
                                                     : "repeats each packet that is lost")};
}

} // namespace mrcsim
