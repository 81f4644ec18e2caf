/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run/scenario.h"
#include "scenario-harness.h"

#include "ns3/type-id.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

// All kinds of invalid scenarios, with the messages to the user.

namespace
{

using namespace mrcsim;

/// A valid scenario, which the cases change by a merge patch (RFC 7396; null removes a key).
const char* const BASE = R"({
  "schema": 1, "name": "base",
  "topology": {"type": "clos", "planes": 2, "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4},
  "transport": {"type": "mrc"},
  "workload": [{"type": "write", "hosts": [0, 4], "bytes": "1MB"}]})";

/// A time of more than 30 days, behind what was found.
#define TOO_LONG                                                                                   \
    ", which is more than 30 days; allowed: a time such as \"500ns\" (units ps, ns, us, ms, s, "   \
    "min), or a whole number of ns"

const std::string TIME =
    R"(a time such as "500ns" (units ps, ns, us, ms, s, min), or a whole number of ns)";
const std::string BYTES =
    R"(a size such as "4MB" or "4MiB" (units B, KB, kB, MB, GB, TB, KiB, MiB, GiB, TiB), or a whole number of bytes, of at least 1 B)";
const std::string RATE =
    R"(a rate such as "100Gbps" (units bps, kbps, Kbps, Mbps, Gbps, Tbps, b/s, kb/s, Kb/s, Mb/s, Gb/s, Tb/s), or a whole number of bit/s, above 0)";
const std::string NAME =
    R"(a name of letters, digits, '.', '_' and '-', starting with a letter or digit)";
/// Placeholder of the classes with attributes, which may include a user's own.
const std::string CLASSES = "@CLASSES@";
const std::string TOPOLOGY =
    R"(a topology such as {"type": "clos", "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4})";
const std::string TOPOLOGY_KEYS =
    R"(type, tiers, planes, hosts, hostsPerT0, t1PerPlane, parallelLinks, attachment, hostRate, fabricRate, linkDelay, switchDelay, hostsPerServer, serverRate, serverDelay)";
const std::string WRITE_KEYS =
    R"(name, type, start, after, enabled, transport, plane, hosts, bytes, qps, driver, repeat)";
/// Placeholders of the kinds of each noun, as in the registry.
const std::string JOB_TYPES = "@JOB_TYPES@";
const std::string TOPOLOGY_TYPES = "@TOPOLOGY_TYPES@";
const std::string FAULT_TYPES = "@FAULT_TYPES@";
const std::string TRANSPORT_TYPES = "@TRANSPORT_TYPES@";

/// An invalid scenario and the expected messages.
struct Case
{
    const char* name;                  ///< the situation
    const char* patch;                 ///< changes of BASE
    std::vector<std::string> messages; ///< all problems, in order
};

/** @return the answer to a value of congestionControl, with the nearest allowed one if there is one
 */
std::string
OfController(const std::string& found, const std::string& nearest = "")
{
    return "transport.congestionControl: found \"" + found + '"' +
           (nearest.empty() ? "; allowed: " : ", did you mean \"" + nearest + "\"? Allowed: ") +
           R"(one of "nscc", "mnscc", "swift", "mswift", "dctcp", "none", or the name of a class, ns3::NAME)";
}

