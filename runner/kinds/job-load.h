/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JOB_LOAD_H
#define JOB_LOAD_H

#include "run/scenario.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * mrcsim::JobLoad: what a job asks of a network, told without making its schedule.
 */

namespace mrcsim
{

/**
 * One repetition of a job in numbers. They are doubles, so that the product of any sizes that
 * somebody may write stays meaningful. Messages are counted before they are split among QPs.
 */
struct JobLoad
{
    std::vector<uint32_t> hosts; ///< who takes part; those of a random placement as if spread
    double messages{0};          ///< from one host to another
    double bytes{0};             ///< of all messages, B
    double largestBytes{0};      ///< of the largest message, B
    double busiestBytes{0};      ///< most that one host sends or receives by its NIC, B
    double serverBytes{0};       ///< most that one host sends or receives within its server, B
    double serverShare{0};       ///< part of the messages that do not leave their server
    double localShare{0};        ///< part of the others that stay in one group
    double pairs{0};             ///< pairs of hosts that talk, both directions being one
    double fan{0};               ///< most hosts that one host has QPs with
    double chain{0};             ///< messages that wait for each other, one after the other
};

/**
 * @param spec a job of a scenario without mistakes in its hosts
 * @param network the topology
 * @param servers of the topology
 * @return its load
 */
JobLoad MakeJobLoad(const JobSpec& spec,
                    const ns3::FabricNetwork& network,
                    const ServerSpec& servers = {});

} // namespace mrcsim

#endif // JOB_LOAD_H
