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
 * Two ports at random, and of them the one with the shorter queue.
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
     * @param place of one of them
     * @return what waits there, B; a port that has not come to life has nothing
     */
    uint64_t GetQueue(const FabricEcmpGroup& group, int32_t place) const
    {
        auto* port = (*GetSite().ports)[group.GetPort(place)];
        return port ? port->GetDataQueueBytes() : 0;
    }
};

NS_OBJECT_ENSURE_REGISTERED(FabricTwoBalancer);

} // namespace ns3
