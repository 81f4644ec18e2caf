/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/link-fault.h"
#include "kinds/link-reference.h"

namespace mrcsim
{

namespace
{

/// A port of a NIC loses its light, which the NIC believes after ns3::RdmaNic::LinkDownDetect.
class NicPortDown : public DarkLinks
{
  public:
    /**
     * @param link number of the NIC's link
     */
    explicit NicPortDown(uint32_t link)
        : DarkLinks({link})
    {
    }
};

/** A FaultReader. */
std::shared_ptr<const Fault>
Read(const Json& json,
     const ns3::FabricNetwork& network,
     const std::string& path,
     Problems& problems)
{
    const auto port = FindNicPort(json, network, path, problems);
    return port ? std::make_shared<const NicPortDown>(ns3::FabricNetwork::GetLinkOf(*port))
                : nullptr;
}

const FaultKind KIND("nic-port-down", Read);

} // namespace

} // namespace mrcsim
