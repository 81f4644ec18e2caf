/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-frame-log.h"

#include "ns3/abort.h"
#include "ns3/rdma-extensions.h"
#include "ns3/rdma-wire-size.h"
#include "ns3/srv6-usid.h"

#include <iomanip>
#include <map>
#include <sstream>

namespace ns3
{

namespace
{
/// The columns, in order. Of the fields of PDUs nack_hold and original_data have none.
const char* const COLUMNS[] = {
    // clang-format off
    "time_ns", "direction", "bytes", "encap", "plane", "src_host", "dst_host",
    "outer_dst", "segments_left", "ev", "dscp", "ecn", "hop_limit",
    "opcode", "dest_qpn", "psn", "ack_request", "rtx", "ts",
    "msn", "rqmsn", "va", "rkey", "dma_length", "payload_bytes", "immediate", "tx_timestamp",
    "m", "pr", "ack_psn_offset", "entropy", "cack_psn", "mpr", "sack_offset", "sack_bitmap",
    "ooo_count", "restore_cwnd", "rcv_cwnd_pen", "rcvd_bytes",
    "nack_reason", "nack_psn", "probe_id", "op", "port_status_mask", "syndrome", "trigger_psn",
    "pfc_classes", "pfc_quanta",
    // clang-format on
};

/// One row: cells by the names of their columns.
using Row = std::map<std::string, std::string>;

/**
 * @param value a number
 * @return it in decimal
 */
template <typename T>
std::string
Text(T value)
{
    return std::to_string(+value);
}

/**
 * @param value bits
 * @return all of them in hexadecimal
 */
std::string
Hex(uint64_t value)
{
    std::ostringstream out;
    out << std::hex << std::setfill('0') << std::setw(16) << value;
    return out.str();
}

/**
 * @return ns, exact
 */
std::string
Ns(RdmaTick time)
{
    constexpr int64_t PS_PER_NS = 1000;
    std::ostringstream out;
    out << time.GetPs() / PS_PER_NS << '.' << std::setfill('0') << std::setw(3)
        << time.GetPs() % PS_PER_NS;
    return out.str();
}

/**
 * @param frame a PFC frame
 * @return the pause times of its enabled priorities, lowest first
 */
std::string
ListQuanta(const FabricFrame& frame)
{
    std::string list;
    for (uint32_t priority = 0; priority < 8; ++priority)
    {
        if (frame.pfcClasses >> priority & 1)
        {
            list += (list.empty() ? "" : "/") + Text(frame.GetPfcQuanta(priority));
        }
    }
    return list;
}

/**
 * @param pdu BTH and what follows
 * @param row receives it
 */
void
AddPdu(const RdmaPdu& pdu, Row& row)
{
    row["opcode"] = Text(static_cast<uint8_t>(pdu.opcode));
    row["dest_qpn"] = Text(pdu.destQpn);
    row["psn"] = Text(pdu.psn);
    row["ack_request"] = Text(pdu.ackRequest);
    row["rtx"] = Text(pdu.rtx);
    row["ts"] = Text(pdu.timestamp);
    if (IsRdmaWrite(pdu.opcode) || IsRdmaReadResponse(pdu.opcode) ||
        pdu.opcode == RdmaOpcode::RC_READ_REQUEST)
    {
        row["payload_bytes"] = Text(RdmaPayloadBytes(pdu));
    }
    for (const RdmaField& field : ListRdmaFields(pdu))
    {
        row[field.name] = field.isBits ? Hex(field.value) : Text(static_cast<int64_t>(field.value));
    }
}

/**
 * @param frame a frame with IP headers
 * @param row receives it
 */
void
AddPacket(const FabricFrame& frame, Row& row)
{
    row["bytes"] = Text(RDMA_WIRE_ETHERNET_BYTES + frame.l3Bytes);
    row["src_host"] = Text(frame.srcHost);
    row["dst_host"] = Text(frame.dstHost);
    row["ev"] = Text(frame.entropy);
    row["dscp"] = Text(static_cast<uint8_t>(frame.dscp));
    row["ecn"] = Text(static_cast<uint8_t>(frame.ecn));
    row["hop_limit"] = Text(frame.hopLimit);
    if (frame.encap == FabricEncap::SRV6)
    {
        row["outer_dst"] = Srv6AddressToString({frame.sidHi, frame.sidLo});
        row["segments_left"] = Text(frame.segmentsLeft);
    }
    if (frame.encap != FabricEncap::PACKET)
    {
        AddPdu(frame.pdu, row);
    }
}
} // namespace

FabricFrameLog::FabricFrameLog(const std::string& name, FabricOutputFile::FailureCallback failure)
    : m_health("frame log", name, failure),
      m_file(name)
{
    const char* separator = "";
    for (const char* column : COLUMNS)
    {
        m_file << separator << column;
        separator = ",";
    }
    m_file << '\n';
    m_health.Check(!m_file);
}

FabricFrameLog::~FabricFrameLog()
{
    m_file.close();
    m_health.Check(!m_file);
}

void
FabricFrameLog::OnSend(RdmaTick now, const FabricFrame& frame)
{
    Write(now, "tx", frame);
}

void
FabricFrameLog::OnReceive(RdmaTick now, const FabricFrame& frame)
{
    Write(now, "rx", frame);
}

void
FabricFrameLog::Write(RdmaTick now, const char* direction, const FabricFrame& frame)
{
    if (!m_health.IsGood())
    {
        return;
    }
    Row row;
    row["time_ns"] = Ns(now);
    row["direction"] = direction;
    row["plane"] = Text(frame.plane);
    if (frame.encap == FabricEncap::PFC)
    {
        row["encap"] = "pfc";
        row["bytes"] = Text(FABRIC_PFC_BYTES);
        row["pfc_classes"] = Text(frame.pfcClasses);
        row["pfc_quanta"] = ListQuanta(frame);
    }
    else
    {
        row["encap"] = frame.encap == FabricEncap::SRV6    ? "srv6"
                       : frame.encap == FabricEncap::PLAIN ? "plain"
                                                           : "packet";
        AddPacket(frame, row);
    }
    const char* separator = "";
    for (const char* column : COLUMNS)
    {
        m_file << separator << row[column];
        separator = ",";
    }
    m_file << '\n';
    m_health.Check(!m_file);
}

} // namespace ns3
