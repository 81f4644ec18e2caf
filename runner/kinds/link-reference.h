/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINK_REFERENCE_H
#define LINK_REFERENCE_H

#include "document/problem.h"
#include "index-check.h"
#include "keys/key-set.h"

#include "ns3/fabric-network.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * References to links in scenarios.
 */

namespace ns3
{
class Fabric;
class FabricPort;
} // namespace ns3

namespace mrcsim
{

/// Help of a key whose value is a link.
constexpr const char* LINK_HELP =
    "A link: by plane, T0 and T1 of a Clos network, by host and plane of a NIC, or by the names of "
    "its ends, as in links.csv.";

/// Reference to a link in a scenario: by its ends, by plane, T0 and T1, or by a NIC port.
struct LinkPlace : KeyOwner
{
    std::optional<std::string> a; ///< name of one end
    std::string b;                ///< name of the other end
    uint32_t index{0};            ///< index among the links between the two
    std::optional<uint32_t> host; ///< host of the NIC
    uint32_t plane{0};            ///< plane of the NIC port, or of the switches
    uint32_t t0{0};               ///< T0 in the plane
    uint32_t t1{0};               ///< T1 in the plane
    std::optional<uint32_t>
        port; ///< number of the port at the end that is named first, if the link exists

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys);
};

/** @param [out] place receives the value with its port */
void ReadKey(const KeyReading& reading, LinkPlace& place);

/// Reference to a NIC port: the keys host and plane.
struct NicPlace
{
    uint32_t host{0};  ///< host of the NIC
    uint32_t plane{0}; ///< plane of the port

    /**
     * @param network network of the NIC
     * @param path of the object with the keys
     * @param [out] problems receives the problems
     * @return number of the NIC port, if it exists
     */
    std::optional<uint32_t> FindPort(const ns3::FabricNetwork& network,
                                     const std::string& path,
                                     Problems& problems) const;
};

/**
 * Declare the keys host and plane of a NIC port.
 * @param keys receives the keys
 * @param member of the owner that they fill
 */
template <typename Owner>
void
AddNicPlace(KeySet& keys, NicPlace Owner::*member)
{
    DeclareHost(keys.Add("host", member, &NicPlace::host));
    DeclarePlane(keys.Add("plane", member, &NicPlace::plane));
}

/** @return its instantiated ports, by number */
std::vector<ns3::FabricPort*> ListPorts(const ns3::Fabric& fabric);

} // namespace mrcsim

#endif // LINK_REFERENCE_H
