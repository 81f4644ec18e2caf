/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_RING_H
#define LOSSLESS_RING_H

#include "lossless-rig.h"

/**
 * @file
 * @ingroup mrc-tests
 * A lossless network with a cycle.
 */

namespace mrctest
{

/**
 * Switches in a ring, a host at each, and all links at 100 Gb/s; frames travel clockwise.
 *
 *      h0       h1       h2
 *      |        |        |
 *  +-> s0 ----> s1 ----> s2 --+
 *  +--------------------------+
 */
struct LosslessRing
{
    /**
     * @param n number of switches
     */
    void Build(uint32_t n)
    {
        const FabricQueueProfile* profile = fabric->AddProfile(FabricQueueProfile{});
        tables.resize(n);
        for (uint32_t i = 0; i < n; ++i)
        {
            switches.push_back(HangSwitch(*fabric, i, tables[i]));
            hosts.push_back(std::make_unique<RecordingOwner>(fabric));
        }
        const auto join = [&](FabricPortOwner* a, FabricPortOwner* b) {
            return LayCable(*fabric, a, b, profile, RdmaTick::Us(1));
        };
        for (uint32_t i = 0; i < n; ++i)
        {
            nics.push_back(join(hosts[i].get(), switches[i]));
            switches[i]->AddPort(nics[i]->peer); // port 0
        }
        std::vector<FabricPort*> clockwise;
        for (uint32_t i = 0; i < n; ++i)
        {
            clockwise.push_back(join(switches[i], switches[(i + 1) % n]));
            switches[i]->AddPort(clockwise[i]); // port 1
        }
        FabricBufferSpec spec;
        spec.totalBytes = 400000;
        spec.maxFrameBytes = FRAME;
        spec.resumeOffsetBytes = 2 * FRAME;
        for (uint32_t i = 0; i < n; ++i)
        {
            switches[i]->AddPort(clockwise[(i + n - 1) % n]->peer); // port 2
            switches[i]->EnablePfc(spec);
            for (uint32_t host = 0; host < n; ++host)
            {
                tables[i]->SetRoute(host, host == i ? 0 : 1);
            }
        }
    }

    /**
     * Send from every host to the one at a clockwise distance.
     * @param distance links of the ring between them
     * @param frames frames of each
     */
    void Load(uint32_t distance, uint32_t frames)
    {
        const auto n = static_cast<uint32_t>(hosts.size());
        for (uint32_t h = 0; h < n; ++h)
        {
            for (uint32_t f = 0; f < frames; ++f)
            {
                FabricFrame* frame = MakeFrame(*fabric, FRAME - 18, RdmaClass::DATA, f);
                frame->dscp = FabricDscp::ROCE_DATA;
                frame->dstHost = (h + distance) % n;
                nics[h]->Send(fabric->Now(), frame);
            }
        }
    }

    /** @return frames that have reached their hosts */
    size_t CountArrivals() const
    {
        size_t sum = 0;
        for (const auto& host : hosts)
        {
            sum += host->arrivals.size();
        }
        return sum;
    }

    Ptr<Fabric> fabric{CreateObject<Fabric>()};         ///< the fabric
    std::vector<FabricSwitch*> switches;                ///< around the ring
    std::vector<FabricTableForwarding*> tables;         ///< their forwarding tables
    std::vector<std::unique_ptr<RecordingOwner>> hosts; ///< one at each switch
    std::vector<FabricPort*> nics;                      ///< their ports
};

} // namespace mrctest

#endif // LOSSLESS_RING_H
