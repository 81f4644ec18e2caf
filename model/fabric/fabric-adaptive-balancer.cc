/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-adaptive-balancer.h"

#include "fabric-port.h"

#include "ns3/log.h"
#include "ns3/rdma-enum-accessor.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricAdaptiveBalancer");

NS_OBJECT_ENSURE_REGISTERED(FabricAdaptiveBalancer);

namespace
{
/// Grade of an uplink whose link is down.
constexpr uint64_t DARK = std::numeric_limits<uint64_t>::max();
} // namespace

TypeId
FabricAdaptiveBalancer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FabricAdaptiveBalancer")
            .SetParent<FabricLoadBalancer>()
            .SetGroupName("Mrc")
            .AddConstructor<FabricAdaptiveBalancer>()
            .AddAttribute("Choices",
                          "Uplinks compared for a frame, drawn at random. 0: all.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FabricAdaptiveBalancer::m_choices),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Step",
                          "Queues that are the same multiple of this, rounded down, "
                          "are equal, B. The default is about one full packet.",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&FabricAdaptiveBalancer::m_stepBytes),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("Ties",
                          "Choice among several equally short queues: random, or hash (the flow's "
                          "hashed uplink if it is one of them, which reorders less).",
                          EnumValue(RANDOM),
                          RdmaEnumAccessor<Ties>(&FabricAdaptiveBalancer::m_ties),
                          MakeEnumChecker(RANDOM, "random", HASH, "hash"));
    return tid;
}

Ptr<FabricLoadBalancer>
FabricAdaptiveBalancer::Fork() const
{
    return CopyObject(Ptr<const FabricAdaptiveBalancer>(this));
}

int32_t
FabricAdaptiveBalancer::Choose(RdmaTick /* now */,
                               const FabricFrame* frame,
                               const FabricEcmpGroup& group,
                               uint32_t target)
{
    DrawCandidates(group, target);
    KeepShortest(group);
    NS_LOG_LOGIC("host " << frame->srcHost << " to host " << frame->dstHost << ": "
                         << m_candidates.size() << " uplinks with the shortest queue");
    if (m_candidates.empty())
    {
        return group.Select(Hash(frame), target);
    }
    if (m_ties == HASH)
    {
        const int32_t home = group.Select(Hash(frame), target);
        const auto found = std::find(m_candidates.begin(), m_candidates.end(), home);
        return found != m_candidates.end() ? home : m_candidates[Hash(frame) % m_candidates.size()];
    }
    return m_candidates[m_candidates.size() == 1 ? 0 : Draw() % m_candidates.size()];
}

void
FabricAdaptiveBalancer::DrawCandidates(const FabricEcmpGroup& group, uint32_t target)
{
    const uint32_t usable = group.CountUsable(target);
    m_candidates.clear();
    if (m_choices == 0 || m_choices >= usable)
    {
        for (uint32_t rank = 0; rank < usable; ++rank)
        {
            m_candidates.push_back(group.Select(rank, target));
        }
        return;
    }
    // Without repetition: a rank that is drawn again is replaced by the highest of its round, which
    // cannot have been drawn before.
    for (uint32_t highest = usable - m_choices; highest < usable; ++highest)
    {
        const uint32_t drawn = group.Select(Draw() % (highest + 1), target);
        const bool again =
            std::find(m_candidates.begin(), m_candidates.end(), drawn) != m_candidates.end();
        m_candidates.push_back(again ? group.Select(highest, target) : drawn);
    }
}

void
FabricAdaptiveBalancer::KeepShortest(const FabricEcmpGroup& group)
{
    uint64_t shortest = DARK;
    size_t kept = 0;
    for (const uint32_t uplink : m_candidates)
    {
        const uint64_t grade = Grade(group.GetPort(uplink));
        if (grade < shortest)
        {
            shortest = grade;
            kept = 0;
        }
        if (grade == shortest && grade != DARK)
        {
            m_candidates[kept++] = uplink;
        }
    }
    m_candidates.resize(kept);
}

uint64_t
FabricAdaptiveBalancer::Grade(uint32_t number) const
{
    FabricPort* port = (*GetSite().ports)[number];
    if (!port)
    {
        return 0; // not instantiated: no frame has been sent
    }
    return port->IsUp() ? port->GetDataQueueBytes() / m_stepBytes : DARK;
}

} // namespace ns3
