/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLUID_INCIDENCE_H
#define FLUID_INCIDENCE_H

#include "fluid-cuts.h"

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <cstdint>
#include <vector>

/**
 * @file
 * mrcsim::FluidIncidence: which flows share what, as a sparse matrix.
 */

namespace mrcsim
{

/**
 * Rows are resources, columns are flows: one where the flow cannot do without the resource. The
 * rates x that a network can carry satisfy matrix * x <= capacities.
 *
 * A cut of several planes becomes rows as follows. How a flow shares its bytes among its planes is
 * free, so a row is a cut together with a set of planes: the flows of the cut that can use none but
 * these have their capacities together. Of the sets of planes all that matter are those of single
 * flows and the unions of those that overlap, for where sets do not overlap, the row of both is the
 * sum of the rows of each (it is Hall's condition: for one cut the rows are not only necessary, but
 * say all there is to say).
 */
class FluidIncidence
{
  public:
    /// By rows, as max-min fairness reads it.
    using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

    /**
     * @param cuts what bounds some flows
     */
    explicit FluidIncidence(const FluidCuts& cuts);

    /** @return the matrix */
    const Matrix& GetMatrix() const
    {
        return m_matrix;
    }

    /** @return by row: what the resource can carry, bit/s */
    const Eigen::VectorXd& GetCapacities() const
    {
        return m_capacities;
    }

    /**
     * @param flow index of a flow
     * @return false if no way is left for it
     */
    bool IsConnected(uint32_t flow) const
    {
        return m_masks[flow] != 0;
    }

  private:
    std::vector<uint8_t> m_masks; ///< by flow: its planes
    Matrix m_matrix;              ///< the matrix
    Eigen::VectorXd m_capacities; ///< by row, bit/s
};

} // namespace mrcsim

#endif // FLUID_INCIDENCE_H
