/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-parameters.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/rdma-enum-accessor.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcEvParameters);

TypeId
MrcEvParameters::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcEvParameters")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<MrcEvParameters>()
            .AddAttribute("EvCount",
                          "EVs of a QP, all planes together, backups included; every plane gets "
                          "the same number, at most 256 (mrc reference, 3.5)",
                          UintegerValue(256),
                          MakeUintegerAccessor(&MrcEvParameters::evCount),
                          MakeUintegerChecker<uint32_t>(1, 2048))
            .AddAttribute("EvActive",
                          "EVs in use at the start; the others are backups",
                          UintegerValue(128),
                          MakeUintegerAccessor(&MrcEvParameters::evActive),
                          MakeUintegerChecker<uint32_t>(1, 2048))
            .AddAttribute(
                "BackupReserve",
                "If a plane has fewer paths than EVs: the share of the paths that is kept as "
                "backups instead of being used. 0 uses all, because different unused uplinks per "
                "QP load the uplinks unevenly; a retired EV then shrinks the active set",
                DoubleValue(0),
                MakeDoubleAccessor(&MrcEvParameters::backupReserve),
                MakeDoubleChecker<double>(0, 0.9))
            .AddAttribute(
                "SamePlaneBackup",
                "A retired EV is replaced by a backup of its own plane, and its plane's share "
                "shrinks if there is none (mrc reference, 9.2). Off: by a random backup of any "
                "plane that is up, so that the planes of a QP are loaded unequally after failures",
                BooleanValue(true),
                MakeBooleanAccessor(&MrcEvParameters::samePlaneBackup),
                MakeBooleanChecker())
            .AddAttribute("EvMinActive",
                          "No EV is retired if fewer usable ones would remain on planes that are "
                          "up (ev_min_active; mrc reference, 9.2)",
                          UintegerValue(1),
                          MakeUintegerAccessor(&MrcEvParameters::evMinActive),
                          MakeUintegerChecker<uint32_t>(0, 2048))
            .AddAttribute("SkipTurnsEcn",
                          "Turns in the rotation for which an EV is skipped after SKIP_ONCE (mrc "
                          "reference, 9.3)",
                          UintegerValue(1),
                          MakeUintegerAccessor(&MrcEvParameters::skipTurnsEcn),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute("SkipTurnsTrim",
                          "Turns in the rotation for which an EV is skipped after a NACK TRIMMED, "
                          "or after a loss that does not retire it (mrc reference, 9.3)",
                          UintegerValue(4),
                          MakeUintegerAccessor(&MrcEvParameters::skipTurnsTrim),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute(
                "SkipMarkRatio",
                "If skipping an EV would leave less than half of its plane's active ones, or only "
                "one, it is skipped only if its smoothed share of marks and trims is at least this "
                "multiple of the plane's. If all paths are equally full, moving packets only moves "
                "the queue; with two paths a plane would oscillate between them. 0: always",
                DoubleValue(2),
                MakeDoubleAccessor(&MrcEvParameters::skipMarkRatio),
                MakeDoubleChecker<double>(0, 100))
            .AddAttribute("SkipMaxAge",
                          "Longest time an EV stays in SKIP, in base RTTs (mrc reference, 9.3)",
                          DoubleValue(10),
                          MakeDoubleAccessor(&MrcEvParameters::skipMaxAgeRtts),
                          MakeDoubleChecker<double>(0, 1e6))
            .AddAttribute("LossRetiresEv",
                          "Losses without a success in between that retire an EV (mrc reference, "
                          "5.7): 1 is \"always\", N is \"consecutive:N\"; 0 is always on a fabric "
                          "with trimming, and consecutive:3 on one without",
                          UintegerValue(0),
                          MakeUintegerAccessor(&MrcEvParameters::lossRetiresEv),
                          MakeUintegerChecker<uint32_t>(0, 255))
            .AddAttribute("LossTrial",
                          "An EV that has reached LossRetiresEv losses is suspended at once and "
                          "probed; it is retired when this number of probes is unanswered, and "
                          "returns to service after the first answer. A trimmed packet whose NACK "
                          "is lost looks like one lost on a dead path, and must not cost a healthy "
                          "path. 0: retired without trial",
                          UintegerValue(3),
                          MakeUintegerAccessor(&MrcEvParameters::lossTrial),
                          MakeUintegerChecker<uint32_t>(0, 255))
            .AddAttribute(
                "LossTrialAfterRto",
                "With LossTrial, losses are attributed to paths as long as enough packets arrive, "
                "and one per initial retransmission time-out in any case. False: not the latter, "
                "and a QP whose active paths are all dead may wait for its last time-out",
                BooleanValue(true),
                MakeBooleanAccessor(&MrcEvParameters::doubtAfterRto),
                MakeBooleanChecker())
            .AddAttribute("PlaneSuspectLosses",
                          "Losses without a success in between that retire the last EV of a plane "
                          "when the others did not fail within the same time-out",
                          UintegerValue(3),
                          MakeUintegerAccessor(&MrcEvParameters::planeSuspectLosses),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute("EvProbeInterval",
                          "Pause before a retired EV is probed, and between probes (mrc reference, "
                          "9.5); shorten it in short simulations",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&MrcEvParameters::probeInterval),
                          MakeTimeChecker(NanoSeconds(100)))
            .AddAttribute(
                "EvProbeJitter",
                "Each pause is varied at random by up to this fraction, in either direction",
                DoubleValue(0.25),
                MakeDoubleAccessor(&MrcEvParameters::probeJitter),
                MakeDoubleChecker<double>(0, 0.9))
            .AddAttribute("EvProbeMaxInterval",
                          "The pause doubles after each failed probe up to this time",
                          TimeValue(MilliSeconds(64)),
                          MakeTimeAccessor(&MrcEvParameters::probeMaxInterval),
                          MakeTimeChecker(NanoSeconds(100)))
            .AddAttribute("EvProbeSuccesses",
                          "Probes answered in a row that return an EV to service",
                          UintegerValue(3),
                          MakeUintegerAccessor(&MrcEvParameters::probeSuccesses),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute(
                "EvProbeMaxOutstanding",
                "Largest number of unanswered probes of retired EVs, over all QPs of a NIC",
                UintegerValue(64),
                MakeUintegerAccessor(&MrcEvParameters::probeMaxOutstanding),
                MakeUintegerChecker<uint32_t>(1, 65535))
            .AddAttribute("EvProbeMinTimeout",
                          "A probe is given up after 2 base RTTs + 4 target delays, but not before "
                          "this time (mrc reference, 9.4)",
                          TimeValue(MicroSeconds(50)),
                          MakeTimeAccessor(&MrcEvParameters::probeMinTimeout),
                          MakeTimeChecker(NanoSeconds(100)))
            .AddAttribute("EvFlapWindow",
                          "An EV retired again within this time after its return is probed at "
                          "twice the interval, cumulatively (mrc reference, 9.5)",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&MrcEvParameters::flapWindow),
                          MakeTimeChecker(Seconds(0)))
            .AddAttribute("EvProbeIdle",
                          "Retired EVs are probed forever. Otherwise only while a posted message "
                          "is incomplete: a simulation then ends with its work, and overdue EVs "
                          "are probed when there is work again",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MrcEvParameters::probeIdle),
                          MakeBooleanChecker())
            .AddAttribute("ReverseEv",
                          "Paths of SACKs and NACKs (mrc reference, 9.7): simple takes the active "
                          "EVs of the plane in turn; spec does so until a reliability probe "
                          "indicates that the peer lacks answers, and from then on takes EVs of "
                          "the plane that have proved to work since",
                          EnumValue(SPEC),
                          RdmaEnumAccessor<ReverseEv>(&MrcEvParameters::reverseEv),
                          MakeEnumChecker(SIMPLE, "simple", SPEC, "spec"))
            .AddAttribute(
                "ReverseEvHeard",
                "With ReverseEv spec, an EV probe of the answers' paths tests the EV by which the "
                "last packet came, and answers take it while none is proved, because its links "
                "have just carried a packet. False: random EVs (mrc reference, 9.7); with half of "
                "the links dead answers are then missing for a long time",
                BooleanValue(true),
                MakeBooleanAccessor(&MrcEvParameters::reverseEvHeard),
                MakeBooleanChecker())
            .AddAttribute("ReportSkip",
                          "Report an EV_SKIP event whenever an EV is to be skipped",
                          BooleanValue(false),
                          MakeBooleanAccessor(&MrcEvParameters::reportSkip),
                          MakeBooleanChecker())
            .AddAttribute(
                "ReportTrial",
                "Report an EV_TRIAL event whenever an EV is suspended after a loss, until "
                "probes decide (LossTrial)",
                BooleanValue(false),
                MakeBooleanAccessor(&MrcEvParameters::reportTrial),
                MakeBooleanChecker());
    return tid;
}

} // namespace ns3
