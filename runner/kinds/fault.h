/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAULT_H
#define FAULT_H

#include "document/problem.h"
#include "kind-registry.h"
#include "results/result-rows.h"

#include "ns3/fabric-fault-change.h"
#include "ns3/fabric-network.h"
#include "ns3/ptr.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::Fault: what a fault of a scenario does, by kind.
 */

namespace ns3
{
class FabricFaults;
class FabricPort;
class RdmaCluster;
class UniformRandomVariable;
} // namespace ns3

namespace mrcsim
{

/// One of the times in which a fault holds.
struct FaultOccurrence
{
    ns3::RdmaTick at;                      ///< from
    std::optional<ns3::RdmaTick> duration; ///< for how long; absent: for good
    uint32_t link{0};                      ///< which of its links, of a kind with several
};

/// Gives one occurrence after the other, in the order of time; nothing when all have been given.
using FaultOccurrences = std::function<std::optional<FaultOccurrence>()>;

struct FaultSpec;
struct TransportSpec;

/// The faults of a scenario, and what they are checked against.
struct FaultPlan
{
    const std::vector<FaultSpec>& faults; ///< in the order of the scenario
    const ns3::FabricNetwork& network;    ///< the topology
    ns3::RdmaTick stop;                   ///< end of the simulation
};

/// What a fault acts on.
struct FaultTarget
{
    ns3::Ptr<ns3::RdmaCluster> cluster; ///< the network with its hosts
    std::vector<EventRow>& events;      ///< receives what happens
    uint32_t link{0};                   ///< see FaultOccurrence

    /** @return what is broken now */
    ns3::FabricFaults& GetFaults() const;

    /**
     * @param port number of a port
     * @return the port, which is instantiated if need be
     */
    ns3::FabricPort* GetPort(uint32_t port) const;

    /**
     * Add a row to events.csv.
     * @param kind what happens
     * @param object to what
     * @param detail how
     */
    void Note(const EventKind& kind, const std::string& object, const std::string& detail) const;
};

/**
 * What a fault does: its kind with the numbers of the scenario. A kind is a class derived from this
 * one that declares the keys of faults[] that it has besides at and what, and a static object of
 * class FaultKind; nothing else knows of it.
 */
class Fault : public KeyOwner
{
  public:
    virtual ~Fault() = default;

    /**
     * Find in the network what several keys together name; called when the keys have been read.
     * @param network the topology
     * @param path of the fault in the scenario
     * @param [out] problems receives what does not exist; the fault is not used then
     */
    virtual void Resolve(const ns3::FabricNetwork& /* network */,
                         const std::string& /* path */,
                         Problems& /* problems */)
    {
    }

    /** @return the key at: when it begins */
    ns3::RdmaTick GetStart() const
    {
        return m_start;
    }

    /** @param start the key at, which is the same for all kinds */
    void SetStart(ns3::RdmaTick start)
    {
        m_start = start;
    }

    /** @return the key for: for how long it holds; absent: for good, or its kind has no such key */
    const std::optional<ns3::RdmaTick>& GetDuration() const
    {
        return m_duration;
    }

    /**
     * Does it make sense at its time?
     *
     * @param plan the scenario's faults, this one among them
     * @param path of the fault in the scenario, such as faults[0]
     * @param [out] problems receives what is wrong
     */
    virtual void Check(const FaultPlan& /* plan */,
                       const std::string& /* path */,
                       Problems& /* problems */) const
    {
    }

    /**
     * Most faults hold once, and that is what this says.
     *
     * @param stop end of the simulation: none begins from then on
     * @param rng source of draws, which is this fault's alone
     * @return when it holds
     */
    virtual FaultOccurrences MakeOccurrences(ns3::RdmaTick stop,
                                             const ns3::Ptr<ns3::UniformRandomVariable>& rng) const;

    /**
     * @param stop end of the simulation
     * @return how often it occurs, on average if that is drawn
     */
    virtual double CountOccurrences(ns3::RdmaTick stop) const;

