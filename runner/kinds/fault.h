/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAULT_H
#define FAULT_H

#include "document/json-path.h"
#include "document/problem.h"
#include "kind-registry.h"
#include "results/result-rows.h"

#include "ns3/fabric-network.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::Fault: what a fault of a scenario does, by kind.
 */

namespace mrcsim
{

/// When a fault holds.
struct FaultTime
{
    ns3::RdmaTick at;                      ///< from
    std::optional<ns3::RdmaTick> duration; ///< for how long; absent: for good
};

class Fault;

/// A link goes down or comes up.
struct LinkChange
{
    ns3::RdmaTick at;         ///< when
    bool up{false};           ///< the new state
    const Fault* by{nullptr}; ///< the fault that does it
};

/// What happens to links, by their numbers; in the order of time, and then of the scenario.
using LinkHistory = std::map<uint32_t, std::vector<LinkChange>>;

/// What faults are checked against.
struct FaultScene
{
    const ns3::FabricNetwork& network; ///< the topology
    const LinkHistory& history;        ///< what all faults do to links
};

/// What faults befall.
struct FaultStage
{
    ns3::Ptr<ns3::RdmaCluster> cluster; ///< the network with its hosts
    std::vector<EventRow>& events;      ///< receives what happens
};

/**
 * What a fault does: its kind with the numbers of the scenario. Made from faults[] as the schema
 * admits it, with all defaults. A kind is a class derived from this one, its fragment of the
 * schema, and a static object of class FaultKind; nothing else knows of it.
 */
class Fault
{
  public:
    virtual ~Fault() = default;

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
     * @param stage what it befalls
     */
    virtual void Begin(const FaultStage& stage) const = 0;

    /**
     * Its duration is over.
     * @param stage what it befell
     */
    virtual void End(const FaultStage& stage) const;

    /**
     * @param time when it holds
     * @param [in,out] history receives what it does to links
     */
    virtual void AddTo(const FaultTime& time, LinkHistory& history) const;
};

/**
 * Makes a fault from faults[], as the schema admits it, with all defaults.
 *
 * @param path of the fault in the scenario
 * @param [out] problems receives what is wrong with its place
 * @return the fault; null if its place does not exist
 */
using FaultReader = std::function<std::shared_ptr<const Fault>(const Json& json,
                                                               const ns3::FabricNetwork& network,
                                                               const std::string& path,
                                                               Problems& problems)>;

/// Makes a kind of fault known: a file of its own has a static object of this class.
using FaultKind = Kind<FaultReader>;

/// faults[]
struct FaultSpec
{
    FaultTime time;                    ///< when
    std::shared_ptr<const Fault> what; ///< what; null: refused already
};

/**
 * @param json faults[], as the schema admits it, with all defaults
 * @param path of the fault in the scenario
 * @param [out] problems receives what is wrong with its place
 * @return the fault
 */
FaultSpec ReadFault(const Json& json,
                    const ns3::FabricNetwork& network,
                    const std::string& path,
                    Problems& problems);

/**
 * @param faults all faults of a scenario
 * @param stop end of the simulation, which they must come before
 * @param [out] problems receives what is wrong with them
 */
void CheckFaults(const std::vector<FaultSpec>& faults,
                 const ns3::FabricNetwork& network,
                 ns3::RdmaTick stop,
                 Problems& problems);

/**
 * Let faults begin and end at their times.
 *
 * @param faults all faults of a scenario
 * @param stage what they befall; its events must live as long as the simulation
 */
void ScheduleFaults(const std::vector<FaultSpec>& faults, const FaultStage& stage);

} // namespace mrcsim

#endif // FAULT_H