const std::vector<Case> CASES = {
    {"SchemaMissing", R"({"schema":null})", {R"(schema: missing; needed: 1)"}},
    {"SchemaOfTheFuture", R"({"schema":2})", {R"(schema: found 2; allowed: 1)"}},
    {"NameMissing", R"({"name":null})", {std::string(R"(name: missing; needed: )") + NAME}},
    {"NameEmpty", R"({"name":""})", {std::string(R"(name: found ""; allowed: )") + NAME}},
    {"NameWithSlash",
     R"({"name":"../x"})",
     {std::string(R"(name: found "../x"; allowed: )") + NAME}},
    {"NameIsNumber", R"({"name":7})", {std::string(R"(name: found 7; allowed: )") + NAME}},
    {"UnknownTopLevelKey",
     R"({"sed":1})",
     {R"(sed: unknown key, did you mean "seed"? Allowed: schema, version, ns3Version, name, plugins, seed, stop, stallTimeout,)"
      R"( topology, switch, transport, workload, stragglers, loss, faults, monitor, measure, verifyWire, $schema)"}},
    {"SeedZero",
     R"({"seed":0})",
     {R"(seed: found 0; allowed: a whole number from 1 to 2147483647)"}},
    {"SeedNegative",
     R"({"seed":-1})",
     {R"(seed: found -1; allowed: a whole number from 1 to 2147483647)"}},
    {"SeedFraction",
     R"({"seed":1.5})",
     {R"(seed: found 1.5; allowed: a whole number from 1 to 2147483647)"}},
    {"SeedIsString",
     R"({"seed":"1"})",
     {R"(seed: found "1"; allowed: a whole number from 1 to 2147483647)"}},
    {"StopZero",
     R"({"stop":0})",
     {std::string(R"(stop: found 0; allowed: )") + TIME + R"(, above 0)"}},
    {"StopZeroWithUnit",
     R"({"stop":"0ms"})",
     {std::string(R"(stop: found "0ms"; allowed: )") + TIME + R"(, above 0)"}},
    {"StopNegative",
     R"({"stop":"-1ms"})",
     {std::string(R"(stop: found "-1ms"; allowed: )") + TIME + R"(, above 0)"}},
    {"StopStringWithoutUnit",
     R"({"stop":"100"})",
     {std::string(R"(stop: found "100"; allowed: )") + TIME + R"(, above 0)"}},
    {"StopWrongUnit",
     R"({"stop":"100 m"})",
     {std::string(R"(stop: found "100 m"; allowed: )") + TIME + R"(, above 0)"}},
    {"StopFinerThanPicoseconds",
     R"({"stop":"0.1ps"})",
     {std::string(R"(stop: found "0.1ps", which is not a whole number of ps; allowed: )") + TIME +
      R"(, above 0)"}},
    {"StopTooLarge",
     R"({"stop":"999999999min"})",
     {std::string(R"(stop: found "999999999min", which is too large; allowed: )") + TIME +
      R"(, above 0)"}},
    {"StallTimeoutZero",
     R"({"stallTimeout":"0ns"})",
     {std::string(R"(stallTimeout: found "0ns"; allowed: )") + TIME + R"(, above 0)"}},
    {"TopologyMissing", R"({"topology":null})", {"topology: missing; needed: " + TOPOLOGY}},
    {"TopologyIsList", R"({"topology":[]})", {"topology: found []; allowed: " + TOPOLOGY}},
    {"TopologyTypeNotKnown",
     R"({"topology":{"type":"ring"}})",
     {R"(topology.type: found "ring"; allowed: @TOPOLOGY_TYPES@)"}},
    {"FourTiers",
     R"({"topology":{"tiers":4}})",
     {R"(topology.tiers: found 4; allowed: one of 2, 3)"}},
    {"ThreeTiersOutOfStep",
     R"({"topology":{"tiers":3,"t1PerPlane":null,"t0PerPod":3,"t1PerPod":2,"t2PerPlane":3}})",
     {"topology: hosts (8) / hostsPerT0 (4) gives 2 T0 switches per plane, not a "
      "multiple of t0PerPod (3); allowed: 3",
      "topology: t2PerPlane (3) is not a multiple of t1PerPod (2); allowed: 2 or 4"}},
    {"RailsThatHostsDoNotFill",
     R"({"topology":{"hostsPerServer":4,"attachment":"rail"}})",
     {"topology: hosts (8) is not a multiple of hostsPerT0 (4) x hostsPerServer (4); "
      "allowed: 16"}},
    {"StructuredEvsThatDoNotFit",
     R"({"topology":{"tiers":3,"t1PerPlane":null,"t0PerPod":1,"t1PerPod":33,"t2PerPlane":1089,"parallelLinks":3},
             "transport":{"routing":"structured"}})",
     {R"(transport.routing: found "structured"; the uplinks of a T0 and of a T1 need 13 bits of an EV, at most 12 are available; allowed: "srv6", "ecmp")"}},
    {"UnknownTopologyKey",
     R"({"topology":{"plane":4}})",
     {std::string(R"(topology.plane: unknown key, did you mean "planes"? Allowed: )") +
      TOPOLOGY_KEYS}},
    {"NinePlanes",
     R"({"topology":{"planes":9}})",
     {R"(topology.planes: found 9; allowed: a whole number from 1 to 8)"}},
    {"NoPlanes",
     R"({"topology":{"planes":0}})",
     {R"(topology.planes: found 0; allowed: a whole number from 1 to 8)"}},
    {"PlanesIsString",
     R"({"topology":{"planes":"4"}})",
     {R"(topology.planes: found "4"; allowed: a whole number from 1 to 8)"}},
    {"NoHosts",
     R"({"topology":{"hosts":0}})",
     {R"(topology.hosts: found 0; allowed: a whole number from 2 to 131072)"}},
    {"HostsNegative",
     R"({"topology":{"hosts":-8}})",
     {R"(topology.hosts: found -8; allowed: a whole number from 2 to 131072)"}},
    {"HostsNotMultipleOfHostsPerT0",
     R"({"topology":{"hosts":10}})",
     {R"(topology: hosts (10) is not a multiple of hostsPerT0 (4); allowed: 8 or 12)"}},
    {"SeveralKeysMissing",
     R"({"topology":{"hosts":null,"hostsPerT0":null}})",
     {R"(topology.hosts: missing; needed: a whole number from 2 to 131072)",
      R"(topology.hostsPerT0: missing; needed: a whole number from 1 to 2048)"}},
    {"T0sWithoutT1s",
     R"({"topology":{"t1PerPlane":0}})",
     {R"(topology: hosts (8) / hostsPerT0 (4) gives 2 T0 switches per plane, which t1PerPlane = 0 leaves unconnected)"}},
    {"RateInBytes",
     R"({"topology":{"hostRate":"100GB"}})",
     {std::string(R"(topology.hostRate: found "100GB"; allowed: )") + RATE}},
    {"RateUnitNotKnown",
     R"({"topology":{"hostRate":"100 Gbit/s"}})",
     {std::string(R"(topology.hostRate: found "100 Gbit/s"; allowed: )") + RATE}},
    {"RateZero",
     R"({"topology":{"fabricRate":"0Gbps"}})",
     {std::string(R"(topology.fabricRate: found "0Gbps"; allowed: )") + RATE}},
    {"DelayNegative",
     R"({"topology":{"linkDelay":"-500ns"}})",
     {std::string(R"(topology.linkDelay: found "-500ns"; allowed: )") + TIME +
      R"(, of at least 0)"}},
    {"KeyInSnakeCase",
     R"({"topology":{"link_delay":"500ns"}})",
     {std::string(R"(topology.link_delay: unknown key, did you mean "linkDelay"? Allowed: )") +
      TOPOLOGY_KEYS}},
    {"BooleanIsString",
     R"({"switch":{"trimming":"yes"}})",
     {R"(switch.trimming: found "yes"; allowed: true or false)"}},
    {"KminAboveKmax",
     R"({"switch":{"ecn":{"kmin":"200KB","kmax":"100KB"}}})",
     {R"(switch.ecn.kmin: found 200000 B; allowed: at most kmax, which is 100000 B)"}},
    {"SizeNotWholeBytes",
     R"({"switch":{"ecn":{"kmin":"1.5B"}}})",
     {R"(switch.ecn.kmin: found "1.5B", which is not a whole number of bytes; allowed: "auto", a size such as "4MB" or "4MiB" (units B, KB, kB, MB, GB, TB, KiB, MiB, GiB, TiB), or a whole number of bytes, of at least 1 B)"}},
    {"ProbabilityAboveOne",
     R"({"switch":{"ecn":{"pmax":1.5}}})",
     {R"(switch.ecn.pmax: found 1.5; allowed: "auto" or a number from 0 to 1)"}},
    {"ProbabilityIsString",
     R"({"switch":{"ecn":{"pmax":"0.2"}}})",
     {R"(switch.ecn.pmax: found "0.2"; allowed: "auto" or a number from 0 to 1)"}},
    {"PfcWithMrc",
     R"({"switch":{"pfc":true}})",
     {R"(switch.pfc: found true; with transport.type "mrc" only false is allowed)"}},
    {"BufferWithoutPfc",
     R"({"switch":{"buffer":"10MB"}})",
     {R"(switch.buffer: found "10MB"; without pfc only the default is allowed)"}},
    {"PfcTuningWithoutPfc",
     R"({"switch":{"bufferThreshold":"static","bufferAlpha":0.25,"staticXoff":"10KB","pfcResponseTime":"1us"}})",
     {R"(switch.bufferThreshold: found "static"; without pfc only the default is allowed)",
      R"(switch.bufferAlpha: found 0.25; without pfc only the default is allowed)",
      R"(switch.staticXoff: found "10KB"; without pfc only the default is allowed)",
      R"(switch.pfcResponseTime: found "1us"; without pfc only the default is allowed)"}},
    {"StaticXoffOfADynamicThreshold",
     R"({"topology":{"planes":1},"transport":{"type":"roce"},"switch":{"pfc":true,"staticXoff":"10KB"}})",
     {R"(switch.staticXoff: found "10KB"; with bufferThreshold "dynamic" only "auto" is allowed)"}},
    {"PfcWithoutLastHopMarks",
     R"({"topology":{"planes":1},"transport":{"type":"roce"},"switch":{"pfc":true,"ecn":{"lastHop":false}}})",
     {R"(switch.ecn.lastHop: found false; with pfc only true is allowed)"}},
    {"TransportTypeNotKnown",
     R"({"transport":{"type":"udp"}})",
     {R"(transport.type: found "udp"; allowed: @TRANSPORT_TYPES@)"}},
    {"TransportTypeMissing",
     R"({"transport":{"type":null}})",
     {R"(transport.type: missing; needed: @TRANSPORT_TYPES@)"}},
    {"RoceWithTwoPlanes",
     R"({"transport":{"type":"roce"}})",
     {R"(topology.planes: found 2; with transport.type "roce" only 1 is allowed; for more, set transport.type to "mrc", and workload[].transport and workload[].plane of each job)"}},
    {"RoutingNotKnown",
     R"({"transport":{"routing":"hash"}})",
     {R"(transport.routing: found "hash"; allowed: one of "srv6", "structured", "ecmp")"}},
    {"MrcProfileNotKnown",
     R"({"transport":{"profile":"uet"}})",
     {R"(transport.profile: found "uet", did you mean "uec"? Allowed: one of "mrc", "uec", "enhanced")"}},
    {"ClassWithoutItsNamespace",
     R"({"transport":{"congestionControl":"MrcNscc"}})",
     {OfController("MrcNscc", "ns3::MrcNscc")}},
    {"ClassWithATypo",
     R"({"transport":{"congestionControl":"ns3:MrcSwift"}})",
     {OfController("ns3:MrcSwift", "ns3::MrcSwift")}},
    {"WordWithABlank",
     R"({"transport":{"congestionControl":"nscc "}})",
     {OfController("nscc ", "nscc")}},
    {"ProfileOfMrcForRoce",
     R"({"topology":{"planes":1},"transport":{"type":"roce","profile":"uec"}})",
     {R"(transport.profile: unknown key. Allowed: type, congestionControl, dcqcnProfile, reliability, loadBalancing, mtu, attributes)"}},
    {"ProfileOfMrcForTcp",
     R"({"topology":{"planes":1},"transport":{"type":"tcp","profile":"mrc"}})",
     {R"(transport.profile: unknown key. Allowed: type, congestionControl, loadBalancing, mtu, attributes)"}},
    {"AttributeOfAProfileThatHasAKeyOfItsOwn",
     R"({"transport":{"profile":"uec","attributes":{"ns3::FabricSwitchParameters::EcnOnLastHop":false}}})",
     {R"(transport.attributes.ns3::FabricSwitchParameters::EcnOnLastHop: is set by the key switch.ecn.lastHop; use that)"}},
    {"ControllerOfOtherTransport",
     R"({"transport":{"congestionControl":"dcqcn"}})",
     {OfController("dcqcn")}},
    {"KeyOfOtherTransport",
     R"({"transport":{"loadBalancing":"ecmp"}})",
     {R"(transport.loadBalancing: unknown key. Allowed: type, profile, routing, pathSelector, evs, evsActive, evProbeInterval, congestionControl, mtu, attributes)"}},
    {"RoutingOfRoce",
     R"({"topology":{"planes":1},"transport":{"type":"roce","routing":"ecmp"}})",
     {R"(transport.routing: unknown key. Allowed: type, congestionControl, dcqcnProfile, reliability, loadBalancing, mtu, attributes)"}},
    {"ReliabilityOfRoce",
     R"({"topology":{"planes":1},"transport":{"type":"roce","reliability":"irn"}})",
     {R"(transport.reliability: found "irn"; allowed: one of "go-back-n", "selective-repeat")"}},
    {"ReliabilityOfMrc",
     R"({"transport":{"type":"mrc","reliability":"go-back-n"}})",
     {R"(transport.reliability: unknown key. Allowed: type, profile, routing, pathSelector, evs, evsActive, evProbeInterval, congestionControl, mtu, attributes)"}},
    {"ProfileNotKnown",
     R"({"topology":{"planes":1},"transport":{"type":"roce","dcqcnProfile":"gentle"}})",
     {R"(transport.dcqcnProfile: found "gentle"; allowed: one of "default", "more-aggressive", "most-aggressive")"}},
    {"ProfileWithoutDcqcn",
     R"({"topology":{"planes":1},"transport":{"type":"roce","congestionControl":"none","dcqcnProfile":"most-aggressive"}})",
     {R"(transport.dcqcnProfile: found "most-aggressive"; without congestionControl "dcqcn" only "default" is allowed)"}},
    {"RoutingThatHasAKeyOfItsOwn",
     R"({"transport":{"attributes":{"ns3::MrcQpFactory::Routing":"ecmp"}}})",
     {R"(transport.attributes.ns3::MrcQpFactory::Routing: is set by the key transport.routing; use that)"}},
    {"WordThatAnAttributeDoesNotKnow",
     R"({"topology":{"planes":1},"transport":{"type":"roce","attributes":{"ns3::MrcQpFactory::Routing":"hash"}}})",
     {"transport.attributes.ns3::MrcQpFactory::Routing: found hash; allowed by "
      "ns3::MrcQpFactory::Routing: srv6, structured, ecmp"}},
    {"MtuTooLarge",
     R"({"transport":{"mtu":9000}})",
     {R"(transport.mtu: found 9000; allowed: one of 256, 512, 1024, 2048, 4096)"}},
    {"MtuIsNoPowerOfTwo",
     R"({"transport":{"mtu":1500}})",
     {R"(transport.mtu: found 1500; allowed: one of 256, 512, 1024, 2048, 4096)"}},
    {"MoreEvsThanAPlaneHolds",
     R"({"transport":{"evs":514}})",
     {R"(transport.evs: found 514; allowed: at most 256 per plane, and topology.planes is 2)"}},
    {"LinkOfManySeconds",
     R"({"topology":{"linkDelay":"1001ms"}})",
     {R"(topology: linkDelay is 1001000000000 ps; allowed: 0 to 1 s)"}},
    {"ServerRateForServersOfOneHost",
     R"({"topology":{"serverRate":"3600Gbps"}})",
     {R"(topology.serverRate: found "3600Gbps"; only allowed with hostsPerServer of at least 2, which is 1)"}},
    {"ServerDelayWithoutServerRate",
     R"({"topology":{"hostsPerServer":4,"serverDelay":"1us"}})",
     {R"(topology.serverDelay: found "1us"; only allowed with serverRate)"}},
    {"ServersThatAreNotComplete",
     R"({"topology":{"hostsPerServer":3,"serverRate":"1Tbps"}})",
     {R"(topology.hostsPerServer: found 3; with serverRate only divisors of the number of hosts, 8, are allowed)"}},
    {"ServerRateZero",
     R"({"topology":{"hostsPerServer":4,"serverRate":0}})",
     {std::string(R"(topology.serverRate: found 0; allowed: )") + RATE}},
    {"ServerRateTooHigh",
     R"({"topology":{"hostsPerServer":4,"serverRate":"2000Tbps"}})",
     {R"(topology.serverRate: found 2000000000000000 bit/s; allowed: 1kbps to 1000Tbps)"}},
    {"ServerDelayOfManyDays",
     R"({"topology":{"hostsPerServer":4,"serverRate":"1Tbps","serverDelay":"100000min"}})",
     {"topology.serverDelay: found \"100000min\"" TOO_LONG ", of at least 0"}},
    {"ServerDelayAsAttribute",
     R"({"topology":{"hostsPerServer":4,"serverRate":"1Tbps"},
             "transport":{"attributes":{"ns3::RdmaServerDomain::Delay":"1us"}}})",
     {R"(transport.attributes.ns3::RdmaServerDomain::Delay: is set by the key topology.serverDelay; use that)"}},
    {"SliceOfAServerTooShort",
     R"({"transport":{"attributes":{"ns3::RdmaServerDomain::Slice":1}}})",
     {"transport.attributes.ns3::RdmaServerDomain::Slice: found 1; allowed by "
      "ns3::RdmaServerDomain::Slice: whole number from 256 to 1048576"}},
    {"MoreActiveThanEvs",
     R"({"transport":{"evsActive":300}})",
     {R"(transport.evsActive: found 300; allowed: at most transport.evs, which is 256)"}},
    {"FewerEvsThanPlanes",
     R"({"transport":{"evs":1,"evsActive":1}})",
     {R"(transport.evsActive: found 1; allowed: at least one per plane, and topology.planes is 2)"}},
    {"AttributeMisspelled",
     R"({"transport":{"attributes":{"ns3::MrcNscc::Gama":0.8}}})",
     {R"(transport.attributes.ns3::MrcNscc::Gama: ns-3 has no such attribute, did you mean "ns3::MrcNscc::Gamma"?)"}},
    {"AttributeWithoutType",
     R"({"transport":{"attributes":{"Gamma":0.8}}})",
     {R"(transport.attributes.Gamma: ns-3 has no such attribute; allowed: ns3::CLASS::ATTRIBUTE with a class such as )" +
      CLASSES}},
    {"AttributeOfAClassThatHasOthers",
     R"({"transport":{"attributes":{"ns3::MrcDctcp::XXXXXXXXXXXXX":0.8}}})",
     {R"(transport.attributes.ns3::MrcDctcp::XXXXXXXXXXXXX: ns-3 has no such attribute; ns3::MrcDctcp has Gain, Increase, InitialAlpha, InitialWindow, MaxWindow)"}},
    {"AttributeNamesNoClass",
     R"({"transport":{"attributes":{"ns3::RoceQpFactory::RateControl":"ns3::RoceDcqnc"}}})",
     {R"(transport.attributes.ns3::RoceQpFactory::RateControl: found ns3::RoceDcqnc; allowed by ns3::RoceQpFactory::RateControl: ns3::RoceDcqcn, ns3::RoceFixedRate)"}},
    {"AttributeValueUnreadable",
     R"({"transport":{"attributes":{"ns3::MrcNscc::Gamma":"lots"}}})",
     {"transport.attributes.ns3::MrcNscc::Gamma: found lots; allowed by "
      "ns3::MrcNscc::Gamma: number from 0 to 1"}},
    {"AttributeValueIsList",
     R"({"transport":{"attributes":{"ns3::MrcNscc::Gamma":[1]}}})",
     {R"(transport.attributes.ns3::MrcNscc::Gamma: found [1]; allowed: a number, a string as ns-3 reads it, or true or false)"}},
    {"AttributeWithKeyOfItsOwn",
     R"({"transport":{"attributes":{"ns3::MrcEvParameters::EvCount":64}}})",
     {R"(transport.attributes.ns3::MrcEvParameters::EvCount: is set by the key transport.evs; use that)"}},
    {"WorkloadMissing",
     R"({"workload":null})",
     {R"(workload: missing; needed: a list of at least 1 entry)"}},
    {"WorkloadEmpty",
     R"({"workload":[]})",
     {R"(workload: found []; allowed: a list of at least 1 entry)"}},
    {"WorkloadIsObject",
     R"({"workload":{"type":"write"}})",
     {R"(workload: found {"type":"write"}; allowed: a list of at least 1 entry)"}},
    {"JobWithoutType",
     R"({"workload":[{"bytes":1}]})",
     {std::string(R"(workload[0].type: missing; needed: )") + JOB_TYPES}},
    {"JobTypeNotKnown",
     R"({"workload":[{"type":"gossip","bytes":1}]})",
     {std::string(R"(workload[0].type: found "gossip"; allowed: )") + JOB_TYPES}},
    {"JobIsString",
     R"({"workload":["write"]})",
     {R"(workload[0]: found "write"; allowed: a job: an object with at least a type)"}},
    {"JobWithoutBytes",
     R"({"workload":[{"type":"write","hosts":[0,4]}]})",
     {std::string(R"(workload[0].bytes: missing; needed: )") + BYTES}},
    {"MessageOfNoBytes",
     R"({"workload":[{"type":"write","hosts":[0,4],"bytes":0}]})",
     {std::string(R"(workload[0].bytes: found 0; allowed: )") + BYTES}},
    {"SizeNegative",
     R"({"workload":[{"type":"write","hosts":[0,4],"bytes":"-4MB"}]})",
     {std::string(R"(workload[0].bytes: found "-4MB"; allowed: )") + BYTES}},
    {"SizeInBits",
     R"({"workload":[{"type":"write","hosts":[0,4],"bytes":"4 Mb"}]})",
     {std::string(R"(workload[0].bytes: found "4 Mb"; allowed: )") + BYTES}},
    {"NoQps",
     R"({"workload":[{"type":"write","hosts":[0,4],"bytes":"4MB","qps":0}]})",
     {R"(workload[0].qps: found 0; allowed: a whole number from 1 to 256)"}},
    {"WriteToSelf",
     R"({"workload":[{"type":"write","hosts":[3,3],"bytes":"4MB"}]})",
     {R"(workload[0].hosts: host 3 cannot write to itself)"}},
    {"HostOutside",
     R"({"workload":[{"type":"write","hosts":[0,8],"bytes":"4MB"}]})",
     {R"(workload[0].hosts[1]: found 8; allowed: the hosts 0 to 7)"}},
    {"WriteWithOneHost",
     R"({"workload":[{"type":"write","hosts":[0],"bytes":"4MB"}]})",
     {R"(workload[0].hosts: found [0]; allowed: a list of two host numbers: sender and receiver)"}},
    {"WriteWithAllHosts",
     R"({"workload":[{"type":"write","hosts":"all","bytes":"4MB"}]})",
     {R"(workload[0].hosts: found "all"; allowed: a list of two host numbers: sender and receiver)"}},
    {"WriteWithSrcAndDst",
     R"({"workload":[{"type":"write","src":0,"dst":1,"bytes":"4MB"}]})",
     {std::string(R"(workload[0].src: unknown key. Allowed: )") + WRITE_KEYS,
      std::string(R"(workload[0].dst: unknown key. Allowed: )") + WRITE_KEYS,
      R"(workload[0].hosts: missing; needed: a list of two host numbers: sender and receiver)"}},
    {"PlaneOfAJobThatUsesAll",
     R"({"workload":[{"type":"write","hosts":[0,4],"bytes":1,"plane":0}]})",
     {R"(workload[0].plane: found 0; a job with transport "mrc" uses all planes)"}},
    {"KeysOfMrcWithTcp",
     R"({"topology":{"planes":1},"transport":{"type":"tcp","evs":4}})",
     {R"(transport.evs: unknown key. Allowed: type, congestionControl, loadBalancing, mtu, attributes)"}},
    {"PfcWithTcp",
     R"({"topology":{"planes":1},"switch":{"pfc":true},"transport":{"type":"tcp"}})",
     {R"(switch.pfc: found true; with transport.type "tcp" only false is allowed)"}},
    {"PlanesOfTcp",
     R"({"transport":{"type":"tcp"}})",
     {R"(topology.planes: found 2; with transport.type "tcp" only 1 is allowed; for more, set transport.type to "mrc", and workload[].transport and workload[].plane of each job)"}},
    {"PlaneThatIsNotThere",
     R"({"workload":[{"type":"write","hosts":[0,4],"bytes":1,"transport":"roce","plane":7}]})",
     {R"(workload[0].plane: found 7; allowed: the planes 0 to 1)"}},
    {"JobOfARivalWhereSwitchesReadEvs",
     R"({"transport":{"routing":"structured"},"workload":[{"type":"write","hosts":[0,4],"bytes":1,"transport":"roce"}]})",
     {R"(workload[0].transport: found "roce"; with transport.routing "structured" switches read the uplink from an entropy value, which it does not have; allowed: "mrc")"}},
    {"JobOfAnotherTransportInALosslessNetwork",
     R"({"topology":{"planes":1},"switch":{"pfc":true},"transport":{"type":"roce"},"workload":[{"type":"write","hosts":[0,4],"bytes":1,"transport":"mrc"}]})",
     {R"(workload[0].transport: found "mrc"; with switch.pfc only transport.type is allowed, which is "roce")"}},
    {"HostsWordNotKnown", R"({"workload":[{"type":"send-recv","hosts":"every","bytes":1}]})", {R"(workload[0].hosts: found "every"; allowed: "all", a list of host numbers, a range {"from": 0, "to": 15}, or {"count": 8, "placement": "spread"})"}},
    {"HostTwice",
     R"({"workload":[{"type":"send-recv","hosts":[1,2,1],"bytes":1}]})",
     {R"(workload[0].hosts[2]: host 1 occurs twice)"}},
    {"RangeBackwards",
     R"({"workload":[{"type":"send-recv","hosts":{"from":5,"to":2},"bytes":1}]})",
     {R"(workload[0].hosts: found a range from 5 to 2; allowed: at least two hosts, from below to)"}},
    {"RangeLeavesTopology",
     R"({"workload":[{"type":"send-recv","hosts":{"from":5,"to":12},"bytes":1}]})",
     {R"(workload[0].hosts.to: found 12; allowed: the hosts 0 to 7)"}},
    {"RangeWithoutEnd",
     R"({"workload":[{"type":"send-recv","hosts":{"from":5},"bytes":1}]})",
     {R"(workload[0].hosts.to: missing; needed: a whole number from 0 to 131071)"}},
    {"HostsObjectEmpty",
     R"({"workload":[{"type":"send-recv","hosts":{},"bytes":1}]})",
     {R"(workload[0].hosts: allowed: either from and to, or count and placement)"}},
    {"RangeAndCount",
     R"({"workload":[{"type":"send-recv","hosts":{"from":0,"to":1,"count":2,"placement":"packed"},"bytes":1}]})",
     {R"(workload[0].hosts: allowed: either from and to, or count and placement)"}},
    {"MoreHostsThanThereAre",
     R"({"workload":[{"type":"send-recv","hosts":{"count":9,"placement":"spread"},"bytes":1}]})",
     {R"(workload[0].hosts.count: found 9; allowed: 2 to 8 hosts)"}},
    {"PlacementNotKnown",
     R"({"workload":[{"type":"send-recv","hosts":{"count":4,"placement":"wide"},"bytes":1}]})",
     {R"(workload[0].hosts.placement: found "wide"; allowed: one of "packed", "spread", "random")"}},
    {"CrossT0Impossible",
     R"({"workload":[{"type":"permutation","pattern":"cross-t0","hosts":[0,1,2,4],"bytes":1}]})",
     {R"(workload[0].pattern: found "cross-t0", but one T0 has more than half of the 4 hosts)"}},
    {"AlgorithmNotKnown",
     R"({"workload":[{"type":"all-reduce","algorithm":"star","bytes":1}]})",
     {R"(workload[0].algorithm: found "star"; allowed: one of "ring", "tree", "halving-doubling")"}},
    {"IncastSendersWrong",
     R"({"workload":[{"type":"incast","receiver":1,"senders":[0,1,0,9],"bytes":1}]})",
     {R"(workload[0].senders[2]: host 0 occurs twice)",
      R"(workload[0].senders[3]: found 9; allowed: the hosts 0 to 7)",
      R"(workload[0].senders[1]: host 1 is the receiver and cannot send to itself)"}},
    {"IncastWithoutSenders",
     R"({"workload":[{"type":"incast","receiver":8,"senders":[],"bytes":1}]})",
     {R"(workload[0].senders: found []; allowed: a list of host numbers, or a range {"from": 1, "to": 15})"}},
    {"IncastRangeHoldsTheReceiver",
     R"({"workload":[{"type":"incast","receiver":3,"senders":{"from":1,"to":3},"bytes":1}]})",
     {R"(workload[0].senders: host 3 is the receiver and cannot send to itself)"}},
    {"IncastRangeBackwards",
     R"({"workload":[{"type":"incast","receiver":0,"senders":{"from":5,"to":2},"bytes":1}]})",
     {R"(workload[0].senders: found a range from 5 to 2; allowed: at least two hosts, from below to)"}},
    {"IncastRangeLeavesTopology",
     R"({"workload":[{"type":"incast","receiver":0,"senders":{"from":1,"to":8},"bytes":1}]})",
     {R"(workload[0].senders.to: found 8; allowed: the hosts 0 to 7)"}},
    {"IncastRangeWithoutEnd",
     R"({"workload":[{"type":"incast","receiver":0,"senders":{"from":1},"bytes":1}]})",
     {R"(workload[0].senders.to: missing; needed: a whole number from 0 to 131071)"}},
    {"FlowsWithMissingKeys",
     R"({"workload":[{"type":"flows","flows":[{"src":0,"dst":0,"bytes":1},{"src":0,"dst":70,"bytes":1},{"src":1}]}]})",
     {R"(workload[0].flows[2].dst: missing; needed: a whole number from 0 to 131071)",
      std::string(R"(workload[0].flows[2].bytes: missing; needed: )") + BYTES}},
    {"FlowsWithSelfAndOutsideHost",
     R"({"workload":[{"type":"flows","flows":[{"src":0,"dst":0,"bytes":1},{"src":0,"dst":70,"bytes":1}]}]})",
     {R"(workload[0].flows[0]: host 0 cannot send to itself)",
      R"(workload[0].flows[1].dst: found 70; allowed: the hosts 0 to 7)"}},
    {"JobNamesTwice",
     R"({"workload":[{"name":"a","type":"send-recv","bytes":1},{"name":"a","type":"send-recv","bytes":1}]})",
     {R"(workload[1].name: found "a", which is already the name of workload[0])"}},
    {"AfterMisspelled",
     R"({"workload":[{"name":"ring","type":"send-recv","bytes":1},{"after":"rnig","type":"send-recv","bytes":1}]})",
     {R"(workload[1].after: found "rnig"; no job has this name, did you mean "ring"?)"}},
    {"AfterCycle",
     R"({"workload":[{"name":"a","after":"b","type":"send-recv","bytes":1},{"name":"b","after":"a","type":"send-recv","bytes":1}]})",
     {R"(workload[0].after: "a" waits for itself: a after b after a)",
      R"(workload[1].after: "b" waits for itself: b after a after b)"}},
    {"AfterItself",
     R"({"workload":[{"name":"a","after":"a","type":"send-recv","bytes":1}]})",
     {R"(workload[0].after: "a" waits for itself: a after a)"}},
    {"FlowStartBehindStop",
     R"({"stop":"1ms","workload":[{"type":"flows","start":"400us","flows":[{"src":0,"dst":1,"bytes":1,"start":"599us"},{"src":0,"dst":1,"bytes":1,"start":"600us"}]}]})",
     {R"(workload[0].flows[1].start: found 600us; allowed: before stop, which is 1ms, counted from the start of the job)"}},
    {"StartBehindStop",
     R"({"workload":[{"start":"2s","type":"send-recv","bytes":1}]})",
     {R"(workload[0].start: found 2s; allowed: before stop, which is 1s)"}},
    {"JobStartsAtTheStop",
     R"({"workload":[{"start":"1s","type":"send-recv","bytes":1}]})",
     {R"(workload[0].start: found 1s; allowed: before stop, which is 1s)"}},
    {"NothingOfAJobIsComparedWithAStopAtItsStart",
     R"({"workload":[{"start":"1s","type":"flows","flows":[{"src":0,"dst":1,"bytes":1}]},)"
     R"({"start":"1s","type":"poisson","load":0.1,"duration":"1us","sizes":"storage"}]})",
     {R"(workload[0].start: found 1s; allowed: before stop, which is 1s)",
      R"(workload[1].start: found 1s; allowed: before stop, which is 1s)"}},
    {"LossWrongEverywhere",
     R"({"loss":[{"where":"switch","rate":2}]})",
     {R"(loss[0].where: found "switch"; allowed: "nic-rx")",
      R"(loss[0].rate: found 2; allowed: a number from 0 to 1)"}},
    {"LossPlaceTwice",
     R"({"loss":[{"where":"nic-rx","rate":0},{"where":"nic-rx","rate":0.1}]})",
     {R"(loss: found [{"where":"nic-rx","rate":0},{"where":"nic-rx","rate":0.1}]; allowed: a list of 0 to 1 entries)"}},
    {"FaultNotKnown",
     R"({"faults":[{"what":"link-asleep"}]})",
     {R"(faults[0].what: found "link-asleep"; allowed: @FAULT_TYPES@)"}},
    {"FaultWithoutLink",
     R"({"faults":[{"what":"link-down","at":"1ms"}]})",
     {R"(faults[0].link: missing; needed: a link such as {"plane": 0, "t0": 3, "t1": 5}, {"a": "p0-t0-3", "b": "p0-t1-5"} or {"host": 3, "plane": 2})"}},
    {"FaultOutsideTopology",
     R"({"faults":[{"what":"link-down","at":"1ms","link":{"plane":2,"t0":2,"t1":4}}]})",
     {R"(faults[0].link.plane: found 2; allowed: the planes 0 to 1)",
      R"(faults[0].link.t0: found 2; allowed: the T0s of a plane 0 to 1)",
      R"(faults[0].link.t1: found 4; allowed: the T1s of a plane 0 to 3)"}},
    {"FaultForNoTime",
     R"({"faults":[{"what":"link-down","at":"2s","link":{"plane":0,"t0":0,"t1":0},"for":"0ns"}]})",
     {std::string(R"(faults[0].for: found "0ns"; allowed: )") + TIME + R"(, above 0)"}},
    {"FaultBehindStop",
     R"({"faults":[{"what":"link-down","at":"2s","link":{"plane":0,"t0":0,"t1":0}}]})",
     {R"(faults[0].at: found 2s; allowed: before stop, which is 1s)"}},
    {"LinkUpOfALinkThatIsUp",
     R"({"faults":[{"what":"link-down","at":"1ms","link":{"plane":0,"t0":0,"t1":1},"for":"1ms"},{"what":"link-up","at":"1500us","link":{"plane":0,"t0":0,"t1":1}},{"what":"link-up","at":"1600us","link":{"plane":0,"t0":0,"t1":1}},{"what":"link-up","at":"1500us","link":{"plane":0,"t0":0,"t1":0}},{"what":"link-up","at":"900us","link":{"plane":0,"t0":0,"t1":1}}]})",
     {R"(faults[2].at: link p0-t0-0--p0-t1-1 is up at 1600us; allowed: a time at which a link-down holds)",
      R"(faults[3].at: link p0-t0-0--p0-t1-0 is up at 1500us; allowed: a time at which a link-down holds)",
      R"(faults[4].at: link p0-t0-0--p0-t1-1 is up at 900us; allowed: a time at which a link-down holds)"}},
    {"LinkUpAtTheTimeOfALinkDown", // they apply in the order of the scenario
     R"({"faults":[{"what":"link-down","at":"1ms","link":{"plane":0,"t0":0,"t1":1}},{"what":"link-up","at":"1ms","link":{"plane":0,"t0":0,"t1":1}},{"what":"link-up","at":"1ms","link":{"plane":0,"t0":0,"t1":2}},{"what":"link-down","at":"1ms","link":{"plane":0,"t0":0,"t1":2}}]})",
     {R"(faults[2].at: link p0-t0-0--p0-t1-2 is up at 1ms; allowed: a time at which a link-down holds)"}},
    {"LinkUpForSomeTime",
     R"({"faults":[{"what":"link-up","at":"1ms","link":{"plane":0,"t0":0,"t1":0},"for":"1ms"}]})",
     {R"(faults[0].for: unknown key. Allowed: at, what, link)"}},
    {"LinkLossWithoutRate",
     R"({"faults":[{"what":"link-loss","at":"1ms","link":{"plane":0,"t0":0,"t1":0}}]})",
     {R"(faults[0].loss: missing; needed: a number from 0 to 1)"}},
    {"MonitorTooFast",
     R"({"monitor":{"interval":"1us"}})",
     {R"(monitor.interval: MrcMonitor::Interval is 1 us; allowed: at least 1.5625 us, which)"
      " is 1/32 of the time-out of probes (50 us)"}},
    {"MonitorThatDeniesSomething",
     R"({"monitor":{"deny":"some"}})",
     {R"(monitor.deny: found "some"; allowed: one of "nothing", "nic-links", "all")"}},
    {"SamplesTooFine",
     R"({"measure":{"sampleInterval":"1ns"}})",
     {R"(measure.sampleInterval: found 1ns; allowed: 0 or at least 10ns)"}},
    {"CaptureIsNoObject",
     R"({"measure":{"pcap":["host 1"]}})",
     {R"(measure.pcap[0]: found "host 1"; allowed: a port such as {"host": 3, "plane": 2} or {"link": {"plane": 0, "t0": 3, "t1": 5}})"}},
    {"CaptureWithoutPlane",
     R"({"measure":{"pcap":[{"host":1}]}})",
     {R"(measure.pcap[0].plane: missing; needed: a whole number from 0 to 7)"}},
    {"CaptureOfEverything",
     R"({"measure":{"pcap":[{}]}})",
     {R"(measure.pcap[0].host: missing; needed: a whole number from 0 to 131071)",
      R"(measure.pcap[0].plane: missing; needed: a whole number from 0 to 7)"}},
    {"CaptureAtNicAndLink",
     R"({"measure":{"pcap":[{"host":1,"plane":0,"link":{"plane":0,"t0":0,"t1":0}}]}})",
     {R"(measure.pcap[0].host: unknown key. Allowed: link, snaplen, log)",
      R"(measure.pcap[0].plane: unknown key. Allowed: link, snaplen, log)"}},
    {"CaptureWithTypo",
     R"({"measure":{"pcap":[{"host":1,"plane":0,"snapLen":100}]}})",
     {R"(measure.pcap[0].snapLen: unknown key, did you mean "snaplen"? Allowed: host, plane, snaplen, log)"}},
    {"CaptureThatKeepsNothing",
     R"({"measure":{"pcap":[{"host":1,"plane":0,"snaplen":0}]}})",
     {R"(measure.pcap[0].snaplen: found 0; allowed: a whole number from 64 to 65535)"}},
    {"CaptureOutsideTopology",
     R"({"measure":{"pcap":[{"host":8,"plane":2},{"link":{"plane":2,"t0":2,"t1":4}}]}})",
     {R"(measure.pcap[0].host: found 8; allowed: the hosts 0 to 7)",
      R"(measure.pcap[0].plane: found 2; allowed: the planes 0 to 1)",
      R"(measure.pcap[1].link.plane: found 2; allowed: the planes 0 to 1)",
      R"(measure.pcap[1].link.t0: found 2; allowed: the T0s of a plane 0 to 1)",
      R"(measure.pcap[1].link.t1: found 4; allowed: the T1s of a plane 0 to 3)"}},
    {"CaptureTwiceAtOnePort",
     R"({"measure":{"pcap":[{"host":1,"plane":0},{"host":1,"plane":1},{"host":1,"plane":0,"snaplen":99}]}})",
     {R"(measure.pcap[2]: is the same port as measure.pcap[0])"}},
    {"SizesOfAProfileWithVerifyWire",
     R"({"transport":{"profile":"uec","attributes":{"ns3::Fabric::SackBytes":0}},"verifyWire":true})",
     {R"(transport.attributes.ns3::Fabric::TrimmedBytes: TrimmedBytes is 64 B; allowed with VerifyWire: 0, the size of the headers)"}},
    {"VerifyWireIsNumber",
     R"({"verifyWire":1})",
     {R"(verifyWire: found 1; allowed: true or false)"}},
};

