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
 * Tests that wait have a budget: whoever waits for something that never happens fails, and neither
 * hangs nor fills the memory.
 */

namespace mrctest
{

/// Steps that a loop may take: for (StepBudget steps; Waits() && steps.Take();).
class StepBudget
{
  public:
    /// @param steps how many; ten times what any ordinary test takes
    explicit StepBudget(uint64_t steps = 300000)
        : m_left(steps)
    {
    }

    /// @return true for a further step; false, and the test has failed, if there is none left
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
    uint64_t m_left; ///< steps not taken yet
};

} // namespace mrctest

#endif // STEP_BUDGET_H
