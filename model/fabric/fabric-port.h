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
#include "fabric-port-cut.h"
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
 * Owner of ports: a switch or a NIC.
 */
class FabricPortOwner
{
  public:
    virtual ~FabricPortOwner() = default;

    /**
     * The last bit of a frame has arrived, or its headers if it is forwarded at once (FabricFrame::
     * CUT). The callee owns the frame.
     * @param in ingress port
     */
    virtual void Receive(RdmaTick now, FabricPort* in, FabricFrame* frame) = 0;

    /**
     * Check whether a frame may be handed over as soon as its headers have arrived: the owner
     * begins to forward it then, by a port that is not faster than the one by which it arrives.
     * @param from port that sends it to this owner
     * @param frame the frame, unchanged by this
     * @return true if it may
     */
    virtual bool MayCutThrough(const FabricPort& from, FabricFrame* frame);

    /**
     * A port of this owner has been instantiated (FabricLazyTopology). Its link is complete.
     * @param port the port; its index is the number within the owner
     */
    virtual void OnNewPort(FabricPort* port);

    /**
     * A data queue has room again. Only called for ports with a limit (FabricPort::SetRoomFrames).
     */
    virtual void OnDataRoom(RdmaTick now, FabricPort* port, RdmaClass cls);

    /** @return name in reports, like "p0-t0-3" or "h5" */
    virtual std::string GetName() const;

    /**
     * The link at a port went down or came up.
     * @param up true: the link works from now on
     */
    virtual void OnLinkChange(RdmaTick now, FabricPort* port, bool up);

    /**
     * The line rate of a port has changed (FabricPort::SetRate).
     * @param bps the rate from now on, bit/s
     */
    virtual void OnRateChange(FabricPort* port, uint64_t bps);
};

/**
 * @ingroup mrc
 * Observer of every frame that passes a port, such as a capture. It must not change frames.
 * Fabric::AddTap adds it to a port.
 *
 * The times are those of ns-3's devices: a sent frame is observed when its first bit leaves, a
 * received one when its last bit has arrived. As a switch's forwarding latency is part of the links
 * that lead to it, frames received by switches are observed later by that latency.
 */
class FabricPortTap
{
  public:
    /// Events of a frame in the queues.
    enum class Act : uint8_t
    {
        ENQUEUE, ///< it has to wait
        DEQUEUE, ///< it has waited, and leaves the queue
        MARK,    ///< it is marked CE, and leaves now
        TRIM,    ///< its payload is cut
    };

    virtual ~FabricPortTap() = default;

    /**
     * The port begins to send a frame.
     * @param frame as transmitted, after marking and trimming
     */
    virtual void OnSend(RdmaTick now, const FabricFrame& frame) = 0;

    /**
     * A frame has arrived at the port.
     * @param frame the frame; frames dropped by injected loss are not reported
     */
    virtual void OnReceive(RdmaTick now, const FabricFrame& frame) = 0;

    /**
     * Something happens to a frame in the queues of the port.
     * @param act what
     * @param frame the frame, after it
     */
    virtual void OnQueue(RdmaTick now, Act act, const FabricFrame& frame);

    /**
     * A frame is dropped before the wire, or lost on it.
     * @param reason reason
     */
    virtual void OnDrop(RdmaTick now, const FabricFrame& frame, FabricDropReason reason);

    /**
     * The peer pauses a data class, or a pause ends.
     * @param paused true: it begins
     */
    virtual void OnPause(RdmaTick now, RdmaClass cls, bool paused);

    FabricPortTap* next{nullptr}; ///< next tap of the port
};

/**
 * @ingroup mrc
 * Counters of one direction of a link. Monotonic except for maxQueueBytes.
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
    uint64_t maxQueueBytes{0}; ///< largest queue of a data class so far, B
    RdmaTick paused;           ///< finished pauses of data classes by the peer
};

/**
 * @ingroup mrc
 * One direction of a link: the transmitter with its queues, and the frames on the wire. Its peer is
 * the transmitter of the other direction. The control class has strict priority; the two data
 * classes share the rest by weights, byte by byte, and are paused independently. The state for the
 * second data class and for pauses is separate (FabricPortClasses) and is made when the first such
 * frame arrives.
 *
 * One pending event serves all frames on the wire, because they arrive in order. The departure time
 * of a waiting frame follows from the frames before it, so a port of a switch has no event for it:
 * frames that have left are launched with their true times when the next frame comes or the frame
 * ahead arrives. Only if other code needs the departures (a NIC, a lossless buffer, a tap), an
 * event "line free" is pending while frames wait. The event objects belong to the port and are
 * re-used: no allocation per frame. ECN is decided when a data frame leaves, by the data queue that
 * remains; trimming and tail drop when it comes. A frame that leaves at the moment at which another
 * comes has left.
 *
 * A switch's forwarding latency is part of the delay of the links that lead to it, so frames reach
 * its queues in order without an extra event.
 *
 * With SetCutThrough, a frame is handed over when its headers have arrived if the far end forwards
 * it at once (FabricPortOwner::MayCutThrough). It arrives as one event all the same, but as the
 * next frame may wait for the line then, an event "line free" is needed where the line time exceeds
 * the delay of the link. If the rest of the frame is lost, it goes on as a damaged frame.
 *
 * Ports live in a FabricPortArena and are made by Fabric::AddLink.
 */
