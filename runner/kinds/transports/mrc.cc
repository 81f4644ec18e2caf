/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/rounded-text.h"
#include "kinds/qp-transport.h"

#include "ns3/mrc-ev-set.h"
#include "ns3/mrc-profile-helper.h"
#include "ns3/mrc-qp-attributes.h"
#include "ns3/mrc-transport.h"
#include "ns3/rdma-wire-size.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/// Ratio of the rates of two paths up to which no late packet is declared lost
/// (docs/measurements.md).
constexpr double SAFE_SPREAD = 4;

/// Memory of one end of a QP without its EVs, B.
constexpr double END_BYTES = 4650;

/// Memory of a packet in flight at both ends of its QP, B.
constexpr double PACKET_BYTES = 48;

/// Multipath Reliable Connection.
class MrcKind : public QpTransport
{
  public:
    MrcKind()
        : QpTransport("ns3::MrcQpFactory")
    {
    }

    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys);

    bool IsSinglePath() const override
    {
        return false;
    }

    bool MarksOnLastHop() const override
    {
        return false;
    }

    bool IsStructured() const override
    {
        return m_routing == "structured";
    }

    bool UsesLongerPaths() const override
    {
        return m_routing == "srv6";
    }

    bool HasEvs() const override
    {
        return true;
    }

    std::vector<QpEv> ListEvs(const ns3::RdmaTransport& qp) const override;

    std::string GetLabel() const override
    {
        return "MRC";
    }

    std::map<std::string, uint32_t> GetHeaderBytes() const override;

    void Check(const ns3::FabricNetwork& network, Problems& problems) const override
    {
        const auto digits = IsStructured() ? network.GetPathCodec().CheckStructured() : "";
        if (!digits.empty())
        {
            problems.push_back(
                {"transport.routing",
                 "found \"structured\"; " + digits + "; allowed: \"srv6\", \"ecmp\""});
        }
        CheckEvs(network.GetNPlanes(), problems);
    }

    std::vector<std::string> GetNotes(const SwitchSpec& /* switches */,
                                      const ns3::FabricNetwork& network) const override
    {
        const double ratio = network.GetPathSpread().ratio;
        if (ratio <= SAFE_SPREAD)
        {
            return {};
        }
        return {"paths between the same hosts differ in rate by a factor of " + FormatCount(ratio) +
                "; above " + FormatCount(SAFE_SPREAD) +
                ", MRC may take a late packet for a lost one (false_losses)"};
    }

    std::vector<AttributeSetting> GetDefaults(const Json& transport) const override
    {
        std::vector<AttributeSetting> defaults;
        if (transport.contains("profile"))
        {
            const auto profile = transport["profile"].get<std::string>();
            for (const auto& attribute : ns3::MrcProfileHelper::GetAttributes(profile))
            {
                defaults.push_back({"transport.profile", attribute.name, attribute.value});
            }
        }
        return defaults;
    }

    ns3::RdmaProblems CheckDriver(const std::vector<AttributeSetting>& settings) const override
    {
        ns3::RdmaProblems problems;
        for (const char* name :
             {"ns3::MrcQpParameters::MaxWimm", "ns3::MrcQpParameters::MaxWimmDest"})
        {
            if (GetAttributeText(settings, name) == "0")
            {
                problems.push_back(
                    {{name},
                     "found 0; a driver sends messages with immediate data; allowed: at least 1"});
            }
        }
        return problems;
    }

    std::vector<AttributeSetting> GetDriverDefaults() const override
    {
        const auto set = [](const char* name, const char* value) {
            return AttributeSetting{"workload[].driver", name, value};
        };
        return {set("ns3::MrcQpParameters::AckTimeout", "20"),
                set("ns3::MrcQpParameters::RetryLinear", "7"),
                set("ns3::MrcQpParameters::RetryExponential", "25")};
    }

  protected:
    TransportNumbers ReadNumbers(const std::vector<AttributeSetting>& settings,
                                 const ns3::FabricNetwork& network) const override;

  private:
    /**
     * Check the numbers of EVs, with each other and with the number of planes.
     * @param planes planes of the topology
     * @param [out] problems receives the problems
     */
    void CheckEvs(uint32_t planes, Problems& problems) const;

    std::string m_routing;   ///< srv6, structured or ecmp
    uint32_t m_evs{0};       ///< EVs of a QP, all planes together
    uint32_t m_evsActive{0}; ///< EVs in use at a time
};

