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
 * ns3::FabricPauseWatch: finds pauses that last too long, and those that wait for each other.
 */

namespace ns3
{

class FabricElements;
class FabricPort;

/**
 * @ingroup mrc
 * A port is paused all the time, for the trace source Storm.
 */
struct FabricPauseStorm
{
    RdmaTick time;          ///< when it was found
    const FabricPort* port; ///< the paused port
    RdmaClass cls;          ///< the paused class
    RdmaTick paused;        ///< pause time found: of this pause, or in the window
    bool lasting;           ///< true: one pause without an end; false: many in a window

    /** @return where, like "p0-t0-3 to p0-t1-0" */
    std::string GetWhere() const;
};

/**
 * @ingroup mrc
 * Ports wait for each other, for the trace source Deadlock: the frames that hold up each port wait
 * at the next, and those of the last at the first.
 */
struct FabricDeadlock
{
    RdmaTick time;                        ///< when it was found
    RdmaClass cls;                        ///< the paused class
    std::vector<const FabricPort*> cycle; ///< the paused ports

    /** @return who waits for whom, like "p0-t1-0 > p0-t1-1 > p0-t1-2 > p0-t1-0" */
    std::string GetCycle() const;
};

/**
 * @ingroup mrc
 * Looks, while ports are paused, for two things that PFC can do to a network (roce reference, 2.5).
 *
 * A pause storm: a port and class that has been paused for StormThreshold without a break, or for
 * more than StormShare of a StormWindow. It is reported once until its share falls again.
 *
 * A deadlock: among the ports paused for DeadlockThreshold without a break, P waits for Q if Q
 * belongs to the switch behind P's link, and frames that came in by that link wait at Q. That
 * switch's buffer for P's link cannot empty before Q moves; a cycle of such ports never moves
 * again.
 *
 * It looks every Interval, and only while something is paused: a network without pauses costs
 * nothing, and looking changes nothing.
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
    /// What is remembered of a class of a port.
    struct Memory
    {
        RdmaTick before;    ///< pause time when the window began
        bool stormy{false}; ///< a storm has been reported and is not over
    };

    /// The next look, scheduled again and again.
    class Alarm : public EventImpl
    {
      public:
        /**
         * @param watch woken
         */
        explicit Alarm(FabricPauseWatch* watch)
            : watch(watch)
        {
        }

        FabricPauseWatch* watch; ///< woken; null once it is gone

      private:
        void Notify() override
        {
            if (watch)
            {
                watch->Look();
            }
        }
    };

    /// A class of a port that has been paused for DeadlockThreshold.
    using Stuck = std::vector<const FabricPort*>;

    /** Begin to look. */
    void Wake();

    /** Look, and go on looking while something is paused. */
    void Look();

    /**
     * Look at one class of all ports.
     * @param windowOver the window has been long enough
     * @return true if something is paused
     */
    bool LookAtClass(RdmaTick now, RdmaClass cls, bool windowOver);

    /**
     * Is a port in a storm?
     * @param memory what is remembered of it
     * @param windowOver the window has been long enough: judge its share and begin another
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

    FabricElements* m_elements{nullptr}; ///< what is watched
    Time m_interval;                     ///< attribute Interval
    Time m_stormThreshold;               ///< attribute StormThreshold
    Time m_stormWindow;                  ///< attribute StormWindow
    double m_stormShare;                 ///< attribute StormShare
    Time m_deadlockThreshold;            ///< attribute DeadlockThreshold
    bool m_awake{false};                 ///< a look is scheduled
    Ptr<Alarm> m_alarm;                  ///< the next look, null until attached
    RdmaTick m_windowStart;              ///< begin of the window
    std::vector<std::array<Memory, FABRIC_DATA_CLASSES>> m_memory; ///< by port, as created
    uint64_t m_storms{0};                                          ///< see GetNStorms
    std::set<std::vector<uint32_t>> m_deadlocks;                   ///< ports of those reported
    TracedCallback<const FabricPauseStorm&> m_stormTrace;          ///< trace source Storm
    TracedCallback<const FabricDeadlock&> m_deadlockTrace;         ///< trace source Deadlock
};

} // namespace ns3

#endif // FABRIC_PAUSE_WATCH_H
