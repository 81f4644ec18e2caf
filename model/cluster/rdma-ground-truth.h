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
 * Checks of the conclusions of QPs against the ground truth: the network and the other end.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Check an event EV_BAD. Call it within the trace source QpEvent of the NIC, while the network is
 * in the state of the event.
 * @param event event that the NIC reports
 * @return true if an EV was retired although its path to the peer is sound and no fault has ever
 * affected it; false also for other events
 */
bool IsRdmaRetiredWrongly(const RdmaCluster& cluster, const RdmaNicEvent& event);

/**
 * @ingroup mrc
 * Check an event LOST. Call it within the trace source QpEvent of the NIC, while the peer is in the
 * state of the event.
 * @param event event that the NIC reports
 * @return true if a packet was declared lost that the peer has received; false also for other
 * events
 */
bool IsRdmaFalseLoss(const RdmaCluster& cluster, const RdmaNicEvent& event);

/**
 * @ingroup mrc
 * Check an event QP_ERROR. Call it within the trace source QpEvent of the NIC, while the network is
 * in the state of the event.
 * @param event event that the NIC reports
 * @return bit p: the QP need not have failed, because plane p was up at both ends, an EV of its own
 * packets led to the peer and an EV of the peer's answers led back; nothing for other events and
 * for QPs of other transports than MRC
 */
std::optional<uint32_t> FindRdmaSoundPlanes(const RdmaCluster& cluster, const RdmaNicEvent& event);

} // namespace ns3

#endif // RDMA_GROUND_TRUTH_H
