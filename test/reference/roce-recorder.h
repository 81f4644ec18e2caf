/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_RECORDER_H
#define ROCE_RECORDER_H

#include "../fuzz/transport-observer.h"
#include "transport-recorder.h"

#include "ns3/rdma-tick.h"
#include "ns3/roce-qp-config.h"
#include "ns3/roce-qp-parameters.h"
#include "ns3/roce-rate-control.h"
#include "ns3/roce-transport.h"

/**
 * @file
 * Writes one end of a RoCE QP as lines of a transcript.
 */

namespace ns3
{

/** Records the inputs, outputs and states of a RoceTransport. */
class RoceRecorder : public TransportRecorder<TransportObserver>
{
  public:
    using TransportRecorder::TransportRecorder;

    /**
     * The QP exists.
     * @param parameters its settings
     * @param config its configuration
     * @param control its sending rate
     */
    void OnConnect(RdmaTick now,
                   const RoceQpParameters& parameters,
                   const RoceQpConfig& config,
                   const RoceRateControl& control) const;

    /**
     * The outputs were taken, or an offer was not used.
     * @param qp the QP
     * @param control its sending rate
     */
    void OnState(RdmaTick now, const RoceTransport& qp, const RoceRateControl& control) const;

    /**
     * The input has ended.
     * @param qp the QP
     */
    void OnEnd(RdmaTick now, const RoceTransport& qp) const;
};

} // namespace ns3

#endif // ROCE_RECORDER_H
