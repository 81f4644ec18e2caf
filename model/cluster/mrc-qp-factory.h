/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_FACTORY_H
#define MRC_QP_FACTORY_H

#include "rdma-prototype.h"
#include "rdma-qp-factory.h"

#include "ns3/mrc-cc-profile.h"
#include "ns3/mrc-congestion-control.h"
#include "ns3/mrc-ev-parameters.h"
#include "ns3/mrc-ev-profile.h"
#include "ns3/mrc-path-selector.h"
#include "ns3/mrc-probe-budget.h"
#include "ns3/mrc-qp-parameters.h"
#include "ns3/mrc-transport.h"
#include "ns3/mrc-trim-schedule.h"

#include <map>
#include <memory>
#include <tuple>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcQpFactory: makes MRC QPs.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Further inputs of a new MRC QP end.
 */
struct MrcQpContext : RdmaQpContext
{
    std::shared_ptr<MrcProbeBudget> probeBudget;   ///< the NIC's probes of retired EVs, or null
    std::shared_ptr<MrcTrimSchedule> trimSchedule; ///< schedule of retransmissions after trims, or
                                                   ///< null
    Ptr<MrcEvProfile> evProfile;                   ///< instead of the factory's
    Ptr<MrcCcProfile> ccProfile;                   ///< instead of the factory's
};

/**
 * @ingroup mrc
 * Makes MRC QPs; congestion controller and path selector by TypeId.
 *
 * The attribute Routing defines the meaning of an entropy value (EV) in the network (mrc reference,
 * 3.2). SRV6: the NIC writes the path into the outer destination, and an EV names one T0 uplink.
 * STRUCTURED: plain packets, switches read the uplink's number from the EV; the same paths, 40 B
 * less per packet. ECMP: plain packets, switches hash; an EV selects an unknown path, so EVs are
 * drawn from all 12-bit values.
 */
class MrcQpFactory : public RdmaQpFactory
{
  public:
    /// Routing of packets (attribute Routing).
    enum Routing
    {
        SRV6,       ///< a list of uSIDs, made from the EV
        STRUCTURED, ///< the EV's bits are uplink numbers
        ECMP,       ///< a hash of the addresses and the EV
    };

    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @param nic the NIC of a QP end
     * @param context identity and network of the QP end
     * @return the same, with the state that MRC QPs of the NIC share
     */
    MrcQpContext MakeContext(RdmaNic& nic, const RdmaQpContext& context) const;

    /**
     * @param context identity and network of the QP end; the peer may be missing
     * @return the QP end, not connected
     */
    std::unique_ptr<MrcTransport> CreateInReset(const MrcQpContext& context) const;

    /**
     * @param context identity and network of the QP end
     * @return the QP end, in RTS
     */
    std::unique_ptr<MrcTransport> CreateConnected(const MrcQpContext& context) const;

    /**
     * Attach a QP end to its NIC, and its profiles to the QP end.
     * @param nic the NIC, which has reserved context.localQpn for it
     * @param context of which the QP end was made
     * @param qp the QP end, in RTR or RTS
     * @param route addressing of its frames
     */
    void AttachTransport(RdmaNic& nic,
                         const MrcQpContext& context,
                         std::unique_ptr<MrcTransport> qp,
                         const RdmaQpRoute& route) const;

    /**
     * Let a QP end start with the present state of its profiles, which may have changed since it
     * was made.
     * @param context identity and network of the QP end
     * @param qp the QP end, before RTR
     * @return EINVAL if it cannot be attached to them
     */
    MrcVerbsResult ApplyProfiles(const MrcQpContext& context, MrcTransport& qp) const;

    /**
     * @param paths distinct paths per plane to a host
     * @return number of EVs per plane that may differ in their paths
     */
    uint32_t GetEvPaths(uint32_t paths) const;

    /**
     * @param context network of a QP end
     * @return names of the paths of each plane in its EVs; null: by number
     */
    std::shared_ptr<const MrcPathCodes> GetEvCodes(const RdmaQpContext& context) const;

    std::unique_ptr<RdmaTransport> Create(const RdmaQpContext& context) const override;
    RdmaProblems Check(const RdmaQpContext& context) const override;
    void Attach(RdmaNic& nic,
                const RdmaQpContext& context,
                const RdmaQpRoute& route) const override;
    void Prepare(RdmaNic& nic) const override;
    FabricEncap GetEncap() const override;
    FabricPlainRouting GetPlainRouting() const override;
    uint32_t GetPathMtuBytes() const override;
    uint32_t GetMaxPlanes() const override;
    uint32_t GetDataWireBytes() const override;
    uint32_t GetAckWireBytes() const override;
    uint64_t GetMessageWireBytes(uint64_t bytes) const override;
    uint32_t GetSmallestWireBytes(uint64_t bytes) const override;
    uint32_t GetLargestWireBytes(uint64_t bytes) const override;

  protected:
    void NotifyConstructionCompleted() override;

  private:
    /**
     * @param payload payload of a write packet, B
     * @return its line time, B
     */
    uint32_t WireBytes(uint32_t payload) const;

    /**
     * @param context identity and network of the QP end
     * @return its EV profile, or nullptr
     */
    Ptr<MrcEvProfile> FindEvProfile(const MrcQpContext& context) const;

    /**
     * @param context identity and network of the QP end
     * @return its CC profile, or nullptr
     */
    Ptr<MrcCcProfile> FindCcProfile(const MrcQpContext& context) const;

    /**
     * @param context identity and network of the QP end
     * @return EINVAL if it cannot be attached to its profiles
     */
    MrcVerbsResult CheckProfiles(const MrcQpContext& context) const;

    /**
     * @param context identity and network of the QP end
     * @return the setup by its EV profile, with the NIC's count of probes
     */
    MrcEvSetup MakeEvs(const MrcQpContext& context) const;

    /**
     * @param context a QP end
     * @param profile its CC profile, or nullptr
     * @param fresh a new controller
     * @return the controller of the QPs between the two hosts that have this profile; the first
     * call returns the new one
     */
    Ptr<MrcCongestionControl> Share(const MrcQpContext& context,
                                    const MrcCcProfile* profile,
                                    Ptr<MrcCongestionControl> fresh) const;

    Routing m_routing;                   ///< attribute Routing
    Ptr<MrcEvProfile> m_evProfile;       ///< attribute EvProfile
    Ptr<MrcCcProfile> m_ccProfile;       ///< attribute CcProfile
    TypeId m_congestionControl;          ///< attribute CongestionControl
    TypeId m_pathSelector;               ///< attribute PathSelector
    Ptr<MrcQpParameters> m_parameters;   ///< shared by all QPs
    Ptr<MrcEvParameters> m_evParameters; ///< shared by all QPs
    bool m_shareCc;                      ///< attribute ShareCcPerDestination

    /// Key of QPs that share a controller: local host, peer host, CC profile.
    using ShareKey = std::tuple<uint32_t, uint32_t, const MrcCcProfile*>;

    mutable std::map<ShareKey, Ptr<MrcCongestionControl>> m_shared; ///< shared controllers
    mutable RdmaPrototype<MrcCongestionControl> m_controllers; ///< controllers without a profile
    mutable RdmaPrototype<MrcPathSelector> m_selectors;        ///< selectors
};

} // namespace ns3

#endif // MRC_QP_FACTORY_H