void
MrcKind::DeclareKeys(KeySet& keys)
{
    keys.AddNote("profile")
        .Words(ns3::MrcProfileHelper::GetNames())
        .Default("mrc")
        .Help("Set of rules where the sources of MRC differ (ns3::MrcProfileHelper). A profile "
              "only sets defaults of attributes and of the keys that stand for them, including "
              "those of switch; keys and entries of attributes override it. mrc: the public "
              "documents, which are the initial values of the attributes. uec: the rules of the "
              "reference simulator of UET. enhanced: with additional rules of this project.");
    keys.Add("routing", &MrcKind::m_routing)
        .Attribute("ns3::MrcQpFactory::Routing")
        .Help("Mapping from entropy value to path. srv6: a list of micro segments in an outer "
              "IPv6 header. structured: one IPv6 header, switches read the number of the uplink "
              "from the entropy value. ecmp: one IPv6 header, switches hash addresses and entropy "
              "value, and detect failed links late (ns3::Fabric::LocalRepair, RemoteConvergence).");
    keys.AddAttribute("pathSelector",
                      "ns3::MrcQpFactory::PathSelector",
                      {{"mrc", "ns3::MrcSpraySelector"},
                       {"oblivious", "ns3::MrcObliviousSelector"},
                       {"bitmap", "ns3::MrcBitmapSelector"},
                       {"reps", "ns3::MrcRepsSelector"},
                       {"mixed", "ns3::MrcMixedSelector"},
                       {"single", "ns3::MrcSingleSelector"}})
        .AnyClass()
        .Help(
            "Selection of the entropy value of a packet. mrc: the EV state machine. oblivious: "
            "spray without feedback. bitmap: a penalty counter per path. reps: recycle the values "
            "of unmarked packets. mixed: recycle them; without any, as bitmap. single: one value. "
            "Or ns3::NAME, a class that you have added (docs/adding.md).");
    keys.Add("evs", &MrcKind::m_evs)
        .Attribute("ns3::MrcEvParameters::EvCount")
        .Help("Entropy values of a QP, active and backup, all planes together; at most 256 per "
              "plane.");
    keys.Add("evsActive", &MrcKind::m_evsActive)
        .Attribute("ns3::MrcEvParameters::EvActive")
        .Help("Entropy values in use at a time, all planes together; the others are backups.");
    keys.AddAttribute("evProbeInterval", "ns3::MrcEvParameters::EvProbeInterval")
        .Help("Time between two probes of a retired entropy value.");
    keys.AddAttribute("congestionControl",
                      "ns3::MrcQpFactory::CongestionControl",
                      {{"nscc", "ns3::MrcNscc"},
                       {"mnscc", "ns3::MrcMnscc"},
                       {"swift", "ns3::MrcSwift"},
                       {"mswift", "ns3::MrcMswift"},
                       {"dctcp", "ns3::MrcDctcp"},
                       {"none", "ns3::MrcFixedWindow"}})
        .AnyClass()
        .Help("nscc: network signal based (mrc reference, 8). swift: ns3::MrcSwift, a target "
              "delay. mnscc, mswift: the same with the median delay of the last SACKs instead of "
              "each delay. dctcp: ns3::MrcDctcp, the share of marked packets. none: "
              "ns3::MrcFixedWindow. Or ns3::NAME, a class that you have added (docs/adding.md).");
    keys.AddAttribute("mtu", "ns3::MrcQpParameters::PathMtu")
        .Values({256, 512, 1024, 2048, 4096})
        .Unit("B")
        .Help("Path MTU: payload of a full packet.");
}

void
MrcKind::CheckEvs(uint32_t planes, Problems& problems) const
{
    const auto found = [](uint32_t number) { return "found " + std::to_string(number); };
    const auto perPlane = " per plane, and topology.planes is " + std::to_string(planes);
    if (m_evs / planes > ns3::MRC_MAX_EVS_PER_PLANE)
    {
        problems.push_back({"transport.evs",
                            found(m_evs) + "; allowed: at most " +
                                std::to_string(ns3::MRC_MAX_EVS_PER_PLANE) + perPlane});
    }
    if (m_evsActive > m_evs)
    {
        problems.push_back({"transport.evsActive",
                            found(m_evsActive) + "; allowed: at most transport.evs, which is " +
                                std::to_string(m_evs)});
    }
    if (m_evsActive < planes)
    {
        problems.push_back(
            {"transport.evsActive", found(m_evsActive) + "; allowed: at least one" + perPlane});
    }
}

std::vector<QpEv>
MrcKind::ListEvs(const ns3::RdmaTransport& qp) const
{
    std::vector<QpEv> evs;
    const auto* mrc = dynamic_cast<const ns3::MrcTransport*>(&qp);
    for (uint32_t plane = 0; mrc && plane < mrc->GetEvTable().GetPlanes(); ++plane)
    {
        for (const auto ev : mrc->GetEvTable().GetEvs(plane))
        {
            evs.push_back({plane, ev, ns3::GetMrcEvStateName(*mrc->GetEvTable().GetState(ev))});
        }
    }
    return evs;
}

std::map<std::string, uint32_t>
MrcKind::GetHeaderBytes() const
{
    const auto measure = [](ns3::FabricEncap encap) {
        return ns3::FabricWireBytes(
            ns3::FabricL3Bytes(encap, ns3::RdmaOpcode::MRC_WRITE_MIDDLE, 0));
    };
    const auto plain = measure(ns3::FabricEncap::PLAIN);
    return {{"srv6", measure(ns3::FabricEncap::SRV6)}, {"structured", plain}, {"ecmp", plain}};
}

TransportNumbers
MrcKind::ReadNumbers(const std::vector<AttributeSetting>& settings,
                     const ns3::FabricNetwork& network) const
{
    const auto routing = GetAttributeText(settings, "ns3::MrcQpFactory::Routing");
    TransportNumbers numbers;
    numbers.mtu = ReadNumber(settings, "ns3::MrcQpParameters::PathMtu");
    numbers.headers = GetHeaderBytes().at(routing);
    numbers.answersPerPacket =
        numbers.mtu / ReadNumber(settings, "ns3::MrcQpParameters::SackThresholdBytes");
    numbers.windowPackets =
        ReadNumber(settings, "ns3::MrcQpParameters::Mpr") * ns3::MRC_MPR_UNIT_PACKETS;
    numbers.packetBytes = PACKET_BYTES;
    numbers.endBytes = END_BYTES;
    numbers.evs = ReadNumber(settings, "ns3::MrcEvParameters::EvCount");
    if (routing != "ecmp")
    {
        // The first and the last host have the largest distance
        const double paths = network.GetPathCodec().GetNPaths(0, network.GetNHosts() - 1);
        numbers.evs = std::min(numbers.evs, network.GetNPlanes() * paths);
    }
    return numbers;
}

const auto KIND = TransportKind::Make<MrcKind>("mrc", 10, "Multipath Reliable Connection.");

} // namespace

} // namespace mrcsim
