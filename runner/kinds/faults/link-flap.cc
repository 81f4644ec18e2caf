/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/flap-times.h"
#include "kinds/link-fault.h"

#include "ns3/random-variable-stream.h"

namespace mrcsim
{

namespace
{

/// A link goes down again and again.
class LinkFlap : public DarkLink
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareLink(keys);
        AddDown<LinkFlap>(keys, [](LinkFlap& f) -> ns3::RdmaTick& { return f.m_times.down; });
        keys.AddPart<LinkFlap>(
                "period",
                [](LinkFlap & f) -> auto& { return f.m_times.period; })
            .Above(0)
            .Required()
            .Help("From one time it goes down to the next; above down.");
        AddCount<LinkFlap>(keys, [](LinkFlap& f) -> uint32_t& { return f.m_times.count; });
    }

    void Check(const FaultScene& /* scene */,
               const FaultTime& /* time */,
               const std::string& path,
               Problems& problems) const override
    {
        CheckFlapTimes(m_times, path, problems);
    }

    FaultSpells MakeSpells(const FaultTime& time,
                           ns3::RdmaTick stop,
                           const ns3::Ptr<ns3::UniformRandomVariable>& /* rng */) const override
    {
        return MakeFlaps(m_times, time.at, 1, stop);
    }

    double CountSpells(const FaultTime& time, ns3::RdmaTick stop) const override
    {
        return CountFlaps(m_times, time.at, 1, stop);
    }

    std::optional<LinkSpell> FindLast(uint32_t /* link */,
                                      const FaultTime& time,
                                      ns3::RdmaTick until) const override
    {
        return FindLastFlap(m_times, time.at, 0, until);
    }

  private:
    FlapTimes m_times; ///< when
};

const auto KIND = FaultKind::Make<LinkFlap>("link-flap",
                                            25,
                                            "a link goes down again and again, both directions.");

} // namespace

} // namespace mrcsim
