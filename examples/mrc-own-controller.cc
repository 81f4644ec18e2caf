/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * A congestion control of your own, against NSCC.
 *
 * @verbatim
 *   h0 .. h6 -- T0s and T1s -- h7     all send to h7
 * @endverbatim
 *
 * Expected output:
 *
 * @verbatim
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * MrcNscc                     0        0.000      602.264        186.0         96.9
 *   1522 packets trimmed
 * job                repetition     start_us      time_us   busbw_Gb/s   of_ideal_%
 * MyWindow                    0        0.000      603.499        185.6         96.7
 *   100 packets trimmed
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/mrc-window-control.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-job-helper.h"
#include "ns3/rdma-point-to-point-schedule.h"

#include <algorithm>

using namespace ns3;

/// A window of one packet more per round trip, and of half as much after a trim.
class MyWindow : public MrcWindowControl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::MyWindow").SetParent<MrcCongestionControl>().AddConstructor<MyWindow>();
        return tid;
    }

    Ptr<MrcCongestionControl> Fork() const override
    {
        return CopyObject(Ptr<const MyWindow>(this));
    }

    void Start(const MrcPathInfo& path) override
    {
        SetPath(path);
        m_cwnd = 20 * m_mtu;
    }

  protected:
    void DoAck(RdmaTick /* now */, const MrcAckInfo& ack) override
    {
        LowerBaseRtt(ack);
        m_cwnd += m_mtu * static_cast<double>(ack.newBytes) / m_cwnd;
    }

    void DoNack(RdmaTick now, MrcNackReason, uint32_t, std::optional<RdmaTick>) override
    {
        DoInferredLoss(now, 0);
    }

    void DoInferredLoss(RdmaTick now, uint32_t /* nominal */) override
    {
        if (now >= m_next)
        {
            m_cwnd = std::max(m_cwnd / 2, 2 * m_mtu);
            m_next = now + GetBaseRtt() * 2;
        }
    }

  private:
    RdmaTick m_next; ///< no halving before
};

NS_OBJECT_ENSURE_REGISTERED(MyWindow);

int
main(int argc, char* argv[])
{
    uint64_t bytes = 2000000;
    Time::SetResolution(Time::PS);
    CommandLine cmd(__FILE__);
    cmd.Usage("A congestion control of your own, against NSCC.");
    cmd.AddValue("bytes", "Bytes of each message", bytes);
    cmd.Parse(argc, argv);
    for (const char* control : {"ns3::MrcNscc", "ns3::MyWindow"})
    {
        RdmaClusterHelper helper;
        helper.SetTopology(FabricClosSpec::TwoTiers(2, 8, 4));
        helper.SetTransport("ns3::MrcQpFactory", "CongestionControl", StringValue(control));
        Ptr<RdmaCluster> cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(cluster, 1);
        RdmaJobHelper jobs;
        jobs.Add(control + 5, MakeRdmaIncast(8, 7, bytes));
        Ptr<RdmaWorkload> workload = jobs.Install(cluster);
        Simulator::Run();
        RdmaJobHelper::PrintJobs(std::cout, *workload);
        std::cout << "  " << cluster->SumCounters().trimsReceived << " packets trimmed\n";
        cluster->Dispose();
        Simulator::Destroy();
    }
}
