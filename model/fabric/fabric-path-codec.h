/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_PATH_CODEC_H
#define FABRIC_PATH_CODEC_H

#include "fabric-ev-field.h"

#include "ns3/mrc-ev.h"
#include "ns3/srv6-segments.h"
#include "ns3/srv6-source-routes.h"
#include "ns3/srv6-usid.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricPathCodec: the paths between hosts, and how entropy values and source routes encode
 * them.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The paths between the hosts of a network, and their encoding: in entropy values (EVs), and in the
 * uSIDs of source routes.
 */
class FabricPathCodec
{
  public:
    virtual ~FabricPathCodec() = default;

    /**
     * @param src a host
     * @param dst another host
     * @return distinct paths in the plane that has most of them; at most MrcEv::MAX_PATHS
     */
    virtual uint32_t GetNPaths(uint32_t src, uint32_t dst) const = 0;

    /**
     * @param src a host
     * @param dst another host
     * @param structured true: switches read digits of EVs; false: source routes
     * @return code of each path in the low bits of an EV, by plane; null: the paths are numbered,
     * the same in every plane
     */
    virtual std::shared_ptr<const MrcPathCodes> GetPathCodes(uint32_t src,
                                                             uint32_t dst,
                                                             bool structured) const = 0;

    /** @return positions of the digits of structured EVs; empty: see FabricSwitchParameters */
    virtual std::vector<FabricEvField> GetEvFields() const = 0;

    /** @return reason why the digits of structured EVs do not fit; empty if they do */
    virtual std::string CheckStructured() const
    {
        return {};
    }

    /**
     * @param src a host
     * @param dst another host, or the same for a path to the first switch and back
     * @return template of the source routes (ApplyMrcEv), if MakeSourceRoutes has none
     */
    virtual Srv6Carrier GetPathTemplate(uint32_t /* src */, uint32_t /* dst */) const
    {
        return {};
    }

    /**
     * @param src a host
     * @param dst another host
     * @param segments the table of the network's SRH segments, for paths of more than six uSIDs
     * @return source routes that no template describes, or null
     */
    virtual std::unique_ptr<Srv6SourceRoutes> MakeSourceRoutes(uint32_t src,
                                                               uint32_t dst,
                                                               Srv6Segments& segments) const = 0;

    /**
     * @return source routes to the neighbors of its first switch and back, one for each uplink
     * (ApplyMrcEv); nothing if there are none
     */
    virtual std::optional<Srv6Carrier> GetUplinkProbeTemplate(uint32_t /* host */) const
    {
        return std::nullopt;
    }
};

} // namespace ns3

#endif // FABRIC_PATH_CODEC_H
