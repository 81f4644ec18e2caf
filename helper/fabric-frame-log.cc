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
/// The columns, in order. The PDU fields nack_hold and original_data have no column.
const std::vector<FabricFrameColumn> COLUMNS{
    // clang-format off
    {"time_ns", "number", "ns", "first bit sent, or last bit received"},
    {"direction", "text", "", "tx or rx, seen from the port"},
    {"bytes", "count", "B", "of the frame, from the Ethernet header to the iCRC"},
    {"encap", "text", "", "srv6, plain, packet (of ns-3's own stack) or pfc"},
    {"plane", "id", "", "plane, from 0"},
    {"src_host", "id", "", "number of the sending host"},
    {"dst_host", "id", "", "number of the receiving host"},
    {"outer_dst", "text", "", "destination of the outer IPv6 header, hexadecimal"},
    {"segments_left", "count", "", "of the SRH"},
    {"ev", "id", "", "entropy value, with the plane in bits 15:12"},
    {"dscp", "id", "", "code point of the class"},
    {"ecn", "id", "", "2: not marked, 3: marked"},
    {"hop_limit", "count", "", "of the outer IPv6 header"},
    {"opcode", "id", "", "of the BTH"},
    {"dest_qpn", "id", "", "of the BTH"},
    {"psn", "id", "", "packet sequence number"},
    {"ack_request", "flag", "", "of the BTH"},
    {"rtx", "flag", "", "retransmission"},
    {"ts", "flag", "", "a write has a timestamp"},
    {"msn", "id", "", "message sequence number"},
    {"rqmsn", "id", "", "number of the receive that it uses"},
    {"va", "text", "", "address to write to, hexadecimal"},
    {"rkey", "id", "", "memory key"},
    {"dma_length", "count", "B", "of the message"},
    {"payload_bytes", "count", "B", "of the packet"},
    {"immediate", "id", "", "immediate data"},
    {"tx_timestamp", "number", "128 ns",
     "transmission time of the packet, or of the answered packet, by its sender's clock"},
    {"m", "id", "", "SACK: verdict on the EV"},
    {"pr", "flag", "", "SACK: answers a probe"},
    {"ack_psn_offset", "id", "",
     "SACK: PSN of the answered packet, from cack_psn; number of the answered probe"},
    {"entropy", "id", "", "SACK, NACK: entropy value that is echoed"},
    {"cack_psn", "id", "", "SACK: last PSN received in order"},
    {"mpr", "count", "128 packets", "SACK: maximum number of packets in flight; 0: not given"},
    {"sack_offset", "id", "", "SACK: PSN of the first bit of the bitmap, from cack_psn"},
    {"sack_bitmap", "text", "", "SACK: packets that have arrived, hexadecimal"},
    {"ooo_count", "count", "packets", "SACK: packets held above cack_psn"},
    {"restore_cwnd", "flag", "", "SACK: end of a penalty of the receiver"},
    {"rcv_cwnd_pen", "count", "", "SACK: penalty of the receiver, 0 to 127; 0: none"},
    {"rcvd_bytes", "count", "256 B", "SACK: bytes accepted"},
    {"nack_reason", "id", "", "NACK: reason"},
    {"nack_psn", "id", "", "NACK: PSN of the packet"},
    {"probe_id", "id", "", "probes: number"},
    {"op", "id", "", "port status (0) or EV probe (1)"},
    {"port_status_mask", "id", "", "port status: bit n set: port n, from 1, is up"},
    {"syndrome", "id", "", "of the AETH"},
    {"trigger_psn", "id", "", "NAK of a QP with selective repeat: PSN of the packet that caused it"},
    {"pfc_classes", "id", "", "PFC: bit p set: priority p is meant"},
    {"pfc_quanta", "text", "", "PFC: pause times, lowest priority first, 0: resume"},
    // clang-format on
};

/// One row: cells by the names of their columns.
using Row = std::map<std::string, std::string>;

/**
 * @param value a number
 * @return its decimal digits
 */
template <typename T>
std::string
Text(T value)
{
    return std::to_string(+value);
}

/**
 * @param value bits
 * @return their hexadecimal digits
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
 * @param pdu BTH and the following headers
 * @param row receives the cells
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
 * @param row receives the cells
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
    for (const auto& column : COLUMNS)
    {
        m_file << separator << column.name;
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

const std::vector<FabricFrameColumn>&
FabricFrameLog::GetColumns()
{
    return COLUMNS;
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
    for (const auto& column : COLUMNS)
    {
        m_file << separator << row[column.name];
        separator = ",";
    }
    m_file << '\n';
    m_health.Check(!m_file);
}

} // namespace ns3
