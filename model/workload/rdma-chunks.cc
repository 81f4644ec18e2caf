/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-chunks.h"

#include "ns3/abort.h"
#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

RdmaChunks::RdmaChunks(uint64_t bytes, uint32_t nChunks)
    : m_bytes(bytes),
      m_nChunks(nChunks)
{
    NS_ASSERT_MSG(nChunks > 0 || bytes == 0, bytes << " B in no chunks");
}

RdmaChunks
RdmaChunks::ForPipeline(uint64_t bytes, uint64_t chunkBytes)
{
    NS_ABORT_MSG_IF(chunkBytes == 0, "chunks of 0 B");
    const uint64_t needed = bytes / chunkBytes + (bytes % chunkBytes == 0 ? 0 : 1);
    return {bytes, static_cast<uint32_t>(std::min<uint64_t>(needed, MAX_PIPELINE))};
}

uint32_t
RdmaChunks::GetN() const
{
    return m_nChunks;
}

uint32_t
RdmaChunks::GetNFilled() const
{
    return static_cast<uint32_t>(std::min<uint64_t>(m_nChunks, m_bytes));
}

uint64_t
RdmaChunks::GetBytes(uint32_t chunk) const
{
    return m_bytes / m_nChunks + (chunk < m_bytes % m_nChunks ? 1 : 0);
}

uint64_t
RdmaChunks::GetOffset(uint32_t chunk) const
{
    return m_bytes / m_nChunks * chunk + std::min<uint64_t>(chunk, m_bytes % m_nChunks);
}

} // namespace ns3
