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
 * Check that this process may open the files of all captures. Raises its limit if necessary and
 * allowed.
 * @return the problem if it may not
 */
Problems CheckOpenFiles(const std::vector<CaptureSpec>& captures);

/**
 * Open the files and start capturing; the files are complete after the fabric's taps are removed.
 *
 * @param cluster a built cluster
 * @param captures the captures
 * @param folder an existing folder for one or two files per capture
 * @param failure called once per file that cannot be written
 * @return the names of the files
 */
std::vector<std::string> StartCaptures(ns3::Ptr<ns3::RdmaCluster> cluster,
                                       const std::vector<CaptureSpec>& captures,
                                       const std::filesystem::path& folder,
                                       ns3::FabricOutputFile::FailureCallback failure);

} // namespace mrcsim

#endif // CAPTURES_H
