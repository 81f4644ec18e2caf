/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_RECORDER_H
#define MRC_RECORDER_H

#include "../fuzz/transport-observer.h"
#include "transport-recorder.h"

#include "ns3/mrc-ev-table.h"
#include "ns3/mrc-ev.h"
#include "ns3/mrc-qp-parameters.h"
#include "ns3/mrc-transport.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

/**
 * @file
 * Writes one end of an MRC QP as lines of a transcript.
 */

namespace ns3
{

/** Records the inputs, outputs and states of an MrcTransport. */
class MrcRecorder : public TransportRecorder<MrcTransportObserver>
{
  public:
    using TransportRecorder::TransportRecorder;

    // From MrcTransportObserver.
    void OnParameters(const MrcQpParameters& parameters) override;
    void OnConnect(RdmaTick now,
                   const MrcTransportSetup& setup,
                   const MrcTransport& qp,
                   uint32_t ports,
                   uint32_t peerPorts) override;
    void OnEvProbeAnswer(RdmaTick now, uint32_t ev) override;
    void OnPeerPorts(RdmaTick now, uint32_t ports) override;
    void OnTrouble(RdmaTick now,
                   std::optional<MrcNackReason> reject,
                   uint8_t penalty,
                   uint32_t alwaysSkip) override;
    void OnMpr(RdmaTick now, uint32_t units, bool ok) override;
    void OnModify(RdmaTick now, MrcQpState to) override;
    void OnEvChange(RdmaTick now, const MrcEvChange& change, bool ok) override;
    void OnState(RdmaTick now, const MrcTransport& qp) override;
    void OnEnd(RdmaTick now, const MrcTransport& qp) override;

  private:
    /// An EV: its plane and its value.
    using EvKey = std::pair<uint32_t, uint32_t>;
    /// Its state, and true if it is active.
    using EvEntry = std::pair<MrcEvState, bool>;

    /**
     * Compare an EV table with the lines written so far.
     * @param table the table
     * @return the entries that have changed
     */
    TranscriptJson TakeEvChanges(const MrcEvTable& table);

    TranscriptJson m_parameters;    ///< settings of the QP
    std::map<EvKey, EvEntry> m_evs; ///< the table as written
};

} // namespace ns3

#endif // MRC_RECORDER_H
