/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/link-fault.h"
#include "results/cell.h"

#include "ns3/fabric-faults.h"

#include <memory>

namespace mrcsim
{

namespace
{

const EventKind LOSS("answer-loss",
                     "link, or one direction of it",
                     "0.3; 0: ended",
                     "a fault begins or ends: SACKs, NACKs and ACKs are lost",
                     FaultSign{FaultSign::Role::CHANGES, FaultSign::State::DEGRADED, "0"});

/// Fault: a link loses answers only.
class AnswerLoss : public LinkFault
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareLink(keys);
        keys.Add("loss", &AnswerLoss::m_loss)
            .Range(0, 1)
            .Required()
            .Help("Probability that a frame is lost.");
        DeclareDirection(keys);
        AddDuration(keys);
    }

    std::vector<ns3::FabricFaultId> Begin(const FaultTarget& target) const override
    {
        Note(target, LOSS, FormatNumber(m_loss));
        return HoldEach(target, [&](ns3::FabricPort* port) {
            return target.GetFaults().Lose(port,
                                           std::make_unique<ns3::FabricAnswerLoss>(
                                               std::make_unique<ns3::FabricBernoulliLoss>(m_loss)));
        });
    }

    void End(const FaultTarget& target) const override
    {
        Note(target, LOSS, "0");
    }

  private:
    double m_loss{0}; ///< probability that an answer is lost
};

const auto KIND =
    FaultKind::Make<AnswerLoss>("answer-loss",
                                40,
                                "a link loses answers only: SACKs, NACKs, Transport ACKs, RoCE's "
                                "ACKs and NAKs, TCP's packets without data.");

} // namespace

} // namespace mrcsim
