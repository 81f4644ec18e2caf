/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_CLOS_FORWARDING_H
#define FABRIC_CLOS_FORWARDING_H

#include "fabric-clos-spec.h"
#include "fabric-forwarding.h"

#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * Static forwarding of the switches of a Clos network, by arithmetic.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Forwarding of a T0. Ports: downlinks, uplinks.
 */
class FabricT0Forwarding final : public FabricForwarding
{
  public:
    /**
     * @param plane of the switch
     * @param index of the switch within plane and tier
     * @param routes links that it has learned to avoid; outlive this
     */
    FabricT0Forwarding(const FabricClosSpec& spec,
                       uint32_t plane,
                       uint32_t index,
                       const FabricSwitchRoutes& routes);

    uint32_t FindNeighbor(uint16_t own, uint16_t next) const override;
    FabricHop FindHost(uint32_t host) const override;
    uint32_t ReadDigit(uint32_t ev,
                       uint32_t hops,
                       const FabricHop& hop,
                       const std::vector<FabricEvField>& fields) const override;
    bool IsChoice(uint32_t port) const override;
    bool IsTransit(uint32_t port) const override;
    bool HasGroups() const override;

  private:
    FabricAddressing m_hosts;                 ///< positions of hosts
    uint32_t m_plane;                         ///< its plane
    uint32_t m_index;                         ///< its number in the plane
    uint32_t m_firstT1;                       ///< index of the SID at the far end of uplink 0
    std::optional<FabricEcmpGroup> m_uplinks; ///< all of them, if there are any
};

/**
 * @ingroup mrc
 * Forwarding of a T1. Ports: T0s of its pod, by parallel link; uplinks.
 */
class FabricT1Forwarding final : public FabricForwarding
{
  public:
    /**
     * @param plane of the switch
     * @param index of the switch within plane and tier
     * @param routes links that it has learned to avoid; outlive this
     */
    FabricT1Forwarding(const FabricClosSpec& spec,
                       uint32_t plane,
                       uint32_t index,
                       const FabricSwitchRoutes& routes);

    uint32_t FindNeighbor(uint16_t own, uint16_t next) const override;
    FabricHop FindHost(uint32_t host) const override;
    uint32_t ReadDigit(uint32_t ev,
                       uint32_t hops,
                       const FabricHop& hop,
                       const std::vector<FabricEvField>& fields) const override;
    bool IsChoice(uint32_t port) const override;
    bool IsTransit(uint32_t port) const override;
    bool HasGroups() const override;

  private:
    FabricAddressing m_hosts;                 ///< positions of hosts
    uint32_t m_t0s;                           ///< T0s of the plane
    uint32_t m_plane;                         ///< its plane
    uint32_t m_firstT0;                       ///< number of its pod's first T0
    uint32_t m_podT0s;                        ///< T0s of its pod
    uint32_t m_parallel;                      ///< parallel links to each T0
    uint32_t m_firstSid;                      ///< index of its first SID
    uint32_t m_firstT2;                       ///< number of its first T2
    std::vector<FabricEcmpGroup> m_down;      ///< by T0, with parallel links
    std::optional<FabricEcmpGroup> m_uplinks; ///< all of them, if there are any
};

/**
 * @ingroup mrc
 * Forwarding of a T2. Ports: pods.
 */
class FabricT2Forwarding final : public FabricForwarding
{
  public:
    /**
     * @param plane of the switch
     * @param index of the switch within plane and tier
     */
    FabricT2Forwarding(const FabricClosSpec& spec, uint32_t plane, uint32_t index);

    uint32_t FindNeighbor(uint16_t own, uint16_t next) const override;
    FabricHop FindHost(uint32_t host) const override;
    uint32_t ReadDigit(uint32_t ev,
                       uint32_t hops,
                       const FabricHop& hop,
                       const std::vector<FabricEvField>& fields) const override;
    bool IsChoice(uint32_t port) const override;
    bool IsTransit(uint32_t port) const override;
    bool HasGroups() const override;

  private:
    FabricAddressing m_hosts; ///< positions of hosts
    uint32_t m_plane;         ///< its plane
    uint32_t m_pods;          ///< pods
    uint32_t m_podT0s;        ///< T0s of a pod
    uint32_t m_podSids;       ///< SIDs of a pod's T1s
    uint32_t m_parallel;      ///< SIDs of a T1
    uint32_t m_t1;            ///< number of its T1 in every pod
};

} // namespace ns3

#endif // FABRIC_CLOS_FORWARDING_H
