/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-load-balancer.h"
#include "fabric-port.h"

namespace ns3
{

/**
 * The port with the shorter queue of two random ports.
 */
class FabricTwoBalancer : public FabricLoadBalancer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::FabricTwoBalancer")
                                .SetParent<FabricLoadBalancer>()
                                .SetGroupName("Mrc")
                                .AddConstructor<FabricTwoBalancer>();
        return tid;
    }

    Ptr<FabricLoadBalancer> Fork() const override
    {
        return CopyObject(Ptr<const FabricTwoBalancer>(this));
    }

    int32_t Choose(RdmaTick /* now */,
                   const FabricFrame* /* frame */,
                   const FabricEcmpGroup& group,
                   uint32_t target) override
    {
        const auto a = group.Select(Draw(), target);
        const auto b = group.Select(Draw(), target);
        return a < 0 || GetQueue(group, a) <= GetQueue(group, b) ? a : b;
    }

  private:
    /**
     * @param group the ports
     * @param place index of one of them
     * @return bytes that wait there, B; 0 if the port is not instantiated
     */
    uint64_t GetQueue(const FabricEcmpGroup& group, int32_t place) const
    {
        auto* port = (*GetSite().ports)[group.GetPort(place)];
        return port ? port->GetDataQueueBytes() : 0;
    }
};

NS_OBJECT_ENSURE_REGISTERED(FabricTwoBalancer);

} // namespace ns3
