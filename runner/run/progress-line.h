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
 * mrcsim::ProgressLine: progress display of long runs.
 */

namespace mrcsim
{

/**
 * Progress of a run.
 */
struct Progress
{
    ns3::RdmaTick now;      ///< simulated time
    ns3::RdmaTick stop;     ///< latest end of the run, simulated time
    uint64_t flowsDone{0};  ///< messages delivered
    uint64_t flowsTotal{0}; ///< messages of all jobs
    uint64_t packetHops{0}; ///< packet-hops so far
};

/**
 * @param seconds wall time so far
 * @return "simulated 1.25 of 200 ms, 512 of 8064 flows, 3.1 M packet-hops/s, about 12 s left"
 */
std::string DescribeProgress(const Progress& progress, double seconds);

/**
 * A line of a terminal that is overwritten with the current progress. Not shown for short runs.
 */
class ProgressLine
{
  public:
    /// Condition for showing the line.
    enum class Mode
    {
        NEVER,
        LONG_RUNS, ///< after two seconds
        ALWAYS,    ///< from the beginning
    };

    /**
     * @param out output stream
     * @param mode condition for showing it
     */
    ProgressLine(std::ostream& out, Mode mode);

    /** @return true if the line is due for an update */
    bool IsDue() const;

    /** @param progress progress of the run */
    void Show(const Progress& progress);

    /** Remove the line, if it was shown. */
    void Clear();

  private:
    using Clock = std::chrono::steady_clock;

    std::ostream& m_out;       ///< output stream
    Mode m_mode;               ///< condition for showing it
    Clock::time_point m_start; ///< start of the run
    Clock::time_point m_next;  ///< earliest time of the next line
    bool m_shown{false};       ///< true if the line is visible
};

} // namespace mrcsim

#endif // PROGRESS_LINE_H
