/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_PORT_FIXTURE_H
#define FABRIC_PORT_FIXTURE_H

#include "fabric-test-net.h"

#include <gtest/gtest.h>
#include <memory>

/**
 * @file
 * Fixture of tests of ports.
 */

namespace mrctest
{

/// Data frames of these tests: 962 B of L3 are 1000 B of line time and 980 B in a queue.
constexpr uint16_t DATA_L3 = 962;
constexpr uint64_t DATA_QUEUE_BYTES = 980;
/// Their line time at 100 Gb/s.
constexpr ns3::RdmaTick DATA_TIME = ns3::RdmaTick::Ns(80);

/// Two owners connected by a 100 Gb/s link of 500 ns.
class FabricPortFixture : public testing::Test
{
  protected:
    void SetUp() override
    {
        fabric = ns3::CreateObject<ns3::Fabric>();
        left = std::make_unique<RecordingOwner>(fabric);
        right = std::make_unique<RecordingOwner>(fabric);
        port = fabric->GetElements().AddLink(left.get(), right.get(), 100000000000, DELAY, DELAY);
        Use(profile);
    }

    void TearDown() override
    {
        if (fabric)
        {
            EXPECT_EQ(fabric->CheckConservation(), "");
        }
        left.reset();
        right.reset();
        fabric = nullptr;
        ns3::Simulator::Destroy();
    }

    /**
     * Change the queue settings of both directions.
     * @param p the new settings
     */
    void Use(const ns3::FabricQueueProfile& p)
    {
        profile = p;
        port->profile = fabric->AddProfile(p);
        port->peer->profile = port->profile;
    }

    /**
     * @param reason a reason
     * @return frames dropped for it
     */
    uint64_t Drops(ns3::FabricDropReason reason) const
    {
        return fabric->GetTotals().drops[static_cast<size_t>(reason)];
    }

    static constexpr ns3::RdmaTick DELAY = ns3::RdmaTick::Ns(500); ///< of the link

    ns3::Ptr<ns3::Fabric> fabric;          ///< the network
    std::unique_ptr<RecordingOwner> left;  ///< sender
    std::unique_ptr<RecordingOwner> right; ///< receiver
    ns3::FabricPort* port{nullptr};        ///< from left to right
    ns3::FabricQueueProfile profile;       ///< no marking, no trimming, no limits
};

} // namespace mrctest

#endif // FABRIC_PORT_FIXTURE_H
