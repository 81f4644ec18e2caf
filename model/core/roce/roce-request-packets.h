/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_REQUEST_PACKETS_H
#define ROCE_REQUEST_PACKETS_H

#include "roce-qp-config.h"
#include "roce-segmentation.h"
#include "roce-send-queue.h"

#include "ns3/rdma-psn.h"
#include "ns3/rdma-transport.h"

/**
 * @file
 * @ingroup mrc
 * The contents of a requester's packets, which follow from the message by arithmetic.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Fill in a packet of a WRITE or SEND, except for RdmaPdu::ackRequest.
 * @param psn PSN of the packet, one of the message
 * @param segment RoceSegmentAt() of that packet
 * @param tx filled
 */
void MakeRoceWrite(const RoceQpConfig& config,
                   const RoceMessage& message,
                   RdmaPsnSeq psn,
                   const RoceSegment& segment,
                   RdmaTxPdu& tx);

/**
 * @ingroup mrc
 * Fill in a READ request for the missing part of a message.
 * @param message the READ
 * @param psn its first missing packet
 * @param tx filled
 */
void MakeRoceReadRequest(const RoceQpConfig& config,
                         const RoceMessage& message,
                         RdmaPsnSeq psn,
                         RdmaTxPdu& tx);

} // namespace ns3

#endif // ROCE_REQUEST_PACKETS_H
