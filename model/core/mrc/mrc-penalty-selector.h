/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PENALTY_SELECTOR_H
#define MRC_PENALTY_SELECTOR_H

#include "mrc-path-rotation.h"
#include "mrc-path-selector.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcPenaltySelector: path selectors with a penalty counter per path.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * What path selectors with penalties have in common (mrc reference, 3.8, "bitmap"): they spray in
 * MRC's order (mrc reference, 3.6) and pass over paths with a penalty. Marks and trims add to the
 * penalty of their EV, a silent loss raises it to the maximum. Of the EVs that a packet passes
 * over, the first one works off one unit; if all of the plane have a penalty, the packet takes the
 * last one looked at.
 *
 * The EV table hears nothing: no EV is skipped or retired on account of data. A penalty belongs to
 * an EV, and is forgotten when another one takes its position.
 *
 * A subclass may take another path when it is a plane's turn (Choose), and hears of every packet
 * that speaks well of its path (OnGood). Its GetTypeId gives it the attributes by
 * AddPenaltyAttributes, so that each algorithm has penalties of its own.
 */
class MrcPenaltySelector : public MrcPathSelector
{
  public:
    static TypeId GetTypeId();

    std::optional<MrcPath> GetSendParams(RdmaTick now, uint32_t readyPorts) override;
    void OnSack(RdmaTick now, uint32_t ev, MrcEvVerdict verdict) override;
    void OnNack(RdmaTick now, uint32_t ev, MrcNackReason reason) override;
    void OnLoss(RdmaTick now, uint32_t ev) override;

    /** @return its penalty, turns; 0 for an EV that is not active */
    uint32_t GetPenalty(uint32_t ev) const;

  protected:
    /**
     * @param tid TypeId of a subclass
     * @return the same with the attributes MaxPenalty, EcnPenalty, NackPenalty, PunishLasthopTrims
     */
    static TypeId AddPenaltyAttributes(TypeId tid);

    void DoStart() override;

    /**
     * A packet leaves by a plane.
     * @param plane an open plane
     * @return the path to take: here the next one without a penalty
     */
    virtual MrcPath Choose(uint32_t plane);

    /**
     * A packet has come through without a sign of congestion on its path. Here: nothing.
     * @param ev EV it had
     */
    virtual void OnGood(uint32_t ev);

  private:
    /// Penalty of the EV at one position.
    struct Mark
    {
        uint32_t ev{0};     ///< the EV it is for
        uint8_t penalty{0}; ///< turns; 0: none
    };

    /**
     * @param plane 0-based
     * @param position position of an active EV
     * @return its penalty
     */
    uint8_t& PenaltyAt(uint32_t plane, uint32_t position);

    /** @param units to add to its penalty, turns */
    void Punish(uint32_t ev, uint32_t units);

    uint32_t m_maxPenalty;                                    ///< attribute MaxPenalty
    uint32_t m_ecnPenalty;                                    ///< attribute EcnPenalty
    uint32_t m_nackPenalty;                                   ///< attribute NackPenalty
    bool m_punishLasthop;                                     ///< attribute PunishLasthopTrims
    MrcPathRotation m_rotation;                               ///< whose turn it is
    std::array<std::vector<Mark>, MrcEv::MAX_PLANES> m_marks; ///< by plane and position
};

} // namespace ns3

#endif // MRC_PENALTY_SELECTOR_H