/// Sizes beyond any machine, as changes of BASE: rejected before the network is built, with the
/// allowed values.
const std::vector<Case> SIZES = {
    {"NoHosts",
     R"({"topology":{"hosts":0}})",
     {R"(topology.hosts: found 0; allowed: a whole number from 2 to 131072)"}},
    {"MoreHostsThanAddresses",
     R"({"topology":{"hosts":200000}})",
     {R"(topology.hosts: found 200000; allowed: a whole number from 2 to 131072)"}},
    {"FourBillionHosts",
     R"({"topology":{"hosts":4294967300}})",
     {R"(topology.hosts: found 4294967300; allowed: a whole number from 2 to 131072)"}},
    {"HostsBeyond64Bits",
     R"({"topology":{"hosts":18446744073709551616}})",
     {R"(topology.hosts: found 1.8446744073709552e+19; allowed: a whole number from 2 to 131072)"}},
    {"MoreT0sThanAddresses",
     R"({"topology":{"hosts":131072}})",
     {R"(topology: hosts (131072) / hostsPerT0 (4) gives 32768 T0 switches per plane, at most 2048 can be addressed)"}},
    {"PermutationOfOneHost",
     R"({"workload":[{"type":"permutation","bytes":1,"hosts":{"count":1,"placement":"packed"}}]})",
     {R"(workload[0].hosts.count: found 1; allowed: a whole number from 2 to 131072)"}},
    {"AllToAllOfOneHost",
     R"({"workload":[{"type":"all-to-all","bytes":1,"hosts":{"from":3,"to":3}}]})",
     {R"(workload[0].hosts: found a range from 3 to 3; allowed: at least two hosts, from below to)"}},
    {"BytesBeyond63Bits",
     R"({"workload":[{"type":"write","hosts":[0,4],"bytes":9223372036854775808}]})",
     {std::string(R"(workload[0].bytes: found 9223372036854775808; allowed: )") + BYTES}},
    {"BytesWhoseProductOverflows",
     R"({"workload":[{"type":"all-to-all","bytes":"1000000TB"}]})",
     {R"(workload[0].bytes: the messages of all repetitions have 56.0 EB together; allowed: 1.15 EB)"}},
    {"RepetitionsWhoseBytesOverflow",
     R"({"workload":[{"type":"write","hosts":[0,4],"bytes":"10TB","repeat":1000000}]})",
     {R"(workload[0].bytes: the messages of all repetitions have 10.0 EB together; allowed: 1.15 EB)"}},
    {"FlowsWhoseSumOverflows",
     R"({"workload":[{"type":"flows","flows":[{"src":0,"dst":1,"bytes":"9000000TB"},{"src":0,"dst":2,"bytes":"9000000TB"}]}]})",
     {R"(workload[0].flows: the messages of all repetitions have 18.0 EB together; allowed: 1.15 EB)"}},
    {"MessageForMonths",
     R"({"workload":[{"type":"write","hosts":[0,4],"bytes":"100000TB"}]})",
     {R"(workload[0].bytes: sending it would take more than 30 days at full rate; allowed: at most 30 days)"}},
    {"MessageBeyondRoce",
     R"({"topology":{"planes":1},"transport":{"type":"roce"},"workload":[{"type":"write","hosts":[0,4],"bytes":"2TB"}]})",
     {R"(workload[0].bytes: a message of 2.00 TB; with transport "roce" at most 1.10 TB per QP are allowed)"}},
    {"MoreMessagesThanNumbers",
     R"({"topology":{"hosts":131072,"hostsPerT0":64},"workload":[{"type":"all-to-all","bytes":1}]})",
     {R"(workload[0]: needs 17179738112 messages in all repetitions and QPs; allowed: 4294967295)"}},
    {"MoreMessagesTogetherThanNumbers",
     R"({"workload":[{"type":"write","hosts":[0,4],"bytes":256,"repeat":1000000,"qps":256},{"type":"all-to-all","bytes":100,"repeat":1000000,"qps":73}]})",
     {R"(workload[1]: needs 4088000000 messages in all repetitions and QPs; allowed: 4294967295 for all jobs together)"}},
    {"QpsPerPair",
     R"({"workload":[{"type":"write","hosts":[0,4],"bytes":1,"qps":257}]})",
     {R"(workload[0].qps: found 257; allowed: a whole number from 1 to 256)"}},
    {"EvsBeyondLimit",
     R"({"transport":{"evs":4096}})",
     {R"(transport.evs: found 4096; allowed: a whole number from 1 to 2048)"}},
    {"RateTooLow",
     R"({"topology":{"hostRate":"999bps"}})",
     {R"(topology.hostRate: found 999 bit/s; allowed: 1kbps to 1000Tbps)"}},
    {"RatesTooHigh",
     R"({"topology":{"hostRate":"1001Tbps","fabricRate":"1002Tbps"}})",
     {R"(topology.hostRate: found 1001000000000000 bit/s; allowed: 1kbps to 1000Tbps)",
      R"(topology.fabricRate: found 1002000000000000 bit/s; allowed: 1kbps to 1000Tbps)"}},
    {"CoreRateTooLow",
     R"({"topology":{"tiers":3,"t1PerPlane":null,"t0PerPod":1,"t1PerPod":4,"t2PerPlane":4,"coreRate":"998bps"}})",
     {R"(topology.coreRate: found 998 bit/s; allowed: 1kbps to 1000Tbps)"}},
    {"AllRatesAreThoseOfHosts",
     R"({"topology":{"tiers":3,"t1PerPlane":null,"t0PerPod":1,"t1PerPod":4,"t2PerPlane":4,"hostRate":"997bps"}})",
     {R"(topology.hostRate: found 997 bit/s; allowed: 1kbps to 1000Tbps)"}},
    {"TimesThatAddUpToTheEndOfTime",
     R"({"stop":"100000min","stallTimeout":"100000min","measure":{"sampleInterval":"100000min"}})",
     {"stop: found \"100000min\"" TOO_LONG ", above 0",
      "stallTimeout: found \"100000min\"" TOO_LONG ", above 0",
      "measure.sampleInterval: found \"100000min\"" TOO_LONG ", of at least 0"}},
    {"FlowAndFaultAtTheEndOfTime",
     R"({"workload":[{"type":"flows","flows":[{"src":0,"dst":1,"bytes":1,"start":"100000min"}]}],"faults":[{"at":0,"what":"link-down","link":{"plane":0,"t0":0,"t1":0},"for":"100000min"}]})",
     {"workload[0].flows[0].start: found \"100000min\"" TOO_LONG ", of at least 0",
      "faults[0].for: found \"100000min\"" TOO_LONG ", above 0"}}};

