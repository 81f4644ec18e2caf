/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_PROBER_H
#define MRC_EV_PROBER_H

#include "mrc-ev-parameters.h"
#include "mrc-ev.h"
#include "mrc-probe-budget.h"

#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-pdu.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcEvProber: the schedule of probes of retired EVs.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The schedule of probes that returns retired EVs to service (mrc reference, 9.5), part of
 * MrcEvTable.
 *
 * An EV that is suspect after a silent loss is added by Try: it is probed at once, and one answer
 * ends its trial. After LossTrial unanswered probes it is confirmed as bad (TakeConfirmedBad) and
 * continues as a retired one.
 *
 * A retired EV is added by Add, returned by Poll whenever its pause is over, and removed after
 * enough answers in a row. An unanswered probe doubles the pause. An EV that is retired again soon
 * after its return starts with a longer pause (flap damping); for this the prober stores EVs for
 * some time after their return.
 *
 * While the QP is idle (Rest), no new probe is sent; trials continue, because they end soon. When
 * the QP has work again (Resume), overdue EVs are probed at once, and the skipped probes are caught
 * up on: as long as every probe is answered, pauses that are over already are omitted.
 *
 * The number of outstanding probes is limited over all QPs of a NIC: a prober that finds the budget
 * exhausted tries again after the time-out of an answer.
 */
class MrcEvProber
{
  public:
    /**
     * @param parameters the settings
     * @param timeout time to wait for an answer
     * @param rng source of the jitter
     * @param budget outstanding probes, shared by the QPs of a NIC
     */
    void Start(Ptr<const MrcEvParameters> parameters,
               RdmaTick timeout,
               Ptr<UniformRandomVariable> rng,
               std::shared_ptr<MrcProbeBudget> budget);

    /**
     * An EV has been retired.
     * @param path the EV and its port
     */
    void Add(RdmaTick now, const MrcPath& path);

    /**
     * An EV is suspect: begin its trial.
     * @param path the EV and its port
     */
    void Try(RdmaTick now, const MrcPath& path);

    /** @return true if it is on trial */
    bool IsOnTrial(uint32_t ev) const;

    /**
     * End the trial of an EV: it is retired.
     * @param ev an EV on trial
     */
    void ConfirmBad(RdmaTick now, uint32_t ev);

    /**
     * End the trial of an EV: its path works.
     * @param ev an EV on trial
     */
    void EndTrial(RdmaTick now, uint32_t ev);

    /** @return an EV whose trial has failed since the last call, or nothing */
    std::optional<uint32_t> TakeConfirmedBad();

    /** Remove an EV: it must not be probed any more. */
    void Remove(uint32_t ev);

    /** Remove all EVs. */
    void Clear();

    /** The QP is idle: start no more probes, but finish trials. */
    void Rest()
    {
        m_resting = true;
    }

    /** The QP has work again. */
    void Resume(RdmaTick now)
    {
        m_restedUntil = m_resting ? now : m_restedUntil;
        m_resting = false;
    }

    /** Another packet on a retired EV was lost: count its answers from zero. */
    void RestartCount(uint32_t ev);

    /**
     * A probe was answered.
     * @param ev the EV probed
     * @param verdict M field of the answer
     * @return true if the EV is good again; it is no longer probed then
     */
    bool OnAnswer(RdmaTick now, uint32_t ev, MrcEvVerdict verdict);

    /**
     * Take an EV that is to be probed now. Probes whose time-out has expired are also given up
     * here.
     * @param planes bit p: EVs of plane p may be probed now
     * @return the EV, or nothing
     */
    std::optional<MrcPath> Poll(RdmaTick now, uint32_t planes);

    /**
     * @param planes bit p: EVs of plane p may be probed
     * @return time at which Poll can return an EV; RdmaTick::Max() for never
     */
    RdmaTick Next(uint32_t planes) const;

    /**
     * @param ev a retired EV
     * @return time of its retirement; nothing if it is not retired
     */
    std::optional<RdmaTick> GetRetiredAt(uint32_t ev) const;

