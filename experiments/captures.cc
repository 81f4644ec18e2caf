/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "captures.h"

#include "ns3/fabric-frame-log.h"
#include "ns3/fabric-pcap-helper.h"
#include "ns3/rdma-cluster-helper.h"

#include <memory>

namespace mrcsim
{

void
StartCaptures(ns3::Ptr<ns3::RdmaCluster> cluster,
              const std::vector<CaptureSpec>& captures,
              const std::filesystem::path& folder)
{
    const auto fabric = cluster->GetFabric();
    for (const auto& capture : captures)
    {
        auto* port =
            capture.host
                ? cluster->GetNic(*capture.host)->GetPort(capture.plane)
                : ns3::RdmaClusterHelper::GetUplink(cluster, capture.plane, capture.t0, capture.t1);
        const auto file = folder / ns3::FabricPcapHelper::NameOf(port);
        ns3::FabricPcapHelper helper;
        helper.SetSnapLength(capture.snapLength);
        helper.EnablePcap(file.string() + ".pcap", fabric, port, true);
        if (capture.log)
        {
            fabric->AddTap(port, std::make_unique<ns3::FabricFrameLog>(file.string() + ".csv"));
        }
    }
}

} // namespace mrcsim
