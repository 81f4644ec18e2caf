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
 * Sizes and counts of a transport that follow from its settings, for estimates.
 */
struct TransportNumbers
{
    double mtu{0};                ///< payload of a full packet, B
    double headers{0};            ///< bytes of a packet on the line in addition to its payload, B
    double answersPerPacket{0};   ///< answers per packet; a message has at least one
    double evs{1};                ///< paths of a QP to another group
    double endBytes{0};           ///< memory of one end of a QP without its EVs, B
    double hostBytes{0};          ///< additional memory on a host, B
    double windowPackets{0};      ///< packets that a QP may have in flight; 0: any number
    double packetBytes{0};        ///< memory of a packet in flight at both ends of its QP, B
    double connectionsPerHost{0}; ///< connections that a host can open; 0: any number
    double hopFactor{1};          ///< CPU time of a packet-hop, relative to a QP's
    double rttSeconds{0};         ///< base RTT of full packets, s
    double nicBytesPerSecond{0};  ///< line rate of a host on all planes that it uses, B/s
};

/// An EV of a QP, as written to results.
struct QpEv
{
    uint32_t plane;         ///< plane that it uses
    uint32_t value;         ///< its value
    std::string_view state; ///< good, skip, bad or denied
};

/**
 * A transport with the settings of the scenario. A kind is a class derived from this one that
 * declares its keys of transport in addition to type and attributes, and a static object of class
 * TransportKind; no other file refers to it.
 */
class Transport : public KeyOwner
{
  public:
    virtual ~Transport() = default;

    /** @return true if a connection uses a single path, and so one plane */
    virtual bool IsSinglePath() const = 0;

    /** @return true if its connections are QPs of NICs, which count the bytes that they deliver */
    virtual bool CountsPerQp() const = 0;

    /** @return true if switch.pfc may be true with it as transport.type */
    virtual bool MayUsePfc() const
    {
        return false;
    }

    /** @return true if switches mark on links to hosts unless switch.ecn.lastHop overrides this */
    virtual bool MarksOnLastHop() const
    {
        return true;
    }

    /** @return true if switches read the uplink of its packets from the entropy value */
    virtual bool IsStructured() const
    {
        return false;
    }

    /** @return true if its packets may take paths that are longer than the shortest ones */
    virtual bool UsesLongerPaths() const
    {
        return false;
    }

    /** @return true if its QPs have entropy values, which faults may name */
    virtual bool HasEvs() const
    {
        return false;
    }

    /**
     * @param qp a QP of any transport
     * @return its EVs by plane, for evs.csv; empty for a QP of another transport
     */
    virtual std::vector<QpEv> ListEvs(const ns3::RdmaTransport& qp) const;

    /** @return its name in figures; empty: the name of its kind */
    virtual std::string GetLabel() const
    {
        return "";
    }

    /**
     * @return bytes of a packet on the line in addition to its payload, B: headers, frame check
     * sequence, preamble and gap; by transport.routing, with an empty name for a transport without
     * that key
     */
    virtual std::map<std::string, uint32_t> GetHeaderBytes() const = 0;

    /** @return largest message of a QP, B; absent: any */
    virtual std::optional<uint64_t> GetMaxMessageBytes() const
    {
        return std::nullopt;
    }

    /**
     * Check its settings as transport.type, with each other and with the network.
     *
     * @param [out] problems receives the problems
     */
    virtual void Check(const ns3::FabricNetwork& /* network */, Problems& /* problems */) const
    {
    }

    /**
     * @param transport the key transport of a valid scenario, before defaults are filled in
     * @return attributes that have another default in this scenario
     */
    virtual std::vector<AttributeSetting> GetDefaults(const Json& /* transport */) const
    {
        return {};
    }

    /**
     * Check the values of attributes, with each other and with the network.
     *
     * @param network network of the scenario, whose attributes are in effect
     * @return the problems
     */
    virtual ns3::RdmaProblems CheckParameters(const ns3::FabricNetwork& network) const = 0;

    /**
     * Add the settings that follow from several keys together.
     *
     * @param switches switch settings of the scenario, which has it as transport.type
     * @param [in,out] settings settings of the scenario; receives the settings that follow
     */
    virtual void AddSettings(const SwitchSpec& /* switches */,
                             const ns3::FabricNetwork& /* network */,
                             std::vector<AttributeSetting>& /* settings */) const
    {
    }

