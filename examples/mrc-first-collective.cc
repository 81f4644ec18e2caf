/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * One ring all-reduce of 16 hosts over MRC.
 *
 * @verbatim
 *   plane 0            plane 1       plane 2, plane 3: the same again
 *
 *   T1  T1  T1  T1     T1 T1 T1 T1   every T0 has a link to every T1 of its plane
 *    | \ | X | / |      |  |  |  |
 *   T0  T0  T0  T0     T0 T0 T0 T0   100 Gb/s everywhere
 *   ||||           ____/
 *   host 0 .. 3   /                  a host has one 100 Gb/s port in each plane
 *       \________/
 * @endverbatim
 *
 * Each host reduces a buffer with all others: 30 steps, in each of which it sends one 16th of the
 * buffer to its neighbor on the ring as soon as it has received it from the other neighbor. One MRC
 * QP per pair sprays its packets over all planes and T1s.
 *
 * Expected output: with a large buffer the bus bandwidth (nccl-tests' measure, which makes
 * collectives comparable with the line rate) approaches the payload rate of the four ports
 * together. With a small one (--bytes=16000) it is a hundredth of that, because of the latency of
 * 30 steps. The efficiency stays close to 1 in both cases, because the ideal duration includes the
 * latency.
 */

#include "ns3/core-module.h"
#include "ns3/fabric-clos.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-ring-schedule.h"
#include "ns3/rdma-workload.h"

#include <iostream>
#include <numeric>

using namespace ns3;

/**
 * Sink of the workload's trace source JobFinished.
 * @param record the repetition that has ended
 */
static void
PrintJob(const RdmaJobRecord& record)
{
    std::cout << "repetition " << record.repetition << ": " << record.GetDuration().GetNs() / 1e3
              << " us, bus bandwidth " << record.busbwBps / 1e9 << " Gb/s, efficiency "
              << record.GetEfficiency() << std::endl;
}

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    Simulator::SetScheduler(ObjectFactory("ns3::FabricWheelScheduler"));
    uint64_t bytes = 64000000;
    CommandLine cmd(__FILE__);
    cmd.AddValue("bytes", "Buffer of each host, B", bytes);
    cmd.Parse(argc, argv);

    FabricClosSpec clos;
    clos.planes = 4;
    clos.hosts = 16;
    clos.hostsPerT0 = 4;
    clos.t1PerPlane = 4;
    clos.hostRateBps = 100000000000;
    clos.fabricRateBps = 100000000000;
    clos.linkDelay = RdmaTick::Ns(500);
    clos.switchDelay = RdmaTick::Ns(300);

    RdmaClusterHelper helper;
    helper.SetTopology(clos);
    helper.SetTransport("ns3::MrcQpFactory");
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);

    RdmaJob job;
    job.name = "gradients";
    job.type = "all-reduce";
    job.schedule = MakeRdmaRingAllReduce(clos.hosts, bytes);
    job.hosts.resize(clos.hosts);
    std::iota(job.hosts.begin(), job.hosts.end(), 0);
    job.bytes = bytes;
    job.repeat = 2;

    Ptr<RdmaWorkload> workload = CreateObject<RdmaWorkload>();
    workload->SetMessenger(cluster->GetTransport());
    workload->AddJob(job);
    workload->TraceConnectWithoutContext("JobFinished", MakeCallback(&PrintJob));
    workload->SetDoneCallback(RdmaWorkload::DoneCallback([] { Simulator::Stop(); }));
    workload->Start();

    std::cout << "payload rate of a host: " << cluster->GetPayloadRateBps() / 1e9 << " Gb/s"
              << std::endl;
    Simulator::Run();
    const bool finished = workload->IsFinished();
    workload->Dispose();
    cluster->Dispose();
    Simulator::Destroy();
    return finished ? 0 : 1;
}
