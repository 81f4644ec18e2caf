/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_ENUM_ACCESSOR_H
#define RDMA_ENUM_ACCESSOR_H

#include "ns3/enum.h"

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaEnumAccessor: enumerations as attributes, on every ns-3 this module supports.
 */

namespace ns3
{

/// @cond
template <typename E, typename M>
auto
MakeRdmaEnumAccessor(M member, int) -> decltype(MakeEnumAccessor<E>(member))
{
    return MakeEnumAccessor<E>(member);
}

template <typename E, typename M>
auto
MakeRdmaEnumAccessor(M member, long) -> decltype(MakeEnumAccessor(member))
{
    return MakeEnumAccessor(member);
}

/// @endcond

/**
 * @ingroup mrc
 * MakeEnumAccessor requires the enumeration's type from ns-3.41 on, and rejects it before.
 * @tparam E a plain enumeration
 * @param member pointer to the member of type E
 * @return accessor of the member
 */
template <typename E, typename M>
auto
RdmaEnumAccessor(M member)
{
    return MakeRdmaEnumAccessor<E>(member, 0);
}

} // namespace ns3

#endif // RDMA_ENUM_ACCESSOR_H
