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
 * Instantiates ports of switches at their first use (FabricLazyTopology).
 */
class FabricPortMaker
{
  public:
    virtual ~FabricPortMaker() = default;

    /**
     * Instantiate a port of a switch.
     * @param sw number of the switch
     * @param index number of one of its ports, which is not instantiated
     */
    virtual FabricPort* MakePort(uint32_t sw, uint32_t index) = 0;

    /**
     * The rate of a port of a switch has changed.
     * @param rateBps its rate from now on, bit/s
     * @return the queues of such a port
     */
    virtual const FabricQueueProfile* GetProfile(const FabricPort& port, uint64_t rateBps) = 0;
};

/**
 * @ingroup mrc
 * Identity of a switch in its network.
 */
struct FabricSwitchSite
{
    uint32_t number{0};            ///< number in the network
    FabricSwitchPosition position; ///< its position
    FabricSidRange sids;           ///< its uSIDs
    uint64_t seed{0};              ///< seed of its flow hash
    uint32_t nPorts{0}; ///< number of ports that are instantiated lazily; 0: they are added
    FabricPortMaker* maker{nullptr}; ///< makes its ports at their first use, or null
};

/**
 * @ingroup mrc
 * Choice of a switch among its uplinks for plain frames (mrc reference, 3.2). It is a setting of
 * the switch; frames are the same in both cases.
 */
enum class FabricPlainRouting : uint8_t
{
    ECMP, ///< the switch's load balancer: a hash of the 5-tuple and the flow label, or another
    STRUCTURED, ///< a bit field of the EV is the number of the uplink
};

/**
 * @ingroup mrc
 * Counters of the frames that arrived at a switch. Monotonic.
 *
 * Law: frames received (PFC frames excepted) = forwarded + sum(drops). Drops in the queues of an
 * egress are counted at the port.
 */
struct FabricSwitchStats
{
    uint64_t forwarded{0}; ///< frames handed to an egress whose link works
    std::array<uint64_t, static_cast<size_t>(FabricDropReason::COUNT)> drops{}; ///< by reason
};

/**
 * @ingroup mrc
 * A switch with static tables (FabricForwarding). No learning, no rerouting of SRv6 traffic: frames
 * for a dead port are dropped (mrc reference, 4.2). In a network that is instantiated lazily, a
 * port is made when the first frame is to leave by it.
 *
 * For SRv6 frames the switch executes uN (RFC 9800) on the outer destination; where a carrier ends
 * they continue with the segment of an SRH. Plain frames are forwarded by destination. Among equal
 * ports FabricPlainRouting decides: with STRUCTURED they take the port that the EV names, as static
 * as SRv6; with ECMP the one that the FabricLoadBalancer chooses, by default by a hash of the
 * 5-tuple and the flow label. With ECMP switches learn of dead links late: a switch avoids its own
 * dead ports after Fabric's LocalRepair, and others avoid paths that lead there after
 * RemoteConvergence (roce reference, 1.6).
 */
class FabricSwitch final : public FabricPortOwner, public FabricPauseSender
{
  public:
    /**
     * @param context of the fabric
     * @param site identity of the switch
     * @param routes dead links that it has learned
     * @param forwarding its static forwarding, which refers to routes
     */
    FabricSwitch(FabricContext& context,
                 const FabricSwitchSite& site,
                 std::unique_ptr<FabricSwitchRoutes> routes,
                 std::unique_ptr<FabricForwarding> forwarding);
    ~FabricSwitch() override;

    /** @return what all parts of its network share */
    const FabricContext& GetContext() const
    {
        return m_context;
    }

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
     * Make a switch without ports lossless.
     * @param links by port number
     */
    void EnablePfc(const FabricBufferSpec& spec, const std::vector<FabricBufferLink>& links);

    /**
     * @param routing choice of ports for plain frames from now on; initially ECMP
     * @param fields STRUCTURED: positions of the digits of EVs; they outlive the switch
     */
    void SetPlainRouting(FabricPlainRouting routing, const std::vector<FabricEvField>& fields)
    {
        m_plainRouting = routing;
        m_evFields = &fields;
    }

