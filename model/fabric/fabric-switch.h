/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_SWITCH_H
#define FABRIC_SWITCH_H

#include "fabric-ecmp.h"
#include "fabric-load-balancer.h"
#include "fabric-port.h"
#include "fabric-shared-buffer.h"
#include "fabric-switch-parameters.h"

#include "ns3/event-id.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricSwitch: static forwarding between ports.
 */

namespace ns3
{

class Fabric;
class FabricClosNetwork;

/**
 * @ingroup mrc
 * Where a switch stands, in a two-tier Clos unless its tier is OTHER.
 */
struct FabricSwitchPosition
{
    /// Tier of a switch.
    enum class Tier : uint8_t
    {
        T0,    ///< faces NICs
        T1,    ///< faces T0s
        OTHER, ///< in a network of another shape: plain frames go where SetRoute says
    };

    Tier tier{};            ///< tier
    uint32_t plane{0};      ///< plane, 0-based
    uint32_t index{0};      ///< number within plane and tier: T0 group, or T1 = uplink number
    uint32_t hostsPerT0{1}; ///< downlinks of a T0
    uint32_t t0s{1};        ///< T0 switches in the plane
    uint32_t t1s{1};        ///< T1 switches in the plane
};

/**
 * @ingroup mrc
 * How a switch chooses among its uplinks for plain frames (MRC 1.0, 3.2). A setting of the switch:
 * frames look the same in both.
 */
enum class FabricPlainRouting : uint8_t
{
    ECMP, ///< the switch's load balancer: a hash of the 5-tuple and the flow label, or another
    STRUCTURED, ///< the EV's bit field of this tier is the number of the uplink
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
 * A switch with static tables, indexed by arithmetic: ports of a T0 are its downlinks (0 ..
 * hostsPerT0 - 1) and then its uplinks, ports of a T1 are the T0s. No learning, no rerouting of
 * SRv6 traffic: what the table says about a dead port is a drop (MRC 1.0, 4.2). In a network that
 * comes to life as it is touched, so does a port when the table says that a frame leaves by it.
 *
 * SRv6 frames carry out uN (RFC 9800) on the outer destination, and where a carrier ends go on to
 * the segment that an SRH holds. Plain frames follow the destination
 * down. On their way up they take what FabricPlainRouting says: with STRUCTURED the uplink that the
 * EV names, as static as SRv6; with ECMP what its FabricLoadBalancer chooses, at first by a hash of
 * the 5-tuple and the flow label. Such a network does learn of dead links, late: a T0 avoids its
 * own dead uplink after Fabric's LocalRepair, and the others avoid a T1 that lost a T0 after
 * RemoteConvergence (RoCE reference, 1.6).
 */
class FabricSwitch final : public FabricPortOwner
{
  public:
    /**
     * @param fabric the fabric
     * @param position where it stands
     * @param seed of its flow hash
     * @param network makes its ports when they are first touched; null: they are added
     */
    FabricSwitch(Fabric& fabric,
                 const FabricSwitchPosition& position,
                 uint64_t seed,
                 FabricClosNetwork* network = nullptr);
    ~FabricSwitch() override;

    /**
     * Add the next port; the order is that of the class comment.
     * @param port the port
     */
    void AddPort(FabricPort* port);

    void OnNewPort(FabricPort* port) override;

    /**
     * Make the switch lossless for the data class. Call after the last AddPort.
     * @param spec the settings
     */
    void EnablePfc(const FabricBufferSpec& spec);

    /**
     * Make a switch lossless that has no port yet.
     * @param spec the settings
     * @param links by port number
     */
    void EnablePfc(const FabricBufferSpec& spec, const std::vector<FabricBufferLink>& links);

    /**
     * @param routing how uplinks are chosen for plain frames from now on; ECMP at first
     * @param field STRUCTURED: where a T0 finds the number of the uplink in the EV
     */
    void SetPlainRouting(FabricPlainRouting routing, const FabricEvField& field = {})
    {
        m_plainRouting = routing;
        m_evField = field;
    }

