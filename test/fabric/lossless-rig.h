/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_RIG_H
#define LOSSLESS_RIG_H

#include "fabric-test-net.h"
#include "switch-kit.h"

#include "ns3/fabric-shared-buffer.h"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup mrc-tests
 * One lossless switch with senders and a receiver.
 */

namespace mrctest
{

/// Largest frame of these tests, bytes in a queue: 4194 B of RoCE data.
constexpr uint32_t FRAME = 4194;

/// The two classes of data.
constexpr ns3::RdmaClass FIRST = ns3::RdmaClass::DATA;
constexpr ns3::RdmaClass SECOND = ns3::RdmaClass::DATA2;

/**
 * A T0 with senders and one receiver at 100 Gb/s, and one unused uplink. The senders fill their
 * line and obey PFC; the receiver's port is the bottleneck.
 */
class LosslessRig : public testing::Test
{
  protected:
    void SetUp() override
    {
        fabric = CreateObject<Fabric>();
    }

    void TearDown() override
    {
        Clear();
        fabric = nullptr;
        Simulator::Destroy();
    }

    /** Delete the hosts, whose frames return to the fabric. */
    void Clear()
    {
        nodes.clear();
        nics.clear();
    }

    /**
     * @param totalBytes memory of the switch, B
     * @return settings like those of the roce reference, 2.4
     */
    static FabricBufferSpec Spec(uint64_t totalBytes)
    {
        FabricBufferSpec spec;
        spec.totalBytes = totalBytes;
        spec.maxFrameBytes = FRAME;
        spec.resumeOffsetBytes = 2 * FRAME;
        return spec;
    }

    /**
     * @param senders number of senders; the receiver is host `senders`
     * @param spec of the switch's memory
     * @param queues of all ports
     * @param delay of all cables
     */
    void Build(uint32_t senders,
               const FabricBufferSpec& spec,
               const FabricQueueProfile& queues = {},
               RdmaTick delay = RdmaTick::Ns(500))
    {
        receiver = senders;
        profile = fabric->AddProfile(queues);
        fabric->SetNetwork(MakeClos(senders + 1, 1, 1));
        sw = HangSwitch(*fabric, {FabricSwitchPosition::Tier::T0, 0, 0});
        for (uint32_t h = 0; h <= senders + 1; ++h)
        {
            nodes.push_back(std::make_unique<RecordingOwner>(fabric));
            nics.push_back(LayCable(*fabric, nodes.back().get(), sw, profile, delay));
            sw->AddPort(nics.back()->peer);
        }
        sw->EnablePfc(spec);
    }

    /**
     * @param from sending host
     * @param to receiving host
     * @param tag number of the frame
     * @param cls its class
     */
    void Send(uint32_t from, uint32_t to, uint32_t tag, RdmaClass cls = RdmaClass::DATA)
    {
        FabricFrame* frame = MakeFrame(*fabric, FRAME - 18, cls, tag);
        frame->dscp = cls == RdmaClass::DATA ? FabricDscp::ROCE_DATA : FabricDscp::ROCE_DATA2;
        frame->dstHost = to;
        nics[from]->Send(fabric->Now(), frame);
    }

    /**
     * Send frames from every sender to the receiver.
     * @param senders number of senders
     * @param frames frames per sender
     * @param cls their class
     */
    void Load(uint32_t senders, uint32_t frames, RdmaClass cls = RdmaClass::DATA)
    {
        for (uint32_t f = 0; f < frames; ++f)
        {
            for (uint32_t h = 0; h < senders; ++h)
            {
                Send(h, receiver, f, cls);
            }
        }
    }

    /**
     * @param cls a class
     * @return frames of it that have arrived at the receiver
     */
    uint32_t CountReceived(RdmaClass cls) const
    {
        uint32_t n = 0;
        for (const Arrival& arrival : nodes[receiver]->arrivals)
        {
            n += arrival.frame.cls == cls;
        }
        return n;
    }

    /**
     * @param reason a reason
     * @return frames dropped for it
     */
    uint64_t CountDrops(FabricDropReason reason) const
    {
        return fabric->GetTotals().drops[static_cast<size_t>(reason)];
    }

    /** @return sum of the bytes charged to all ports, B */
    uint64_t SumUse() const
    {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < sw->GetNPorts(); ++i)
        {
            sum += sw->GetBuffer()->GetUseBytes(i, FIRST) + sw->GetBuffer()->GetUseBytes(i, SECOND);
        }
        return sum;
    }

    Ptr<Fabric> fabric;                                 ///< the fabric
    const FabricQueueProfile* profile{nullptr};         ///< of all ports
    FabricSwitch* sw{nullptr};                          ///< the switch
    uint32_t receiver{0};                               ///< number of the receiver
    std::vector<std::unique_ptr<RecordingOwner>> nodes; ///< hosts
    std::vector<FabricPort*> nics;                      ///< their ports
};

} // namespace mrctest

#endif // LOSSLESS_RIG_H
