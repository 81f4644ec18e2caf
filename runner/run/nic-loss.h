/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NIC_LOSS_H
#define NIC_LOSS_H

#include "ns3/rdma-cluster.h"

/**
 * @file
 * Random loss of frames that arrive at NICs.
 */

namespace mrcsim
{

/**
 * @param cluster a built cluster
 * @param rate probability that a frame is lost on its last link
 */
void SetNicRxLoss(ns3::Ptr<ns3::RdmaCluster> cluster, double rate);

} // namespace mrcsim

#endif // NIC_LOSS_H
