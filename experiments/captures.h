/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CAPTURES_H
#define CAPTURES_H

#include "scenario.h"

#include "ns3/rdma-cluster.h"

#include <filesystem>
#include <vector>

/**
 * @file
 * The captures of a scenario, at the ports of a cluster.
 */

namespace mrcsim
{

/**
 * Open the files; they are complete when the fabric's taps are removed.
 *
 * @param cluster a built cluster
 * @param captures where to capture
 * @param folder an existing folder, gets a file (or two) per capture
 */
void StartCaptures(ns3::Ptr<ns3::RdmaCluster> cluster,
                   const std::vector<CaptureSpec>& captures,
                   const std::filesystem::path& folder);

} // namespace mrcsim

#endif // CAPTURES_H
