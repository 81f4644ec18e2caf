/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_TABLE_H
#define MRC_EV_TABLE_H

#include "mrc-ev-list.h"
#include "mrc-ev-parameters.h"
#include "mrc-ev-prober.h"
#include "mrc-ev-set.h"
#include "mrc-ev.h"

#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-pdu.h"
#include "ns3/rdma-ring-queue.h"
#include "ns3/rdma-tick.h"
#include "ns3/rdma-transport.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcEvTable: the entropy values of one QP and their health.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * @return name of the state in tables: good, skip, bad or denied
 */
const char* GetMrcEvStateName(MrcEvState state);

/**
 * @ingroup mrc
 * The EVs of one QP and their states (mrc reference, 3.5 and 9).
 *
 * An entry is an EV value, opaque here and unique within the QP, and the local port by which it
 * leaves. The values are drawn, or given by a controller (mrc-ev-set.h). The first EVs of a plane
 * are active, the others are backups (MrcEvList). A retired EV changes places with a backup of its
 * plane, or with the last active one when no backup is left.
 *
 * When all EVs of a plane are retired or denied, none of them on trial, backups over longer paths
 * take their places (MrcEvSetup::longerPaths), and leave them when one of these EVs returns. Guards
 * and counts of usable EVs consider the EVs of one kind only, those of longer paths while these are
 * in use.
 *
 * Invariant: an active EV is GOOD or SKIP. A plane is open while its port is up at both ends and it
 * has an active EV; the selector uses open planes only.
 *
 * The path selector reports the fate of the packets of an EV (OnSack, OnNack, OnLoss); the table
 * returns the retired EVs that are to be probed. It acts only when called.
 */
class MrcEvTable
{
  public:
    /**
     * Choose the EVs, or take the given ones. Called once, before all other functions.
     * @param setup properties of the QP
     * @param parameters the settings
     * @param rng source of all random choices
     */
    void Start(const MrcEvSetup& setup,
               Ptr<const MrcEvParameters> parameters,
               Ptr<UniformRandomVariable> rng);

    /**
     * The QP sends from now on. A plane counts as dead if all its EVs fail within one time-out.
     * @param rto initial retransmission time-out
     */
    void SetRto(RdmaTick rto)
    {
        m_rto = rto;
    }

    // Feedback. EVs that the table does not hold are ignored.

    /**
     * A SACK has arrived.
     * @param ev EV it echoes
     * @param verdict its M field
     */
    void OnSack(RdmaTick now, uint32_t ev, MrcEvVerdict verdict);

    /**
     * A NACK has arrived.
     * @param ev EV it echoes
     * @param reason its code
     */
    void OnNack(RdmaTick now, uint32_t ev, MrcNackReason reason);

    /**
     * A packet was lost without a NACK. Losses on a plane whose port is down are no evidence
     * against the EV and are ignored.
     * @param ev EV it had
     */
    void OnLoss(RdmaTick now, uint32_t ev);

    /**
     * A port of this NIC or of the peer changed.
     * @param plane 0-based
     * @param local true: this NIC's port, false: the peer's
     * @param up true: usable
     */
    void SetPortUp(uint32_t plane, bool local, bool up);

    // Administration.

    /** Stop using an EV, in any state. No guard applies. */
    void Deny(uint32_t ev);

    /**
     * Make a denied EV GOOD. In other states this has no effect: only probes return a retired EV
     * (mrc reference, 9.2).
     */
    void Enable(uint32_t ev);

    /**
     * Retire an EV, unless it is retired already: probes decide about its return. No guard applies.
     */
    void AssumeBad(RdmaTick now, uint32_t ev);

    /**
     * Replace an EV by another value, which leaves by the same port (REPLACE_EV). The history of
     * the old value is dropped, and feedback for it is ignored from now on. No guard applies.
     * @param ev the old value
     * @param value the new one; if it is the old one, only the state is set
     * @param state its state: not SKIP
     * @return false, and no change, if the table does not contain the old value or contains the new
     * one elsewhere
     */
    bool Replace(RdmaTick now, uint32_t ev, uint32_t value, MrcEvState state);

    /** The QP has failed: stop all probing. */
    void Stop();

    // Idle QPs: a QP with nothing to send and nothing to confirm needs no paths.

    /** The QP is idle: stop probing retired EVs, unless EvProbeIdle is set. */
    void Rest();

    /** The QP has work: probe the EVs that are due. */
    void Resume(RdmaTick now);

    // Probing (mrc reference, 9.5). The table itself gives up probes that are not answered in time.

