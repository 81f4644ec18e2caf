/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CAPACITY_DOCUMENT_H
#define CAPACITY_DOCUMENT_H

#include "capacity-parameters.h"
#include "capacity-traffic.h"
#include "document/json-path.h"
#include "document/problem.h"
#include "tiered-faults.h"
#include "tiered-shape.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

/**
 * @file
 * mrcsim::CapacityDocument: input of a capacity computation.
 */

namespace mrcsim
{

/// A capacity document as structs.
struct CapacityDocument : KeyOwner
{
    std::string name;              ///< its name
    uint64_t seed{1};              ///< seed of the draws
    TieredSpec network;            ///< the network
    TieredFaults faults;           ///< faults
    CapacityTraffic traffic;       ///< traffic that measures capacity
    CapacityParameters parameters; ///< parameters of parts
    std::optional<uint32_t> tiers; ///< network.tiers; absent: as few as possible
    std::string nicLinks;          ///< optical or copper

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys);
};

/**
 * Check a document and complete it.
 *
 * @param folder folder that file names are relative to
 * @param document document of the user
 * @param [out] effective the document with parameters and every default; valid if there is no
 * problem
 * @param [out] capacity the document as structs; valid if there is no problem
 * @return all problems
 */
Problems LoadCapacity(const std::filesystem::path& folder,
                      Json document,
                      Json& effective,
                      CapacityDocument& capacity);

} // namespace mrcsim

#endif // CAPACITY_DOCUMENT_H
