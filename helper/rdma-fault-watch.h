/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_FAULT_WATCH_H
#define RDMA_FAULT_WATCH_H

#include "ns3/fabric-fault-change.h"
#include "ns3/fabric.h"
#include "ns3/ptr.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-nic.h"
#include "ns3/rdma-tick.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaFaultWatch: what faults cost.
 */

namespace ns3
{

class FabricPort;
class FabricSwitch;
struct FabricDrop;

/**
 * @ingroup mrc
 * What a fault has cost, up to now.
 */
struct RdmaFaultEffect
{
    std::string object;                  ///< affected object
    RdmaTick at;                         ///< begin of its first interval
    RdmaTick last;                       ///< begin of its last interval
    std::optional<RdmaTick> until;       ///< end of its last interval
    std::optional<RdmaTick> firstLoss;   ///< first data packet lost by it
    std::optional<RdmaTick> lastLoss;    ///< last data packet lost by it
    std::optional<RdmaTick> lossFree;    ///< from at to the last loss
    uint64_t lostPackets{0};             ///< data packets lost by it, trimmed ones included
    uint64_t lostAnswers{0};             ///< SACKs, NACKs and ACKs lost by it
    uint64_t evsRetired{0};              ///< retired EVs whose path uses the faulty object
    uint64_t evsRetiredWrongly{0};       ///< EVs with a sound path retired meanwhile
    std::optional<RdmaTick> evsBack;     ///< from until to the return of its last EV
    uint64_t qpsTouched{0};              ///< QP ends to which packets were lost
    uint64_t qpsFailed{0};               ///< failed QP ends between the same hosts
    std::optional<RdmaTick> longestLoss; ///< longest time from the first loss of a QP to its last
    std::set<uint32_t> receivers;        ///< hosts to which packets were lost
};

/**
 * @ingroup mrc
 * Observes what faults cost, from its construction on. It uses the ground truth of the fabric: a
 * fault causes the loss of a packet if the packet is dropped at an object affected by the fault,
 * for a drop reason of faults. If several faults affect the object, the loss counts for each. From
 * transports it uses only changes of EVs and QPs, so results have the same meaning for all.
 *
 * Every fault of the fabric has an effect of its own, those of the links of a switch that goes down
 * have one together, unless Begin and End assign several of them, or several intervals, to one.
 *
 * @code
 * RdmaFaultWatch watch(cluster);
 * RdmaFaultHelper(cluster).LinkDown(port, MicroSeconds(50));
 * Simulator::Run();
 * watch.Print(std::cout);
 * @endcode
 */
class RdmaFaultWatch
{
  public:
    /**
     * @param cluster a built cluster
     * @param horizon wrong retirements of EVs count while a fault is in effect, and for this time
     * after the begin of its last interval
     */
    explicit RdmaFaultWatch(Ptr<RdmaCluster> cluster, RdmaTick horizon = RdmaTick::Ms(10));

    /**
     * @param cluster a built cluster
     * @param horizon see the other constructor
     * @param objects affected object of each fault; only faults between Begin and End count
     */
    RdmaFaultWatch(Ptr<RdmaCluster> cluster,
                   RdmaTick horizon,
                   const std::vector<std::string>& objects);

    ~RdmaFaultWatch();

    RdmaFaultWatch(const RdmaFaultWatch&) = delete;
    RdmaFaultWatch& operator=(const RdmaFaultWatch&) = delete;

    /**
     * An interval begins: faults of the fabric that begin until End result from this fault.
     * @param fault number of the fault, from 0
     */
    void Begin(size_t fault);

    /** All faults of the fabric have begun. */
    void End();

    /** @return number of faults */
    size_t GetN() const
    {
        return m_records.size();
    }

    /**
     * @param fault number of a fault, from 0
     * @return true if it has begun
     */
    bool HasBegun(size_t fault) const
    {
        return GetRecord(fault).begun;
    }

    /**
     * @param fault number of a fault that has begun
     * @return what it has cost
     */
    RdmaFaultEffect GetEffect(size_t fault) const;

    /**
     * Print a line for each fault that has begun.
     * @param os the stream
     */
    void Print(std::ostream& os) const;

  private:
    /// A QP end: host, number.
    using QpEnd = std::pair<uint32_t, uint32_t>;

    /// An EV of a QP end: host, number, EV.
    using QpEv = std::tuple<uint32_t, uint32_t, uint32_t>;

    /// First and last loss of packets to a QP end.
    using Loss = std::pair<RdmaTick, RdmaTick>;

    /// State of a fault.
    struct Record
    {
        RdmaFaultEffect effect;                            ///< except what follows from the rest
        bool begun{false};                                 ///< see HasBegun
        uint32_t held{0};                                  ///< faults of the fabric in effect
        std::map<QpEnd, Loss> touched;                     ///< losses by receiving QP end
        std::set<std::pair<uint32_t, uint32_t>> hostPairs; ///< sender and receiver of lost packets
        std::set<QpEv> away; ///< retired EVs that are not back in service
    };

    /**
     * @param fault number of a fault; aborts if there is none
     * @return its record
     */
    const Record& GetRecord(size_t fault) const;

    /** An interval of a fault begins. */
    void BeginInterval(Record& record);

    /** @param on true: connect to the trace sources of fabric and NICs; false: disconnect */
    void Listen(bool on);

    /** A fault of the fabric begins or ends. */
    void OnChange(const FabricFaultChange& change);

    /**
     * A fault of the fabric has ended, by itself or by a repair.
     * @param id fault of the fabric
     */
    void OnLifted(FabricFaultId id);

    /**
     * @param faults faults that have affected an object
     * @return of these, the ones in effect; if none is, the ones that ended last, because some
     * effects come late
     */
    std::set<size_t> FindResponsible(const std::set<size_t>& faults) const;

    /** A frame has been dropped. */
    void OnDrop(const FabricDrop& drop);

    /** A QP has reported an event. */
    void OnQpEvent(const RdmaNicEvent& event);

    /** @return faults that affect the path of the event's EV */
    std::set<size_t> FindOnWay(const RdmaNicEvent& event) const;

    /** An EV is retired. */
    void OnRetired(const RdmaNicEvent& event);

    Ptr<RdmaCluster> m_cluster;                                 ///< the network
    Ptr<Fabric> m_fabric;                                       ///< its links and switches
    std::vector<Ptr<RdmaNic>> m_nics;                           ///< by host
    RdmaTick m_horizon;                                         ///< see the constructors
    bool m_isAssigned{false};                                   ///< faults count only within Begin
    std::vector<Record> m_records;                              ///< records by fault
    std::map<const FabricPort*, std::set<size_t>> m_ports;      ///< faults of a direction
    std::map<const FabricPort*, std::set<size_t>> m_offPorts;   ///< faults that switch a port off
    std::map<const FabricSwitch*, std::set<size_t>> m_switches; ///< faults of a switch
    std::map<FabricFaultId, size_t> m_owners;                   ///< by fault of the fabric
    std::optional<size_t> m_beginning;                          ///< fault that is beginning
};

} // namespace ns3

#endif // RDMA_FAULT_WATCH_H
