/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/flap-times.h"
#include "kinds/link-fault.h"
#include "kinds/link-reference.h"

#include "ns3/random-variable-stream.h"

#include <algorithm>
#include <utility>

namespace mrcsim
{

namespace
{

/// Links that one transceiver serves flap together.
class TransceiverGlitch : public DarkLinks
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        using Glitch = TransceiverGlitch;
        keys.Add("links", &Glitch::m_places).Length(1).Required().Help("The links.");
        AddDown<Glitch>(keys, [](Glitch& g) -> ns3::RdmaTick& { return g.m_times.down; });
        keys.AddPart<Glitch>(
                "stagger",
                [](Glitch & g) -> auto& { return g.m_times.stagger; })
            .Default(0)
            .Help("From one link to the next; 0: all at once.");
        keys.AddPart<Glitch>(
                "period",
                [](Glitch & g) -> auto& { return g.m_times.period; })
            .Above(0)
            .Absent("count is 1")
            .Help("From one time to the next; above down. Needed where count is more than 1.");
        AddCount<Glitch>(keys, [](Glitch& g) -> uint32_t& { return g.m_times.count; });
    }

    void Resolve(const ns3::FabricNetwork& /* network */,
                 const std::string& /* path */,
                 Problems& /* problems */) override
    {
        std::vector<uint32_t> links;
        for (const auto& place : m_places)
        {
            links.push_back(ns3::FabricNetwork::GetLinkOf(place.port.value_or(0)));
        }
        SetLinks(std::move(links));
    }

    void Check(const FaultScene& scene,
               const FaultTime& /* time */,
               const std::string& path,
               Problems& problems) const override
    {
        CheckFlapTimes(m_times, path, problems);
        auto links = GetLinks();
        std::sort(links.begin(), links.end());
        const auto twice = std::adjacent_find(links.begin(), links.end());
        if (twice != links.end())
        {
            problems.push_back({path + ".links",
                                "found " + scene.network.GetLinkName(*twice) +
                                    " more than once; allowed: each link once"});
        }
    }

    FaultSpells MakeSpells(const FaultTime& time,
                           ns3::RdmaTick stop,
                           const ns3::Ptr<ns3::UniformRandomVariable>& /* rng */) const override
    {
        return MakeFlaps(m_times, time.at, static_cast<uint32_t>(GetLinks().size()), stop);
    }

    double CountSpells(const FaultTime& time, ns3::RdmaTick stop) const override
    {
        return CountFlaps(m_times, time.at, static_cast<uint32_t>(GetLinks().size()), stop);
    }

    std::optional<LinkSpell> FindLast(uint32_t link,
                                      const FaultTime& time,
                                      ns3::RdmaTick until) const override
    {
        const auto& links = GetLinks();
        const auto place = std::find(links.begin(), links.end(), link) - links.begin();
        return FindLastFlap(m_times, time.at, static_cast<uint32_t>(place), until);
    }

  private:
    std::vector<LinkPlace> m_places; ///< the links
    FlapTimes m_times;               ///< when
};

const auto KIND = FaultKind::Make<TransceiverGlitch>(
    "transceiver-glitch",
    110,
    "links that one transceiver serves go down together, or in quick succession.");

} // namespace

} // namespace mrcsim
