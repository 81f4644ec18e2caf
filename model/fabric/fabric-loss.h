/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_LOSS_H
#define FABRIC_LOSS_H

#include "ns3/fabric-frame.h"

#include <cstdint>
#include <memory>

/**
 * @file
 * @ingroup mrc
 * What a direction of a link loses: ns3::FabricLoss and its kinds.
 */

namespace ns3
{

class FabricContext;

/**
 * @ingroup mrc
 * Injected loss: takes frames that have crossed a direction of a link. It sees every frame that
 * arrives there, so it may have a state. Another kind of loss is a class derived from this one; a
 * port has one object of its own (FabricFaults::Lose).
 */
class FabricLoss
{
  public:
    virtual ~FabricLoss() = default;

    /**
     * @param frame a frame that arrives; PFC frames are never shown
     * @param context of the fabric, whose stream all draws come from
     * @return true if it is lost
     */
    virtual bool Takes(const FabricFrame& frame, FabricContext& context) = 0;
};

/**
 * @ingroup mrc
 * Every frame is lost with the same probability, whatever became of others (Bernoulli).
 */
class FabricBernoulliLoss final : public FabricLoss
{
  public:
    /**
     * @param probability that a frame is lost, 0 to 1
     */
    explicit FabricBernoulliLoss(double probability)
        : m_probability(probability)
    {
    }

    bool Takes(const FabricFrame& frame, FabricContext& context) override;

  private:
    double m_probability; ///< that a frame is lost
};

/**
 * @ingroup mrc
 * Frames are lost in bursts (Gilbert-Elliott): a link is in a good state, which loses nothing, or
 * in a bad one, which loses all, and may change before each frame.
 */
class FabricBurstLoss final : public FabricLoss
{
  public:
    /**
     * @param share of all frames that are lost on average, 0 to 1
     * @param burst frames lost in a row on average, at least 1 and at least GetLeastBurst(share)
     */
    FabricBurstLoss(double share, double burst);

    /**
     * @param share of all frames that are lost, 0 to 1
     * @return bursts that are shorter would follow each other without a frame in between
     */
    static double GetLeastBurst(double share);

    bool Takes(const FabricFrame& frame, FabricContext& context) override;

  private:
    double m_toBad;    ///< probability that a frame finds the state has become bad
    double m_toGood;   ///< probability that a frame finds the state has become good
    bool m_bad{false}; ///< the state that the last frame found
};

/**
 * @ingroup mrc
 * Bits are flipped independently of each other; a frame with one is dropped for its checksum, so
 * long frames are lost more often.
 */
class FabricBitErrorLoss final : public FabricLoss
{
  public:
    /**
     * @param rate probability that a bit is flipped, 0 to 1
     */
    explicit FabricBitErrorLoss(double rate);

    bool Takes(const FabricFrame& frame, FabricContext& context) override;

  private:
    double m_logKept; ///< natural logarithm of the probability that a bit is not flipped
};

/**
 * @ingroup mrc
 * @param frame not of PFC
 * @return true if it answers others and carries nothing itself: a SACK, NACK or Transport ACK, an
 * ACK or NAK of RoCE, or a packet of ns-3's stack that is too small for data
 */
bool IsFabricAnswer(const FabricFrame& frame);

/**
 * @ingroup mrc
 * Takes of the answers alone what another loss would take of all (IsFabricAnswer).
 */
class FabricAnswerLoss final : public FabricLoss
{
  public:
    /**
     * @param loss which of them are lost
     */
    explicit FabricAnswerLoss(std::unique_ptr<FabricLoss> loss);
    bool Takes(const FabricFrame& frame, FabricContext& context) override;

  private:
    std::unique_ptr<FabricLoss> m_loss; ///< which of them are lost
};

/**
 * @ingroup mrc
 * Takes of the frames of one path alone what another loss would take of all.
 */
class FabricPathLoss final : public FabricLoss
{
  public:
    /**
     * @param loss which of them are lost
     * @param src host that sends them
     * @param dst host they are for
     * @param ev entropy value they have
     */
    FabricPathLoss(std::unique_ptr<FabricLoss> loss, uint32_t src, uint32_t dst, uint32_t ev);
    bool Takes(const FabricFrame& frame, FabricContext& context) override;

  private:
    std::unique_ptr<FabricLoss> m_loss; ///< which of them are lost
    uint32_t m_src;                     ///< host that sends them
    uint32_t m_dst;                     ///< host they are for
    uint32_t m_ev;                      ///< entropy value
};

} // namespace ns3

#endif // FABRIC_LOSS_H
