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
     */
    explicit Filling(const FluidIncidence& incidence)
        : m_rows(incidence.GetMatrix()),
          m_columns(m_rows),
          m_left(incidence.GetCapacities()),
          m_growing(static_cast<size_t>(m_rows.rows())),
          m_stopped(static_cast<size_t>(m_rows.cols())),
          m_bps(m_stopped.size())
    {
        for (int row = 0; row < m_rows.rows(); ++row)
        {
            m_growing[row] = static_cast<uint32_t>(m_rows.innerVector(row).nonZeros());
            Queue(row);
        }
    }

    /** @return rate at which each flow is stopped, bit/s */
    std::vector<double> Run()
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
        }
        return std::move(m_bps);
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
                m_left[other.row()] -= level;
                --m_growing[other.row()];
            }
        }
    }

    const Rows& m_rows;              ///< flows by row
    const Columns m_columns;         ///< rows by flow
    Eigen::VectorXd m_left;          ///< by row: capacity without stopped flows
    std::vector<uint32_t> m_growing; ///< by row: number of growing flows
    std::vector<bool> m_stopped;     ///< by flow: stopped
    std::vector<double> m_bps;       ///< by flow: level, bit/s
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> m_turns; ///< lowest level first
};

} // namespace

std::vector<double>
GetMaxMin(const FluidIncidence& incidence)
{
    return Filling(incidence).Run();
}

} // namespace mrcsim
