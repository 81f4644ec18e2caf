/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "recovery-watch.h"

#include "goodput-watch.h"
#include "scenario.h"

#include "ns3/rdma-fault-watch.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace mrcsim
{

using ns3::RdmaTick;

namespace
{

/** @return affected object of each fault */
std::vector<std::string>
ListObjects(const Scenario& scenario)
{
    std::vector<std::string> objects;
    for (const auto& fault : scenario.faults)
    {
        objects.push_back(fault.what->GetObject(*scenario.network));
    }
    return objects;
}

/// Observes the fabric and the NICs.
class Watch final : public RecoveryWatch
{
  public:
    Watch(ns3::Ptr<ns3::RdmaCluster> cluster,
          ns3::Ptr<ns3::RdmaWorkload> workload,
          const Scenario& scenario)
        : m_fabric(cluster->GetFabric()),
          m_scenario(scenario),
          m_trimsBefore(scenario.faults.size()),
          m_goodput(cluster, workload, scenario),
          m_faults(cluster, m_goodput.GetHistory().GetHorizon(), ListObjects(scenario))
    {
    }

    void Start() override
    {
        m_goodput.Look();
    }

    void OnFaultDue(RdmaTick at) override
    {
        m_goodput.Expect(at);
    }

    void OnFaultBegin(size_t fault) override
    {
        if (!m_faults.HasBegun(fault))
        {
            m_trimsBefore[fault] = m_fabric->GetTotals().trims;
        }
        m_faults.Begin(fault);
    }

    void OnFaultsResolved() override
    {
        m_faults.End();
        m_goodput.OnChange();
    }

    std::vector<RecoveryRow> GetRows() override
    {
        m_goodput.End();
        std::vector<RecoveryRow> rows;
        for (size_t fault = 0; fault < m_faults.GetN(); ++fault)
        {
            if (!m_faults.HasBegun(fault))
            {
                continue;
            }
            RecoveryRow row;
            static_cast<ns3::RdmaFaultEffect&>(row) = m_faults.GetEffect(fault);
            row.fault = fault;
            row.what = m_scenario.faults[fault].name;
            const auto back = m_goodput.GetHistory().FindReturn(row.last,
                                                                row.lastLoss.value_or(row.last),
                                                                row.receivers);
            const auto trims = back ? back->trims : m_fabric->GetTotals().trims;
            row.goodputBack = back ? std::optional(back->after) : std::nullopt;
            row.trimmedPackets = trims - std::min(trims, m_trimsBefore[fault]);
            rows.push_back(row);
        }
        return rows;
    }

  private:
    ns3::Ptr<ns3::Fabric> m_fabric;      ///< the network
    const Scenario& m_scenario;          ///< the scenario
    std::vector<uint64_t> m_trimsBefore; ///< by fault: trimmed frames in the network before it
    GoodputWatch m_goodput;              ///< goodput of all jobs
    ns3::RdmaFaultWatch m_faults;        ///< losses, EVs and QPs
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
