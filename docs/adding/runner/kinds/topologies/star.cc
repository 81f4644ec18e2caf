/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/topology.h"

#include "ns3/fabric-graph.h"

namespace mrcsim
{

namespace
{

/// All hosts around one switch.
class StarTopology : public Topology
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Add("hosts", &StarTopology::m_hosts).Range(2, 1024).Required().Help("Hosts.");
        keys.Add("hostRate", &StarTopology::m_rateBps)
            .Rate()
            .Above(0)
            .Default("100Gbps")
            .Help("Rate of a host's link.");
        keys.Add("linkDelay", &StarTopology::m_delay)
            .Default("500ns")
            .Help("Propagation delay of every link.");
    }

    ns3::Ptr<const ns3::FabricNetwork> MakeNetwork(const TopologySpec& common,
                                                   uint64_t seed,
                                                   Problems& problems) const override
    {
        ns3::FabricGraphSpec spec;
        spec.switchDelay = common.switchDelay;
        spec.seed = seed;
        spec.nodes.push_back({"hub", false});
        for (uint32_t host = 0; host < m_hosts; ++host)
        {
            const auto name = "h" + std::to_string(host);
            spec.nodes.push_back({name, true});
            spec.links.push_back({name, "hub", 0, m_rateBps, m_delay});
        }
        CheckLinkRate(m_rateBps, "topology.hostRate", problems);
        return problems.empty() ? ns3::Create<ns3::FabricGraph>(spec) : nullptr;
    }

  private:
    uint32_t m_hosts{2};   ///< hosts
    uint64_t m_rateBps{0}; ///< rate of a host's link, bit/s
    ns3::RdmaTick m_delay; ///< propagation delay of every link
};

const auto KIND = TopologyKind::Make<StarTopology>("star", 100, "all hosts around one switch.");

} // namespace

} // namespace mrcsim
