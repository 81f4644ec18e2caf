/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-path-faults.h"

#include "ns3/fabric-faults.h"
#include "ns3/fabric-path-walk.h"
#include "ns3/fabric-switch.h"
#include "ns3/fabric.h"
#include "ns3/mrc-transport.h"
#include "ns3/rdma-nic.h"
#include "ns3/roce-transport.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <vector>

namespace ns3
{

namespace
{

/// Faults that a message names; of others it gives the number.
constexpr std::size_t MAX_NAMED_FAULTS = 3;

/// Faults by their numbers, which are in the order of their begins.
using Faults = std::map<FabricFaultId, FabricFaultChange>;

/// Paths of a QP, and the faults on them.
struct PathFaults
{
    uint32_t paths{0}; ///< paths considered
    uint32_t cut{0};   ///< of these, paths with a fault that lets nothing pass
    Faults faults;     ///< such faults

    /**
     * Add a path.
     * @param onPath faults on it
     */
    void Add(const std::vector<FabricFaultChange>& onPath)
    {
        bool isCut = false;
        for (const FabricFaultChange& fault : onPath)
        {
            if (fault.kind == FabricFaultKind::DARK || fault.kind == FabricFaultKind::SILENT)
            {
                faults.emplace(fault.id, fault);
                isCut = true;
            }
        }
        ++paths;
        cut += isCut;
    }
};

/**
 * @param nic the NIC
 * @param qpn number of a QP of MRC
 * @param qp the QP
 * @param held active faults
 * @return the paths of its EVs
 */
PathFaults
ListEvFaults(RdmaNic& nic,
             uint32_t qpn,
             const MrcTransport& qp,
             const std::vector<FabricFaultChange>& held)
{
    PathFaults found;
    const MrcEvTable* table = qp.FindEvTable();
    for (uint8_t plane = 0; table && plane < table->GetPlanes(); ++plane)
    {
        for (const uint32_t ev : table->GetEvs(plane))
        {
            if (const auto frame = nic.SketchFrame(qpn, ev, plane))
            {
                found.Add(ListFabricPathFaults(nic.GetPort(plane), *frame, held));
            }
        }
    }
    return found;
}

/**
 * @param from an end of a flow
 * @param to the other end
 * @param held active faults
 * @return the faults on the path of its frames; none if a switch may choose another path
 */
std::vector<FabricFaultChange>
ListEndFaults(const RdmaFlowEnd& from,
              const RdmaFlowEnd& to,
              const std::vector<FabricFaultChange>& held)
{
    return IsFabricPathOpen(from.port, from.frame, to.port->owner, held)
               ? std::vector<FabricFaultChange>()
               : ListFabricPathFaults(from.port, from.frame, held);
}

/**
 * @param a an end of a flow
 * @param b the other end
 * @param held active faults
 * @return its path, there and back
 */
PathFaults
ListFlowFaults(const RdmaFlowEnd& a,
               const RdmaFlowEnd& b,
               const std::vector<FabricFaultChange>& held)
{
    std::vector<FabricFaultChange> onPath = ListEndFaults(a, b, held);
    const auto back = ListEndFaults(b, a, held);
    onPath.insert(onPath.end(), back.begin(), back.end());
    PathFaults found;
    found.Add(onPath);
    return found;
}

/**
 * @param nic NIC of a QP of RoCE
 * @param config the QP
 * @return this end
 */
RdmaFlowEnd
SketchEnd(RdmaNic& nic, const RoceQpConfig& config)
{
    return {nic.GetPort(config.port),
            *nic.SketchFrame(config.localQpn, config.udpSourcePort, config.port)};
}

/**
 * @param near NIC of a QP of RoCE
 * @param qp the QP
 * @param far NIC of its peer
 * @param held active faults
 * @return its path, there and back
 */
PathFaults
ListRoceFaults(RdmaNic& near,
               const RoceTransport& qp,
               RdmaNic& far,
               const std::vector<FabricFaultChange>& held)
{
    const RoceQpConfig& config = qp.GetConfig();
    const auto& peer = dynamic_cast<const RoceTransport&>(far.GetTransport(config.peerQpn));
    return ListFlowFaults(SketchEnd(near, config), SketchEnd(far, peer.GetConfig()), held);
}

/**
 * @param hosts hosts and their network
 * @param host a host
 * @param peer another host
 * @param planes planes to consider
 * @param held active faults
 * @return the links of their NICs, a path for each plane
 */
PathFaults
ListNicFaults(const RdmaHosts& hosts,
              uint32_t host,
              uint32_t peer,
              const RdmaPlanes& planes,
              const std::vector<FabricFaultChange>& held)
{
    PathFaults found;
    for (uint32_t plane = planes.first; plane < planes.first + planes.count; ++plane)
    {
        const FabricPort* near = hosts.GetNic(host)->GetPort(plane);
        const FabricPort* far = hosts.GetNic(peer)->GetPort(plane);
        std::vector<FabricFaultChange> onPath;
        std::copy_if(held.begin(), held.end(), std::back_inserter(onPath), [&](const auto& fault) {
            return IsFabricFaultBehind(near, fault) || IsFabricFaultBehind(far, fault);
        });
        found.Add(onPath);
    }
    return found;
}

/**
 * @param faults faults of links and switches
 * @return the same without the links of switches that are down themselves
 */
std::vector<FabricFaultChange>
ListCauses(const Faults& faults)
{
    std::set<const FabricPortOwner*> silent;
    for (const auto& [id, fault] : faults)
    {
        silent.insert(fault.sw);
    }
    std::vector<FabricFaultChange> causes;
    for (const auto& [id, fault] : faults)
    {
        if (!fault.port ||
            !(silent.count(fault.port->owner) || silent.count(fault.port->peer->owner)))
        {
            causes.push_back(fault);
        }
    }
    return causes;
}

/**
 * @param names names of the network
 * @param fault a fault of a link or switch
 * @return its name, and when it began
 */
std::string
NameFault(const FabricNames& names, const FabricFaultChange& fault)
{
    std::ostringstream os;
    os << (fault.sw ? "switch " : "") << NameFabricFault(names, fault);
    os << " since " << static_cast<double>(fault.time.GetNs()) / 1e3 << " us";
    return os.str();
}

/**
 * @param names names of the network
 * @param found paths, and the faults on them
 * @return the faults; empty if a path is open
 */
std::string
DescribePathFaults(const FabricNames& names, const PathFaults& found)
{
    if (found.paths == 0 || found.cut < found.paths)
    {
        return {};
    }
    std::string text = found.paths == 1
                           ? "its only path is down: "
                           : "all its " + std::to_string(found.paths) + " paths are down: ";
    const std::vector<FabricFaultChange> faults = ListCauses(found.faults);
    for (std::size_t i = 0; i < faults.size(); ++i)
    {
        text += i == 0 ? "" : ", ";
        if (i == MAX_NAMED_FAULTS)
        {
            return text + "and " + std::to_string(faults.size() - i) + " more";
        }
        text += NameFault(names, faults[i]);
    }
    return text;
}

} // namespace

std::string
DescribeRdmaFlowFaults(Fabric& fabric, const RdmaFlowEnd& a, const RdmaFlowEnd& b)
{
    const std::vector<FabricFaultChange> held = fabric.GetFaults().ListHeld();
    return held.empty()
               ? ""
               : DescribePathFaults(fabric.GetNetwork()->GetNames(), ListFlowFaults(a, b, held));
}

std::string
DescribeRdmaPathFaults(const RdmaHosts& hosts,
                       uint32_t host,
                       uint32_t qpn,
                       const RdmaPlanes& planes)
{
    const std::vector<FabricFaultChange> held = hosts.GetFabric()->GetFaults().ListHeld();
    if (held.empty())
    {
        return {};
    }
    RdmaNic& nic = *hosts.GetNic(host);
    const uint32_t peer = nic.GetRoute(qpn).peerHost;
    const RdmaTransport& transport = nic.GetTransport(qpn);
    const auto* mrc = dynamic_cast<const MrcTransport*>(&transport);
    const auto* roce = dynamic_cast<const RoceTransport*>(&transport);
    const PathFaults found = mrc    ? ListEvFaults(nic, qpn, *mrc, held)
                             : roce ? ListRoceFaults(nic, *roce, *hosts.GetNic(peer), held)
                                    : ListNicFaults(hosts, host, peer, planes, held);
    return DescribePathFaults(hosts.GetNetwork().GetNames(), found);
}

} // namespace ns3
