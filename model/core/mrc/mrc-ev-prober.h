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
 * ns3::MrcEvProber: when to probe the EVs that were retired.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The schedule of probes that brings retired EVs back (mrc reference, 9.5), part of MrcEvTable.
 *
 * An EV that a silent loss has made suspect comes in by Try: it is probed at once, and one answer
 * acquits it. After LossTrial unanswered probes it is convicted (TakeConfirmedBad), and goes on as
 * a retired one.
 *
 * An EV that is retired comes in by Add, is handed out by Poll whenever its pause is over, and
 * leaves after enough answers in a row. An unanswered probe doubles the pause. An EV that is
 * retired again soon after it came back starts with a longer pause (flap damping); for this the
 * prober remembers EVs for a while after they left.
 *
 * While the QP rests (Rest) nothing new is probed; trials go on, for they end soon. When it has
 * work again (Resume) what is overdue is probed at once, and answers that would have come meanwhile
 * are made up for: as long as every probe is answered the next one follows without a pause that is
 * over already.
 *
 * The number of probes under way is limited for all QPs of a NIC together: a prober that finds the
 * budget used up by others tries again after the time-out of an answer.
 */
class MrcEvProber
{
  public:
    /**
     * @param parameters the settings
     * @param timeout how long an answer is awaited
     * @param rng source of the jitter
     * @param budget probes under way, shared by the QPs of a NIC
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
     * An EV is suspect: try it.
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

    /** @return an EV whose trial has ended badly since the last call, or nothing */
    std::optional<uint32_t> TakeConfirmedBad();

    /** Forget an EV: it must not be probed any more. */
    void Remove(uint32_t ev);

    /** Forget all EVs. */
    void Clear();

    /** The QP has nothing to do: probe no more, but finish trials. */
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

    /** Another packet that used a retired EV was lost: count its answers from zero. */
    void RestartCount(uint32_t ev);

    /**
     * A probe was answered.
     * @param ev the EV probed
     * @param verdict M field of the answer
     * @return true if the EV is good again; it is no longer probed then
     */
    bool OnAnswer(RdmaTick now, uint32_t ev, MrcEvVerdict verdict);

    /**
     * Take an EV that is to be probed now. Unanswered probes are given up here, too.
     * @param planes bit p: EVs of plane p may be probed now
     * @return the EV, or nothing
     */
    std::optional<MrcPath> Poll(RdmaTick now, uint32_t planes);

    /**
     * @param planes bit p: EVs of plane p may be probed
     * @return when Poll will have something to do; RdmaTick::Max() for never
     */
    RdmaTick Next(uint32_t planes) const;

    /**
     * @param ev a retired EV
     * @return when it was retired; nothing if it is not retired
     */
    std::optional<RdmaTick> GetRetiredAt(uint32_t ev) const;

    /**
     * @param planes bit p: EVs of plane p qualify
     * @return the EV that was retired longest ago, or nothing
     */
    std::optional<MrcPath> GetLeastRecent(uint32_t planes) const;

  private:
    /// EVs of a QP on trial that are probed at a time. Those that wait are not used, and a thousand
    /// QPs that suspect all their paths would else fill a line with probes.
    static constexpr uint32_t MAX_TRIALS = 2;

    /// An EV being probed, or one that came back recently.
    struct Record
    {
        MrcPath path{};       ///< the EV and its port
        uint8_t successes{0}; ///< answers in a row
        uint8_t failures{0};  ///< unanswered probes in a row
        uint8_t flaps{0};     ///< times it was retired again soon after it came back
        bool retired{true};   ///< false: it came back
        bool trial{false};    ///< retired on suspicion only
        bool cameBack{false}; ///< it was retired and came back
        MrcProbeToken probe;  ///< the probe under way
        RdmaTick changed{};   ///< when it was retired, or came back
        RdmaTick due{};       ///< under way: end of the wait; otherwise when to probe
        RdmaTick owed{};      ///< under way: when to have probed, if the QP rested then; or -1 ps
    };

    /** @return its record, or nullptr */
    Record* Find(uint32_t ev);

    /**
     * @param path an EV that is not retired
     * @return its record, new but for what is remembered of earlier times
     */
    Record& Open(RdmaTick now, const MrcPath& path);

    /**
     * @param record a retired EV
     * @return answers in a row that bring it back
     */
    uint32_t GetSuccessesNeeded(const Record& record) const
    {
        return record.trial ? 1U : m_parameters->probeSuccesses;
    }

    /** @return true if no further EV may be tried at the same time */
    bool IsTrying() const
    {
        return m_trying >= MAX_TRIALS;
    }

    /** Take back the probe of an EV, if one is under way. */
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
     * @param from when the pause before it begins
     */
    void Plan(RdmaTick from, Record& record);

    /**
     * @param record a retired EV, no probe of it under way
     * @return true if it must wait for work of the QP
     */
    bool IsAtRest(const Record& record) const
    {
        return m_resting && !record.trial;
    }

    /**
     * A probe leaves.
     * @param record its EV
     */
    void Send(RdmaTick now, Record& record);

    /** An EV is retired: if it came back a short time ago, it is probed more slowly from now on. */
    static void Damp(Record& record);

    /** Drop the records of EVs that came back long ago. */
    void Prune(RdmaTick now);

    Ptr<const MrcEvParameters> m_parameters;  ///< the settings
    Ptr<UniformRandomVariable> m_rng;         ///< source of the jitter
    RdmaTick m_timeout;                       ///< how long an answer is awaited
    std::shared_ptr<MrcProbeBudget> m_budget; ///< probes under way
    RdmaTick m_retryAt;                       ///< full: when to look again
    std::vector<Record> m_records;            ///< by time of first retirement
    std::vector<uint32_t> m_confirmedBad;     ///< see TakeConfirmedBad
    uint32_t m_trying{0};                     ///< probes of EVs on trial under way
    bool m_resting{false};                    ///< see Rest
    RdmaTick m_restedUntil{RdmaTick::Ps(-1)}; ///< end of the last rest
};

} // namespace ns3

#endif // MRC_EV_PROBER_H
