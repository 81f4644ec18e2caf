/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-faults.h"

#include "fabric-elements.h"
#include "fabric-names.h"
#include "fabric-topology.h"

#include "ns3/abort.h"
#include "ns3/log.h"
#include "ns3/rdma-not-null.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricFaults");

namespace
{

/**
 * @param end an end of a link
 * @return the lower end, which represents both
 */
FabricPort*
LowerEnd(FabricPort* end)
{
    RdmaNotNull(end, "the port of a fault");
    return end->id < end->peer->id ? end : end->peer;
}

} // namespace

FabricFaults::FabricFaults(FabricElements& elements)
    : m_elements(elements)
{
}

FabricFaults::~FabricFaults() = default;

FabricFaultId
FabricFaults::Darken(FabricPort* end, Cause cause)
{
    Held held;
    held.kind = FabricFaultKind::DARK;
    held.cause = cause;
    held.port = LowerEnd(end);
    return Begin(std::move(held));
}

FabricFaultId
FabricFaults::Lose(FabricPort* port, std::unique_ptr<FabricLoss> loss)
{
    Held held;
    held.kind = FabricFaultKind::LOSS;
    held.port = port;
    held.loss = std::move(loss);
    RdmaNotNull(held.loss, "the loss of a fault");
    return Begin(std::move(held));
}

FabricFaultId
FabricFaults::Slow(FabricPort* port, uint64_t bps)
{
    NS_ABORT_MSG_IF(bps == 0, "a fault cannot lower a rate to 0 bit/s; take the link down instead");
    Held held;
    held.kind = FabricFaultKind::SLOW;
    held.port = port;
    held.bps = bps;
    return Begin(std::move(held));
}

FabricFaultId
FabricFaults::Delay(FabricPort* port, RdmaTick extra)
{
    NS_ABORT_MSG_IF(extra < RdmaTick{}, "the delay added by a fault cannot be negative");
    Held held;
    held.kind = FabricFaultKind::LATE;
    held.port = port;
    held.extra = extra;
    return Begin(std::move(held));
}

FabricFaultId
FabricFaults::Silence(FabricSwitch* sw)
{
    Held held;
    held.kind = FabricFaultKind::SILENT;
    held.sw = sw;
    return Begin(std::move(held));
}

std::vector<FabricFaultId>
FabricFaults::PutDown(FabricSwitch* sw)
{
    std::vector<FabricFaultId> ids{Silence(sw)}; // aborts without a switch
    for (uint32_t i = 0; i < sw->GetNPorts(); ++i)
    {
        Held held;
        held.kind = FabricFaultKind::DARK;
        held.cause = Cause::SWITCH;
        held.port = LowerEnd(sw->GetPort(i));
        held.sw = sw;
        ids.push_back(Begin(std::move(held)));
    }
    return ids;
}

FabricFaultId
FabricFaults::Hold(const void* owner,
                   uint64_t number,
                   std::function<void(bool)> apply,
                   FabricPort* port)
{
    Held held;
    held.kind = FabricFaultKind::OTHER;
    held.owner = owner;
    held.number = number;
    held.apply = std::move(apply);
    held.port = port;
    return Begin(std::move(held));
}

FabricFaults::Object
FabricFaults::ObjectOf(const Held& held)
{
    switch (held.kind)
    {
    case FabricFaultKind::SILENT:
        return {held.kind, held.sw, 0};
    case FabricFaultKind::OTHER:
        return {held.kind, held.owner, held.number};
    default:
        return {held.kind, held.port, 0};
    }
}

FabricFaultId
FabricFaults::Begin(Held held)
{
    const FabricFaultId id = m_next++;
    const Object object = ObjectOf(held);
    RdmaNotNull(std::get<const void*>(object), "the port, switch or owner of a fault");
    held.since = m_elements.GetContext().Now();
    std::vector<FabricFaultId>& ids = m_objects[object];
    const Held& kept = m_held.emplace(id, std::move(held)).first->second;
    Report(kept, id, true); // before it has any effect, for counters of its cost
    Apply(kept, ids, true);
    ids.push_back(id);
    return id;
}

void
FabricFaults::Lift(FabricFaultId id)
{
    const auto it = m_held.find(id);
    if (it == m_held.end())
    {
        return;
    }
    const Held held = std::move(it->second);
    m_held.erase(it);
    const auto object = m_objects.find(ObjectOf(held));
    std::vector<FabricFaultId>& ids = object->second;
    ids.erase(std::find(ids.begin(), ids.end(), id));
    const std::vector<FabricFaultId> others = ids;
    if (ids.empty())
    {
        m_objects.erase(object);
    }
    Apply(held, others, false);
    Report(held, id, false);
}

