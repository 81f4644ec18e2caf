/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dcqcn-profiles.h"
#include "kinds/qp-transport.h"
#include "kinds/switch-spec.h"

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

    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Add("congestionControl", &RoceTransport::m_control)
            .Attribute("ns3::RoceQpFactory::RateControl",
                       {{"dcqcn", "ns3::RoceDcqcn"}, {"none", "ns3::RoceFixedRate"}})
            .AnyClass()
            .Help("dcqcn: rate control by CNPs. none: line rate. Or ns3::NAME, a class of your own "
                  "(docs/adding.md).");
        keys.Add("dcqcnProfile", &RoceTransport::m_profile)
            .Words(GetDcqcnProfiles())
            .Default("default")
            .Help(
                "Parameters of DCQCN that belong together, see docs/roce.md. default: the initial "
                "values of the attributes. more-aggressive, most-aggressive: everything is marked "
                "from a queue of 1 KB per Gbit/s of hostRate on, and cuts are deep; about a tenth "
                "and a fifth of a bottleneck stay unused. Keys of switch.ecn and "
                "transport.attributes win.");
        keys.Add("reliability", &RoceTransport::m_reliability)
            .Words({"go-back-n", "selective-repeat"})
            .Attribute("ns3::RoceQpParameters::Reliability")
            .Help(
                "How losses are repaired. go-back-n: all over again from the first missing "
                "packet, as RC does. selective-repeat: only what is missing, within a window of a "
                "bandwidth-delay product, as IRN does.");
        AddLoadBalancing(keys);
        keys.AddAttribute("mtu", "ns3::RoceQpParameters::PathMtu")
            .Range(256, 4096)
            .Unit("B")
            .Help("Path MTU: payload of a full packet.");
    }

    bool IsSinglePath() const override
    {
        return true;
    }

    bool MayUsePfc() const override
    {
        return true;
    }

    std::string GetLabel() const override
    {
        return "RoCE";
    }

    std::map<std::string, uint32_t> GetHeaderBytes() const override
    {
        return {{"",
                 ns3::FabricWireBytes(ns3::FabricL3Bytes(ns3::FabricEncap::PLAIN,
                                                         ns3::RdmaOpcode::RC_WRITE_MIDDLE,
                                                         0))}};
    }

    std::optional<uint64_t> GetMaxMessageBytes() const override
    {
        return ns3::ROCE_MAX_MESSAGE_BYTES;
    }

    void Check(const ns3::FabricNetwork& /* network */, Problems& problems) const override
    {
        if (m_profile != "default" && m_control != "dcqcn")
        {
            problems.push_back({"transport.dcqcnProfile",
                                "found \"" + m_profile +
                                    "\"; without congestionControl \"dcqcn\" only \"default\" is "
                                    "allowed"});
        }
    }

    void AddSettings(const SwitchSpec& switches,
                     const ns3::FabricNetwork& network,
                     std::vector<AttributeSetting>& settings) const override
    {
        ApplyDcqcnProfile(m_profile, switches, network.GetPortRate(), settings);
    }

    std::vector<std::string> GetNotes(const SwitchSpec& switches) const override
    {
        if (switches.pfc)
        {
            return {};
        }
        // RoCEv2 is made for lossless networks: without this its results look worse than they must.
        return {std::string("switch.pfc is false, so the network is lossy: RoCEv2 ") +
                (m_reliability == "go-back-n" ? "goes back N packets for each loss"
                                              : "repeats each packet that is lost")};
    }

  protected:
    TransportNumbers ReadNumbers(const std::vector<AttributeSetting>& settings,
                                 const ns3::FabricNetwork& /* network */) const override
    {
        auto numbers = ReadPacketNumbers(settings,
                                         "ns3::RoceQpParameters::PathMtu",
                                         "ns3::RoceQpParameters::AckEveryPackets");
        numbers.endBytes = END_BYTES;
        return numbers;
    }

  private:
    std::string m_control;     ///< congestionControl
    std::string m_profile;     ///< dcqcnProfile
    std::string m_reliability; ///< go-back-n or selective-repeat
};

const auto KIND = TransportKind::Make<RoceTransport>("roce", 20, "RoCEv2 RC with go-back-N.");

} // namespace

} // namespace mrcsim
