/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * Window and round-trip time of a sender, and the queue of the receiver's last link, into a CSV
 * file.
 *
 * @verbatim
 *   h0 --\             /-- (two planes of 100 Gb/s, one T1 each)
 *   h1 ---- T0 -- T1 -- T0 ==== h3      4 MB from h0 and from h1 to h3
 * @endverbatim
 *
 * Expected output:
 *
 * @verbatim
 * cwnd: 240 changes, at the end 233859
 * queue: 1950 changes, at the end 0
 * rtt_us: 254 changes, at the end 12.9443
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/fabric-traced-port.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-traced-qp.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>

using namespace ns3;

int
main(int argc, char* argv[])
{
    std::string file = "/dev/null";
    uint64_t bytes = 4000000;
    Time::SetResolution(Time::PS);
    CommandLine cmd(__FILE__);
    cmd.Usage("Two senders, one receiver: traces of window, round-trip time and queue.");
    cmd.AddValue("csv", "file that receives the traces", file);
    cmd.AddValue("bytes", "length of each of the two messages, B", bytes);
    cmd.Parse(argc, argv);

    FabricClosSpec clos = FabricClosSpec::TwoTiers(2, 4, 2);
    clos.switchDelay = RdmaTick();
    RdmaClusterHelper helper;
    helper.SetTopology(clos);
    helper.SetTransport("ns3::MrcQpFactory");
    Ptr<RdmaCluster> cluster = helper.Build();

    std::ofstream csv(file);
    std::map<std::string, uint64_t> rows;
    std::map<std::string, double> last;
    const auto write = [&](const std::string& what, double value) {
        csv << Simulator::Now().GetNanoSeconds() << ',' << what << ',' << value << '\n';
        ++rows[what];
        last[what] = value;
    };
    csv << "time_ns,what,value\n";
    // A path may name QPs that do not exist yet; the first message makes QP 0 of a host.
    const std::string qp = "/NodeList/0/$ns3::RdmaNic/QpList/0/";
    Config::ConnectWithoutContext(
        qp + "CongestionWindow",
        Callback<void, uint64_t, uint64_t>([&](uint64_t, uint64_t now) { write("cwnd", now); }));
    Config::ConnectWithoutContext(qp + "Rtt", Callback<void, Time, Time>([&](Time, Time now) {
                                      write("rtt_us", now.GetSeconds() * 1e6);
                                  }));
    FabricPort* port = RdmaClusterHelper::GetPort(cluster, "p0-t0-1", "h3");
    Config::ConnectWithoutContext(
        RdmaClusterHelper::GetTracePath(port) + "/BytesInQueue",
        Callback<void, uint64_t, uint64_t>([&](uint64_t, uint64_t now) { write("queue", now); }));

    cluster->Send(0, 3, 0, bytes, 0);
    cluster->Send(1, 3, 0, bytes, 1);
    Simulator::Run();
    for (const auto& [what, count] : rows)
    {
        std::cout << what << ": " << count << " changes, at the end " << last[what] << std::endl;
    }
    cluster->Dispose();
    Simulator::Destroy();
    return 0;
}
