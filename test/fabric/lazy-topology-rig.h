/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LAZY_TOPOLOGY_RIG_H
#define LAZY_TOPOLOGY_RIG_H

#include "fabric-test-net.h"

#include "ns3/fabric-clos.h"
#include "ns3/fabric-lazy-topology.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc-tests
 * A lazily instantiated network between hosts that only record frames.
 */

namespace mrctest
{

/// Settings of a topology: defaults, changed by tests.
class TestLazyTopology : public FabricTopologySettings
{
  public:
    TestLazyTopology()
    {
        switches = m_parameters;
        baseRtt = RdmaTick::Us(1);
        maxFrameBytes = 4096;
    }

    /**
     * @param name of an attribute of the switches
     * @param value its value
     */
    void Set(const std::string& name, const AttributeValue& value)
    {
        m_parameters->SetAttribute(name, value);
    }

  private:
    /// Target of the pointer `switches`.
    Ptr<FabricSwitchParameters> m_parameters{CreateObject<FabricSwitchParameters>()};
};

/// A Clos network with a recording owner for every host.
class LazyTopologyRig : public testing::Test
{
  protected:
    void TearDown() override
    {
        TakeDown();
        Simulator::Destroy();
    }

    /** Check the counters and delete the network. */
    void TakeDown()
    {
        if (fabric)
        {
            EXPECT_EQ(fabric->CheckConservation(), "");
        }
        fabric = nullptr;
        hosts.clear();
    }

    /**
     * @param spec the numbers
     * @param settings of switches and ports
     */
    void Build(const FabricClosSpec& spec,
               const FabricTopologySettings& settings = TestLazyTopology())
    {
        TakeDown();
        clos = Create<FabricClos>(spec);
        fabric = CreateObject<Fabric>();
        fabric->AssignStreams(1);
        fabric->SetNetwork(clos);
        std::vector<FabricPortOwner*> owners;
        for (uint32_t host = 0; host < clos->GetNHosts(); ++host)
        {
            hosts.push_back(std::make_unique<RecordingOwner>(fabric));
            owners.push_back(hosts.back().get());
        }
        fabric->SetLazyTopology(
            std::make_unique<FabricLazyTopology>(fabric->GetElements(), settings, owners));
        topology = fabric->GetLazyTopology();
    }

    /**
     * @param plane plane
     * @param t0 T0 in the plane
     * @param uplink one of its uplinks
     * @return the port of the T0, instantiated if needed
     */
    FabricPort* GetUplink(uint32_t plane, uint32_t t0, uint32_t uplink)
    {
        return topology->GetPort(2 * clos->GetUplink(plane, t0, uplink));
    }

    /**
     * @param tier tier
     * @param plane plane
     * @param index number within plane and tier
     * @return the switch, instantiated if needed
     */
    FabricSwitch* GetSwitch(FabricSwitchPosition::Tier tier, uint32_t plane, uint32_t index)
    {
        return topology->GetSwitch(
            clos->FindSwitch(FabricSwitchPosition{tier, plane, index}).value());
    }

    Ptr<const FabricClos> clos;                         ///< the shape
    Ptr<Fabric> fabric;                                 ///< the data plane
    FabricLazyTopology* topology{nullptr};              ///< its switches and links
    std::vector<std::unique_ptr<RecordingOwner>> hosts; ///< by number
};

} // namespace mrctest

#endif // LAZY_TOPOLOGY_RIG_H
