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
 * mrcsim::Fault: the faults of a scenario, by kind.
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

/// An interval in which a fault holds.
struct FaultOccurrence
{
    ns3::RdmaTick at;                      ///< start
    std::optional<ns3::RdmaTick> duration; ///< duration; absent: permanent
    uint32_t link{0};                      ///< index of its link, for kinds with several links
};

/// Returns the next occurrence in the order of time; nothing after the last one.
using FaultOccurrences = std::function<std::optional<FaultOccurrence>()>;

struct FaultSpec;
struct TransportSpec;

/// The faults of a scenario, with the data for their check.
struct FaultPlan
{
    const std::vector<FaultSpec>& faults; ///< in the order of the scenario
    const ns3::FabricNetwork& network;    ///< the topology
    ns3::RdmaTick stop;                   ///< end of the simulation
};

/// Part of the simulation that a fault changes.
struct FaultTarget
{
    ns3::Ptr<ns3::RdmaCluster> cluster; ///< network and hosts
    std::vector<EventRow>& events;      ///< receives the rows of events.csv
    uint32_t link{0};                   ///< see FaultOccurrence

    /** @return the faults in effect */
    ns3::FabricFaults& GetFaults() const;

    /**
     * @param port number of a port
     * @return the port, which is instantiated if necessary
     */
    ns3::FabricPort* GetPort(uint32_t port) const;

    /**
     * Add a row to events.csv.
     * @param kind kind of the event
     * @param object affected object
     * @param detail details
     */
    void Note(const EventKind& kind, const std::string& object, const std::string& detail) const;
};

/**
 * A fault: its kind with the values of the scenario. A kind is a class derived from this one that
 * declares its keys of faults[] in addition to at and what, and a static object of class FaultKind;
 * no other file refers to it.
 */
class Fault : public KeyOwner
{
  public:
    virtual ~Fault() = default;

    /**
     * Find the objects of the network that several keys together name; called after the keys are
     * read.
     * @param network the topology
     * @param path of the fault in the scenario
     * @param [out] problems receives the objects that do not exist; the fault is not used then
     */
    virtual void Resolve(const ns3::FabricNetwork& /* network */,
                         const std::string& /* path */,
                         Problems& /* problems */)
    {
    }

    /** @return the key at: its start time */
    ns3::RdmaTick GetStart() const
    {
        return m_start;
    }

    /** @param start the key at, which is the same for all kinds */
    void SetStart(ns3::RdmaTick start)
    {
        m_start = start;
    }

    /** @return the key for: its duration; absent: permanent, or its kind has no such key */
    const std::optional<ns3::RdmaTick>& GetDuration() const
    {
        return m_duration;
    }

    /**
     * Check the fault at its time.
     *
     * @param plan the scenario's faults, this one among them
     * @param path of the fault in the scenario, such as faults[0]
     * @param [out] problems receives the problems
     */
    virtual void Check(const FaultPlan& /* plan */,
                       const std::string& /* path */,
                       Problems& /* problems */) const
    {
    }

    /**
     * List the intervals in which it holds; one unless a kind overrides this function.
     *
     * @param stop end of the simulation: all intervals begin before
     * @param rng random variable of this fault alone
     * @return the intervals, in the order of time
     */
    virtual FaultOccurrences MakeOccurrences(ns3::RdmaTick stop,
                                             const ns3::Ptr<ns3::UniformRandomVariable>& rng) const;

    /**
     * @param stop end of the simulation
     * @return number of its occurrences; the mean if that is random
     */
    virtual double CountOccurrences(ns3::RdmaTick stop) const;

    /**
     * @return the affected object, as results name it
     */
    virtual std::string GetObject(const ns3::FabricNetwork& network) const = 0;

    /**
     * An interval begins. Adds a row to events.csv.
     * @param target where it holds
     * @return the faults in effect, which end with the interval
     */
    virtual std::vector<ns3::FabricFaultId> Begin(const FaultTarget& target) const = 0;

    /**
     * An interval ends, after its faults have been lifted. Adds a row to events.csv.
     * @param target where it held
     */
    virtual void End(const FaultTarget& /* target */) const
    {
    }

