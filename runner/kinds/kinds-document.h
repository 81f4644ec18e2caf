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
 * Machine-readable list of the kinds of jobs, faults, transports and topologies.
 */

namespace mrcsim
{

/**
 * @return a list of kinds for each of these nouns: name, description, and the traits that programs
 * need to evaluate results
 */
nlohmann::ordered_json DescribeKinds();

} // namespace mrcsim

#endif // KINDS_DOCUMENT_H
