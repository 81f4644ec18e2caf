/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-profile-helper.h"

#include "ns3/abort.h"
#include "ns3/rdma-not-null.h"

namespace ns3
{

namespace
{

/// Fields of 16 bits of an outer destination and the segment of an SRH.
constexpr size_t FIELDS = 16;

/**
 * @param result answer of the control API; aborts if it is an error
 */
void
Demand(const MrcVerbsResult& result)
{
    NS_ABORT_MSG_IF(!result.IsOk(), result.message);
}

} // namespace

Ptr<MrcEvProfile>
MrcEvProfileHelper::MakeExplicit(const std::vector<MrcEvEntry>& evs, uint32_t eventMask)
{
    using Bit = MrcEvProfileChange::Bit;
    MrcEvProfileChange shape;
    shape.mask =
        Bit::MODE | Bit::FORMAT | Bit::EV_COUNT | Bit::MIN_ACTIVE | Bit::EVENT_MASK | Bit::STATE;
    shape.mode = MrcEvMode::EXPLICIT;
    shape.format = CreateObject<MrcEvFormatProfile>();
    Demand(shape.format->Set(MrcEvFormatMode::SRV6, std::vector<uint8_t>(FIELDS, 16)));
    shape.evCount = static_cast<uint32_t>(evs.size());
    shape.eventMask = eventMask;
    shape.state = MrcProfileState::OFFLINE;
    Ptr<MrcEvProfile> profile = CreateObject<MrcEvProfile>();
    Demand(profile->Modify(shape));

    MrcEvOp fill;
    fill.kind = MrcEvOp::Kind::REPLACE_EV;
    for (const MrcEvEntry& ev : evs)
    {
        fill.entries.push_back({MrcEvEntry(), ev, MrcEvPublicState::GOOD});
    }
    MrcEvProfileChange online;
    online.evOp = &fill;
    online.mask = Bit::STATE;
    online.state = MrcProfileState::ONLINE;
    Demand(profile->Modify(online));
    return profile;
}

void
MrcEvProfileHelper::SetState(Ptr<MrcEvProfile> profile,
                             const MrcEvEntry& ev,
                             MrcEvPublicState state)
{
    MrcEvOp op;
    op.kind = MrcEvOp::Kind::MODIFY_EV_STATE;
    op.entries.push_back({ev, MrcEvEntry(), state});
    MrcEvProfileChange change;
    change.evOp = &op;
    Demand(RdmaNotNull(profile, "the profile of EVs")->Modify(change));
}

} // namespace ns3
