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
 * mrcsim::FluidIncidence: a sparse matrix of flows and the resources that they share.
 */

namespace mrcsim
{

/**
 * Rows are resources, columns are flows; an entry is one if the flow needs the resource. The rates
 * x that a network can carry satisfy matrix * x <= capacities.
 *
 * A cut of several planes becomes rows as follows. A flow may distribute its bytes over its planes
 * in any way, so a row is a cut together with a set of planes: the flows of the cut that can use
 * only these planes share the sum of their capacities. Only the sets of single flows and the unions
 * of overlapping sets are necessary, because the row of disjoint sets is the sum of their rows
 * (Hall's condition: for one cut the rows are necessary and sufficient).
 */
class FluidIncidence
{
  public:
    /// Row-major, as max-min fairness reads it.
    using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

    /**
     * @param cuts bounds of some flows
     */
    explicit FluidIncidence(const FluidCuts& cuts);

    /** @return the matrix */
    const Matrix& GetMatrix() const
    {
        return m_matrix;
    }

    /** @return by row: capacity of the resource, bit/s */
    const Eigen::VectorXd& GetCapacities() const
    {
        return m_capacities;
    }

    /**
     * @param flow index of a flow
     * @return false if it has no working path
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
