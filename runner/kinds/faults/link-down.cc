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

/// Fault: a link is down in both directions.
class LinkDown : public DarkLinks
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareLink(keys);
        AddDuration(keys);
    }
};

const auto KIND = FaultKind::Make<LinkDown>("link-down", 10, "a link is down in both directions.");

} // namespace

} // namespace mrcsim
