/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef STEP_BUDGET_H
#define STEP_BUDGET_H

#include <cstdint>
#include <gtest/gtest.h>

/**
 * @file
 * Budget of loops in tests: a loop that waits for an event that never happens fails, and neither
 * hangs nor fills the memory.
 */

namespace mrctest
{

/// Steps that a loop may take: for (StepBudget steps; Waits() && steps.Take();).
class StepBudget
{
  public:
    /// @param steps number of steps; the default is ten times the need of any ordinary test
    explicit StepBudget(uint64_t steps = 300000)
        : m_left(steps)
    {
    }

    /// @return true if a step is left; false if not, then the test has failed
    bool Take()
    {
        if (m_left == 0)
        {
            ADD_FAILURE() << "waits without end";
            return false;
        }
        --m_left;
        return true;
    }

  private:
    uint64_t m_left; ///< remaining steps
};

} // namespace mrctest

#endif // STEP_BUDGET_H
