/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_FLOWLET_BALANCER_H
#define FABRIC_FLOWLET_BALANCER_H

#include "fabric-load-balancer.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricFlowletBalancer: each burst of a flow takes its own uplink.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Flowlet switching: a flow that has paused for longer than its packets' delays can differ may take
 * another uplink without being reordered. The first frame after such a gap draws a new one at
 * random among those that routing offers, and the others follow it; a flowlet whose uplink routing
 * has begun to avoid moves at once.
 *
 * The flow table is as in hardware: a fixed number of entries, indexed by the flow's hash, without
 * tags. Flows that share an entry are treated as one flow: they share an uplink, and their gaps are
 * those of their sum, so collisions make moves rarer but never reorder. An entry that has not been
 * used for the timeout counts as empty, so no sweep is needed.
 */
class FabricFlowletBalancer final : public FabricLoadBalancer
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    Ptr<FabricLoadBalancer> Fork() const override;
    int32_t Choose(RdmaTick now,
                   const FabricFrame* frame,
                   const FabricEcmpGroup& group,
                   uint32_t target) override;

  protected:
    void DoAttach() override;

  private:
    /// State of the flows that share an entry.
    struct Flowlet
    {
        RdmaTick last;      ///< time of the last frame
        int32_t uplink{-1}; ///< place in its group; -1: no frame yet
    };

    Time m_timeoutAttribute;      ///< attribute FlowletTimeout
    uint32_t m_tableSize;         ///< attribute TableSize
    RdmaTick m_timeout;           ///< gap that ends a flowlet
    std::vector<Flowlet> m_table; ///< by hash
};

} // namespace ns3

#endif // FABRIC_FLOWLET_BALANCER_H
