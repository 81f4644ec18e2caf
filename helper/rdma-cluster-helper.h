/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_CLUSTER_HELPER_H
#define RDMA_CLUSTER_HELPER_H

#include "ns3/attribute.h"
#include "ns3/fabric-clos.h"
#include "ns3/fabric-lazy-topology.h"
#include "ns3/fabric-switch-parameters.h"
#include "ns3/fabric.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-qp-factory.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaClusterHelper: builds a network with its hosts.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Builds a network, installs an RdmaNic on the Node of each host, and makes the RdmaCluster, the
 * container of these NICs, which sends messages between them. Holds no state of the built network.
 * Hosts exist from the beginning, switches and links are instantiated lazily (FabricLazyTopology).
 *
 * @code
 * Time::SetResolution(Time::PS);
 * RdmaClusterHelper helper;
 * helper.SetTopology(FabricClosSpec::TwoTiers(1, 16, 4)); // a plane, 16 hosts, 4 under a T0
 * helper.SetTransport("ns3::RoceQpFactory", "RateControl", StringValue("ns3::RoceFixedRate"));
 * helper.SetSwitchAttribute("Pfc", BooleanValue(true));
 * NodeContainer hosts(16);
 * Ptr<RdmaCluster> cluster = helper.Install(hosts);
 * cluster->Send(0, 1, 0, 1000000, 42);
 * @endcode
 */
class RdmaClusterHelper
{
  public:
    RdmaClusterHelper();

    /**
     * @param network the shape of the network
     */
    void SetTopology(Ptr<const FabricNetwork> network);

    /**
     * @param spec the numbers of a Clos network; aborts if they are inconsistent
     */
    void SetTopology(const FabricClosSpec& spec);

    /**
     * @param parameters settings of switches for queueing, marking, trimming and pausing; they
     * replace all earlier ones, also those of SetSwitchAttribute
     */
    void SetSwitches(Ptr<FabricSwitchParameters> parameters);

    /**
     * @param name an attribute of ns3::FabricSwitchParameters
     * @param value its value, of networks built from now on
     */
    void SetSwitchAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param name an attribute of ns3::RdmaNic
     * @param value its value, of all NICs installed from now on
     */
    void SetNicAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param name an attribute of ns3::Fabric
     * @param value its value, of networks built from now on
     */
    void SetFabricAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param factory makes the QPs
     */
    void SetTransport(Ptr<RdmaQpFactory> factory);

    /**
     * @param typeName TypeId of a subclass of RdmaQpFactory; ns3::MrcQpFactory if no transport is
     * set
     * @param attributes names and values of its attributes; the others have their defaults, which
     * are those at the time of Install
     */
    template <typename... Attributes>
    void SetTransport(const std::string& typeName, Attributes&&... attributes)
    {
        m_transports = DescribeTransport(typeName, std::forward<Attributes>(attributes)...);
        m_factory = nullptr;
    }

    /**
     * @param typeName TypeId of a subclass of RdmaQpFactory; aborts with those that exist if it is
     * none
     * @param attributes names and values of its attributes
     * @return the factory, for SetTransport or RdmaCluster::AddTransport
     */
    template <typename... Attributes>
    static Ptr<RdmaQpFactory> MakeTransport(const std::string& typeName, Attributes&&... attributes)
    {
        return DescribeTransport(typeName, std::forward<Attributes>(attributes)...)
            .template Create<RdmaQpFactory>();
    }

    /** @return unloaded round trip across the network of a full packet and its answer */
    RdmaTick GetBaseRtt() const;

    /**
     * Check the settings. Call it after topology, switches and transport are set.
     * @return reasons for which Build, or a QP later, would abort
     */
    RdmaProblems Check() const;

    /** @return effects of settings that Check accepts, which a user may not expect */
    RdmaProblems Advise() const;

