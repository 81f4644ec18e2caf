/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario.h"

#include "document/words.h"

namespace mrcsim
{

namespace
{

/** @param keys receives the keys of a capture, without its port */
void
DeclareCapture(KeySet& keys)
{
    keys.Add("snaplen", &CaptureSpec::snapLength)
        .Range(64, 65535)
        .Unit("B")
        .Default(65535)
        .Help("Stored bytes of each frame. Headers need at most 190 B; payloads are zeros.");
    keys.Add("log", &CaptureSpec::log)
        .Default(false)
        .Help("Also write a .csv next to the .pcap, with a row per frame and a column per field.");
}

/** @param keys receives the keys of a capture at a link */
void
DeclareLinkCapture(KeySet& keys)
{
    keys.Add("link", &CaptureSpec::link).Required().Help(LINK_HELP);
    DeclareCapture(keys);
}

/** @param keys receives the keys of a capture at a NIC */
void
DeclareNicCapture(KeySet& keys)
{
    AddNicPlace(keys, &CaptureSpec::nic);
    DeclareCapture(keys);
}

/** @param keys receives the keys that identify the document */
void
DeclareFormat(KeySet& keys)
{
    keys.AddNote("schema").Type(MakeVersionType()).Required().Help("Version of this format.");
    keys.AddNote("version")
        .Absent("a run writes its own version")
        .Help("Version of the test bench that wrote a config.json.");
    keys.AddNote("ns3Version")
        .Absent("a run writes its own version")
        .Help("Version of ns-3 that wrote a config.json.");
    keys.Add("name", &Scenario::name)
        .Name()
        .Required()
        .Help("Name of the scenario and, by default, of its results folder.");
    keys.Add("plugins", &Scenario::plugins)
        .Absent("none")
        .Help(
            "Shared libraries with controllers, path selectors, load balancers and kinds of your "
            "own (docs/plugins.md); names are relative to the folder of the scenario. config.json "
            "has their absolute paths.");
    keys.Add("seed", &Scenario::seed)
        .Range(1, 2147483647)
        .Default(1)
        .Help("Number of the independent random run (ns-3's RngRun). Same scenario and seed: same "
              "results, byte by byte.");
}

/** @param keys receives the keys of the end of a run */
void
DeclareEnds(KeySet& keys)
{
    keys.Add("stop", &Scenario::stop)
        .Above(0)
        .Default("1s")
        .Help("Simulated time at which the run ends even if jobs are not complete. A run ends "
              "earlier when every job is complete.");
    keys.Add("stallTimeout", &Scenario::stallTimeout)
        .Above(0)
        .Default("20ms")
        .Help("Simulated time without a newly delivered byte, while messages are open, after which "
              "the run is stopped as stalled. Time in which no frame moves and a timer of an open "
              "message is running does not count. Must exceed the longest outage by a fault. "
              "Values below 96 base round-trip times are raised to this time.");
}

/** @param keys receives the keys of monitor */
void
DeclareMonitor(KeySet& keys)
{
    keys.Title("an object such as {\"interval\": \"1ms\"}");
    keys.Add("interval", &Scenario::monitor)
        .Attribute("ns3::MrcMonitor::Interval")
        .Help("Simulated time between two rounds of probes. At least 1/32 of the time-out of "
              "probes (ns3::MrcMonitor::Timeout). Short runs need shorter intervals than the 1 ms "
              "of a deployment.");
    keys.AddAttribute("t1Share", "ns3::MrcMonitor::T1Share")
        .Help("Share of the T1s next to its T0 that a host probes each round, in turn, rounded up "
              "to a whole number. 0: T0s only.");
    keys.AddAttribute("deny",
                      "ns3::MrcMonitor::Deny",
                      {{"nothing", "Nothing"}, {"nic-links", "NicLinks"}, {"all", "All"}})
        .Help("Elements named as faulty that MRC QPs avoid. nothing: none. nic-links: planes in "
              "which the NIC link or T0 at either end is named. all: with source routes, also "
              "paths that use a named link between T0 and T1, or a named T1.");
}

/** @param keys receives the keys of time series in measure */
void
DeclareSamples(KeySet& keys)
{
    keys.Add("sampleInterval", &Scenario::samples, &ns3::RdmaSamplePlan::interval)
        .Default("100us")
        .Help("Simulated time between two points of each time series in samples.csv; 0 for none.");
    keys.Add("samples", &Scenario::samples, &ns3::RdmaSamplePlan::kinds)
        .Words(ns3::GetRdmaSampleKinds())
        .DefaultList(ns3::GetRdmaSampleKinds(ns3::RdmaSampleKind::DEFAULT))
        .Help("Kinds of time series in samples.csv; docs/results.md describes them. host.rx_gbps "
              "and plane.rx_gbps are the rates that NIC ports receive; job.throughput_gbps "
              "includes messages within servers.");
    keys.Add("zeros", &Scenario::samples, &ns3::RdmaSamplePlan::zeros)
        .Default(false)
        .Help("true: write rows of samples.csv also for points with value zero. Otherwise a "
              "missing point is zero; points of qp.cwnd_bytes and qp.rtt_ns are missing while the "
              "QP has nothing to send.");
}

/** @param keys receives the keys of measure */
void
DeclareMeasure(KeySet& keys)
{
    DeclareSamples(keys);
    keys.Add("evs", &Scenario::evs)
        .Default(false)
        .Help("Write evs.csv: every EV of every MRC QP at the end of the run, with its state and "
              "the path of its packets.");
    keys.Add("recoveryWindow", &Scenario::recoveryWindow)
        .AtLeast(100)
        .Default("20us")
        .Help("With faults: averaging window of goodput, simulated time, for its return in "
              "recovery.csv. Goodput is sampled four times per window, until 500 windows after a "
              "fault. Use at least two round trips, because shorter windows contain only a few "
              "packets.");
    keys.Add("links", &Scenario::links)
        .Words({"auto", "all", "used"})
        .Default("auto")
        .Help(
            "Rows of links.csv, and with measure.zeros of host.rx_gbps in samples.csv. all: every "
            "link, every host. used: those with frames or faults; the others are zero. auto: all "
            "in a network of up to 65,536 link directions, used in larger "
            "ones.");
    keys.Add("pcap", &Scenario::captures)
        .DefaultJson("[]")
        .Help(
            "Ports whose packets are written to pcap/*.pcap in the results folder, in both "
            "directions and with all header bytes. host and plane: a port of the host's NIC "
            "(pcap/h3--p2-t0-0.pcap). link: the port at the end that is named first, which is the "
            "T0 in {\"plane\": 0, \"t0\": 3, \"t1\": 5} (pcap/p0-t0-3--p0-t1-5.pcap).");
}

/** @param keys receives the keys of losses, faults and the monitor */
void
DeclareFaults(KeySet& keys)
{
    keys.Add("loss", &Scenario::losses)
        .Length(0, 1)
        .DefaultJson("[]")
        .Help("Random loss, seeded; one entry per place.");
    keys.Add("faults", &Scenario::faults)
        .DefaultJson("[]")
        .Help(
            "Faults and their times. SRv6 routes never change. Switches that hash avoid dead ports "
            "after ns3::Fabric::LocalRepair and RemoteConvergence. Only NICs tell senders that a "
            "port is down.");
    keys.AddGroup("monitor", DeclareMonitor)
        .Absent("no monitor")
        .Help(
            "A monitor that locates faults (docs/monitor.md): every host probes its T0s and, with "
            "source routes, some of its T1s, with packets to itself in the control class. From "
            "all results the monitor names faulty links and switches. monitor.csv has its "
            "verdicts, summary.json their accuracy.");
}

/** @param keys receives the keys of the start and the transport of jobs */
void
DeclareOrder(KeySet& keys)
{
    keys.Add("start", &JobSpec::start)
        .Default("0ns")
        .Help("Start of the job, simulated time; with after, its delay after the end of that job.");
    keys.Add("after", &JobSpec::after)
        .Title("the name of another job")
        .Absent("it waits for none")
        .Help("Name of a job whose last repetition must be complete before this one starts.");
    keys.Add("enabled", &JobSpec::enabled)
        .Default(true)
        .Help("false: the job sends nothing and is not in the results, but keeps its hosts and its "
              "random draws, so that the other jobs do not change. A job that waits for "
              "it starts as if it had ended at its start.");
    keys.Add("transport", &JobSpec::own)
        .Words(GetTransportNames())
        .Absent("transport.type")
        .Help("Transport of this job's messages; jobs with different transports share the NICs. A "
              "transport other than transport.type has only the settings in transport.attributes. "
              "The "
              "defaults of switch follow transport.type; for roce beside mrc, set switch.ecn.");
    keys.Add("plane", &JobSpec::plane)
        .Range(0, LAST_PLANE)
        .Absent("0")
        .Help(("Plane of a job with a single-path transport (" +
               ns3::JoinRdmaWords(GetTransportNames(&Transport::IsSinglePath)) + ").")
                  .c_str());
}

} // namespace

void
CaptureSpec::DeclareKeys(KeySet& keys)
{
    keys.Title("a port such as {\"host\": 3, \"plane\": 2} or {\"link\": {\"plane\": 0, \"t0\": 3, "
               "\"t1\": 5}}");
    keys.AddForm("link", DeclareLinkCapture);
    keys.AddForm("host", DeclareNicCapture);
}

void
ReadKey(const KeyReading& reading, CaptureSpec& capture)
{
    if (!reading.FindNetwork())
    {
        return;
    }
    reading.ReadObject(capture);
    capture.port =
        capture.link
            ? capture.link->port
            : capture.nic.FindPort(reading.GetNetwork(), reading.GetPath(), reading.GetProblems());
}

void
LossSpec::DeclareKeys(KeySet& keys)
{
    keys.Title("an object with where and rate");
    keys.Add("where", &LossSpec::where)
        .Words({"nic-rx"})
        .Required()
        .Help("nic-rx: every frame that arrives at a NIC, including control frames.");
    keys.Add("rate", &LossSpec::rate)
        .Range(0, 1)
        .Required()
        .Help("Probability that a frame is lost.");
}

void
StragglerSpec::DeclareKeys(KeySet& keys)
{
    keys.Title("an object with host and factor");
    DeclareHost(keys.Add("host", &StragglerSpec::host));
    keys.Add("factor", &StragglerSpec::factor)
        .Range(1, 1000)
        .Required()
        .Help("All computations of the host take this many times as long.");
}

void
JobSpec::DeclareKeys(KeySet& keys)
{
    keys.Title("a job: an object with at least a type");
    keys.Add("name", &JobSpec::name)
        .Name()
        .Absent("job and its index in the list, counted from 0")
        .Help("Name of the job.");
    keys.Add("type", &JobSpec::type);
    DeclareOrder(keys);
    keys.PutKindKeysHere();
    keys.Add("qps", &JobSpec::qps)
        .Range(1, 256)
        .Default(1)
        .Help("QPs per ordered pair of hosts; messages are divided evenly among them. With driver, "
              "QPs of each channel.");
    keys.Add("driver", &JobSpec::driver)
        .Words({"nccl"})
        .Absent("messages are sent as they are")
        .Help(("Library that sends the messages (docs/nccl.md). nccl: in slots of 512 KiB on four "
               "channels, each after a clear to send, as messages with immediate data; MRC's timer "
               "has NCCL's settings unless transport.attributes has others. Only for " +
               ns3::JoinRdmaWords(JobKind::ListNames(&Job::MayBeDriven)) + ".")
                  .c_str());
    keys.Add("repeat", &JobSpec::repeat)
        .Range(1, 1000000)
        .Default(1)
        .Help("Number of repetitions, one after the other.");
    AddKinds(keys, "type", &JobSpec::what);
}

void
Scenario::DeclareKeys(KeySet& keys)
{
    keys.Title("a scenario: an object with at least schema, name, topology and workload");
    DeclareFormat(keys);
    DeclareEnds(keys);
    keys.Add("topology", &Scenario::topology).Required().Help("Hosts, switches and links.");
    keys.Add("switch", &Scenario::switches)
        .DefaultJson("{}")
        .Help("ECN, trimming, PFC and buffers of switches.");
    keys.Add("transport", &Scenario::transport)
        .DefaultJson((R"({"type": ")" + GetTransportNames().front() + "\"}").c_str())
        .Help("The transport of every host.");
    keys.Add("workload", &Scenario::jobs).Length(1).Required().Help("The jobs.");
    keys.Add("stragglers", &Scenario::stragglers)
        .DefaultJson("[]")
        .Help("Hosts that compute slowly, in all jobs. A slow link of a host is a fault, "
              "link-rate.");
    DeclareFaults(keys);
    keys.AddGroup("measure", DeclareMeasure)
        .DefaultJson("{}")
        .Help("Results in addition to counters.");
    keys.AddAttribute("verifyWire", "ns3::Fabric::VerifyWire")
        .Help("On every link, encode every frame into bytes, decode it and compare. Results do "
              "not change; the run is slower.");
    keys.AddNote("$schema")
        .Absent("editors find no schema here")
        .Help("Location of the JSON Schema of scenarios for editors, a file or an address. "
              "Otherwise ignored, and not in config.json.");
}

} // namespace mrcsim
