/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_QP_ENDS_H
#define RDMA_QP_ENDS_H

#include "ns3/rdma-cluster.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup mrc
 * The ends of the QPs of a cluster.
 */

namespace ns3
{

/** @return name of a QP end in results, such as h3/qp4 */
inline std::string
NameRdmaQpEnd(const FabricNetwork& network, uint32_t host, uint32_t qpn)
{
    return network.GetNames().GetHostName(host) + "/qp" + std::to_string(qpn);
}

/**
 * @param show called with the number of each attached QP of a host, in ascending order
 */
template <typename Show>
void
ForEachRdmaQp(const RdmaNic& nic, const Show& show)
{
    for (uint32_t qpn = RdmaNic::FIRST_QPN; qpn < RdmaNic::FIRST_QPN + nic.GetNQps(); ++qpn)
    {
        if (nic.IsAttached(qpn))
        {
            show(qpn);
        }
    }
}

} // namespace ns3

#endif // RDMA_QP_ENDS_H
