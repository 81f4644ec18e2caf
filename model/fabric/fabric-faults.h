/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_FAULTS_H
#define FABRIC_FAULTS_H

#include "fabric-fault-change.h"
#include "fabric-loss.h"
#include "fabric-port.h"
#include "fabric-switch.h"

#include "ns3/rdma-tick.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricFaults: what is broken in a fabric now.
 */

namespace ns3
{

class FabricElements;

/**
 * @ingroup mrc
 * What is broken in a fabric now. Faults may overlap, and an object is what all that hold on it
 * make of it together: a link is dark until the last one that darkens it is lifted, frames are lost
 * by every loss there is, a direction has the lowest of the rates and the sum of the delays, a
 * switch forwards when nothing silences it. Nobody is told but the ends of a link, which see the
 * light go (mrc reference, 9.6).
 *
 * It knows no time of its own: a schedule (RdmaFaultHelper, or a scenario) begins and lifts faults.
 */
class FabricFaults
{
  public:
    /// Who darkens a link.
    enum class Cause : uint8_t
    {
        LINK,  ///< the link itself: cable, transceiver, port
        SWITCH ///< a switch at its end
    };

    /**
     * @param elements what breaks; outlives this
     */
    explicit FabricFaults(FabricElements& elements);
    FabricFaults(const FabricFaults&) = delete;
    FabricFaults& operator=(const FabricFaults&) = delete;
    ~FabricFaults();

    /**
     * Let a link carry nothing: what is on it and what waits for it is lost.
     * @param end either end of the link
     * @param cause who does it
     */
    FabricFaultId Darken(FabricPort* end, Cause cause = Cause::LINK);

    /**
     * Let a direction of a link lose frames.
     * @param port the direction in which this one sends
     * @param loss which frames
     */
    FabricFaultId Lose(FabricPort* port, std::unique_ptr<FabricLoss> loss);

    /**
     * Let a direction of a link have a lower rate.
     * @param port the direction in which this one sends
     * @param bps line rate, bit/s, above 0; the link's own if that is lower
     */
    FabricFaultId Slow(FabricPort* port, uint64_t bps);

    /**
     * Let a direction of a link take longer.
     * @param port the direction in which this one sends
     * @param extra what comes on top of its delay
     */
    FabricFaultId Delay(FabricPort* port, RdmaTick extra);

    /**
     * Let a switch forward nothing. Its links stay up, so nobody sees it.
     */
    FabricFaultId Silence(FabricSwitch* sw);

    /**
     * Let a switch go down: it forwards nothing, and all its links go dark. Links that have not
     * come to life come to life.
     * @return what holds, to be lifted together
     */
    std::vector<FabricFaultId> PutDown(FabricSwitch* sw);

    /**
     * Hold something else that may be held more than once.
     * @param owner what it is about: the same pointer for the same thing
     * @param number what it is about: the same number for the same thing
     * @param apply called with true when it is held and was not, with false when the last one that
     * holds it is lifted
     */
    FabricFaultId Hold(const void* owner, uint64_t number, std::function<void(bool)> apply);

    /**
     * Lift all that Hold has begun about something.
     * @param owner as it was given to Hold
     * @param number as it was given to Hold
     * @return number of faults lifted
     */
    uint32_t Release(const void* owner, uint64_t number);

    /**
     * A fault is repaired. Lifting one that has been lifted has no effect.
     */
    void Lift(FabricFaultId id);

    /**
     * Repair a link: lift all that darkens it and is no fault of a switch.
     * @param end either end
     * @return number of faults lifted
     */
    uint32_t Repair(FabricPort* end);

    /**
     * A switch starts anew: what silenced it or kept it down is over. It loses nothing by it, for
     * its tables are static.
     * @param spared faults that go on: those of the restart itself
     * @return number of faults lifted
     */
    uint32_t Restart(FabricSwitch* sw, const std::vector<FabricFaultId>& spared = {});

    /** @return true if it holds */
    bool IsHeld(FabricFaultId id) const
    {
        return m_held.count(id) != 0;
    }

    /**
     * @return the fault as it was reported when it began; nothing if it does not hold
     */
    std::optional<FabricFaultChange> Find(FabricFaultId id) const;

    /** @return what holds, in the order in which it began, as it was reported then */
    std::vector<FabricFaultChange> ListHeld() const;

    /**
     * @param port a direction of a link
     * @return what it can carry now, bit/s: 0 if the link is dark
     */
    uint64_t GetRateBps(const FabricPort* port) const;

  private:
    /// A fault that holds.
    struct Held
    {
        FabricFaultKind kind{};           ///< what it does
        RdmaTick since;                   ///< when it began
        Cause cause{Cause::LINK};         ///< DARK: who
        FabricPort* port{nullptr};        ///< see FabricFaultChange
        FabricSwitch* sw{nullptr};        ///< SILENT; DARK by a switch: which
        std::unique_ptr<FabricLoss> loss; ///< LOSS
        uint64_t bps{0};                  ///< SLOW
        RdmaTick extra;                   ///< LATE
        const void* owner{nullptr};       ///< OTHER
        uint64_t number{0};               ///< OTHER
        std::function<void(bool)> apply;  ///< OTHER
    };

    /// What a fault is about: kind, object, number.
    using Object = std::tuple<FabricFaultKind, const void*, uint64_t>;

    /** @return the fault as it was reported when it began */
    static FabricFaultChange Tell(FabricFaultId id, const Held& held);

    /** @return what it is about */
    static Object ObjectOf(const Held& held);

    /**
     * A fault holds from now on.
     */
    FabricFaultId Begin(Held held);

    /**
     * Bring an object in line with what holds on it.
     * @param held what has begun, or is over
     * @param others faults of its kind that hold on its object besides
     */
    void Apply(const Held& held, const std::vector<FabricFaultId>& others, bool begins);

    /**
     * @param port a direction of a link
     * @param ids faults that make it slow
     * @return its line rate, bit/s
     */
    uint64_t GetLowest(const FabricPort* port, const std::vector<FabricFaultId>& ids) const;

    /** Tell what has begun, or is over. */
    void Report(const Held& held, FabricFaultId id, bool begins) const;

    /** Lift those of a kind that a condition is true for. */
    uint32_t LiftIf(const std::function<bool(FabricFaultId, const Held&)>& condition);

    FabricElements& m_elements;                             ///< what breaks
    FabricFaultId m_next{1};                                ///< of the next fault
    std::map<FabricFaultId, Held> m_held;                   ///< what holds
    std::map<Object, std::vector<FabricFaultId>> m_objects; ///< what holds, by object
};

} // namespace ns3

#endif // FABRIC_FAULTS_H
