/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-sample-helper.h"

#include "ns3/abort.h"
#include "ns3/rdma-join.h"
#include "ns3/rdma-not-null.h"
#include "ns3/rdma-time.h"

#include <algorithm>

namespace ns3
{

void
RdmaSampleHelper::SetInterval(Time interval)
{
    NS_ABORT_MSG_UNLESS(interval.IsStrictlyPositive() && interval.ToInteger(Time::D) < 1,
                        "a sampling interval of " << interval.As(Time::NS)
                                                  << "; allowed: more than 0, less than a day");
    m_plan.interval = ToRdmaTick(interval);
}

void
RdmaSampleHelper::Add(const std::string& kind)
{
    const auto kinds = GetRdmaSampleKinds();
    NS_ABORT_MSG_IF(std::find(kinds.begin(), kinds.end(), kind) == kinds.end(),
                    "no kind of time series is called " << kind
                                                        << "; allowed: " << JoinRdmaWords(kinds));
    m_plan.kinds.push_back(kind);
}

void
RdmaSampleHelper::AddAll()
{
    m_plan.kinds = GetRdmaSampleKinds();
}

void
RdmaSampleHelper::SetZeros(bool zeros)
{
    m_plan.zeros = zeros;
}

Ptr<RdmaSampler>
RdmaSampleHelper::Start(Ptr<RdmaCluster> cluster, Ptr<RdmaWorkload> workload) const
{
    RdmaNotNull(cluster, "the cluster of samples");
    const auto sampler = Create<RdmaSampler>(cluster, workload, m_plan);
    sampler->Start();
    return sampler;
}

} // namespace ns3
