/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-request-packets.h"

#include <algorithm>
#include <limits>

namespace ns3
{

namespace
{

/**
 * Fill in the fields that all packets of the QP share.
 * @param tx filled
 */
void
Address(const RoceQpConfig& config, RdmaTxPdu& tx)
{
    tx.pdu.destQpn = config.peerQpn;
    tx.entropy = config.udpSourcePort;
    tx.port = config.port;
    tx.cls = RdmaClass::DATA;
    tx.ectCapable = true;
}

} // namespace

void
MakeRoceWrite(const RoceQpConfig& config,
              const RoceMessage& message,
              RdmaPsnSeq psn,
              const RoceSegment& segment,
              RdmaTxPdu& tx)
{
    const auto index = static_cast<uint64_t>(psn - message.first);
    tx.pdu = RdmaPdu{};
    tx.pdu.opcode = segment.opcode;
    tx.pdu.psn = ToWireRdmaPsn(psn);
    tx.pdu.write.payloadBytes = segment.payloadBytes;
    tx.pdu.write.immediate = index + 1 == message.packets ? message.wr.immediate : 0;
    if (segment.hasReth)
    {
        tx.pdu.write.va = message.wr.remoteVa + index * config.pathMtuBytes;
        tx.pdu.write.rkey = message.wr.rkey;
        tx.pdu.write.dmaLength = static_cast<uint32_t>(
            std::min<uint64_t>(message.wr.bytes, std::numeric_limits<uint32_t>::max()));
    }
    Address(config, tx);
}

void
MakeRoceReadRequest(const RoceQpConfig& config,
                    const RoceMessage& message,
                    RdmaPsnSeq psn,
                    RdmaTxPdu& tx)
{
    const uint64_t offset = static_cast<uint64_t>(psn - message.first) * config.pathMtuBytes;
    tx.pdu = RdmaPdu{};
    tx.pdu.opcode = RdmaOpcode::RC_READ_REQUEST;
    tx.pdu.psn = ToWireRdmaPsn(psn);
    tx.pdu.write.va = message.wr.remoteVa + offset;
    tx.pdu.write.rkey = message.wr.rkey;
    tx.pdu.write.dmaLength = static_cast<uint32_t>(message.wr.bytes - offset);
    Address(config, tx);
}

} // namespace ns3
