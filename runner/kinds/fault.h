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
#include <map>
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

/// When a fault holds.
struct FaultTime
{
    ns3::RdmaTick at;                      ///< from
    std::optional<ns3::RdmaTick> duration; ///< for how long; absent: for good
};

/// One of the times in which a fault holds.
struct FaultSpell
{
    ns3::RdmaTick at;                      ///< from
    std::optional<ns3::RdmaTick> duration; ///< for how long; absent: for good
    uint32_t item{0};                      ///< which of its objects, as its kind counts them
};

/// Gives one spell after the other, in the order of time; nothing when all have been given.
using FaultSpells = std::function<std::optional<FaultSpell>()>;

/// What a fault does to a link.
struct LinkSpell
{
    ns3::RdmaTick at;    ///< when
    ns3::RdmaTick end;   ///< until then the link is dark; RdmaTick::Max(): for good
    bool repairs{false}; ///< the link is not dark but repaired, whatever has darkened it
};

struct FaultSpec;
struct TransportSpec;

/// Faults that darken or repair a link, by its number; in the order of the scenario.
using LinkFaults = std::map<uint32_t, std::vector<const FaultSpec*>>;

/// What faults are checked against.
struct FaultScene
{
    const ns3::FabricNetwork& network; ///< the topology
    const LinkFaults& links;           ///< what all faults do to links
    ns3::RdmaTick stop;                ///< end of the simulation
};

/// What faults hit.
struct FaultStage
{
    ns3::Ptr<ns3::RdmaCluster> cluster; ///< the network with its hosts
    std::vector<EventRow>& events;      ///< receives what happens

    /** @return what is broken now */
    ns3::FabricFaults& GetFaults() const;

    /**
     * @param port number of a port
     * @return the port; comes to life if need be
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
    virtual void Resolve(const ns3::FabricNetwork& network,
                         const std::string& path,
                         Problems& problems);

    /** @return the key for: for how long it holds; absent: for good, or its kind has no such key */
    const std::optional<ns3::RdmaTick>& GetDuration() const
    {
        return m_duration;
    }

    /**
     * Does it make sense at its time?
     *
     * @param scene what surrounds it
     * @param time when it holds
     * @param path of the fault in the scenario, such as faults[0]
     * @param [out] problems receives what is wrong
     */
    virtual void Check(const FaultScene& scene,
                       const FaultTime& time,
                       const std::string& path,
                       Problems& problems) const;

    /**
     * Most faults hold once, and that is what this says.
     *
     * @param time from faults[]
     * @param stop end of the simulation: none begins from then on
     * @param rng source of draws, which is this fault's alone
     * @return when it holds
     */
    virtual FaultSpells MakeSpells(const FaultTime& time,
                                   ns3::RdmaTick stop,
                                   const ns3::Ptr<ns3::UniformRandomVariable>& rng) const;

    /**
     * @param time from faults[]
     * @param stop end of the simulation
     * @return number of its spells, on average if they are drawn
     */
    virtual double CountSpells(const FaultTime& time, ns3::RdmaTick stop) const;

    /**
     * @return what it hits, by the names that results use
     */
    virtual std::string GetObject(const ns3::FabricNetwork& network) const = 0;

    /**
     * One of its times begins. Tells so in events.csv.
     * @param stage what it hits
     * @param item which of its objects (FaultSpell)
     * @return what holds; it is lifted when the time is over
     */
    virtual std::vector<ns3::FabricFaultId> Begin(const FaultStage& stage, uint32_t item) const = 0;

    /**
     * One of its times is over, and what held is lifted. Tells so in events.csv.
     * @param stage what it hit
     * @param item which of its objects (FaultSpell)
     */
    virtual void End(const FaultStage& stage, uint32_t item) const;

    /** @return true if it hits an EV: transport.type must have some (Transport::HasEvs) */
    virtual bool NeedsEvs() const;

    /** @return numbers of the links that it darkens or repairs at times known before a run */
    virtual std::vector<uint32_t> ListLinks() const;

    /**
     * @param link number of one of these links
     * @param time from faults[]
     * @param until a moment
     * @return the last that it does to the link before that moment; nothing if it has not begun
     */
    virtual std::optional<LinkSpell> FindLast(uint32_t link,
                                              const FaultTime& time,
                                              ns3::RdmaTick until) const;

  protected:
    /**
     * @param keys receives the key for
     * @return the key
     */
    static Key AddDuration(KeySet& keys);

  private:
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
    virtual void OnFaultsSettled() = 0;
};

/// Makes a kind of fault known: a file of its own has a static object of this class.
using FaultKind = Kind<Fault>;

/// faults[]
struct FaultSpec : KeyOwner
{
    std::string name;                  ///< what
    FaultTime time;                    ///< when
    std::shared_ptr<const Fault> what; ///< how; null: refused already

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
 * @param stage what they hit; its events must live as long as the simulation
 * @param stop end of the simulation
 * @param observer hears of them, or null; lives as long as the simulation
 */
void ScheduleFaults(const std::vector<FaultSpec>& faults,
                    const FaultStage& stage,
                    ns3::RdmaTick stop,
                    FaultObserver* observer = nullptr);

} // namespace mrcsim

#endif // FAULT_H
