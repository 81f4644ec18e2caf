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
class LinkDown : public DarkLinks
{
  public:
    /**
     * @param port number of a port at the link
     */
    LinkDown(const Json& /* json */, uint32_t port)
        : DarkLinks({ns3::FabricNetwork::GetLinkOf(port)})
    {
    }
};

const FaultKind KIND("link-down", ReadLinkFault<LinkDown>);

} // namespace

} // namespace mrcsim
