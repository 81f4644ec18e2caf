/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fluid/fluid-clos-shape.h"
#include "kinds/index-check.h"
#include "kinds/topology.h"

#include "ns3/fabric-clos.h"

namespace mrcsim
{

namespace
{

/// A multi-plane Clos network.
class ClosTopology : public Topology
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareSizes(keys);
        DeclareTiers(keys);
        DeclareLinks(keys);
    }

    ns3::Ptr<const ns3::FabricNetwork> MakeNetwork(const TopologySpec& common,
                                                   uint64_t /* seed */,
                                                   Problems& problems) const override
    {
        const auto before = problems.size();
        auto spec = m_spec;
        spec.switchDelay = common.switchDelay;
        spec.cutThrough = common.cutThrough;
        spec.rails = m_attachment == "rail" ? common.servers.hosts : spec.rails;
        CheckLinkRate(spec.hostRateBps, "topology.hostRate", problems);
        if (spec.fabricRateBps != spec.hostRateBps)
        {
            CheckLinkRate(spec.fabricRateBps, "topology.fabricRate", problems);
        }
        if (spec.HasPods() && spec.coreRateBps != spec.fabricRateBps)
        {
            CheckLinkRate(spec.coreRateBps, "topology.coreRate", problems);
        }
        if (problems.size() == before)
        {
            for (const auto& sentence : spec.Check())
            {
                problems.push_back({"topology", sentence});
            }
        }
        return problems.size() == before ? ns3::Create<ns3::FabricClos>(spec) : nullptr;
    }

    std::unique_ptr<const FluidShape> MakeFluidShape(
        const ns3::FabricNetwork& network) const override
    {
        return std::make_unique<FluidClosShape>(dynamic_cast<const ns3::FabricClos&>(network));
    }

  private:
    using Spec = ns3::FabricClosSpec;

    /// Most switches below one switch, and of a tier of a plane.
    static constexpr int64_t MOST = LAST_SWITCH + 1;

    /**
     * @param keys receives a key of the network
     * @param name of the key
     * @param part member of the specification that it fills
     * @return the key
     */
    template <typename Part>
    static Key Add(KeySet& keys, const char* name, Part Spec::*part)
    {
        return keys.Add(name, &ClosTopology::m_spec, part);
    }

    /** @param keys receives the keys of its size */
    static void DeclareSizes(KeySet& keys)
    {
        keys.Add("tiers", &ClosTopology::m_tiers)
            .Values({2, 3})
            .Default(2)
            .Help("Switch tiers. 2: every T0 of a plane is connected to every T1 of this plane. 3: "
                  "T0s and T1s form pods, which T2s connect.");
        Add(keys, "planes", &Spec::planes)
            .Range(1, LAST_PLANE + 1)
            .Default(1)
            .Help(
                "Parallel networks; every NIC has one port in each. Only mrc uses several: jobs of "
                "other transports choose one (workload[].plane).");
        Add(keys, "hosts", &Spec::hosts)
            .Range(2, LAST_HOST + 1)
            .Required()
            .Help("Hosts, with one NIC each. A multiple of hostsPerT0, with rails of hostsPerT0 x "
                  "hostsPerServer.");
        Add(keys, "hostsPerT0", &Spec::hostsPerT0)
            .Range(1, MOST)
            .Required()
            .Help("Hosts under one T0 switch of a plane.");
    }

    /** @param keys receives the keys of the tiers above the T0s */
    static void DeclareTiers(KeySet& keys)
    {
        Add(keys, "t1PerPlane", &Spec::t1PerPlane)
            .Range(0, MOST)
            .Required()
            .OnlyWith("tiers", 2)
            .Help("T1 switches of a plane. 0 only if one T0 serves all hosts.");
        Add(keys, "t0PerPod", &Spec::t0PerPod)
            .Range(1, MOST)
            .Required()
            .OnlyWith("tiers", 3)
            .Help("T0 switches of a pod, per plane.");
        Add(keys, "t1PerPod", &Spec::t1PerPod)
            .Range(1, MOST)
            .Required()
            .OnlyWith("tiers", 3)
            .Help("T1 switches of a pod, per plane; every T0 of the pod is connected to each.");
        Add(keys, "t2PerPlane", &Spec::t2PerPlane)
            .Range(1, MOST)
            .Required()
            .OnlyWith("tiers", 3)
            .Help("T2 switches of a plane, a multiple of t1PerPod: T1 number i of every pod is "
                  "connected to t2PerPlane / t1PerPod of them.");
        Add(keys, "parallelLinks", &Spec::parallelLinks)
            .Range(1, MOST)
            .Default(1)
            .Help("Links between a T0 and a T1. An entropy value selects one of them, in the same "
                  "way as a T1.");
    }

    /** @param keys receives the keys of its links */
    static void DeclareLinks(KeySet& keys)
    {
        keys.Add("attachment", &ClosTopology::m_attachment)
            .Words({"packed", "rail"})
            .Default("packed")
            .Help("Hosts that share a T0. packed: hosts with consecutive numbers. rail: host h is "
                  "NIC h mod hostsPerServer of server h div hostsPerServer, and NICs i of "
                  "hostsPerT0 servers share a T0.");
        Add(keys, "hostRate", &Spec::hostRateBps)
            .Rate()
            .Above(0)
            .Default("100Gbps")
            .Help("Rate of one NIC port and its link to a T0.");
        Add(keys, "fabricRate", &Spec::fabricRateBps)
            .Rate()
            .Above(0)
            .DefaultFrom("hostRate")
            .Help("Rate of a link between T0 and T1. Default: hostRate.");
        Add(keys, "coreRate", &Spec::coreRateBps)
            .Rate()
            .Above(0)
            .DefaultFrom("fabricRate")
            .OnlyWith("tiers", 3)
            .Help("Rate of a link between T1 and T2. Default: fabricRate.");
        Add(keys, "linkDelay", &Spec::linkDelay)
            .Default("500ns")
            .Help("Propagation delay of every link.");
    }

    uint32_t m_tiers{0};      ///< tiers of switches
    std::string m_attachment; ///< packed or rail
    Spec m_spec;              ///< the network, without switchDelay and rails
};

const auto KIND =
    TopologyKind::Make<ClosTopology>("clos",
                                     10,
                                     "a multi-plane Clos network of two or three tiers.");

} // namespace

} // namespace mrcsim
