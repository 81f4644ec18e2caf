/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/quantity.h"
#include "kinds/flapping-links.h"

#include "ns3/fabric-flaps.h"
#include "ns3/random-variable-stream.h"

#include <algorithm>
#include <utility>

namespace mrcsim
{

namespace
{

/// Fault: all links of a class flap at random and independently.
class RandomFlaps : public DarkLinks
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Add("links", &RandomFlaps::m_class)
            .Words({"host", "fabric"})
            .Required()
            .Help("host: links of NICs. fabric: links between switches.");
        keys.Add("perSecond", &RandomFlaps::m_perSecond)
            .Above(0)
            .Unit("1/s")
            .Required()
            .Help("Mean number of flaps of one link per simulated second.");
        DeclareFlapDown(keys.Add("down", &RandomFlaps::m_down));
        AddDuration(keys);
    }

    void Resolve(const ns3::FabricNetwork& network,
                 const std::string& path,
                 Problems& problems) override
    {
        std::vector<uint32_t> links;
        for (uint32_t link = 0; link < network.GetNPorts() / 2; ++link)
        {
            if (network.GetLink(link).lower.isHost == (m_class == "host"))
            {
                links.push_back(link);
            }
        }
        if (links.empty())
        {
            problems.push_back(
                {path + ".links",
                 "found \"fabric\", but no link connects two switches; allowed: \"host\""});
        }
        SetLinks(std::move(links));
    }

    void Check(const FaultPlan& plan, const std::string& path, Problems& problems) const override
    {
        const double flaps = CountOccurrences(plan.stop);
        if (flaps > MOST)
        {
            problems.push_back({path + ".perSecond",
                                "found " + std::to_string(m_perSecond) +
                                    " flaps per second of each of " +
                                    std::to_string(GetLinks().size()) + " links, which are " +
                                    std::to_string(static_cast<uint64_t>(flaps)) +
                                    " until they end; allowed: at most " +
                                    std::to_string(static_cast<uint64_t>(MOST)) + " in all"});
        }
    }

    std::string GetObject(const ns3::FabricNetwork& /* network */) const override
    {
        return std::to_string(GetLinks().size()) + ' ' + m_class + " links";
    }

    FaultOccurrences MakeOccurrences(ns3::RdmaTick stop,
                                     const ns3::Ptr<ns3::UniformRandomVariable>& rng) const override
    {
        const auto links = static_cast<uint32_t>(GetLinks().size());
        ns3::FabricFlapDraw draw(links, m_perSecond, GetStart(), GetEnd(stop), rng);
        return [draw, down = m_down]() mutable {
            const auto flap = draw.Next();
            return flap ? std::optional<FaultOccurrence>({flap->at, down, flap->link})
                        : std::nullopt;
        };
    }

    double CountOccurrences(ns3::RdmaTick stop) const override
    {
        return m_perSecond * static_cast<double>(GetLinks().size()) *
               std::max(0.0, (GetEnd(stop) - GetStart()).GetSeconds());
    }

    std::optional<FaultOccurrence> FindLastDown(uint32_t /* link */,
                                                ns3::RdmaTick /* until */) const override
    {
        return std::nullopt; // its times are random
    }

  private:
    /// Largest mean number of flaps in a run.
    static constexpr double MOST = 1e7;

    /**
     * @param stop end of the simulation
     * @return all flaps begin before this time
     */
    ns3::RdmaTick GetEnd(ns3::RdmaTick stop) const
    {
        return GetDuration() && *GetDuration() < stop - GetStart() ? GetStart() + *GetDuration()
                                                                   : stop;
    }

    std::string m_class;   ///< host or fabric
    double m_perSecond{0}; ///< mean flaps of a link, 1/s
    ns3::RdmaTick m_down;  ///< duration of a flap
};

const auto KIND =
    FaultKind::Make<RandomFlaps>("random-flaps",
                                 120,
                                 "all links of a class flap at random and independently, drawn "
                                 "with the seed.");

} // namespace

} // namespace mrcsim
