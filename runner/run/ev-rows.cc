/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ev-rows.h"

#include "ns3/fabric-path-walk.h"
#include "ns3/mrc-transport.h"

namespace mrcsim
{

namespace
{

/** @return the word for it in evs.csv */
const char*
Name(ns3::MrcEvState state)
{
    switch (state)
    {
    case ns3::MrcEvState::GOOD:
        return "good";
    case ns3::MrcEvState::SKIP:
        return "skip";
    case ns3::MrcEvState::ASSUMED_BAD:
        return "bad";
    case ns3::MrcEvState::DENIED:
        return "denied";
    }
    return "";
}

/**
 * @param network names nodes
 * @param ports what a frame is sent by, in order
 * @return the nodes that it passes, each behind a blank but the first; empty if its ways part
 */
std::string
NameWay(const ns3::FabricNetwork& network, const std::vector<const ns3::FabricPort*>& ports)
{
    std::string text;
    std::string at;
    for (const auto* port : ports)
    {
        const auto from = network.GetEndName(network.GetOwnEnd(port->id));
        if (!at.empty() && from != at)
        {
            return "";
        }
        at = network.GetEndName(network.GetFarEnd(port->id));
        text += (text.empty() ? from : "") + ' ' + at;
    }
    return text;
}

/**
 * Show the EVs of a QP.
 * @param host its host
 * @param qpn its number
 * @param show takes the rows
 */
void
ShowEvs(const ns3::RdmaCluster& cluster,
        uint32_t host,
        uint32_t qpn,
        const std::function<void(const EvRow&)>& show)
{
    const auto nic = cluster.GetNic(host);
    const auto* qp = dynamic_cast<const ns3::MrcTransport*>(&nic->GetTransport(qpn));
    if (!qp)
    {
        return;
    }
    const auto& network = cluster.GetNetwork();
    EvRow row;
    row.qp = network.GetHostName(host) + "/qp" + std::to_string(qpn);
    row.peer = network.GetHostName(nic->GetRoute(qpn).peerHost);
    for (row.plane = 0; row.plane < qp->GetEvTable().GetPlanes(); ++row.plane)
    {
        const auto port = static_cast<uint8_t>(row.plane);
        for (const auto ev : qp->GetEvTable().GetEvs(row.plane))
        {
            const auto frame = nic->SketchFrame(qpn, ev, port);
            row.ev = ev;
            row.state = Name(*qp->GetEvTable().GetState(ev));
            row.path =
                frame ? NameWay(network, ns3::ListFabricWay(nic->GetPort(port), *frame).ports) : "";
            show(row);
        }
    }
}

} // namespace

EvRows
ListEvs(ns3::Ptr<ns3::RdmaCluster> cluster)
{
    return [cluster = ns3::PeekPointer(cluster)](const auto& show) {
        for (uint32_t host = 0; host < cluster->GetNHosts(); ++host)
        {
            const auto nic = cluster->GetNic(host);
            for (uint32_t i = 0; i < nic->GetNQps(); ++i)
            {
                if (nic->IsAttached(ns3::RdmaNic::FIRST_QPN + i))
                {
                    ShowEvs(*cluster, host, ns3::RdmaNic::FIRST_QPN + i, show);
                }
            }
        }
    };
}

} // namespace mrcsim