    /**
     * @param balancer how a T0 chooses among its uplinks from now on, for this switch alone
     * @param baseRtt unloaded round trip across the network
     */
    void SetLoadBalancer(Ptr<FabricLoadBalancer> balancer, Tick baseRtt);

    /**
     * Tell a switch of tier OTHER where a host is. Frames for hosts it knows nothing about are
     * dropped.
     * @param host index of the host
     * @param port number of the port that leads there
     */
    void SetRoute(uint32_t host, uint32_t port);

    std::string GetName() const override;
    void Receive(Tick now, FabricPort* in, FabricFrame* frame) override;
    void OnLinkChange(Tick now, FabricPort* port, bool up) override;

    /**
     * Switch the forwarding on or off. A switch that is off keeps its links up and drops all.
     * @param on the new state
     */
    void SetForwarding(bool on)
    {
        m_forwarding = on;
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
        return m_position;
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

    /**
     * @param index downlink of a T0, T0 of a T1
     * @return the port that leads down
     */
    FabricPort* GetDownPort(uint32_t index)
    {
        return GetPort(index);
    }

    /**
     * @param index T1 number
     * @return a T0's port that leads to it
     */
    FabricPort* GetUpPort(uint32_t index)
    {
        return GetPort(m_position.hostsPerT0 + index);
    }

    /** @return equal-cost uplinks; T0 only */
    FabricEcmpGroup& GetEcmp()
    {
        return *m_ecmp;
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
     * uN: consume the own uSID and find the port of the next (MRC 1.0, 4.2).
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
     * The static table.
     * @param usid uSID of a neighbor
     * @return the port that leads to it, or null
     */
    FabricPort* FindNeighbor(uint16_t usid);

    /**
     * Destination routing, with a choice of uplinks.
     * @param now the time
     * @param frame the frame
     * @param reason set when null is returned
     * @return the egress, or null
     */
    FabricPort* RoutePlain(Tick now, const FabricFrame* frame, FabricDropReason& reason);

    /**
     * @param frame a plain frame
     * @return true if it goes up by an uplink that neither its destination nor its EV names
     */
    bool IsBalanced(const FabricFrame* frame) const
    {
        return m_position.tier == FabricSwitchPosition::Tier::T0 &&
               frame->dstHost / m_position.hostsPerT0 != m_position.index && !IsUplinkNamed(frame);
    }

    /**
     * @param frame a plain frame on its way up
     * @return true if its EV names the uplink
     */
    bool IsUplinkNamed(const FabricFrame* frame) const
    {
        return m_plainRouting == FabricPlainRouting::STRUCTURED &&
               frame->encap != FabricEncap::PACKET;
    }

    /**
     * Routing has caught up with a change of a link of this switch: the equal-cost groups that it
     * concerns take the link's state of now.
     * @param port the port
     */
    void LearnLink(FabricPort* port);

    Fabric& m_fabric;                             ///< the fabric
    FabricSwitchPosition m_position;              ///< where it stands
    uint64_t m_sid;                               ///< own SID: block and uSID, 48 bits
    FabricSwitchStats m_stats;                    ///< counters
    bool m_forwarding{true};                      ///< see SetForwarding
    bool m_touched{false};                        ///< see IsTouched
    FabricPlainRouting m_plainRouting{};          ///< see SetPlainRouting
    FabricEvField m_evField;                      ///< see SetPlainRouting
    uint64_t m_seed;                              ///< of the flow hash
    FabricClosNetwork* m_network;                 ///< makes ports, or null
    std::vector<FabricPort*> m_ports;             ///< by number; null: has not come to life
    std::optional<FabricEcmpGroup> m_ecmp;        ///< T0 only
    Ptr<FabricLoadBalancer> m_balancer;           ///< T0 only
    std::unique_ptr<FabricSharedBuffer> m_buffer; ///< lossless switches only
    std::vector<int32_t> m_routes;                ///< by host, see SetRoute; -1: unknown
    std::vector<EventId> m_learning;              ///< link changes that routing has yet to learn
};

} // namespace ns3

#endif // FABRIC_SWITCH_H
