/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_PARAMETERS_H
#define MRC_EV_PARAMETERS_H

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcEvParameters: the number of EVs of a QP, and the treatment of failing ones.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Settings of an MrcEvTable. One object serves any number of QPs and must not change after a QP has
 * started with it. The members are the attributes; GetTypeId has their defaults.
 */
class MrcEvParameters : public Object
{
  public:
    /// Paths of SACKs and NACKs (attribute ReverseEv).
    enum ReverseEv
    {
        SIMPLE, ///< active EVs of the plane in turn
        SPEC,   ///< EVs of the plane that have proved to work (MrcReverseEvs)
    };

    static TypeId GetTypeId();

    uint32_t evCount;       ///< EVs of a QP, all planes, backups included
    uint32_t evActive;      ///< of these, active at the start
    double backupReserve;   ///< share of scarce paths that is kept as backups
    bool samePlaneBackup;   ///< a retired EV is replaced in its own plane only
    uint32_t evMinActive;   ///< usable EVs below which none is retired
    uint32_t skipTurnsEcn;  ///< turns skipped after SKIP_ONCE
    uint32_t skipTurnsTrim; ///< turns skipped after a fabric trim
    double skipMarkRatio;   ///< ratio of an EV's marks to the plane's mean from which on it is
                            ///< skipped
    double skipMaxAgeRtts;  ///< longest SKIP, in base RTTs
    uint32_t lossRetiresEv; ///< losses in a row that retire an EV; 0: 1 with trimming, 3 without
    uint32_t lossTrial;     ///< unanswered probes that retire a suspect; 0: no trial
    uint32_t planeSuspectLosses;  ///< losses in a row that retire the last EV of a plane
    Time probeInterval;           ///< pause before each probe of an EV
    double probeJitter;           ///< relative jitter of the pause, +-
    Time probeMaxInterval;        ///< longest pause after failed probes and flaps
    uint32_t probeSuccesses;      ///< answers in a row that return an EV to service
    uint32_t probeMaxOutstanding; ///< limit of unanswered probes, over all QPs of a NIC
    Time probeMinTimeout;         ///< minimum time to wait for an answer
    Time flapWindow;              ///< an EV retired again within this time is probed more slowly
    ReverseEv reverseEv;          ///< paths of SACKs and NACKs
    bool reverseEvHeard;          ///< paths of answers: prefer the EVs by which packets came
    bool doubtAfterRto;           ///< attribute one loss per time-out to its path in any case
    bool probeIdle;               ///< probe also while nothing is posted
    bool reportSkip;              ///< report EV_SKIP events
    bool reportTrial;             ///< report EV_TRIAL events
};

} // namespace ns3

#endif // MRC_EV_PARAMETERS_H
