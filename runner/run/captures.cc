/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "captures.h"

#include "ns3/fabric-frame-log.h"
#include "ns3/fabric-lazy-topology.h"
#include "ns3/fabric-pcap-helper.h"

#include <algorithm>
#include <memory>
#include <sys/resource.h>
#include <utility>

namespace mrcsim
{

namespace
{

/// Open files in addition to captures: the standard streams, results, and a reserve.
constexpr rlim_t OTHER_FILES = 16;

} // namespace

Problems
CheckOpenFiles(const std::vector<CaptureSpec>& captures)
{
    const auto logs =
        std::count_if(captures.begin(), captures.end(), [](const CaptureSpec& c) { return c.log; });
    const rlim_t files = captures.size() + static_cast<rlim_t>(logs) + OTHER_FILES;
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || files <= limit.rlim_cur)
    {
        return {};
    }
    if (files > limit.rlim_max)
    {
        const auto most = limit.rlim_max - std::min(limit.rlim_max, OTHER_FILES);
        return {{"measure.pcap",
                 "found " + std::to_string(captures.size()) + " captures, " + std::to_string(logs) +
                     " of them with a log; allowed here: " + std::to_string(most) +
                     " files together (ulimit -Hn)"}};
    }
    limit.rlim_cur = files;
    setrlimit(RLIMIT_NOFILE, &limit);
    return {};
}

std::vector<std::string>
StartCaptures(ns3::Ptr<ns3::RdmaCluster> cluster,
              const std::vector<CaptureSpec>& captures,
              const std::filesystem::path& folder,
              ns3::FabricOutputFile::FailureCallback failure)
{
    std::vector<std::string> names;
    const auto fabric = cluster->GetFabric();
    for (const auto& capture : captures)
    {
        auto* port = fabric->GetLazyTopology()->GetPort(*capture.port);
        const auto name = fabric->GetPortName(port);
        ns3::FabricPcapHelper helper;
        helper.SetSnapLength(capture.snapLength);
        helper.SetFailureCallback(failure);
        names.push_back(name + ".pcap");
        helper.EnablePcap((folder / names.back()).string(), fabric, port, true);
        if (capture.log)
        {
            names.push_back(name + ".csv");
            auto log =
                std::make_unique<ns3::FabricFrameLog>((folder / names.back()).string(), failure);
            fabric->AddTap(port, std::move(log));
        }
    }
    return names;
}

} // namespace mrcsim
