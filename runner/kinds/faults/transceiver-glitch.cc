/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/flap-times.h"
#include "kinds/link-fault.h"
#include "kinds/link-reference.h"

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
    /**
     * @param json faults[]
     * @param links numbers of the links
     */
    TransceiverGlitch(const Json& json, std::vector<uint32_t> links)
        : DarkLinks(std::move(links)),
          m_times(ReadFlapTimes(json))
    {
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
    FlapTimes m_times; ///< when
};

/** A FaultReader. */
std::shared_ptr<const Fault>
Read(const Json& json,
     const ns3::FabricNetwork& network,
     const std::string& path,
     Problems& problems)
{
    std::vector<uint32_t> links;
    const auto before = problems.size();
    for (size_t i = 0; i < json["links"].size(); ++i)
    {
        const auto port =
            FindLinkPort(json["links"][i], network, AppendIndex(path + ".links", i), problems);
        links.push_back(port ? ns3::FabricNetwork::GetLinkOf(*port) : 0);
    }
    return problems.size() == before
               ? std::make_shared<const TransceiverGlitch>(json, std::move(links))
               : nullptr;
}

const FaultKind KIND("transceiver-glitch", Read);

} // namespace

} // namespace mrcsim