uint64_t
FabricFaults::GetLowest(const FabricPort* port, const std::vector<FabricFaultId>& ids) const
{
    uint64_t lowest = port->GetRateBps();
    for (const FabricFaultId id : ids)
    {
        lowest = std::min(lowest, m_held.at(id).bps);
    }
    return lowest;
}

void
FabricFaults::Apply(const Held& held, const std::vector<FabricFaultId>& others, bool begins)
{
    const RdmaTick now = m_elements.GetContext().Now();
    switch (held.kind)
    {
    case FabricFaultKind::DARK:
        if (others.empty())
        {
            m_elements.SetLinkUp(held.port, !begins);
        }
        break;
    case FabricFaultKind::LOSS:
        if (begins)
        {
            held.port->AddLoss(held.loss.get());
        }
        else
        {
            held.port->RemoveLoss(held.loss.get());
        }
        break;
    case FabricFaultKind::SLOW: {
        const uint64_t rest = GetLowest(held.port, others);
        held.port->SetRate(now, begins ? std::min(rest, held.bps) : rest);
        break;
    }
    case FabricFaultKind::LATE: {
        const RdmaTick delay = held.port->GetDelay();
        held.port->SetDelay(now, begins ? delay + held.extra : delay - held.extra);
        break;
    }
    case FabricFaultKind::SILENT:
        held.sw->SetForwarding(!begins && others.empty());
        break;
    case FabricFaultKind::OTHER:
        if (others.empty())
        {
            held.apply(begins);
        }
        break;
    }
}

void
FabricFaults::Report(const Held& held, FabricFaultId id, bool begins) const
{
    NS_LOG_INFO("fault " << id << (begins ? " begins, effect " : " ends, effect ")
                         << static_cast<uint32_t>(held.kind)
                         << (held.port ? " at a port of " + held.port->owner->GetName()
                             : held.sw ? " at " + held.sw->GetName()
                                       : ""));
    m_elements.ReportFault(FabricFaultChange{m_elements.GetContext().Now(),
                                             id,
                                             held.kind,
                                             begins,
                                             held.port,
                                             held.sw});
}

FabricFaultChange
FabricFaults::Tell(FabricFaultId id, const Held& held)
{
    return {held.since, id, held.kind, true, held.port, held.sw};
}

std::optional<FabricFaultChange>
FabricFaults::Find(FabricFaultId id) const
{
    const auto it = m_held.find(id);
    return it == m_held.end() ? std::nullopt : std::optional(Tell(id, it->second));
}

std::vector<FabricFaultChange>
FabricFaults::ListHeld() const
{
    std::vector<FabricFaultChange> list;
    for (const auto& [id, held] : m_held)
    {
        list.push_back(Tell(id, held));
    }
    return list;
}

uint32_t
FabricFaults::LiftIf(const std::function<bool(FabricFaultId, const Held&)>& condition)
{
    std::vector<FabricFaultId> ids;
    for (const auto& [id, held] : m_held)
    {
        if (condition(id, held))
        {
            ids.push_back(id);
        }
    }
    for (const FabricFaultId id : ids)
    {
        Lift(id);
    }
    return static_cast<uint32_t>(ids.size());
}

uint32_t
FabricFaults::Repair(FabricPort* end)
{
    return LiftIf([end](FabricFaultId /* id */, const Held& held) {
        return held.kind == FabricFaultKind::DARK && held.cause == Cause::LINK &&
               (held.port == end || held.port == end->peer);
    });
}

uint32_t
FabricFaults::Release(const void* owner, uint64_t number)
{
    return LiftIf([owner, number](FabricFaultId /* id */, const Held& held) {
        return held.kind == FabricFaultKind::OTHER && held.owner == owner && held.number == number;
    });
}

uint32_t
FabricFaults::Restart(FabricSwitch* sw, const std::vector<FabricFaultId>& spared)
{
    return LiftIf([sw, &spared](FabricFaultId id, const Held& held) {
        return held.sw == sw && std::find(spared.begin(), spared.end(), id) == spared.end();
    });
}

uint64_t
FabricFaults::GetRateBps(const FabricPort* port) const
{
    if (!port->IsUp())
    {
        return 0;
    }
    const auto slow = m_objects.find({FabricFaultKind::SLOW, port, 0});
    return slow == m_objects.end() ? port->GetRateBps() : GetLowest(port, slow->second);
}

std::string
NameFabricFault(const FabricNames& names, const FabricFaultChange& fault)
{
    if (fault.sw)
    {
        return names.GetSwitchName(fault.sw->GetNumber());
    }
    if (!fault.port)
    {
        return "other";
    }
    return fault.kind == FabricFaultKind::DARK
               ? names.GetLinkName(FabricTopology::GetLinkOf(fault.port->id))
               : names.GetPortName(fault.port->id);
}

} // namespace ns3
