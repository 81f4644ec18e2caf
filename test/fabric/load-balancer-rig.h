/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOAD_BALANCER_RIG_H
#define LOAD_BALANCER_RIG_H

#include "fabric-test-net.h"

#include "ns3/fabric-load-balancer.h"
#include "ns3/object-factory.h"

#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc-tests
 * A load balancer with uplinks, and no switch.
 */

namespace mrctest
{

/// Eight uplinks behind four downlinks, none of them alive, and a balancer that chooses.
class LoadBalancerRig
{
  public:
    static constexpr uint32_t UPLINKS = 8;      ///< number of uplinks
    static constexpr uint32_t FIRST_UPLINK = 4; ///< number of the first one's port

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
        site.fabric = PeekPointer(fabric);
        site.group = &group;
        site.ports = &ports;
        site.firstUplink = FIRST_UPLINK;
        site.seed = seed;
        site.baseRtt = Tick::Us(10);
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
    int32_t Choose(Tick now, uint32_t flow, uint32_t src = 0, uint32_t dstT0 = 2)
    {
        FabricFrame frame{};
        frame.srcHost = src;
        frame.dstHost = dstT0 * 4;
        frame.entropy = flow;
        return balancer->Choose(now, &frame, dstT0);
    }

    /**
     * @param uplink number
     * @return its port, alive
     */
    FabricPort* GetPort(uint32_t uplink)
    {
        FabricPort*& port = ports[FIRST_UPLINK + uplink];
        if (!port)
        {
            port = fabric->AddLink(&lower, &upper, 100'000'000'000, Tick{}, Tick{});
            port->profile = port->peer->profile = profile;
        }
        return port;
    }

    /**
     * Let frames wait at an uplink; one more is on the line.
     * @param uplink number
     * @param frames how many, of 4138 B
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
    FabricPlaneRoutes routes;                                                    ///< learnt
    FabricEcmpGroup group{UPLINKS, routes};                                      ///< the uplinks
    std::vector<FabricPort*> ports =
        std::vector<FabricPort*>(FIRST_UPLINK + UPLINKS); ///< by number
    Ptr<FabricLoadBalancer> balancer;                     ///< under test
};

} // namespace mrctest

#endif // LOAD_BALANCER_RIG_H
