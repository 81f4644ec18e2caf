/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_PAUSE_WATCH_H
#define FABRIC_PAUSE_WATCH_H

#include "fabric-context.h"

#include "ns3/event-impl.h"
#include "ns3/fabric-frame.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/rdma-tick.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricPauseWatch: detects pause storms and deadlocks.
 */

namespace ns3
{

class FabricElements;
class FabricPort;

/**
 * @ingroup mrc
 * A pause storm of a port, for the trace source Storm.
 */
struct FabricPauseStorm
{
    RdmaTick time;          ///< time of the detection
    const FabricPort* port; ///< the paused port
    RdmaClass cls;          ///< the paused class
    RdmaTick paused;        ///< pause time: of this pause, or in the window
    bool lasting;           ///< true: one pause without an end; false: many in a window

    /** @return the port, like "p0-t0-3 to p0-t1-0" */
    std::string GetWhere() const;
};

/**
 * @ingroup mrc
 * A cycle of ports that wait for each other, for the trace source Deadlock: the frames that block
 * each port wait at the next port, and those that block the last at the first.
 */
struct FabricDeadlock
{
    RdmaTick time;                        ///< time of the detection
    RdmaClass cls;                        ///< the paused class
    std::vector<const FabricPort*> cycle; ///< the paused ports

    /** @return the cycle, like "p0-t1-0 > p0-t1-1 > p0-t1-2 > p0-t1-0" */
    std::string GetCycle() const;
};

/**
 * @ingroup mrc
 * Detects two failures that PFC can cause (roce reference, 2.5).
 *
 * A pause storm: a class of a port has been paused for StormThreshold without a break, or for more
 * than StormShare of a StormWindow. It is reported once until its share falls again. A window
 * follows another, or begins with the first pause after its end.
 *
 * A deadlock: among the ports paused for DeadlockThreshold without a break, P waits for Q if Q
 * belongs to the switch behind P's link, and frames that arrived by that link wait at Q. That
 * switch's buffer for P's link cannot empty before Q moves; a cycle of such ports never moves
 * again.
 *
 * It checks every Interval, only while a port is paused. So it costs nothing in a network without
 * pauses, and it changes no result.
 */
class FabricPauseWatch : public Object, public FabricPauseListener
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param elements of the fabric to watch, which owns this
     */
    void Attach(FabricElements* elements);

    void OnPause() override
    {
        if (!m_awake)
        {
            Wake();
        }
    }

    /** @return pause storms found */
    uint64_t GetNStorms() const
    {
        return m_storms;
    }

    /** @return deadlocks found, each cycle once */
    uint64_t GetNDeadlocks() const
    {
        return m_deadlocks.size();
    }

    /// Signature of the trace source Storm.
    typedef void (*StormTracedCallback)(const FabricPauseStorm& storm);

    /// Signature of the trace source Deadlock.
    typedef void (*DeadlockTracedCallback)(const FabricDeadlock& deadlock);

  protected:
    void DoDispose() override;

  private:
    /// State of a class of a port.
    struct Memory
    {
        RdmaTick before;    ///< pause time when the window began
        bool stormy{false}; ///< a storm has been reported and is not over
    };

    /// The next check, a re-used event.
    class Alarm : public EventImpl
    {
      public:
        /**
         * @param watch notified when the event fires
         */
        explicit Alarm(FabricPauseWatch* watch)
            : watch(watch)
        {
        }

        FabricPauseWatch* watch; ///< notified when the event fires; null after it is deleted

      private:
        void Notify() override
        {
            if (watch)
            {
                watch->Look();
            }
        }
    };

    /// Ports of which a class has been paused for DeadlockThreshold.
    using Stuck = std::vector<const FabricPort*>;

    /** Begin to check after a time without pauses. */
    void Wake();

    /**
     * Begin a window without a storm.
     *
     * @param now current time
     */
    void BeginWindow(RdmaTick now);

    /**
     * @param now current time; the next check is an Interval later
     */
    void ScheduleLook(RdmaTick now);

    /** Check all ports, and schedule the next check while any is paused. */
    void Look();

    /**
     * Check one class of all ports.
     * @param windowOver the window has ended
     * @return true if any port is paused
     */
    bool LookAtClass(RdmaTick now, RdmaClass cls, bool windowOver);

    /**
     * Check a port for a storm.
     * @param memory its state
     * @param windowOver the window has ended: check its share and begin another
     */
    void LookForStorm(RdmaTick now,
                      const FabricPort& port,
                      RdmaClass cls,
                      Memory& memory,
                      bool windowOver);

    /**
     * @param stuck ports paused for long, in order of creation
     */
    void LookForDeadlock(RdmaTick now, RdmaClass cls, const Stuck& stuck);

    FabricElements* m_elements{nullptr};                 ///< the fabric
    Time m_interval;                                     ///< attribute Interval
    Time m_stormThreshold;                               ///< attribute StormThreshold
    Time m_stormWindow;                                  ///< attribute StormWindow
    double m_stormShare;                                 ///< attribute StormShare
    Time m_deadlockThreshold;                            ///< attribute DeadlockThreshold
    bool m_awake{false};                                 ///< a check is scheduled
    Ptr<Alarm> m_alarm;                                  ///< the next check, null until attached
    RdmaTick m_windowStart{RdmaTick::Ps(INT64_MIN / 2)}; ///< begin of the window
    std::vector<std::array<Memory, FABRIC_DATA_CLASSES>> m_memory; ///< by port, as created
    uint64_t m_storms{0};                                          ///< see GetNStorms
    std::set<std::vector<uint32_t>> m_deadlocks;                   ///< ports of the cycles reported
    TracedCallback<const FabricPauseStorm&> m_stormTrace;          ///< trace source Storm
    TracedCallback<const FabricDeadlock&> m_deadlockTrace;         ///< trace source Deadlock
};

} // namespace ns3

#endif // FABRIC_PAUSE_WATCH_H
