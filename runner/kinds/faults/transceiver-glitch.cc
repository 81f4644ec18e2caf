/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/flapping-links.h"

#include <algorithm>

namespace mrcsim
{

namespace
{

/// Fault: the links of one transceiver flap together.
class TransceiverGlitch : public FlappingLinks
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareLinks(keys);
        DeclareDown(keys);
        AddStagger(keys).Default(0).Help("Delay from one link to the next; 0: all at the same "
                                         "time.");
        AddPeriod(keys)
            .Absent("count is 1")
            .Help("Time from the start of one flap to the start of the next; above down. Required "
                  "if count is more than 1.");
        DeclareCount(keys);
    }

    void Check(const FaultPlan& plan, const std::string& path, Problems& problems) const override
    {
        FlappingLinks::Check(plan, path, problems);
        auto links = GetLinks();
        std::sort(links.begin(), links.end());
        const auto twice = std::adjacent_find(links.begin(), links.end());
        if (twice != links.end())
        {
            problems.push_back({path + ".links",
                                "found " + plan.network.GetNames().GetLinkName(*twice) +
                                    " more than once; allowed: each link once"});
        }
    }
};

const auto KIND = FaultKind::Make<TransceiverGlitch>(
    "transceiver-glitch",
    110,
    "the links of one transceiver go down together or shortly after each other.");

} // namespace

} // namespace mrcsim
