/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/qp-transport.h"
#include "kinds/switch-spec.h"

#include "ns3/abort.h"
#include "ns3/rdma-wire-size.h"
#include "ns3/roce-segmentation.h"

#include <algorithm>
#include <map>
#include <string>

namespace mrcsim
{

namespace
{

/// Memory of one end of a QP, B.
constexpr double END_BYTES = 1300;

/// Key of a scenario that names the profile.
constexpr const char* PROFILE_PATH = "transport.dcqcnProfile";

/**
 * Values of a profile that differ from the initial values of attributes. Both profiles mark all
 * packets above one queue length and reduce the rate by a share that a long AlphaTimer keeps high.
 */
struct DcqcnProfile
{
    uint64_t bpsPerMarkByte; ///< rate of a host's port per byte of EcnKmin and EcnKmax, bit/s
    const char* gain;        ///< ns3::RoceDcqcn::Gain
    const char* alphaTimer;  ///< ns3::RoceDcqcn::AlphaTimer
};

/// All profiles except "default", by name.
const std::map<std::string, DcqcnProfile> PROFILES{
    {"more-aggressive", {1'000'000, "0.0625", "300us"}},
    {"most-aggressive", {1'000'000, "0.0625", "750us"}},
};

/**
 * Set an attribute unless the scenario sets it.
 * @param [in,out] settings all settings
 * @param name full name of the attribute
 * @param value as ns-3 reads it
 */
void
SetUnlessSet(std::vector<AttributeSetting>& settings,
             const std::string& name,
             const std::string& value)
{
    if (!FindSetting(settings, name))
    {
        settings.push_back({PROFILE_PATH, name, value});
    }
}

/**
 * Set an attribute whose key in switch.ecn is "auto".
 * @param [in,out] settings all settings, including that of the key
 * @param path path of the key
 * @param isAuto true if the key is "auto"
 * @param value as ns-3 reads it
 */
void
SetIfAuto(std::vector<AttributeSetting>& settings,
          const std::string& path,
          bool isAuto,
          const std::string& value)
{
    const auto key = std::find_if(settings.begin(), settings.end(), [&path](const auto& setting) {
        return setting.path == path;
    });
    NS_ABORT_MSG_IF(key == settings.end(), "there is no key " << path);
    if (isAuto)
    {
        key->value = value;
    }
}

/** @return the names of all profiles; the first one is the default */
std::vector<std::string>
GetDcqcnProfiles()
{
    std::vector<std::string> names{"default"};
    for (const auto& profile : PROFILES)
    {
        names.push_back(profile.first);
    }
    return names;
}

/**
 * Apply the profile of a scenario. Keys of switch.ecn that are not "auto" and transport.attributes
 * override it. The profile "default" sets nothing. Values and reasons: docs/roce.md, "DCQCN
 * profiles".
 *
 * @param name of the profile
 * @param switches switch settings of the scenario
 * @param hostRateBps rate of a host's port, bit/s; the marking thresholds are proportional to it
 * @param [in,out] settings what the scenario sets; receives those of the profile
 */
void
ApplyDcqcnProfile(const std::string& name,
                  const SwitchSpec& switches,
                  uint64_t hostRateBps,
                  std::vector<AttributeSetting>& settings)
{
    const auto found = PROFILES.find(name);
    if (found == PROFILES.end())
    {
        return;
    }
    const auto& profile = found->second;
    SetUnlessSet(settings, "ns3::RoceDcqcn::Gain", profile.gain);
    SetUnlessSet(settings, "ns3::RoceDcqcn::AlphaTimer", profile.alphaTimer);

    const auto mark = std::to_string(hostRateBps / profile.bpsPerMarkByte);
    SetIfAuto(settings, "switch.ecn.kmin", !switches.kmin, mark);
    SetIfAuto(settings, "switch.ecn.kmax", !switches.kmax, mark);
    SetIfAuto(settings, "switch.ecn.pmax", !switches.pmax, "1");
}

/// RoCEv2 RC.
class RoceKind : public QpTransport
{
  public:
    RoceKind()
        : QpTransport("ns3::RoceQpFactory")
    {
    }

    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Add("congestionControl", &RoceKind::m_control)
            .Attribute("ns3::RoceQpFactory::RateControl",
                       {{"dcqcn", "ns3::RoceDcqcn"}, {"none", "ns3::RoceFixedRate"}})
            .AnyClass()
            .Help("dcqcn: rate control by CNPs. none: line rate. Or ns3::NAME, a class that you "
                  "have added (docs/adding.md).");
        keys.Add("dcqcnProfile", &RoceKind::m_profile)
            .Words(GetDcqcnProfiles())
            .Default("default")
            .Help("Set of DCQCN parameters, see docs/roce.md. default: the initial values of the "
                  "attributes. more-aggressive, most-aggressive: all packets are marked above a "
                  "queue of 1 KB per Gbit/s of hostRate, and rate reductions are large; about a "
                  "tenth and a fifth of a bottleneck's capacity remain unused. Keys of switch.ecn "
                  "and transport.attributes override it.");
        keys.Add("reliability", &RoceKind::m_reliability)
            .Attribute("ns3::RoceQpParameters::Reliability")
            .Help("Repair of losses. go-back-n: retransmit all packets from the first missing one, "
                  "as RC does. selective-repeat: retransmit missing packets only, within a window "
                  "of one bandwidth-delay product, as IRN does.");
        AddLoadBalancing(keys);
        keys.AddAttribute("mtu", "ns3::RoceQpParameters::PathMtu")
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

    std::vector<std::string> GetNotes(const SwitchSpec& switches,
                                      const ns3::FabricNetwork& /* network */) const override
    {
        if (switches.pfc)
        {
            return {};
        }
        // RoCEv2 is designed for lossless networks, and its results without PFC are much worse
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

const auto KIND = TransportKind::Make<RoceKind>("roce", 20, "RoCEv2 RC with go-back-N.");

} // namespace

} // namespace mrcsim
