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
 * ns3::RdmaFaultHelper: schedules faults.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Schedules faults of a built cluster. Every fault has a time, counted from the beginning of the
 * simulation, and a duration; Time::Max(), the default, is forever. Overlapping faults are combined
 * (FabricFaults). Ports and switches are those of RdmaClusterHelper::GetPort, GetUplink, GetSwitch,
 * or of a NIC.
 *
 * @code
 * RdmaFaultHelper faults(cluster);
 * faults.LinkDown(RdmaClusterHelper::GetUplink(cluster, 0, 3, 5), MicroSeconds(50));
 * faults.SwitchSilent(RdmaClusterHelper::GetSwitch(cluster, FabricSwitchPosition::Tier::T1, 0, 2),
 *                     MilliSeconds(1), MilliSeconds(2));
 * @endcode
 */
class RdmaFaultHelper
{
  public:
    /// Begins a fault and returns the ids that are lifted at its end.
    using Begin = std::function<std::vector<FabricFaultId>(FabricFaults&)>;
    /// Makes a loss of a kind.
    using LossMaker = std::function<std::unique_ptr<FabricLoss>()>;

    /**
     * @param cluster a built cluster
     */
    explicit RdmaFaultHelper(Ptr<RdmaCluster> cluster);

    /**
     * Schedule a fault of another kind.
     * @param begin begins the fault, which is lifted after its duration
     * @param at time of its begin
     * @param duration its duration
     */
    void Schedule(Begin begin, Time at, Time duration = Time::Max()) const;

    /**
     * Take down a link. If one end is the port of a NIC, the NIC reacts after its LinkDownDetect.
     * @param end either end
     * @param at time of its begin
     * @param duration its duration
     */
    void LinkDown(FabricPort* end, Time at, Time duration = Time::Max()) const;

    /**
     * Bring up a link that is down, and end its faults that were to end later.
     * @param end either end
     * @param at time
     */
    void LinkUp(FabricPort* end, Time at) const;

    /**
     * Take down a link repeatedly.
     * @param end either end
     * @param at begin of the first fault interval
     * @param down duration of a fault interval
     * @param period from one begin to the next
     * @param count number of fault intervals, at least 1
     */
    void LinkFlap(FabricPort* end, Time at, Time down, Time period, uint32_t count) const;

    /**
     * Let several links flap together, like a faulty transceiver that serves all of them.
     * @param ends an end of each, at least one
     * @param at time at which the first link goes down
     * @param down duration of a fault interval
     * @param stagger from one link to the next
     * @param period from one begin to the next
     * @param count number of fault intervals, at least 1
     */
    void TransceiverGlitch(const std::vector<FabricPort*>& ends,
                           Time at,
                           Time down,
                           Time stagger = Time{0},
                           Time period = Time{0},
                           uint32_t count = 1) const;

    /**
     * Let a direction of a link lose frames.
     * @param port the port that sends in this direction
     * @param make makes the loss: FabricBernoulliLoss, FabricBurstLoss, FabricBitErrorLoss,
     * FabricAnswerLoss, FabricPathLoss
     * @param at time of its begin
     * @param duration its duration
     */
    void LinkLoss(FabricPort* port, LossMaker make, Time at, Time duration = Time::Max()) const;

    /**
     * Reduce the rate of a direction of a link.
     * @param port the port that sends in this direction
     * @param bps line rate, bit/s
     * @param at time of its begin
     * @param duration its duration
     */
    void LinkRate(FabricPort* port, uint64_t bps, Time at, Time duration = Time::Max()) const;

    /**
     * Increase the delay of a direction of a link.
     * @param port the port that sends in this direction
     * @param extra addition to its delay
     * @param at time of its begin
     * @param duration its duration
     */
    void LinkDelay(FabricPort* port, Time extra, Time at, Time duration = Time::Max()) const;

    /**
     * Take down a switch with its links.
     * @param sw the switch
     * @param at time of its begin
     * @param duration its duration
     */
    void SwitchDown(FabricSwitch* sw, Time at, Time duration = Time::Max()) const;

    /**
     * Let a switch forward nothing, with all links up, so that the fault is not detectable at
     * ports.
     * @param sw the switch
     * @param at time of its begin
     * @param duration its duration
     */
    void SwitchSilent(FabricSwitch* sw, Time at, Time duration = Time::Max()) const;

    /**
     * Restart a switch: its links go down, and afterwards it works, even if it was silent or down
     * forever.
     * @param sw the switch
     * @param at time of its begin
     * @param duration time until it works again
     */
    void SwitchReboot(FabricSwitch* sw, Time at, Time duration) const;

    /**
     * Let links flap at random, independently of each other.
     * @param links numbers of links (FabricNetwork), at least one
     * @param perSecond flaps of one link per second, above 0; 10 million flaps in all at most, on
     * average
     * @param down duration of a fault interval
     * @param at earliest begin of the first one
     * @param duration time in which fault intervals begin, at least 0; not Time::Max()
     */
    void RandomFlaps(const std::vector<uint32_t>& links,
                     double perSecond,
                     Time down,
                     Time at,
                     Time duration) const;

    /**
     * Switch off a port of a NIC, as an administrator.
     * @param host the NIC's host
     * @param port number of the port, counted from 1 as in MRC's API
     * @param at time of its begin
     * @param duration its duration
     */
    void PortOff(uint32_t host, uint32_t port, Time at, Time duration = Time::Max()) const;

    /**
     * Begin such a fault now. Several may be active on the same port.
     * @param faults the fabric's faults, which do not own the NIC: it owns the fabric
     * @param nic the NIC
     * @param port number of the port, counted from 1
     */
    static FabricFaultId BeginPortOff(FabricFaults& faults, RdmaNic* nic, uint32_t port);

    /**
     * Switch a port on: lift all faults that BeginPortOff has begun on it.
     * @param faults the fabric's faults
     * @param nic the NIC
     * @param port number of the port, counted from 1
     */
    static void EndPortOff(FabricFaults& faults, RdmaNic* nic, uint32_t port);

    /**
     * @param stream first stream number for RandomFlaps
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

  private:
    Ptr<RdmaCluster> m_cluster;       ///< the cluster with the faults
    Ptr<UniformRandomVariable> m_rng; ///< draws RandomFlaps
};

} // namespace ns3

#endif // RDMA_FAULT_HELPER_H
