/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_TABLE_FIXTURE_H
#define MRC_EV_TABLE_FIXTURE_H

#include "../step-budget.h"

#include "ns3/mrc-ev-table.h"
#include "ns3/object.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

constexpr RdmaTick BASE_RTT = RdmaTick::Us(10);
constexpr RdmaTick RTO = RdmaTick::Us(131);

/** An EV table with its settings. */
class EvTable : public testing::Test
{
  protected:
    EvTable()
    {
        rng->SetStream(1);
        parameters->backupReserve = 0.25; // most tests need backups with scarce paths,
        parameters->lossTrial = 0;        // retirement without a trial,
        parameters->skipMarkRatio = 0;    // and a SKIP for every mark
    }

    /**
     * @param planes their number, 1 to 8
     * @param paths uplinks per plane
     * @param trimming the fabric trims
     */
    void Start(uint32_t planes, uint32_t paths, bool trimming = true)
    {
        MrcEvSetup setup = MakeSetup(planes);
        setup.pathsPerPlane = paths;
        setup.trimming = trimming;
        table.Start(setup, parameters, rng);
        table.SetRto(RTO);
    }

    /**
     * Start with EVs from a controller.
     * @param planes their number, 1 to 8
     * @param paths EVs and ports
     * @param active number of active ones, 0: all
     */
    void StartWith(uint32_t planes, const std::vector<MrcPath>& paths, uint32_t active = 0)
    {
        MrcEvSetup setup = MakeSetup(planes);
        setup.paths = paths;
        setup.active = active;
        table.Start(setup, parameters, rng);
        table.SetRto(RTO);
    }

    /**
     * @param planes their number, 1 to 8
     * @return the setup of a table
     */
    static MrcEvSetup MakeSetup(uint32_t planes)
    {
        MrcEvSetup setup;
        setup.planes = planes;
        setup.baseRtt = BASE_RTT;
        setup.targetDelay = BASE_RTT * 3 / 4;
        return setup;
    }

    /**
     * @param plane 0-based
     * @return its active EVs
     */
    std::vector<uint32_t> Active(uint32_t plane) const
    {
        auto evs = table.GetEvs(plane);
        evs.resize(table.GetActiveCount(plane));
        return evs;
    }

    /** @return its position among the active EVs of its plane */
    uint32_t Position(uint32_t ev) const
    {
        const auto evs = Active(MrcEv::Plane(ev));
        for (uint32_t i = 0; i < evs.size(); ++i)
        {
            if (evs[i] == ev)
            {
                return i;
            }
        }
        ADD_FAILURE() << "EV " << ev << " is not active";
        return 0;
    }

    /**
     * @param ev an active EV whose turn it is
     * @return true if it may be used
     */
    bool Turn(RdmaTick now, uint32_t ev)
    {
        return table.TakeTurn(now, MrcEv::Plane(ev), Position(ev));
    }

    /**
     * Lose a packet on each EV of a plane that is still usable, once per EV.
     * @param plane 0-based
     */
    void LoseOnAll(RdmaTick now, uint32_t plane)
    {
        for (const uint32_t ev : table.GetEvs(plane))
        {
            table.OnLoss(now, ev);
        }
    }

    /**
     * Wait for the next probe and take it.
     * @return its EV
     */
    uint32_t NextProbe()
    {
        std::optional<MrcPath> probe;
        for (mrctest::StepBudget steps; !probe && !table.NextProbe().IsMax() && steps.Take();)
        {
            now = std::max(now, table.NextProbe());
            probe = table.PollProbe(now, ~0U);
        }
        EXPECT_TRUE(probe) << "no probe is planned";
        return probe ? probe->ev : 0;
    }

    /** Probe an EV until it returns to service; no other EV may be retired. */
    void Revive(uint32_t ev)
    {
        for (uint32_t i = 0; i < parameters->probeSuccesses; ++i)
        {
            EXPECT_EQ(NextProbe(), ev);
            now += BASE_RTT;
            table.OnProbeSuccess(now, ev, MrcEvVerdict::NONE);
        }
    }

    /** @return the events so far, as words */
    std::vector<std::string> Events()
    {
        static const std::map<RdmaEvent::Kind, std::string> names{
            {RdmaEvent::Kind::EV_SKIP, "skip"},
            {RdmaEvent::Kind::EV_TRIAL, "trial"},
            {RdmaEvent::Kind::EV_BAD, "bad"},
            {RdmaEvent::Kind::EV_GOOD, "good"},
            {RdmaEvent::Kind::EV_REPLACED, "replaced"},
            {RdmaEvent::Kind::EV_DENIED, "denied"},
            {RdmaEvent::Kind::EV_ENABLED, "enabled"},
            {RdmaEvent::Kind::EV_CHANGED, "changed"}};
        std::vector<std::string> words;
        RdmaEvent event;
        while (table.PollEvent(event))
        {
            words.push_back(names.at(event.kind) + " " + std::to_string(event.entropy) +
                            (event.detail ? " by " + std::to_string(event.detail) : ""));
        }
        return words;
    }

    Ptr<MrcEvParameters> parameters{CreateObject<MrcEvParameters>()};      ///< settings
    Ptr<UniformRandomVariable> rng{CreateObject<UniformRandomVariable>()}; ///< randomness
    MrcEvTable table;                                                      ///< the table
    RdmaTick now{RdmaTick::Us(100)};                                       ///< the time
};

using Words = std::vector<std::string>;

} // namespace ns3

#endif // MRC_EV_TABLE_FIXTURE_H
