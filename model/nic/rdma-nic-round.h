/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_NIC_ROUND_H
#define RDMA_NIC_ROUND_H

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaNicRound: round-robin list of the QPs of a NIC with data to send.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Round-robin list of the QPs of one data class with data to send, and the ports that can take a
 * frame of that class. The list is linked through the QPs themselves: each has the members
 * nextReady (index of the next one) and ready (it is in the list).
 */
class RdmaNicRound
{
  public:
    /// End of the list.
    static constexpr uint32_t NONE = ~0U;

    /** @return number of QPs in the list */
    uint32_t GetCount() const
    {
        return m_count;
    }

    /** @return bit p: port p can take a data frame */
    uint32_t GetRoom() const
    {
        return m_room;
    }

    /**
     * @param planes bit p: port p is concerned
     * @param room true: the port can take a data frame
     */
    void SetRoom(uint32_t planes, bool room)
    {
        m_room = room ? m_room | planes : m_room & ~planes;
    }

    /**
     * Append a QP that is not in the list.
     * @param qps all QPs of the NIC
     * @param index of the QP
     */
    template <typename Qp>
    void Push(std::vector<Qp>& qps, uint32_t index)
    {
        qps[index].ready = true;
        qps[index].nextReady = NONE;
        if (m_head == NONE)
        {
            m_head = index;
        }
        else
        {
            qps[m_tail].nextReady = index;
        }
        m_tail = index;
        ++m_count;
    }

    /**
     * Remove the first QP from the list, which must not be empty.
     * @param qps all QPs of the NIC
     * @return index of the QP
     */
    template <typename Qp>
    uint32_t Pop(std::vector<Qp>& qps)
    {
        const uint32_t index = m_head;
        qps[index].ready = false;
        m_head = qps[index].nextReady;
        --m_count;
        return index;
    }

  private:
    uint32_t m_room{0};    ///< GetRoom()
    uint32_t m_head{NONE}; ///< first of the list
    uint32_t m_tail{NONE}; ///< last of the list
    uint32_t m_count{0};   ///< GetCount()
};

} // namespace ns3

#endif // RDMA_NIC_ROUND_H
