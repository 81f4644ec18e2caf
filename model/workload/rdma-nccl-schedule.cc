/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-nccl-schedule.h"

#include "rdma-chunks.h"

#include "ns3/abort.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace ns3
{

namespace
{

/// A message of NCCL: part of a message of the schedule.
struct Slot
{
    uint32_t send;          ///< the message of the schedule
    uint32_t number;        ///< its number in the message and channel
    uint16_t channel;       ///< channel
    uint64_t bytes;         ///< length, B
    uint32_t connection{0}; ///< channel between two ranks
    uint32_t position{0};   ///< number of earlier messages of the connection
    uint32_t clear{0};      ///< index of the clear to send
    uint32_t data{0};       ///< index of the send with the data, which is later
};

/// Converts a schedule.
class NcclDriver
{
  public:
    /** @param schedule the schedule; must outlive this object */
    explicit NcclDriver(const RdmaSchedule& schedule)
        : m_schedule(schedule),
          m_builder(schedule.GetNRanks()),
          m_nodes(schedule.GetNSends(), NONE)
    {
    }

    /** @return the schedule in slots; to be called once */
    RdmaSchedule Convert()
    {
        CountChannels();
        AddComputations();
        MakeSlots();
        AddSlots();
        for (uint32_t send = 0; send < m_schedule.GetNSends(); ++send)
        {
            for (const uint32_t then : m_schedule.GetDependents(send))
            {
                Connect(send, then);
            }
        }
        for (const Slot& slot : m_slots)
        {
            ShareSlots(slot);
        }
        m_builder.SetBandwidthRule(m_schedule.GetSizeBytes(), m_schedule.GetBusFactor());
        return m_builder.Build();
    }

  private:
    /// No index.
    static constexpr uint32_t NONE = ~0U;

    /** Count the channels of each rank. */
    void CountChannels()
    {
        const auto most = static_cast<uint32_t>(
            std::clamp<uint64_t>(m_schedule.GetSizeBytes() / RDMA_NCCL_CHANNEL_BYTES,
                                 1,
                                 RDMA_NCCL_CHANNELS));
        std::vector<std::vector<uint32_t>> peers(m_schedule.GetNRanks());
        for (uint32_t i = 0; i < m_schedule.GetNSends(); ++i)
        {
            const RdmaSend& send = m_schedule.GetSend(i);
            auto& known = peers[send.src];
            if (!send.IsComputation() && known.size() <= RDMA_NCCL_CHANNELS &&
                std::find(known.begin(), known.end(), send.dst) == known.end())
            {
                known.push_back(send.dst);
            }
        }
        for (const auto& known : peers)
        {
            m_channels.push_back(known.size() > RDMA_NCCL_CHANNELS ? 1 : most);
        }
    }

    /** @return true if the slots of a message wait one by one for those of another */
    bool IsPassedOn(const RdmaSend& first, const RdmaSend& then) const
    {
        return !first.IsComputation() && !then.IsComputation() && first.dst == then.src &&
               first.bytes == then.bytes && m_channels[first.src] == m_channels[then.src];
    }

    /**
     * Find the levels, and add the computations, and a computation of no duration before each
     * message that waits for whole messages or for a time.
     */
    void AddComputations()
    {
        const uint32_t n = m_schedule.GetNSends();
        m_levels.resize(n);
        std::vector<bool> waits(n); // for something whole
        for (uint32_t send = 0; send < n; ++send)
        {
            const RdmaSend& s = m_schedule.GetSend(send);
            const RdmaTick start = m_schedule.GetStart(send);
            if (waits[send] || s.IsComputation() || start != RdmaTick())
            {
                m_nodes[send] =
                    m_builder.AddComputation(s.src, m_schedule.GetDuration(send), s.step);
            }
            if (start != RdmaTick())
            {
                m_builder.SetStart(m_nodes[send], start);
            }
            for (const uint32_t then : m_schedule.GetDependents(send))
            {
                NS_ABORT_MSG_IF(then <= send,
                                "send " << then << " waits for a later one, " << send);
                const bool same = IsPassedOn(s, m_schedule.GetSend(then));
                m_levels[then] = std::max(m_levels[then], m_levels[send] + (same ? 0 : 1));
                waits[then] = waits[then] || !same;
            }
        }
    }

    /** List the slots of all messages. */
    void MakeSlots()
    {
        for (uint32_t i = 0; i < m_schedule.GetNSends(); ++i)
        {
            m_first.push_back(static_cast<uint32_t>(m_slots.size()));
            const RdmaSend& send = m_schedule.GetSend(i);
            const RdmaChunks parts(send.bytes, m_channels[send.src]); // of a computation empty
            for (uint16_t channel = 0; channel < parts.GetNFilled(); ++channel)
            {
                uint64_t left = parts.GetBytes(channel);
                for (uint32_t number = 0; left > 0; ++number)
                {
                    const uint64_t bytes = std::min(left, RDMA_NCCL_SLOT_BYTES);
                    m_slots.push_back({i, number, channel, bytes});
                    left -= bytes;
                }
            }
        }
        m_first.push_back(static_cast<uint32_t>(m_slots.size()));
    }

    /** @return key of NCCL's order */
    auto GetKey(const Slot& slot) const
    {
        const uint32_t loop = slot.number / RDMA_NCCL_CHUNK_SLOTS;
        return std::make_tuple(m_levels[slot.send], loop, slot.send, slot.channel, slot.number);
    }

    /** @return the connection of a channel between two ranks */
    uint32_t FindConnection(const RdmaSend& send, uint32_t channel)
    {
        const uint64_t pair = static_cast<uint64_t>(send.src) * m_schedule.GetNRanks() + send.dst;
        const auto number = static_cast<uint32_t>(m_connections.size());
        const auto [entry, isNew] = m_numbers.emplace(pair * RDMA_NCCL_CHANNELS + channel, number);
        if (isNew)
        {
            m_connections.emplace_back();
        }
        return entry->second;
    }

    /** Add a clear to send and a message for each slot, in NCCL's order. */
    void AddSlots()
    {
        std::vector<uint32_t> order(m_slots.size());
        std::iota(order.begin(), order.end(), 0U);
        std::sort(order.begin(), order.end(), [this](uint32_t a, uint32_t b) {
            return GetKey(m_slots[a]) < GetKey(m_slots[b]);
        });
        for (const uint32_t i : order)
        {
            Slot& slot = m_slots[i];
            const RdmaSend& send = m_schedule.GetSend(slot.send);
            slot.connection = FindConnection(send, slot.channel);
            slot.position = static_cast<uint32_t>(m_connections[slot.connection].size());
            m_connections[slot.connection].push_back(i);
            slot.clear = m_builder.AddSend(send.dst, send.src, RDMA_NCCL_CONTROL_BYTES, send.step);
            m_builder.SetKind(slot.clear, RdmaSendKind::CONTROL, slot.channel);
            slot.data = m_builder.AddSend(send.src, send.dst, slot.bytes, send.step);
            m_builder.SetKind(slot.data, RdmaSendKind::IMMEDIATE, slot.channel);
            m_builder.AddDependency(slot.clear, slot.data);
            if (m_nodes[slot.send] != NONE)
            {
                m_builder.AddDependency(m_nodes[slot.send], slot.data);
            }
        }
    }

    /** Add the dependencies that follow from one of the schedule. */
    void Connect(uint32_t send, uint32_t then)
    {
        if (IsPassedOn(m_schedule.GetSend(send), m_schedule.GetSend(then)))
        {
            for (uint32_t i = 0; i < m_first[send + 1] - m_first[send]; ++i)
            {
                const Slot& before = m_slots[m_first[send] + i];
                const Slot& after = m_slots[m_first[then] + i];
                m_builder.AddDependency(before.data, after.data);
                HoldSlot(before, after);
            }
            return;
        }
        if (m_schedule.GetSend(send).IsComputation())
        {
            m_builder.AddDependency(m_nodes[send], m_nodes[then]);
        }
        for (uint32_t i = m_first[send]; i < m_first[send + 1]; ++i)
        {
            m_builder.AddDependency(m_slots[i].data, m_nodes[then]);
        }
    }

    /**
     * A message is passed on: its slot is free when a slot of the next channel is.
     * @param before the message
     * @param after the message of the next channel
     */
    void HoldSlot(const Slot& before, const Slot& after)
    {
        const Slot* const blocked = FindSlot(before, RDMA_NCCL_SLOTS);
        const Slot* const blocking = FindSlot(after, -static_cast<int64_t>(RDMA_NCCL_SLOTS));
        const bool same = m_levels[before.send] == m_levels[after.send];
        if (same && blocked && blocking && blocking->data < blocked->data)
        {
            m_builder.AddDependency(blocking->data, blocked->clear);
        }
    }

    /** A message waits until the one before it in its slot has left both ends. */
    void ShareSlots(const Slot& slot)
    {
        if (const Slot* before = FindSlot(slot, -static_cast<int64_t>(RDMA_NCCL_SLOTS)))
        {
            m_builder.AddDependency(before->data, slot.data);
            m_builder.AddDependency(before->data, slot.clear);
        }
    }

    /** @return the message of the same connection this many messages later; null if there is none
     */
    const Slot* FindSlot(const Slot& slot, int64_t later) const
    {
        const auto& slots = m_connections[slot.connection];
        const int64_t position = slot.position + later;
        return position < 0 || position >= static_cast<int64_t>(slots.size())
                   ? nullptr
                   : &m_slots[slots[position]];
    }

    const RdmaSchedule& m_schedule;   ///< the given schedule
    RdmaScheduleBuilder m_builder;    ///< the schedule in slots
    std::vector<uint32_t> m_channels; ///< channels by rank
    std::vector<uint32_t> m_levels;   ///< by send: times that something waits for whole messages
                                      ///< before it
    std::vector<uint32_t> m_nodes;    ///< by send: its computation, or that before it; or NONE
    std::vector<Slot> m_slots;        ///< by message, channel and number
    std::vector<uint32_t> m_first;    ///< by send: its first one; then their number
    std::unordered_map<uint64_t, uint32_t> m_numbers; ///< connections by ranks and channel
    std::vector<std::vector<uint32_t>> m_connections; ///< slots by connection
};

} // namespace

RdmaSchedule
MakeRdmaNcclSchedule(const RdmaSchedule& schedule)
{
    return NcclDriver(schedule).Convert();
}

} // namespace ns3