    /**
     * @return time of the next call of PollProbe; RdmaTick::Max() for never. It may be in the past
     * while a due probe waits for its port.
     */
    RdmaTick NextProbe() const
    {
        return m_nextProbe;
    }

    /**
     * Take an EV on which a reliability probe is to be sent now.
     * @param readyPorts bit p: port p can take a frame
     * @return the EV, or nothing
     */
    std::optional<MrcPath> PollProbe(RdmaTick now, uint32_t readyPorts);

    /**
     * A reliability probe was answered. On an EV that is not retired this counts as a SACK.
     * @param ev EV of the probe
     * @param verdict M field of the answer
     */
    void OnProbeSuccess(RdmaTick now, uint32_t ev, MrcEvVerdict verdict);

    // For path selectors.

    /** @return bit p: plane p is open */
    uint32_t GetOpenPlanes() const
    {
        return m_open;
    }

    /** @return shortest time to wait for the answer to a probe, after Start */
    RdmaTick GetProbeMinTimeout() const;

    /** @return number of planes, 1 to 8 */
    uint32_t GetPlanes() const
    {
        return m_evs.GetPlanes();
    }

    /**
     * @param plane 0-based
     * @return number of active EVs
     */
    uint32_t GetActiveCount(uint32_t plane) const
    {
        return m_evs.GetPlane(plane).active;
    }

    /**
     * @param plane 0-based
     * @return number of its EVs, active or not
     */
    uint32_t GetCount(uint32_t plane) const
    {
        return m_evs.GetPlane(plane).count;
    }

    /**
     * @param plane 0-based
     * @return number of active EVs that are GOOD
     */
    uint32_t GetGoodCount(uint32_t plane) const
    {
        return m_health[plane].good;
    }

    /**
     * @param plane 0-based
     * @param position position among the active EVs
     * @return the EV there
     */
    uint32_t GetActiveEv(uint32_t plane, uint32_t position) const
    {
        return m_evs.At(plane, position).ev;
    }

    /**
     * @param plane 0-based
     * @param position position among the active EVs
     * @return the EV there, with its port
     */
    MrcPath GetActivePath(uint32_t plane, uint32_t position) const
    {
        return {GetActiveEv(plane, position), static_cast<uint8_t>(plane)};
    }

    /** @return its position if it is active now */
    std::optional<MrcEvPlace> FindActive(uint32_t ev) const
    {
        return m_evs.FindActive(ev);
    }

    /** @return bit p: EVs of plane p are ASSUMED_BAD; DENIED ones are no failure */
    uint32_t GetWeakPlanes() const
    {
        return m_weak;
    }

    /**
     * @param plane 0-based
     * @return smoothed share of its SACKs with a mark, and of trims, 0 to 255 x 256
     */
    uint32_t GetMarkShare(uint32_t plane) const
    {
        return m_health[plane].marks;
    }

    /**
     * @param ev an EV of this QP or of its peer, whose paths have the same numbers
     * @return true if its path is longer than the shortest ones of its plane
     */
    bool IsLonger(uint32_t ev) const
    {
        const uint32_t plane = MrcEv::Plane(ev);
        return m_longer && plane < GetPlanes() && MrcEv::Uplink(ev) >= m_longer->first[plane];
    }

    /** @return true if the fabric trims, so that a silent loss indicates a broken path */
    bool IsTrimming() const
    {
        return m_trimming;
    }

    /**
     * Give an active EV its turn. If it is in SKIP, the turn is skipped and counted.
     * @param plane 0-based
     * @param position position among the active EVs
     * @return true if the EV may be used
     */
    bool TakeTurn(RdmaTick now, uint32_t plane, uint32_t position)
    {
        MrcEvList::Entry& e = m_evs.At(plane, position);
        return e.state == MrcEvState::GOOD || PassOver(now, e);
    }

    /**
     * @param planes bit p: plane p qualifies
     * @return the active EV that has been in SKIP longest, or nothing
     */
    std::optional<MrcPath> GetOldestSkip(RdmaTick now, uint32_t planes) const;

    /**
     * The last resort when no EV is usable: the EV that was retired longest ago, at most one per
     * probe interval.
     * @param readyPorts bit p: port p can take a frame
     * @return the EV, or nothing yet
     */
    std::optional<MrcPath> TakeLastResort(RdmaTick now, uint32_t readyPorts);

    /**
     * @return bit p: control packets may leave by plane p; without an open plane, by any port that
     * is up
     */
    uint32_t GetReversePlanes() const
    {
        return m_open ? m_open : GetUpPlanes() & m_populated;
    }

    // Queries.

    /** @return the EV with its port; nothing if the table does not contain it */
    std::optional<MrcPath> FindPath(uint32_t ev) const;

