/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/ev-fault.h"
#include "results/cell.h"

#include "ns3/fabric-faults.h"
#include "ns3/rdma-cluster.h"

#include <memory>

namespace mrcsim
{

namespace
{

const EventKind LOSS("ev-loss",
                     "h2 to h6 ev 0x2001",
                     "0.5; 0: ended",
                     "a fault begins or ends: one EV loses frames",
                     FaultSign{FaultSign::Role::CHANGES, FaultSign::State::ELSEWHERE, "0"});

/// Fault: the path of an EV loses frames from one host to another.
class EvLoss : public EvFault
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareEv(keys);
        keys.Add("loss", &EvLoss::m_loss)
            .Range(0, 1)
            .Required()
            .Help("Probability that a frame is lost.");
        AddDuration(keys);
    }

    std::vector<ns3::FabricFaultId> Begin(const FaultTarget& target) const override
    {
        Note(target, LOSS, FormatNumber(m_loss));
        auto loss = std::make_unique<ns3::FabricPathLoss>(
            std::make_unique<ns3::FabricBernoulliLoss>(m_loss),
            GetHost(),
            GetPeer(),
            GetEv());
        const auto port = GetNicPort(target.cluster->GetNetwork());
        return {target.GetFaults().Lose(target.GetPort(port), std::move(loss))};
    }

    void End(const FaultTarget& target) const override
    {
        Note(target, LOSS, "0");
    }

  private:
    double m_loss{0}; ///< probability that a frame is lost
};

const auto KIND =
    FaultKind::Make<EvLoss>("ev-loss",
                            140,
                            "frames with one EV are lost, in its plane, from one host to another.");

} // namespace

} // namespace mrcsim
