/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * An entropy value (EV) is a path: the choice of EVs determines the paths of packets.
 *
 * @verbatim
 *   T1 0   T1 1   T1 2     plane 0; plane 1 looks the same
 *      | \  / \  / |
 *      | /  \ /  \ |        every T0 is linked to every T1 of its plane, with 100 Gb/s;
 *      T0 0     T0 1        in plane 1 the link from T0 0 to T1 2 is dead
 *       |         |
 *     host 0    host 1      a host has port 1 in plane 0 and port 2 in plane 1
 *      QP a ---- QP b
 * @endverbatim
 *
 * Host 0 reaches host 1 by six paths: two planes times three T1s. Before there is any QP it probes
 * all of them in one batch, and writes those that answer into an EXPLICIT EV profile. QP a is
 * attached to the profile, so it sprays its packets over these paths and no others. Then an
 * administrator denies an EV, and after that switches a port off. QP a reacts at once, and host 1
 * is also notified of the port.
 *
 * Expected output:
 *
 * @verbatim
 * probe of EV 0x0 (plane 0, T1 0): 5.9 us
 * probe of EV 0x1 (plane 0, T1 1): 5.9 us
 * probe of EV 0x2 (plane 0, T1 2): 5.9 us
 * probe of EV 0x1000 (plane 1, T1 0): 5.9 us
 * probe of EV 0x1001 (plane 1, T1 1): 5.9 us
 * probe of EV 0x1002 (plane 1, T1 2): no answer
 * frames by T1, probes:   plane 0: 1 1 1, plane 1: 1 1 0
 * 1 MB, profile:          plane 0: 41 41 40, plane 1: 61 62 0
 * 1 MB, an EV denied:     plane 0: 0 61 62, plane 1: 62 60 0
 * host 1 is notified: port 2 of host 0 is down
 * 1 MB, port 2 off:       plane 0: 0 124 122, plane 1: 0 0 0
 * @endverbatim
 *
 * 1 MB are 245 packets, an equal number in each plane while both work. The additional frame of the
 * last line notifies host 1 of the port.
 *
 * A path has two names here. Probes and packets carry 32 bits, MrcEv::Pack(plane, T1). The profile
 * of an SRv6 network holds the outer destination that follows from them, a list of micro segments.
 * Ports count from 0 within the simulator, and from 1 in the control API.
 */

#include "ns3/core-module.h"
#include "ns3/fabric-clos.h"
#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-nic-endpoint.h"
#include "ns3/mrc-qp.h"
#include "ns3/rdma-cluster-helper.h"

#include <iostream>
#include <string>
#include <vector>

using namespace ns3;

static const uint32_t PLANES = 2; ///< planes of the network
static const uint32_t T1S = 3;    ///< T1s per plane

/**
 * @param ev an EV
 * @return its path from host 0 to host 1, as entry of a profile
 */
static MrcEvEntry
EntryOf(uint32_t ev)
{
    // Host 0 is downlink 0 of T0 0, host 1 downlink 0 of T0 1
    const Srv6Carrier path = ApplyMrcEv(MakeSrv6PathTemplate(0, 1, 0), ev);
    return MrcEvEntry::Of(path, {}, static_cast<uint8_t>(MrcEv::Plane(ev) + 1));
}

/**
 * Print the number of frames on each uplink since the last call.
 * @param what label of the output
 * @param cluster the network
 */
static void
PrintUplinks(const std::string& what, Ptr<RdmaCluster> cluster)
{
    static uint64_t before[PLANES][T1S];
    std::cout << what;
    for (uint32_t plane = 0; plane < PLANES; ++plane)
    {
        std::cout << (plane > 0 ? ", plane " : " plane ") << plane << ":";
        for (uint32_t t1 = 0; t1 < T1S; ++t1)
        {
            FabricPort* uplink = RdmaClusterHelper::GetUplink(cluster, plane, 0, t1);
            const uint64_t frames = uplink->GetStats().txFrames;
            std::cout << " " << frames - before[plane][t1];
            before[plane][t1] = frames;
        }
    }
    std::cout << std::endl;
}

/**
 * Abort if the control API has returned an error.
 * @param result its answer
 */
static void
Check(const MrcVerbsResult& result)
{
    NS_ABORT_MSG_IF(!result.IsOk(), result.message);
}

/**
 * Print the results of the probes.
 * @param batch the probes
 * @return the EVs that were answered
 */
static std::vector<uint32_t>
PrintProbes(const MrcEvProbeBatch& batch)
{
    std::vector<uint32_t> alive;
    for (const MrcEvProbeResult& result : batch.results)
    {
        const uint32_t ev = result.probe.path.ev;
        std::cout << "probe of EV 0x" << std::hex << ev << std::dec << " (plane "
                  << MrcEv::Plane(ev) << ", T1 " << MrcEv::Uplink(ev) << "): ";
        if (result.answered)
        {
            std::cout << result.rtt.GetPs() / 100000 / 10.0 << " us" << std::endl;
            alive.push_back(ev);
        }
        else
        {
            std::cout << "no answer" << std::endl;
        }
    }
    return alive;
}

