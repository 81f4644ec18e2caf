/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-array.h"

#include <algorithm>
#include <string>

namespace ns3
{

std::optional<uint32_t>
MrcEvArray::Find(const MrcEvEntry& entry) const
{
    for (uint32_t i = 0; i < GetSize(); ++i)
    {
        if (m_slots[i].entry == entry)
        {
            return i;
        }
    }
    return std::nullopt;
}

const MrcEvArray::Slot*
MrcEvArray::FindEv(uint32_t ev) const
{
    const auto slot =
        std::find_if(m_slots.begin(), m_slots.end(), [ev](const Slot& s) { return s.ev == ev; });
    return slot == m_slots.end() ? nullptr : &*slot;
}

MrcVerbsResult
MrcEvArray::CheckEntry(const MrcEvEntry& entry, MrcEvFormatMode mode) const
{
    if (entry.port < 1 || entry.port > MrcEv::MAX_PLANES)
    {
        return MrcVerbsResult::Invalid("port " + std::to_string(entry.port) + "; ports are 1 to " +
                                       std::to_string(MrcEv::MAX_PLANES));
    }
    const size_t used = mode == MrcEvFormatMode::SRV6 ? 32 : 4;
    if (std::any_of(entry.value.begin() + used, entry.value.end(), [](uint8_t b) { return b; }))
    {
        return MrcVerbsResult::Invalid("bytes after the EV are not 0");
    }
    if (mode == MrcEvFormatMode::UDP && entry.GetNumber() > 0xFFFF)
    {
        return MrcVerbsResult::Invalid("EV " + std::to_string(entry.GetNumber()) +
                                       " has more than 16 bits");
    }
    // The port does not matter: packets do not carry it.
    const auto same = [&](const Slot& s) {
        return s.entry.IsPopulated() && s.entry.value == entry.value &&
               (mode != MrcEvFormatMode::SRV6 || s.entry.port == entry.port);
    };
    if (std::any_of(m_slots.begin(), m_slots.end(), same))
    {
        return MrcVerbsResult::Invalid("the array holds this EV already");
    }
    return {};
}

MrcVerbsResult
MrcEvArray::CheckPorts(uint32_t ports) const
{
    for (const Slot& slot : m_slots)
    {
        if (slot.entry.port > ports)
        {
            return MrcVerbsResult::Invalid("the EV profile has an EV of port " +
                                           std::to_string(slot.entry.port) + ", the NIC has " +
                                           std::to_string(ports) + " port(s)");
        }
    }
    return {};
}

uint32_t
MrcEvArray::CountPopulated() const
{
    return static_cast<uint32_t>(std::count_if(m_slots.begin(), m_slots.end(), [](const Slot& s) {
        return s.entry.IsPopulated();
    }));
}

void
MrcEvArray::Configure(MrcEvSetup& setup) const
{
    for (const Slot& slot : m_slots)
    {
        setup.paths.push_back({slot.ev, static_cast<uint8_t>(slot.entry.port - 1)});
        if (slot.state == MrcEvPublicState::DENIED)
        {
            setup.denied.push_back(slot.ev);
        }
        if (slot.state == MrcEvPublicState::ASSUMED_BAD)
        {
            setup.assumedBad.push_back(slot.ev);
        }
    }
}

} // namespace ns3
