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
 * ns3::MrcProbeBudget: how many EVs are being probed.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The probes of retired EVs that are unanswered, of all QPs of a NIC together
 * (EvProbeMaxOutstanding; mrc reference, 9.5).
 */
class MrcProbeBudget
{
  public:
    /** @return probes under way */
    uint32_t GetOutstanding() const
    {
        return m_outstanding;
    }

  private:
    friend class MrcProbeToken;

    uint32_t m_outstanding{0}; ///< tokens out
};

/**
 * @ingroup mrc
 * One probe under way, or none. It returns to its budget when it is dropped: answered, given up, or
 * with its QP.
 */
class MrcProbeToken
{
  public:
    MrcProbeToken() = default;

    /**
     * @param budget take a token from here
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

    /** @param other takes this one's token, and drops it with itself */
    MrcProbeToken& operator=(MrcProbeToken&& other) noexcept
    {
        std::swap(m_budget, other.m_budget);
        return *this;
    }

    /** @return true if this is a probe under way */
    explicit operator bool() const
    {
        return static_cast<bool>(m_budget);
    }

  private:
    std::shared_ptr<MrcProbeBudget> m_budget; ///< where it returns to; nullptr: no token
};

} // namespace ns3

#endif // MRC_PROBE_BUDGET_H
