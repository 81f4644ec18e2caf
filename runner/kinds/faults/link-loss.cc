/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/link-fault.h"

namespace mrcsim
{

namespace
{

/// A link loses frames at random, in both directions.
class LinkLoss : public LinkFault
{
  public:
    /**
     * @param json faults[]
     * @param link number of the link
     */
    LinkLoss(const Json& json, uint32_t link)
        : LinkFault(link),
          m_loss(json["loss"].get<double>())
    {
    }

    void Begin(const FaultStage& stage) const override
    {
        SetLoss(stage, m_loss);
    }

    void End(const FaultStage& stage) const override
    {
        SetLoss(stage, 0);
    }

  private:
    double m_loss; ///< probability that a frame is lost, 0 to 1
};

const FaultKind KIND("link-loss", ReadLinkFault<LinkLoss>);

} // namespace

} // namespace mrcsim
