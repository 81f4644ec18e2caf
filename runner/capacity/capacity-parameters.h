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
 * mrcsim::CapacityParameters: power, price and delay of the parts of a network.
 */

namespace mrcsim
{

/// Parameters of parts. In a document, each has a unit and a source.
struct CapacityParameters : KeyOwner
{
    double switchPower{0};   ///< power of a switch without optics, W
    double switchPrice{0};   ///< price of a switch without optics, USD
    double switchLatency{0}; ///< latency of a switch, port to port, ns
    double opticRate{0};     ///< rate of an optical module, Gb/s
    double opticPower{0};    ///< power of an optical module, W
    double opticPrice{0};    ///< price of an optical module, USD
    double fiberPrice{0};    ///< price of the fibers between two optical modules, USD
    double shufflePrice{0};  ///< price of connecting the lanes of a module to several switches, USD
    double copperPower{0};   ///< power of one end of a copper cable, W
    double copperPrice{0};   ///< price of a copper cable with the rate of an optical module, USD
    double cableDelay{0};    ///< propagation delay, ns/m
    double nicCable{0};      ///< length of the cable from a NIC to its T0, m
    double t1Cable{0};       ///< length of the cable from T0 to T1, m
    double t2Cable{0};       ///< length of the cable from T1 to T2, m
    double t3Cable{0};       ///< length of the cable from T2 to T3, m
    double frameBytes{0};    ///< a full frame with the following gap, B

    /** @param keys receives a key for each number */
    static void DeclareKeys(KeySet& keys);
};

/**
 * Insert the content of the file parameters.file into a document; values in the document take
 * precedence.
 *
 * @param folder folder that file names are relative to
 * @param [in,out] document a document of any form
 * @return the problems: the file cannot be read, or contains no parameters
 */
Problems InsertParameters(const std::filesystem::path& folder, Json& document);

} // namespace mrcsim

#endif // CAPACITY_PARAMETERS_H
