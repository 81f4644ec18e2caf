/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_ROUTES_H
#define FABRIC_ROUTES_H

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * What routing has learnt of dead links: ns3::FabricPlaneRoutes, ns3::FabricSwitchRoutes.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The ways that static tables may take through a network (FabricNetwork).
 */
class FabricStaticPaths
{
  public:
    virtual ~FabricStaticPaths() = default;

    /**
     * @param sw number of a switch
     * @param target what FabricForwarding::FindHost names so
     * @return the ports by which its static tables may send frames for that target; none if the
     * target is reached here
     */
    virtual std::vector<uint32_t> ListNextHops(uint32_t sw, uint32_t target) const = 0;

    /**
     * @param sw number of a switch
     * @param port number of one of its ports
     * @return the switch at the far end of the link there, or nothing if that is a host
     */
    virtual std::optional<uint32_t> FindNextSwitch(uint32_t sw, uint32_t port) const = 0;
};

/**
 * @ingroup mrc
 * What the routing of a plane has learnt about distant links. All switches of a plane learn it at
 * the same time, so they share it, those that come to life later included.
 */
class FabricPlaneRoutes
{
  public:
    /**
     * @param ways there are; outlive this. Null: no loss is ever learnt
     */
    explicit FabricPlaneRoutes(const FabricStaticPaths* ways = nullptr)
        : m_ways(ways)
    {
    }

    /**
     * Routing learns that a switch lost or regained a port.
     * @param sw number of the switch
     * @param port number of the port there
     * @param usable false: routing avoids it
     */
    void SetPort(uint32_t sw, uint32_t port, bool usable);

    /** @return true if every link is usable */
    bool IsWhole() const
    {
        return m_lost.empty();
    }

    /**
     * Is there a way on, as far as routing has learnt of links behind the one at this port?
     * @param sw number of a switch
     * @param port number of one of its ports
     * @param target where frames go (FabricForwarding::FindHost)
     * @return true if there is
     */
    bool LeadsTo(uint32_t sw, uint32_t port, uint32_t target) const;

  private:
    /// A port: switch, and number there.
    using Port = std::pair<uint32_t, uint32_t>;

    const FabricStaticPaths* m_ways; ///< see the constructor
    std::set<Port> m_lost;           ///< ports without light, as far as learnt
    mutable std::map<std::tuple<uint32_t, uint32_t, uint32_t>, bool> m_known; ///< see LeadsTo
};

/**
 * @ingroup mrc
 * What a switch knows of dead links: its own (local repair), and what its plane has learnt (routing
 * convergence, much later).
 */
class FabricSwitchRoutes
{
  public:
    /**
     * @param sw number of the switch
     * @param plane what its plane has learnt; outlives this
     */
    FabricSwitchRoutes(uint32_t sw, FabricPlaneRoutes& plane)
        : m_switch(sw),
          m_plane(plane)
    {
    }

    /**
     * Routing learns that a port of the switch is dead or alive.
     * @param port its number
     * @param usable false: routing avoids it
     */
    void SetPort(uint32_t port, bool usable);

    /**
     * The routing of the plane has caught up with a change of a link of the switch.
     * @param port number of the port there
     * @param usable false: routing avoids it
     */
    void TellPlane(uint32_t port, bool usable)
    {
        m_plane.SetPort(m_switch, port, usable);
    }

    /** @return true if nothing is to be avoided */
    bool IsWhole() const
    {
        return m_dead.empty() && m_plane.IsWhole();
    }

    /**
     * @param port number of a port
     * @param target where frames go
     * @return true if routing does not avoid it
     */
    bool IsUsable(uint32_t port, uint32_t target) const;

  private:
    uint32_t m_switch;            ///< number of the switch
    FabricPlaneRoutes& m_plane;   ///< of the plane
    std::vector<uint32_t> m_dead; ///< own dead ports, in ascending order
};

} // namespace ns3

#endif // FABRIC_ROUTES_H