    /**
     * @return its state, or nothing if the table does not contain it. An EV on trial is reported as
     * SKIP.
     */
    std::optional<MrcEvState> GetState(uint32_t ev) const;

    /** @return number of EVs by state as GetState reports it; states without EVs are absent */
    std::map<MrcEvState, uint32_t> CountStates() const;

    /**
     * @param plane 0-based
     * @return its EVs: the active ones first, then all others
     */
    std::vector<uint32_t> GetEvs(uint32_t plane) const;

    /** @return number of changes of active EVs and of ports so far */
    uint32_t GetChanges() const
    {
        return m_changes;
    }

    /** @return bit p: plane p is up at both ends */
    uint32_t GetUpPlanes() const
    {
        return m_localUp & m_peerUp;
    }

    /**
     * @param event filled when true is returned
     * @return true if there is one
     */
    bool PollEvent(RdmaEvent& event);

    /** @return true if PollEvent has one */
    bool HasEvents() const
    {
        return !m_events.IsEmpty();
    }

  private:
    friend class RdmaStateReader; ///< compares states in tests

    /// Health of the EVs of a plane.
    struct PlaneHealth
    {
        uint16_t good{0};   ///< active EVs that are GOOD
        uint16_t usable{0}; ///< EVs that are GOOD or SKIP, backups included, of the kind in use
        uint16_t marks{0};  ///< smoothed share of SACKs with a mark, and of trims, x 255 x 256
    };

    /// State of the longer paths.
    struct Longer
    {
        const MrcLongerPaths* paths{nullptr};              ///< the paths
        uint32_t listed{0};                                ///< bit p: plane p has EVs for them
        uint32_t used{0};                                  ///< bit p: plane p uses them
        std::array<uint16_t, MrcEv::MAX_PLANES> first{};   ///< by plane: lowest code
        std::array<uint16_t, MrcEv::MAX_PLANES> waiting{}; ///< by plane: usable EVs not in use
    };

    /// The ways in which an EV leaves service.
    enum class Exit : uint8_t
    {
        TRIAL,   ///< on trial: ASSUMED_BAD until a probe is answered or LossTrial probes are not
        RETIRED, ///< ASSUMED_BAD: probed until it works again
        DENIED,  ///< by an administrator: not probed
    };

    /** @return the time in units of 65,536 ps, modulo 2^32 (281 s) */
    static uint32_t Stamp(RdmaTick now)
    {
        return static_cast<uint32_t>(now.GetPs() >> 16);
    }

    /**
     * Skip the turn of an EV in SKIP.
     * @param e its entry
     * @return true if its SKIP has expired
     */
    bool PassOver(RdmaTick now, MrcEvList::Entry& e);

    /**
     * Update the smoothed marks of an EV and of its plane.
     * @param marked true: a mark or a trim, false: a SACK without
     * @return true if the EV had at least SkipMarkRatio times the marks of its plane
     */
    bool NoteMark(uint32_t index, bool marked);

    /**
     * Move an EV from GOOD or SKIP to SKIP.
     * @param turns turns to skip
     */
    void Skip(RdmaTick now, uint32_t index, uint32_t turns);

    /**
     * A usable EV seems to be broken. It leaves service, unless a guard prevents it; then it goes
     * to SKIP.
     * @param exit TRIAL (or RETIRED, without LossTrial) or RETIRED
     */
    void RetireUnlessGuarded(RdmaTick now, uint32_t index, Exit exit);

    /** @return the state of an EV as GetState reports it */
    MrcEvState GetShownState(const MrcEvList::Entry& e) const;

    /** Take an EV out of service, in any state; a backup replaces it. */
    void TakeOut(RdmaTick now, uint32_t index, Exit exit);

    /**
     * Move an EV from ASSUMED_BAD or DENIED to GOOD: fill the plane's deficit or join the backups.
     */
    void Return(uint32_t index);

    /**
     * A packet on an EV has arrived: if the EV is on trial, its path works.
     * @param index index of an entry that is ASSUMED_BAD
     */
    void EndTrialIfAny(RdmaTick now, uint32_t index);

    /** @return losses without a success in between that make an EV suspect now */
    uint32_t GetLossesToSuspect(RdmaTick now) const
    {
        return m_lossRetiresEv + (m_lastTrim + m_rto > now ? 1 : 0);
    }

    /** The trial of an EV has failed. */
    void OnConfirmedBad(uint32_t ev);

    /** Report that an EV is retired definitely, not only on trial. */
    void ReportRetired(uint32_t ev);

