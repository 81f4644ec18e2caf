/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_SERVER_SWITCH_H
#define RDMA_SERVER_SWITCH_H

#include "ns3/rdma-ring-queue.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <map>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaServerSwitch: the switch between the hosts of one server.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A part of a message that has left its sender.
 */
struct RdmaServerSlice
{
    uint32_t channel; ///< its channel
    uint64_t bytes;   ///< its length, B
    bool last;        ///< true: the last part of the message
    RdmaTick end;     ///< time at which its last byte left
};

/**
 * @ingroup mrc
 * A non-blocking switch without buffers between the hosts of one server, at one rate: every host
 * sends to one other host at a time and receives from one at a time. It receives the time as an
 * argument, and does not depend on the simulator or on the meaning of messages.
 *
 * Messages wait in channels, each from one host to another, first in, first out. They cross in
 * slices. A channel's turn is as long as a slice, or as the message if that is shorter; the next
 * turn goes to the channel that has waited longest, among those whose sender and receiver are free.
 * So no message waits that could cross, and bytes are shared evenly.
 *
 * Pairs of hosts that become free at different times would never be matched with other hosts: a
 * free host finds all others busy. So time is divided into slots as long as a slice, beginning when
 * the idle switch gets a message, and a slice that crosses at the end of a slot is cut there; its
 * channel continues with the rest of its turn. At the begin of a slot all hosts are free, so the
 * channel that has waited longest gets its turn: none starves.
 *
 * Times are exact: a host that never pauses sends at the rate, for any fractions of a picosecond
 * that its slices take. Reported times are rounded up to picoseconds. At the end of a slot in which
 * a slice was cut, the time of a byte or a picosecond, the longer of the two, may stay unused.
 *
 * Conservation, per channel: bytes posted = bytes of slices returned + bytes waiting or crossing.
 */
class RdmaServerSwitch
{
  public:
    /// Longest slice, B: its time in bits x ps has to fit into 63 bits.
    static constexpr uint32_t MAX_SLICE_BYTES = 1 << 20;

    /**
     * @param hosts number of hosts
     * @param rateBps rate at which each sends, and receives, bit/s; at most 10^15
     * @param sliceBytes length of a slice, B; at most MAX_SLICE_BYTES
     */
    RdmaServerSwitch(uint32_t hosts, uint64_t rateBps, uint32_t sliceBytes);

    /**
     * @param bytes some bytes, B
     * @param rateBps a rate, bit/s; at most 10^15
     * @return the time that they take, rounded down
     */
    static RdmaTick GetTime(uint64_t bytes, uint64_t rateBps);

    /**
     * @param src sending host, 0 .. hosts - 1
     * @param dst receiving host, not src
     * @return number of a new channel, counted from 0
     */
    uint32_t AddChannel(uint32_t src, uint32_t dst);

    /**
     * Post a message; after Advance to the same time.
     * @param channel its channel
     * @param bytes its length, B; one of 0 B is a slice of 0 B
     */
    void Post(RdmaTick now, uint32_t channel, uint64_t bytes);

    /**
     * Let time pass. Nothing happens before NextWakeup; a late call processes all events that were
     * due.
     * @param [out] ended receives the slices that have left their senders, in the order of time
     */
    void Advance(RdmaTick now, std::vector<RdmaServerSlice>& ended);

    /** @return time of the next call of Advance; never if the switch is idle */
    RdmaTick NextWakeup() const
    {
        return m_next;
    }

  private:
    /// A time between two picoseconds.
    struct Moment
    {
        RdmaTick at;       ///< the next picosecond
        int64_t early{-1}; ///< how much earlier the time is, ps / rate, below one ps; -1: none
    };

    /// One direction between two hosts.
    struct Channel
    {
        uint32_t src;                     ///< sending host
        uint32_t dst;                     ///< receiving host
        RdmaRingQueue<uint64_t> messages; ///< rest of each message, B
        uint64_t turn{0};                 ///< number of its turn; the lowest has waited longest
        uint32_t turnBytes{0};            ///< rest of the turn, B
    };

    /// A host, with the slice that it sends.
    struct Host
    {
        bool sending{false};    ///< a slice leaves it
        bool receiving{false};  ///< a slice reaches it
        uint32_t waitingOut{0}; ///< channels from here that wait
        uint32_t waitingIn{0};  ///< channels to here that wait
        uint32_t channel{0};    ///< channel of the slice that leaves
        uint64_t bytes{0};      ///< length of this slice, B
        Moment end;             ///< time at which the slice has left
        Moment outFree;         ///< time at which the last slice from here had left
        Moment inFree;          ///< time at which the last slice to here had left its sender
    };

    /// Channels, by the number of their turn.
    using Waiting = std::map<uint64_t, uint32_t>;

    /**
     * @param moment a time
     * @param bytes length of a slice that begins then, B
     * @return time at which it has left
     */
    Moment Add(const Moment& moment, uint64_t bytes) const;

    /**
     * @param src a host that does not send
     * @param dst a host that does not receive
     * @return the time, within the picosecond that ends now, at which both became free
     */
    Moment GetStart(const Host& src, const Host& dst, RdmaTick now) const;

    /**
     * Start a slice if sender and receiver are free.
     * @param channel a channel with a message
     * @return true if it has started
     */
    bool Start(uint32_t channel, RdmaTick now);

    /**
     * @param channel a channel that starts to wait
     */
    void Wait(uint32_t channel);

    /**
     * @param waiting a channel that no longer waits
     * @return the next channel that waits
     */
    Waiting::iterator Unwait(Waiting::iterator waiting);

    /**
     * @param channel a channel with a message, whose turn has ended
     */
    void BeginTurn(Channel& channel);

    /**
     * Complete the slice that a host sends.
     * @param host host index
     * @param [out] ended receives the slice
     */
    void End(Host& host, std::vector<RdmaServerSlice>& ended);

    /**
     * Start slices for channels that wait, until no waiting channel can start.
     */
    void Match(RdmaTick now);

    /** Compute the time of the next action. */
    void FindNext();

    uint64_t m_rateBps;               ///< rate, bit/s
    uint32_t m_sliceBytes;            ///< length of a slice, B
    std::vector<Host> m_hosts;        ///< by number
    std::vector<Channel> m_channels;  ///< by number
    Waiting m_waiting;                ///< channels that have a message and do not cross
    uint64_t m_turns{0};              ///< turns begun
    uint32_t m_crossing{0};           ///< hosts that send
    Moment m_slotBegin;               ///< begin of the slot
    Moment m_slotEnd;                 ///< its end
    RdmaTick m_next{RdmaTick::Max()}; ///< see NextWakeup
};

} // namespace ns3

#endif // RDMA_SERVER_SWITCH_H