/**
 * @param evs EVs
 * @return an EXPLICIT profile that holds their paths, ONLINE
 */
static Ptr<MrcEvProfile>
MakeProfile(const std::vector<uint32_t>& evs)
{
    // An outer destination is 128 bits wide: eight fields of 16
    Ptr<MrcEvFormatProfile> format = CreateObject<MrcEvFormatProfile>();
    Check(format->Set(MrcEvFormatMode::SRV6, std::vector<uint8_t>(8, 16)));

    using Bit = MrcEvProfileChange::Bit;
    MrcEvProfileChange shape;
    shape.mask =
        Bit::MODE | Bit::FORMAT | Bit::EV_COUNT | Bit::MIN_ACTIVE | Bit::EVENT_MASK | Bit::STATE;
    shape.mode = MrcEvMode::EXPLICIT;
    shape.format = format;
    shape.evCount = static_cast<uint32_t>(evs.size());
    shape.state = MrcProfileState::OFFLINE;
    Ptr<MrcEvProfile> profile = CreateObject<MrcEvProfile>();
    Check(profile->Modify(shape));

    MrcEvOp fill;
    fill.kind = MrcEvOp::Kind::REPLACE_EV;
    for (const uint32_t ev : evs)
    {
        fill.entries.push_back({MrcEvEntry(), EntryOf(ev), MrcEvPublicState::GOOD});
    }
    MrcEvProfileChange online;
    online.evOp = &fill;
    online.mask = Bit::STATE;
    online.state = MrcProfileState::ONLINE;
    Check(profile->Modify(online));
    return profile;
}

/**
 * Deny a path.
 * @param profile the profile
 * @param ev the EV
 */
static void
Deny(Ptr<MrcEvProfile> profile, uint32_t ev)
{
    MrcEvOp deny;
    deny.kind = MrcEvOp::Kind::MODIFY_EV_STATE;
    deny.entries.push_back({EntryOf(ev), MrcEvEntry(), MrcEvPublicState::DENIED});
    MrcEvProfileChange change;
    change.evOp = &deny;
    Check(profile->Modify(change));
}

/**
 * Sink of host 1's trace source PortStatus.
 * @param event the change of a port
 */
static void
PrintPortStatus(const RdmaNicPortEvent& event)
{
    std::cout << "host " << event.host << " is notified: port " << event.port + 1 << " of host "
              << event.peer << " is " << (event.up ? "up" : "down") << std::endl;
}

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    Simulator::SetScheduler(ObjectFactory("ns3::FabricWheelScheduler"));
    CommandLine cmd(__FILE__);
    cmd.Parse(argc, argv);

    FabricClosSpec clos = FabricClosSpec::TwoTiers(PLANES, 2, 1);
    clos.t1PerPlane = T1S;

    RdmaClusterHelper helper;
    helper.SetTopology(clos);
    helper.SetTransport("ns3::MrcQpFactory");
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    cluster->GetFabric()->SetLinkUp(RdmaClusterHelper::GetUplink(cluster, 1, 0, 2), false);
    cluster->GetNic(1)->TraceConnectWithoutContext("PortStatus", MakeCallback(&PrintPortStatus));

    // Probes without a connection
    std::vector<MrcEvProbe> probes(PLANES * T1S);
    for (uint32_t i = 0; i < probes.size(); ++i)
    {
        const uint32_t plane = i / T1S;
        probes[i].peer = 1;
        probes[i].path = {MrcEv::Pack(plane, i % T1S), static_cast<uint8_t>(plane)};
    }
    std::vector<uint32_t> alive;
    MrcNicEndpoint::Of(*cluster->GetNic(0))
        .Probe(probes,
               MicroSeconds(20),
               MrcNicEndpoint::ProbeCallback(
                   [&alive](const MrcEvProbeBatch& batch) { alive = PrintProbes(batch); }));
    Simulator::Run();
    PrintUplinks("frames by T1, probes:  ", cluster);

    // A QP that uses the answered paths
    Ptr<MrcEvProfile> profile = MakeProfile(alive);
    Ptr<MrcQp> a = cluster->CreateQp(0, profile);
    Ptr<MrcQp> b = cluster->CreateQp(1);
    Check(ConnectMrcQps(a, b));
    Check(a->PostWrite(0x10000, 1000000, 7, 1));
    Simulator::Run();
    PrintUplinks("1 MB, profile:         ", cluster);

    // An administrator denies a path, and then switches a port off
    Deny(profile, MrcEv::Pack(0, 0));
    Check(a->PostWrite(0x10000, 1000000, 7, 2));
    Simulator::Run();
    PrintUplinks("1 MB, an EV denied:    ", cluster);

    cluster->GetNic(0)->SetPortAdmin(2, false);
    Check(a->PostWrite(0x10000, 1000000, 7, 3));
    Simulator::Run();
    PrintUplinks("1 MB, port 2 off:      ", cluster);

    a->Dispose();
    b->Dispose();
    cluster->Dispose();
    Simulator::Destroy();
    return 0;
}
