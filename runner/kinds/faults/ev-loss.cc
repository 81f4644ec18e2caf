/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/ev-fault.h"
#include "results/cell.h"

#include <memory>

namespace mrcsim
{

namespace
{

const EventKind LOSS("ev-loss",
                     "h2 to h6 ev 0x2001",
                     "0.5; 0: ended",
                     "a fault begins or ends: one EV loses frames");

/// A path, which an EV names, loses frames from one host to another.
class EvLoss : public EvFault
{
  public:
    /**
     * @param json faults[]
     */
    explicit EvLoss(const Json& json)
        : EvFault(json),
          m_loss(json["loss"].get<double>())
    {
    }

    std::vector<ns3::FabricFaultId> Begin(const FaultStage& stage,
                                          uint32_t /* item */) const override
    {
        stage.Note(LOSS, GetObject(stage.cluster->GetNetwork()), FormatNumber(m_loss));
        auto loss = std::make_unique<ns3::FabricPathLoss>(
            std::make_unique<ns3::FabricBernoulliLoss>(m_loss),
            GetHost(),
            GetPeer(),
            GetEv());
        const auto port = GetNicPort(stage.cluster->GetNetwork());
        return {stage.GetFaults().Lose(stage.GetPort(port), std::move(loss))};
    }

    void End(const FaultStage& stage, uint32_t /* item */) const override
    {
        stage.Note(LOSS, GetObject(stage.cluster->GetNetwork()), "0");
    }

  private:
    double m_loss; ///< probability that a frame is lost
};

const FaultKind KIND("ev-loss", ReadEvFault<EvLoss>);

} // namespace

} // namespace mrcsim
