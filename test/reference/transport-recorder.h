/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRANSPORT_RECORDER_H
#define TRANSPORT_RECORDER_H

#include "transcript-json.h"

#include "ns3/rdma-tick.h"
#include "ns3/rdma-transport.h"

#include <cstdint>

/**
 * @file
 * Writes the inputs and outputs that all transports have as lines of a transcript.
 */

namespace ns3
{

/**
 * An observer of one end of a QP.
 * @tparam OBSERVER its base class: TransportObserver or a subclass
 */
template <typename OBSERVER>
class TransportRecorder : public OBSERVER
{
  public:
    /** @param end 0 or 1 */
    explicit TransportRecorder(uint32_t end)
        : m_end(end)
    {
    }

    // From TransportObserver.

    void OnPost(RdmaTick now, const RdmaWorkRequest& work) override
    {
        TranscriptJson line = BeginInput(now, "post");
        line["work"] = ToJson(work);
        PrintTranscriptLine(line);
    }

    void OnRecv(RdmaTick now, uint64_t wrId) override
    {
        TranscriptJson line = BeginInput(now, "recv");
        line["wr_id"] = wrId;
        PrintTranscriptLine(line);
    }

    void OnPdu(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx) override
    {
        TranscriptJson line = BeginInput(now, "pdu");
        line["pdu"] = ToJson(pdu);
        line["rx"] = ToJson(rx);
        PrintTranscriptLine(line);
    }

    void OnPort(RdmaTick now, uint8_t port, bool up) override
    {
        TranscriptJson line = BeginInput(now, "port");
        line["port"] = port;
        line["up"] = up;
        PrintTranscriptLine(line);
    }

    void OnTimeout(RdmaTick now) override
    {
        PrintTranscriptLine(BeginInput(now, "timeout"));
    }

    void OnOffer(RdmaTick now, uint32_t ready) override
    {
        TranscriptJson line = BeginInput(now, "offer");
        line["ready"] = ready;
        PrintTranscriptLine(line);
    }

    void OnControl(RdmaTick now, const RdmaTxPdu& tx) override
    {
        PrintSent(now, "control", tx);
    }

    void OnData(RdmaTick now, const RdmaTxPdu& tx) override
    {
        PrintSent(now, "data", tx);
    }

    void OnIdle(RdmaTick now, RdmaPoll why) override
    {
        TranscriptJson line = BeginOutput(now, "idle");
        line["why"] = ToName(why);
        PrintTranscriptLine(line);
    }

    void OnCompletion(RdmaTick now, const RdmaCompletion& completion) override
    {
        TranscriptJson line = BeginOutput(now, "completion");
        AddTo(line, completion);
        PrintTranscriptLine(line);
    }

    void OnEvent(RdmaTick now, const RdmaEvent& event) override
    {
        TranscriptJson line = BeginOutput(now, "event");
        AddTo(line, event);
        PrintTranscriptLine(line);
    }

  protected:
    /**
     * @param now the time
     * @return the first keys of a line
     */
    TranscriptJson Begin(RdmaTick now) const
    {
        return {{"end", m_end}, {"t", ToJson(now)}};
    }

    /**
     * @param now the time
     * @param kind kind of input
     * @return the first keys of its line
     */
    TranscriptJson BeginInput(RdmaTick now, const char* kind) const
    {
        TranscriptJson line = Begin(now);
        line["in"] = kind;
        return line;
    }

  private:
    /**
     * @param now the time
     * @param kind kind of output
     * @return the first keys of its line
     */
    TranscriptJson BeginOutput(RdmaTick now, const char* kind) const
    {
        TranscriptJson line = Begin(now);
        line["out"] = kind;
        return line;
    }

    /**
     * @param now the time
     * @param kind control or data
     * @param tx a PDU that leaves
     */
    void PrintSent(RdmaTick now, const char* kind, const RdmaTxPdu& tx) const
    {
        TranscriptJson line = BeginOutput(now, kind);
        line["pdu"] = ToJson(tx.pdu);
        line["tx"] = ToJson(tx);
        PrintTranscriptLine(line);
    }

    uint32_t m_end; ///< 0 or 1
};

} // namespace ns3

#endif // TRANSPORT_RECORDER_H