    /**
     * @param planes bit p: EVs of plane p qualify
     * @return the EV that was retired longest ago, or nothing
     */
    std::optional<MrcPath> GetLeastRecent(uint32_t planes) const;

  private:
    friend class RdmaStateReader; ///< compares states in tests

    /// Largest number of EVs of a QP on trial that are probed at a time. The waiting ones are not
    /// used; without the limit, a thousand QPs that suspect all their paths would fill a line with
    /// probes.
    static constexpr uint32_t MAX_TRIALS = 2;

    /// An EV that is being probed, or that has returned recently.
    struct Record
    {
        MrcPath path{};       ///< the EV and its port
        uint8_t successes{0}; ///< answers in a row
        uint8_t failures{0};  ///< unanswered probes in a row
        uint8_t flaps{0};     ///< times it was retired again soon after its return
        bool retired{true};   ///< false: it has returned
        bool trial{false};    ///< retired on suspicion only
        bool cameBack{false}; ///< it was retired and has returned
        MrcProbeToken probe;  ///< the outstanding probe
        RdmaTick changed{};   ///< time of its retirement or return
        RdmaTick due{};       ///< probe outstanding: end of the wait; otherwise time of the next
                              ///< probe
        RdmaTick owed{};      ///< probe outstanding: time at which it was due, if the QP was idle
                              ///< then; or -1 ps
    };

    /** @return its record, or nullptr */
    Record* Find(uint32_t ev);

    /**
     * @param path an EV that is not retired
     * @return its record, new except for the history of earlier retirements
     */
    Record& Open(RdmaTick now, const MrcPath& path);

    /**
     * @param record a retired EV
     * @return answers in a row that return it to service
     */
    uint32_t GetSuccessesNeeded(const Record& record) const
    {
        return record.trial ? 1U : m_parameters->probeSuccesses;
    }

    /** @return true if no further EV may be probed on trial at the same time */
    bool IsTrying() const
    {
        return m_trying >= MAX_TRIALS;
    }

    /** Release the probe of an EV, if one is outstanding. */
    void EndProbe(Record& record);

    /**
     * A probe was not answered in time.
     * @param record its EV
     */
    void GiveUp(RdmaTick now, Record& record);

    /** @return true if no further probe may be sent */
    bool IsFull() const
    {
        return m_budget->GetOutstanding() >= m_parameters->probeMaxOutstanding;
    }

    /**
     * Set the time of the next probe from the number of failures.
     * @param from begin of the pause before it
     */
    void Plan(RdmaTick from, Record& record);

    /**
     * @param record a retired EV without an outstanding probe
     * @return true if its probe must wait until the QP has work
     */
    bool IsAtRest(const Record& record) const
    {
        return m_resting && !record.trial;
    }

    /**
     * Send a probe.
     * @param record its EV
     */
    void Send(RdmaTick now, Record& record);

    /** An EV is retired: if it has returned recently, it is probed more slowly from now on. */
    static void Damp(Record& record);

    /** Drop the records of EVs that returned long ago. */
    void Prune(RdmaTick now);

    Ptr<const MrcEvParameters> m_parameters;  ///< the settings
    Ptr<UniformRandomVariable> m_rng;         ///< source of the jitter
    RdmaTick m_timeout;                       ///< time to wait for an answer
    std::shared_ptr<MrcProbeBudget> m_budget; ///< outstanding probes
    RdmaTick m_retryAt;                       ///< budget exhausted: time of the next attempt
    std::vector<Record> m_records;            ///< by time of first retirement
    std::vector<uint32_t> m_confirmedBad;     ///< see TakeConfirmedBad
    uint32_t m_trying{0};                     ///< outstanding probes of EVs on trial
    bool m_resting{false};                    ///< see Rest
    RdmaTick m_restedUntil{RdmaTick::Ps(-1)}; ///< end of the last idle period
};

} // namespace ns3

#endif // MRC_EV_PROBER_H
