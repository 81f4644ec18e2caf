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

/**
 * A FaultReader. A port of a NIC that loses its light is a dark link; that the NIC believes it
 * after ns3::RdmaNic::LinkDownDetect is the NIC's business.
 */
std::shared_ptr<const Fault>
Read(const Json& json,
     const ns3::FabricNetwork& network,
     const std::string& path,
     Problems& problems)
{
    const auto port = FindNicPort(json, network, path, problems);
    return port ? std::make_shared<const DarkLinks>(
                      std::vector<uint32_t>{ns3::FabricNetwork::GetLinkOf(*port)})
                : nullptr;
}

const FaultKind KIND("nic-port-down", Read);

} // namespace

} // namespace mrcsim