class alignas(64) FabricPort final : public FabricArenaEvent
{
  public:
    /**
     * @param context of the fabric
     * @param arena memory of the port
     */
    FabricPort(FabricContext& context, FabricPortArena& arena);
    ~FabricPort() override;
    FabricPort(const FabricPort&) = delete;
    FabricPort& operator=(const FabricPort&) = delete;

    /** @return what all parts of its network share */
    const FabricContext& GetContext() const
    {
        return m_context;
    }

    /**
     * Hand over a frame for transmission. It may be sent, queued, trimmed or dropped.
     * @param frame the frame; the port owns it from here on
     */
    void Send(RdmaTick now, FabricFrame* frame);

    /**
     * Send a MAC control frame before all waiting frames.
     */
    void SendFirst(RdmaTick now, FabricFrame* frame);

    /**
     * Lose a frame here instead of sending it.
     * @param frame the frame; the port owns it from here on
     * @param reason why
     */
    void Drop(FabricFrame* frame, FabricDropReason reason);

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
     * Set the number of frames below which OnDataRoom of the owner is called when a waiting data
     * frame has left.
     * @param frames queue depth, 0 = never
     */
    void SetRoomFrames(uint16_t frames)
    {
        m_roomFrames = frames;
    }

    /**
     * Change the state of this direction of the link. Frames on the wire and in the queues are lost
     * when it goes down. Use Fabric::SetLinkUp, which changes both directions.
     * @param up true: the link works from now on
     */
    void SetUp(RdmaTick now, bool up);

    /** @return true if the link works */
    bool IsUp() const
    {
        return m_up;
    }

    /**
     * Make this direction of the link lose frames at random from now on.
     * @param q32 probability x 2^32; 0 = none
     */
    void SetLoss(uint32_t q32);

    /** Hand frames over before they have arrived in full, where the far end permits it. */
    void SetCutThrough();

    /**
     * Add a loss process to this direction of the link. Loss processes are independent: each is
     * applied to every frame.
     * @param loss the process; must remain valid until it is removed
     */
    void AddLoss(FabricLoss* loss);

    /**
     * Remove a loss process.
     * @param loss one that AddLoss has added
     */
    void RemoveLoss(FabricLoss* loss);

    /**
     * Change the line rate of this direction of the link, and notify the owner. A frame that is
     * being transmitted keeps its rate.
     * @param bps line rate from now on, bit/s, above 0
     */
    void SetRate(RdmaTick now, uint64_t bps);

    /**
     * Change the delay of this direction of the link. Frames never overtake each other: when the
     * delay shrinks, the line waits until the frames on it are far enough.
     * @param delay propagation, and the far switch's forwarding latency
     */
    void SetDelay(RdmaTick now, RdmaTick delay);

    /**
     * Check whether a fault has ever affected this direction of the link: it was down, lost frames,
     * or was slower than its initial rate. A repair does not reset this.
     * @return true if one has
     */
    bool IsTouched() const
    {
        return m_touched;
    }

    /**
     * Pause or resume a data class, as a received PFC frame requests.
     * @param until end of the pause; a time up to now resumes
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
     * Connect this direction of a link to its owner and to the other direction.
     * @param port the other direction
     * @param transmitter switch or NIC that transmits by this port
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

    /** @return present line time of a byte, ps x 2^16 */
    uint64_t GetPsPerByteQ16() const
    {
        return m_psPerByteQ16;
    }

    /** @return initial line rate of the link, bit/s */
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
     * @return their transmission time at line rate
     */
    RdmaTick GetTxTime(uint32_t wireBytes) const
    {
        return RdmaTick::Ps(static_cast<int64_t>((wireBytes * m_psPerByteQ16) >> 16));
    }

