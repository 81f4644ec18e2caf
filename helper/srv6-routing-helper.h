/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SRV6_ROUTING_HELPER_H
#define SRV6_ROUTING_HELPER_H

#include "ns3/ipv6-address.h"
#include "ns3/ipv6-routing-helper.h"
#include "ns3/net-device.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"
#include "ns3/srv6-routing.h"
#include "ns3/srv6-tunnel.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::Srv6RoutingHelper: SRv6 on nodes with ns-3's own stack.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Installs Srv6Routing, and connects the nodes as neighbors. InstallStack precedes static routing;
 * for other protocols, add the helper to an Ipv6ListRoutingHelper for InternetStackHelper.
 *
 * @code
 * Srv6RoutingHelper().InstallStack(nodes, 0x0801);
 * // ... devices and addresses ...
 * Srv6RoutingHelper::Connect(deviceOfA, deviceOfB);
 * Srv6RoutingHelper::AddTunnel(source, {0x0801, 0x0802})->AddDestination("fd00:2::1");
 * @endcode
 */
class Srv6RoutingHelper : public Ipv6RoutingHelper
{
  public:
    Srv6RoutingHelper();

    /**
     * @param name an attribute of ns3::Srv6Routing, for protocols created from now on
     * @param value its value
     */
    void Set(const std::string& name, const AttributeValue& value);

    Srv6RoutingHelper* Copy() const override;

    /**
     * Install ns-3's stack, with this protocol before static routing for IPv6.
     * @param nodes nodes without a stack
     * @param firstSid SID of the first node; the others have the following ones
     */
    void InstallStack(const NodeContainer& nodes, uint16_t firstSid) const;

    /**
     * Make the node a router without redirects: it forwards on all interfaces, because a packet may
     * leave by its ingress interface on purpose.
     * @param node a node with an IPv6 stack
     * @return its protocol
     */
    Ptr<Ipv6RoutingProtocol> Create(Ptr<Node> node) const override;

    /**
     * @param node a node
     * @return its protocol; aborts if it has none
     */
    static Ptr<Srv6Routing> GetProtocol(Ptr<Node> node);

    /**
     * Make two nodes neighbors on a link: each one's present SIDs lead to the link-local address of
     * its interface.
     * @param a device of one
     * @param b device of the other, on the same channel
     */
    static void Connect(Ptr<NetDevice> a, Ptr<NetDevice> b);

    /**
     * @param node node at which packets enter the tunnel
     * @param usids SIDs of the nodes on the path; the last one decapsulates
     * @return a tunnel, an interface of the node that is up
     */
    static Ptr<Srv6Tunnel> AddTunnel(Ptr<Node> node, const std::vector<uint16_t>& usids);

  private:
    /**
     * @param from device of the node that adds the neighbor
     * @param to device of its neighbor
     */
    static void Learn(Ptr<NetDevice> from, Ptr<NetDevice> to);

    ObjectFactory m_factory; ///< makes protocols
};

} // namespace ns3

#endif // SRV6_ROUTING_HELPER_H
