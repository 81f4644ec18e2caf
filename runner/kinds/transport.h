/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRANSPORT_H
#define TRANSPORT_H

#include "document/json-path.h"
#include "document/problem.h"
#include "document/scenario-attributes.h"
#include "kind-registry.h"

#include "ns3/fabric-network.h"
#include "ns3/ptr.h"
#include "ns3/rdma-problem.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/**
 * @file
 * mrcsim::Transport: a transport of scenarios, by kind.
 */

namespace ns3
{
class RdmaCluster;
class RdmaMessenger;
class RdmaTransport;
} // namespace ns3

namespace mrcsim
{

struct SwitchSpec;

/**
 * A transport as far as sizes and counts follow from its settings: what an estimate needs.
 */
struct TransportNumbers
{
    double mtu{0};                ///< payload of a full packet, B
    double headers{0};            ///< line time of a packet besides its payload, B
    double answersPerPacket{0};   ///< answers that come unasked; a message has at least one
    double evs{1};                ///< ways of a QP to another group
    double endBytes{0};           ///< memory of one end of a QP but for its EVs, B
    double hostBytes{0};          ///< memory that it needs on a host besides, B
    double windowPackets{0};      ///< packets that a QP may have under way; 0: any number
    double packetBytes{0};        ///< memory of a packet under way at both ends of its QP, B
    double connectionsPerHost{0}; ///< most that a host can open; 0: as many as QP numbers
    double hopFactor{1};          ///< CPU time of a packet-hop, of that of a QP's
    double rttSeconds{0};         ///< base RTT of full packets, s
    double nicBytesPerSecond{0};  ///< line rate of a host, all planes it uses
};

/// An EV of a QP, as results tell of it.
struct QpEv
{
    uint32_t plane;         ///< plane that it leaves by
    uint32_t value;         ///< its value
    std::string_view state; ///< good, skip, bad or denied
};

/**
 * A transport with the settings of the scenario. A kind is a class derived from this one that
 * declares the keys of transport that it has besides type and attributes, and a static object of
 * class TransportKind; nothing else knows of it.
 */
class Transport : public KeyOwner
{
  public:
    virtual ~Transport() = default;

    /** @return true if a connection uses a single path, and so one plane */
    virtual bool IsSinglePath() const = 0;

    /** @return true if its connections are QPs of NICs, which count what they place */
    virtual bool CountsPerQp() const = 0;

    /** @return true if switches may be lossless (switch.pfc) with it as transport.type */
    virtual bool MayUsePfc() const
    {
        return false;
    }

    /** @return true if switches mark on links to hosts unless switch.ecn.lastHop says otherwise */
    virtual bool MarksOnLastHop() const
    {
        return true;
    }

    /** @return true if switches take the uplink of its packets out of an entropy value */
    virtual bool IsStructured() const
    {
        return false;
    }

    /** @return true if its QPs have entropy values, which faults may name */
    virtual bool HasEvs() const
    {
        return false;
    }

    /**
     * @param qp a QP, of this transport or of another one
     * @return its EVs by plane, for evs.csv and samples.csv; none of a QP that it does not know
     */
    virtual std::vector<QpEv> ListEvs(const ns3::RdmaTransport& qp) const;

    /**
     * @param qp a QP, of this transport or of another one
     * @return last sample of its round-trip time, for samples.csv; nothing of a QP that it does not
     * know
     */
    virtual std::optional<ns3::RdmaTick> FindLastRtt(const ns3::RdmaTransport& qp) const;

    /** @return what figures call it; empty: the name of its kind */
    virtual std::string GetLabel() const
    {
        return "";
    }

    /**
     * @return line time of a packet besides its payload, B: headers, frame check sequence, preamble
     * and gap; by transport.routing, of a transport without that key by an empty text
     */
    virtual std::map<std::string, uint32_t> GetHeaderBytes() const = 0;

    /** @return largest message of a QP, B; absent: any */
    virtual std::optional<uint64_t> GetMaxMessageBytes() const
    {
        return std::nullopt;
    }

    /**
     * As transport.type: do its settings fit together and to the network?
     *
     * @param [out] problems receives what is wrong
     */
    virtual void Check(const ns3::FabricNetwork& /* network */, Problems& /* problems */) const
    {
    }

