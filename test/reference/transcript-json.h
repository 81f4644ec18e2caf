/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRANSCRIPT_JSON_H
#define TRANSCRIPT_JSON_H

#include "transcript-names.h"

#include "ns3/mrc-congestion-control.h"
#include "ns3/mrc-nscc.h"
#include "ns3/object-base.h"
#include "ns3/rdma-pdu.h"
#include "ns3/rdma-tick.h"
#include "ns3/rdma-transport.h"

/**
 * @file
 * The values of transcripts as JSON. FORMAT.md describes them.
 */

namespace ns3
{

/** Write a line to stdout. */
void PrintTranscriptLine(const TranscriptJson& line);

/** @return picoseconds; null for never */
TranscriptJson ToJson(RdmaTick time);

/** @return the headers that its opcode has */
TranscriptJson ToJson(const RdmaPdu& pdu);

/** @return the path and class of a PDU that leaves */
TranscriptJson ToJson(const RdmaTxPdu& tx);

/** @return the circumstances of an arrival */
TranscriptJson ToJson(const RdmaRxInfo& rx);

/** @return the work request */
TranscriptJson ToJson(const RdmaWorkRequest& work);

/** @return all counters */
TranscriptJson ToJson(const RdmaCounters& counters);

/** @return the path of a controller */
TranscriptJson ToJson(const MrcPathInfo& path);

/** @return the values in force */
TranscriptJson ToJson(const MrcNscc::Parameters& parameters);

/**
 * Add the members of a completion.
 * @param line a line, to be extended
 */
void AddTo(TranscriptJson& line, const RdmaCompletion& completion);

/**
 * Add the members of an event.
 * @param line a line, to be extended
 */
void AddTo(TranscriptJson& line, const RdmaEvent& event);

/**
 * @param object an object
 * @return its attributes by name, with those of its base classes
 */
TranscriptJson ListAttributeValues(const ObjectBase& object);

/**
 * @param object an object
 * @return its class and its attributes
 */
TranscriptJson DescribePolicy(const ObjectBase& object);

} // namespace ns3

#endif // TRANSCRIPT_JSON_H