    /**
     * Build the network, and install a NIC on each host. The network remains until
     * Simulator::Destroy, as nodes do, and is disposed of then.
     * @param hosts the hosts, as many as the network has, in their order; none has a NIC yet
     * @return the network with its hosts
     */
    Ptr<RdmaCluster> Install(const NodeContainer& hosts) const;

    /**
     * Install with new nodes.
     * @return the network; its hosts are Nodes in the global NodeList
     */
    Ptr<RdmaCluster> Build() const;

    /**
     * @param cluster a built cluster
     * @param a name of a host or switch
     * @param b name of another one
     * @param index number of the link between them
     * @return the port of a that leads to b, instantiated if necessary
     */
    static FabricPort* GetPort(Ptr<RdmaCluster> cluster,
                               const std::string& a,
                               const std::string& b,
                               uint32_t index = 0);

    /**
     * @param port a port of a built cluster; aborts if there is another cluster, because the path
     * would also be that of its port (use Fabric::GetTracedPort)
     * @return its path, to which the name of a trace source of FabricTracedPort is appended
     */
    static std::string GetTracePath(const FabricPort* port);

    /**
     * @param cluster a built cluster, a Clos network
     * @param plane 0-based
     * @param t0 T0 in the plane
     * @param t1 T1 in the plane
     * @return the T0's first port towards that T1, instantiated if necessary
     */
    static FabricPort* GetUplink(Ptr<RdmaCluster> cluster,
                                 uint32_t plane,
                                 uint32_t t0,
                                 uint32_t t1);

    /**
     * @param cluster a built cluster
     * @param tier tier
     * @param plane 0-based
     * @param index number within plane and tier
     * @return the switch, instantiated if necessary
     */
    static FabricSwitch* GetSwitch(Ptr<RdmaCluster> cluster,
                                   FabricSwitchPosition::Tier tier,
                                   uint32_t plane,
                                   uint32_t index);

    /**
     * Assign fixed random streams to a built cluster: fabric first, then hosts.
     * @param cluster a built cluster
     * @param stream first stream number
     * @return number of streams used
     */
    static int64_t AssignStreams(Ptr<RdmaCluster> cluster, int64_t stream);

  private:
    /** @return the topology; aborts if it is not set */
    const FabricNetwork& GetNetwork() const;

    /**
     * @param typeName TypeId of a subclass of RdmaQpFactory
     * @return the same, checked
     */
    static TypeId FindTransport(const std::string& typeName);

    /** @return makes a factory: see MakeTransport */
    template <typename... Attributes>
    static ObjectFactory DescribeTransport(const std::string& typeName, Attributes&&... attributes)
    {
        ObjectFactory factory;
        factory.SetTypeId(FindTransport(typeName));
        factory.Set(std::forward<Attributes>(attributes)...);
        return factory;
    }

    /** @return settings of switches, made now unless SetSwitches has set them */
    Ptr<FabricSwitchParameters> GetSwitches() const;

    /** @return the factory of the QPs, made now unless SetTransport has set it */
    Ptr<RdmaQpFactory> GetFactory() const;

    /** @return see GetBaseRtt, of packets of these QPs */
    RdmaTick GetBaseRtt(const RdmaQpFactory& factory) const;

    /** @return the settings that switches and ports share, for packets of these QPs */
    FabricTopologySettings MakeSettings(const RdmaQpFactory& factory) const;

    ObjectFactory m_nics;                   ///< makes the NICs
    ObjectFactory m_fabrics;                ///< makes the network
    ObjectFactory m_transports;             ///< makes the factory of the QPs
    Ptr<const FabricNetwork> m_network;     ///< topology
    Ptr<FabricSwitchParameters> m_switches; ///< see SetSwitches; null: the defaults
    /// Names and values of SetSwitchAttribute
    std::vector<std::pair<std::string, Ptr<AttributeValue>>> m_switchAttributes;
    Ptr<RdmaQpFactory> m_factory; ///< see SetTransport; null: m_transports makes it
};

} // namespace ns3

#endif // RDMA_CLUSTER_HELPER_H
