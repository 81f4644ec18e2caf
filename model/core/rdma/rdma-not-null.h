/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_NOT_NULL_H
#define RDMA_NOT_NULL_H

#include "ns3/abort.h"

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaNotNull: a check of pointers that callers pass.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Abort if a pointer is null. ns3::Ptr checks that in builds with assertions only; in others its
 * use crashes, and for a fault at a time far from the call that passed it.
 * @tparam T a pointer, plain or smart, or another type that is false when empty
 * @param pointer the pointer
 * @param what its name, after which the message says "is null"
 * @return the pointer
 */
template <typename T>
const T&
RdmaNotNull(const T& pointer, const char* what)
{
    NS_ABORT_MSG_IF(!pointer, what << " is null");
    return pointer;
}

} // namespace ns3

#endif // RDMA_NOT_NULL_H
