/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRANSCRIPT_CASE_H
#define TRANSCRIPT_CASE_H

#include "transcript-json.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * The cases of transcripts: FORMAT.md describes their lines.
 */

namespace ns3
{

/** One case: its input decides about everything. */
struct TranscriptCase
{
    std::string kind;           ///< kind of the transcript
    uint64_t number{0};         ///< its number
    std::string source;         ///< name of its file, or "random"
    std::vector<uint8_t> bytes; ///< the input

    /** @return the first keys of its first line */
    TranscriptJson Begin() const
    {
        return {{"case", number}, {"source", source}};
    }
};

/** Write a case of kind mrc to stdout. */
void TranscribeMrc(const TranscriptCase& c);

/** Write a case of kind roce to stdout. */
void TranscribeRoce(const TranscriptCase& c);

/** Write a case of a controller of MRC to stdout; the kind is its TypeId. */
void TranscribeWindow(const TranscriptCase& c);

/** Write a case of ns3::RoceDcqcn to stdout. */
void TranscribeDcqcn(const TranscriptCase& c);

} // namespace ns3

#endif // TRANSCRIPT_CASE_H
