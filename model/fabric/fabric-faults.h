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
#include <string>
#include <tuple>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricFaults: the active faults of a fabric.
 */

namespace ns3
{

class FabricElements;
class FabricNames;

/**
 * @ingroup mrc
 * The active faults of a fabric. Faults may overlap, and the state of an object is the combination
 * of all faults active on it: a link is down until the last fault that takes it down is lifted,
 * every loss process is applied to the frames, a direction has the lowest of the rates and the sum
 * of the delays, a switch forwards when no fault silences it. Only the two ends of a link detect
 * that it is down (mrc reference, 9.6).
 *
 * It has no timers: a schedule (RdmaFaultHelper, or a scenario) begins and lifts faults.
 */
class FabricFaults
{
  public:
    /// The element that takes a link down.
    enum class Cause : uint8_t
    {
        LINK,  ///< the link itself: cable, transceiver, port
        SWITCH ///< a switch at its end
    };

    /**
     * @param elements links and switches; outlive this
     */
    explicit FabricFaults(FabricElements& elements);
    FabricFaults(const FabricFaults&) = delete;
    FabricFaults& operator=(const FabricFaults&) = delete;
    ~FabricFaults();

    /**
     * Take a link down: frames on it and frames that wait for it are lost.
     * @param end either end of the link
     * @param cause element that takes it down
     */
    FabricFaultId Darken(FabricPort* end, Cause cause = Cause::LINK);

    /**
     * Make a direction of a link lose frames.
     * @param port the direction in which this port sends
     * @param loss selects the frames
     */
    FabricFaultId Lose(FabricPort* port, std::unique_ptr<FabricLoss> loss);

    /**
     * Lower the rate of a direction of a link.
     * @param port the direction in which this port sends
     * @param bps line rate, bit/s, above 0; the link's initial rate if that is lower
     */
    FabricFaultId Slow(FabricPort* port, uint64_t bps);

    /**
     * Increase the delay of a direction of a link.
     * @param port the direction in which this port sends
     * @param extra addition to its delay
     */
    FabricFaultId Delay(FabricPort* port, RdmaTick extra);

    /**
     * Make a switch drop all frames. Its links stay up, so its neighbors do not detect it.
     */
    FabricFaultId Silence(FabricSwitch* sw);

    /**
     * Take a switch down: it drops all frames, and all its links are down. Links that do not exist
     * yet are instantiated.
     * @return the faults, to be lifted together
     */
    std::vector<FabricFaultId> PutDown(FabricSwitch* sw);

    /**
     * Begin a fault with an effect defined by the caller. Several may be active on the same object.
     * @param owner identifies the object, with number
     * @param number identifies the object, with owner
     * @param apply called with true when the first fault on the object begins, with false when the
     * last one is lifted
     * @param port the port that it switches off, if it does: it names the fault, and frames that
     * are not sent there although the link is up are lost by it
     */
    FabricFaultId Hold(const void* owner,
                       uint64_t number,
                       std::function<void(bool)> apply,
                       FabricPort* port = nullptr);

    /**
     * Lift all faults that Hold has begun on an object.
     * @param owner as passed to Hold
     * @param number as passed to Hold
     * @return number of faults lifted
     */
    uint32_t Release(const void* owner, uint64_t number);

    /**
     * Lift a fault. Lifting it again has no effect.
     */
    void Lift(FabricFaultId id);

    /**
     * Repair a link: lift all faults that take it down, except those of switches.
     * @param end either end
     * @return number of faults lifted
     */
    uint32_t Repair(FabricPort* end);

    /**
     * Restart a switch: lift the faults that silenced it or kept it down. No other state changes,
     * as its tables are static.
     * @param spared faults that remain active: those of the restart itself
     * @return number of faults lifted
     */
    uint32_t Restart(FabricSwitch* sw, const std::vector<FabricFaultId>& spared = {});

    /**
     * @return the fault as reported when it began; nothing if it is not active
     */
    std::optional<FabricFaultChange> Find(FabricFaultId id) const;

    /** @return the active faults in the order in which they began, as reported then */
    std::vector<FabricFaultChange> ListHeld() const;

    /**
     * @param port a direction of a link
     * @return its current rate, bit/s; 0 if the link is down
     */
    uint64_t GetRateBps(const FabricPort* port) const;

  private:
    friend class RdmaStateReader; ///< compares states in tests

    /// An active fault.
    struct Held
    {
        FabricFaultKind kind{};           ///< effect
        RdmaTick since;                   ///< when it began
        Cause cause{Cause::LINK};         ///< DARK: see Cause
        FabricPort* port{nullptr};        ///< see FabricFaultChange
        FabricSwitch* sw{nullptr};        ///< SILENT, DARK by a switch: the switch
        std::unique_ptr<FabricLoss> loss; ///< LOSS
        uint64_t bps{0};                  ///< SLOW
        RdmaTick extra;                   ///< LATE
        const void* owner{nullptr};       ///< OTHER
        uint64_t number{0};               ///< OTHER
        std::function<void(bool)> apply;  ///< OTHER
    };

    /// The object of a fault: kind, element, number.
    using Object = std::tuple<FabricFaultKind, const void*, uint64_t>;

    /** @return the fault as reported when it began */
    static FabricFaultChange Tell(FabricFaultId id, const Held& held);

    /** @return its object */
    static Object ObjectOf(const Held& held);

    /**
     * Begin a fault.
     */
    FabricFaultId Begin(Held held);

    /**
     * Update the state of an object by the faults active on it.
     * @param held the fault that has begun or ended
     * @param others other active faults of its kind on its object
     */
    void Apply(const Held& held, const std::vector<FabricFaultId>& others, bool begins);

    /**
     * @param port a direction of a link
     * @param ids faults that lower its rate
     * @return its line rate, bit/s
     */
    uint64_t GetLowest(const FabricPort* port, const std::vector<FabricFaultId>& ids) const;

    /** Report the begin or the end of a fault. */
    void Report(const Held& held, FabricFaultId id, bool begins) const;

    /** Lift the faults that fulfill a condition. */
    uint32_t LiftIf(const std::function<bool(FabricFaultId, const Held&)>& condition);

    FabricElements& m_elements;                             ///< links and switches
    FabricFaultId m_next{1};                                ///< id of the next fault
    std::map<FabricFaultId, Held> m_held;                   ///< active faults by id
    std::map<Object, std::vector<FabricFaultId>> m_objects; ///< active faults by object
};

/**
 * @ingroup mrc
 * @param names of the fault's network
 * @param fault a fault
 * @return name of the link, of the port that sends in the direction, or of the switch
 */
std::string NameFabricFault(const FabricNames& names, const FabricFaultChange& fault);

} // namespace ns3

#endif // FABRIC_FAULTS_H
