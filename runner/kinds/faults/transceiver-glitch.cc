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

/// Links that one transceiver serves flap together.
class TransceiverGlitch : public FlappingLinks
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareLinks(keys);
        DeclareDown(keys);
        AddStagger(keys).Default(0).Help("From one link to the next; 0: all at once.");
        AddPeriod(keys)
            .Absent("count is 1")
            .Help("From one time to the next; above down. Needed where count is more than 1.");
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
    "links that one transceiver serves go down together, or in quick succession.");

} // namespace

} // namespace mrcsim
