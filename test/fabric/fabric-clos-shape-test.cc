/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "clos-networks.h"

#include "ns3/fabric-clos.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

// The shape of Clos networks of two and of three tiers: properties of every network, checked for
// all ports and pairs of hosts of several small, irregular networks.

using namespace ns3;

namespace
{

using Tier = FabricSwitchPosition::Tier;

/// A network with a name, and its sizes counted by hand.
struct Shape
{
    std::string name;    ///< of the test
    FabricClosSpec spec; ///< its numbers
    uint32_t acrossT1;   ///< paths between two T0s of a pod
    uint32_t acrossT2;   ///< paths between two pods
    uint32_t switches;   ///< of all planes
    uint32_t links;      ///< of all planes
};

/**
 * @param os output
 * @param shape a network
 * @return os
 */
std::ostream&
operator<<(std::ostream& os, const Shape& shape)
{
    return os << shape.name;
}

/// Links of a path, each with its direction.
using Way = std::vector<std::pair<uint32_t, bool>>;

/// The forwarding of every switch of a network.
class ClosTables
{
  public:
    /**
     * @param spec the numbers
     */
    explicit ClosTables(const FabricClosSpec& spec)
        : clos(Create<FabricClos>(spec)),
          m_plane(PeekPointer(clos))
    {
        for (uint32_t sw = 0; sw < clos->GetNSwitches(); ++sw)
        {
            m_routes.push_back(std::make_unique<FabricSwitchRoutes>(sw, m_plane));
            tables.push_back(clos->MakeForwarding(sw, *m_routes.back()));
        }
    }

    /**
     * @param src a host
     * @param plane a plane
     * @return its first switch in the plane
     */
    uint32_t GetFirstSwitch(uint32_t src, uint32_t plane) const
    {
        return clos->GetLink(clos->GetNicLink(src, plane)).upper.node;
    }

    /**
     * @param sw a switch
     * @param port one of its ports
     * @param [in,out] way receives the link of the port
     * @return the other end
     */
    FabricLinkEnd Pass(uint32_t sw, uint32_t port, Way& way) const
    {
        const uint32_t link = clos->GetSwitchLink(sw, port);
        const FabricLink passed = clos->GetLink(link);
        const bool up = !passed.lower.isHost && passed.lower.node == sw;
        way.emplace_back(link, up);
        return up ? passed.upper : passed.lower;
    }

    /**
     * Follow a source route.
     * @param src sending host
     * @param plane its port
     * @param carrier outer destination
     * @param [out] way the links
     * @return the host at its end, or nothing if it does not end at a host
     */
    std::optional<uint32_t> Walk(uint32_t src, uint32_t plane, Srv6Carrier carrier, Way& way) const
    {
        way = {{clos->GetNicLink(src, plane), true}};
        FabricLinkEnd at = clos->GetLink(way[0].first).upper;
        while (!at.isHost)
        {
            const FabricSidRange sids = clos->GetSids(at.node);
            const uint16_t own = GetActiveSrv6Usid(carrier.hi);
            if (!IsSrv6Block(carrier.hi) || own < sids.first || own >= sids.first + sids.count ||
                !HasSrv6Argument(carrier.hi, carrier.lo))
            {
                return std::nullopt;
            }
            ShiftSrv6Usid(carrier.hi, carrier.lo);
            const uint32_t port = tables[at.node]->FindNeighbor(own, GetActiveSrv6Usid(carrier.hi));
            if (port == FabricForwarding::NO_PORT)
            {
                return std::nullopt;
            }
            at = Pass(at.node, port, way);
        }
        const uint16_t nic = MakeSrv6Usid(plane, Srv6UsidType::NIC, clos->GetNicIndex(at.node));
        const bool ends = EndsAtSrv6Usid(carrier.hi, carrier.lo, nic) && at.port == plane;
        return ends ? std::optional(at.node) : std::nullopt;
    }

