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
 * How scenarios name links.
 */

namespace ns3
{
class Fabric;
class FabricPort;
} // namespace ns3

namespace mrcsim
{

/// A link as scenarios name it: by its ends, by plane, T0 and T1, or as that of a NIC.
struct LinkPlace : KeyOwner
{
    std::optional<std::string> a; ///< name of one end
    std::string b;                ///< name of the other end
    uint32_t index{0};            ///< which of the links between the two
    std::optional<uint32_t> host; ///< host of the NIC
    uint32_t plane{0};            ///< plane of it, or of the switches
    uint32_t t0{0};               ///< T0 in the plane
    uint32_t t1{0};               ///< T1 in the plane
    std::optional<uint32_t> port; ///< number of the port at the end that is named first, if there
                                  ///< is such a link

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys);
};

/** @param [out] place receives what is read, and its port */
void ReadKey(const KeyReading& reading, LinkPlace& place);

/// A port of a NIC: the keys host and plane.
struct NicPlace
{
    uint32_t host{0};  ///< host of the NIC
    uint32_t plane{0}; ///< plane of the port

    /**
     * @param network where it is
     * @param path of the object with the keys
     * @param [out] problems receives what is wrong
     * @return number of the NIC's port, if there is such a one
     */
    std::optional<uint32_t> FindPort(const ns3::FabricNetwork& network,
                                     const std::string& path,
                                     Problems& problems) const;
};

/**
 * Declare the keys host and plane of a place at a NIC.
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

/** @return its living ports, by number */
std::vector<ns3::FabricPort*> ListPorts(const ns3::Fabric& fabric);

} // namespace mrcsim

#endif // LINK_REFERENCE_H
