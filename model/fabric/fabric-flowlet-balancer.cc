/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-flowlet-balancer.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/rdma-time.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricFlowletBalancer");

NS_OBJECT_ENSURE_REGISTERED(FabricFlowletBalancer);

namespace
{
/// Default timeout in base RTTs. Measured with RoCE and PFC, a permutation of 64 hosts: with one,
/// pauses split flows while frames still wait on the old path; with four, hardly any flow moves.
constexpr int TIMEOUT_BASE_RTTS = 2;
} // namespace

TypeId
FabricFlowletBalancer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FabricFlowletBalancer")
            .SetParent<FabricLoadBalancer>()
            .SetGroupName("Mrc")
            .AddConstructor<FabricFlowletBalancer>()
            .AddAttribute(
                "FlowletTimeout",
                "Gap after which a flow may take another uplink. 0: two base RTTs of the network.",
                TimeValue(Time(0)),
                MakeTimeAccessor(&FabricFlowletBalancer::m_timeoutAttribute),
                MakeTimeChecker(Time(0)))
            .AddAttribute("TableSize",
                          "Entries of the flow table of a switch.",
                          UintegerValue(8192),
                          MakeUintegerAccessor(&FabricFlowletBalancer::m_tableSize),
                          MakeUintegerChecker<uint32_t>(1, 1 << 24));
    return tid;
}

Ptr<FabricLoadBalancer>
FabricFlowletBalancer::Fork() const
{
    return CopyObject(Ptr<const FabricFlowletBalancer>(this));
}

void
FabricFlowletBalancer::DoAttach()
{
    m_timeout = m_timeoutAttribute.IsZero() ? GetSite().baseRtt * TIMEOUT_BASE_RTTS
                                            : ToRdmaTick(m_timeoutAttribute);
    NS_ABORT_MSG_IF(m_timeout <= RdmaTick{},
                    "FlowletTimeout of ns3::FabricFlowletBalancer must be set if the network has "
                    "no base RTT to derive it from");
    m_table.assign(m_tableSize, {});
}

int32_t
FabricFlowletBalancer::Choose(RdmaTick now,
                              const FabricFrame* frame,
                              const FabricEcmpGroup& group,
                              uint32_t target)
{
    Flowlet& flowlet = m_table[Hash(frame) % m_table.size()];
    const bool over = flowlet.uplink < 0 || now - flowlet.last > m_timeout;
    flowlet.last = now;
    if (over || !group.IsUsable(static_cast<uint32_t>(flowlet.uplink), target))
    {
        flowlet.uplink = group.Select(Draw(), target);
        NS_LOG_LOGIC("host " << frame->srcHost << " to host " << frame->dstHost << ": "
                             << (over ? "a new flowlet" : "its uplink is not usable") << ", uplink "
                             << flowlet.uplink);
    }
    return flowlet.uplink;
}

} // namespace ns3
