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

void
RdmaTransport::OnPeerPortStatus(RdmaTick /* now */, uint32_t /* upPorts */)
{
}

void
RdmaTransport::OnEvProbeAnswer(RdmaTick /* now */, uint32_t /* ev */)
{
}

bool
RdmaTransport::HasEndpoint() const
{
    return false;
}

std::optional<MrcPath>
RdmaTransport::TakeControlPath(uint8_t /* port */)
{
    return std::nullopt;
}

const void*
RdmaTransport::GetSharedWindow() const
{
    return nullptr;
}

} // namespace ns3
