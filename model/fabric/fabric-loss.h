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
 * Injected loss on a direction of a link: ns3::FabricLoss and its kinds.
 */

namespace ns3
{

class FabricContext;

/**
 * @ingroup mrc
 * Injected loss: drops frames that have crossed a direction of a link. It is called for every frame
 * that arrives there, so it may have a state. Each kind of loss is a derived class, with one object
 * per port (FabricFaults::Lose).
 */
class FabricLoss
{
  public:
    virtual ~FabricLoss() = default;

    /**
     * @param frame a frame that arrives; never a PFC frame
     * @param context of the fabric, whose stream provides all draws
     * @return true if it is lost
     */
    virtual bool Takes(const FabricFrame& frame, FabricContext& context) = 0;
};

/**
 * @ingroup mrc
 * Every frame is lost with the same probability, independently of others (Bernoulli).
 */
class FabricBernoulliLoss final : public FabricLoss
{
  public:
    /**
     * @param probability that a frame is lost, 0 to 1
     */
    explicit FabricBernoulliLoss(double probability);

    bool Takes(const FabricFrame& frame, FabricContext& context) override;

  private:
    double m_probability; ///< probability that a frame is lost
};

/**
 * @ingroup mrc
 * Frames are lost in bursts (Gilbert-Elliott): a link is in a good state, which loses no frame, or
 * in a bad one, which loses all; the state may change before each frame.
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
     * @return length in frames below which bursts would follow each other without a frame in
     * between
     */
    static double GetLeastBurst(double share);

    bool Takes(const FabricFrame& frame, FabricContext& context) override;

  private:
    double m_toBad;    ///< probability that the state becomes bad before a frame
    double m_toGood;   ///< probability that the state becomes good before a frame
    bool m_bad{false}; ///< state at the last frame
};

/**
 * @ingroup mrc
 * Bits are flipped independently of each other. A frame with a flipped bit fails its checksum and
 * is dropped, so long frames are lost more often.
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
 * @param frame a frame, not of PFC
 * @return true if it is an answer without data: a SACK, NACK or Transport ACK, an ACK or NAK of
 * RoCE, or a packet of ns-3's stack that is too small for data
 */
bool IsFabricAnswer(const FabricFrame& frame);

/**
 * @ingroup mrc
 * Applies another loss process only to answers (IsFabricAnswer).
 */
class FabricAnswerLoss final : public FabricLoss
{
  public:
    /**
     * @param loss the process
     */
    explicit FabricAnswerLoss(std::unique_ptr<FabricLoss> loss);
    bool Takes(const FabricFrame& frame, FabricContext& context) override;

  private:
    std::unique_ptr<FabricLoss> m_loss; ///< the process
};

/**
 * @ingroup mrc
 * Applies another loss process only to the frames of one path.
 */
class FabricPathLoss final : public FabricLoss
{
  public:
    /**
     * @param loss the process
     * @param src their sender
     * @param dst their destination
     * @param ev their entropy value
     */
    FabricPathLoss(std::unique_ptr<FabricLoss> loss, uint32_t src, uint32_t dst, uint32_t ev);
    bool Takes(const FabricFrame& frame, FabricContext& context) override;

  private:
    std::unique_ptr<FabricLoss> m_loss; ///< the process
    uint32_t m_src;                     ///< sender
    uint32_t m_dst;                     ///< destination
    uint32_t m_ev;                      ///< entropy value
};

} // namespace ns3

#endif // FABRIC_LOSS_H
