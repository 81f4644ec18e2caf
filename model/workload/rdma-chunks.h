/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_CHUNKS_H
#define RDMA_CHUNKS_H

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaChunks: a buffer cut into chunks.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A buffer cut into chunks that differ by at most 1 B, the longer ones first. A buffer of fewer
 * bytes than chunks has chunks of 0 B after those of 1 B; schedules do not send them.
 */
class RdmaChunks
{
  public:
    /// Default chunk of pipelined collectives, B: the choice of collective libraries for large
    /// buffers. It is much larger than a bandwidth-delay product, so that lines stay busy between
    /// two chunks, and much smaller than buffers, so that a pipeline fills soon.
    static constexpr uint64_t PIPELINE_BYTES = 512 * 1024;

    /// Maximum number of chunks of one pipeline; larger buffers have larger chunks. Bounds the
    /// sends of a schedule by this number times ranks times a small factor.
    static constexpr uint32_t MAX_PIPELINE = 1024;

    /**
     * @param bytes the buffer, B
     * @param nChunks number of chunks, at least 1
     */
    RdmaChunks(uint64_t bytes, uint32_t nChunks);

    /**
     * Cut a buffer for a pipeline, in which a rank forwards a chunk while it receives the next.
     * @param bytes the buffer, B
     * @param chunkBytes longest chunk, B, at least 1; longer if there would be more than
     * MAX_PIPELINE
     * @return the smallest number of chunks of that length, without chunks of 0 B; none for an
     * empty buffer
     */
    static RdmaChunks ForPipeline(uint64_t bytes, uint64_t chunkBytes);

    /** @return number of chunks, including those of 0 B */
    uint32_t GetN() const;

    /** @return number of chunks that have bytes: the first ones */
    uint32_t GetNFilled() const;

    /**
     * @param chunk 0 .. GetN() - 1
     * @return its length, B
     */
    uint64_t GetBytes(uint32_t chunk) const;

    /**
     * @param chunk 0 .. GetN(); GetN() is the end of the buffer
     * @return its offset in the buffer, B
     */
    uint64_t GetOffset(uint32_t chunk) const;

  private:
    uint64_t m_bytes;   ///< the buffer, B
    uint32_t m_nChunks; ///< number of chunks
};

} // namespace ns3

#endif // RDMA_CHUNKS_H
