/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KINDS_DOCUMENT_H
#define KINDS_DOCUMENT_H

#include <nlohmann/json_fwd.hpp>

/**
 * @file
 * The kinds of jobs, faults, transports and topologies, for programs.
 */

namespace mrcsim
{

/**
 * @return for each noun a list of its kinds: name, description, and the traits by which programs
 * that read results treat them
 */
nlohmann::ordered_json DescribeKinds();

} // namespace mrcsim

#endif // KINDS_DOCUMENT_H
