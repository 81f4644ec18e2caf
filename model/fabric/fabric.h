/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_H
#define FABRIC_H

#include "fabric-elements.h"
#include "fabric-pause-watch.h"
#include "fabric-traced-port.h"

#include "ns3/object.h"
#include "ns3/rdma-not-null.h"
#include "ns3/rdma-problem.h"
#include "ns3/srv6-source-routes.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::Fabric: links, switches and frames of one simulated network.
 */

namespace ns3
{

class FabricFaults;
class FabricLazyTopology;

/**
 * @ingroup mrc
 * The data plane of one network: the ns3::Object that scripts hold, configure and trace. It owns
 * what ports and switches share (FabricContext), and the links and switches (FabricElements), which
 * are added one by one, or made by a FabricLazyTopology when they are first touched.
 */
class Fabric : public Object, public FabricSettings, private FabricTracedPort::Owner
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /// CPU time of a packet-hop with VerifyWire, of that without.
    static constexpr double VERIFY_FACTOR = 4;

    Fabric();
    ~Fabric() override;

    /**
     * @param verifyWire value of the attribute VerifyWire
     * @param trimmedBytes value of the attribute TrimmedBytes
     * @param sackBytes value of the attribute SackBytes
     * @return contradictions
     */
    static RdmaProblems CheckSizes(bool verifyWire, uint32_t trimmedBytes, uint32_t sackBytes);

    /** @return what ports and switches share */
    FabricContext& GetContext()
    {
        return m_context;
    }

    /** @return what ports and switches share */
    const FabricContext& GetContext() const
    {
        return m_context;
    }

    /** @return the time in picoseconds */
    RdmaTick Now() const
    {
        return m_context.Now();
    }

    /** @return the counters so far, see FabricContext::GetTotals */
    const FabricTotals& GetTotals() const
    {
        return m_context.GetTotals();
    }

    /**
     * Set the network's shape. Call it before anything is added to the fabric.
     * @param network its shape
     */
    void SetNetwork(Ptr<const FabricNetwork> network);

    /** @return the shape of the network; null if there is none */
    const FabricNetwork* GetNetwork() const
    {
        return m_context.GetNetwork();
    }

    /** @return links and switches */
    FabricElements& GetElements()
    {
        return m_elements;
    }

    /**
     * Abort unless a port or switch is a part of this network.
     * @param part the port or switch
     * @param what its name in the message
     */
    template <typename T>
    void CheckPart(const T* part, const char* what) const
    {
        NS_ABORT_MSG_IF(&RdmaNotNull(part, what)->GetContext() != &m_context,
                        what << " belongs to another network");
    }

    /** Take both directions of a link down or up: see FabricElements::SetLinkUp. */
    void SetLinkUp(FabricPort* port, bool up)
    {
        CheckPart(port, "the port of a link");
        m_elements.SetLinkUp(port, up);
    }

    /** @return the ports (two per link) in order of creation */
    const std::vector<FabricPort*>& GetPorts() const
    {
        return m_elements.GetPorts();
    }

    /** @return number of ports of the network, or of those added so far */
    uint32_t CountPorts() const;

    /**
     * @param id number of a port
     * @return the port, instantiated if needed
     */
    FabricPort* GetPort(uint32_t id) override;

    /**
     * @param id number of a port
     * @return the port as an ns-3 object with trace sources
     */
    Ptr<FabricTracedPort> GetTracedPort(uint32_t id);

    /** @return an empty string, or which counters do not add up: FabricElements::CheckConservation
     */
    std::string CheckConservation() const
    {
        return m_elements.CheckConservation();
    }

    /**
     * Instantiate switches and links lazily.
     * @param topology makes them; the fabric owns it
     */
    void SetLazyTopology(std::unique_ptr<FabricLazyTopology> topology);

    /** @return the maker of switches and links; null if they are added one by one */
    FabricLazyTopology* GetLazyTopology() const
    {
        return m_lazyTopology.get();
    }

    /**
     * @param src a host
     * @param dst another host
     * @return the source routes that no template describes, valid as long as the fabric; or null
     */
    const Srv6SourceRoutes* GetSourceRoutes(uint32_t src, uint32_t dst);

    /**
     * @param profile settings of queues
     * @return a copy, valid as long as the fabric
     */
    const FabricQueueProfile* AddProfile(const FabricQueueProfile& profile);

    /**
     * Add an observer of all frames that pass a port.
     * @param tap the observer; the fabric owns it
     */
    void AddTap(FabricPort* port, std::unique_ptr<FabricPortTap> tap);

    /** Remove all taps, as disposal does: captures are then complete. */
    void RemoveTaps();

    /** @return the faults, to begin and lift them */
    FabricFaults& GetFaults();

    /**
     * @param watch detects long pauses from now on; null: none
     */
    void SetPauseWatch(Ptr<FabricPauseWatch> watch);

    /** @return the detector of long pauses, or null */
    Ptr<FabricPauseWatch> GetPauseWatch() const
    {
        return m_pauseWatch;
    }

    /**
     * @return its name (FabricNetwork::GetPortName), which may be part of a file's name
     */
    std::string GetPortName(const FabricPort* port) const override;

    /**
     * @param stream first stream number to use
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /// Signature of the trace source Drop.
    typedef void (*DropTracedCallback)(const FabricDrop& drop);

    /// Signature of the trace source Fault.
    typedef void (*FaultTracedCallback)(const FabricFaultChange& change);

    /// Signature of the trace source NewPort.
    typedef void (*NewPortTracedCallback)(FabricPort* port);

  protected:
    void NotifyConstructionCompleted() override;
    void DoDispose() override;

  private:
    /**
     * @param id number of a port
     * @return the number, and the port as an element of PortList
     */
    std::pair<uint32_t, Ptr<Object>> GetListed(uint32_t id);

    void Observe(Ptr<FabricTracedPort> to, std::unique_ptr<FabricPortTap> tap) override;

    FabricContext m_context;                            ///< see GetContext
    FabricElements m_elements;                          ///< see GetElements
    std::unique_ptr<FabricLazyTopology> m_lazyTopology; ///< see SetLazyTopology
    std::unique_ptr<FabricFaults> m_faults;             ///< see GetFaults; made at the first call
    std::deque<FabricQueueProfile> m_profiles;          ///< pointed to by ports
    std::vector<std::unique_ptr<FabricPortTap>> m_taps; ///< pointed to by ports
    std::map<uint32_t, Ptr<FabricTracedPort>> m_traced; ///< observed, by number
    Ptr<FabricPauseWatch> m_pauseWatch;                 ///< see SetPauseWatch
    /// See GetSourceRoutes, by sender and receiver.
    std::map<std::pair<uint32_t, uint32_t>, std::unique_ptr<Srv6SourceRoutes>> m_sourceRoutes;
};

} // namespace ns3

#endif // FABRIC_H
