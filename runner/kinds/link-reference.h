/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINK_REFERENCE_H
#define LINK_REFERENCE_H

#include "document/json-path.h"
#include "document/problem.h"

#include "ns3/fabric-network.h"
#include "ns3/fabric.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * How scenarios name links.
 */

namespace mrcsim
{

/**
 * Find the link that a scenario means: {"a": "h3", "b": "p0-t0-1", "index": 0} by the names of its
 * ends, or {"plane": 0, "t0": 3, "t1": 5} for short.
 *
 * @param json the link, as the schema admits it
 * @param path where it was written
 * @param [out] problems receives what is wrong
 * @return number of the port at the end that is named first, if there is such a link
 */
std::optional<uint32_t> FindLinkPort(const Json& json,
                                     const ns3::FabricNetwork& network,
                                     const std::string& path,
                                     Problems& problems);

/**
 * @param index a number that was written
 * @param count how many there are
 * @param path where it was written
 * @param noun what is counted
 * @param [out] problems receives the mistake
 * @return true if it is below count
 */
bool CheckBelow(uint32_t index,
                uint32_t count,
                const std::string& path,
                const char* noun,
                Problems& problems);

/** @return its living ports, by number */
std::vector<ns3::FabricPort*> ListPorts(const ns3::Fabric& fabric);

} // namespace mrcsim

#endif // LINK_REFERENCE_H
