/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/flapping-links.h"

namespace mrcsim
{

namespace
{

/// Fault: a link goes down repeatedly.
class LinkFlap : public FlappingLinks
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareLink(keys);
        DeclareDown(keys);
        AddPeriod(keys).Required().Help("Time from the start of one flap to the start of the "
                                        "next; above down.");
        DeclareCount(keys);
    }
};

const auto KIND =
    FaultKind::Make<LinkFlap>("link-flap", 25, "a link goes down repeatedly, in both directions.");

} // namespace

} // namespace mrcsim
