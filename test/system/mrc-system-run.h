/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SYSTEM_RUN_H
#define MRC_SYSTEM_RUN_H

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc-tests
 * A small cluster, run from the first message to the last, for the system tests.
 */

namespace mrctest
{

using namespace ns3;

/**
 * Instantiate all ports of a network, the last ones first.
 * @param cluster the network
 */
inline void
TouchAll(Ptr<RdmaCluster> cluster)
{
    for (uint32_t id = cluster->GetNetwork().GetNPorts(); id-- > 0;)
    {
        cluster->GetFabric()->GetLazyTopology()->GetPort(id);
    }
}

/// One message of a test.
struct Message
{
    uint32_t src;   ///< sending host
    uint32_t dst;   ///< receiving host
    uint64_t bytes; ///< length, B
    uint32_t qp{0}; ///< number of the QP of the pair
};

/// Inputs of a run. The default is a small MRC cluster: 8 hosts, 2 per T0, 2 planes.
struct Setup
{
    std::string transport{"ns3::MrcQpFactory"};         ///< factory TypeId
    std::string routing{"srv6"};                        ///< MRC: routing of packets
    FabricClosSpec clos;                                ///< network
    bool pfc{false};                                    ///< lossless
    bool trimming{true};                                ///< trimming switches
    bool verifyWire{true};                              ///< check every frame's bytes
    uint32_t run{1};                                    ///< random run number
    std::string scheduler{"ns3::FabricWheelScheduler"}; ///< event list
    Time stop{MilliSeconds(200)};                       ///< end of the run at the latest
    std::vector<Message> messages;                      ///< posted at time 0, tokens 0, 1, ...
    std::map<std::string, std::string> defaults;        ///< of attributes, by full name
    std::function<void(Ptr<RdmaCluster>)> prepare;      ///< prepares faults, for example; may be
                                                        ///< empty

    Setup()
    {
        clos.planes = 2;
        clos.hosts = 8;
        clos.hostsPerT0 = 2;
        clos.t1PerPlane = 2;
        clos.hostRateBps = 100000000000;
        clos.fabricRateBps = 100000000000;
        clos.linkDelay = RdmaTick::Ns(500);
        clos.switchDelay = RdmaTick::Ns(300);
    }

    /** @return true if this is an MRC cluster */
    bool IsMrc() const
    {
        return transport == "ns3::MrcQpFactory";
    }

    /** @return the same hosts as a single-plane RoCE cluster with the same NIC rate */
    static Setup Roce()
    {
        Setup s;
        s.transport = "ns3::RoceQpFactory";
        s.pfc = true;
        s.clos.hostRateBps *= s.clos.planes;
        s.clos.fabricRateBps *= s.clos.planes;
        s.clos.planes = 1;
        return s;
    }

    /**
     * Every host sends to the host at a fixed distance.
     * @param bytes length of each message, B
     * @param shift the distance
     */
    void Permutation(uint64_t bytes, uint32_t shift)
    {
        for (uint32_t h = 0; h < clos.hosts; ++h)
        {
            messages.push_back({h, (h + shift) % clos.hosts, bytes});
        }
    }

    /**
     * Hosts 1 .. n send to host 0.
     * @param n senders
     * @param bytes length of each message, B
     */
    void Incast(uint32_t n, uint64_t bytes)
    {
        for (uint32_t h = 1; h <= n; ++h)
        {
            messages.push_back({h, 0, bytes});
        }
    }
};

/// Outcome of a run.
struct Outcome
{
    std::map<uint64_t, int64_t> deliveredPs; ///< by token: time of delivery, ps
    std::vector<uint64_t> idealPs;           ///< by token: lower bound, ps
    uint64_t sent{0};                        ///< messages acknowledged
    uint64_t failed{0};                      ///< messages given up
    uint64_t repeatedTokens{0};              ///< tokens that were reported twice
    FabricTotals totals;                     ///< of the fabric
    RdmaCounters counters;                   ///< of all QPs
    uint64_t qpErrors{0};                    ///< QP ends in ERROR
    std::string conservation;                ///< violations of conservation
    double pausedNs{0};                      ///< pause time of all ports
    std::vector<uint64_t> portBytes;         ///< bytes sent by port id

