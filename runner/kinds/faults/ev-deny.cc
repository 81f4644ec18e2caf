/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/ev-fault.h"

#include "ns3/fabric-faults.h"
#include "ns3/mrc-nic-endpoint.h"
#include "ns3/rdma-cluster.h"

namespace mrcsim
{

namespace
{

const EventKind DENY("ev-deny",
                     "h2 to h6 ev 0x2001",
                     "denied, enabled",
                     "an administrator denies an EV, or enables it again",
                     FaultSign{FaultSign::Role::CHANGES, FaultSign::State::ELSEWHERE, "enabled"});

/// Fault: an administrator denies an EV of the QPs from one host to another.
class EvDeny : public EvFault
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareEv(keys);
        AddDuration(keys);
    }

    std::vector<ns3::FabricFaultId> Begin(const FaultTarget& target) const override
    {
        Note(target, DENY, "denied");
        // A plain pointer: a Ptr in the fabric would make a cycle of references with the NIC
        auto* nic = ns3::PeekPointer(target.cluster->GetNic(GetHost()));
        auto& endpoint = ns3::MrcNicEndpoint::Of(*nic);
        const uint64_t key = uint64_t{GetPeer()} << 32 | GetEv();
        return {target.GetFaults().Hold(&endpoint, key, [this, nic](bool denied) {
            auto& service = ns3::MrcNicEndpoint::Of(*nic);
            if (denied)
            {
                service.DenyEv(GetPeer(), GetEv());
            }
            else
            {
                service.EnableEv(GetPeer(), GetEv());
            }
        })};
    }

    void End(const FaultTarget& target) const override
    {
        Note(target, DENY, "enabled");
    }
};

const auto KIND =
    FaultKind::Make<EvDeny>("ev-deny",
                            150,
                            "an administrator denies one EV of the QPs from one host to another.");

} // namespace

} // namespace mrcsim
