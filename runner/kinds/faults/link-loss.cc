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

const EventKind LOSS("link-loss",
                     "link, or one direction of it",
                     "0.05, 0.2 burst, 1e-06 ber; 0: ended",
                     "a fault begins or ends: frames are lost",
                     FaultSign{FaultSign::Role::CHANGES, FaultSign::State::DEGRADED, "0"});

/// Fault: a link loses frames at random.
class LinkLoss : public LinkFault
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareLink(keys);
        keys.Add("loss", &LinkLoss::m_loss)
            .Range(0, 1)
            .Required()
            .Help("bernoulli, burst: probability that a frame is lost. ber: probability of a bit "
                  "error.");
        keys.Add("model", &LinkLoss::m_model)
            .Words({"bernoulli", "burst", "ber"})
            .Default("bernoulli")
            .Help("bernoulli: each frame independently. burst: several in a row "
                  "(Gilbert-Elliott), with the same mean. ber: by frame size.");
        keys.Add("burstLength", &LinkLoss::m_burst)
            .Range(1, 1000000)
            .Default(10)
            .Help("burst: mean number of frames lost in a row.");
        DeclareDirection(keys);
        AddDuration(keys);
    }

    void Check(const FaultPlan& /* plan */,
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

    std::vector<ns3::FabricFaultId> Begin(const FaultTarget& target) const override
    {
        Note(target, LOSS, FormatNumber(m_loss) + (m_model == "bernoulli" ? "" : ' ' + m_model));
        return HoldEach(target, [&](ns3::FabricPort* port) {
            return target.GetFaults().Lose(port, MakeLoss());
        });
    }

    void End(const FaultTarget& target) const override
    {
        Note(target, LOSS, "0");
    }

  private:
    /** @return a loss model, one per direction */
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

    double m_loss{0};    ///< probability that a frame is lost; ber: of a bit error
    std::string m_model; ///< bernoulli, burst or ber
    double m_burst{0};   ///< burst: mean number of frames in a row
};

const auto KIND = FaultKind::Make<LinkLoss>("link-loss", 30, "a link loses frames at random.");

} // namespace

} // namespace mrcsim
