/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-bitmap-selector.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcBitmapSelector);

TypeId
MrcBitmapSelector::GetTypeId()
{
    static TypeId tid = AddPenaltyAttributes(TypeId("ns3::MrcBitmapSelector")
                                                 .SetParent<MrcPenaltySelector>()
                                                 .SetGroupName("Mrc")
                                                 .AddConstructor<MrcBitmapSelector>());
    return tid;
}

Ptr<MrcPathSelector>
MrcBitmapSelector::Fork() const
{
    return CopyObject(Ptr<const MrcBitmapSelector>(this));
}

} // namespace ns3
