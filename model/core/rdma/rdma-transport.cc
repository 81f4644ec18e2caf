/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-transport.h"

namespace ns3
{

bool
RdmaTransport::PostRecv(RdmaTick /* now */, uint64_t /* wrId */)
{
    return false;
}

double
RdmaTransport::GetRateBps() const
{
    return 0;
}

std::optional<RdmaTick>
RdmaTransport::GetLastRtt() const
{
    return std::nullopt;
}

const void*
RdmaTransport::GetSharedWindow() const
{
    return nullptr;
}

} // namespace ns3
