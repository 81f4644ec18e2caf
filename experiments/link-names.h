/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINK_NAMES_H
#define LINK_NAMES_H

#include "ns3/fabric-clos.h"
#include "ns3/fabric.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * Links of a network by their place in the topology, with names as in result files.
 */

namespace mrcsim
{

/**
 * The names of one direction of a link.
 */
struct LinkName
{
    const char* tier; ///< host-t0, t0-host, t0-t1 or t1-t0
    uint32_t plane;   ///< plane
    std::string a;    ///< sending end: h3, t0-1, t1-7
    std::string b;    ///< receiving end
};

/**
 * @param host number of a host
 * @return its name
 */
std::string NameHost(uint32_t host);

/**
 * @param plane plane
 * @param t0 T0 in the plane
 * @param t1 T1 in the plane
 * @return name of the link between them
 */
std::string NameLink(uint32_t plane, uint32_t t0, uint32_t t1);

/**
 * @param clos the topology
 * @param port number of a port
 * @return the direction in which it sends
 */
LinkName NameDirection(const ns3::FabricClosSpec& clos, uint32_t port);

/**
 * @param fabric a fabric
 * @return its ports that have come to life, by number: plane by plane, those of hosts' links first
 */
std::vector<ns3::FabricPort*> ListPorts(const ns3::Fabric& fabric);

} // namespace mrcsim

#endif // LINK_NAMES_H
