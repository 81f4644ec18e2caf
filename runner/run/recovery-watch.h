/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RECOVERY_WATCH_H
#define RECOVERY_WATCH_H

#include "goodput-watch.h"
#include "kinds/fault.h"
#include "results/result-rows.h"

#include "ns3/fabric-books.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-nic.h"
#include "ns3/rdma-workload.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

/**
 * @file
 * mrcsim::RecoveryWatch: how a run rides out its faults.
 */

namespace mrcsim
{

struct Scenario;

/**
 * Finds out for each fault of a scenario what it costs: the rows of recovery.csv. It judges by the
 * truth, which the fabric tells: a packet is lost by a fault if it is dropped at an object that the
 * fault has hit, for a reason that faults have. Of several faults of one object each has it.
 * No transport is asked but for what it does to its EVs and QPs, so it means the same for each.
 */
class RecoveryWatch final : public FaultObserver
{
  public:
    /**
     * @param cluster a built cluster
     * @param workload its jobs
     * @param scenario what is simulated, with at least one fault; outlives this
     */
    RecoveryWatch(ns3::Ptr<ns3::RdmaCluster> cluster,
                  ns3::Ptr<ns3::RdmaWorkload> workload,
                  const Scenario& scenario);
    ~RecoveryWatch() override;

    /** Look from now on. */
    void Start();

    void OnFaultBegin(size_t fault) override;
    void OnFaultsSettled() override;

    /**
     * To be asked when the run is over, as long as the workload has its flow records.
     * @return what became of the faults; of those that have begun
     */
    std::vector<RecoveryRow> GetRows();

  private:
    /// A QP end: host, number.
    using QpEnd = std::pair<uint32_t, uint32_t>;

    /// An EV of a QP end: host, number, EV.
    using QpEv = std::tuple<uint32_t, uint32_t, uint32_t>;

    /// First and last loss of packets on the way to a QP end.
    using Loss = std::pair<ns3::RdmaTick, ns3::RdmaTick>;

    /// What is known of a fault.
    struct Record
    {
        RecoveryRow row;                                   ///< what is told
        std::optional<ns3::RdmaTick> last;                 ///< last begin, if it has begun
        uint32_t held{0};                                  ///< faults of the fabric that it holds
        uint64_t trimsBefore{0};                           ///< in the network
        std::map<QpEnd, Loss> touched;                     ///< that packets were lost on the way to
        std::set<std::pair<uint32_t, uint32_t>> hostPairs; ///< sender and receiver of those
        std::set<QpEv> away;                               ///< EVs retired and not back
    };

    /** @param on connect to the trace sources of fabric and NICs; otherwise, disconnect */
    void Listen(bool on);

    /** A fault begins or ends to hold. */
    void OnChange(const ns3::FabricFaultChange& change);

    /**
     * What a fault of the scenario held is over, by itself or by a repair.
     * @param id what it held
     */
    void OnLifted(ns3::FabricFaultId id);

    /** A frame has been dropped. */
    void OnDrop(const ns3::FabricDrop& drop);

    /** A QP has told something. */
    void OnQpEvent(const ns3::RdmaNicEvent& event);

    /** @return faults that have hit something on the way of the EV of the event */
    std::set<size_t> FindOnWay(const ns3::RdmaNicEvent& event) const;

    /** An EV is retired. */
    void OnRetired(const ns3::RdmaNicEvent& event);

    ns3::Ptr<ns3::RdmaCluster> m_cluster;                            ///< the network
    std::vector<Record> m_records;                                   ///< by fault
    std::map<const ns3::FabricPort*, std::set<size_t>> m_ports;      ///< faults of a direction
    std::map<const ns3::FabricSwitch*, std::set<size_t>> m_switches; ///< faults of a switch
    std::map<ns3::FabricFaultId, size_t> m_owners;                   ///< faults, by what they hold
    std::optional<size_t> m_beginning;                               ///< fault that begins just now
    GoodputWatch m_goodput;                                          ///< of all jobs
};

} // namespace mrcsim

#endif // RECOVERY_WATCH_H