/** @return the classes of this module that have attributes, as messages list them */
std::string
ListClasses()
{
    std::set<std::string> names;
    for (uint16_t i = 0; i < ns3::TypeId::GetRegisteredN(); ++i)
    {
        const auto type = ns3::TypeId::GetRegistered(i);
        if (type.GetGroupName() == "Mrc" && type.GetAttributeN() > 0)
        {
            names.insert(type.GetName());
        }
    }
    std::string list;
    for (const auto& name : names)
    {
        list += (list.empty() ? "" : ", ") + name;
    }
    return list;
}

/** @return the kinds of a noun, as messages list them */
template <typename Base>
std::string
ListKinds()
{
    std::string list = "one of ";
    for (const auto& kind : Kind<Base>::List())
    {
        list += (list.size() > 7 ? ", " : "") + ('"' + kind.name + '"');
    }
    return list;
}

/**
 * @param messages expected ones
 * @return these messages with lists in place of placeholders
 */
std::vector<std::string>
Expand(std::vector<std::string> messages)
{
    const std::pair<std::string, std::string> lists[] = {{CLASSES, ListClasses()},
                                                         {JOB_TYPES, ListKinds<Job>()},
                                                         {TOPOLOGY_TYPES, ListKinds<Topology>()},
                                                         {FAULT_TYPES, ListKinds<Fault>()},
                                                         {TRANSPORT_TYPES, ListKinds<Transport>()}};
    for (auto& message : messages)
    {
        for (const auto& [mark, list] : lists)
        {
            const auto at = message.find(mark);
            if (at != std::string::npos)
            {
                message.replace(at, mark.size(), list);
            }
        }
    }
    return messages;
}

