/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CAPTURES_H
#define CAPTURES_H

#include "document/problem.h"
#include "scenario.h"

#include "ns3/fabric-output-file.h"
#include "ns3/rdma-cluster.h"

#include <filesystem>
#include <string>
#include <vector>

/**
 * @file
 * The captures of a scenario, at the ports of a cluster.
 */

namespace mrcsim
{

/**
 * May this process open that many files? Raises its limit as far as it may.
 * @return why not
 */
Problems CheckOpenFiles(const std::vector<CaptureSpec>& captures);

/**
 * Open the files; they are complete when the fabric's taps are removed.
 *
 * @param cluster a built cluster
 * @param captures where to capture
 * @param folder an existing folder, gets a file (or two) per capture
 * @param failure called once for a file that fails
 * @return the names of the files
 */
std::vector<std::string> StartCaptures(ns3::Ptr<ns3::RdmaCluster> cluster,
                                       const std::vector<CaptureSpec>& captures,
                                       const std::filesystem::path& folder,
                                       ns3::FabricOutputFile::FailureCallback failure);

} // namespace mrcsim

#endif // CAPTURES_H