    /**
     * @return what it hits, by the names that results use
     */
    virtual std::string GetObject(const ns3::FabricNetwork& network) const = 0;

    /**
     * One of its times begins. Tells so in events.csv.
     * @param target what it acts on
     * @return what holds; it is lifted when the time is over
     */
    virtual std::vector<ns3::FabricFaultId> Begin(const FaultTarget& target) const = 0;

    /**
     * One of its times is over, and what held is lifted. Tells so in events.csv.
     * @param target what it acted on
     */
    virtual void End(const FaultTarget& /* target */) const
    {
    }

    /** @return true if it hits an EV: transport.type must have some (Transport::HasEvs) */
    virtual bool NeedsEvs() const
    {
        return false;
    }

    /**
     * @param link number of a link
     * @param until a moment
     * @return the last time before that moment that it takes the link down; nothing if it never
     * does, or at times that are drawn
     */
    virtual std::optional<FaultOccurrence> FindLastDown(uint32_t /* link */,
                                                        ns3::RdmaTick /* until */) const
    {
        return std::nullopt;
    }

  protected:
    /**
     * @param keys receives the key for
     * @return the key
     */
    static Key AddDuration(KeySet& keys);

    /**
     * Add a row about what it hits to events.csv.
     * @param target receives the row
     * @param kind what happens
     * @param detail how
     */
    void Note(const FaultTarget& target,
              const EventKind& kind,
              const std::string& detail = "") const;

  private:
    ns3::RdmaTick m_start;                   ///< see GetStart
    std::optional<ns3::RdmaTick> m_duration; ///< see GetDuration
};

/**
 * Hears of the faults of a scenario.
 */
class FaultObserver
{
  public:
    virtual ~FaultObserver() = default;

    /**
     * One of its times begins: what the fabric tells next (trace source Fault) is its doing.
     * @param fault number in faults[]
     */
    virtual void OnFaultBegin(size_t fault) = 0;

    /** All that a begin or an end does is done. */
    virtual void OnFaultsResolved() = 0;
};

/// Makes a kind of fault known: a file of its own has a static object of this class.
using FaultKind = Kind<Fault>;

/// faults[]
struct FaultSpec : KeyOwner
{
    std::string name;                      ///< what
    ns3::RdmaTick at;                      ///< when
    std::optional<ns3::RdmaTick> duration; ///< see Fault::GetDuration
    std::shared_ptr<const Fault> what;     ///< how; null: refused already

    /** @param keys receives the keys of all faults, and their kinds */
    static void DeclareKeys(KeySet& keys);
};

/** @param [out] fault receives what is read */
void ReadKey(const KeyReading& reading, FaultSpec& fault);

/**
 * @param json an entry of faults[] without mistakes; defaults need not be filled in
 * @param network the topology
 * @param path of the fault in the scenario
 * @param [out] problems receives what is wrong with its place
 * @return the fault
 */
FaultSpec ReadFault(const Json& json,
                    const ns3::FabricNetwork& network,
                    const std::string& path,
                    Problems& problems);

/// First random stream of faults: one for each, above those of hosts.
constexpr int64_t FAULT_STREAM = int64_t{1} << 40;

/**
 * @param faults all faults of a scenario
 * @param transport transport.type
 * @param stop end of the simulation, which they must come before
 * @param [out] problems receives what is wrong with them
 */
void CheckFaults(const std::vector<FaultSpec>& faults,
                 const ns3::FabricNetwork& network,
                 const TransportSpec& transport,
                 ns3::RdmaTick stop,
                 Problems& problems);

/**
 * Let faults begin and end at their times.
 *
 * @param faults all faults of a scenario
 * @param target what they act on; its events must live as long as the simulation
 * @param stop end of the simulation
 * @param observer hears of them, or null; lives as long as the simulation
 */
void ScheduleFaults(const std::vector<FaultSpec>& faults,
                    const FaultTarget& target,
                    ns3::RdmaTick stop,
                    FaultObserver* observer = nullptr);

} // namespace mrcsim

#endif // FAULT_H
