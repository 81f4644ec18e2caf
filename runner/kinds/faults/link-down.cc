/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/link-fault.h"

namespace mrcsim
{

namespace
{

/// A link carries nothing, in either direction.
class LinkDown : public LinkFault
{
  public:
    /**
     * @param link number of the link
     */
    LinkDown(const Json& /* json */, uint32_t link)
        : LinkFault(link)
    {
    }

    void Begin(const FaultStage& stage) const override
    {
        SetUp(stage, false);
    }

    void End(const FaultStage& stage) const override
    {
        SetUp(stage, true);
    }

    void AddTo(const FaultTime& time, LinkHistory& history) const override
    {
        auto& changes = history[GetLink()];
        changes.push_back({time.at, false, this});
        if (time.duration)
        {
            changes.push_back({time.at + *time.duration, true, this});
        }
    }
};

const FaultKind KIND("link-down", ReadLinkFault<LinkDown>);

} // namespace

} // namespace mrcsim
