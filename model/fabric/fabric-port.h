/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_PORT_H
#define FABRIC_PORT_H

#include "fabric-counters.h"
#include "fabric-frame-fifo.h"
#include "fabric-loss.h"
#include "fabric-port-arena.h"
#include "fabric-port-classes.h"
#include "fabric-port-trims.h"
#include "fabric-queue-profile.h"

#include "ns3/rdma-tick.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricPort: an egress with its queues, and the link behind it.
 */

namespace ns3
{

class FabricContext;
class FabricPort;
class FabricSharedBuffer;

/**
 * @ingroup mrc
 * What owns ports: a switch or a NIC.
 */
class FabricPortOwner
{
  public:
    virtual ~FabricPortOwner() = default;

    /**
     * A frame has arrived whole. The owner owns it now.
     * @param in the port it came in by
     */
    virtual void Receive(RdmaTick now, FabricPort* in, FabricFrame* frame) = 0;

    /**
     * A port of this owner has come to life (FabricLazyTopology). Its link is complete.
     * @param port the port; its index is the number within the owner
     */
    virtual void OnNewPort(FabricPort* port);

    /**
     * A data queue of a port that asked for it (FabricPort::SetRoomFrames) has room again.
     */
    virtual void OnDataRoom(RdmaTick now, FabricPort* port, RdmaClass cls);

    /** @return what it is called in reports, like "p0-t0-3" or "h5" */
    virtual std::string GetName() const;

    /**
     * The link at a port went dark or came back.
     * @param up true: the link works from now on
     */
    virtual void OnLinkChange(RdmaTick now, FabricPort* port, bool up);
};

/**
 * @ingroup mrc
 * Sees every frame that passes a port: a capture. It may not change what it sees. Given to a port
 * by Fabric::AddTap.
 *
 * A port's frames are seen as devices of ns-3 see theirs: one that is sent when its first bit
 * leaves, one that is received when its last bit has come in. As a switch's forwarding latency is
 * part of the links that lead to it, switches see their frames that much later.
 */
class FabricPortTap
{
  public:
    virtual ~FabricPortTap() = default;

    /**
     * The port begins to send a frame.
     * @param frame as it leaves: marked, and maybe trimmed
     */
    virtual void OnSend(RdmaTick now, const FabricFrame& frame) = 0;

    /**
     * A frame has arrived at the port.
     * @param frame the frame; those that injected loss takes are never seen
     */
    virtual void OnReceive(RdmaTick now, const FabricFrame& frame) = 0;

    FabricPortTap* next{nullptr}; ///< another tap at the same port
};

/**
 * @ingroup mrc
 * Counters of one direction of a link. Monotonic but for maxQueueBytes.
 *
 * Law: txFrames = rxFrames + lostFrames + frames in flight.
 */
struct FabricPortStats
{
    uint64_t txBytes{0};       ///< frame bytes put on the wire (without preamble and gap), B
    uint64_t txFrames{0};      ///< frames put on the wire
    uint64_t rxFrames{0};      ///< frames received at the far end
    uint64_t lostFrames{0};    ///< frames lost on the wire (link down, injected loss)
    uint64_t drops{0};         ///< frames dropped before the wire or lost on it
    uint64_t trims{0};         ///< frames trimmed
    uint64_t ecnMarks{0};      ///< frames marked CE
    uint64_t maxQueueBytes{0}; ///< largest queue of a data class seen, B
    RdmaTick paused;           ///< pauses of data classes by the peer that are over
};

/**
 * @ingroup mrc
 * One direction of a link: the transmitter with its queues, and the frames on the wire. Its peer is
 * the transmitter of the other direction. The control class has strict priority; the two data
 * classes share what it leaves, byte by byte as their weights say, and are paused independently.
 * What only the second data class and pauses need lies apart (FabricPortClasses) and is made when
 * the first such frame comes.
 *
 * One pending event serves all frames on the wire, because they arrive in order. When a frame
 * leaves the queue follows from what came before, so a port of a switch has no event for it: what
 * has left is launched when the next frame comes or the one before it arrives, with the times it
 * really had. Only where somebody waits for the departure (a NIC, a lossless buffer, a tap) an
 * event "line free" exists while something waits. The event objects are part of the port and
 * re-used: no allocation per frame. ECN is decided when a data frame leaves, by the data queue it
 * leaves behind; trimming and tail drop when it comes. A frame that leaves at the very moment at
 * which another comes has left.
 *
 * A switch's forwarding latency is part of the delay of the links that lead to it, so frames reach
 * its queues in order without an event of their own.
 *
 * Ports live in a FabricPortArena and are made by Fabric::AddLink.
 */
class alignas(64) FabricPort final : public FabricArenaEvent
{
  public:
    /**
     * @param context of the fabric it belongs to
     * @param arena where it lives
     */
    FabricPort(FabricContext& context, FabricPortArena& arena);
    ~FabricPort() override;
    FabricPort(const FabricPort&) = delete;
    FabricPort& operator=(const FabricPort&) = delete;