    /**
     * Follow the digits of a structured EV.
     * @param src sending host
     * @param dst receiving host
     * @param ev the EV
     * @param fields positions of its digits
     * @return the links; none if a digit names no port
     */
    Way WalkDigits(uint32_t src,
                   uint32_t dst,
                   uint32_t ev,
                   const std::vector<FabricEvField>& fields) const
    {
        Way way{{clos->GetNicLink(src, MrcEv::Plane(ev)), true}};
        FabricLinkEnd at = clos->GetLink(way[0].first).upper;
        for (uint32_t hops = 0; !at.isHost; ++hops)
        {
            const FabricHop hop = tables[at.node]->FindHost(dst);
            uint32_t port = hop.port;
            if (hop.group)
            {
                const uint32_t place = tables[at.node]->ReadDigit(ev, hops, hop, fields);
                if (place >= hop.group->GetSize())
                {
                    return {};
                }
                port = hop.group->GetPort(place);
            }
            if (port == FabricForwarding::NO_PORT)
            {
                return {};
            }
            at = Pass(at.node, port, way);
        }
        return at.node == dst ? way : Way{};
    }

    /**
     * Find all paths that plain frames may take.
     * @param dst receiving host
     * @param way path from the sender so far
     * @param at end of the path so far
     * @param found called with each path
     */
    void WalkAll(uint32_t dst,
                 const Way& way,
                 const FabricLinkEnd& at,
                 const std::function<void(const Way&, uint32_t)>& found) const
    {
        if (at.isHost || way.size() > 8)
        {
            found(way, at.isHost ? at.node : ~0U);
            return;
        }
        for (const uint32_t port : ListPorts(at.node, dst))
        {
            Way longer = way;
            const FabricLinkEnd next = Pass(at.node, port, longer);
            WalkAll(dst, longer, next, found);
        }
    }

    /**
     * @param sw a switch
     * @param dst receiving host
     * @return ports by which it may send frames for the host
     */
    std::vector<uint32_t> ListPorts(uint32_t sw, uint32_t dst) const
    {
        const FabricHop hop = tables[sw]->FindHost(dst);
        std::vector<uint32_t> ports;
        for (uint32_t place = 0; hop.group && place < hop.group->GetSize(); ++place)
        {
            ports.push_back(hop.group->GetPort(place));
        }
        if (!hop.group && hop.port != FabricForwarding::NO_PORT)
        {
            ports.push_back(hop.port);
        }
        return ports;
    }

    Ptr<const FabricClos> clos;                            ///< the network
    std::vector<std::unique_ptr<FabricForwarding>> tables; ///< by switch

  private:
    FabricPlaneRoutes m_plane;                                 ///< no dead link is learned
    std::vector<std::unique_ptr<FabricSwitchRoutes>> m_routes; ///< by switch
};

/// Properties of every network.
class FabricClosShape : public testing::TestWithParam<Shape>
{
  protected:
    /**
     * @param src a host
     * @param dst another host
     * @return number of paths between them, from the counts by hand
     */
    uint32_t CountPaths(uint32_t src, uint32_t dst) const
    {
        const uint32_t distance = clos->GetDistance(src, dst);
        return distance == 2 ? 1 : distance == 4 ? GetParam().acrossT1 : GetParam().acrossT2;
    }

    /**
     * @param check called for every ordered pair of hosts in every plane
     */
    void ForEveryPair(const std::function<void(uint32_t src, uint32_t dst, uint32_t plane)>& check)
    {
        for (uint32_t src = 0; src < clos->GetNHosts(); ++src)
        {
            for (uint32_t dst = 0; dst < clos->GetNHosts(); ++dst)
            {
                for (uint32_t plane = 0; src != dst && plane < clos->GetNPlanes(); ++plane)
                {
                    check(src, dst, plane);
                }
            }
        }
    }

