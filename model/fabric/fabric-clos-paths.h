/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_CLOS_PATHS_H
#define FABRIC_CLOS_PATHS_H

#include "fabric-clos-spec.h"
#include "fabric-path-codec.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricClosPaths: the paths between the hosts of a Clos network, and their encoding.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The paths between the hosts of a Clos network. A path's number is the T0's uplink; to another
 * pod, uplink x T2s per T1 + uplink of the T1. Structured EVs have a digit for each of the two.
 */
class FabricClosPaths final : public FabricPathCodec
{
  public:
    /**
     * @param spec the network, without problems; outlives this
     */
    explicit FabricClosPaths(const FabricClosSpec& spec);

    uint32_t GetNPaths(uint32_t src, uint32_t dst) const override;
    std::shared_ptr<const MrcPathCodes> GetPathCodes(uint32_t src,
                                                     uint32_t dst,
                                                     bool structured) const override;
    std::vector<FabricEvField> GetEvFields() const override;
    std::string CheckStructured() const override;
    Srv6Carrier GetPathTemplate(uint32_t src, uint32_t dst) const override;
    std::unique_ptr<Srv6SourceRoutes> MakeSourceRoutes(uint32_t src,
                                                       uint32_t dst,
                                                       Srv6Segments& segments) const override;
    std::optional<Srv6Carrier> GetUplinkProbeTemplate(uint32_t host) const override;

  private:
    const FabricClosSpec& m_spec;                 ///< the network
    std::shared_ptr<const MrcPathCodes> m_digits; ///< of paths between pods, structured EVs
};

} // namespace ns3

#endif // FABRIC_CLOS_PATHS_H
