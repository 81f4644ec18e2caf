/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRANSPORT_NUMBERS_H
#define TRANSPORT_NUMBERS_H

#include "run/scenario.h"

/**
 * @file
 * mrcsim::TransportNumbers: what a transport of a scenario is like, without building it.
 */

namespace mrcsim
{

/**
 * The configuration of a transport, as far as sizes and counts follow from it.
 */
struct TransportNumbers
{
    bool mrc{true};              ///< MRC, not RoCE or TCP
    bool packetsOfStack{false};  ///< its packets go through ns-3's stack at both ends
    double signals{0.03};        ///< not MRC: CNPs and PFC frames per data packet
    bool windowed{true};         ///< its window follows the network
    bool asksOnce{false};        ///< MRC: one packet per window at most asks for an answer
    double mtu{0};               ///< payload of a full packet, B
    double headers{0};           ///< line time of a packet besides its payload, B
    double packetsPerAck{0};     ///< packets after which an answer comes unasked
    double evs{1};               ///< EVs of a QP across T1s; RoCE: its path
    double bdpPackets{0};        ///< packets that a host sends in a base RTT
    double nicBytesPerSecond{0}; ///< line rate of a host
};

/**
 * @param scenario a scenario without mistakes
 * @param type transport.type, or that of a job
 * @return this transport in numbers
 */
TransportNumbers ReadTransportNumbers(const Scenario& scenario, TransportType type);

} // namespace mrcsim

#endif // TRANSPORT_NUMBERS_H
