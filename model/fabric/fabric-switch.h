/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_SWITCH_H
#define FABRIC_SWITCH_H

#include "fabric-context.h"
#include "fabric-forwarding.h"
#include "fabric-load-balancer.h"
#include "fabric-network.h"
#include "fabric-port.h"
#include "fabric-shared-buffer.h"

#include "ns3/event-id.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricSwitch: static forwarding between ports.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Brings ports of switches to life when they are first touched (FabricLazyTopology).
 */
class FabricPortMaker
{
  public:
    virtual ~FabricPortMaker() = default;

    /**
     * Bring a port of a switch to life.
     * @param sw number of the switch
     * @param index number of one of its ports, which has not come to life
     */
    virtual FabricPort* MakePort(uint32_t sw, uint32_t index) = 0;
};

/**
 * @ingroup mrc
 * Which switch of its network a switch is.
 */
struct FabricSwitchSite
{
    uint32_t number{0};              ///< number in the network
    FabricSwitchPosition position;   ///< where it stands
    FabricSidRange sids;             ///< its uSIDs
    uint64_t seed{0};                ///< of its flow hash
    uint32_t nPorts{0};              ///< number of ports that come to life; 0: they are added
    FabricPortMaker* maker{nullptr}; ///< makes its ports when they are first touched, or null
};

/**
 * @ingroup mrc
 * How a switch chooses among its uplinks for plain frames (mrc reference, 3.2). A setting of the
 * switch: frames look the same in both.
 */
enum class FabricPlainRouting : uint8_t
{
    ECMP, ///< the switch's load balancer: a hash of the 5-tuple and the flow label, or another
    STRUCTURED, ///< a bit field of the EV is the number of the uplink
};

/**
 * @ingroup mrc
 * What became of the frames that arrived at a switch. Monotonic.
 *
 * Law: frames received (PFC frames excepted) = forwarded + sum(drops). What happens to a frame in
 * the queues of its egress is counted there.
 */
struct FabricSwitchStats
{
    uint64_t forwarded{0}; ///< frames handed to an egress whose link works
    std::array<uint64_t, static_cast<size_t>(FabricDropReason::COUNT)> drops{}; ///< by reason
};

/**
 * @ingroup mrc
 * A switch with static tables (FabricForwarding). No learning, no rerouting of SRv6 traffic: what
 * the table says about a dead port is a drop (mrc reference, 4.2). In a network that comes to life
 * as it is touched, so does a port when the table says that a frame leaves by it.
 *
 * SRv6 frames carry out uN (RFC 9800) on the outer destination, and where a carrier ends go on to
 * the segment that an SRH holds. Plain frames follow the destination. Where several ports are equal
 * they take what FabricPlainRouting says: with STRUCTURED the one that the EV names, as static as
 * SRv6; with ECMP what its FabricLoadBalancer chooses, at first by a hash of the 5-tuple and the
 * flow label. Such a network does learn of dead links, late: a switch avoids its own dead ports
 * after Fabric's LocalRepair, and others avoid ways that lead there after RemoteConvergence (roce
 * reference, 1.6).
 */
class FabricSwitch final : public FabricPortOwner, public FabricPauseSender
{
  public:
    /**
     * @param context of the fabric
     * @param site which switch it is
     * @param routes what it has learnt
     * @param forwarding its static tables, which refer to routes
     */
    FabricSwitch(FabricContext& context,
                 const FabricSwitchSite& site,
                 std::unique_ptr<FabricSwitchRoutes> routes,
                 std::unique_ptr<FabricForwarding> forwarding);
    ~FabricSwitch() override;

    /**
     * Add the next port; the order is that of the tables.
     */
    void AddPort(FabricPort* port);

    void OnNewPort(FabricPort* port) override;

    /**
     * Make the switch lossless for the data class. Call after the last AddPort.
     */
    void EnablePfc(const FabricBufferSpec& spec);

    /**
     * Make a switch lossless that has no port yet.
     * @param links by port number
     */
    void EnablePfc(const FabricBufferSpec& spec, const std::vector<FabricBufferLink>& links);

    /**
     * @param routing how ports are chosen for plain frames from now on; ECMP at first
     * @param fields STRUCTURED: where the digits of EVs lie; they outlive the switch
     */
    void SetPlainRouting(FabricPlainRouting routing, const std::vector<FabricEvField>& fields)
    {
        m_plainRouting = routing;
        m_evFields = &fields;
    }

    /**
     * @param balancer how the switch chooses among equal ports from now on, for it alone
     * @param baseRtt unloaded round trip across the network
     */
    void SetLoadBalancer(Ptr<FabricLoadBalancer> balancer, RdmaTick baseRtt);

    std::string GetName() const override;
    void Receive(RdmaTick now, FabricPort* in, FabricFrame* frame) override;
    void OnLinkChange(RdmaTick now, FabricPort* port, bool up) override;
    void SendPfc(RdmaTick now, uint32_t ingress, const FabricFrame& pfc) override;
    RdmaTick GetPauseQuantum(uint32_t ingress) const override;

