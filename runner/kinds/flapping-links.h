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
 * mrcsim::FlappingLinks: links that flap by the clock.
 */

namespace mrcsim
{

/**
 * Complete the key down.
 * @param key for how long a link is dark each time
 */
void DeclareFlapDown(Key key);

/**
 * Links that go down one after the other, again and again.
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
     * @param link which of the links
     * @return when it goes down for the first time
     */
    ns3::RdmaTick GetFirst(size_t link) const;

    /** @return from one time that a link goes down to the next, ps, above 0 */
    int64_t GetPeriodPs() const;

    ns3::RdmaTick m_down;                  ///< for how long each time
    ns3::RdmaTick m_stagger;               ///< from one link to the next
    std::optional<ns3::RdmaTick> m_period; ///< from one time to the next; absent: m_count is 1
    uint32_t m_count{1};                   ///< how often
};

} // namespace mrcsim

#endif // FLAPPING_LINKS_H
