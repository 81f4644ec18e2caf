/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPOLOGY_FILE_H
#define TOPOLOGY_FILE_H

#include "document/json-path.h"
#include "document/problem.h"

#include <filesystem>

/**
 * @file
 * A graph in a file of its own.
 */

namespace mrcsim
{

/**
 * Put nodes and links of the file that topology.file names in place of this key, so that what a
 * scenario means no longer depends on another file. Documents without the key stay as they are.
 *
 * @param folder that the name counts from
 * @param [in,out] document a scenario, of any form
 * @return why the file cannot be read, or is no graph
 */
Problems InsertTopologyFile(const std::filesystem::path& folder, Json& document);

} // namespace mrcsim

#endif // TOPOLOGY_FILE_H
