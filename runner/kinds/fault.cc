/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fault.h"

#include "document/quantity.h"
#include "keys/key-document.h"
#include "keys/key-words.h"
#include "random-streams.h"
#include "transport.h"

#include "ns3/fabric-faults.h"
#include "ns3/fabric-lazy-topology.h"
#include "ns3/fabric.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-cluster.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace mrcsim
{

namespace
{

/**
 * Check that the transport has EVs if the fault needs them.
 * @param fault the fault
 * @param transport transport.type
 * @param path of the fault
 * @param [out] problems receives the problems
 */
void
CheckEvs(const Fault& fault,
         const TransportSpec& transport,
         const std::string& path,
         Problems& problems)
{
    if (!fault.NeedsEvs() || transport.what->HasEvs())
    {
        return;
    }
    std::vector<std::string> allowed;
    for (const auto& kind : TransportKind::List())
    {
        if (kind.make()->HasEvs())
        {
            allowed.push_back(kind.name);
        }
    }
    problems.push_back({path + ".what",
                        "found a fault of an EV with transport.type \"" + transport.name +
                            "\"; allowed: " + QuoteWords(allowed)});
}

/**
 * Schedules the occurrences of a fault. Only the next one is in the event list, because a fault may
 * have millions.
 */
class FaultRun : public std::enable_shared_from_this<FaultRun>
{
  public:
    /**
     * @param number index in faults[]
     * @param fault the fault
     * @param target where it holds
     * @param occurrences its occurrences
     * @param observer observer, or null
     */
    FaultRun(size_t number,
             std::shared_ptr<const Fault> fault,
             const FaultTarget& target,
             FaultOccurrences occurrences,
             FaultObserver* observer)
        : m_number(number),
          m_fault(std::move(fault)),
          m_target(target),
          m_occurrences(std::move(occurrences)),
          m_observer(observer)
    {
    }

    /** Schedule the next occurrence. */
    void Go()
    {
        const auto next = m_occurrences();
        if (!next)
        {
            return;
        }
        In(next->at - m_target.cluster->GetFabric()->Now(),
           [self = shared_from_this(), next = *next] {
               self->Go();
               self->Begin(next);
           });
    }

  private:
    /**
     * @param delay delay from now
     * @param action is called then
     */
    void In(ns3::RdmaTick delay, std::function<void()> action) const
    {
        const auto fabric = m_target.cluster->GetFabric();
        if (m_observer)
        {
            m_observer->OnFaultDue(fabric->Now() + delay);
        }
        ns3::Simulator::Schedule(fabric->GetContext().ToTime(delay), std::move(action));
    }

    /** @param occurrence the occurrence that begins now */
    void Begin(const FaultOccurrence& occurrence)
    {
        m_target.link = occurrence.link;
        if (m_observer)
        {
            m_observer->OnFaultBegin(m_number);
        }
        const auto ids = m_fault->Begin(m_target);
        if (m_observer)
        {
            m_observer->OnFaultsResolved();
        }
        if (occurrence.duration)
        {
            In(*occurrence.duration,
               [self = shared_from_this(), ids, link = occurrence.link] { self->End(ids, link); });
        }
    }

    /**
     * @param ids the faults in effect
     * @param link see FaultOccurrence
     */
    void End(const std::vector<ns3::FabricFaultId>& ids, uint32_t link)
    {
        m_target.link = link;
        for (const auto id : ids)
        {
            m_target.GetFaults().Lift(id);
        }
        m_fault->End(m_target);
        if (m_observer)
        {
            m_observer->OnFaultsResolved();
        }
    }

    size_t m_number;                      ///< index in faults[]
    std::shared_ptr<const Fault> m_fault; ///< the fault
    FaultTarget m_target;                 ///< where it holds
    FaultOccurrences m_occurrences;       ///< its occurrences
    FaultObserver* m_observer;            ///< observer, or null
};

} // namespace

ns3::FabricFaults&
FaultTarget::GetFaults() const
{
    return cluster->GetFabric()->GetFaults();
}

ns3::FabricPort*
FaultTarget::GetPort(uint32_t port) const
{
    return cluster->GetFabric()->GetLazyTopology()->GetPort(port);
}

void
FaultTarget::Note(const EventKind& kind, const std::string& object, const std::string& detail) const
{
    events.emplace_back(cluster->GetFabric()->Now(), kind, object, detail);
}

void
Fault::Note(const FaultTarget& target, const EventKind& kind, const std::string& detail) const
{
    target.Note(kind, GetObject(target.cluster->GetNetwork()), detail);
}

FaultOccurrences
Fault::MakeOccurrences(ns3::RdmaTick /* stop */,
                       const ns3::Ptr<ns3::UniformRandomVariable>& /* rng */) const
{
    return [once = std::optional<FaultOccurrence>({m_start, m_duration})]() mutable {
        return std::exchange(once, std::nullopt);
    };
}

bool
Fault::CutsForGood(const ns3::FabricNetwork& /* network */, uint32_t link) const
{
    const auto down = FindLastDown(link, ns3::RdmaTick::Max());
    return down && !down->duration;
}

double
Fault::CountOccurrences(ns3::RdmaTick stop) const
{
    return m_start < stop ? 1 : 0;
}

Key
Fault::AddDuration(KeySet& keys)
{
    return keys.Add("for", &Fault::m_duration)
        .Above(0)
        .Absent("permanent")
        .Help("Duration of the fault, simulated time.");
}

void
FaultSpec::DeclareKeys(KeySet& keys)
{
    keys.Title("a fault: an object with at least at, what and link");
    keys.Add("at", &FaultSpec::at).Required().Help("Start of the fault, simulated time.");
    keys.Add("what", &FaultSpec::name);
    keys.PutKindKeysHere();
    AddKinds<FaultSpec, Fault>(
        keys,
        "what",
        &FaultSpec::what,
        [](FaultSpec& spec, Fault& fault, const KeyReading& object) {
            fault.SetStart(spec.at); // at is declared, and so read, before what
            fault.Resolve(object.GetNetwork(), object.GetPath(), object.GetProblems());
        });
}

void
ReadKey(const KeyReading& reading, FaultSpec& fault)
{
    if (!reading.FindNetwork())
    {
        return;
    }
    const auto before = reading.GetProblems().size();
    reading.ReadObject(fault);
    fault.duration = fault.what->GetDuration();
    if (reading.GetProblems().size() > before)
    {
        fault.what = nullptr;
    }
}

FaultSpec
ReadFault(const Json& json,
          const ns3::FabricNetwork& network,
          const std::string& path,
          Problems& problems)
{
    KeyContext context{problems};
    context.network = &network;
    context.path = path;
    return ReadPart<FaultSpec>(json, context);
}

void
CheckFaults(const std::vector<FaultSpec>& faults,
            const ns3::FabricNetwork& network,
            const TransportSpec& transport,
            ns3::RdmaTick stop,
            Problems& problems)
{
    for (size_t i = 0; i < faults.size(); ++i)
    {
        const auto& fault = faults[i];
        const auto path = AppendIndex("faults", i);
        if (fault.at >= stop)
        {
            problems.push_back({path + ".at",
                                "found " + FormatTime(fault.at) +
                                    "; allowed: before stop, which is " + FormatTime(stop)});
        }
        if (fault.what)
        {
            CheckEvs(*fault.what, transport, path, problems);
            fault.what->Check({faults, network, stop}, path, problems);
        }
    }
}

void
ScheduleFaults(const std::vector<FaultSpec>& faults,
               const FaultTarget& target,
               ns3::RdmaTick stop,
               FaultObserver* observer)
{
    for (size_t i = 0; i < faults.size(); ++i)
    {
        const auto rng = ns3::CreateObject<ns3::UniformRandomVariable>();
        rng->SetStream(FAULT_STREAM + static_cast<int64_t>(i));
        const auto& fault = faults[i];
        std::make_shared<FaultRun>(i,
                                   fault.what,
                                   target,
                                   fault.what->MakeOccurrences(stop, rng),
                                   observer)
            ->Go();
    }
}

} // namespace mrcsim
