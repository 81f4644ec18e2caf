/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-clos-spec.h"

#include "fabric-rate.h"

#include "ns3/mrc-ev.h"
#include "ns3/srv6-usid.h"

#include <algorithm>
#include <sstream>
#include <string>

namespace ns3
{

namespace
{
/// Largest number of switches of a kind that uSIDs can address, per plane.
constexpr uint32_t MAX_COUNT = SRV6_MAX_INDEX + 1;

/**
 * Collects sentences.
 */
class Problems
{
  public:
    /**
     * @param bad true if there is a problem
     * @param parts parts of the sentence, streamed
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

    /**
     * @param value a number
     * @param name its name
     * @param least least value allowed
     * @param most most allowed
     */
    void IfBeyond(uint32_t value, const char* name, uint32_t least, uint32_t most)
    {
        If(value < least || value > most,
           name,
           " is ",
           value,
           ", allowed are ",
           least,
           " to ",
           most);
    }

    /**
     * @param value a number
     * @param divisor the number must be a multiple of it; at least 1, at most most
     * @param most largest allowed number
     * @param parts the sentence, streamed together; receives the nearest allowed numbers
     */
    template <typename... Parts>
    void IfNoMultiple(uint64_t value, uint64_t divisor, uint64_t most, const Parts&... parts)
    {
        const uint64_t below = std::min(value, most) / divisor * divisor;
        const uint64_t above = below + divisor;
        const auto nearest = below == 0 ? std::to_string(above)
                             : above > most
                                 ? std::to_string(below)
                                 : std::to_string(below) + " or " + std::to_string(above);
        If(value % divisor != 0, parts..., "; allowed: ", nearest);
    }

    std::vector<std::string> list; ///< the sentences
};

/**
 * @param spec a network
 * @param [out] problems receives the problems of single numbers
 */
void
CheckNumbers(const FabricClosSpec& spec, Problems& problems)
{
    const auto checkRate = [&problems](uint64_t bps, const char* name) {
        problems.If(!IsFabricRate(bps), name, " is ", bps, " bit/s; allowed: ", FABRIC_RATE_LIMITS);
    };
    problems.IfBeyond(spec.planes, "planes", 1, SRV6_MAX_PLANE + 1);
    problems.If(spec.hosts < 2, "hosts is ", spec.hosts, ", at least 2 are needed");
    problems.IfBeyond(spec.hostsPerT0, "hostsPerT0", 1, MAX_COUNT);
    problems.IfBeyond(spec.rails, "rails", 1, MAX_COUNT);
    problems.IfBeyond(spec.parallelLinks, "parallelLinks", 1, MAX_COUNT);
    if (spec.HasPods())
    {
        problems.IfBeyond(spec.t0PerPod, "t0PerPod", 1, MAX_COUNT);
        problems.IfBeyond(spec.t1PerPod, "t1PerPod", 1, MAX_COUNT);
        problems.IfBeyond(spec.t2PerPlane, "t2PerPlane", 1, MAX_COUNT);
        checkRate(spec.coreRateBps, "coreRate");
    }
    else
    {
        problems.IfBeyond(spec.t1PerPlane, "t1PerPlane", 0, MAX_COUNT);
    }
    checkRate(spec.hostRateBps, "hostRate");
    checkRate(spec.fabricRateBps, "fabricRate");
    const auto checkDelay = [&problems](RdmaTick delay, const char* name) {
        problems.If(delay < RdmaTick{} || delay > FABRIC_MAX_DELAY,
                    name,
                    " is ",
                    delay.GetPs(),
                    " ps; allowed: ",
                    FABRIC_DELAY_LIMITS);
    };
    checkDelay(spec.linkDelay, "linkDelay");
    checkDelay(spec.switchDelay, "switchDelay");
}

/**
 * @param spec a network whose single numbers are valid
 * @param [out] problems receives the problems of its pods
 */
void
CheckPods(const FabricClosSpec& spec, Problems& problems)
{
    problems.IfNoMultiple(spec.GetNT0(),
                          spec.t0PerPod,
                          MAX_COUNT,
                          "hosts (",
                          spec.hosts,
                          ") / hostsPerT0 (",
                          spec.hostsPerT0,
                          ") gives ",
                          spec.GetNT0(),
                          " T0 switches per plane, not a multiple of t0PerPod (",
                          spec.t0PerPod,
                          ")");
    problems.IfNoMultiple(spec.t2PerPlane,
                          spec.t1PerPod,
                          MAX_COUNT,
                          "t2PerPlane (",
                          spec.t2PerPlane,
                          ") is not a multiple of t1PerPod (",
                          spec.t1PerPod,
                          ")");
}

/**
 * @param spec a network
 * @param [out] problems receives the problems of addresses
 */
void
CheckAddresses(const FabricClosSpec& spec, Problems& problems)
{
    const uint64_t t0s = spec.GetNT0();
    const uint64_t t1Sids = uint64_t{spec.GetNT1()} * spec.parallelLinks;
    const uint64_t uplinks = uint64_t{spec.GetT1PerPod()} * spec.parallelLinks;
    problems.If(t0s > MAX_COUNT,
                "hosts (",
                spec.hosts,
                ") / hostsPerT0 (",
                spec.hostsPerT0,
                ") gives ",
                t0s,
                " T0 switches per plane, at most ",
                MAX_COUNT,
                " can be addressed");
    problems.If(t1Sids > MAX_COUNT,
                "T1 switches (",
                spec.GetNT1(),
                " per plane) x parallelLinks (",
                spec.parallelLinks,
                ") gives ",
                t1Sids,
                ", at most ",
                MAX_COUNT,
                " can be addressed");
    problems.If(uplinks * spec.GetT1Uplinks() > MrcEv::MAX_PATHS,
                "there are ",
                uplinks * spec.GetT1Uplinks(),
                " paths between two hosts in a plane, at most ",
                MrcEv::MAX_PATHS,
                " have an EV: allowed are fewer of t1PerPod, parallelLinks or t2PerPlane");
}
} // namespace

FabricClosSpec
FabricClosSpec::TwoTiers(uint32_t planes, uint32_t hosts, uint32_t hostsPerT0, uint64_t rateBps)
{
    FabricClosSpec spec;
    spec.planes = planes;
    spec.hosts = hosts;
    spec.hostsPerT0 = hostsPerT0;
    spec.t1PerPlane = hosts > hostsPerT0 ? hostsPerT0 : 0;
    spec.hostRateBps = spec.fabricRateBps = rateBps;
    spec.linkDelay = RdmaTick::Ns(500);
    spec.switchDelay = RdmaTick::Ns(300);
    return spec;
}

std::vector<std::string>
FabricClosSpec::Check() const
{
    Problems problems;
    CheckNumbers(*this, problems);
    if (!problems.list.empty())
    {
        return problems.list;
    }
    const uint64_t row = uint64_t{hostsPerT0} * rails;
    problems.IfNoMultiple(hosts,
                          row,
                          uint64_t{hostsPerT0} * MAX_COUNT,
                          "hosts (",
                          hosts,
                          ") is not a multiple of hostsPerT0 (",
                          hostsPerT0,
                          rails > 1 ? ") x hostsPerServer (" + std::to_string(rails) + ")" : ")");
    if (HasPods())
    {
        CheckPods(*this, problems);
    }
    if (!problems.list.empty())
    {
        return problems.list;
    }
    CheckAddresses(*this, problems);
    problems.If(GetNT0() > 1 && GetT1PerPod() == 0,
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