    /**
     * @param switches switch settings of the scenario, which has it as transport.type
     * @return notes for the user before a run
     */
    virtual std::vector<std::string> GetNotes(const SwitchSpec& /* switches */,
                                              const ns3::FabricNetwork& /* network */) const
    {
        return {};
    }

    /**
     * @return TypeId of its QP factory, from which switches derive their thresholds; for a
     * transport without QPs, the factory with the most similar sizes and round trips
     */
    virtual const char* GetQpFactory() const = 0;

    /**
     * @param plane its plane, if it is single-path
     * @param first true if it is transport.type, with whose QP factory the cluster was made
     * @return the messenger of its messages
     */
    virtual ns3::Ptr<ns3::RdmaMessenger> MakeMessenger(ns3::Ptr<ns3::RdmaCluster> cluster,
                                                       uint32_t plane,
                                                       bool first) const = 0;

    /**
     * For transports whose connections are QPs.
     *
     * @param plane its plane, if it is single-path
     * @return a messenger of messages in the class of control
     */
    virtual ns3::Ptr<ns3::RdmaMessenger> MakeControlMessenger(ns3::Ptr<ns3::RdmaCluster> cluster,
                                                              uint32_t plane) const;

    /**
     * @param settings settings of a scenario in which a driver sends its messages
     * @return the problems of the driver
     */
    virtual ns3::RdmaProblems CheckDriver(const std::vector<AttributeSetting>& /* settings */) const
    {
        return {};
    }

    /** @return attributes that have another default if a driver sends its messages */
    virtual std::vector<AttributeSetting> GetDriverDefaults() const
    {
        return {};
    }

    /**
     * Prepare hosts, before their messenger is made.
     *
     * @param hosts hosts that use it
     */
    virtual void Prepare(ns3::Ptr<ns3::RdmaCluster> cluster,
                         const std::vector<uint32_t>& hosts) const;

    /**
     * @param settings settings of the scenario
     * @return the numbers of the transport
     */
    TransportNumbers GetNumbers(const std::vector<AttributeSetting>& settings,
                                const ns3::FabricNetwork& network) const;

  protected:
    /**
     * @param settings settings of the scenario
     * @return all numbers except rttSeconds and nicBytesPerSecond
     */
    virtual TransportNumbers ReadNumbers(const std::vector<AttributeSetting>& settings,
                                         const ns3::FabricNetwork& network) const = 0;

    /**
     * For transports without the key transport.routing that send one answer per fixed number of
     * packets.
     * @param settings settings of the scenario
     * @param mtu attribute with the payload of a full packet
     * @param packetsPerAnswer attribute with this number; 0: no periodic answers
     * @return mtu, headers and answersPerPacket
     */
    TransportNumbers ReadPacketNumbers(const std::vector<AttributeSetting>& settings,
                                       const char* mtu,
                                       const char* packetsPerAnswer) const;
};

/// Registers a kind of transport: its source file has a static object of this class.
using TransportKind = Kind<Transport>;

/**
 * A transport of a scenario with its name.
 */
struct TransportSpec : KeyOwner
{
    std::string name;                      ///< transport.type, or that of a job
    std::shared_ptr<const Transport> what; ///< the transport

    /** @param keys receives the keys of transport and of its kinds */
    static void DeclareKeys(KeySet& keys);
};

/**
 * @param trait trait that they must have; null: none
 * @return the names of these transports; without a trait, the first one is the default
 */
std::vector<std::string> GetTransportNames(bool (Transport::*trait)() const = nullptr);

/**
 * @param name of a kind of transport
 * @return the transport with its default settings
 */
TransportSpec FindTransport(const std::string& name);

/** @return result of Transport::ListEvs of this QP's transport */
std::vector<QpEv> ListEvs(const ns3::RdmaTransport& qp);

/** @param keys receives the key loadBalancing, of transports whose packets switches balance */
void AddLoadBalancing(KeySet& keys);

/**
 * @param settings settings of a scenario
 * @param name full name of an attribute that is a number
 * @return its value
 */
double ReadNumber(const std::vector<AttributeSetting>& settings, const std::string& name);

} // namespace mrcsim

#endif // TRANSPORT_H
