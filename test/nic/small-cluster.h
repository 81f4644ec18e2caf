/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SMALL_CLUSTER_H
#define SMALL_CLUSTER_H

#include "small-clos.h"

#include "ns3/fabric.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-time.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

/**
 * @file
 * Helper for tests of results.
 */

/// Two T0s with two hosts each at 100 Gb/s, one plane, no delays, RoCE by default, so that the
/// bytes of each host are known exactly.
class SmallCluster : public testing::Test
{
  protected:
    /// @param t1PerPlane T1s
    /// @param factory TypeId of the QP factory
    explicit SmallCluster(uint32_t t1PerPlane, const char* factory = "ns3::RoceQpFactory")
        : m_clos(ns3::MakeSmallClos(t1PerPlane))
    {
        ns3::RdmaClusterHelper helper;
        helper.SetTopology(m_clos);
        helper.SetTransport(factory);
        m_cluster = helper.Build();
    }

    ~SmallCluster() override
    {
        m_cluster->Dispose();
        m_cluster = nullptr;
        ns3::Simulator::Destroy();
    }

    /// @param until simulated time to run to
    static void RunUntil(ns3::RdmaTick until)
    {
        ns3::Simulator::Stop(ToTime(until));
        ns3::Simulator::Run();
    }

    ns3::FabricClosSpec m_clos;           ///< the topology
    ns3::Ptr<ns3::RdmaCluster> m_cluster; ///< hosts and switches
};

#endif // SMALL_CLUSTER_H
