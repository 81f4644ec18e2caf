/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_TYPE_NAME_H
#define RDMA_TYPE_NAME_H

#include "ns3/type-id.h"

#include <string>

/**
 * @file
 * @ingroup mrc
 * TypeIds that users write as text.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * @param type a class
 * @param kind a base class
 * @return true if objects of the class can be made and used as the kind; attributes accept any
 * TypeId
 */
bool MakesRdmaType(TypeId type, TypeId kind);

/**
 * @ingroup mrc
 * @param type a class, or the TypeId of none, which ns-3's lookups return for a wrong name
 * @return its name, for messages
 */
std::string NameRdmaType(TypeId type);

/**
 * @ingroup mrc
 * Find a class by the name of its TypeId. It must be of a kind and have a constructor; ns-3's own
 * lookups end in a crash or an unreadable message for other names. Aborts with the names that
 * exist.
 * @param name name of the TypeId, for example ns3::MrcQpFactory
 * @param kind a base class
 * @return the TypeId
 */
TypeId FindRdmaType(const std::string& name, TypeId kind);

} // namespace ns3

#endif // RDMA_TYPE_NAME_H
