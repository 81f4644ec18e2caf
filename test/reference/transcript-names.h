/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRANSCRIPT_NAMES_H
#define TRANSCRIPT_NAMES_H

#include "ns3/mrc-ev.h"
#include "ns3/rdma-pdu.h"
#include "ns3/rdma-transport.h"

#include <nlohmann/json.hpp>

/**
 * @file
 * The enumerators of transcripts by name. A corrupted PDU may have a value without one, which is
 * written as a number.
 */

namespace ns3
{

/// A JSON value whose keys keep their order.
using TranscriptJson = nlohmann::ordered_json;

/** @return its name, or its number */
TranscriptJson ToName(RdmaOpcode opcode);

/** @return its name, or its number */
TranscriptJson ToName(MrcNackReason reason);

/** @return its name, or its number */
TranscriptJson ToName(MrcEvVerdict verdict);

/** @return its name, or its number */
TranscriptJson ToName(MrcEndpointOp op);

/** @return its name, or its number */
TranscriptJson ToName(RdmaTrim trim);

/** @return its name, or its number */
TranscriptJson ToName(RdmaClass cls);

/** @return its name, or its number */
TranscriptJson ToName(RdmaOperation operation);

/** @return its name, or its number */
TranscriptJson ToName(RdmaPoll answer);

/** @return its name, or its number */
TranscriptJson ToName(RdmaFault fault);

/** @return its name, or its number */
TranscriptJson ToName(RdmaCompletion::Kind kind);

/** @return its name, or its number */
TranscriptJson ToName(RdmaCompletion::Status status);

/** @return its name, or its number */
TranscriptJson ToName(RdmaEvent::Kind kind);

/** @return its name, or its number */
TranscriptJson ToName(MrcEvState state);

} // namespace ns3

#endif // TRANSCRIPT_NAMES_H
