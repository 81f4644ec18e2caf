/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_QP_FACTORY_H
#define RDMA_QP_FACTORY_H

#include "ns3/fabric-frame.h"
#include "ns3/fabric-switch.h"
#include "ns3/mrc-ev.h"
#include "ns3/mrc-longer-paths.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-problem.h"
#include "ns3/rdma-tick.h"
#include "ns3/rdma-transport.h"

#include <cstdint>
#include <memory>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaQpFactory: makes the ends of QPs.
 */

namespace ns3
{

class RdmaNic;
struct RdmaQpRoute;

/**
 * @ingroup mrc
 * The inputs of a new QP end: the out-of-band exchange of the mrc reference, 1.3, and the network.
 */
struct RdmaQpContext
{
    uint32_t localQpn{0};                          ///< own QP number
    uint32_t peerQpn{0};                           ///< QP number at the other end
    uint32_t localPsn{0};                          ///< first PSN this end sends, 24 bits
    uint32_t peerPsn{0};                           ///< first PSN the other end sends, 24 bits
    uint32_t localHost{0};                         ///< host index of this end
    uint32_t peerHost{0};                          ///< host index of the other end
    uint32_t planes{1};                            ///< NIC ports it uses
    uint32_t firstPlane{0};                        ///< the first of them; not 0 for RoCE only
    uint32_t pathsPerPlane{1};                     ///< distinct paths per plane: 1 under one T0
    std::shared_ptr<const MrcPathCodes> pathCodes; ///< their names in EVs; null: by number
    const MrcLongerPaths* longerPaths{nullptr};    ///< source routes for MRC that are longer; null:
                                                   ///< none
    uint64_t portRateBps{0};                       ///< rate of a NIC port, bit/s
    RdmaTick baseRtt;               ///< unloaded round trip of a full packet and its answer
    uint32_t unequalLinks{0};       ///< links of the longest path of a network in which links that
                                    ///< stand for each other have different rates; else 0
    bool trimming{false};           ///< the fabric trims
    uint16_t udpSourcePort{0};      ///< RoCE: the QP's one UDP source port
    Ptr<UniformRandomVariable> rng; ///< the NIC's source of randomness
};

/**
 * @ingroup mrc
 * Makes QP ends of one transport. Its attributes are the transport's configuration.
 */
class RdmaQpFactory : public Object
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param context identity and network of the QP end
     * @return the QP end
     */
    virtual std::unique_ptr<RdmaTransport> Create(const RdmaQpContext& context) const = 0;

    /**
     * @param context of any QP: its planes, rate and round trip are used
     * @return reasons for which Create would abort
     */
    virtual RdmaProblems Check(const RdmaQpContext& context) const;

    /**
     * Make a QP end, and attach it to its NIC.
     * @param nic the NIC, which has reserved context.localQpn for it
     * @param context identity and network of the QP end
     * @param route addressing of its frames
     */
    virtual void Attach(RdmaNic& nic, const RdmaQpContext& context, const RdmaQpRoute& route) const;

    /**
     * Prepare a NIC that may get QPs of this transport, or frames of other hosts' QPs.
     * @param nic the NIC, which has its ports
     */
    virtual void Prepare(RdmaNic& nic) const;

    /** @return header stack of its packets */
    virtual FabricEncap GetEncap() const = 0;

    /** @return the rule by which switches choose uplinks for its packets, if these are plain */
    virtual FabricPlainRouting GetPlainRouting() const;

    /** @return class of the packets of messages: that of data, or control (attribute ControlClass)
     */
    RdmaClass GetMessageClass() const
    {
        return m_controlClass ? RdmaClass::CONTROL : GetDataClass();
    }

    /**
     * @return true if a message with payload and immediate data is a WRITE and a WRITE of 0 B that
     * has the immediate data; false, unless overridden: one WRITE that has both
     */
    virtual bool SeparatesImmediates() const;

    /** @return maximum payload of a packet, B */
    virtual uint32_t GetPathMtuBytes() const = 0;

    /** @return maximum number of planes that the transport can use */
    virtual uint32_t GetMaxPlanes() const = 0;

    /** @return line time of a full data packet, B */
    virtual uint32_t GetDataWireBytes() const = 0;

    /** @return line time of its acknowledgment, B */
    virtual uint32_t GetAckWireBytes() const = 0;

    /**
     * @param bytes message length, B; 0: immediate data only
     * @return line time of all its packets without immediate data, each sent once, B
     */
    virtual uint64_t GetMessageWireBytes(uint64_t bytes) const = 0;

    /**
     * @param bytes message length, B
     * @return line time of the smallest of its packets, B
     */
    virtual uint32_t GetSmallestWireBytes(uint64_t bytes) const = 0;

    /**
     * @param bytes message length, B
     * @return line time of the largest of its packets, B
     */
    virtual uint32_t GetLargestWireBytes(uint64_t bytes) const = 0;

  private:
    /** @return class of data packets: the first, unless overridden */
    virtual RdmaClass GetDataClass() const;

    bool m_controlClass; ///< attribute ControlClass
};

} // namespace ns3

#endif // RDMA_QP_FACTORY_H
