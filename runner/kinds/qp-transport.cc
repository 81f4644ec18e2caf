/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qp-transport.h"

#include "ns3/boolean.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-messenger.h"
#include "ns3/rdma-qp-factory.h"
#include "ns3/rdma-transport-messenger.h"

namespace mrcsim
{

ns3::RdmaProblems
QpTransport::CheckParameters(const ns3::FabricNetwork& network) const
{
    const auto factory = ns3::ObjectFactory(m_factory).Create<ns3::RdmaQpFactory>();
    return ns3::RdmaTransportMessenger::Check(network, *factory);
}

ns3::Ptr<ns3::RdmaMessenger>
QpTransport::MakeMessenger(ns3::Ptr<ns3::RdmaCluster> cluster, uint32_t plane, bool first) const
{
    if (first)
    {
        return cluster->GetTransport();
    }
    const ns3::ObjectFactory factory(m_factory);
    return cluster->AddTransport(factory.Create<ns3::RdmaQpFactory>(), plane);
}

ns3::Ptr<ns3::RdmaMessenger>
QpTransport::MakeControlMessenger(ns3::Ptr<ns3::RdmaCluster> cluster, uint32_t plane) const
{
    ns3::ObjectFactory factory(m_factory);
    factory.Set("ControlClass", ns3::BooleanValue(true));
    return cluster->AddTransport(factory.Create<ns3::RdmaQpFactory>(), plane);
}

} // namespace mrcsim
