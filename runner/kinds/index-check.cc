/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "index-check.h"

namespace mrcsim
{

Key
DeclareHost(Key key)
{
    return key.Range(0, LAST_HOST).Required().Help("Host, counted from 0.");
}

Key
DeclarePlane(Key key)
{
    return key.Range(0, LAST_PLANE).Required().Help("Plane, counted from 0.");
}

bool
CheckBelow(uint32_t index,
           uint32_t count,
           const std::string& path,
           const char* noun,
           Problems& problems)
{
    if (index < count)
    {
        return true;
    }
    problems.push_back(
        {path,
         "found " + std::to_string(index) + "; allowed: the " + noun +
             (count == 0 ? ", and there are none" : " 0 to " + std::to_string(count - 1))});
    return false;
}

bool
CheckHost(uint32_t host,
          const ns3::FabricNetwork& network,
          const std::string& path,
          Problems& problems)
{
    return CheckBelow(host, network.GetNHosts(), path, "hosts", problems);
}

} // namespace mrcsim
