/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "progress-line.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

namespace mrcsim
{

namespace
{

/// Time after which the line is shown.
constexpr std::chrono::milliseconds SHOWN_AFTER{2000};
/// Time between two updates.
constexpr std::chrono::milliseconds PERIOD{250};

/** @return a wall time with a suitable unit */
std::string
DescribeSeconds(double seconds)
{
    const auto whole = static_cast<int64_t>(std::ceil(seconds));
    return whole < 120    ? std::to_string(whole) + " s"
           : whole < 7200 ? std::to_string(whole / 60) + " min"
                          : std::to_string(whole / 3600) + " h";
}

} // namespace

std::string
DescribeProgress(const Progress& progress, double seconds)
{
    std::ostringstream text;
    text << "simulated " << std::setprecision(4) << progress.now.GetSeconds() * 1e3 << " of "
         << progress.stop.GetSeconds() * 1e3 << " ms, " << progress.flowsDone << " of "
         << progress.flowsTotal << " flows, " << std::fixed << std::setprecision(2)
         << (seconds > 0 ? static_cast<double>(progress.packetHops) / seconds / 1e6 : 0)
         << " M packet-hops/s";
    const double part =
        std::max(progress.now.GetSeconds() / progress.stop.GetSeconds(),
                 progress.flowsTotal > 0 ? static_cast<double>(progress.flowsDone) /
                                               static_cast<double>(progress.flowsTotal)
                                         : 0);
    if (part > 0.01)
    {
        text << ", about " << DescribeSeconds(seconds * (1 - part) / part) << " left";
    }
    return text.str();
}

ProgressLine::ProgressLine(std::ostream& out, Mode mode)
    : m_out(out),
      m_mode(mode),
      m_start(Clock::now()),
      m_next(m_start + (mode == Mode::ALWAYS ? std::chrono::milliseconds{0} : SHOWN_AFTER))
{
}

bool
ProgressLine::IsDue() const
{
    return m_mode != Mode::NEVER && Clock::now() >= m_next;
}

void
ProgressLine::Show(const Progress& progress)
{
    const std::chrono::duration<double> elapsed = Clock::now() - m_start;
    m_out << "\r\033[K" << DescribeProgress(progress, elapsed.count()) << std::flush;
    m_next = Clock::now() + PERIOD;
    m_shown = true;
}

void
ProgressLine::Clear()
{
    if (m_shown)
    {
        m_out << "\r\033[K" << std::flush;
        m_shown = false;
    }
}

} // namespace mrcsim