class ScenarioProblem : public testing::TestWithParam<Case>
{
};

TEST_P(ScenarioProblem, IsToldWithPathFindingAndWhatIsAllowed)
{
    auto document = Json::parse(BASE);
    document.merge_patch(Json::parse(GetParam().patch));
    EXPECT_EQ(RefuseDocument(document), Expand(GetParam().messages)) << GetParam().patch;
}

INSTANTIATE_TEST_SUITE_P(All,
                         ScenarioProblem,
                         testing::ValuesIn(CASES),
                         [](const testing::TestParamInfo<Case>& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(Sizes,
                         ScenarioProblem,
                         testing::ValuesIn(SIZES),
                         [](const testing::TestParamInfo<Case>& info) { return info.param.name; });

TEST(ScenarioProblems, JobsMayNotHaveMoreQpsThanAPairCanTell)
{
    auto document = Json::parse(BASE);
    document["workload"] = Json::array();
    for (int i = 0; i < 257; ++i)
    {
        document["workload"].push_back(
            Json::parse(R"({"type": "write", "hosts": [0, 4], "bytes": 1, "qps": 256})"));
    }
    EXPECT_EQ(RefuseDocument(document),
              std::vector<std::string>{"workload: the jobs have 65792 QPs per pair of hosts "
                                       "together; allowed: 65536"});
}

TEST(ScenarioProblems, ReceiverMayNotHaveMoreQpsThanNumbers)
{
    auto document = Json::parse(BASE);
    document["topology"].update(Json::parse(R"({"hosts": 131072, "hostsPerT0": 2048})"));
    Json senders = Json::array();
    for (int host = 1; host < 66000; ++host)
    {
        senders.push_back(host);
    }
    document["workload"][0] =
        Json::parse(R"({"type": "incast", "receiver": 0, "bytes": 256, "qps": 256})");
    document["workload"][0]["senders"] = senders;
    EXPECT_EQ(RefuseDocument(document),
              std::vector<std::string>{"workload[0].qps: found 256, which gives one host 16895744 "
                                       "QPs; allowed: 16777213 QPs per host"});
    document["topology"]["planes"] = 1;
    document["transport"] = {{"type", "tcp"}};
    document["workload"][0]["qps"] = 1;
    EXPECT_EQ(RefuseDocument(document),
              std::vector<std::string>{"workload[0].qps: found 1, which gives one host 65999 QPs; "
                                       "allowed: 55536 QPs per host"});
}

TEST(ScenarioProblems, BaseHasNone)
{
    EXPECT_EQ(RefuseDocument(Json::parse(BASE)), std::vector<std::string>{});
}

TEST(ScenarioProblems, DocumentIsNoObject)
{
    EXPECT_EQ(RefuseDocument(Json::parse("[1, 2]")),
              std::vector<std::string>{
                  "found [1,2]; allowed: a scenario: an object with at least schema, "
                  "name, topology and workload"});
}

TEST(ScenarioProblems, AllAreListedAndNotOnlyTheFirst)
{
    auto document = Json::parse(BASE);
    document.merge_patch(Json::parse(
        R"({"topology": {"planes": 9, "hosts": 0}, "stop": "1 parsec", "verifyWire": "no"})"));
    EXPECT_EQ(RefuseDocument(document).size(), 4U);
}

TEST(ScenarioProblems, LongFindingIsShortened)
{
    auto document = Json::parse(BASE);
    document["verifyWire"] = std::string(1000, 'x');
    EXPECT_EQ(RefuseDocument(document),
              std::vector<std::string>{"verifyWire: found \"" + std::string(59, 'x') +
                                       "...; allowed: true or false"});
}

} // namespace
