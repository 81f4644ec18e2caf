/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-type-name.h"

#include "ns3/abort.h"

namespace ns3
{

namespace
{

/** @return whether objects of this class can be made and used as the kind */
bool
Makes(TypeId type, TypeId kind)
{
    return type.IsChildOf(kind) && type.HasConstructor();
}

} // namespace

TypeId
FindRdmaType(const std::string& name, TypeId kind)
{
    TypeId found;
    if (TypeId::LookupByNameFailSafe(name, &found) && Makes(found, kind))
    {
        return found;
    }
    std::string known;
    for (uint32_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        if (Makes(type, kind))
        {
            known += (known.empty() ? "" : ", ") + type.GetName();
        }
    }
    NS_ABORT_MSG("there is no " << kind.GetName() << " with the name '" << name
                                << "'; allowed: " << known);
}

} // namespace ns3
