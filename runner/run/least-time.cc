/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "least-time.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace mrcsim
{

namespace
{

/** @return two communicating hosts of a job with the least distance */
std::pair<uint32_t, uint32_t>
FindNeighbors(const JobLoad& load, const JobContext& context)
{
    const auto& network = context.network;
    const bool local = load.localShare > 0;
    std::pair<uint32_t, uint32_t> best{load.hosts[0], load.hosts[load.hosts.size() > 1]};
    uint32_t least = std::numeric_limits<uint32_t>::max();
    for (const uint32_t host : load.hosts)
    {
        const bool fits = host != load.hosts[0] && !context.servers.Join(load.hosts[0], host) &&
                          network.IsLocal(load.hosts[0], host) == local;
        const uint32_t distance = fits ? network.GetDistance(load.hosts[0], host) : least;
        if (distance < least)
        {
            least = distance;
            best.second = host;
        }
    }
    return best;
}

/** @return least time of bytes of the busiest host through the network, s */
double
GetNetworkSeconds(const JobLoad& load,
                  const TransportNumbers& transport,
                  const JobContext& context,
                  double bytes)
{
    if (load.serverShare == 1)
    {
        return 0;
    }
    const auto [src, dst] = FindNeighbors(load, context);
    const auto smallest = static_cast<uint32_t>(transport.headers);
    const auto largest =
        smallest + static_cast<uint32_t>(std::min(transport.mtu, load.largestBytes));
    const double wire = bytes * (1 + transport.headers / transport.mtu);
    return std::max(wire / transport.nicBytesPerSecond +
                        context.network.GetAfterNic(src, dst, smallest).GetSeconds(),
                    context.network.GetOneWay(src, dst, largest).GetSeconds());
}

/** @return least time of bytes within servers, s */
double
GetServerSeconds(const JobLoad& load, const ServerSpec& servers, double bytes)
{
    return load.serverShare == 0
               ? 0
               : bytes * 8 / static_cast<double>(servers.rateBps) + servers.delay.GetSeconds();
}

} // namespace

double
GetLeastSeconds(const JobLoad& load, const TransportNumbers& transport, const JobContext& context)
{
    // In a chain, steps through the network and within servers follow each other; each medium also
    // carries all of its bytes
    const double part = load.chainBytes / load.chain;
    const double chain =
        load.chain * ((1 - load.serverShare) * GetNetworkSeconds(load, transport, context, part) +
                      load.serverShare * GetServerSeconds(load, context.servers, part));
    return std::max({chain + load.chainSeconds,
                     load.leastSeconds,
                     GetNetworkSeconds(load, transport, context, load.busiestBytes),
                     GetServerSeconds(load, context.servers, load.serverBytes)});
}

} // namespace mrcsim
