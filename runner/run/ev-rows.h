/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EV_ROWS_H
#define EV_ROWS_H

#include "results/result-rows.h"

#include "ns3/rdma-cluster.h"

/**
 * @file
 * The EVs of all QPs, as rows of evs.csv.
 */

namespace mrcsim
{

/**
 * @param cluster a cluster that has run; must outlive the rows
 * @return its EVs as they are now, by host, QP and plane
 */
EvRows ListEvs(ns3::Ptr<ns3::RdmaCluster> cluster);

} // namespace mrcsim

#endif // EV_ROWS_H
