/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DIRECT_CASE_H
#define DIRECT_CASE_H

#include "../fuzz/fuzz-input.h"
#include "transcript-case.h"
#include "transcript-json.h"

#include "ns3/rdma-tick.h"

/**
 * @file
 * Transcripts of one object that is called directly.
 */

namespace ns3
{

/**
 * Calls an object as the input demands, and writes a line per call with the state after it.
 */
class DirectCase
{
  public:
    /** @param input source of all choices */
    explicit DirectCase(FuzzInput& input)
        : m_input(input)
    {
    }

    virtual ~DirectCase() = default;

    /** @param c the case; its lines are written until the input ends */
    void Transcribe(const TranscriptCase& c)
    {
        TranscriptJson line = c.Begin();
        Describe(line);
        Print(line);
        while (!m_input.IsEmpty())
        {
            Step();
        }
    }

  protected:
    /**
     * @param call kind of the call
     * @return the first keys of its line
     */
    TranscriptJson Begin(const char* call) const
    {
        return {{"t", ToJson(m_now)}, {"in", call}};
    }

    /** @param line a call; receives the state after it */
    void Print(TranscriptJson& line) const
    {
        line["state"] = DescribeState();
        PrintTranscriptLine(line);
    }

    FuzzInput& m_input; ///< source of choices
    RdmaTick m_now;     ///< the time

  private:
    /** @param line the first line of the case; receives the settings */
    virtual void Describe(TranscriptJson& line) const = 0;

    /** @return the observable state */
    virtual TranscriptJson DescribeState() const = 0;

    /** Make a few calls. */
    virtual void Step() = 0;
};

} // namespace ns3

#endif // DIRECT_CASE_H
