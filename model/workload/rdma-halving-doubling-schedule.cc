/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-halving-doubling-schedule.h"

#include "rdma-bandwidth.h"
#include "rdma-chunks.h"

#include "ns3/abort.h"

#include <vector>

namespace ns3
{

namespace
{

/**
 * Builds the schedule. The ranks that take part, the core, have numbers from 0 to m - 1, where m is
 * a power of two, and the vector has m parts.
 */
class HalvingDoubling
{
  public:
    /**
     * @param nRanks number of ranks
     * @param nCore m
     * @param bytes vector of each rank, B
     */
    HalvingDoubling(uint32_t nRanks, uint32_t nCore, uint64_t bytes)
        : m_nAside(nRanks - nCore),
          m_bytes(bytes),
          m_parts(bytes, nCore),
          m_builder(nRanks),
          m_core(nCore, {0, nCore, {}})
    {
    }

    /** @return the schedule */
    RdmaSchedule Make()
    {
        const auto nCore = static_cast<uint32_t>(m_core.size());
        FoldIn();
        for (uint32_t distance = 1; distance < nCore; distance *= 2)
        {
            Halve(distance);
        }
        ForgetEmptyParts();
        for (uint32_t distance = nCore / 2; distance > 0; distance /= 2)
        {
            Double(distance);
        }
        FoldOut();
        const double factor = GetRdmaBusFactor(RdmaCollective::ALL_REDUCE, nCore + m_nAside);
        m_builder.SetBandwidthRule(m_bytes, factor);
        return m_builder.Build();
    }

  private:
    /// State of a rank of the core.
    struct Core
    {
        uint32_t firstPart;             ///< the first part that it still adds up, or has the sum of
        uint32_t nParts;                ///< number of these parts
        std::vector<uint32_t> received; ///< sends that delivered data of these parts
    };

    /// A message of a step.
    struct Message
    {
        uint32_t send; ///< index of the send
        uint32_t to;   ///< number of its receiver
    };

    /** Each rank that does not take part sends its vector to its neighbor. */
    void FoldIn()
    {
        for (uint32_t number = 0; number < m_nAside; ++number)
        {
            const uint32_t rank = GetRank(number);
            m_core[number].received = {m_builder.AddSend(rank - 1, rank, m_bytes, m_step)};
        }
        m_step += m_nAside > 0 ? 1 : 0;
    }

    /**
     * Exchange half of the parts that are not added up yet: the lower one of two ranks continues
     * with the lower half.
     * @param distance difference of their numbers, a power of two
     */
    void Halve(uint32_t distance)
    {
        std::vector<Message> messages;
        for (uint32_t number = 0; number < m_core.size(); ++number)
        {
            Core& core = m_core[number];
            const bool isLower = (number & distance) == 0;
            const uint32_t lower = core.firstPart;
            core.nParts /= 2;
            core.firstPart += isLower ? 0 : core.nParts;
            Post(number, distance, isLower ? lower + core.nParts : lower, messages);
        }
        EndStep(messages);
    }

    /** A rank whose part of the sum is empty has received nothing that it could forward. */
    void ForgetEmptyParts()
    {
        for (auto& core : m_core)
        {
            if (m_parts.GetBytes(core.firstPart) == 0)
            {
                core.received.clear();
            }
        }
    }

    /**
     * Exchange all sums.
     * @param distance difference of the two ranks' numbers, a power of two
     */
    void Double(uint32_t distance)
    {
        std::vector<Message> messages;
        for (uint32_t number = 0; number < m_core.size(); ++number)
        {
            Core& core = m_core[number];
            Post(number, distance, core.firstPart, messages);
            core.firstPart -= (number & distance) == 0 ? 0 : core.nParts;
            core.nParts *= 2;
        }
        EndStep(messages);
    }

    /** Each rank that does not take part receives the result. */
    void FoldOut()
    {
        for (uint32_t number = 0; number < m_nAside; ++number)
        {
            const uint32_t rank = GetRank(number);
            AwaitReceived(number, m_builder.AddSend(rank, rank - 1, m_bytes, m_step));
        }
    }

    /**
     * Send some parts to a peer, unless they are empty.
     * @param number sender; sends as many parts as it works on
     * @param distance difference to the peer's number, a power of two
     * @param firstPart the first of them
     * @param messages receives the message
     */
    void Post(uint32_t number,
              uint32_t distance,
              uint32_t firstPart,
              std::vector<Message>& messages)
    {
        const uint32_t to = number ^ distance;
        const uint64_t bytes =
            m_parts.GetOffset(firstPart + m_core[number].nParts) - m_parts.GetOffset(firstPart);
        if (bytes > 0)
        {
            const uint32_t send = m_builder.AddSend(GetRank(number), GetRank(to), bytes, m_step);
            AwaitReceived(number, send);
            messages.push_back({send, to});
        }
    }

    /**
     * @param number the sender
     * @param send a send that contains data of all messages that the sender has received
     */
    void AwaitReceived(uint32_t number, uint32_t send)
    {
        for (const uint32_t before : m_core[number].received)
        {
            m_builder.AddDependency(before, send);
        }
    }

    /**
     * @param messages all messages of a step, which are independent of each other
     */
    void EndStep(const std::vector<Message>& messages)
    {
        for (const auto& message : messages)
        {
            m_core[message.to].received.push_back(message.send);
        }
        ++m_step;
    }

    /**
     * @param number number of a rank of the core
     * @return the rank
     */
    uint32_t GetRank(uint32_t number) const
    {
        return number < m_nAside ? 2 * number + 1 : number + m_nAside;
    }

    uint32_t m_nAside;             ///< ranks that do not take part
    uint64_t m_bytes;              ///< vector of each rank, B
    RdmaChunks m_parts;            ///< its parts
    RdmaScheduleBuilder m_builder; ///< receives the sends
    std::vector<Core> m_core;      ///< by number
    uint32_t m_step{0};            ///< the next step
};

} // namespace

RdmaSchedule
MakeRdmaHalvingDoublingAllReduce(uint32_t nRanks, uint64_t bytes)
{
    NS_ABORT_MSG_IF(nRanks < 2, "an all-reduce needs 2 ranks, not " << nRanks);
    NS_ABORT_MSG_IF(bytes == 0, "an all-reduce of 0 B");
    uint32_t nCore = 1;
    while (nCore <= nRanks / 2)
    {
        nCore *= 2;
    }
    return HalvingDoubling(nRanks, nCore, bytes).Make();
}

} // namespace ns3
