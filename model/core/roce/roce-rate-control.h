/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_RATE_CONTROL_H
#define ROCE_RATE_CONTROL_H

#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/rdma-problem.h"
#include "ns3/rdma-tick.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::RoceRateControl: the sending rate of one RoCEv2 QP.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Decides how fast a RoCEv2 QP may send: the reaction point of DCQCN and of similar algorithms. A
 * new algorithm is a subclass with a TypeId; no other code changes.
 */
class RoceRateControl : public Object
{
  public:
    static TypeId GetTypeId();

    /**
     * Copy a controller that has not been started: much cheaper than creation by TypeId, which
     * looks up every attribute.
     * @return a copy with the same attributes
     */
    virtual Ptr<RoceRateControl> Fork() const = 0;

    /**
     * @param lineRateBps rate of the NIC port, bit/s
     * @return reasons for which Start would abort
     */
    virtual RdmaProblems Check(uint64_t lineRateBps) const;

    /**
     * Called once, before all other functions.
     * @param lineRateBps rate of the NIC port, bit/s; upper bound and starting value of the rate
     */
    virtual void Start(uint64_t lineRateBps) = 0;

    /** A congestion notification packet has arrived. */
    virtual void OnCnp(RdmaTick now) = 0;

    /**
     * A packet of the QP is handed to the port.
     * @param wireBytes its size in line time, preamble and gap included, B
     */
    virtual void OnSent(RdmaTick now, uint32_t wireBytes) = 0;

    /** The time of NextWakeup has come (or passed; early calls are harmless). */
    virtual void OnTimeout(RdmaTick now) = 0;

    /** @return time of the next call of OnTimeout; RdmaTick::Max() if the rate is the line rate */
    virtual RdmaTick NextWakeup() const = 0;

    /** @return the allowed rate, bit/s of line time */
    virtual double GetRateBps() const = 0;
};

} // namespace ns3

#endif // ROCE_RATE_CONTROL_H