    /**
     * Hand over a frame for transmission. It may be sent, queued, trimmed or dropped.
     * @param frame the frame; the port owns it from here on
     */
    void Send(RdmaTick now, FabricFrame* frame);

    /**
     * Send a MAC control frame ahead of everything that waits.
     */
    void SendFirst(RdmaTick now, FabricFrame* frame);

    /**
     * @param cls a data class
     * @return true if its queue is below the limit of SetRoomFrames and the link is up
     */
    bool HasRoom(RdmaClass cls) const
    {
        const FabricClassQueue* queue = FindQueue(cls);
        return m_up && (queue ? queue->count : 0) < m_roomFrames;
    }

    /**
     * Ask to be told (FabricPortOwner::OnDataRoom) when a waiting data frame has left and fewer
     * than this many wait.
     * @param frames queue depth, 0 = never
     */
    void SetRoomFrames(uint16_t frames)
    {
        m_roomFrames = frames;
    }

    /**
     * Change the state of this direction of the link. Going down loses what is on the wire and
     * what waits. Use Fabric::SetLinkUp, which does both directions.
     * @param up true: the link works from now on
     */
    void SetUp(RdmaTick now, bool up);

    /** @return true if the link works */
    bool IsUp() const
    {
        return m_up;
    }

    /**
     * Let this direction of the link lose frames at random from now on.
     * @param q32 probability x 2^32; 0 = none
     */
    void SetLoss(uint32_t q32);

    /**
     * Let this direction of the link lose frames in one more way. Ways are independent: each sees
     * every frame.
     * @param loss which frames it takes; outlives its use here
     */
    void AddLoss(FabricLoss* loss);

    /**
     * @param loss one that AddLoss has added; it takes nothing any more
     */
    void RemoveLoss(FabricLoss* loss);

    /**
     * Let this direction of the link be slower than it was made, or as fast again. What has begun
     * to leave, leaves at the rate it has begun with.
     * @param bps line rate from now on, bit/s, above 0
     */
    void SetRate(RdmaTick now, uint64_t bps);

    /**
     * Let this direction of the link take longer, or shorter again. Frames never overtake each
     * other: where the delay shrinks, the line waits until what is on it is far enough.
     * @param delay propagation, and the far switch's forwarding latency
     */
    void SetDelay(RdmaTick now, RdmaTick delay);

    /**
     * Whether a fault has ever touched this direction of the link: it was down, or it lost frames,
     * or was slower than it was made. What has been repaired stays touched.
     * @return true if one has
     */
    bool IsTouched() const
    {
        return m_touched;
    }

    /**
     * Pause or resume a data class, as a received PFC frame asks.
     * @param until pause until this time; anything up to now resumes
     */
    void Pause(RdmaTick now, RdmaClass cls, RdmaTick until);

    /**
     * @param cls a data class
     * @return true if the peer has paused it
     */
    bool IsPaused(RdmaClass cls) const
    {
        return m_classes && m_classes->pauses[FabricDataIndex(cls)].active;
    }

    /**
     * Join this direction of a link to its owner and the other direction.
     * @param port the other direction
     * @param transmitter switch or NIC that this one transmits for
     * @param receiver switch or NIC at the far end
     */
    void Connect(FabricPort* port, FabricPortOwner* transmitter, FabricPortOwner* receiver)
    {
        peer = port;
        owner = transmitter;
        m_receiver = receiver;
    }

    /**
     * @param bps line rate, bit/s
     * @param delay propagation, and the far switch's forwarding latency
     */
    void SetLink(uint64_t bps, RdmaTick delay);

    /** @return line rate the link was made with, bit/s */
    uint64_t GetRateBps() const
    {
        return m_rateBps;
    }

    /** @return propagation delay and the far switch's forwarding latency */
    RdmaTick GetDelay() const
    {
        return m_delay;
    }

