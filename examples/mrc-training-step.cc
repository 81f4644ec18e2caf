/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * Training steps, and a plane of one host that fails during the second one.
 *
 * @verbatim
 *   h0 .. h3 -- T0 -- T1s -- T0 -- h4 .. h7     four planes; the port of h2 in plane 1 goes down
 * @endverbatim
 *
 * The second step takes longer, because packets are lost and h2 has three planes.
 *
 * Expected output:
 *
 * @verbatim
 * job                repetition         step     start_us      time_us   compute_us
 * training                    0            0        0.000      831.052      500.000
 * training                    0            1      827.043      884.831      500.000
 * training                    0            2     1685.871      857.543      500.000
 * training                    0            3     2531.435      840.936      500.000
 * fault at             start_us       end_us         lost  evs_retired loss_free_us
 * h2--p1-t0-0          1400.000     2100.000           41            0       12.307
 * 41 packets sent again
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-fault-helper.h"
#include "ns3/rdma-fault-watch.h"
#include "ns3/rdma-job-helper.h"
#include "ns3/rdma-training-schedule.h"

using namespace ns3;

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    RdmaTrainingPlan plan; // 8 ranks compute 500 us per step and reduce 8 MB of gradients
    plan.steps = 4;
    CommandLine cmd(__FILE__);
    cmd.Usage("Steps of training, and a plane of one host that fails during the second one.");
    cmd.AddValue("steps", "number of steps", plan.steps);
    cmd.Parse(argc, argv);
    RdmaClusterHelper helper;
    helper.SetTopology(FabricClosSpec::TwoTiers(4, 8, 4));
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);

    plan.data = 8;
    plan.compute = RdmaTick::Us(500);
    plan.gradientBytes = 8000000;
    RdmaJobHelper jobs;
    jobs.Add("training", MakeRdmaTraining(plan, nullptr)).logsSteps = true;
    Ptr<RdmaWorkload> workload = jobs.Install(cluster);
    RdmaFaultWatch watch(cluster);
    RdmaFaultHelper(cluster).LinkDown(cluster->GetNic(2)->GetPort(1),
                                      MicroSeconds(1400),
                                      MicroSeconds(700));
    Simulator::Run();
    RdmaJobHelper::PrintSteps(std::cout, *workload);
    watch.Print(std::cout);
    std::cout << cluster->SumCounters().retransmits << " packets sent again" << std::endl;
    cluster->Dispose();
    Simulator::Destroy();
}
