/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../fuzz/fuzz-input.h"
#include "../fuzz/transport-pair.h"
#include "mrc-recorder.h"
#include "transcript-case.h"

namespace ns3
{

void
TranscribeMrc(const TranscriptCase& c)
{
    FuzzInput input(c.bytes.data(), c.bytes.size());
    const bool corrupting = TransportPair::DrawCorrupting(input);
    TranscriptJson line = c.Begin();
    line["corrupting"] = corrupting;
    PrintTranscriptLine(line);
    MrcRecorder first(0);
    MrcRecorder second(1);
    TransportPair(input, corrupting, {&first, &second}).Run();
}

} // namespace ns3
