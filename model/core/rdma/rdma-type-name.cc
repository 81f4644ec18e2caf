/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-type-name.h"

#include "rdma-join.h"

#include "ns3/abort.h"

namespace ns3
{

bool
MakesRdmaType(TypeId type, TypeId kind)
{
    return type.GetUid() != 0 && type.IsChildOf(kind) && type.HasConstructor();
}

std::string
NameRdmaType(TypeId type)
{
    return type.GetUid() == 0 ? "the name of no class" : type.GetName();
}

TypeId
FindRdmaType(const std::string& name, TypeId kind)
{
    TypeId found;
    if (TypeId::LookupByNameFailSafe(name, &found) && MakesRdmaType(found, kind))
    {
        return found;
    }
    std::vector<std::string> known;
    for (uint32_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId type = TypeId::GetRegistered(i);
        if (MakesRdmaType(type, kind))
        {
            known.push_back(type.GetName());
        }
    }
    NS_ABORT_MSG("there is no " << kind.GetName() << " with the name '" << name
                                << "'; allowed: " << JoinRdmaWords(known));
}

} // namespace ns3
