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
 * Prefetching of objects.
 */

namespace ns3
{

/// Size of a cache line on all supported machines, B.
constexpr std::size_t RDMA_CACHE_LINE_BYTES = 64;

/**
 * Prefetch an object. Between two packets of a QP there are thousands of others, so the QP is no
 * longer in the caches: with a prefetch, its lines arrive together instead of one after the other.
 * Only run time changes.
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
