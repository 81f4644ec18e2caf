/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_PREFETCH_H
#define RDMA_PREFETCH_H

#include <cstddef>

/**
 * @file
 * @ingroup mrc
 * Asking for memory before it is needed.
 */

namespace ns3
{

/// Bytes that memory hands out at a time, on every machine that matters here.
constexpr std::size_t RDMA_CACHE_LINE_BYTES = 64;

/**
 * Have an object fetched from memory. Between two packets of a QP there are thousands of others, so
 * the QP has left the caches: asked for at once, its lines arrive together instead of one after the
 * other. Changes nothing but time.
 * @ingroup mrc
 * @tparam T type of the object
 */
template <typename T>
inline void
RdmaPrefetch(const T& object)
{
    const char* at = reinterpret_cast<const char*>(&object);
    for (std::size_t offset = 0; offset < sizeof(T); offset += RDMA_CACHE_LINE_BYTES)
    {
        __builtin_prefetch(at + offset);
    }
}

} // namespace ns3

#endif // RDMA_PREFETCH_H
