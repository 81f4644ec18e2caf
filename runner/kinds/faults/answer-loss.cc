/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/link-fault.h"
#include "results/cell.h"

#include <memory>

namespace mrcsim
{

namespace
{

const EventKind LOSS("answer-loss",
                     "link, or the direction that is meant",
                     "0.3; 0: ended",
                     "a fault begins or ends: SACKs, NACKs and ACKs are lost");

/// A link loses answers, and nothing else.
class AnswerLoss : public LinkFault
{
  public:
    /**
     * @param json faults[]
     * @param port number of the port at the end that is named first
     */
    AnswerLoss(const Json& json, uint32_t port)
        : LinkFault(json, port),
          m_loss(json["loss"].get<double>())
    {
    }

    std::vector<ns3::FabricFaultId> Begin(const FaultStage& stage,
                                          uint32_t /* item */) const override
    {
        stage.Note(LOSS, GetObject(stage.cluster->GetNetwork()), FormatNumber(m_loss));
        return HoldEach(stage, [&](ns3::FabricPort* port) {
            return stage.GetFaults().Lose(port,
                                          std::make_unique<ns3::FabricAnswerLoss>(
                                              std::make_unique<ns3::FabricBernoulliLoss>(m_loss)));
        });
    }

    void End(const FaultStage& stage, uint32_t /* item */) const override
    {
        stage.Note(LOSS, GetObject(stage.cluster->GetNetwork()), "0");
    }

  private:
    double m_loss; ///< probability that an answer is lost
};

const FaultKind KIND("answer-loss", ReadLinkFault<AnswerLoss>);

} // namespace

} // namespace mrcsim
