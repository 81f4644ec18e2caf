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
 * ns3::RdmaServerSwitch: what lies between the hosts of one server.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A piece of a message that has left its sender.
 */
struct RdmaServerSlice
{
    uint32_t channel; ///< its channel
    uint64_t bytes;   ///< its length, B
    bool last;        ///< it ends the message
    RdmaTick end;     ///< when its last byte left
};

/**
 * @ingroup mrc
 * A non-blocking switch without buffers between the hosts of one server, at one rate: every host
 * sends to one other host at a time and receives from one at a time. It is told the time, and knows
 * neither the simulator nor what messages are for.
 *
 * Messages stand in channels, each from one host to another, first in, first out. They cross in
 * slices. A channel's turn is one slice long, or as long as the message is if that is less; then
 * the next turn goes to the channel that has waited longest for one, among those whose sender and
 * receiver are free. So nothing waits that could cross, and bytes are shared evenly.
 *
 * Pairs of hosts that come free at different times would never meet others than each other: whoever
 * is free finds all the rest busy. So time is divided into slots as long as a slice, from the
 * moment on at which the switch had nothing to do, and a slice under way at the end of a slot is
 * cut there; its channel goes on with the rest of its turn. At the begin of a slot all hosts are
 * free, so the channel that has waited longest gets its turn: none starves.
 *
 * Times are exact: a host that never rests sends at the rate, whatever fractions of a picosecond
 * its slices take. What is told in picoseconds is rounded up. At the end of a slot in which a slice
 * was cut, the time of a byte or a picosecond, whichever is longer, may stay unused.
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
     * @param bytes its length, at least 1 B
     */
    void Post(RdmaTick now, uint32_t channel, uint64_t bytes);

    /**
     * Let time pass. Nothing happens before NextWakeup, and a late call makes up for what was
     * missed.
     * @param [out] ended receives the slices that have left their senders, in the order of time
     */
    void Advance(RdmaTick now, std::vector<RdmaServerSlice>& ended);

    /** @return when Advance is to be called; never if there is nothing to do */
    RdmaTick NextWakeup() const
    {
        return m_next;
    }

  private:
    /// A moment between two picoseconds.
    struct Moment
    {
        RdmaTick at;       ///< the next picosecond
        int64_t early{-1}; ///< how much earlier it is, ps / rate, below one ps; -1: no moment
    };

    /// One direction between two hosts.
    struct Channel
    {
        uint32_t src;                     ///< sending host
        uint32_t dst;                     ///< receiving host
        RdmaRingQueue<uint64_t> messages; ///< what is left of each message, B
        uint64_t turn{0};                 ///< number of its turn; the lower, the longer it waits
        uint32_t turnBytes{0};            ///< what is left of the turn, B
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
        Moment end;             ///< when it has left
        Moment outFree;         ///< when the last slice from here had left
        Moment inFree;          ///< when the last slice to here had left its sender
    };

    /// Channels by the number of their turn.
    using Waiting = std::map<uint64_t, uint32_t>;

    /**
     * @param moment a moment
     * @param bytes length of a slice that begins then, B
     * @return when it has left
     */
    Moment Add(const Moment& moment, uint64_t bytes) const;

    /**
     * @param src a host that does not send
     * @param dst a host that does not receive
     * @return the moment, within the picosecond that ends now, at which both were free
     */
    Moment GetStart(const Host& src, const Host& dst, RdmaTick now) const;

    /**
     * Start a slice if sender and receiver are free.
     * @param channel a channel with a message
     * @return true if it has started
     */
    bool Start(uint32_t channel, RdmaTick now);

    /**
     * @param channel a channel that begins to wait
     */
    void Wait(uint32_t channel);

    /**
     * @param waiting a channel that waits no more
     * @return the next one that waits
     */
    Waiting::iterator Unwait(Waiting::iterator waiting);

    /**
     * @param channel a channel with a message, whose turn has ended
     */
    void BeginTurn(Channel& channel);

    /**
     * The slice that a host sends has left.
     * @param host host index
     * @param [out] ended receives the slice
     */
    void End(Host& host, std::vector<RdmaServerSlice>& ended);

    /**
     * Start slices for channels that wait, until nothing that waits could start.
     */
    void Match(RdmaTick now);

    /** Find out when something happens next. */
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
