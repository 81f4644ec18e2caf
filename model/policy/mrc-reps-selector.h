/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REPS_SELECTOR_H
#define MRC_REPS_SELECTOR_H

#include "ns3/mrc-path-rotation.h"
#include "ns3/mrc-path-selector.h"
#include "ns3/nstime.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcRepsSelector: recycled entropies.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Recycled Entropy Packet Spraying (mrc reference, 3.8, "REPS"): an EV whose SACK had no mark is
 * used again, once; when no such EV is left, one is drawn at random.
 *
 * The EVs of unmarked SACKs are stored in a small ring, where new ones overwrite the oldest. A
 * silent loss freezes the ring if the fabric trims, because it then shows a failure: only its EVs,
 * known to be good, are used in turn, and none is drawn. The first unmarked SACK after FreezeTime
 * ends the freeze and empties the ring, and some packets then explore at random.
 *
 * The scheme was made for one plane. Here every plane has its own ring, and planes take turns as in
 * MRC, so that load never moves to another plane. The EV table is not notified.
 */
class MrcRepsSelector : public MrcPathSelector
{
  public:
    static TypeId GetTypeId();

    Ptr<MrcPathSelector> Fork() const override;
    std::optional<MrcPath> GetSendParams(RdmaTick now, uint32_t readyPorts) override;
    void OnSack(RdmaTick now, uint32_t ev, MrcEvVerdict verdict) override;
    void OnNack(RdmaTick now, uint32_t ev, MrcNackReason reason) override;
    void OnLoss(RdmaTick now, uint32_t ev) override;

  protected:
    void DoStart() override;

  private:
    /// The recycled EVs of one plane.
    struct Ring
    {
        std::vector<uint32_t> evs; ///< recorded EVs, at most RingSize
        uint32_t next{0};          ///< place of the next one when the ring is full
        uint32_t fresh{0};         ///< number of EVs not yet used, the latest ones
        uint32_t reused{0};        ///< frozen: EVs used again
        uint32_t explore{0};       ///< packets that still have to explore
        bool frozen{false};        ///< no EV is drawn
        RdmaTick frozenAt;         ///< begin of the freeze
    };

    /**
     * @param plane an open plane
     * @return the path to take
     */
    MrcPath Choose(uint32_t plane);

    /**
     * @param plane 0-based
     * @return the oldest EV not used since it was recorded; frozen: any, in turn; nothing if none
     * can be used
     */
    std::optional<MrcPath> Recycle(uint32_t plane, Ring& ring) const;

    uint32_t m_ringSize;                           ///< attribute RingSize
    uint32_t m_explorePackets;                     ///< attribute ExplorePackets
    Time m_freezeTime;                             ///< attribute FreezeTime
    MrcPathRotation m_rotation;                    ///< turns of planes and EVs
    std::array<Ring, MrcEv::MAX_PLANES> m_rings{}; ///< by plane
};

} // namespace ns3

#endif // MRC_REPS_SELECTOR_H
