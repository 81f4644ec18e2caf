/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_GROUND_TRUTH_H
#define RDMA_GROUND_TRUTH_H

#include "rdma-cluster.h"

#include "ns3/rdma-nic.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * Whether what QPs believe is true, by what no QP can see: the network and the other end.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Judge an event EV_BAD. To be asked within the trace source QpEvent of its NIC: the network must
 * be as it was.
 * @param event what a NIC reports
 * @return true if an EV was retired although its packets' way to the peer is sound and no fault has
 * ever touched it; false also for other events
 */
bool IsRdmaRetiredWrongly(const RdmaCluster& cluster, const RdmaNicEvent& event);

/**
 * @ingroup mrc
 * Judge an event LOST. To be asked within the trace source QpEvent of its NIC: the peer must be as
 * it was.
 * @param event what a NIC reports
 * @return true if a packet was declared lost that the peer has received; false also for other
 * events
 */
bool IsRdmaFalseLoss(const RdmaCluster& cluster, const RdmaNicEvent& event);

/**
 * @ingroup mrc
 * Judge an event QP_ERROR. To be asked within the trace source QpEvent of its NIC: the network must
 * be as it was.
 * @param event what a NIC reports
 * @return bit p: the QP need not have failed, for plane p was open at both ends, and by some EV of
 * its own packets got there and by some EV of the peer's answers got back; nothing for other events
 * and for QPs that are none of MRC
 */
std::optional<uint32_t> FindRdmaSoundPlanes(const RdmaCluster& cluster, const RdmaNicEvent& event);

} // namespace ns3

#endif // RDMA_GROUND_TRUTH_H
