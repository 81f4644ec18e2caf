/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_BITMAP_SELECTOR_H
#define MRC_BITMAP_SELECTOR_H

#include "ns3/mrc-path-rotation.h"
#include "ns3/mrc-path-selector.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcBitmapSelector: a penalty counter per path.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Sprays in MRC's order (3.6) and passes over paths with a penalty (MRC 1.0, 3.8, "bitmap"). Marks
 * and trims add to the penalty of their EV, a silent loss raises it to the maximum. Of the EVs that
 * a packet passes over, the first one works off one unit; if all of the plane have a penalty, the
 * packet takes the last one looked at.
 *
 * The EV table hears nothing: no EV is skipped or retired on account of data. A penalty belongs to
 * an EV, and is forgotten when another one takes its position.
 */
class MrcBitmapSelector : public MrcPathSelector
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    Ptr<MrcPathSelector> Fork() const override;
    std::optional<MrcPath> GetSendParams(Tick now, uint32_t readyPorts) override;
    void OnSack(Tick now, uint32_t ev, MrcEvVerdict verdict) override;
    void OnNack(Tick now, uint32_t ev, MrcNackReason reason) override;
    void OnLoss(Tick now, uint32_t ev) override;

    /**
     * @param ev an EV
     * @return its penalty
     */
    uint32_t GetPenalty(uint32_t ev) const;

  protected:
    void DoStart() override;

  private:
    /// Penalty of the EV at one position.
    struct Mark
    {
        uint32_t ev{0};     ///< the EV it is for
        uint8_t penalty{0}; ///< 0: none
    };

    /**
     * Go on in a plane's rotation.
     * @param plane an open plane
     * @return the path to take
     */
    MrcPath Advance(uint32_t plane);

    /**
     * @param plane plane, 0-based
     * @param position position of an active EV
     * @return its penalty
     */
    uint8_t& PenaltyAt(uint32_t plane, uint32_t position);

    /**
     * @param ev an EV
     * @param units to add to its penalty
     */
    void Punish(uint32_t ev, uint32_t units);

    uint32_t m_maxPenalty;                                    ///< attribute MaxPenalty
    uint32_t m_ecnPenalty;                                    ///< attribute EcnPenalty
    uint32_t m_nackPenalty;                                   ///< attribute NackPenalty
    MrcPathRotation m_rotation;                               ///< whose turn it is
    std::array<std::vector<Mark>, MrcEv::MAX_PLANES> m_marks; ///< by plane and position
};

} // namespace ns3

#endif // MRC_BITMAP_SELECTOR_H
