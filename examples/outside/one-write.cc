/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * One Write of 1 MB over MRC, as a program outside the repository. It also runs from scratch/ of an
 * ns-3 tree that has the module in contrib/mrc.
 *
 * Expected output: 1 MB after 44.639 us, 179.215 Gb/s
 */

#include "ns3/core-module.h"
#include "ns3/mrc-module.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    CommandLine cmd(__FILE__);
    cmd.Parse(argc, argv);

    FabricClosSpec clos = FabricClosSpec::TwoTiers(2, 4, 2); // 2 planes, 4 hosts, 2 under a T0
    clos.switchDelay = RdmaTick();

    RdmaClusterHelper helper;
    helper.SetTopology(clos);
    helper.SetTransport("ns3::MrcQpFactory");
    Ptr<RdmaCluster> cluster = helper.Build();
    cluster->SetDeliveredCallback(RdmaMessenger::DeliveredCallback([](uint64_t bytes) {
        const double us = Simulator::Now().GetNanoSeconds() / 1e3;
        std::cout << bytes / 1000000 << " MB after " << us << " us, " << bytes * 8 / us / 1e3
                  << " Gb/s" << std::endl;
    }));
    cluster->Send(0, 3, 0, 1000000, 1000000); // the last argument is returned to the callback
    Simulator::Run();
    cluster->Dispose();
    Simulator::Destroy();
    return 0;
}
