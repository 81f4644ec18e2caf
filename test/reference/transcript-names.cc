/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "transcript-names.h"

#include <cstdint>

/// The case of an enumerator: returns its name.
#define CASE(type, enumerator)                                                                     \
    case type::enumerator:                                                                         \
        return #enumerator

namespace ns3
{

TranscriptJson
ToName(RdmaOpcode opcode)
{
    switch (opcode)
    {
        CASE(RdmaOpcode, RC_SEND_FIRST);
        CASE(RdmaOpcode, RC_SEND_MIDDLE);
        CASE(RdmaOpcode, RC_SEND_LAST);
        CASE(RdmaOpcode, RC_SEND_LAST_IMM);
        CASE(RdmaOpcode, RC_SEND_ONLY);
        CASE(RdmaOpcode, RC_SEND_ONLY_IMM);
        CASE(RdmaOpcode, RC_WRITE_FIRST);
        CASE(RdmaOpcode, RC_WRITE_MIDDLE);
        CASE(RdmaOpcode, RC_WRITE_LAST);
        CASE(RdmaOpcode, RC_WRITE_LAST_IMM);
        CASE(RdmaOpcode, RC_WRITE_ONLY);
        CASE(RdmaOpcode, RC_WRITE_ONLY_IMM);
        CASE(RdmaOpcode, RC_READ_REQUEST);
        CASE(RdmaOpcode, RC_READ_RESPONSE_FIRST);
        CASE(RdmaOpcode, RC_READ_RESPONSE_MIDDLE);
        CASE(RdmaOpcode, RC_READ_RESPONSE_LAST);
        CASE(RdmaOpcode, RC_READ_RESPONSE_ONLY);
        CASE(RdmaOpcode, RC_ACK);
        CASE(RdmaOpcode, RC_ATOMIC_ACK);
        CASE(RdmaOpcode, CNP);
        CASE(RdmaOpcode, MRC_WRITE_FIRST);
        CASE(RdmaOpcode, MRC_WRITE_MIDDLE);
        CASE(RdmaOpcode, MRC_WRITE_LAST);
        CASE(RdmaOpcode, MRC_WRITE_LAST_IMM);
        CASE(RdmaOpcode, MRC_WRITE_ONLY);
        CASE(RdmaOpcode, MRC_WRITE_ONLY_IMM);
        CASE(RdmaOpcode, MRC_TRANSPORT_ACK);
        CASE(RdmaOpcode, MRC_ENDPOINT_REQUEST);
        CASE(RdmaOpcode, MRC_ENDPOINT_RESPONSE);
        CASE(RdmaOpcode, MRC_SACK);
        CASE(RdmaOpcode, MRC_NACK);
        CASE(RdmaOpcode, MRC_PROBE);
    }
    return static_cast<uint32_t>(opcode);
}

TranscriptJson
ToName(MrcNackReason reason)
{
    switch (reason)
    {
        CASE(MrcNackReason, TRIMMED);
        CASE(MrcNackReason, TRIMMED_LASTHOP);
        CASE(MrcNackReason, NO_BITMAP);
        CASE(MrcNackReason, NO_PKT_BUFFER);
        CASE(MrcNackReason, NO_RESOURCE);
        CASE(MrcNackReason, PSN_OOR_WINDOW);
        CASE(MrcNackReason, UNEXP_EVENT);
    }
    return static_cast<uint32_t>(reason);
}

TranscriptJson
ToName(MrcEvVerdict verdict)
{
    switch (verdict)
    {
        CASE(MrcEvVerdict, NONE);
        CASE(MrcEvVerdict, SKIP_ONCE);
        CASE(MrcEvVerdict, ALWAYS_SKIP);
    }
    return static_cast<uint32_t>(verdict);
}

TranscriptJson
ToName(MrcEndpointOp op)
{
    switch (op)
    {
        CASE(MrcEndpointOp, PORT_STATUS_UPDATE);
        CASE(MrcEndpointOp, EV_PROBE);
    }
    return static_cast<uint32_t>(op);
}

TranscriptJson
ToName(RdmaTrim trim)
{
    switch (trim)
    {
        CASE(RdmaTrim, NONE);
        CASE(RdmaTrim, FABRIC);
        CASE(RdmaTrim, LASTHOP);
    }
    return static_cast<uint32_t>(trim);
}

TranscriptJson
ToName(RdmaClass cls)
{
    switch (cls)
    {
        CASE(RdmaClass, CONTROL);
        CASE(RdmaClass, DATA);
        CASE(RdmaClass, DATA2);
    }
    return static_cast<uint32_t>(cls);
}

TranscriptJson
ToName(RdmaOperation operation)
{
    switch (operation)
    {
        CASE(RdmaOperation, WRITE);
        CASE(RdmaOperation, SEND);
        CASE(RdmaOperation, READ);
    }
    return static_cast<uint32_t>(operation);
}

TranscriptJson
ToName(RdmaPoll answer)
{
    switch (answer)
    {
        CASE(RdmaPoll, PDU);
        CASE(RdmaPoll, NOTHING);
        CASE(RdmaPoll, NO_PORT);
    }
    return static_cast<uint32_t>(answer);
}

TranscriptJson
ToName(RdmaFault fault)
{
    switch (fault)
    {
        CASE(RdmaFault, NONE);
        CASE(RdmaFault, RETRY_EXCEEDED);
        CASE(RdmaFault, REMOTE_OPERATION_ERROR);
        CASE(RdmaFault, NO_RECEIVE);
        CASE(RdmaFault, RNR_RETRY_EXCEEDED);
        CASE(RdmaFault, TOO_MANY_WIMMS);
    }
    return static_cast<uint32_t>(fault);
}

TranscriptJson
ToName(RdmaCompletion::Kind kind)
{
    switch (kind)
    {
        CASE(RdmaCompletion::Kind, SENT);
        CASE(RdmaCompletion::Kind, DELIVERED);
        CASE(RdmaCompletion::Kind, FLUSHED);
        CASE(RdmaCompletion::Kind, RECEIVED);
    }
    return static_cast<uint32_t>(kind);
}

TranscriptJson
ToName(RdmaCompletion::Status status)
{
    switch (status)
    {
        CASE(RdmaCompletion::Status, SUCCESS);
        CASE(RdmaCompletion::Status, RETRY_EXCEEDED);
        CASE(RdmaCompletion::Status, REMOTE_OPERATION_ERROR);
        CASE(RdmaCompletion::Status, RNR_RETRY_EXCEEDED);
        CASE(RdmaCompletion::Status, FLUSHED);
    }
    return static_cast<uint32_t>(status);
}

TranscriptJson
ToName(RdmaEvent::Kind kind)
{
    switch (kind)
    {
        CASE(RdmaEvent::Kind, EV_SKIP);
        CASE(RdmaEvent::Kind, EV_TRIAL);
        CASE(RdmaEvent::Kind, EV_BAD);
        CASE(RdmaEvent::Kind, EV_GOOD);
        CASE(RdmaEvent::Kind, EV_REPLACED);
        CASE(RdmaEvent::Kind, EV_DENIED);
        CASE(RdmaEvent::Kind, EV_ENABLED);
        CASE(RdmaEvent::Kind, EV_CHANGED);
        CASE(RdmaEvent::Kind, LOST);
        CASE(RdmaEvent::Kind, TIMEOUT);
        CASE(RdmaEvent::Kind, QP_ERROR);
    }
    return static_cast<uint32_t>(kind);
}

TranscriptJson
ToName(MrcEvState state)
{
    switch (state)
    {
        CASE(MrcEvState, GOOD);
        CASE(MrcEvState, SKIP);
        CASE(MrcEvState, ASSUMED_BAD);
        CASE(MrcEvState, DENIED);
    }
    return static_cast<uint32_t>(state);
}

#undef CASE

} // namespace ns3
