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

const EventKind LOSS("link-loss",
                     "link, or the direction that is meant",
                     "0.05, 0.2 burst, 1e-06 ber; 0: ended",
                     "a fault begins or ends: frames are lost");

/// A link loses frames at random.
class LinkLoss : public LinkFault
{
  public:
    /**
     * @param json faults[]
     * @param port number of the port at the end that is named first
     */
    LinkLoss(const Json& json, uint32_t port)
        : LinkFault(json, port),
          m_loss(json["loss"].get<double>()),
          m_model(json["model"].get<std::string>()),
          m_burst(json["burstLength"].get<double>())
    {
    }

    void Check(const FaultScene& /* scene */,
               const FaultTime& /* time */,
               const std::string& path,
               Problems& problems) const override
    {
        const auto least = ns3::FabricBurstLoss::GetLeastBurst(m_loss);
        if (m_model == "burst" && m_burst < least)
        {
            problems.push_back({path + ".burstLength",
                                "found " + FormatNumber(m_burst) + "; allowed: at least " +
                                    FormatNumber(least) + " with a loss of " +
                                    FormatNumber(m_loss)});
        }
    }

    std::vector<ns3::FabricFaultId> Begin(const FaultStage& stage,
                                          uint32_t /* item */) const override
    {
        stage.Note(LOSS,
                   GetObject(stage.cluster->GetNetwork()),
                   FormatNumber(m_loss) + (m_model == "bernoulli" ? "" : ' ' + m_model));
        return HoldEach(stage, [&](ns3::FabricPort* port) {
            return stage.GetFaults().Lose(port, MakeLoss());
        });
    }

    void End(const FaultStage& stage, uint32_t /* item */) const override
    {
        stage.Note(LOSS, GetObject(stage.cluster->GetNetwork()), "0");
    }

  private:
    /** @return which frames a direction loses */
    std::unique_ptr<ns3::FabricLoss> MakeLoss() const
    {
        if (m_model == "burst")
        {
            return std::make_unique<ns3::FabricBurstLoss>(m_loss, m_burst);
        }
        if (m_model == "ber")
        {
            return std::make_unique<ns3::FabricBitErrorLoss>(m_loss);
        }
        return std::make_unique<ns3::FabricBernoulliLoss>(m_loss);
    }

    double m_loss;       ///< see the schema
    std::string m_model; ///< bernoulli, burst or ber
    double m_burst;      ///< frames in a row
};

const FaultKind KIND("link-loss", ReadLinkFault<LinkLoss>);

} // namespace

} // namespace mrcsim
