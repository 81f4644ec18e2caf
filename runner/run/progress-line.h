/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROGRESS_LINE_H
#define PROGRESS_LINE_H

#include "ns3/rdma-tick.h"

#include <chrono>
#include <cstdint>
#include <ostream>
#include <string>

/**
 * @file
 * mrcsim::ProgressLine: how far a long run has come.
 */

namespace mrcsim
{

/**
 * How far a run has come.
 */
struct Progress
{
    ns3::RdmaTick now;      ///< simulated
    ns3::RdmaTick stop;     ///< simulated time at which it ends at the latest
    uint64_t flowsDone{0};  ///< messages delivered
    uint64_t flowsTotal{0}; ///< messages of all jobs
    uint64_t packetHops{0}; ///< so far
};

/**
 * @param seconds wall time it took
 * @return "simulated 1.25 of 200 ms, 512 of 8064 flows, 3.1 M packet-hops/s, about 12 s left"
 */
std::string DescribeProgress(const Progress& progress, double seconds);

/**
 * One line of a terminal, written over and over. Silent for runs that end soon.
 */
class ProgressLine
{
  public:
    /// When to show the line.
    enum class Mode
    {
        NEVER,
        LONG_RUNS, ///< after two seconds
        ALWAYS,    ///< from the beginning
    };

    /**
     * @param out where to write
     * @param mode when to show it
     */
    ProgressLine(std::ostream& out, Mode mode);

    /** @return true if it is time to write the line again */
    bool IsDue() const;

    /** @param progress how far the run has come */
    void Show(const Progress& progress);

    /** Remove the line, if it was shown. */
    void Clear();

  private:
    using Clock = std::chrono::steady_clock;

    std::ostream& m_out;       ///< where to write
    Mode m_mode;               ///< when to show it
    Clock::time_point m_start; ///< beginning of the run
    Clock::time_point m_next;  ///< earliest time of the next line
    bool m_shown{false};       ///< there is a line
};

} // namespace mrcsim

#endif // PROGRESS_LINE_H
