/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SPRAY_SELECTOR_H
#define MRC_SPRAY_SELECTOR_H

#include "ns3/mrc-path-rotation.h"
#include "ns3/mrc-path-selector.h"

#include <array>
#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcSpraySelector: packet spraying of MRC.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Pseudo-random rotation over the active EVs (mrc reference, 3.6 and 3.7; MrcPathRotation), among
 * the planes that are ready. A rotation uses every GOOD EV of its plane exactly once. An EV in SKIP
 * loses its turns, which are counted.
 *
 * When no plane has a GOOD EV, the EV that has been in SKIP longest is used: congestion never stops
 * a QP. If there is none in SKIP either, the EV that was retired longest ago takes one packet per
 * probe interval.
 *
 * A plane that has lost paths owes turns to the other planes while it is marked much more often
 * than they are (attribute WeakPlaneTurns). No document has this rule. Otherwise a full network
 * sends more to such a plane than its paths can carry: its NIC port is idle as often as those of
 * other planes and takes every packet that is offered, so its queues are never empty, and the marks
 * of one plane determine the window of all.
 */
class MrcSpraySelector : public MrcPathSelector
{
  public:
    /// Order of the planes (attribute PlaneTurns).
    enum PlaneTurns
    {
        EQUAL,  ///< one plane after the other
        BY_EVS, ///< at random, in proportion to the active EVs of a plane
    };

    static TypeId GetTypeId();

    Ptr<MrcPathSelector> Fork() const override;
    std::optional<MrcPath> GetSendParams(RdmaTick now, uint32_t readyPorts) override;
    void OnSack(RdmaTick now, uint32_t ev, MrcEvVerdict verdict) override;
    void OnNack(RdmaTick now, uint32_t ev, MrcNackReason reason) override;

  protected:
    void DoStart() override;

  private:
    /// Largest number of turns that a plane owes.
    static constexpr uint32_t MAX_OWED_TURNS = 16;

    /**
     * @param planes a set of open planes
     * @return a path by the first plane in turn that has a GOOD EV, or nothing
     */
    std::optional<MrcPath> Choose(RdmaTick now, uint32_t planes);

    /**
     * Give the turn of a plane that owes turns to another one.
     * @param planes open planes that are ready, at least one of them owes turns
     * @param lenders open planes that are ready and owe nothing
     * @return a path by one of the latter, or nothing
     */
    [[gnu::cold]] std::optional<MrcPath> PayTurn(RdmaTick now, uint32_t planes, uint32_t lenders);

    /**
     * A packet was marked or trimmed while a plane has lost paths: its plane owes turns if it is
     * marked much more often than the others. A plane that has lost none never pays them.
     * @param ev EV it had
     */
    [[gnu::cold]] void OnMark(uint32_t ev);

    /**
     * Advance a plane's rotation to the next EV that may be used.
     * @param plane 0-based
     * @return the EV, or nothing if all were skipped
     */
    std::optional<MrcPath> Advance(RdmaTick now, uint32_t plane);

    /**
     * @param planes a set of planes, not empty
     * @return one of them, with probabilities in proportion to their active EVs
     */
    [[gnu::cold]] uint32_t DrawPlane(uint32_t planes) const;

    /** @return true if an open plane, ready or not, has a GOOD EV */
    bool IsAnyGood() const;

    MrcPathRotation m_rotation;                      ///< turns of planes and EVs
    PlaneTurns m_planeTurns{EQUAL};                  ///< attribute PlaneTurns
    uint32_t m_owing{0};                             ///< bit p: plane p owes turns
    uint32_t m_weakTurns;                            ///< attribute WeakPlaneTurns
    double m_weakRatio;                              ///< attribute WeakPlaneMarkRatio
    std::array<uint8_t, MrcEv::MAX_PLANES> m_owed{}; ///< turns, by plane; see m_owing
};

} // namespace ns3

#endif // MRC_SPRAY_SELECTOR_H
