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
 * The common part of path selectors with penalties (mrc reference, 3.8, "bitmap"): they spray in
 * MRC's order (mrc reference, 3.6) and skip paths with a penalty. Marks and trims add to the
 * penalty of their EV, a silent loss raises it to the maximum. Of the EVs that a packet skips, the
 * first one loses one unit of its penalty; if all EVs of the plane have a penalty, the packet takes
 * the last one visited.
 *
 * The EV table receives no feedback: data packets never cause an EV to be skipped or retired. A
 * penalty belongs to an EV, and is dropped when another EV takes its position.
 *
 * A subclass may choose another path for a plane (Choose), and is notified of every packet that
 * arrived without congestion (OnGood). Its GetTypeId adds the attributes by AddPenaltyAttributes,
 * so that each algorithm has separate penalties.
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
     * @return the path to take; by default the next one without a penalty
     */
    virtual MrcPath Choose(uint32_t plane);

    /**
     * A packet has arrived without congestion on its path. By default no action.
     * @param ev EV it had
     */
    virtual void OnGood(uint32_t ev);

  private:
    /// Penalty of the EV at one position.
    struct Mark
    {
        uint32_t ev{0};     ///< EV to which it belongs
        uint8_t penalty{0}; ///< turns; 0: none
    };

    /**
     * @param plane 0-based
     * @param position position of an active EV
     * @return its penalty
     */
    uint8_t& PenaltyAt(uint32_t plane, uint32_t position);

    /** @param units turns to add to its penalty */
    void Punish(uint32_t ev, uint32_t units);

    uint32_t m_maxPenalty;                                    ///< attribute MaxPenalty
    uint32_t m_ecnPenalty;                                    ///< attribute EcnPenalty
    uint32_t m_nackPenalty;                                   ///< attribute NackPenalty
    bool m_punishLasthop;                                     ///< attribute PunishLasthopTrims
    MrcPathRotation m_rotation;                               ///< order of planes and EVs
    std::array<std::vector<Mark>, MrcEv::MAX_PLANES> m_marks; ///< by plane and position
};

} // namespace ns3

#endif // MRC_PENALTY_SELECTOR_H
