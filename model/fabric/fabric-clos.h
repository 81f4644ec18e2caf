/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_CLOS_H
#define FABRIC_CLOS_H

#include "fabric-clos-paths.h"
#include "fabric-clos-spec.h"
#include "fabric-network.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricClos: a multi-plane Clos network of two or three tiers.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A Clos network. All answers are computed from positions, so its cost does not depend on its size.
 *
 * Switches are numbered plane by plane, in each plane T0s, T1s pod by pod, T2s. Links are numbered
 * plane by plane, in each plane those of hosts by host, those of T0s by T0 and uplink, those of T1s
 * by T1 and uplink.
 *
 * A T0 has ports for its downlinks and then its uplinks, by T1 of its pod and parallel link; a T1
 * for its pod's T0s, by T0 and parallel link, and then for its T2s; a T2 for the pods.
 *
 * SIDs: T0s have type 1 and T1s type 2, with their numbers in the plane; a T1 with parallel links
 * has one SID per parallel link, and a frame with the SID of a link goes down to a T0 by the link
 * of the same number. T2s have type 3, as NICs do: no T1 is adjacent to a NIC, and no T0 to a T2.
 */
class FabricClos final : public FabricNetwork
{
  public:
    /**
     * @param spec the numbers; aborts if they contradict each other
     */
    explicit FabricClos(const FabricClosSpec& spec);

    /** @return the spec */
    const FabricClosSpec& GetSpec() const
    {
        return m_spec;
    }

    /**
     * @param t0 T0 in the plane
     * @param uplink uplink of the T0: T1 in the pod x parallel links + number of the parallel link
     * @return number of the link
     */
    uint32_t GetUplink(uint32_t plane, uint32_t t0, uint32_t uplink) const;

    uint32_t GetNPlanes() const override;
    uint32_t GetNHosts() const override;
    uint32_t GetNSwitches() const override;
    uint32_t GetNLinks() const override;
    uint32_t CountLinksWithoutDelay() const override;
    uint32_t GetGroup(uint32_t host) const override;
    uint32_t GetNGroups() const override;
    uint32_t GetNicLink(uint32_t host, uint32_t plane) const override;
    uint32_t GetNicIndex(uint32_t host) const override;
    uint64_t GetNicPortRate(uint32_t host, uint32_t plane) const override;
    FabricAddressing GetAddressing() const override;
    FabricSwitchPosition GetPosition(uint32_t sw) const override;
    std::optional<uint32_t> FindSwitch(const FabricSwitchPosition& position) const override;
    uint32_t GetNSwitchPorts(uint32_t sw) const override;
    uint32_t GetSwitchLink(uint32_t sw, uint32_t port) const override;
    FabricSidRange GetSids(uint32_t sw) const override;
    std::unique_ptr<FabricForwarding> MakeForwarding(uint32_t sw, const FabricSwitchRoutes& routes)
        const override;
    std::vector<uint32_t> ListNextHops(uint32_t sw, uint32_t target) const override;
    std::vector<uint32_t> ListSwitchKinds() const override;
    FabricLink GetLink(uint32_t link) const override;
    uint32_t GetDistance(uint32_t src, uint32_t dst) const override;
    const FabricPathCodec& GetPathCodec() const override;
    const FabricNames& GetNames() const override;
    RdmaTick GetAfterNic(uint32_t src, uint32_t dst, uint32_t wireBytes) const override;
    RdmaTick GetBaseRtt(uint32_t dataWireBytes, uint32_t ackWireBytes) const override;

    bool IsCutThrough() const override
    {
        return m_spec.cutThrough;
    }

    uint64_t GetPortRate() const override;

  private:
    /** @return switches of one plane */
    uint32_t GetNSwitchesPerPlane() const;

    /** @return links of one plane */
    uint32_t GetNLinksPerPlane() const;

    /**
     * @param position of a switch
     * @return its number
     */
    uint32_t GetSwitch(const FabricSwitchPosition& position) const;

    /**
     * @param link number among the plane's links
     * @return the link, which is one of a NIC
     */
    FabricLink GetNicLinkAt(uint32_t plane, uint32_t link) const;

    /**
     * @param link number among the plane's links between T0s and T1s
     */
    FabricLink GetFabricLinkAt(uint32_t plane, uint32_t link) const;

    /**
     * @param link number among the plane's links between T1s and T2s
     */
    FabricLink GetCoreLinkAt(uint32_t plane, uint32_t link) const;

    /**
     * @param distance links of a path: 2, 4 or 6
     * @param wireBytes line time of a frame, B
     * @return see GetAfterNic
     */
    RdmaTick GetAfterNic(uint32_t distance, uint32_t wireBytes) const;

    FabricClosSpec m_spec;    ///< see GetSpec
    FabricAddressing m_hosts; ///< positions of hosts
    FabricClosPaths m_paths;  ///< see GetPathCodec
    FabricNames m_names;      ///< those of networks with tiers
};

} // namespace ns3

#endif // FABRIC_CLOS_H
