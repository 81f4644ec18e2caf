/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * The life cycle of a QP in an application.
 *
 * @verbatim
 *            T1     T1        plane 0; plane 1 looks the same
 *             | \ / |
 *             | / \ |
 *            T0     T0        100 Gb/s everywhere
 *             |     |
 *        host 0     host 1    a host has one 100 Gb/s port in each plane
 *          QP a --- QP b
 * @endverbatim
 *
 * Two QPs are made in RESET and exchange their offers, which takes them through INIT and RTR to
 * RTS. QP a writes 1 MB into the memory of host 1 without a completion there, and then 4 KB with
 * immediate data, which consume a receive of QP b. Finally a goes to ERROR in the middle of a
 * message.
 *
 * Expected output:
 *
 * @verbatim
 * a is in RESET
 * a send in RESET: a send posted in RESET: allowed in RTS
 * connected: a is in RTS
 * a read: MRC has RDMA WRITE and WRITE_WITH_IMM only
 * 45.8 us: b: work request 100 done, immediate 42, 4096 B
 * 48.7 us: a: work request 1 done
 * 48.7 us: a: work request 2 done
 * 120 us: a: work request 3 flushed
 * 120 us: b: work request 101 flushed
 * a is in ERROR
 * @endverbatim
 */

#include "ns3/core-module.h"
#include "ns3/mrc-completion-queue.h"
#include "ns3/mrc-qp.h"
#include "ns3/rdma-cluster-helper.h"

#include <iostream>
#include <string>

using namespace ns3;

/** @return the completion queue of a QP with this name, whose completions are printed */
static Ptr<MrcCompletionQueue>
MakeQueue(const std::string& name)
{
    Ptr<MrcCompletionQueue> queue = CreateObject<MrcCompletionQueue>();
    queue->SetNotifyCallback(MrcCompletionQueue::NotifyCallback([name, raw = PeekPointer(queue)] {
        while (const auto done = raw->Poll())
        {
            const bool success = done->status == RdmaCompletion::Status::SUCCESS;
            std::cout << Simulator::Now().GetNanoSeconds() / 100 / 10.0 << " us: " << name
                      << ": work request " << done->wrId << (success ? " done" : " flushed");
            if (done->hasImmediate)
            {
                std::cout << ", immediate " << done->immediate << ", " << done->bytes << " B";
            }
            std::cout << std::endl;
        }
    }));
    return queue;
}

int
main(int argc, char* argv[])
{
    Time::SetResolution(Time::PS);
    uint32_t bytes = 1000000;
    CommandLine cmd(__FILE__);
    cmd.Usage("The life of a QP: verbs, completion queues, states.");
    cmd.AddValue("bytes", "Bytes of the long messages", bytes);
    cmd.Parse(argc, argv);
    FabricClosSpec clos = FabricClosSpec::TwoTiers(2, 2, 1);
    clos.t1PerPlane = 2;
    RdmaClusterHelper helper;
    helper.SetTopology(clos);
    helper.SetTransport("ns3::MrcQpFactory");
    Ptr<RdmaCluster> cluster = helper.Build();
    RdmaClusterHelper::AssignStreams(cluster, 1);
    Ptr<MrcQp> a = cluster->CreateQp(0);
    Ptr<MrcQp> b = cluster->CreateQp(1);
    const auto queueA = MakeQueue("a");
    const auto queueB = MakeQueue("b");
    a->SetCompletionQueues(queueA, queueA);
    b->SetCompletionQueues(queueB, queueB);

    std::cout << "a is in " << GetMrcQpStateName(a->GetState()) << std::endl;
    std::cout << "a send in RESET: " << a->PostWrite(0, 1, 0, 0).message << std::endl;
    ConnectMrcQps(a, b);
    std::cout << "connected: a is in " << GetMrcQpStateName(a->GetState()) << std::endl;
    std::cout << "a read: " << a->PostSend({MrcSendRequest::Op::READ}).message << std::endl;

    b->PostRecv(100);
    a->PostWrite(0x10000, bytes, 7, 1);
    a->PostWriteImm(0x200000, 4096, 7, 42, 2);
    Simulator::Schedule(MicroSeconds(100), [a, b, bytes] {
        b->PostRecv(101);
        a->PostWriteImm(0x200000, bytes, 7, 43, 3);
    });
    Simulator::Schedule(MicroSeconds(120), [a, b] {
        a->Modify(MrcQpState::ERROR);
        b->Modify(MrcQpState::ERROR);
        std::cout << "a is in " << GetMrcQpStateName(a->GetState()) << std::endl;
    });
    Simulator::Run();
    cluster->Dispose();
    Simulator::Destroy();
    return 0;
}