    /**
     * A node with ns-3's stack is at the far end. Arrivals are events in its context.
     * @param node number of the node
     */
    void SetFarNode(uint32_t node);

    /**
     * @param taps first tap in the list, or null
     */
    void SetTaps(FabricPortTap* taps);

    /** @return first tap in the list, or null */
    FabricPortTap* GetTaps() const
    {
        return m_taps;
    }

    /**
     * Launch the frames that have left by now. The functions below that read counters or queues
     * call it.
     */
    void Flush();

    /** @return bytes waiting in the data queues, B */
    uint64_t GetDataQueueBytes()
    {
        Flush();
        return GetTappedQueueBytes();
    }

    /** @return the same, of a port with a tap, which is up to date at every call of the tap */
    uint64_t GetTappedQueueBytes() const
    {
        return uint64_t{m_first.bytes} + (m_classes ? m_classes->second.bytes : 0);
    }

    /** @return frames waiting or on the wire; for the conservation check */
    uint64_t CountFrames() const;

    /** @return the counters */
    FabricPortStats GetStats();

    /**
     * @return sum of the times for which data classes have been paused, with pauses in progress
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

    /** @return state of pauses and of the second data class; null if neither has been used */
    const FabricPortClasses* GetClasses() const
    {
        return m_classes;
    }

    /** Release events and frames; part of Fabric's disposal. */
    void Dispose();

  private:
    friend class RdmaStateReader; ///< compares states in tests

    /// A re-used event of a port, in addition to the port itself.
    class Alarm : public FabricArenaEvent
    {
      public:
        /**
         * @param port notified when the event fires
         * @param arena memory of the event
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

        /** The port has been deleted: do nothing from now on. */
        void Detach()
        {
            m_port = nullptr;
        }

      protected:
        FabricPort* m_port; ///< notified when the event fires; null after the port is deleted

      private:
        FabricPortArena& m_arena; ///< memory of the event
    };

    /// The line becomes free while a frame waits.
    class LineFree final : public Alarm
    {
      public:
        using Alarm::Alarm;

        RdmaTick at; ///< time of the event, which is scheduled at most once at a time

      private:
        void Notify() override;
    };

    /// A pause begins or ends.
    class PauseDue final : public Alarm
    {
      public:
        using Alarm::Alarm;

      private:
        void Notify() override;
    };

    /**
     * The line is free and a frame may wait.
     */
    void OnLineFree(RdmaTick now);

    /** A pause may have begun or ended. */
    void OnPauseDue();

    /** The port as an event: the first frame on the wire has arrived. */
    void Notify() override;

    /**
     * Check whether departures must be reported at once: to a NIC that fills the port, or to a
     * lossless buffer. Other ports launch waiting frames when they are next accessed.
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
     * Launch all frames that have left by now, each when the one before it had left. A prompt port
     * is always up to date.
     */
    void Advance(RdmaTick now);

    /**
     * @param now the time; the line is free
     * @return time at which a frame that is sent now begins to leave
     */
    RdmaTick StartOf(RdmaTick now) const;

    /** @return uniform draw in [0, 1) for a marking decision */
    double DrawMark();

    /**
     * Put a frame on the wire. The line must be free.
     * @param start time at which its first bit leaves, not after now
     */
    void Start(RdmaTick now, RdmaTick start, FabricFrame* frame);

    /**
     * Take the next frame out of the queues, which must hold one that may leave.
     */
    FabricFrame* Dequeue(RdmaTick now);

    /**
     * @param show called with each tap
     */
    template <typename Show>
    void ForEachTap(const Show& show) const
    {
        for (FabricPortTap* tap = m_taps; tap; tap = tap->next)
        {
            show(*tap);
        }
    }

    /** Report to the taps, if there are any. */
    void Note(RdmaTick now, FabricPortTap::Act act, FabricFrame& frame) const
    {
        if (__builtin_expect(m_tapped, 0))
        {
            ShowQueue(now, act, frame);
        }
    }

    /** Report to the taps: see FabricPortTap::OnQueue. */
    [[gnu::cold]] void ShowQueue(RdmaTick now, FabricPortTap::Act act, FabricFrame& frame) const;