    /**
     * @param wireBytes bytes of line time
     * @return how long they take at line rate
     */
    RdmaTick GetTxTime(uint32_t wireBytes) const
    {
        return RdmaTick::Ps(static_cast<int64_t>((wireBytes * m_psPerByteQ16) >> 16));
    }

    /**
     * A node with ns-3's stack is at the far end. ns-3 wants arrivals to happen in its context.
     * @param node number of the node
     */
    void SetFarNode(uint32_t node);

    /**
     * @param taps first of those who see every frame that passes, or null
     */
    void SetTaps(FabricPortTap* taps);

    /** @return first of those who see every frame that passes, or null */
    FabricPortTap* GetTaps() const
    {
        return m_taps;
    }

    /**
     * Launch what has left by now, if nobody had to know yet. Whoever reads counters or queues gets
     * this done by the readers below.
     */
    void Flush();

    /** @return bytes waiting in the data queues, B */
    uint64_t GetDataQueueBytes()
    {
        Flush();
        return uint64_t{m_first.bytes} + (m_classes ? m_classes->second.bytes : 0);
    }

    /** @return frames waiting or on the wire; for the conservation check */
    uint64_t CountFrames() const;

    /** @return the counters */
    FabricPortStats GetStats();

    /**
     * @return time data classes have been paused, each counting, pauses under way included
     */
    RdmaTick GetPausedTime(RdmaTick now) const;

    /**
     * @param cls a data class
     * @return the first frame that waits in its queue, or null
     */
    const FabricFrame* GetFirstWaiting(RdmaClass cls) const
    {
        const FabricClassQueue* queue = FindQueue(cls);
        return queue ? queue->frames.head : nullptr;
    }

    /** @return what is known about pauses and the second data class; null if there were none */
    const FabricPortClasses* GetClasses() const
    {
        return m_classes;
    }

    /** Let go of events and frames; part of Fabric's disposal. */
    void Dispose();

  private:
    /// An event of a port besides the port itself, scheduled again and again.
    class Alarm : public FabricArenaEvent
    {
      public:
        /**
         * @param port told when the event fires
         * @param arena where the event lives
         */
        Alarm(FabricPort* port, FabricPortArena& arena)
            : FabricArenaEvent(arena),
              m_port(port),
              m_arena(arena)
        {
        }

        ~Alarm() override
        {
            Leave(m_arena);
        }

        /** The port is gone: do nothing from now on. */
        void Detach()
        {
            m_port = nullptr;
        }

      protected:
        FabricPort* m_port; ///< told when the event fires; null once the port is gone

      private:
        FabricPortArena& m_arena; ///< where this lives
    };

    /// The line becomes free while something waits.
    class LineFree final : public Alarm
    {
      public:
        using Alarm::Alarm;

        RdmaTick at; ///< when it fires; it is scheduled at most once at a time

      private:
        void Notify() override;
    };

    /// A pause begins or runs out.
    class PauseDue final : public Alarm
    {
      public:
        using Alarm::Alarm;

      private:
        void Notify() override;
    };

    /**
     * The line is free and something may wait.
     */
    void OnLineFree(RdmaTick now);

    /** A pause may have begun or run out. */
    void OnPauseDue();

    /** The event that this port is: the first frame on the wire has arrived. */
    void Notify() override;

    /**
     * A port is prompt if somebody has to hear at once that a frame has left: a NIC that fills it,
     * or a lossless buffer. Others launch what waits when they are next looked at.
     * @return true if the port is prompt
     */
    bool IsPrompt() const
    {
        return m_roomFrames || buffer;
    }

    /** @return true if a frame waits and may leave when the line is free */
    bool IsReady() const
    {
        return m_ctrlQueue.head || DataReady() || m_notes & (SECOND_READY | TRIMS_WAIT);
    }

    /**
     * Launch all that has left by now, each frame when the one before it had left. A prompt port
     * is up to date always.
     */
    void Advance(RdmaTick now);

    /**
     * @param now the time; the line is free
     * @return when a frame that is sent now begins to leave
     */
    RdmaTick StartOf(RdmaTick now) const;

    /** @return a uniform draw in [0, 1) for a marking decision */
    double DrawMark();

    /**
     * Put a frame on the wire. The line must be free.
     * @param start when its first bit leaves, not after now
     */
    void Start(RdmaTick now, RdmaTick start, FabricFrame* frame);

    /**
     * Take the next frame out of the queues, which must hold one that may leave.
     */
    FabricFrame* Dequeue(RdmaTick now);

    /** @return pauses and the second data class, made if need be */
    FabricPortClasses& GetOrMakeClasses();

