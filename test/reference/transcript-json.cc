/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "transcript-json.h"

#include "../policy/attribute-kind.h"

#include "ns3/attribute.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/string.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <cstddef>
#include <iostream>

namespace ns3
{

namespace
{

using Json = TranscriptJson;

/**
 * @param pdu a packet with payload, or an RC READ request
 * @param line receives its headers after the BTH
 */
void
AddWrite(const RdmaPdu& pdu, Json& line)
{
    const RdmaWritePdu& write = pdu.write;
    line["va"] = write.va;
    line["rkey"] = write.rkey;
    line["dma_length"] = write.dmaLength;
    line["payload"] = write.payloadBytes;
    if (IsMrc(pdu.opcode))
    {
        line["msn"] = write.msn;
        line["rqmsn"] = write.rqmsn;
        line["tx_timestamp"] = pdu.timestamp ? Json(write.txTimestamp) : Json();
    }
    line["immediate"] = HasRdmaImmediate(pdu.opcode) ? Json(write.immediate) : Json();
}

/**
 * @param sack a SACK
 * @param line receives its headers after the BTH
 */
void
AddSack(const MrcSackPdu& sack, Json& line)
{
    line["cack_psn"] = sack.cackPsn;
    line["ack_psn_offset"] = sack.ackPsnOffset;
    line["sack_offset"] = sack.sackOffset;
    line["bitmap"] = sack.bitmap;
    line["entropy"] = sack.entropy;
    line["m"] = ToName(sack.m);
    line["ooo_count"] = sack.oooCount;
    line["rcvd_bytes"] = sack.rcvdBytes;
    line["mpr"] = sack.mpr;
    line["rcv_cwnd_pen"] = sack.rcvCwndPen;
    line["restore_cwnd"] = sack.restoreCwnd;
    line["pr"] = sack.probe;
    line["tx_timestamp"] = sack.txTimestamp;
}

/**
 * @param pdu a PDU without payload for a responder
 * @param line receives its headers after the BTH
 */
void
AddOther(const RdmaPdu& pdu, Json& line)
{
    switch (pdu.opcode)
    {
    case RdmaOpcode::MRC_SACK:
        AddSack(pdu.sack, line);
        break;
    case RdmaOpcode::MRC_NACK:
        line["reason"] = ToName(pdu.nack.reason);
        line["nack_psn"] = pdu.nack.nackPsn;
        line["entropy"] = pdu.nack.entropy;
        line["tx_timestamp"] = pdu.nack.txTimestamp;
        line["hold"] = pdu.nack.hold;
        break;
    case RdmaOpcode::MRC_PROBE:
        line["probe_id"] = pdu.probe.probeId;
        line["tx_timestamp"] = pdu.probe.txTimestamp;
        break;
    case RdmaOpcode::MRC_ENDPOINT_REQUEST:
    case RdmaOpcode::MRC_ENDPOINT_RESPONSE:
        line["op"] = ToName(pdu.endpoint.op);
        line["port_status_mask"] = pdu.endpoint.portStatusMask;
        line["tx_timestamp"] = pdu.endpoint.txTimestamp;
        break;
    case RdmaOpcode::MRC_TRANSPORT_ACK:
        line["syndrome"] = pdu.ack.syndrome;
        line["msn"] = pdu.ack.msn;
        break;
    case RdmaOpcode::RC_ACK:
        line["syndrome"] = pdu.ack.syndrome;
        line["msn"] = pdu.ack.msn;
        line["trigger_psn"] = pdu.ack.triggerPsn;
        break;
    default:
        break;
    }
}

/**
 * @param object an object
 * @param info one of its attributes
 * @return the value
 */
Json
ReadAttribute(const ObjectBase& object, const TypeId::AttributeInformation& info)
{
    const auto read = [&](auto value) {
        object.GetAttribute(info.name, value);
        return value.Get();
    };
    const std::string kind = GetAttributeKind(info);
    if (kind == "BooleanValue")
    {
        return read(BooleanValue());
    }
    if (kind == "UintegerValue")
    {
        return read(UintegerValue());
    }
    if (kind == "IntegerValue")
    {
        return read(IntegerValue());
    }
    if (kind == "DoubleValue")
    {
        return read(DoubleValue());
    }
    if (kind == "TimeValue")
    {
        return read(TimeValue()).GetPicoSeconds();
    }
    return read(StringValue());
}

} // namespace

void
PrintTranscriptLine(const Json& line)
{
    std::cout << line.dump() << '\n';
}

Json
ToJson(RdmaTick time)
{
    return time.IsMax() ? Json() : Json(time.GetPs());
}

Json
ToJson(const RdmaPdu& pdu)
{
    Json line{{"opcode", ToName(pdu.opcode)},
              {"dest_qpn", pdu.destQpn},
              {"psn", pdu.psn},
              {"a", pdu.ackRequest}};
    if (IsMrc(pdu.opcode))
    {
        line["rtx"] = pdu.rtx;
        line["ts"] = pdu.timestamp;
    }
    else
    {
        line["sr"] = pdu.selective;
    }
    if (IsRdmaWrite(pdu.opcode) || pdu.opcode == RdmaOpcode::RC_READ_REQUEST)
    {
        AddWrite(pdu, line);
    }
    else if (IsRdmaReadResponse(pdu.opcode))
    {
        line["payload"] = pdu.read.payloadBytes;
        line["msn"] = pdu.read.msn;
        line["syndrome"] = pdu.read.syndrome;
    }
    else
    {
        AddOther(pdu, line);
    }
    return line;
}

Json
ToJson(const RdmaTxPdu& tx)
{
    return {{"entropy", tx.entropy},
            {"port", tx.port},
            {"class", ToName(tx.cls)},
            {"ect", tx.ectCapable},
            {"trimmable", tx.trimmable}};
}

Json
ToJson(const RdmaRxInfo& rx)
{
    return {{"entropy", rx.entropy}, {"port", rx.port}, {"ce", rx.ce}, {"trim", ToName(rx.trim)}};
}

Json
ToJson(const RdmaWorkRequest& work)
{
    return {{"bytes", work.bytes},
            {"remote_va", work.remoteVa},
            {"rkey", work.rkey},
            {"operation", ToName(work.operation)},
            {"immediate", work.hasImmediate ? Json(work.immediate) : Json()},
            {"wr_id", work.wrId}};
}

Json
ToJson(const RdmaCounters& counters)
{
    return {{"rx_data_packets", counters.rxDataPackets},
            {"rx_accepted", counters.rxAccepted},
            {"bytes_delivered", counters.bytesDelivered},
            {"rx_marked", counters.rxMarked},
            {"data_packets", counters.dataPackets},
            {"retransmits", counters.retransmits},
            {"ecn_echoes", counters.ecnEchoes},
            {"bytes_posted", counters.bytesPosted},
            {"timeouts", counters.timeouts},
            {"nacks_received", counters.nacksReceived},
            {"trims_received", counters.trimsReceived},
            {"probes_sent", counters.probesSent},
            {"ev_retired", counters.evRetired},
            {"ev_restored", counters.evRestored},
            {"rx_duplicates", counters.rxDuplicates},
            {"rx_discarded", counters.rxDiscarded},
            {"rx_trimmed", counters.rxTrimmed},
            {"rx_unsupported", counters.rxUnsupported},
            {"rx_wrong_state", counters.rxWrongState}};
}

Json
ToJson(const MrcPathInfo& path)
{
    return {{"rate_bps", path.rateBps},
            {"base_rtt", ToJson(path.baseRtt)},
            {"stretch", path.stretch},
            {"nominal_mtu", path.nominalMtuBytes},
            {"planes", path.planes},
            {"trimming", path.trimming},
            {"remote_recv_peers", path.remoteRecvPeers}};
}

Json
ToJson(const MrcNscc::Parameters& parameters)
{
    return {{"base_rtt", ToJson(parameters.baseRtt)},
            {"max_window", parameters.maxWindow},
            {"target_delay", ToJson(parameters.targetDelay)},
            {"fi", parameters.fi},
            {"fi_scale", parameters.fiScale},
            {"eta", parameters.eta},
            {"alpha", parameters.alpha},
            {"adjust_bytes", parameters.adjustBytes},
            {"adjust_period", ToJson(parameters.adjustPeriod)},
            {"qa_threshold", ToJson(parameters.qaThreshold)}};
}

void
AddTo(Json& line, const RdmaCompletion& completion)
{
    using Kind = RdmaCompletion::Kind;
    const RdmaMessageStats& stats = completion.stats;
    const bool ofRequester = completion.kind == Kind::SENT || completion.kind == Kind::FLUSHED;
    line["kind"] = ToName(completion.kind);
    line["status"] = ToName(completion.status);
    line["message"] = completion.message;
    line["wr_id"] = completion.wrId;
    line["bytes"] = completion.bytes;
    line["immediate"] = completion.hasImmediate ? Json(completion.immediate) : Json();
    line["stats"] = ofRequester ? Json{{"packets", stats.packets},
                                       {"retransmits", stats.retransmits},
                                       {"trims", stats.trims},
                                       {"ecn_marks", stats.ecnMarks},
                                       {"timeouts", stats.timeouts}}
                                : Json();
}

void
AddTo(Json& line, const RdmaEvent& event)
{
    line["kind"] = ToName(event.kind);
    line["port"] = event.port;
    line["entropy"] = event.entropy;
    line["detail"] = event.detail;
    line["fault"] = ToName(event.fault);
}

Json
ListAttributeValues(const ObjectBase& object)
{
    Json values = Json::object();
    for (TypeId tid = object.GetInstanceTypeId(); tid != Object::GetTypeId(); tid = tid.GetParent())
    {
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const TypeId::AttributeInformation info = tid.GetAttribute(i);
            values[info.name] = ReadAttribute(object, info);
        }
    }
    return values;
}

Json
DescribePolicy(const ObjectBase& object)
{
    return {{"class", object.GetInstanceTypeId().GetName()},
            {"attributes", ListAttributeValues(object)}};
}

} // namespace ns3
