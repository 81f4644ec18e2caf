/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_LANE_H
#define RDMA_LANE_H

#include "rdma-messenger.h"
#include "rdma-qp-factory.h"

#include "ns3/fabric-network.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaLane and ns3::RdmaLaneMessenger: one of several transports of a cluster.
 */

namespace ns3
{

class RdmaCluster;

/**
 * @ingroup mrc
 * @param bytes bytes of line time
 * @param bps line rate, bit/s
 * @return how long they take
 */
RdmaTick GetRdmaLineTime(uint64_t bytes, uint64_t bps);

/**
 * @ingroup mrc
 * @param bytes line time of a message, B
 * @return how much faster ports may send it than their rates allow, as they round times
 */
RdmaTick GetRdmaRounding(uint64_t bytes);

/**
 * @ingroup mrc
 * A transport and the planes it uses: all of the network, or a single one.
 */
class RdmaLane
{
  public:
    /**
     * @param factory makes its QPs; aborts if it cannot use so many planes
     * @param network the network; it outlives this
     * @param planes how many of its planes the transport uses
     * @param firstPlane the first of them
     */
    RdmaLane(Ptr<RdmaQpFactory> factory,
             const FabricNetwork& network,
             uint32_t planes,
             uint32_t firstPlane);

    /** @return what makes its QPs */
    const Ptr<RdmaQpFactory>& GetFactory() const
    {
        return m_factory;
    }

    /** @return how many planes it uses */
    uint32_t GetNPlanes() const
    {
        return m_planes;
    }

    /** @return the first plane it uses */
    uint32_t GetFirstPlane() const
    {
        return m_firstPlane;
    }

    /** @return unloaded round-trip time its QPs are configured with */
    RdmaTick GetBaseRtt() const
    {
        return m_baseRtt;
    }

    /**
     * @param src sending host
     * @param dst receiving host
     * @param bytes message length, B
     * @return a lower bound for the time from Send to delivery, see RdmaMessenger
     */
    RdmaTick GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const;

    /** @return payload rate of one host with nothing in the way, see RdmaMessenger, bit/s */
    double GetPayloadRateBps() const;

  private:
    Ptr<RdmaQpFactory> m_factory;   ///< makes its QPs
    const FabricNetwork* m_network; ///< the network
    uint32_t m_planes;              ///< see GetNPlanes
    uint32_t m_firstPlane;          ///< see GetFirstPlane
    RdmaTick m_baseRtt;             ///< see GetBaseRtt
};

/**
 * @ingroup mrc
 * Messages by one of the further transports of a cluster (RdmaCluster::AddTransport).
 */
class RdmaLaneMessenger : public RdmaMessenger
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * Called once, by the cluster.
     * @param cluster the cluster, which owns this object
     * @param lane number of the transport within it
     */
    void Setup(RdmaCluster* cluster, uint32_t lane);

    void Send(uint32_t src, uint32_t dst, uint32_t qp, uint64_t bytes, uint64_t token) override;
    uint32_t GetNHosts() const override;
    RdmaTick GetIdealTime(uint32_t src, uint32_t dst, uint64_t bytes) const override;
    double GetPayloadRateBps() const override;
    std::string Describe(uint32_t src, uint32_t dst, uint32_t qp) const override;

    using RdmaMessenger::ReportDelivered;
    using RdmaMessenger::ReportSent;

  protected:
    void DoDispose() override;

  private:
    RdmaCluster* m_cluster{nullptr}; ///< the cluster
    uint32_t m_lane{0};              ///< number within it
};

} // namespace ns3

#endif // RDMA_LANE_H
