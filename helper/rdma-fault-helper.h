/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_FAULT_HELPER_H
#define RDMA_FAULT_HELPER_H

#include "ns3/fabric-faults.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-cluster.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaFaultHelper: what breaks, and when.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Schedules faults of a built cluster. Every fault has a time, counted from the beginning of the
 * simulation, and a duration; Time::Max(), the default, is for good. Faults that overlap add up
 * (FabricFaults). Ports and switches are those of RdmaClusterHelper::GetPort, GetUplink, GetSwitch,
 * or of a NIC.
 *
 * @code
 * RdmaFaultHelper faults(cluster);
 * faults.LinkDown(RdmaClusterHelper::GetUplink(cluster, 0, 3, 5), MicroSeconds(50));
 * faults.SwitchSilent(RdmaClusterHelper::GetSwitch(cluster, T1, 0, 2), MilliSeconds(1),
 *                     MilliSeconds(2));
 * @endcode
 */
class RdmaFaultHelper
{
  public:
    /// Begins a fault and returns what holds, to be lifted when its duration is over.
    using Begin = std::function<std::vector<FabricFaultId>(FabricFaults&)>;
    /// Makes one more loss of a kind.
    using LossMaker = std::function<std::unique_ptr<FabricLoss>()>;

    /**
     * @param cluster a built cluster
     */
    explicit RdmaFaultHelper(Ptr<RdmaCluster> cluster);

    /**
     * Schedule a fault of a kind of your own.
     * @param begin what happens; lifted when its duration is over
     * @param at when
     * @param duration for how long
     */
    void Schedule(Begin begin, Time at, Time duration = Time::Max()) const;

    /**
     * A link carries nothing. At the port of a NIC this is a port that loses light, which the NIC
     * believes after its LinkDownDetect.
     * @param end either end
     * @param at when
     * @param duration for how long
     */
    void LinkDown(FabricPort* end, Time at, Time duration = Time::Max()) const;

    /**
     * A link that is down works again, whatever was to end later.
     * @param end either end
     * @param at when
     */
    void LinkUp(FabricPort* end, Time at) const;

    /**
     * A link goes down again and again.
     * @param end either end
     * @param at when it does for the first time
     * @param down for how long each time
     * @param period from one time to the next
     * @param count how often
     */
    void LinkFlap(FabricPort* end, Time at, Time down, Time period, uint32_t count) const;

    /**
     * Several links flap together: a transceiver that serves all of them.
     * @param ends an end of each
     * @param at when the first one goes dark
     * @param down for how long each time
     * @param stagger from one link to the next
     * @param period from one time to the next
     * @param count how often
     */
    void TransceiverGlitch(const std::vector<FabricPort*>& ends,
                           Time at,
                           Time down,
                           Time stagger = Time{0},
                           Time period = Time{0},
                           uint32_t count = 1) const;

    /**
     * A direction of a link loses frames.
     * @param port the direction in which this one sends
     * @param make which frames: FabricBernoulliLoss, FabricBurstLoss, FabricBitErrorLoss,
     * FabricAnswerLoss, FabricPathLoss
     * @param at when
     * @param duration for how long
     */
    void LinkLoss(FabricPort* port, LossMaker make, Time at, Time duration = Time::Max()) const;

    /**
     * A direction of a link has a lower rate.
     * @param port the direction in which this one sends
     * @param bps line rate, bit/s
     * @param at when
     * @param duration for how long
     */
    void LinkRate(FabricPort* port, uint64_t bps, Time at, Time duration = Time::Max()) const;

    /**
     * A direction of a link takes longer.
     * @param port the direction in which this one sends
     * @param extra what comes on top of its delay
     * @param at when
     * @param duration for how long
     */
    void LinkDelay(FabricPort* port, Time extra, Time at, Time duration = Time::Max()) const;

    /**
     * A switch goes down, and its links with it.
     * @param sw the switch
     * @param at when
     * @param duration for how long
     */
    void SwitchDown(FabricSwitch* sw, Time at, Time duration = Time::Max()) const;

    /**
     * A switch forwards nothing, with all links up: nobody sees it.
     * @param sw the switch
     * @param at when
     * @param duration for how long
     */
    void SwitchSilent(FabricSwitch* sw, Time at, Time duration = Time::Max()) const;

    /**
     * A switch is restarted: its links go dark, and afterwards it works, also one that was silent
     * or down for good.
     * @param sw the switch
     * @param at when
     * @param duration until it works again
     */
    void SwitchReboot(FabricSwitch* sw, Time at, Time duration) const;

    /**
     * Links flap at random, each by itself.
     * @param links numbers of links (FabricNetwork)
     * @param perSecond flaps of one link per second
     * @param down for how long each time
     * @param at when the first one may come
     * @param duration none comes after it; not Time::Max()
     */
    void RandomFlaps(const std::vector<uint32_t>& links,
                     double perSecond,
                     Time down,
                     Time at,
                     Time duration) const;

    /**
     * An administrator switches off a port of a NIC.
     * @param host the NIC's host
     * @param port number of the port, counted from 1 as MRC's API does
     * @param at when
     * @param duration for how long
     */
    void PortOff(uint32_t host, uint32_t port, Time at, Time duration = Time::Max()) const;

    /**
     * @param stream first stream number for RandomFlaps
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    Ptr<RdmaCluster> m_cluster;       ///< whose objects break
    Ptr<UniformRandomVariable> m_rng; ///< of RandomFlaps
};

} // namespace ns3

#endif // RDMA_FAULT_HELPER_H
