/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fault.h"

#include "document/quantity.h"
#include "keys/key-document.h"
#include "transport.h"

#include "ns3/fabric-faults.h"
#include "ns3/fabric-plant.h"
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
 * @param faults all faults of a scenario
 * @return what they do to links
 */
LinkFaults
FindLinkFaults(const std::vector<FaultSpec>& faults)
{
    LinkFaults links;
    for (const auto& fault : faults)
    {
        for (const uint32_t link : fault.what ? fault.what->ListLinks() : std::vector<uint32_t>())
        {
            links[link].push_back(&fault);
        }
    }
    return links;
}

/**
 * Has the transport EVs, if the fault needs them?
 * @param fault what happens
 * @param transport transport.type
 * @param path of the fault
 * @param [out] problems receives what is wrong
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
    std::string allowed;
    for (const auto& kind : TransportKind::List())
    {
        const bool has = kind.make()->HasEvs();
        allowed += has ? (allowed.empty() ? "\"" : ", \"") + kind.name + '"' : "";
    }
    problems.push_back({path + ".what",
                        "found a fault of an EV with transport.type \"" + transport.name +
                            "\"; allowed: " + allowed});
}

/**
 * A fault of a scenario on its way from spell to spell: only the next one is an event, as a fault
 * may have millions.
 */
class FaultRun : public std::enable_shared_from_this<FaultRun>
{
  public:
    /**
     * @param number in faults[]
     * @param fault what happens
     * @param stage what it hits
     * @param spells when
     * @param observer hears of it, or null
     */
    FaultRun(size_t number,
             std::shared_ptr<const Fault> fault,
             const FaultStage& stage,
             FaultSpells spells,
             FaultObserver* observer)
        : m_number(number),
          m_fault(std::move(fault)),
          m_stage(stage),
          m_spells(std::move(spells)),
          m_observer(observer)
    {
    }

    /** Schedule the next spell. */
    void Go()
    {
        const auto next = m_spells();
        if (!next)
        {
            return;
        }
        const auto now = m_stage.cluster->GetFabric()->Now();
        In(next->at - now, [self = shared_from_this(), spell = *next] {
            self->Go();
            self->Begin(spell);
        });
    }

  private:
    /**
     * @param delay from now on
     * @param action what happens then
     */
    void In(ns3::RdmaTick delay, std::function<void()> action) const
    {
        ns3::Simulator::Schedule(m_stage.cluster->GetFabric()->ToTime(delay), std::move(action));
    }

    void Begin(const FaultSpell& spell)
    {
        if (m_observer)
        {
            m_observer->OnFaultBegin(m_number);
        }
        const auto ids = m_fault->Begin(m_stage, spell.item);
        if (m_observer)
        {
            m_observer->OnFaultsSettled();
        }
        if (spell.duration)
        {
            In(*spell.duration,
               [self = shared_from_this(), ids, item = spell.item] { self->End(ids, item); });
        }
    }

    /**
     * @param ids what held
     * @param item see FaultSpell
     */
    void End(const std::vector<ns3::FabricFaultId>& ids, uint32_t item)
    {
        for (const auto id : ids)
        {
            m_stage.GetFaults().Lift(id);
        }
        m_fault->End(m_stage, item);
        if (m_observer)
        {
            m_observer->OnFaultsSettled();
        }
    }

    size_t m_number;                      ///< in faults[]
    std::shared_ptr<const Fault> m_fault; ///< what happens
    FaultStage m_stage;                   ///< what it hits
    FaultSpells m_spells;                 ///< when
    FaultObserver* m_observer;            ///< hears of it, or null
};

} // namespace

ns3::FabricFaults&
FaultStage::GetFaults() const
{
    return cluster->GetFabric()->GetFaults();
}

ns3::FabricPort*
FaultStage::GetPort(uint32_t port) const
{
    return cluster->GetFabric()->GetPlant()->GetPort(port);
}

void
FaultStage::Note(const EventKind& kind, const std::string& object, const std::string& detail) const
{
    events.emplace_back(cluster->GetFabric()->Now(), kind, object, detail);
}

void
Fault::Check(const FaultScene& /* scene */,
             const FaultTime& /* time */,
             const std::string& /* path */,
             Problems& /* problems */) const
{
}

FaultSpells
Fault::MakeSpells(const FaultTime& time,
                  ns3::RdmaTick /* stop */,
                  const ns3::Ptr<ns3::UniformRandomVariable>& /* rng */) const
{
    return [spell = std::optional<FaultSpell>({time.at, time.duration, 0})]() mutable {
        return std::exchange(spell, std::nullopt);
    };
}

double
Fault::CountSpells(const FaultTime& time, ns3::RdmaTick stop) const
{
    return time.at < stop ? 1 : 0;
}

void
Fault::End(const FaultStage& /* stage */, uint32_t /* item */) const
{
}

bool
Fault::NeedsEvs() const
{
    return false;
}

std::vector<uint32_t>
Fault::ListLinks() const
{
    return {};
}

std::optional<LinkSpell>
Fault::FindLast(uint32_t /* link */, const FaultTime& /* time */, ns3::RdmaTick /* until */) const
{
    return std::nullopt;
}

void
Fault::Resolve(const ns3::FabricNetwork& /* network */,
               const std::string& /* path */,
               Problems& /* problems */)
{
}

Key
Fault::AddDuration(KeySet& keys)
{
    return keys.Add("for", &Fault::m_duration)
        .Above(0)
        .Absent("for good")
        .Help("Simulated time until it is over.");
}

void
FaultSpec::DeclareKeys(KeySet& keys)
{
    keys.Title("a fault: an object with at least at, what and link");
    keys.AddPart<FaultSpec>("at", [](FaultSpec& fault) -> ns3::RdmaTick& { return fault.time.at; })
        .Required()
        .Help("Simulated time at which it happens.");
    keys.Add("what", &FaultSpec::name);
    keys.PutKindKeysHere();
    AddKinds<FaultSpec, Fault>(
        keys,
        "what",
        &FaultSpec::what,
        [](Fault& fault, const KeyReading& object) {
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
    fault.time.duration = fault.what->GetDuration();
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
    const auto links = FindLinkFaults(faults);
    for (size_t i = 0; i < faults.size(); ++i)
    {
        const auto& fault = faults[i];
        const auto path = AppendIndex("faults", i);
        if (fault.time.at >= stop)
        {
            problems.push_back({path + ".at",
                                "found " + FormatTime(fault.time.at) +
                                    "; allowed: before stop, which is " + FormatTime(stop)});
        }
        if (fault.what)
        {
            CheckEvs(*fault.what, transport, path, problems);
            fault.what->Check({network, links, stop}, fault.time, path, problems);
        }
    }
}

void
ScheduleFaults(const std::vector<FaultSpec>& faults,
               const FaultStage& stage,
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
                                   stage,
                                   fault.what->MakeSpells(fault.time, stop, rng),
                                   observer)
            ->Go();
    }
}

} // namespace mrcsim
