/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_BITMAP_SELECTOR_H
#define MRC_BITMAP_SELECTOR_H

#include "ns3/mrc-penalty-selector.h"

/**
 * @file
 * @ingroup mrc
 * ns3::MrcBitmapSelector: a penalty counter per path.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Sprays over the paths without a penalty (mrc reference, 3.8, "bitmap"). MrcPenaltySelector does
 * all of it.
 */
class MrcBitmapSelector : public MrcPenaltySelector
{
  public:
    static TypeId GetTypeId();

    Ptr<MrcPathSelector> Fork() const override;
};

} // namespace ns3

#endif // MRC_BITMAP_SELECTOR_H
