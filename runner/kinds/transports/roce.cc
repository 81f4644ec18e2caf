/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dcqcn-profiles.h"
#include "kinds/qp-transport.h"

#include "ns3/rdma-wire-size.h"
#include "ns3/roce-segmentation.h"

namespace mrcsim
{

namespace
{

/// Memory of one end of a QP, B.
constexpr double END_BYTES = 1300;

/// RoCEv2 RC.
class RoceTransport : public QpTransport
{
  public:
    RoceTransport()
        : QpTransport("ns3::RoceQpFactory")
    {
    }

    bool IsSinglePath() const override
    {
        return true;
    }

    bool MayUsePfc() const override
    {
        return true;
    }

    std::optional<uint64_t> GetMaxMessageBytes() const override
    {
        return ns3::ROCE_MAX_MESSAGE_BYTES;
    }

    void Check(const Json& effective,
               const ns3::FabricNetwork& /* network */,
               Problems& problems) const override
    {
        const auto& transport = effective["transport"];
        const auto profile = transport["dcqcnProfile"].get<std::string>();
        if (profile != "default" && transport["congestionControl"] != "dcqcn")
        {
            problems.push_back({"transport.dcqcnProfile",
                                "found \"" + profile +
                                    "\"; without congestionControl \"dcqcn\" only \"default\" is "
                                    "allowed"});
        }
    }

    void CheckJob(const Json& effective, const std::string& path, Problems& problems) const override
    {
        if (effective["transport"].value("routing", "") == "structured")
        {
            problems.push_back(
                {path + ".transport",
                 "found \"roce\"; with transport.routing \"structured\" switches take the uplink "
                 "from an entropy value, which RoCE has not; allowed: \"mrc\""});
        }
    }

    void AddSettings(const Json& effective,
                     const ns3::FabricNetwork& network,
                     std::vector<AttributeSetting>& settings) const override
    {
        ApplyDcqcnProfile(effective, network.GetPortRate(), settings);
    }

    std::vector<std::string> GetNotes(const Json& effective) const override
    {
        if (effective["switch"]["pfc"] == true)
        {
            return {};
        }
        // RoCEv2 is made for lossless networks: without this its results look worse than they must.
        const bool goBackN = effective["transport"]["reliability"] == "go-back-n";
        return {
            std::string("switch.pfc is false, so the network is lossy: RoCEv2 ") +
            (goBackN ? "goes back N packets for each loss" : "repeats each packet that is lost")};
    }

  protected:
    TransportNumbers ReadNumbers(const std::vector<AttributeSetting>& settings,
                                 const ns3::FabricNetwork& /* network */) const override
    {
        TransportNumbers numbers;
        numbers.mtu = ReadNumber(settings, "ns3::RoceQpParameters::PathMtu");
        numbers.headers = ns3::FabricWireBytes(
            ns3::FabricL3Bytes(ns3::FabricEncap::PLAIN, ns3::RdmaOpcode::RC_WRITE_MIDDLE, 0));
        const double packets = ReadNumber(settings, "ns3::RoceQpParameters::AckEveryPackets");
        numbers.answersPerPacket = packets > 0 ? 1 / packets : 0;
        numbers.endBytes = END_BYTES;
        return numbers;
    }
};

const TransportKind KIND("roce", std::make_shared<RoceTransport>());

} // namespace

} // namespace mrcsim