    /**
     * Lists the longer paths of its plane if the answer depends on them.
     * @param index index of a usable entry
     * @return true if no guard prevents its retirement (mrc reference, 9.2)
     */
    bool MayRetire(RdmaTick now, uint32_t index);

    /** @return usable EVs of the planes that are up, those of longer paths included */
    uint32_t CountUsable() const;

    /**
     * @param index index of the only usable entry of a plane
     * @return true if the whole plane must be assumed dead
     */
    bool IsPlaneDead(RdmaTick now, uint32_t index) const;

    /** Replace an EV that left service by a backup. */
    void ReplaceActive(uint32_t index);

    /**
     * Activate a backup of any plane for an EV that is no longer active (SamePlaneBackup off).
     * @param index index of the EV's entry
     */
    void ActivateOfAnyPlane(uint32_t index);

    /**
     * @return true if fewer EVs are active than without failures: in the plane, or in all planes
     */
    bool IsShort(uint32_t plane) const;

    /**
     * @param plane 0-based
     * @return index of a random usable backup, GOOD if there is one, or -1
     */
    int32_t ChooseBackup(uint32_t plane);

    /**
     * Update the counts of a plane and the set of open planes.
     * @param plane 0-based
     */
    void Recount(uint32_t plane);

    /**
     * Take up longer paths if all others of a plane are broken, and leave them if not. Changes
     * indices of entries.
     * @param plane 0-based
     */
    void ChooseLonger(uint32_t plane);

    /**
     * @param plane 0-based
     * @return true if no EV of a shortest path is usable or on trial
     */
    bool IsLongerNeeded(uint32_t plane) const;

    /**
     * Add the EVs of longer paths of a plane, at the first call.
     * @param plane 0-based
     */
    void ListLonger(uint32_t plane);

    /**
     * @param plane 0-based
     * @return true if longer paths are in use
     */
    bool UsesLonger(uint32_t plane) const
    {
        return m_longer && (m_longer->used >> plane & 1);
    }

    /**
     * @param setup has longer paths
     */
    void SetLonger(const MrcEvSetup& setup);

    /**
     * @param kind the change
     * @param index index of the entry concerned
     * @param detail see RdmaEvent
     */
    void Report(RdmaEvent::Kind kind, uint32_t index, uint64_t detail = 0);

    /// Losses that may be attributed to paths: initial value. A SACK allows for two more. If hardly
    /// any packet arrives, as in an incast of a thousand senders, the paths are not the cause, and
    /// trials of all of them would be a load themselves.
    static constexpr uint8_t START_LOSS_BUDGET = 8;
    static constexpr uint8_t MAX_LOSS_BUDGET = 64; ///< largest value, see START_LOSS_BUDGET

    // Members that every packet needs come first.

    uint32_t m_open{0};                                  ///< bit p: plane p is open
    uint32_t m_populated{0};                             ///< bit p: plane p has EVs
    uint32_t m_localUp{0};                               ///< bit p: this NIC's port p is up
    uint32_t m_peerUp{0};                                ///< bit p: the peer's port p is up
    RdmaTick m_nextProbe{RdmaTick::Max()};               ///< NextProbe()
    MrcEvList m_evs;                                     ///< EVs, plane by plane
    std::array<PlaneHealth, MrcEv::MAX_PLANES> m_health; ///< by plane

    uint32_t m_skipMaxAge{0};                         ///< longest SKIP, in units of Stamp()
    uint8_t m_weak{0};                                ///< GetWeakPlanes()
    uint8_t m_lossRetiresEv{1};                       ///< losses in a row that retire an EV
    uint8_t m_lossBudget{START_LOSS_BUDGET};          ///< losses that may be attributed to paths
    bool m_trimming{true};                            ///< IsTrimming()
    uint32_t m_lastAttributed{0};                     ///< Stamp() of the last loss so attributed
    RdmaTick m_lastTrim{RdmaTick::Ps(INT64_MIN / 2)}; ///< last NACK of a trim
    RdmaTick m_rto;                                   ///< see SetRto
    RdmaTick m_nextLastResort;                        ///< time from which TakeLastResort may answer
                                                      ///< again
    RdmaRingQueue<RdmaEvent> m_events;                ///< events not yet taken
    Ptr<const MrcEvParameters> m_parameters;          ///< the settings
    MrcEvProber m_prober;                             ///< retired EVs
    Ptr<UniformRandomVariable> m_rng;                 ///< source of random choices
    uint32_t m_minActive{1};                          ///< usable EVs below which none is retired
    uint32_t m_changes{0};                            ///< GetChanges()
    std::unique_ptr<Longer> m_longer;                 ///< longer paths; null: none
};

} // namespace ns3

#endif // MRC_EV_TABLE_H
