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
 * Dead links that routing has learned: ns3::FabricPlaneRoutes, ns3::FabricSwitchRoutes.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The paths of static tables through a network (FabricNetwork).
 */
class FabricStaticPaths
{
  public:
    virtual ~FabricStaticPaths() = default;

    /**
     * @param sw number of a switch
     * @param target see FabricHop
     * @return the ports by which its static tables may send frames for that target; none if the
     * switch is the target
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
 * Distant dead links that the routing of a plane has learned. All switches of a plane learn them at
 * the same time, so they share this object, including switches that are instantiated later.
 */
class FabricPlaneRoutes
{
  public:
    /**
     * @param paths static paths of the network; outlive this. Null: no dead link is ever learned
     */
    explicit FabricPlaneRoutes(const FabricStaticPaths* paths = nullptr)
        : m_paths(paths)
    {
    }

    /**
     * Routing learns that a port of a switch is dead or alive.
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
     * Check whether a port leads to a target, as far as routing has learned of links behind it.
     * @param sw number of a switch
     * @param port number of one of its ports
     * @param target destination, see FabricHop
     * @return true if it does
     */
    bool LeadsTo(uint32_t sw, uint32_t port, uint32_t target) const;

  private:
    friend class RdmaStateReader; ///< compares states in tests

    /// A port: number of the switch, number of the port.
    using Port = std::pair<uint32_t, uint32_t>;

    const FabricStaticPaths* m_paths; ///< see the constructor
    std::set<Port> m_lost;            ///< dead ports, as far as learned
    mutable std::map<std::tuple<uint32_t, uint32_t, uint32_t>, bool> m_known; ///< see LeadsTo
};

/**
 * @ingroup mrc
 * Dead links that the routing of a switch has learned: its own (local repair), and those of its
 * plane (routing convergence, much later).
 */
class FabricSwitchRoutes
{
  public:
    /**
     * @param sw number of the switch
     * @param plane routes of its plane; outlive this
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
     * The routing of the plane learns of a change of a link of the switch.
     * @param port number of the port there
     * @param usable false: routing avoids it
     */
    void TellPlane(uint32_t port, bool usable)
    {
        m_plane.SetPort(m_switch, port, usable);
    }

    /** @return true if no port is avoided */
    bool IsWhole() const
    {
        return m_dead.empty() && m_plane.IsWhole();
    }

    /**
     * @param port number of a port
     * @param target destination, see FabricHop
     * @return true if routing does not avoid it
     */
    bool IsUsable(uint32_t port, uint32_t target) const;

  private:
    friend class RdmaStateReader; ///< compares states in tests

    uint32_t m_switch;            ///< number of the switch
    FabricPlaneRoutes& m_plane;   ///< of the plane
    std::vector<uint32_t> m_dead; ///< own dead ports, in ascending order
};

} // namespace ns3

#endif // FABRIC_ROUTES_H
