/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fluid-max-min.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>

namespace mrcsim
{

namespace
{

using Rows = FluidIncidence::Matrix;
using Columns = Eigen::SparseMatrix<double, Eigen::ColMajor>;

/// A row and a lower bound of the level at which it is full.
using Turn = std::pair<double, int>;

/**
 * Progressive filling. For one use.
 */
class Filling
{
  public:
    /**
     * @param incidence flows and their resources
     * @param takes true: stopped flows reduce the capacity for the other flows of their rows
     */
    Filling(const FluidIncidence& incidence, bool takes)
        : m_rows(incidence.GetMatrix()),
          m_columns(m_rows),
          m_capacities(incidence.GetCapacities()),
          m_left(m_capacities),
          m_growing(static_cast<size_t>(m_rows.rows())),
          m_stopped(static_cast<size_t>(m_rows.cols())),
          m_bps(m_stopped.size()),
          m_takes(takes)
    {
        for (int row = 0; row < m_rows.rows(); ++row)
        {
            m_growing[row] = static_cast<uint32_t>(m_rows.innerVector(row).nonZeros());
            Queue(row);
        }
    }

    /** Stop all flows. */
    void Run()
    {
        while (!m_turns.empty())
        {
            const auto [level, row] = m_turns.top();
            m_turns.pop();
            if (m_growing[row] == 0)
            {
                continue;
            }
            if (GetLevel(row) > level)
            {
                Queue(row);
                continue;
            }
            Stop(row, level);
            m_sum += m_capacities[row];
        }
    }

    /** @return level at which each flow was stopped */
    std::vector<double> TakeLevels()
    {
        return std::move(m_bps);
    }

    /**
     * @return sum of the capacities of rows that stopped a flow, an upper bound of the sum of rates
     */
    double GetSum() const
    {
        return m_sum;
    }

  private:
    /** @return level at which it is full unless more of its flows stop before */
    double GetLevel(int row) const
    {
        return std::max(0.0, m_left[row]) / m_growing[row];
    }

    /**
     * @param row a row that is not full yet
     */
    void Queue(int row)
    {
        if (m_growing[row] > 0)
        {
            m_turns.emplace(GetLevel(row), row);
        }
    }

    /**
     * @param row a row that is full
     * @param level rate of its growing flows, bit/s
     */
    void Stop(int row, double level)
    {
        for (Rows::InnerIterator one(m_rows, row); one; ++one)
        {
            const auto flow = static_cast<int>(one.col());
            if (m_stopped[flow])
            {
                continue;
            }
            m_stopped[flow] = true;
            m_bps[flow] = level;
            for (Columns::InnerIterator other(m_columns, flow); other; ++other)
            {
                m_left[other.row()] -= m_takes ? level : 0;
                --m_growing[other.row()];
            }
        }
    }

    const Rows& m_rows;                  ///< flows by row
    const Columns m_columns;             ///< rows by flow
    const Eigen::VectorXd& m_capacities; ///< by row
    Eigen::VectorXd m_left;              ///< by row: capacity without stopped flows
    std::vector<uint32_t> m_growing;     ///< by row: number of growing flows
    std::vector<bool> m_stopped;         ///< by flow: stopped
    std::vector<double> m_bps;           ///< by flow: level, bit/s
    bool m_takes;                        ///< see the constructor
    double m_sum{0};                     ///< see GetSum
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> m_turns; ///< lowest level first
};

} // namespace

std::vector<double>
GetMaxMin(const FluidIncidence& incidence)
{
    Filling filling(incidence, true);
    filling.Run();
    return filling.TakeLevels();
}

double
GetMostSum(const FluidIncidence& incidence)
{
    Filling cover(incidence, false);
    cover.Run();
    return cover.GetSum();
}

} // namespace mrcsim