    /**
     * @param transport the key transport of a scenario without mistakes, not completed yet
     * @return attributes that have another default in this scenario
     */
    virtual std::vector<AttributeSetting> GetDefaults(const Json& /* transport */) const
    {
        return {};
    }

    /**
     * Do the values of attributes fit together and to the network?
     *
     * @param network of the scenario; its attributes are in force
     * @return what is wrong
     */
    virtual ns3::RdmaProblems CheckParameters(const ns3::FabricNetwork& network) const = 0;

    /**
     * Set what follows from several keys together.
     *
     * @param switches what switches do in the scenario, which has it as transport.type
     * @param [in,out] settings what the scenario sets; receives what follows
     */
    virtual void AddSettings(const SwitchSpec& /* switches */,
                             const ns3::FabricNetwork& /* network */,
                             std::vector<AttributeSetting>& /* settings */) const
    {
    }

    /**
     * @param switches what switches do in the scenario, which has it as transport.type
     * @return what a user should know before a run
     */
    virtual std::vector<std::string> GetNotes(const SwitchSpec& /* switches */) const
    {
        return {};
    }

    /**
     * @return TypeId of what makes its QPs; of a transport without QPs, of those whose sizes and
     * round trips come nearest, from which switches derive their thresholds
     */
    virtual const char* GetQpFactory() const = 0;

    /**
     * @param plane the plane, if it uses a single one
     * @param first it is transport.type, and the cluster was made with its QP factory
     * @return what carries its messages
     */
    virtual ns3::Ptr<ns3::RdmaMessenger> MakeMessenger(ns3::Ptr<ns3::RdmaCluster> cluster,
                                                       uint32_t plane,
                                                       bool first) const = 0;

    /**
     * Make hosts ready, before their messenger is asked for.
     *
     * @param hosts those that will use it
     */
    virtual void Prepare(ns3::Ptr<ns3::RdmaCluster> cluster,
                         const std::vector<uint32_t>& hosts) const;

    /**
     * @param settings what the scenario sets
     * @return the transport in numbers
     */
    TransportNumbers GetNumbers(const std::vector<AttributeSetting>& settings,
                                const ns3::FabricNetwork& network) const;

  protected:
    /**
     * @param settings what the scenario sets
     * @return the numbers that the transport knows: all but rttSeconds and nicBytesPerSecond
     */
    virtual TransportNumbers ReadNumbers(const std::vector<AttributeSetting>& settings,
                                         const ns3::FabricNetwork& network) const = 0;

    /**
     * For transports that have no key transport.routing, and answer every so many packets.
     * @param settings what the scenario sets
     * @param mtu attribute with the payload of a full packet
     * @param packetsPerAnswer attribute with this number; 0: no answer comes unasked
     * @return mtu, headers and answersPerPacket
     */
    TransportNumbers ReadPacketNumbers(const std::vector<AttributeSetting>& settings,
                                       const char* mtu,
                                       const char* packetsPerAnswer) const;
};

/// Makes a kind of transport known: a file of its own has a static object of this class.
using TransportKind = Kind<Transport>;

/**
 * A transport of a scenario: what it does, and its name.
 */
struct TransportSpec : KeyOwner
{
    std::string name;                      ///< transport.type, or that of a job
    std::shared_ptr<const Transport> what; ///< what it does

    /** @param keys receives the keys of transport, and its kinds */
    static void DeclareKeys(KeySet& keys);
};

/**
 * @param trait what they have to be; null: anything
 * @return the names of these transports; the first one of all is the default
 */
std::vector<std::string> GetTransportNames(bool (Transport::*trait)() const = nullptr);

/**
 * @param name of a kind of transport
 * @return the transport with the settings that it has by default
 */
TransportSpec FindTransport(const std::string& name);

/** @return what the transport that knows this QP tells (Transport::ListEvs) */
std::vector<QpEv> ListEvs(const ns3::RdmaTransport& qp);

/** @return what the transport that knows this QP tells (Transport::FindLastRtt) */
std::optional<ns3::RdmaTick> FindLastRtt(const ns3::RdmaTransport& qp);

/** @param keys receives the key loadBalancing of transports whose packets switches spread */
void AddLoadBalancing(KeySet& keys);

/**
 * @param settings what a scenario sets
 * @param name full name of an attribute that is a number
 * @return its value
 */
double ReadNumber(const std::vector<AttributeSetting>& settings, const std::string& name);

} // namespace mrcsim

#endif // TRANSPORT_H