    /**
     * @param balancer chooses among equal ports from now on; used by this switch alone
     * @param baseRtt unloaded round trip across the network
     */
    void SetLoadBalancer(Ptr<FabricLoadBalancer> balancer, RdmaTick baseRtt);

    std::string GetName() const override;
    void Receive(RdmaTick now, FabricPort* in, FabricFrame* frame) override;
    bool MayCutThrough(const FabricPort& from, FabricFrame* frame) override;
    void OnLinkChange(RdmaTick now, FabricPort* port, bool up) override;
    void OnRateChange(FabricPort* port, uint64_t bps) override;
    void SendPfc(RdmaTick now, uint32_t ingress, const FabricFrame& pfc) override;
    RdmaTick GetPauseQuantum(uint32_t ingress) const override;

    /**
     * Switch the forwarding on or off. A switch that is off keeps its links up and drops all
     * frames.
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
     * List the egresses of frames like this one, without sending any: more than one if a load
     * balancer may choose different ports for them.
     * @param frame a frame that has arrived; its headers change as in forwarding
     * @return the ports, instantiated if needed; none if the switch would drop it
     */
    std::vector<FabricPort*> ListEgresses(FabricFrame* frame);

    /** @return counters of the frames that arrived */
    const FabricSwitchStats& GetStats() const
    {
        return m_stats;
    }

    /** @return its position */
    const FabricSwitchPosition& GetPosition() const
    {
        return m_site.position;
    }

    /**
     * @param index port number
     * @return the port, instantiated if needed
     */
    FabricPort* GetPort(uint32_t index)
    {
        FabricPort* port = m_ports[index];
        return __builtin_expect(port != nullptr, 1) ? port : MakePort(index);
    }

    /**
     * @param index port number
     * @return the port, or null if it is not instantiated
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

    /** @return its static forwarding */
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
    friend class RdmaStateReader; ///< compares states in tests

    /** @return line time of a byte at the fastest port, ps x 2^16 */
    uint64_t FindFastestPort() const;

    /**
     * @param index number of a port that is not instantiated
     * @return the new port
     */
    [[gnu::cold]] FabricPort* MakePort(uint32_t index);

    /**
     * Attach the queues of a port to the lossless buffer.
     */
    void AttachBuffer(FabricPort* port);

    /**
     * uN: consume the own uSID and find the port of the next (mrc reference, 4.2).
     * @param frame the frame, whose outer destination is shifted
     * @param reason set when null is returned
     * @return the egress, or null
     */
    FabricPort* RouteSrv6(FabricFrame* frame, FabricDropReason& reason);

    /**
     * No uSID follows the switch's own: continue with the segment of the SRH.
     * @param frame the frame, whose outer destination is replaced
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
     * Route by destination, with a choice of equal ports.
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
     * Local repair: learn the current state of one of the switch's links.
     */
    void LearnOwnPort(FabricPort* port);

    /**
     * Convergence: the plane learns the current state of one of the switch's links.
     */
    void TellPlane(FabricPort* port);

    /** Remove the changes that routing has learned from m_learning. */
    void ForgetLearned();

    FabricContext& m_context;                       ///< of the fabric
    FabricSwitchSite m_site;                        ///< identity of the switch
    uint64_t m_sid;                                 ///< its first SID: block and uSID, 48 bits
    FabricSwitchStats m_stats;                      ///< counters
    bool m_on{true};                                ///< see SetForwarding
    bool m_touched{false};                          ///< see IsTouched
    uint64_t m_fastestQ16{0};                       ///< see FindFastestPort; 0: not yet known
    FabricPlainRouting m_plainRouting{};            ///< see SetPlainRouting
    const std::vector<FabricEvField>* m_evFields;   ///< see SetPlainRouting
    std::unique_ptr<FabricSwitchRoutes> m_routes;   ///< dead links that it has learned
    std::unique_ptr<FabricForwarding> m_forwarding; ///< see GetForwarding
    std::vector<FabricPort*> m_ports;               ///< by number; null: not instantiated
    Ptr<FabricLoadBalancer> m_balancer;             ///< only of switches with a choice
    std::unique_ptr<FabricSharedBuffer> m_buffer;   ///< lossless switches only
    std::vector<EventId> m_learning; ///< pending link changes that routing has not learned
};

} // namespace ns3

#endif // FABRIC_SWITCH_H
