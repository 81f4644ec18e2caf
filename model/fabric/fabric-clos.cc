/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-clos.h"

#include "ns3/srv6-usid.h"

#include <sstream>

namespace ns3
{

namespace
{
/**
 * @param bytes bytes of line time
 * @param bps line rate, bit/s
 * @return how long they take
 */
Tick
LineTime(uint64_t bytes, uint64_t bps)
{
    return Tick::Ps(static_cast<int64_t>(static_cast<double>(bytes) * 8e12 / bps + 0.5));
}

/**
 * Collects sentences.
 */
class Problems
{
  public:
    /**
     * @param bad true if there is a problem
     * @param parts the sentence, streamed together
     */
    template <typename... Parts>
    void If(bool bad, const Parts&... parts)
    {
        if (bad)
        {
            std::ostringstream out;
            (out << ... << parts);
            list.push_back(out.str());
        }
    }

    std::vector<std::string> list; ///< the sentences
};
} // namespace

FabricPortPlace
FabricClosSpec::Locate(uint32_t id) const
{
    const uint32_t plane = id / GetNPortsPerPlane();
    const bool upper = id % 2 == 1;
    const uint32_t link = id % GetNPortsPerPlane() / 2;
    if (link < hosts)
    {
        return {plane, true, upper, link, link / hostsPerT0};
    }
    const uint32_t fabricLink = link - hosts;
    return {plane, false, upper, fabricLink / t1PerPlane, fabricLink % t1PerPlane};
}

Tick
FabricClosSpec::GetAfterNic(bool local, uint32_t wireBytes) const
{
    const Tick hostLine = LineTime(wireBytes, hostRateBps);
    if (local)
    {
        return hostLine + linkDelay * 2 + switchDelay;
    }
    return hostLine + LineTime(wireBytes, fabricRateBps) * 2 + linkDelay * 4 + switchDelay * 3;
}

Tick
FabricClosSpec::GetOneWay(bool local, uint32_t wireBytes) const
{
    return LineTime(wireBytes, hostRateBps) + GetAfterNic(local, wireBytes);
}

Tick
FabricClosSpec::GetBaseRtt(uint32_t dataWireBytes, uint32_t ackWireBytes) const
{
    const bool local = GetNT0() == 1;
    return GetOneWay(local, dataWireBytes) + GetOneWay(local, ackWireBytes);
}

std::vector<std::string>
FabricClosSpec::Check() const
{
    constexpr uint32_t MAX_COUNT = SRV6_MAX_INDEX + 1;
    const Tick longest = Tick::Ms(1000); // sums of delays stay far from the end of time
    Problems problems;
    problems.If(planes < 1 || planes > SRV6_MAX_PLANE + 1,
                "planes is ",
                planes,
                ", allowed are 1 to ",
                SRV6_MAX_PLANE + 1);
    problems.If(hosts < 2, "hosts is ", hosts, ", at least 2 are needed");
    problems.If(hostsPerT0 < 1 || hostsPerT0 > MAX_COUNT,
                "hostsPerT0 is ",
                hostsPerT0,
                ", allowed are 1 to ",
                MAX_COUNT);
    problems.If(t1PerPlane > MAX_COUNT,
                "t1PerPlane is ",
                t1PerPlane,
                ", allowed are 0 to ",
                MAX_COUNT);
    problems.If(hostRateBps == 0, "hostRate is 0 bit/s");
    problems.If(fabricRateBps == 0, "fabricRate is 0 bit/s");
    problems.If(linkDelay < Tick{}, "linkDelay is negative");
    problems.If(switchDelay < Tick{}, "switchDelay is negative");
    problems.If(linkDelay > longest, "linkDelay is above 1 s");
    problems.If(switchDelay > longest, "switchDelay is above 1 s");
    if (hosts < 2 || hostsPerT0 < 1)
    {
        return problems.list;
    }
    problems.If(hosts % hostsPerT0 != 0,
                "hosts (",
                hosts,
                ") is not a multiple of hostsPerT0 (",
                hostsPerT0,
                ")");
    problems.If(GetNT0() > MAX_COUNT,
                "hosts (",
                hosts,
                ") / hostsPerT0 (",
                hostsPerT0,
                ") gives ",
                GetNT0(),
                " T0 switches per plane, at most ",
                MAX_COUNT,
                " can be addressed");
    problems.If(GetNT0() > 1 && t1PerPlane == 0,
                "hosts (",
                hosts,
                ") / hostsPerT0 (",
                hostsPerT0,
                ") gives ",
                GetNT0(),
                " T0 switches per plane, which t1PerPlane = 0 leaves unconnected");
    return problems.list;
}

} // namespace ns3
