/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CAPACITY_PARAMETERS_H
#define CAPACITY_PARAMETERS_H

#include "document/json-path.h"
#include "document/problem.h"
#include "keys/key-set.h"

#include <filesystem>

/**
 * @file
 * mrcsim::CapacityParameters: what parts of a network take, cost and delay.
 */

namespace mrcsim
{

/// Numbers of parts. A document has each with its unit and source.
struct CapacityParameters : KeyOwner
{
    double switchPower{0};   ///< of a switch without optics, W
    double switchPrice{0};   ///< of a switch without optics, USD
    double switchLatency{0}; ///< of a switch, port to port, ns
    double opticRate{0};     ///< of an optical module, Gb/s
    double opticPower{0};    ///< of an optical module, W
    double opticPrice{0};    ///< of an optical module, USD
    double fiberPrice{0};    ///< of the fibers between two optical modules, USD
    double shufflePrice{0};  ///< of leading the lanes of a module to several switches, USD
    double copperPower{0};   ///< of an end of a copper cable, W
    double copperPrice{0};   ///< of a copper cable with the rate of an optical module, USD
    double cableDelay{0};    ///< ns/m
    double nicCable{0};      ///< length of the cable from a NIC to its T0, m
    double t1Cable{0};       ///< from T0 to T1, m
    double t2Cable{0};       ///< from T1 to T2, m
    double t3Cable{0};       ///< from T2 to T3, m
    double frameBytes{0};    ///< a full frame with the gap behind it, B

    /** @param keys receives a key for each number */
    static void DeclareKeys(KeySet& keys);
};

/**
 * Put what the file parameters.file holds into a document, but for what the document itself says.
 *
 * @param folder that names of files count from
 * @param [in,out] document a document of any form
 * @return why the file cannot be read, or holds no parameters
 */
Problems InsertParameters(const std::filesystem::path& folder, Json& document);

} // namespace mrcsim

#endif // CAPACITY_PARAMETERS_H
