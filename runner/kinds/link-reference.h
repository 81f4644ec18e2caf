/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINK_REFERENCE_H
#define LINK_REFERENCE_H

#include "document/json-path.h"
#include "document/problem.h"
#include "index-check.h"

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
 * ends, {"plane": 0, "t0": 3, "t1": 5}, or {"host": 3, "plane": 2}.
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
 * Find the port that a scenario means by {"host": 3, "plane": 2}.
 *
 * @param json an object with these keys, as the schema admits it
 * @param path where it was written
 * @param [out] problems receives what is wrong
 * @return number of the NIC's port, if there is such a one
 */
std::optional<uint32_t> FindNicPort(const Json& json,
                                    const ns3::FabricNetwork& network,
                                    const std::string& path,
                                    Problems& problems);

/** @return its living ports, by number */
std::vector<ns3::FabricPort*> ListPorts(const ns3::Fabric& fabric);

} // namespace mrcsim

#endif // LINK_REFERENCE_H
