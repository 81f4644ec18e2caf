/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PROBE_BUDGET_H
#define MRC_PROBE_BUDGET_H

#include <cstdint>
#include <memory>
#include <utility>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcProbeBudget: number of EVs that are being probed.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Number of unanswered probes of retired EVs, over all QPs of a NIC (EvProbeMaxOutstanding; mrc
 * reference, 9.5).
 */
class MrcProbeBudget
{
  public:
    /** @return outstanding probes */
    uint32_t GetOutstanding() const
    {
        return m_outstanding;
    }

  private:
    friend class MrcProbeToken;

    uint32_t m_outstanding{0}; ///< tokens taken
};

/**
 * @ingroup mrc
 * One outstanding probe, or none. The destructor returns it to its budget: the probe was answered
 * or given up, or its QP was destroyed.
 */
class MrcProbeToken
{
  public:
    MrcProbeToken() = default;

    /**
     * @param budget budget from which to take a token
     */
    explicit MrcProbeToken(std::shared_ptr<MrcProbeBudget> budget)
        : m_budget(std::move(budget))
    {
        ++m_budget->m_outstanding;
    }

    ~MrcProbeToken()
    {
        if (m_budget)
        {
            --m_budget->m_outstanding;
        }
    }

    MrcProbeToken(const MrcProbeToken&) = delete;
    MrcProbeToken& operator=(const MrcProbeToken&) = delete;

    /**
     * @param other gives up its token
     */
    MrcProbeToken(MrcProbeToken&& other) noexcept
        : m_budget(std::move(other.m_budget))
    {
    }

    /** @param other takes the token of this object, and returns it to the budget when destroyed */
    MrcProbeToken& operator=(MrcProbeToken&& other) noexcept
    {
        std::swap(m_budget, other.m_budget);
        return *this;
    }

    /** @return true if this is an outstanding probe */
    explicit operator bool() const
    {
        return static_cast<bool>(m_budget);
    }

  private:
    std::shared_ptr<MrcProbeBudget> m_budget; ///< budget of the token; nullptr: no token
};

} // namespace ns3

#endif // MRC_PROBE_BUDGET_H
