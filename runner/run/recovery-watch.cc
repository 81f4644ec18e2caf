/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recovery-watch.h"

#include "goodput-watch.h"
#include "scenario.h"

#include "ns3/callback.h"
#include "ns3/fabric-counters.h"
#include "ns3/fabric-faults.h"
#include "ns3/fabric-path-walk.h"
#include "ns3/fabric.h"
#include "ns3/rdma-ground-truth.h"
#include "ns3/rdma-nic.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace mrcsim
{

using ns3::RdmaTick;

namespace
{

/// Drop reasons of faults.
const std::set<ns3::FabricDropReason> FAULTY{ns3::FabricDropReason::LINK_DOWN,
                                             ns3::FabricDropReason::EGRESS_DOWN,
                                             ns3::FabricDropReason::RANDOM_LOSS,
                                             ns3::FabricDropReason::SWITCH_DOWN};

/// PDUs that are neither data nor answers to data.
const std::set<ns3::RdmaOpcode> SERVICE{
    ns3::RdmaOpcode::MRC_PROBE,
    ns3::RdmaOpcode::MRC_ENDPOINT_REQUEST,
    ns3::RdmaOpcode::MRC_ENDPOINT_RESPONSE,
    ns3::RdmaOpcode::CNP,
};

/** @return true for data, including trimmed packets, and answers that were lost by a fault */
bool
IsLoss(const ns3::FabricDrop& drop)
{
    const auto encap = drop.frame->encap;
    const bool service =
        encap == ns3::FabricEncap::PFC ||
        (encap != ns3::FabricEncap::PACKET && SERVICE.count(drop.frame->pdu.opcode) != 0);
    return FAULTY.count(drop.reason) != 0 && !service;
}

/** @return the faults that affect a port or switch */
template <typename Object>
const std::set<size_t>&
FindFaults(const std::map<const Object*, std::set<size_t>>& hit, const Object* object)
{
    static const std::set<size_t> none;
    const auto found = hit.find(object);
    return found == hit.end() ? none : found->second;
}

/// Observes the fabric and the NICs.
class Watch final : public RecoveryWatch
{
  public:
    Watch(ns3::Ptr<ns3::RdmaCluster> cluster,
          ns3::Ptr<ns3::RdmaWorkload> workload,
          const Scenario& scenario)
        : m_cluster(cluster),
          m_goodput(cluster, workload, scenario)
    {
        for (const auto& fault : scenario.faults)
        {
            Record record;
            record.row.fault = m_records.size();
            record.row.what = fault.name;
            record.row.object = fault.what->GetObject(cluster->GetNetwork());
            m_records.push_back(std::move(record));
        }
        Listen(true);
    }

    ~Watch() override
    {
        Listen(false);
    }

    void Start() override
    {
        m_goodput.Look();
    }

    void OnFaultBegin(size_t fault) override
    {
        const auto fabric = m_cluster->GetFabric();
        Record& record = m_records[fault];
        if (!record.last)
        {
            record.row.at = fabric->Now();
            record.trimsBefore = fabric->GetTotals().trims;
        }
        record.last = fabric->Now();
        m_beginning = fault;
    }

    void OnFaultsResolved() override
    {
        m_beginning.reset();
        m_goodput.OnChange();
    }

    std::vector<RecoveryRow> GetRows() override
    {
        m_goodput.End();
        std::vector<RecoveryRow> rows;
        for (const auto& record : m_records)
        {
            if (!record.last)
            {
                continue;
            }
            auto row = record.row;
            if (record.held > 0)
            {
                row.until.reset(); // only an earlier interval has ended
            }
            if (row.lastLoss)
            {
                row.lossFree = *row.lastLoss - row.at;
            }
            row.qpsTouched = record.touched.size();
            std::set<uint32_t> receivers;
            for (const auto& [end, loss] : record.touched)
            {
                row.longestLoss =
                    std::max(row.longestLoss.value_or(RdmaTick{}), loss.second - loss.first);
                receivers.insert(end.first);
            }
            const auto back = m_goodput.GetHistory().FindReturn(*record.last,
                                                                row.lastLoss.value_or(*record.last),
                                                                receivers);
            const auto trims = back ? back->trims : m_cluster->GetFabric()->GetTotals().trims;
            row.goodputBack = back ? std::optional(back->after) : std::nullopt;
            row.trimmedPackets = trims - std::min(trims, record.trimsBefore);
            rows.push_back(row);
        }
        return rows;
    }

  private:
    /// A QP end: host, number.
    using QpEnd = std::pair<uint32_t, uint32_t>;

    /// An EV of a QP end: host, number, EV.
    using QpEv = std::tuple<uint32_t, uint32_t, uint32_t>;

    /// First and last loss of packets to a QP end.
    using Loss = std::pair<ns3::RdmaTick, ns3::RdmaTick>;

    /// State of a fault.
    struct Record
    {
        RecoveryRow row;                                   ///< the result
        std::optional<ns3::RdmaTick> last;                 ///< begin of the last interval, if any
        uint32_t held{0};                                  ///< faults of the fabric in effect
        uint64_t trimsBefore{0};                           ///< trimmed frames in the network before
        std::map<QpEnd, Loss> touched;                     ///< losses by receiving QP end
        std::set<std::pair<uint32_t, uint32_t>> hostPairs; ///< sender and receiver of lost packets
        std::set<QpEv> away; ///< retired EVs that are not back in service
    };

    /** @param on true: connect to the trace sources of fabric and NICs; false: disconnect */
    void Listen(bool on)
    {
        const auto change = on ? &ns3::ObjectBase::TraceConnectWithoutContext
                               : &ns3::ObjectBase::TraceDisconnectWithoutContext;
        auto& fabric = *m_cluster->GetFabric();
        (fabric.*change)("Fault", ns3::MakeCallback(&Watch::OnChange, this));
        (fabric.*change)("Drop", ns3::MakeCallback(&Watch::OnDrop, this));
        for (uint32_t host = 0; host < m_cluster->GetNHosts(); ++host)
        {
            auto& nic = *m_cluster->GetNic(host);
            (nic.*change)("QpEvent", ns3::MakeCallback(&Watch::OnQpEvent, this));
        }
    }

    /** A fault of the fabric begins or ends. */
    void OnChange(const ns3::FabricFaultChange& change)
    {
        if (!change.begins)
        {
            OnLifted(change.id);
            return;
        }
        if (!m_beginning)
        {
            return;
        }
        m_owners[change.id] = *m_beginning;
        ++m_records[*m_beginning].held;
        if (change.port)
        {
            m_ports[change.port].insert(*m_beginning);
        }
        if (change.kind == ns3::FabricFaultKind::DARK)
        {
            m_ports[change.port->peer].insert(*m_beginning);
        }
        if (change.sw)
        {
            m_switches[change.sw].insert(*m_beginning);
        }
    }

    /**
     * A fault of the fabric has ended, by itself or by a repair.
     * @param id fault of the fabric
     */
    void OnLifted(ns3::FabricFaultId id)
    {
        const auto owner = m_owners.find(id);
        if (owner == m_owners.end())
        {
            return;
        }
        Record& record = m_records[owner->second];
        --record.held;
        record.row.until = m_cluster->GetFabric()->Now();
        m_owners.erase(owner);
    }

    /** A frame has been dropped. */
    void OnDrop(const ns3::FabricDrop& drop)
    {
        if (!IsLoss(drop))
        {
            return;
        }
        // Objects without a fault of the scenario lose frames by loss[].
        const auto& faults =
            drop.port ? FindFaults(m_ports, drop.port) : FindFaults(m_switches, drop.sw);
        for (const auto fault : faults)
        {
            Record& record = m_records[fault];
            if (ns3::IsFabricAnswer(*drop.frame))
            {
                ++record.row.lostAnswers;
                continue;
            }
            ++record.row.lostPackets;
            record.row.lastLoss = drop.time;
            record.row.firstLoss = record.row.firstLoss.value_or(drop.time);
            const bool stack = drop.frame->encap == ns3::FabricEncap::PACKET;
            const QpEnd end{drop.frame->dstHost,
                            stack ? drop.frame->entropy : drop.frame->pdu.destQpn};
            record.touched.try_emplace(end, drop.time, drop.time).first->second.second = drop.time;
            record.hostPairs.emplace(drop.frame->srcHost, drop.frame->dstHost);
        }
    }

    /** A QP has reported an event. */
    void OnQpEvent(const ns3::RdmaNicEvent& event)
    {
        using Kind = ns3::RdmaEvent::Kind;
        if (event.event.kind == Kind::EV_BAD)
        {
            OnRetired(event);
        }
        else if (event.event.kind == Kind::EV_GOOD)
        {
            for (auto& record : m_records)
            {
                const bool was =
                    record.away.erase({event.host, event.qpn, event.event.entropy}) != 0;
                if (was && record.away.empty() && record.row.until && record.held == 0)
                {
                    record.row.evsBack = event.time - *record.row.until;
                }
            }
        }
        else if (event.event.kind == Kind::QP_ERROR)
        {
            const auto peer = m_cluster->GetNic(event.host)->GetRoute(event.qpn).peerHost;
            for (auto& record : m_records)
            {
                const auto& pairs = record.hostPairs;
                record.row.qpsFailed +=
                    pairs.count({event.host, peer}) != 0 || pairs.count({peer, event.host}) != 0;
            }
        }
    }

    /** @return faults that affect the path of the event's EV */
    std::set<size_t> FindOnWay(const ns3::RdmaNicEvent& event) const
    {
        std::set<size_t> faults;
        auto& nic = *m_cluster->GetNic(event.host);
        const auto frame = nic.SketchFrame(event.qpn, event.event.entropy, event.event.port);
        if (!frame)
        {
            return faults;
        }
        const auto way = ns3::ListFabricPath(nic.GetPort(event.event.port), *frame);
        for (const auto* port : way.ports)
        {
            faults.merge(std::set(FindFaults(m_ports, port)));
        }
        for (const auto* sw : way.switches)
        {
            faults.merge(std::set(FindFaults(m_switches, sw)));
        }
        return faults;
    }

    /** An EV is retired. */
    void OnRetired(const ns3::RdmaNicEvent& event)
    {
        for (const auto fault : FindOnWay(event))
        {
            ++m_records[fault].row.evsRetired;
            m_records[fault].away.emplace(event.host, event.qpn, event.event.entropy);
            m_records[fault].row.evsBack.reset();
        }
        if (ns3::IsRdmaRetiredWrongly(*m_cluster, event))
        {
            for (auto& record : m_records)
            {
                const bool recent =
                    record.last && event.time <= *record.last + m_goodput.GetHistory().GetHorizon();
                record.row.evsRetiredWrongly += record.held > 0 || recent;
            }
        }
    }

    ns3::Ptr<ns3::RdmaCluster> m_cluster;                            ///< the network
    std::vector<Record> m_records;                                   ///< records by fault
    std::map<const ns3::FabricPort*, std::set<size_t>> m_ports;      ///< faults of a direction
    std::map<const ns3::FabricSwitch*, std::set<size_t>> m_switches; ///< faults of a switch
    std::map<ns3::FabricFaultId, size_t>
        m_owners;                      ///< faults of the scenario, by fault of the fabric
    std::optional<size_t> m_beginning; ///< fault that is beginning
    GoodputWatch m_goodput;            ///< goodput of all jobs
};

} // namespace

std::unique_ptr<RecoveryWatch>
MakeRecoveryWatch(ns3::Ptr<ns3::RdmaCluster> cluster,
                  ns3::Ptr<ns3::RdmaWorkload> workload,
                  const Scenario& scenario)
{
    return std::make_unique<Watch>(std::move(cluster), std::move(workload), scenario);
}

} // namespace mrcsim