    ClosTables net{GetParam().spec};       ///< tables of all switches
    Ptr<const FabricClos> clos = net.clos; ///< the network
};

TEST_P(FabricClosShape, IsAsLargeAsCountedByHand)
{
    EXPECT_TRUE(GetParam().spec.Check().empty());
    EXPECT_EQ(clos->GetNSwitches(), GetParam().switches);
    EXPECT_EQ(clos->GetNLinks(), GetParam().links);
    EXPECT_EQ(clos->GetNPorts(), 2 * GetParam().links);
    EXPECT_EQ(clos->GetNHosts(), GetParam().spec.hosts);
    EXPECT_EQ(clos->GetNGroups(), GetParam().spec.hosts / GetParam().spec.hostsPerT0);
    ForEveryPair([this](uint32_t src, uint32_t dst, uint32_t) {
        EXPECT_EQ(clos->GetPathCodec().GetNPaths(src, dst), CountPaths(src, dst));
    });
}

TEST_P(FabricClosShape, EveryLinkHasTwoEndsThatLeadBackToIt)
{
    std::set<std::pair<uint32_t, uint32_t>> ends; // switch and port
    for (uint32_t number = 0; number < clos->GetNLinks(); ++number)
    {
        const FabricLink link = clos->GetLink(number);
        EXPECT_FALSE(link.upper.isHost);
        EXPECT_EQ(link.plane, number * clos->GetNPlanes() / clos->GetNLinks()) << number;
        EXPECT_EQ(clos->GetPosition(link.upper.node).plane, link.plane);
        if (link.lower.isHost)
        {
            EXPECT_EQ(clos->GetNicLink(link.lower.node, link.lower.port), number);
            EXPECT_EQ(link.lower.port, link.plane);
            EXPECT_EQ(clos->GetPosition(link.upper.node).tier, Tier::T0);
        }
        else
        {
            const FabricSwitchPosition lower = clos->GetPosition(link.lower.node);
            const FabricSwitchPosition upper = clos->GetPosition(link.upper.node);
            EXPECT_EQ(lower.plane, link.plane);
            EXPECT_EQ(upper.tier, lower.tier == Tier::T0 ? Tier::T1 : Tier::T2);
            EXPECT_EQ(clos->GetSwitchLink(link.lower.node, link.lower.port), number);
            EXPECT_LT(link.lower.port, clos->GetNSwitchPorts(link.lower.node));
            EXPECT_TRUE(ends.emplace(link.lower.node, link.lower.port).second) << number;
            const FabricLinkEnd peer = clos->GetPeer(link.lower.node, link.lower.port);
            EXPECT_FALSE(peer.isHost);
            EXPECT_EQ(peer.node, link.upper.node);
            EXPECT_EQ(peer.port, link.upper.port);
        }
        EXPECT_EQ(clos->GetSwitchLink(link.upper.node, link.upper.port), number);
        EXPECT_LT(link.upper.port, clos->GetNSwitchPorts(link.upper.node));
        EXPECT_TRUE(ends.emplace(link.upper.node, link.upper.port).second) << number;
        const FabricLinkEnd peer = clos->GetPeer(link.upper.node, link.upper.port);
        EXPECT_EQ(peer.isHost, link.lower.isHost);
        EXPECT_EQ(peer.node, link.lower.node);
        EXPECT_EQ(peer.port, link.lower.port);
    }
    size_t ports = 0;
    for (uint32_t sw = 0; sw < clos->GetNSwitches(); ++sw)
    {
        ports += clos->GetNSwitchPorts(sw);
    }
    EXPECT_EQ(ports, ends.size()) << "no port without a link";
}

TEST_P(FabricClosShape, APositionLeadsBackToItsSwitchAndOthersToNone)
{
    std::map<std::pair<uint32_t, Tier>, uint32_t> counts;
    for (uint32_t sw = 0; sw < clos->GetNSwitches(); ++sw)
    {
        const FabricSwitchPosition position = clos->GetPosition(sw);
        EXPECT_EQ(clos->FindSwitch(position), sw);
        EXPECT_EQ(position.index, (counts[{position.plane, position.tier}]++));
        EXPECT_EQ(position.plane, sw * clos->GetNPlanes() / clos->GetNSwitches());
    }
    for (uint32_t plane = 0; plane <= clos->GetNPlanes(); ++plane)
    {
        for (const Tier tier : {Tier::T0, Tier::T1, Tier::T2, Tier::OTHER})
        {
            const FabricSwitchPosition beyond{tier, plane, counts[{plane, tier}]};
            EXPECT_EQ(clos->FindSwitch(beyond), std::nullopt) << FabricNames::NamePosition(beyond);
        }
    }
}

TEST_P(FabricClosShape, EveryKindOfSwitchIsListed)
{
    const auto describe = [this](uint32_t sw) {
        std::vector<std::tuple<uint64_t, RdmaTick, RdmaTick>> ports;
        for (uint32_t port = 0; port < clos->GetNSwitchPorts(sw); ++port)
        {
            const FabricLink link = clos->GetLink(clos->GetSwitchLink(sw, port));
            ports.emplace_back(link.rateBps, link.delayToUpper, link.delayToLower);
        }
        return ports;
    };
    std::set<std::vector<std::tuple<uint64_t, RdmaTick, RdmaTick>>> kinds;
    for (const uint32_t sw : clos->ListSwitchKinds())
    {
        kinds.insert(describe(sw));
    }
    for (uint32_t sw = 0; sw < clos->GetNSwitches(); ++sw)
    {
        EXPECT_EQ(kinds.count(describe(sw)), 1U) << clos->GetNames().GetSwitchName(sw);
    }
}

TEST_P(FabricClosShape, NamesLeadBackToWhatTheyName)
{
    std::set<std::string> names;
    for (uint32_t host = 0; host < clos->GetNHosts(); ++host)
    {
        EXPECT_EQ(clos->GetNames().FindHost(clos->GetNames().GetHostName(host)), host);
        EXPECT_TRUE(names.insert(clos->GetNames().GetHostName(host)).second);
    }
    EXPECT_EQ(clos->GetNames().FindHost(clos->GetNames().GetHostName(clos->GetNHosts())),
              std::nullopt);
    for (uint32_t sw = 0; sw < clos->GetNSwitches(); ++sw)
    {
        EXPECT_EQ(clos->GetNames().FindSwitch(clos->GetNames().GetSwitchName(sw)), sw);
        EXPECT_TRUE(names.insert(clos->GetNames().GetSwitchName(sw)).second);
    }
    for (uint32_t number = 0; number < clos->GetNLinks(); ++number)
    {
        const FabricLink link = clos->GetLink(number);
        const std::string lower = clos->GetNames().GetEndName(link.lower);
        const std::string upper = clos->GetNames().GetEndName(link.upper);
        for (const auto& links :
             {clos->GetNames().FindLinks(lower, upper), clos->GetNames().FindLinks(upper, lower)})
        {
            ASSERT_EQ(links.size(), link.parallels) << clos->GetNames().GetLinkName(number);
            EXPECT_EQ(links[link.parallel], number);
        }
        EXPECT_EQ(clos->GetNames().GetLinkName(number), clos->GetNames().GetPortName(2 * number));
        EXPECT_TRUE(names.insert(clos->GetNames().GetPortName(2 * number)).second);
        EXPECT_TRUE(names.insert(clos->GetNames().GetPortName(2 * number + 1)).second);
    }
}

TEST_P(FabricClosShape, HostsOfAGroupShareTheirFirstSwitchInEveryPlane)
{
    std::set<std::pair<uint32_t, uint32_t>> places; // group and NIC index
    for (uint32_t host = 0; host < clos->GetNHosts(); ++host)
    {
        for (uint32_t plane = 0; plane < clos->GetNPlanes(); ++plane)
        {
            const FabricLinkEnd first = clos->GetLink(clos->GetNicLink(host, plane)).upper;
            EXPECT_EQ(clos->GetPosition(first.node).index, clos->GetGroup(host));
            EXPECT_EQ(first.port, clos->GetNicIndex(host));
            EXPECT_EQ(clos->GetNicPortRate(host, plane), 100 * GBPS);
        }
        EXPECT_LT(clos->GetGroup(host), clos->GetNGroups());
        EXPECT_TRUE(places.emplace(clos->GetGroup(host), clos->GetNicIndex(host)).second) << host;
    }
}

TEST_P(FabricClosShape, ASwitchKnowsTheSidsOfItsNeighborsAndNoOthers)
{
    for (uint32_t sw = 0; sw < clos->GetNSwitches(); ++sw)
    {
        const FabricSidRange mine = clos->GetSids(sw);
        std::map<uint32_t, std::vector<uint32_t>> ways;     // ports by neighbor, in order
        std::map<uint16_t, std::vector<uint32_t>> expected; // by uSID: port per own SID
        for (uint32_t port = 0; port < clos->GetNSwitchPorts(sw); ++port)
        {
            const FabricLinkEnd peer = clos->GetPeer(sw, port);
            if (peer.isHost)
            {
                const uint32_t plane = clos->GetPosition(sw).plane;
                const uint16_t sid =
                    MakeSrv6Usid(plane, Srv6UsidType::NIC, clos->GetNicIndex(peer.node));
                EXPECT_TRUE(expected.emplace(sid, std::vector<uint32_t>{port}).second);
            }
            else
            {
                ways[peer.node].push_back(port);
            }
        }
        for (const auto& [neighbor, ports] : ways)
        {
            // Either each of its SIDs names a link, or it has one SID, and each own SID names a
            // link
            const FabricSidRange sids = clos->GetSids(neighbor);
            for (uint32_t i = 0; i < sids.count; ++i)
            {
                const auto named =
                    sids.count == ports.size() ? std::vector<uint32_t>{ports[i]} : ports;
                EXPECT_TRUE(named.size() == 1 || named.size() == mine.count);
                EXPECT_TRUE(expected.emplace(sids.first + i, named).second)
                    << "two neighbors of " << clos->GetNames().GetSwitchName(sw) << " share a SID";
            }
        }
        EXPECT_EQ(expected.count(0), 0U) << "0 is never a SID";
        for (uint32_t own = 0; own < mine.count; ++own)
        {
            for (uint32_t usid = 0; usid < 65536; ++usid)
            {
                const auto found = expected.find(static_cast<uint16_t>(usid));
                const uint32_t port = found == expected.end()     ? FabricForwarding::NO_PORT
                                      : found->second.size() == 1 ? found->second[0]
                                                                  : found->second[own];
                ASSERT_EQ(net.tables[sw]->FindNeighbor(static_cast<uint16_t>(mine.first + own),
                                                       static_cast<uint16_t>(usid)),
                          port)
                    << clos->GetNames().GetSwitchName(sw) << " " << usid;
            }
        }
    }
}

TEST_P(FabricClosShape, EverySourceRouteOfEveryPairLeadsThereAndIsAWayOfItsOwn)
{
    Srv6Segments segments;
    ForEveryPair([&](uint32_t src, uint32_t dst, uint32_t plane) {
        const auto routes = clos->GetPathCodec().MakeSourceRoutes(src, dst, segments);
        EXPECT_EQ(routes != nullptr, clos->GetDistance(src, dst) == 6);
        EXPECT_EQ(clos->GetPathCodec().GetPathCodes(src, dst, false), nullptr) << "by number";
        std::set<Way> ways;
        const uint32_t paths = clos->GetPathCodec().GetNPaths(src, dst);
        for (uint32_t path = 0; path < paths; ++path)
        {
            const uint32_t ev = MrcEv::Pack(plane, path);
            Srv6SourceRoute route;
            route.destination = ApplyMrcEv(clos->GetPathCodec().GetPathTemplate(src, dst), ev);
            EXPECT_TRUE(!routes || routes->Find(ev, route));
            EXPECT_EQ(route.segmentId, 0U) << "six uSIDs are enough";
            Way way;
            EXPECT_EQ(net.Walk(src, plane, route.destination, way), dst)
                << src << " to " << dst << " by " << ev;
            EXPECT_EQ(way.size(), clos->GetDistance(src, dst));
            ways.insert(way);
        }
        EXPECT_EQ(ways.size(), paths) << src << " to " << dst;
        Srv6SourceRoute route;
        EXPECT_FALSE(routes && routes->Find(MrcEv::Pack(plane, paths), route));
        EXPECT_FALSE(routes && routes->Find(MrcEv::Pack(clos->GetNPlanes(), 0), route));
    });
}

TEST_P(FabricClosShape, PlainFramesArriveWhicheverOfEqualPortsTheyTake)
{
    const uint32_t parallel = GetParam().spec.parallelLinks;
    ForEveryPair([&](uint32_t src, uint32_t dst, uint32_t plane) {
        const uint32_t first = clos->GetNicLink(src, plane);
        std::set<Way> ways;
        net.WalkAll(dst,
                    {{first, true}},
                    clos->GetLink(first).upper,
                    [&](const Way& way, uint32_t end) {
                        EXPECT_EQ(end, dst) << src << " to " << dst;
                        EXPECT_EQ(way.size(), clos->GetDistance(src, dst));
                        EXPECT_TRUE(ways.insert(way).second);
                    });
        const bool local = clos->GetDistance(src, dst) == 2;
        EXPECT_EQ(ways.size(), CountPaths(src, dst) * (local ? 1 : parallel))
            << "the last T1 may also choose";
    });
}

TEST_P(FabricClosShape, NextHopsAreThoseOfTheTables)
{
    for (uint32_t sw = 0; sw < clos->GetNSwitches(); ++sw)
    {
        bool hasGroups = false;
        std::set<uint32_t> choices;
        for (uint32_t dst = 0; dst < clos->GetNHosts(); ++dst)
        {
            const FabricHop hop = net.tables[sw]->FindHost(dst);
            const uint32_t target = hop.group ? hop.target : clos->GetGroup(dst);
            const FabricSwitchPosition position = clos->GetPosition(sw);
            const bool last = position.tier == Tier::T0 && position.index == clos->GetGroup(dst);
            EXPECT_EQ(clos->ListNextHops(sw, target),
                      last ? std::vector<uint32_t>{} : net.ListPorts(sw, dst))
                << clos->GetNames().GetSwitchName(sw) << " to " << dst;
            hasGroups = hasGroups || hop.group;
            for (uint32_t place = 0; hop.group && place < hop.group->GetSize(); ++place)
            {
                choices.insert(hop.group->GetPort(place));
            }
        }
        const bool isLeaf = clos->GetPosition(sw).tier == Tier::T0;
        EXPECT_TRUE(isLeaf || net.ListPorts(sw, 1 << 30).empty()) << "no such host";
        EXPECT_TRUE(!hasGroups || net.tables[sw]->HasGroups());
        for (uint32_t port = 0; port < clos->GetNSwitchPorts(sw); ++port)
        {
            EXPECT_EQ(net.tables[sw]->IsTransit(port), !isLeaf);
            EXPECT_TRUE(choices.count(port) == 0 || net.tables[sw]->IsChoice(port))
                << clos->GetNames().GetSwitchName(sw) << " port " << port;
        }
    }
}

TEST_P(FabricClosShape, DigitsOfStructuredEvsLeadThePathsOfTheSourceRoutes)
{
    std::vector<FabricEvField> fields = clos->GetPathCodec().GetEvFields();
    EXPECT_EQ(fields.size(), GetParam().spec.HasPods() ? 2U : 0U);
    EXPECT_EQ(clos->GetPathCodec().CheckStructured(), "");
    if (fields.empty())
    {
        fields = {{0, 12}};
    }
    Srv6Segments segments;
    ForEveryPair([&](uint32_t src, uint32_t dst, uint32_t plane) {
        const auto codes = clos->GetPathCodec().GetPathCodes(src, dst, true);
        EXPECT_EQ(codes != nullptr, clos->GetDistance(src, dst) == 6);
        const uint32_t paths = clos->GetPathCodec().GetNPaths(src, dst);
        if (codes)
        {
            ASSERT_EQ(codes->size(), clos->GetNPlanes());
            ASSERT_EQ(codes->at(plane).size(), paths);
        }
        const auto routes = clos->GetPathCodec().MakeSourceRoutes(src, dst, segments);
        for (uint32_t path = 0; path < paths; ++path)
        {
            const uint32_t code = codes ? codes->at(plane)[path] : path;
            EXPECT_LT(code, MrcEv::MAX_PATHS) << "the plane's bits are above";
            Srv6SourceRoute route;
            route.destination = ApplyMrcEv(clos->GetPathCodec().GetPathTemplate(src, dst),
                                           MrcEv::Pack(plane, path));
            EXPECT_TRUE(!routes || routes->Find(MrcEv::Pack(plane, path), route));
            Way routed;
            EXPECT_EQ(net.Walk(src, plane, route.destination, routed), dst);
            EXPECT_EQ(net.WalkDigits(src, dst, MrcEv::Pack(plane, code), fields), routed)
                << src << " to " << dst << " by " << path;
        }
    });
}

TEST_P(FabricClosShape, ProbesOfUplinksComeBackByTheLinkTheyProbe)
{
    for (uint32_t host = 0; host < clos->GetNHosts(); ++host)
    {
        const auto probe = clos->GetPathCodec().GetUplinkProbeTemplate(host);
        ASSERT_EQ(probe.has_value(), GetParam().spec.GetT0Uplinks() > 0);
        for (uint32_t plane = 0; plane < clos->GetNPlanes(); ++plane)
        {
            Way own;
            EXPECT_EQ(net.Walk(host,
                               plane,
                               ApplyMrcEv(clos->GetPathCodec().GetPathTemplate(host, host),
                                          MrcEv::Pack(plane, 0)),
                               own),
                      host);
            EXPECT_EQ(own.size(), 2U) << "to the first switch and back";
            for (uint32_t uplink = 0; uplink < GetParam().spec.GetT0Uplinks(); ++uplink)
            {
                Way way;
                EXPECT_EQ(
                    net.Walk(host, plane, ApplyMrcEv(*probe, MrcEv::Pack(plane, uplink)), way),
                    host);
                ASSERT_EQ(way.size(), 4U);
                EXPECT_EQ(way[1].first, clos->GetUplink(plane, clos->GetGroup(host), uplink));
                EXPECT_EQ(way[2].first, way[1].first);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    All,
    FabricClosShape,
    testing::Values(
        // Links: hosts + T0s x uplinks + T1s x uplinks, per plane
        Shape{"TwoTiers", TwoTiers(2, 3, 4, 2), 2, 0, 2 * 5, 2 * (12 + 6)},
        Shape{"OneT0", TwoTiers(3, 1, 5, 0), 0, 0, 3, 3 * 5},
        Shape{"OneT0UnderT1s", TwoTiers(1, 1, 3, 2), 2, 0, 3, 3 + 2},
        Shape{"OneHostPerT0", TwoTiers(8, 3, 1, 1), 1, 0, 8 * 4, 8 * (3 + 3)},
        Shape{"Parallel2", TwoTiers(2, 3, 3, 3, 2), 6, 0, 2 * 6, 2 * (9 + 3 * 6)},
        Shape{"Parallel3Rails3", TwoTiers(1, 6, 2, 5, 3, 3), 15, 0, 11, 12 + 6 * 15},
        Shape{"ThreeTiers",
              ThreeTiers(TwoTiers(2, 6, 3, 0), 2, 3, 2),
              3,
              6,
              2 * (6 + 9 + 6),
              2 * (18 + 6 * 3 + 9 * 2)},
        Shape{"PodsOfOneT0", ThreeTiers(TwoTiers(1, 3, 1, 0), 1, 1, 1), 1, 1, 3 + 3 + 1, 3 + 3 + 3},
        Shape{"OnePod",
              ThreeTiers(TwoTiers(1, 2, 2, 0), 2, 2, 3),
              2,
              6,
              2 + 2 + 6,
              4 + 2 * 2 + 2 * 3},
        Shape{"ThreeTiersParallel2",
              ThreeTiers(TwoTiers(1, 10, 2, 0, 2), 5, 2, 1),
              4,
              4,
              10 + 4 + 2,
              20 + 10 * 4 + 4},
        Shape{"ThreeTiersParallel3Rails2",
              ThreeTiers(TwoTiers(2, 8, 3, 0, 3, 2), 4, 3, 5),
              9,
              45,
              2 * (8 + 6 + 15),
              2 * (24 + 8 * 9 + 6 * 5)},
        // A row of three rails spans two pods
        Shape{"RailsAcrossPods",
              ThreeTiers(TwoTiers(1, 6, 2, 0, 1, 3), 2, 2, 2),
              2,
              4,
              6 + 6 + 4,
              12 + 6 * 2 + 6 * 2}),
    [](const testing::TestParamInfo<Shape>& info) { return info.param.name; });

} // namespace