    /**
     * @param cls a data class
     * @return its queue; null for the second class before its first frame had to wait
     */
    const FabricClassQueue* FindQueue(RdmaClass cls) const
    {
        return cls == RdmaClass::DATA ? &m_first : m_classes ? &m_classes->second : nullptr;
    }

    /**
     * @param cls the class of a frame; the line is free and no control frame waits
     * @return true if the frame may be sent before all that waits
     */
    bool IsNext(RdmaClass cls) const
    {
        return cls == RdmaClass::DATA ? !m_first.frames.head && !m_notes
                                      : cls == RdmaClass::CONTROL || (!IsReady() && !IsPaused(cls));
    }

    /**
     * The weighted byte-by-byte turn between the data classes. The second class has a frame that
     * may leave; the frame whose turn it is is counted as sent.
     * @return true if it is the turn of the second class
     */
    [[gnu::cold]] bool IsTurnOfSecond();

    /**
     * Queue or drop a trimmed frame, where those have a queue of their own.
     */
    [[gnu::cold]] void EnqueueTrimmed(FabricFrame* frame);

    /** @return true if the first trimmed frame goes before what waits in the data queues */
    bool IsTurnOfTrimmed();

    /** @return the first trimmed frame, taken out of its queue */
    FabricFrame* DequeueTrimmed();

    /**
     * Take the next frame where m_notes says that there is more than the first data class.
     */
    [[gnu::cold]] FabricFrame* DequeueNoted(RdmaTick now);

    /**
     * Take the next frame out of the queue of a data class.
     */
    FabricFrame* DequeueData(RdmaTick now, FabricClassQueue& queue);

    /** The second data queue or a pause has changed: bring m_notes in step. */
    void NoteClasses();

    /**
     * What Start does where nobody looks.
     * @param start when its first bit leaves
     */
    void Launch(RdmaTick now, RdmaTick start, FabricFrame* frame);

    /**
     * What Start does where somebody looks. A cold function of its own, so that others need not
     * keep registers over its calls.
     * @param start when its first bit leaves
     */
    [[gnu::cold]] void StartSeen(RdmaTick now, RdmaTick start, FabricFrame* frame);

    /**
     * Have Notify called when the first frame on the wire arrives.
     * @param due when that is, not before now
     */
    void AwaitArrival(RdmaTick now, RdmaTick due);

    /**
     * The first frame on the wire has arrived: hand it over.
     */
    void Arrive(RdmaTick now);

    /**
     * @param frame a frame that arrives, not of PFC, where frames are lost
     * @return true if injected loss takes it
     */
    [[gnu::cold]] bool IsTaken(const FabricFrame& frame);

    /**
     * A pause frame has come in by the other direction: obey it when the response time is over.
     * @param frame the frame; the port owns it from here on
     */
    void OnPfc(RdmaTick now, FabricFrame* frame);

    /**
     * @param heardAt when the frame came
     * @param frame a pause frame; gone after this
     */
    void ObeyPfc(RdmaTick now, RdmaTick heardAt, FabricFrame* frame);

    /** The link has died: pause frames that have come by it take no effect any more. */
    void ForgetPfc();

    /**
     * Have OnPauseDue called.
     * @param at when
     */
    void SchedulePauseDue(RdmaTick now, RdmaTick at);

    /**
     * Find room for a frame in the queue of its data class and in the switch's memory, or drop it.
     * @param queued bytes in the queue with it, B
     * @return false if it has been dropped
     */
    bool Admit(RdmaTick now, FabricFrame* frame, uint64_t queued);

    /**
     * Show a frame that has come in to the taps.
     */
    void ShowReceived(RdmaTick now, const FabricFrame& frame) const;

    /**
     * If something waits, have OnLineFree called when the line is free. Not needed where the next
     * arrival at the far end comes soon enough: what follows on the line arrives after it.
     */
    void AwaitLine(RdmaTick now);

    /**
     * The link has died: drop what waits for it.
     * @param queue a data queue
     */
    void DropQueue(RdmaTick now, FabricClassQueue& queue);

    /**
     * Queue, trim or drop a frame that cannot leave at once.
     */
    void Enqueue(RdmaTick now, FabricFrame* frame);

    /**
     * Cut the payload and queue the header with the control class.
     */
    void TrimAndEnqueue(RdmaTick now, FabricFrame* frame);

    /**
     * Mark a departing data frame by the queue it leaves behind.
     * @param queued bytes in that queue, B
     */
    void MarkEcn(FabricFrame* frame, uint64_t queued);

