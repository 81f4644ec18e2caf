/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOAD_BALANCER_RIG_H
#define LOAD_BALANCER_RIG_H

#include "fabric-test-net.h"
#include "switch-kit.h"

#include "ns3/fabric-load-balancer.h"
#include "ns3/object-factory.h"

#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc-tests
 * A load balancer with uplinks, without a switch.
 */

namespace mrctest
{

/// Number of uplinks.
constexpr uint32_t UPLINKS = 8;

/// Eight uplinks after four downlinks of T0 0, none of them instantiated, and a balancer.
class LoadBalancerRig
{
  public:
    static constexpr uint32_t T0S = 41;         ///< number of T0s
    static constexpr uint32_t FIRST_UPLINK = 4; ///< port number of the first uplink

    /**
     * @param name TypeId of the balancer
     * @param seed of the switch
     */
    explicit LoadBalancerRig(const std::string& name, uint64_t seed = 1)
        : LoadBalancerRig(ObjectFactory(name), seed)
    {
    }

    /**
     * @param factory of the balancer, with its attributes
     * @param seed of the switch
     */
    explicit LoadBalancerRig(const ObjectFactory& factory, uint64_t seed = 1)
    {
        fabric->AssignStreams(1);
        balancer = factory.Create<FabricLoadBalancer>()->Fork();
        FabricBalancerSite site;
        site.context = &fabric->GetContext();
        site.ports = &ports;
        site.seed = seed;
        site.baseRtt = RdmaTick::Us(10);
        balancer->Attach(site);
    }

    ~LoadBalancerRig()
    {
        fabric->Dispose();
    }

    LoadBalancerRig(const LoadBalancerRig&) = delete;
    LoadBalancerRig& operator=(const LoadBalancerRig&) = delete;

    /**
     * @param now the time
     * @param flow source port of the frame
     * @param src sending host
     * @param dstT0 T0 of the destination, 4 hosts each
     * @return number of the uplink that a frame takes
     */
    int32_t Choose(RdmaTick now, uint32_t flow, uint32_t src = 0, uint32_t dstT0 = 2)
    {
        FabricFrame frame{};
        frame.srcHost = src;
        frame.dstHost = dstT0 * 4;
        frame.entropy = flow;
        return balancer->Choose(now, &frame, group, dstT0);
    }

    /**
     * Routing learns of an uplink of the switch.
     * @param uplink number
     * @param usable the new state
     */
    void SetUplink(uint32_t uplink, bool usable)
    {
        routes.SetPort(FIRST_UPLINK + uplink, usable);
    }

    /**
     * The plane learns of a link between a T1 and a T0.
     * @param t1 the T1, at the uplink of the same number
     * @param t0 the T0
     * @param usable the new state
     */
    void SetT1Link(uint32_t t1, uint32_t t0, bool usable)
    {
        plane.SetPort(T0S + t1, t0, usable);
    }

    /**
     * @param uplink number
     * @return its port, instantiated if needed
     */
    FabricPort* GetPort(uint32_t uplink)
    {
        FabricPort*& port = ports[FIRST_UPLINK + uplink];
        if (!port)
        {
            port = LayCable(*fabric, &lower, &upper, profile);
        }
        return port;
    }

    /**
     * Make frames wait at an uplink, with one more on the line.
     * @param uplink number
     * @param frames number of frames of 4138 B
     */
    void Load(uint32_t uplink, uint32_t frames)
    {
        for (uint32_t i = 0; i <= frames; ++i)
        {
            GetPort(uplink)->Send(fabric->Now(), MakeFrame(*fabric, 4120, RdmaClass::DATA, 0));
        }
    }

    Ptr<Fabric> fabric{CreateObject<Fabric>()};                                  ///< the fabric
    const FabricQueueProfile* profile{fabric->AddProfile(FabricQueueProfile{})}; ///< of ports
    RecordingOwner lower{fabric};                                                ///< the switch
    RecordingOwner upper{fabric};                                                ///< all T1s
    Ptr<const FabricClos> clos{MakeClos(FIRST_UPLINK, T0S, UPLINKS)};            ///< the network
    FabricPlaneRoutes plane{PeekPointer(clos)};           ///< dead links learned
    FabricSwitchRoutes routes{0, plane};                  ///< of T0 0
    FabricEcmpGroup group{routes, FIRST_UPLINK, UPLINKS}; ///< the uplinks
    std::vector<FabricPort*> ports =
        std::vector<FabricPort*>(FIRST_UPLINK + UPLINKS); ///< by number
    Ptr<FabricLoadBalancer> balancer;                     ///< under test
};

} // namespace mrctest

#endif // LOAD_BALANCER_RIG_H