    /** @return state of pauses and of the second data class, made if needed */
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
                                      : cls == RdmaClass::CONTROL || IsSecondNext();
    }

    /** @return the same for the second data class */
    [[gnu::cold]] bool IsSecondNext() const;

    /**
     * Choose between the data classes by their weights, byte by byte, and count the chosen frame as
     * sent. The second class has a frame that may leave.
     * @return true if the second class sends next
     */
    [[gnu::cold]] bool IsTurnOfSecond();

    /**
     * Queue or drop a trimmed frame, if trimmed frames have their own queue.
     */
    [[gnu::cold]] void EnqueueTrimmed(RdmaTick now, FabricFrame* frame);

    /** @return true if the first trimmed frame precedes the data queues */
    bool IsTurnOfTrimmed();

    /** @return the first trimmed frame, which is removed from its queue */
    FabricFrame* DequeueTrimmed();

    /**
     * Take the next frame if m_notes shows that not only the first data class matters.
     */
    [[gnu::cold]] FabricFrame* DequeueNoted(RdmaTick now);

    /**
     * Take the next frame out of the queue of a data class.
     */
    FabricFrame* DequeueData(RdmaTick now, FabricClassQueue& queue);

    /** Update m_notes after a change of the second data queue or of a pause. */
    void NoteClasses();

    /**
     * Start, for a port without taps.
     * @tparam CUT true: the network cuts through
     * @param start when its first bit leaves
     */
    template <bool CUT>
    void Launch(RdmaTick now, RdmaTick start, FabricFrame* frame);

    /**
     * Start, for a port with taps or that cuts through. It is a separate cold function, so that
     * Start need not keep registers over its calls.
     * @param start when its first bit leaves
     */
    [[gnu::cold]] void StartRare(RdmaTick now, RdmaTick start, FabricFrame* frame);

    /**
     * Schedule Notify for the arrival of the first frame on the wire.
     * @param due time of the arrival, not before now
     */
    void AwaitArrival(RdmaTick now, RdmaTick due);

    /**
     * The first frame on the wire has arrived: hand it over.
     */
    void Arrive(RdmaTick now);

    /**
     * @param frame a frame that arrives at a lossy link; no PFC frame
     * @return true if injected loss drops it
     */
    [[gnu::cold]] bool IsTaken(const FabricFrame& frame);

    /**
     * Check for injected loss, and for damage if the network cuts through.
     * @param frame a frame that arrives
     * @return true if the frame goes no further; it has been freed
     */
    [[gnu::cold]] bool IsStopped(RdmaTick now, FabricFrame* frame);

    /**
     * @param start when its first bit leaves
     * @param frame a frame that leaves; flags are set
     * @return FabricFrame::due
     */
    [[gnu::cold]] RdmaTick GetCutDue(RdmaTick start, FabricFrame* frame);

    /**
     * The rest of a frame is still on the wire.
     * @param frame the frame, of which the headers have arrived
     */
    void NotePassing(FabricFrame* frame);

    /** Lose the rest of the frame of which the headers have arrived, if it has not arrived. */
    void LosePassing(RdmaTick now, FabricDropReason reason);

    /** Note which arrivals (IsStopped) and departures (StartRare) are not the usual ones. */
    void NoteRare()
    {
        m_watched = m_lossy || m_cutThrough;
        m_rare = m_tapped || m_cutThrough;
    }

    /**
     * A pause frame has arrived over the other direction: apply it after the response time.
     * @param frame the frame; the port owns it from here on
     */
    void OnPfc(RdmaTick now, FabricFrame* frame);

    /**
     * @param heardAt arrival time of the frame
     * @param frame a pause frame; freed by this
     */
    void ObeyPfc(RdmaTick now, RdmaTick heardAt, FabricFrame* frame);

    /** Report to the taps: see FabricPortTap::OnPause. */
    void ShowPause(RdmaTick now, RdmaClass cls, bool paused) const;

    /** The link has gone down: pending pause frames take no effect. */
    void ForgetPfc();

    /**
     * Schedule OnPauseDue.
     * @param at time of the call
     */
    void SchedulePauseDue(RdmaTick now, RdmaTick at);

    /**
     * Admit a frame to the queue of its data class and to the switch's memory, or drop it.
     * @param queued bytes in the queue, including the frame, B
     * @return false if it has been dropped
     */
    bool Admit(RdmaTick now, FabricFrame* frame, uint64_t queued);

    /**
     * Report a received frame to the taps.
     */
    void ShowReceived(RdmaTick now, const FabricFrame& frame) const;

    /**
     * If a frame waits, schedule OnLineFree for the time when the line is free. Not needed if the
     * next arrival at the far end is early enough: later frames on the line arrive after it.
     */
    void AwaitLine(RdmaTick now);

    /**
     * The link has gone down: drop the frames that wait for it.
     * @param queue a data queue
     */
    void DropQueue(RdmaTick now, FabricClassQueue& queue);

    /**
     * Queue, trim or drop a frame that cannot leave at once.
     */
    void Enqueue(RdmaTick now, FabricFrame* frame);

    /**
     * Cut the payload of a frame that finds its queue full, or of the last one in the queue
     * (FabricQueueProfile::trimRandom).
     * @param queue its queue
     */
    void Trim(RdmaTick now, FabricClassQueue& queue, FabricFrame* frame);

    /**
     * Cut the payload and queue the header with the control class.
     */
    void TrimAndEnqueue(RdmaTick now, FabricFrame* frame);

    /**
     * Decide the ECN mark of a departing data frame by the queue that remains.
     * @param queued bytes in that queue, B
     */
    void MarkEcn(RdmaTick now, FabricFrame* frame, uint64_t queued);

    /**
     * Send a waiting frame if the line is free; else ensure that it will be sent.
     */
    void TrySend(RdmaTick now);

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
        TRIMS_WAIT = 4,   ///< a frame waits in the queue of trimmed frames
    };

    // Members are in the order of their use: at 1,000 hosts, cache misses determine the speed.

    // First cache line, after the event: arrivals. The flags fill the event's padding.
    bool m_up : 1;                 ///< link state
    bool m_toNode : 1;             ///< m_farNode is set; m_farNode is cold
    bool m_lossy : 1;              ///< frames are lost: SetLoss, AddLoss
    bool m_tapped : 1;             ///< m_taps sees the frames sent (SetTaps)
    bool m_farTapped : 1;          ///< a tap at the far end sees the frames received there
    bool m_cutThrough : 1;         ///< see SetCutThrough
    bool m_watched : 1;            ///< lossy or cut through: arrivals need attention
    bool m_rare : 1;               ///< tapped or cut through: departures need attention
    uint8_t m_notes{0};            ///< reasons why a data frame may not leave at once: see Note
    bool m_lineFreePending{false}; ///< the line free event is in the scheduler
    RdmaTick m_arrivalAt{
        RdmaTick::Max()};                 ///< time of Notify; RdmaTick::Max(): not in the scheduler
    FabricContext& m_context;             ///< pool, clock, counters
    FabricFrameFifo m_wire;               ///< frames on the wire, by due time
    FabricPortOwner* m_receiver{nullptr}; ///< switch or NIC at the far end
    uint64_t m_rxFrames{0};               ///< see FabricPortStats

    // Second: departures.
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
    bool m_disposed{false};     ///< the fabric has disposed of the port
    bool m_touched{false};      ///< see IsTouched
    uint64_t m_txFrames{0};     ///< see FabricPortStats
    uint64_t m_txBytes{0};      ///< see FabricPortStats, B
    RdmaTick m_delay;           ///< of the link
    uint64_t m_psPerByteQ16{0}; ///< line time of a byte, ps x 2^16

  public:
    const FabricQueueProfile* profile{nullptr}; ///< queue treatment
    FabricSharedBuffer* buffer{nullptr};        ///< memory of a switch with PFC, else null

    // Seldom used.
    FabricPortOwner* owner{nullptr}; ///< switch or NIC that transmits by this port
    uint32_t id{0};                  ///< number within the fabric

  private:
    uint32_t m_farNode{0};                 ///< see SetFarNode
    uint64_t m_ctrlBytes{0};               ///< in the control queue, B
    LineFree* m_lineFree{nullptr};         ///< made when first needed
    PauseDue* m_pauseDue{nullptr};         ///< made at the first pause
    FabricPortCut* m_cut{nullptr};         ///< made at the first frame that is cut through
    FabricPortClasses* m_classes{nullptr}; ///< see GetClasses
    FabricPortTrims* m_trimmed{nullptr}; ///< queue of trimmed frames, made when the first one waits
    uint64_t m_markState{0};             ///< state of DrawMark; 0: not seeded
    uint64_t m_rateBps{0};               ///< line rate
    uint64_t m_trims{0};                 ///< see FabricPortStats
    uint64_t m_ecnMarks{0};              ///< see FabricPortStats
    uint64_t m_drops{0};                 ///< see FabricPortStats
    uint64_t m_lostFrames{0};            ///< see FabricPortStats
    FabricPortTap* m_taps{nullptr};      ///< see SetTaps
    FabricPortArena& m_arena;            ///< memory of the port
};

static_assert(sizeof(FabricPort) <= 320, "a port is five cache lines, of which three are hot");

} // namespace ns3

#endif // FABRIC_PORT_H
