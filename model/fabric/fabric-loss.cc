/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-loss.h"

#include "fabric-context.h"

#include "ns3/abort.h"
#include "ns3/rdma-wire-size.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{

namespace
{

/// Largest packet of ns-3's stack that counts as an answer, B: IPv6 and TCP headers with options.
constexpr uint32_t ANSWER_L3_BYTES = 100;

/** @return the probability, checked */
double
Probability(double probability)
{
    NS_ABORT_MSG_IF(!(probability >= 0 && probability <= 1),
                    "a loss with probability " << probability << "; allowed: 0 to 1");
    return probability;
}

} // namespace

bool
IsFabricAnswer(const FabricFrame& frame)
{
    if (frame.encap == FabricEncap::PACKET)
    {
        return frame.l3Bytes <= ANSWER_L3_BYTES;
    }
    switch (frame.pdu.opcode)
    {
    case RdmaOpcode::MRC_SACK:
    case RdmaOpcode::MRC_NACK:
    case RdmaOpcode::MRC_TRANSPORT_ACK:
    case RdmaOpcode::RC_ACK:
        return true;
    default:
        return false;
    }
}

FabricBernoulliLoss::FabricBernoulliLoss(double probability)
    : m_probability(Probability(probability))
{
}

bool
FabricBernoulliLoss::Takes(const FabricFrame& /* frame */, FabricContext& context)
{
    return context.Draw() < m_probability;
}

FabricBurstLoss::FabricBurstLoss(double share, double burst)
    : m_toBad(share < 1 ? std::min(1.0, share / (burst * (1 - share))) : 1),
      m_toGood(share < 1 ? 1 / burst : 0)
{
    NS_ABORT_MSG_IF(!(burst >= GetLeastBurst(Probability(share))),
                    "bursts of " << burst << " frames; at a loss of " << share << " at least "
                                 << GetLeastBurst(share));
}

double
FabricBurstLoss::GetLeastBurst(double share)
{
    return share < 1 ? std::max(1.0, share / (1 - share)) : 1;
}

bool
FabricBurstLoss::Takes(const FabricFrame& /* frame */, FabricContext& context)
{
    const bool changes = context.Draw() < (m_bad ? m_toGood : m_toBad);
    m_bad = m_bad != changes;
    return m_bad;
}

FabricBitErrorLoss::FabricBitErrorLoss(double rate)
    : m_logKept(std::log1p(-Probability(rate)))
{
}

bool
FabricBitErrorLoss::Takes(const FabricFrame& frame, FabricContext& context)
{
    const double bits = 8.0 * FabricQueueBytes(frame);
    return context.Draw() < -std::expm1(bits * m_logKept);
}

FabricAnswerLoss::FabricAnswerLoss(std::unique_ptr<FabricLoss> loss)
    : m_loss(std::move(loss))
{
}

bool
FabricAnswerLoss::Takes(const FabricFrame& frame, FabricContext& context)
{
    return IsFabricAnswer(frame) && m_loss->Takes(frame, context);
}

FabricPathLoss::FabricPathLoss(std::unique_ptr<FabricLoss> loss,
                               uint32_t src,
                               uint32_t dst,
                               uint32_t ev)
    : m_loss(std::move(loss)),
      m_src(src),
      m_dst(dst),
      m_ev(ev)
{
}

bool
FabricPathLoss::Takes(const FabricFrame& frame, FabricContext& context)
{
    return frame.srcHost == m_src && frame.dstHost == m_dst && frame.entropy == m_ev &&
           frame.encap != FabricEncap::PACKET && m_loss->Takes(frame, context);
}

} // namespace ns3
