/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QP_ENDS_H
#define QP_ENDS_H

#include "ns3/rdma-cluster.h"

#include <cstdint>
#include <string>

/**
 * @file
 * The ends of the QPs of a cluster.
 */

namespace mrcsim
{

/** @return name of a QP end in results, such as h3/qp4 */
inline std::string
NameQpEnd(const ns3::FabricNetwork& network, uint32_t host, uint32_t qpn)
{
    return network.GetNames().GetHostName(host) + "/qp" + std::to_string(qpn);
}

/**
 * @param show called with the number of each attached QP of a host, in ascending order
 */
template <typename Show>
void
ForEachQp(const ns3::RdmaNic& nic, const Show& show)
{
    for (uint32_t qpn = ns3::RdmaNic::FIRST_QPN; qpn < ns3::RdmaNic::FIRST_QPN + nic.GetNQps();
         ++qpn)
    {
        if (nic.IsAttached(qpn))
        {
            show(qpn);
        }
    }
}

} // namespace mrcsim

#endif // QP_ENDS_H
