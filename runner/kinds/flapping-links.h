/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLAPPING_LINKS_H
#define FLAPPING_LINKS_H

#include "link-fault.h"

#include <cstdint>
#include <optional>
#include <string>

/**
 * @file
 * mrcsim::FlappingLinks: links that flap at fixed times.
 */

namespace mrcsim
{

/**
 * Complete the key down.
 * @param key time that a link is down in each flap
 */
void DeclareFlapDown(Key key);

/**
 * Links that go down repeatedly, one after the other.
 */
class FlappingLinks : public DarkLinks
{
  public:
    void Check(const FaultPlan& plan, const std::string& path, Problems& problems) const override;
    FaultOccurrences MakeOccurrences(
        ns3::RdmaTick stop,
        const ns3::Ptr<ns3::UniformRandomVariable>& rng) const override;
    double CountOccurrences(ns3::RdmaTick stop) const override;
    std::optional<FaultOccurrence> FindLastDown(uint32_t link, ns3::RdmaTick until) const override;

  protected:
    /** @param keys receives the key down */
    static void DeclareDown(KeySet& keys);

    /**
     * @param keys receives the key stagger
     * @return the key
     */
    static Key AddStagger(KeySet& keys);

    /**
     * @param keys receives the key period
     * @return the key
     */
    static Key AddPeriod(KeySet& keys);

    /** @param keys receives the key count */
    static void DeclareCount(KeySet& keys);

  private:
    /**
     * @param link index of the link
     * @return time of its first flap; RdmaTick::Max() if it is later than that
     */
    ns3::RdmaTick GetFirst(size_t link) const;

    /** @return time between flaps of a link, ps, above 0 */
    int64_t GetPeriodPs() const;

    ns3::RdmaTick m_down;                  ///< time that a link is down in each flap
    ns3::RdmaTick m_stagger;               ///< delay from one link to the next
    std::optional<ns3::RdmaTick> m_period; ///< time between flaps of a link; absent: m_count is 1
    uint32_t m_count{0};                   ///< flaps of each link
};

} // namespace mrcsim

#endif // FLAPPING_LINKS_H
