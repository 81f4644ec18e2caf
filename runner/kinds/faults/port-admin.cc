/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/fault.h"
#include "kinds/link-reference.h"

#include "ns3/fabric-faults.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-fault-helper.h"
#include "ns3/rdma-nic.h"

#include <string>

namespace mrcsim
{

namespace
{

const EventKind ADMIN("port-admin",
                      "link of the NIC, h12--p3-t0-3",
                      "down, up",
                      "an administrator switches a NIC port off or on",
                      FaultSign{FaultSign::Role::CHANGES, FaultSign::State::DOWN, "up"});

/// Fault: an administrator switches a NIC port off, or on again.
class PortAdmin : public Fault
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        AddNicPlace(keys, &PortAdmin::m_place);
        keys.Add("up", &PortAdmin::m_up)
            .Required()
            .Help("true: switch the port on, which ends all earlier faults of this kind. false: "
                  "switch it off.");
        AddDuration(keys).Help("With up false: simulated time until the port is on again.");
    }

    void Resolve(const ns3::FabricNetwork& network,
                 const std::string& path,
                 Problems& problems) override
    {
        m_port = m_place.FindPort(network, path, problems).value_or(0);
    }

    void Check(const FaultPlan& /* plan */,
               const std::string& path,
               Problems& problems) const override
    {
        if (m_up && GetDuration())
        {
            problems.push_back({path + ".for", "found with up true; allowed: with up false only"});
        }
    }

    std::string GetObject(const ns3::FabricNetwork& network) const override
    {
        return network.GetNames().GetPortName(m_port);
    }

    std::vector<ns3::FabricFaultId> Begin(const FaultTarget& target) const override
    {
        Note(target, ADMIN, m_up ? "up" : "down");
        auto* nic = ns3::PeekPointer(target.cluster->GetNic(m_place.host));
        const auto port = m_place.plane + 1;
        if (m_up)
        {
            ns3::RdmaFaultHelper::EndPortOff(target.GetFaults(), nic, port);
            return {};
        }
        return {ns3::RdmaFaultHelper::BeginPortOff(target.GetFaults(), nic, port)};
    }

    void End(const FaultTarget& target) const override
    {
        Note(target, ADMIN, "up");
    }

  private:
    NicPlace m_place;   ///< the port
    uint32_t m_port{0}; ///< its number
    bool m_up{false};   ///< the key up
};

const auto KIND = FaultKind::Make<PortAdmin>(
    "port-admin",
    130,
    "an administrator switches a NIC port off, or on again. A port that is off sends nothing, "
    "frames in flight to it still arrive, and peers are notified. Answers are lost if no other "
    "port is up, or their QP does not know yet (ns3::RdmaNic::PortRemapDelay).");

} // namespace

} // namespace mrcsim