    /**
     * Send what waits, if the line is free; else make sure it will be sent.
     */
    void TrySend(RdmaTick now);

    /**
     * @param frame dropped
     */
    void Drop(FabricFrame* frame, FabricDropReason reason);

    /** @return true if a frame of the first data class waits and may leave */
    bool DataReady() const
    {
        return m_first.frames.head && !(m_notes & PAUSED);
    }

    /// Bits of m_notes.
    enum Note : uint8_t
    {
        PAUSED = 1,       ///< the first data class is paused
        SECOND_READY = 2, ///< a frame of the second data class waits and may leave
        TRIMS_WAIT = 4,   ///< a trimmed frame waits in a queue of its own
    };

    // The order of the members is that of their use: at 1,000 hosts, time is cache misses.

    // First cache line, behind the event: what an arrival needs. Flags fill the event's gap.
    bool m_up : 1;                 ///< link state
    bool m_toNode : 1;             ///< m_farNode is set; that one is cold
    bool m_lossy : 1;              ///< frames are lost: SetLoss, AddLoss
    bool m_tapped : 1;             ///< m_taps sees the frames sent (SetTaps)
    bool m_farTapped : 1;          ///< a tap at the far end sees the frames received there
    uint8_t m_notes{0};            ///< why a data frame may not just leave: see Note
    bool m_lineFreePending{false}; ///< line free event in the scheduler
    RdmaTick m_arrivalAt{
        RdmaTick::Max()};     ///< when Notify is called; RdmaTick::Max(): not in the scheduler
    FabricContext& m_context; ///< pool, clock, counters
    FabricFrameFifo m_wire;   ///< frames on the wire, by due time
    FabricPortOwner* m_receiver{nullptr}; ///< switch or NIC at the far end
    uint64_t m_rxFrames{0};               ///< see FabricPortStats

    // Second: whether something may leave.
    RdmaTick m_busyUntil;        ///< when the line is free
    FabricFrameFifo m_ctrlQueue; ///< waiting frames of the control class
    FabricClassQueue m_first;    ///< waiting frames of the first data class

  public:
    FabricPort* peer{nullptr}; ///< the other direction of the link

    // Third: queueing and launching.
    uint32_t index{0}; ///< number within the owner, 0-based

  private:
    uint32_t m_lossQ32{0};      ///< see SetLoss
    uint16_t m_fractionQ16{0};  ///< line time carried over, ps x 2^16
    uint16_t m_roomFrames{0};   ///< see SetRoomFrames
    uint64_t m_txFrames{0};     ///< see FabricPortStats
    uint64_t m_txBytes{0};      ///< see FabricPortStats, B
    RdmaTick m_delay;           ///< of the link
    uint64_t m_psPerByteQ16{0}; ///< line time of a byte, ps x 2^16

  public:
    const FabricQueueProfile* profile{nullptr}; ///< queue treatment
    FabricSharedBuffer* buffer{nullptr};        ///< switch with PFC: its memory, else null

    // The rest is seldom needed.
    FabricPortOwner* owner{nullptr}; ///< switch or NIC it transmits for
    uint32_t id{0};                  ///< number within the fabric

  private:
    uint32_t m_farNode{0};                 ///< see SetFarNode
    bool m_disposed{false};                ///< the fabric has let go
    bool m_touched{false};                 ///< see IsTouched
    uint64_t m_ctrlBytes{0};               ///< in the control queue, B
    LineFree* m_lineFree{nullptr};         ///< made when first needed
    PauseDue* m_pauseDue{nullptr};         ///< made at the first pause
    FabricPortClasses* m_classes{nullptr}; ///< see GetClasses
    FabricPortTrims* m_trimmed{nullptr};   ///< trimmed frames, made when the first one waits
    uint64_t m_markState{0};               ///< of DrawMark; 0: not seeded yet
    uint64_t m_rateBps{0};                 ///< line rate
    uint64_t m_trims{0};                   ///< see FabricPortStats
    uint64_t m_ecnMarks{0};                ///< see FabricPortStats
    uint64_t m_drops{0};                   ///< see FabricPortStats
    uint64_t m_lostFrames{0};              ///< see FabricPortStats
    FabricPortTap* m_taps{nullptr};        ///< see SetTaps
    FabricPortArena& m_arena;              ///< where the port lives
};

static_assert(sizeof(FabricPort) <= 320, "a port is five cache lines, of which three are hot");

} // namespace ns3

#endif // FABRIC_PORT_H
