/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * Time series of a script: the goodput of a sender while a link fails.
 *
 * @verbatim
 *   h0 -- T0 == (4 T1s) == T0 -- h4     5 MB; the link of the last T1 is down from 100 us on
 * @endverbatim
 *
 * The goodput, in Gb/s, falls while packets are lost on the link, and is back when the sender has
 * retired the entropy values of the link. The simulation has no stop time: the sampler ends with
 * the rest.
 *
 * Expected output:
 *
 * @verbatim
 * 40 us: h0/qp3 86.016
 * 80 us: h0/qp3 96.6656
 * 120 us: h0/qp3 84.3776
 * 160 us: h0/qp3 45.8752
 * 200 us: h0/qp3 72.0896
 * 240 us: h0/qp3 96.6656
 * 280 us: h0/qp3 95.8464
 * 320 us: h0/qp3 96.6656
 * 360 us: h0/qp3 95.8464
 * 400 us: h0/qp3 95.8464
 * 440 us: h0/qp3 96.6656
 * 480 us: h0/qp3 37.44
 * the simulation ended at +10120us
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-sample-helper.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    std::string csv = "/dev/null";
    std::string kind = "qp.rate_gbps";
    Time::SetResolution(Time::PS);
    // Switches that learn of the link only after 2 s would be waited for
    Config::SetDefault("ns3::Fabric::RemoteConvergence", TimeValue(MilliSeconds(1)));
    CommandLine cmd(__FILE__);
    cmd.Usage("A write while a link fails: time series of all kinds.");
    cmd.AddValue("csv", "file that receives all samples", csv);
    cmd.AddValue("kind", "kind of time series that is printed", kind);
    cmd.Parse(argc, argv);

    const FabricClosSpec clos = FabricClosSpec::TwoTiers(1, 8, 4);

    RdmaClusterHelper helper;
    helper.SetTopology(clos);
    helper.SetTransport("ns3::MrcQpFactory");
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    FabricPort* uplink = RdmaClusterHelper::GetUplink(cluster, 0, 0, 3);
    Simulator::Schedule(MicroSeconds(100),
                        [cluster, uplink] { cluster->GetFabric()->SetLinkUp(uplink, false); });

    RdmaSampleHelper samples;
    samples.SetInterval(MicroSeconds(40));
    samples.AddAll();
    Ptr<RdmaSampler> sampler = samples.Start(cluster);
    cluster->Send(0, 4, 0, 5000000, 0);
    Simulator::Run();

    for (const RdmaSample& sample : sampler->GetRows())
    {
        if (sample.kind == kind)
        {
            std::cout << sample.time.GetNs() / 1e3 << " us: " << sample.object << ' '
                      << sample.value << std::endl;
        }
    }
    std::cout << "the simulation ended at " << Simulator::Now().As(Time::US) << std::endl;
    sampler->WriteCsv(csv);

    cluster->Dispose();
    Simulator::Destroy();
    return 0;
}
