/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-random-graph.h"

#include "fabric-random.h"

#include "ns3/abort.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{
/// Exchanges per link after which the initial order is gone.
constexpr uint32_t EXCHANGES_PER_LINK = 20;

/**
 * Links between numbered switches, at most one between any two, with a constant number at each
 * switch.
 */
class RegularLinks
{
  public:
    /**
     * Make a ring in which each switch is linked to the nearest ones, half of them on either side,
     * and with an odd degree to the opposite one.
     * @param switches number of switches
     * @param degree links of each switch
     */
    RegularLinks(uint32_t switches, uint32_t degree);

    /**
     * Exchange the ends of two random links, unless a switch would be linked to itself or two
     * switches twice.
     * @param [in,out] state of the generator
     */
    void Exchange(uint64_t& state);

    /** @return true if all switches are connected */
    bool IsConnected() const;

    /** @return the links, the lower number first, in ascending order */
    const std::set<std::pair<uint32_t, uint32_t>>& Get() const
    {
        return m_links;
    }

  private:
    using Link = std::pair<uint32_t, uint32_t>;

    /**
     * @param a a switch
     * @param b another one
     * @return the link between them
     */
    static Link Make(uint32_t a, uint32_t b)
    {
        return std::minmax(a, b);
    }

    uint32_t m_switches;      ///< number of switches
    std::vector<Link> m_list; ///< the links, to draw from
    std::set<Link> m_links;   ///< the same, for look-ups
};

RegularLinks::RegularLinks(uint32_t switches, uint32_t degree)
    : m_switches(switches)
{
    for (uint32_t a = 0; a < switches; ++a)
    {
        for (uint32_t offset = 1; offset <= degree / 2; ++offset)
        {
            m_links.insert(Make(a, (a + offset) % switches));
        }
        if (degree % 2 == 1)
        {
            m_links.insert(Make(a, (a + switches / 2) % switches));
        }
    }
    m_list.assign(m_links.begin(), m_links.end());
}

void
RegularLinks::Exchange(uint64_t& state)
{
    // The remainder favors some links by less than one part in 2^40, which is negligible
    Link& first = m_list[FabricNextRandom(state) % m_list.size()];
    Link& second = m_list[FabricNextRandom(state) % m_list.size()];
    auto [c, d] = second;
    if (FabricNextRandom(state) % 2 == 1)
    {
        std::swap(c, d);
    }
    const Link one = Make(first.first, c);
    const Link other = Make(first.second, d);
    if (one.first == one.second || other.first == other.second || m_links.count(one) != 0 ||
        m_links.count(other) != 0)
    {
        return;
    }
    m_links.erase(first);
    m_links.erase(second);
    m_links.insert(one);
    m_links.insert(other);
    first = one;
    second = other;
}

bool
RegularLinks::IsConnected() const
{
    std::vector<std::vector<uint32_t>> neighbors(m_switches);
    for (const auto& [a, b] : m_list)
    {
        neighbors[a].push_back(b);
        neighbors[b].push_back(a);
    }
    std::vector<bool> seen(m_switches, false);
    std::vector<uint32_t> reached{0};
    seen[0] = true;
    for (size_t next = 0; next < reached.size(); ++next)
    {
        for (const uint32_t neighbor : neighbors[reached[next]])
        {
            if (!seen[neighbor])
            {
                seen[neighbor] = true;
                reached.push_back(neighbor);
            }
        }
    }
    return reached.size() == m_switches;
}

/**
 * @param switches number of switches
 * @param degree links of each switch
 * @param seed of the draw
 * @return links that connect all of them
 */
RegularLinks
DrawLinks(uint32_t switches, uint32_t degree, uint64_t seed)
{
    RegularLinks links(switches, degree);
    uint64_t state = seed;
    do
    {
        for (size_t i = 0; i < EXCHANGES_PER_LINK * links.Get().size(); ++i)
        {
            links.Exchange(state);
        }
    } while (!links.IsConnected());
    return links;
}
} // namespace

FabricGraphSpec
MakeFabricRandomRegularGraph(uint32_t switches,
                             uint32_t degree,
                             uint32_t hostsPerSwitch,
                             uint64_t rateBps,
                             RdmaTick delay,
                             RdmaTick switchDelay,
                             uint64_t seed)
{
    NS_ABORT_MSG_IF(degree >= switches || uint64_t{switches} * degree % 2 == 1 ||
                        (degree < 2 && switches > degree + 1),
                    "no connected graph of " << switches << " switches has " << degree
                                             << " links at each");
    FabricGraphSpec spec;
    spec.switchDelay = switchDelay;
    spec.seed = seed;
    for (uint32_t host = 0; host < switches * hostsPerSwitch; ++host)
    {
        spec.nodes.push_back({"h" + std::to_string(host), true});
        spec.links.push_back({spec.nodes.back().name,
                              "s" + std::to_string(host / hostsPerSwitch),
                              0,
                              rateBps,
                              delay});
    }
    for (uint32_t sw = 0; sw < switches; ++sw)
    {
        spec.nodes.push_back({"s" + std::to_string(sw), false});
    }
    const RegularLinks drawn = DrawLinks(switches, degree, seed);
    for (const auto& [a, b] : drawn.Get())
    {
        spec.links.push_back({"s" + std::to_string(a), "s" + std::to_string(b), 0, rateBps, delay});
    }
    return spec;
}

} // namespace ns3