    /**
     * Switch the forwarding on or off. A switch that is off keeps its links up and drops all.
     * @param on true: it forwards from now on
     */
    void SetForwarding(bool on)
    {
        m_on = on;
        m_touched = m_touched || !on;
    }

    /** @return true if the switch has ever been off */
    bool IsTouched() const
    {
        return m_touched;
    }

    /**
     * Where frames like this one go from here, without sending any: more than one way where a load
     * balancer may have chosen now one and now another.
     * @param frame a frame that has arrived; the headers change as they do on the way
     * @return the ports, which come to life if need be; none if the switch would drop it
     */
    std::vector<FabricPort*> ListEgresses(FabricFrame* frame);

    /** @return what became of the frames that arrived */
    const FabricSwitchStats& GetStats() const
    {
        return m_stats;
    }

    /** @return where it stands */
    const FabricSwitchPosition& GetPosition() const
    {
        return m_site.position;
    }

    /**
     * @param index port number
     * @return the port; comes to life if need be
     */
    FabricPort* GetPort(uint32_t index)
    {
        FabricPort* port = m_ports[index];
        return __builtin_expect(port != nullptr, 1) ? port : MakePort(index);
    }

    /**
     * @param index port number
     * @return the port, or null if it has not come to life
     */
    FabricPort* FindPort(uint32_t index) const
    {
        return m_ports[index];
    }

    /** @return number of ports */
    uint32_t GetNPorts() const
    {
        return static_cast<uint32_t>(m_ports.size());
    }

    /** @return its number in the network */
    uint32_t GetNumber() const
    {
        return m_site.number;
    }

    /** @return what it has learnt of dead links */
    FabricSwitchRoutes& GetRoutes()
    {
        return *m_routes;
    }

    /** @return its static tables */
    const FabricForwarding& GetForwarding() const
    {
        return *m_forwarding;
    }

    /** @return the lossless buffer, or null */
    FabricSharedBuffer* GetBuffer() const
    {
        return m_buffer.get();
    }

  private:
    /**
     * @param index number of a port that has not come to life
     * @return the port, alive
     */
    [[gnu::cold]] FabricPort* MakePort(uint32_t index);

    /**
     * The queues of a port use the lossless buffer from now on.
     */
    void AttachBuffer(FabricPort* port);

    /**
     * uN: consume the own uSID and find the port of the next (mrc reference, 4.2).
     * @param frame the frame, its outer destination is shifted
     * @param reason set when null is returned
     * @return the egress, or null
     */
    FabricPort* RouteSrv6(FabricFrame* frame, FabricDropReason& reason);

    /**
     * No uSID follows the switch's own: go on to the segment of the SRH.
     * @param frame the frame, its outer destination is replaced
     * @param reason set when null is returned
     * @return the egress, or null
     */
    FabricPort* RouteEndOfCarrier(FabricFrame* frame, FabricDropReason& reason);

    /**
     * @param index number of a port, or FabricForwarding::NO_PORT
     * @return the port, or null
     */
    FabricPort* FindEgress(uint32_t index)
    {
        return index == FabricForwarding::NO_PORT ? nullptr : GetPort(index);
    }

    /**
     * Destination routing, with a choice of equal ports.
     * @param reason set when null is returned
     * @return the egress, or null
     */
    FabricPort* RoutePlain(RdmaTick now, const FabricFrame* frame, FabricDropReason& reason);

    /**
     * @param frame a plain frame for which several ports are equal
     * @return true if its EV names the port
     */
    bool IsPortNamed(const FabricFrame* frame) const
    {
        return m_plainRouting == FabricPlainRouting::STRUCTURED &&
               frame->encap != FabricEncap::PACKET;
    }

    /**
     * The switch has noticed a change of a link of its own: it takes the link's state of now.
     */
    void LearnOwnPort(FabricPort* port);

    /**
     * The routing of the plane has caught up with a change of a link of this switch.
     */
    void TellPlane(FabricPort* port);

    FabricContext& m_context;                       ///< of the fabric
    FabricSwitchSite m_site;                        ///< which switch it is
    uint64_t m_sid;                                 ///< own first SID: block and uSID, 48 bits
    FabricSwitchStats m_stats;                      ///< counters
    bool m_on{true};                                ///< see SetForwarding
    bool m_touched{false};                          ///< see IsTouched
    FabricPlainRouting m_plainRouting{};            ///< see SetPlainRouting
    const std::vector<FabricEvField>* m_evFields;   ///< see SetPlainRouting
    std::unique_ptr<FabricSwitchRoutes> m_routes;   ///< see GetRoutes
    std::unique_ptr<FabricForwarding> m_forwarding; ///< see GetForwarding
    std::vector<FabricPort*> m_ports;               ///< by number; null: has not come to life
    Ptr<FabricLoadBalancer> m_balancer;             ///< of switches with a choice
    std::unique_ptr<FabricSharedBuffer> m_buffer;   ///< lossless switches only
    std::vector<EventId> m_learning;                ///< link changes that routing has yet to learn
};

} // namespace ns3

#endif // FABRIC_SWITCH_H