    /** @return true if it affects an EV: transport.type must have EVs (Transport::HasEvs) */
    virtual bool NeedsEvs() const
    {
        return false;
    }

    /**
     * @param link number of a link
     * @param until a time
     * @return the last occurrence before that time that takes the link down; nothing if there is
     * none or if times are random
     */
    virtual std::optional<FaultOccurrence> FindLastDown(uint32_t /* link */,
                                                        ns3::RdmaTick /* until */) const
    {
        return std::nullopt;
    }

    /**
     * @param network the topology
     * @param link number of a link
     * @return true if the link carries nothing from its start on, unless another fault repairs it
     */
    virtual bool CutsForGood(const ns3::FabricNetwork& network, uint32_t link) const;

    /**
     * @param network the topology
     * @param link number of a link
     * @return true if it may end earlier faults that cut the link
     */
    virtual bool Repairs(const ns3::FabricNetwork& /* network */, uint32_t /* link */) const
    {
        return false;
    }

  protected:
    /**
     * @param keys receives the key for
     * @return the key
     */
    static Key AddDuration(KeySet& keys);

    /**
     * Add a row about the affected object to events.csv.
     * @param target receives the row
     * @param kind kind of the event
     * @param detail details
     */
    void Note(const FaultTarget& target,
              const EventKind& kind,
              const std::string& detail = "") const;

  private:
    ns3::RdmaTick m_start;                   ///< see GetStart
    std::optional<ns3::RdmaTick> m_duration; ///< see GetDuration
};

/**
 * Observer of the faults of a scenario.
 */
class FaultObserver
{
  public:
    virtual ~FaultObserver() = default;

    /**
     * The faults will change. Called before the begin of the run or when they change.
     * @param at time of the next begin of an interval of a fault, or of the end of one that begins
     */
    virtual void OnFaultDue(ns3::RdmaTick at) = 0;

    /**
     * An interval begins: the following calls of the fabric's trace source Fault result from this
     * fault.
     * @param fault number in faults[]
     */
    virtual void OnFaultBegin(size_t fault) = 0;

    /** All effects of a begin or an end have been applied. */
    virtual void OnFaultsResolved() = 0;
};

/// Registers a kind of fault: its source file has a static object of this class.
using FaultKind = Kind<Fault>;

/// faults[]
struct FaultSpec : KeyOwner
{
    std::string name;                      ///< name of its kind
    ns3::RdmaTick at;                      ///< start time
    std::optional<ns3::RdmaTick> duration; ///< see Fault::GetDuration
    std::shared_ptr<const Fault> what;     ///< the fault; null: already rejected

    /** @param keys receives the keys of all faults and of their kinds */
    static void DeclareKeys(KeySet& keys);
};

/** @param [out] fault receives the value */
void ReadKey(const KeyReading& reading, FaultSpec& fault);

/**
 * @param json a valid entry of faults[]; defaults need not be filled in
 * @param network the topology
 * @param path of the fault in the scenario
 * @param [out] problems receives the problems with its place
 * @return the fault
 */
FaultSpec ReadFault(const Json& json,
                    const ns3::FabricNetwork& network,
                    const std::string& path,
                    Problems& problems);

/**
 * @param faults all faults of a scenario
 * @param transport transport.type
 * @param stop end of the simulation; faults begin before
 * @param [out] problems receives the problems
 */
void CheckFaults(const std::vector<FaultSpec>& faults,
                 const ns3::FabricNetwork& network,
                 const TransportSpec& transport,
                 ns3::RdmaTick stop,
                 Problems& problems);

/**
 * Schedule the begin and end of each fault.
 *
 * @param faults all faults of a scenario
 * @param target where they hold; its events must outlive the simulation
 * @param stop end of the simulation
 * @param observer observer, or null; outlives the simulation
 */
void ScheduleFaults(const std::vector<FaultSpec>& faults,
                    const FaultTarget& target,
                    ns3::RdmaTick stop,
                    FaultObserver* observer = nullptr);

} // namespace mrcsim

#endif // FAULT_H