    /**
     * @param o outcome of another run
     * @return true if every message arrived at the same time, and every port carried the same
     */
    bool IsSame(const Outcome& o) const
    {
        return deliveredPs == o.deliveredPs && portBytes == o.portBytes &&
               totals.hops == o.totals.hops && totals.trims == o.totals.trims &&
               totals.ecnMarks == o.totals.ecnMarks && totals.drops == o.totals.drops;
    }

    /** @return the largest slowdown */
    double GetMaxSlowdown() const
    {
        double worst = 0;
        for (const auto& [token, ps] : deliveredPs)
        {
            worst = std::max(worst, static_cast<double>(ps) / idealPs[token]);
        }
        return worst;
    }

    /** @return the smallest slowdown */
    double GetMinSlowdown() const
    {
        double best = 1e9;
        for (const auto& [token, ps] : deliveredPs)
        {
            best = std::min(best, static_cast<double>(ps) / idealPs[token]);
        }
        return best;
    }
};

/**
 * Build, run and dispose of a cluster.
 * @param setup the run
 * @return its outcome
 */
inline Outcome
Execute(const Setup& setup)
{
    RngSeedManager::SetRun(setup.run);
    Simulator::SetScheduler(ObjectFactory(setup.scheduler));
    for (const auto& [name, value] : setup.defaults)
    {
        Config::SetDefault(name, StringValue(value));
    }
    RdmaClusterHelper helper;
    helper.SetTopology(setup.clos);
    ObjectFactory transport(setup.transport);
    if (setup.IsMrc())
    {
        transport.Set("Routing", StringValue(setup.routing));
    }
    helper.SetTransport(transport.Create<RdmaQpFactory>());
    helper.SetSwitches(
        CreateObjectWithAttributes<FabricSwitchParameters>("Pfc",
                                                           BooleanValue(setup.pfc),
                                                           "Trimming",
                                                           BooleanValue(setup.trimming)));
    Ptr<RdmaCluster> cluster = helper.Build();
    cluster->GetFabric()->SetAttribute("VerifyWire", BooleanValue(setup.verifyWire));
    RdmaClusterHelper::AssignStreams(cluster, 1);
    Outcome out;
    cluster->SetDeliveredCallback(Callback<void, uint64_t>([&out](uint64_t token) {
        const int64_t now = Simulator::Now().GetPicoSeconds();
        out.repeatedTokens += !out.deliveredPs.emplace(token, now).second;
    }));
    cluster->SetSentCallback(Callback<void, uint64_t, const RdmaMessageStats&, bool>(
        [&out](uint64_t, const RdmaMessageStats&, bool ok) { ++(ok ? out.sent : out.failed); }));
    if (setup.prepare)
    {
        setup.prepare(cluster);
    }
    for (size_t token = 0; token < setup.messages.size(); ++token)
    {
        const Message& m = setup.messages[token];
        out.idealPs.push_back(cluster->GetIdealTime(m.src, m.dst, m.bytes).GetPs());
        cluster->Send(m.src, m.dst, m.qp, m.bytes, token);
    }
    Simulator::Stop(setup.stop);
    Simulator::Run();
    Ptr<Fabric> fabric = cluster->GetFabric();
    fabric->GetElements().Flush();
    out.totals = fabric->GetTotals();
    out.counters = cluster->SumCounters();
    out.qpErrors = cluster->CountErrors();
    out.conservation = fabric->CheckConservation();
    out.portBytes.resize(cluster->GetNetwork().GetNPorts());
    for (FabricPort* port : fabric->GetPorts())
    {
        out.pausedNs += port->GetPausedTime(fabric->Now()).GetNs();
        out.portBytes[port->id] = port->GetStats().txBytes;
    }
    cluster->Dispose();
    cluster = nullptr;
    Simulator::Destroy();
    Config::Reset();
    return out;
}

} // namespace mrctest

#endif // MRC_SYSTEM_RUN_H
