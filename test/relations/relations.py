# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Relations between the results of two scenarios: a change of the scenario, and what it must change in the results.

A relation changes a scenario in place, and returns a function adjust(expected, found). It makes the expected results out of
those of the original scenario, and removes from both what the relation says nothing about. None instead of the function:
the relation says nothing about this scenario. Results are compared field by field, without tolerance.

False by design, and therefore no relations:

- Hosts or planes in another order: paths and first PSNs are drawn by the numbers of hosts and planes. On average it is true
  (test_identities.py).
- Jobs in another order: the QPs of a host draw from one random stream, in the order of their first messages.
- Two faults at the same time and place in another order: the first is applied first. Draws follow the order of faults.
- A shift with a monitor: its rounds begin at 0.
- Half the rates and twice the times for MRC, whose time stamps count steps of 128 ns and whose NSCC has constants for a
  reference rate and round trip; for DCQCN, whose pauses between packets are rounded to ps; with PFC, whose thresholds and
  buffers are so many bytes per Gbit/s.
- Messages between the same two hosts in two jobs: a QP belongs to one job, and draws its first PSN. Messages that begin at the
  same ps in two jobs: those of the first job are posted first, and their frames meet in this order.
- Idle hosts below a new T0, in general: marks and random trimming (TrimRandom) are drawn by the numbers of ports, which follow
  those of all T0s; and below a second T0 the base round trip is longer, and so windows and thresholds of queues.
- The order of pause storms that are found at the same time, which is that of the ports as they were made: a fault before the
  first packet makes its ports earlier.
- A shift by any time: time stamps of MRC (Timestamps) count steps of 128 ns, its ages of SKIP 65.536 ns, those of TCP ms,
  samples their intervals, windows of goodput quarters of recoveryWindow, and the stall watch eighths of stallTimeout, all
  from 0. The shift is a multiple of the first four.
"""

import itertools
import math
import re
from decimal import Decimal

import accounts
import draw
import networks
from results import INSTANTS

RELATIONS = {}


def relation(function, prepare=None, exercised=lambda results: True):
    """Adds a relation to the list.

    prepare -- gives the original first what the relation is about; false: the relation says nothing about it
    exercised -- false if it can only hold, by the results of the original
    """
    RELATIONS[function.__name__] = function
    function.prepare, function.exercised = prepare, exercised
    return function


def prepared(prepare, **facts):
    """As a decorator: relation with these facts."""
    return lambda function: relation(function, prepare, **facts)


def same(expected, found):
    """Nothing changes."""


def nanoseconds(value):
    """A time of a scenario in ns."""
    if not isinstance(value, str):
        return Decimal(str(value))
    for unit, factor in (("ps", "0.001"), ("ns", 1), ("us", 1000), ("ms", 10**6), ("s", 10**9)):
        if value.endswith(unit):
            return Decimal(value[: -len(unit)]) * Decimal(factor)
    raise ValueError(value)


def transports(scenario):
    """The transports of all jobs."""
    return {job.get("transport", scenario["transport"].get("type", "mrc")) for job in scenario["workload"]}


def count_hosts(topology):
    return topology.get("hosts") or sum(node["type"] == "host" for node in topology["nodes"])


def pair_of(flow):
    """The hosts of a flow, which share a QP for both directions."""
    return tuple(sorted((flow["src"], flow["dst"])))


def draw_flows(scenario, rng, simulator=None):
    """Adds a job of messages between some hosts, none of which begin at the same ps."""
    hosts = rng.sample(range(count_hosts(scenario["topology"])), 6)
    starts = rng.sample(range(2 * 10**7), 12)
    flows = [{**dict(zip(("src", "dst"), rng.sample(hosts, 2))), "bytes": rng.randrange(1, 100_000), "start": f"{at}ps"} for at in starts]
    scenario["workload"].append({"name": "drawn", "type": "flows", "start": f"{rng.randrange(2 * 10**7)}ps", "flows": flows})


@prepared(draw_flows)
def split_job(scenario, rng, simulator):
    """Independent messages in one job, or in two jobs one of which begins later, are the same messages."""
    job = scenario["workload"].pop()
    pairs = sorted(set(map(pair_of, job["flows"])))
    moved = rng.sample(pairs, rng.randrange(1, len(pairs)))
    first, second = (dict(job, flows=[dict(flow) for flow in job["flows"] if (pair_of(flow) in moved) == late]) for late in (0, 1))
    begin = min(nanoseconds(flow["start"]) for flow in second["flows"])
    second.update(name="drawn-too", start=f"{nanoseconds(job['start']) + begin}ns")
    for flow in second["flows"]:
        flow["start"] = f"{nanoseconds(flow['start']) - begin}ns"
    scenario["workload"] += rng.sample([first, second], 2)

    def adjust(expected, found):
        for part in (expected, found):
            part.tables.pop("jobs")
            part.without("steps", "slowest_flow")
            for column in ("flow", "job", "qp", "step"):
                part.without("flows", column)
            part.tables["flows"].sort(key=lambda row: [*row.values()])
            part.keep("samples", lambda row: not row["kind"].startswith("job."))
            for row in part.rows("events"):
                row["object"] = re.sub("/qp.*", "", row["object"])
            sort_events(part)

    return adjust


def in_graph(scenario, rng, simulator):
    """The scenario if its network is a graph, or messages and faults in a random graph, with samples and EVs."""
    if scenario["topology"]["type"] != "graph":
        nodes, links = networks.draw_graph(rng, scenario["topology"].get("planes", 1))
        scenario.update(topology={"type": "graph", "nodes": nodes, "links": links}, workload=[], faults=[])
        draw_flows(scenario, rng)
        draw_incast(scenario, rng)
        scenario["faults"] = draw_faults(scenario, rng, simulator, ("link-down", "link-loss", "switch-silent"), 3, (50_000,))
    scenario["measure"] = {"sampleInterval": "50us", "links": "all", "evs": True}


@prepared(in_graph)
def node_names(scenario, rng, simulator):
    """Names of the nodes of a graph change only themselves."""
    topology = scenario["topology"]
    old = [node["name"] for node in topology["nodes"]]
    new = dict(zip(old, (f"{rng.choice('abz')}{number}y" for number in rng.sample(range(1000), len(old)))))
    for part in (topology, scenario):
        part.update(replace({key: part[key] for key in ("nodes", "links", "faults") if key in part}, lambda text: new.get(text, text)))
    anywhere = re.compile(rf"\b({'|'.join(old)})\b")

    def adjust(expected, found):
        expected.tables = replace(expected.tables, lambda text: anywhere.sub(lambda name: new[name[0]], text))

    return adjust


def idle_network(scenario, rng, simulator):
    """A Clos of several T0s or pods, in which nothing is drawn by the number of a port, with messages between some hosts."""
    topology = scenario["topology"]
    if topology["type"] != "clos" or topology["hosts"] <= pod_of(topology):
        scenario["faults"] = []
        topology = scenario["topology"] = {"type": "clos", "hosts": 12, "hostsPerT0": 4, "t1PerPlane": rng.randint(1, 4)}
    for key in ("hostsPerServer", "serverRate", "serverDelay"):
        topology.pop(key, None)
    scenario["workload"] = []
    draw_flows(scenario, rng)
    draw_incast(scenario, rng)
    scenario["switch"] = {"ecn": {"enabled": False}}
    if scenario["transport"]["type"] != "mrc" or rng.random() < 0.3:
        only_roce(scenario)
        scenario["transport"]["type"] = rng.choice(("roce", "tcp"))
    scenario["transport"].setdefault("attributes", {})["ns3::FabricSwitchParameters::TrimRandom"] = False
    scenario["faults"] = [fault for fault in scenario.get("faults", ()) if fault["what"] != "random-flaps"]  # of all links


def pod_of(topology):
    """Hosts of a pod, or of a T0 in a Clos of two tiers."""
    return topology["hostsPerT0"] * topology.get("t0PerPod", 1)


@prepared(idle_network)
def idle_hosts(scenario, rng, simulator):
    """Idle hosts below a new last T0, or in a new last pod, change nothing."""
    topology = scenario["topology"]
    more = pod_of(topology) * rng.randint(1, 2)
    topology["hosts"] += more

    def adjust(expected, found):
        expected.summary["hosts"] += more
        names = {row["a"] for row in expected.rows("links")}
        found.keep("links", lambda row: {row["a"], row["b"]} <= names)

    return adjust


def sort_events(results):
    """Those at the same time by kind and object."""
    results.tables.get("events", []).sort(key=lambda row: (Decimal(row["time_ns"]), *row.values()))


def draw_shift(scenario, rng):
    """A time, in ns: a multiple of the steps in which something counts from 0."""
    steps = [int(nanoseconds(scenario["measure"]["sampleInterval"]) * 1000) or 1]
    if "mrc" in transports(scenario):
        stamped = scenario["transport"].get("attributes", {}).get("ns3::MrcQpParameters::Timestamps", True)
        steps += [65_536, *[128_000] * stamped]  # ps
    if "tcp" in transports(scenario):
        steps.append(10**9)
    step = math.lcm(*steps)
    return Decimal(step * rng.randint(1, max(1, 10**11 // step))) / 1000


def later(scenario, shift):
    """Shifts all times of a scenario; None if it counts rounds from 0, or a function adjust(expected, found)."""
    if "monitor" in scenario:
        return None
    for thing, key in [(scenario, "stop"), *((fault, "at") for fault in scenario.get("faults", ()))]:
        thing[key] = f"{nanoseconds(thing[key]) + shift}ns"
    for job in scenario["workload"]:
        if "after" not in job:
            job["start"] = f"{nanoseconds(job.get('start', 0)) + shift}ns"

    def adjust(expected, found):
        for row in expected.rows():
            for column in INSTANTS:
                if row.get(column):
                    row[column] = plain(Decimal(row[column]) + shift)
        expected.summary["sim_time_ns"] += shift
        for part in (expected, found):
            part.without("links", "utilisation")  # a share of the simulated time
            part.keep("samples", lambda row: Decimal(row["time_ns"]) > shift)
            if shift % (nanoseconds(scenario["measure"].get("recoveryWindow", "20us")) / 4):  # begin at 0
                part.without("recovery", "goodput_95_after_ns")
                part.without("recovery", "trimmed_packets")  # until goodput was back
        if expected.summary["outcome"] == "stalled" and shift * 8 % nanoseconds(scenario.get("stallTimeout", "20ms")):
            for part in (expected, found):
                part.clear()  # it ended with a look of the stall watch

    return adjust


def plain(number):
    """A number as in tables."""
    return f"{number.normalize():f}"


def without_bbr(scenario):
    """ns-3's BBR subtracts instants as numbers of seconds, so how much is rounded depends on the distance to 0."""
    if scenario["transport"].get("congestionControl") == "bbr":
        scenario["transport"]["congestionControl"] = "cubic"


def with_stamps(scenario, rng, simulator):
    """With or without time stamps in data packets of MRC."""
    without_bbr(scenario)
    if "mrc" in transports(scenario):
        scenario["transport"].setdefault("attributes", {})["ns3::MrcQpParameters::Timestamps"] = rng.random() < 0.5


@prepared(with_stamps)
def shift(scenario, rng, simulator):
    """All instants shifted by a time: every time of the results is shifted by it, and nothing else changes."""
    return later(scenario, draw_shift(scenario, rng))


def draw_faults(scenario, rng, simulator, kinds, count, longest, busy=None):
    """Faults of some kinds that end, anywhere in the network.

    longest -- ns, maxima of durations
    busy -- hosts that they may hit; all by default
    """
    network = networks.Network(scenario["topology"], simulator.links(scenario["topology"]))
    schema = simulator.schema["properties"]["faults"]["items"]
    choices = [form for form in draw.forms(schema) if form[0]["what"][0] in kinds]
    source = draw.Draw(rng, network=network, planes=range(network.planes), mood="passing", longest=longest, busy=busy or range(network.hosts))
    faults = [source.object(*rng.choice(choices)) for _ in range(count)]
    for fault in faults:
        if "up" in fault:
            fault["up"] = False
        if "period" not in fault:
            fault.pop("count", None)
    return faults


def horizon(scenario, simulator):
    """Least time of a run in ns."""
    return max(10_000, int(simulator.check(scenario)[1]["sim_time_s"] * 1e9))


def fast_repair(scenario, rng, simulator):
    """Switches learn of dead links after some us."""
    without_bbr(scenario)
    times = {f"ns3::Fabric::{name}": f"{rng.randrange(20_000)}ns" for name in ("LocalRepair", "RemoteConvergence")}
    scenario["transport"].setdefault("attributes", {}).update(times)


@prepared(fast_repair)
def mended_before(scenario, rng, simulator):
    """Faults that are over before the first packet change nothing, if their end has been noticed."""
    shift = draw_shift(scenario, rng)
    while shift < 5_000_000:
        shift *= 2
    adjust = later(scenario, shift)
    if adjust is None:
        return None
    attributes = scenario["transport"]["attributes"]
    noticed = ("ns3::Fabric::LocalRepair", "ns3::Fabric::RemoteConvergence", "ns3::RdmaNic::LinkDownDetect")
    margin = sum(nanoseconds(attributes.get(name, "10us")) for name in noticed)
    traits = simulator.traits["faults"]
    kinds = [name for name in traits if name != "link-up" and (scenario["transport"]["type"] == "mrc" or not traits[name]["evs"])]
    faults = draw_faults(scenario, rng, simulator, kinds, 6, longest=(1_000, 20_000, 100_000))
    number = len(scenario.setdefault("faults", []))
    for fault in faults:
        length = sum(nanoseconds(fault.get(key, 0)) for key in ("for", "down")) + fault.get("count", 1) * nanoseconds(fault.get("period", 0))
        length += nanoseconds(fault.get("stagger", 0)) * len(fault.get("links", ()))
        fault["at"] = f"{shift - margin - length - rng.choice((1, rng.randrange(1, 1_000_000)))}ns"
    scenario["faults"] += faults

    def without(expected, found):
        adjust(expected, found)
        found.keep("recovery", lambda row: int(row["fault"]) < number)
        found.keep("events", lambda row: Decimal(row["time_ns"]) >= shift)
        for part in (expected, found):
            sort_events(part)
        if found.tables:
            expected.tables.setdefault("recovery", [])

    return without


@relation
def order_of_keys(scenario, rng, simulator):
    """The order of the keys of an object changes nothing."""

    def shuffle(value):
        if isinstance(value, list):
            return [shuffle(entry) for entry in value]
        if not isinstance(value, dict):
            return value
        keys = list(value)
        rng.shuffle(keys)
        return {key: shuffle(value[key]) for key in keys}

    copied = shuffle(scenario)
    scenario.clear()
    scenario.update(copied)
    return same


def ends_of(scenario, fault):
    """Names of the nodes that a fault names."""
    names = set()
    for place in places_of(fault):
        names |= {place[key] for key in ("a", "b", "name", "host", "peer") if key in place}
        names |= {f"p{place['plane']}-{tier}-{place[tier]}" for tier in ("t0", "t1", "t2") if tier in place}
    nodes = scenario["topology"].get("nodes")  # hosts have numbers, or in a graph also names
    return {f"h{name}" if isinstance(name, int) and not nodes else nodes[name]["name"] if isinstance(name, int) else name for name in names}


DRAWN = ("random-flaps", "link-loss", "answer-loss", "ev-loss")  # faults that draw from a random stream


def more_faults(scenario, rng, simulator):
    """Adds faults that begin at the same time as others."""
    faults = scenario.setdefault("faults", [])
    times = [f"{rng.randrange(horizon(scenario, simulator))}ns" for _ in range(2)]
    kinds = ("link-down", "link-delay", "link-rate", "switch-silent", "nic-port-down", "port-admin")
    faults += draw_faults(scenario, rng, simulator, kinds, 4, longest=(1_000, 20_000, 100_000))
    for fault in faults[-4:]:
        fault["at"] = rng.choice(times + [fault["at"] for fault in faults[:-4]])


@prepared(more_faults)
def order_of_faults(scenario, rng, simulator):
    """The order of the faults changes their numbers only, unless two are at the same time and place."""
    faults = scenario["faults"]
    free = [number for number, fault in enumerate(faults) if fault["what"] not in DRAWN]
    kept = list(range(len(faults)))

    def fits(order):
        rank = {number: place for place, number in enumerate(order)}
        return order != kept and all(
            rank[a] < rank[b] or faults[a]["at"] != faults[b]["at"] or not ends_of(scenario, faults[a]) & ends_of(scenario, faults[b])
            for a in kept for b in kept[a + 1 :]
        )  # fmt: skip

    def draw():
        moved = iter(rng.sample(free, len(free)))
        return [next(moved) if number in free else number for number in kept]

    order = next(filter(fits, (draw() for _ in range(100))), None)
    if order is None:
        return None
    scenario["faults"] = [faults[number] for number in order]

    def adjust(expected, found):
        for row in expected.rows("recovery"):
            row["fault"] = str(order.index(int(row["fault"])))
        expected.tables.get("recovery", []).sort(key=lambda row: int(row["fault"]))
        for part in (expected, found):
            sort_events(part)

    return adjust


@relation
def watched(scenario, rng, simulator):
    """Samples, all links, EVs and captured ports change no flow, no event, no link and no counter; all files agree."""
    measure = scenario.setdefault("measure", {})
    interval = rng.randrange(1_000, 100_000)
    others = simulator.schema["properties"]["measure"]["properties"]["samples"]["items"]["enum"]
    samples = {*accounts.SAMPLES, *rng.sample(others, rng.randrange(len(others)))}
    measure.update(sampleInterval=f"{interval}ns", links="all", evs=True, samples=sorted(samples))
    planes = networks.Network(scenario["topology"], simulator.links(scenario["topology"])).planes
    places = {(rng.randrange(8), rng.randrange(planes)) for _ in range(3)}
    measure["pcap"] = [{"host": host, "plane": plane, "log": rng.random() < 0.5} for host, plane in sorted(places)]

    def adjust(expected, found):
        accounts.check(found)
        links = [(row["a"], row["b"], row["index"]) for row in expected.rows("links")]
        found.keep("links", lambda row: (row["a"], row["b"], row["index"]) in links)
        for part in (expected, found):
            for name in ("samples", "evs"):
                part.tables.pop(name, None)
            part.summary.pop("captures", None)

    return adjust


def draw_downs(scenario, rng, simulator):
    """Adds faults that take a link down for a time, and removes those that end all earlier faults of their place."""
    scenario["faults"] = [fault for fault in scenario.get("faults", ()) if fault["what"] not in ("link-up", "switch-reboot")]
    draw_flows(scenario, rng)
    busy = [flow["src"] for flow in scenario["workload"][-1]["flows"]]
    end = horizon(scenario, simulator)
    faults = draw_faults(scenario, rng, simulator, ("link-down", "nic-port-down"), 6, longest=(100, end), busy=busy)
    scenario["faults"] += [dict(fault, at=f"{rng.randrange(end)}ns") for fault in faults]


@prepared(draw_downs, exercised=lambda results: any(
    row["what"] in ("link-down", "nic-port-down") and int(row["lost_packets"]) for row in results.rows("recovery")))  # fmt: skip
def split_union(scenario, rng, simulator):
    """A link that is down is as down as by two to four faults that overlap or abut, by either of its names."""
    for fault in scenario["faults"][:]:
        length = int(nanoseconds(fault.get("for", 0)))
        begin, end = nanoseconds(fault["at"]), nanoseconds(fault["at"]) + length
        if fault["what"] not in ("link-down", "nic-port-down") or length < 4 or end >= nanoseconds(scenario["stop"]):
            continue
        cuts = [0, *sorted(rng.sample(range(1, length), rng.randint(1, 3))), length]
        pieces = []
        for first, last in zip(cuts, cuts[1:]):
            first, last = rng.choice((0, first, rng.randint(0, first))), rng.choice((last, length, rng.randint(last, length)))
            pieces.append(rename_link(dict(fault, at=f"{begin + first}ns", **{"for": f"{last - first}ns"}), rng))
        rng.shuffle(pieces)
        fault.clear()
        fault.update(pieces.pop())
        scenario["faults"] += pieces

    def adjust(expected, found):
        for part in (expected, found):
            part.tables.pop("recovery", None)
            part.keep("events", lambda row: row["kind"] not in ("link-down", "link-up", "nic-port-down"))
            sort_events(part)

    return adjust


def rename_link(fault, rng):
    """The same fault by another name of its link."""
    link = fault.get("link", {})
    if "host" in link:
        return rng.choice((fault, {"at": fault["at"], "for": fault["for"], "what": "nic-port-down", **link}))
    if link:
        ends = [link["a"], link["b"]] if "a" in link else [f"p{link['plane']}-{tier}-{link[tier]}" for tier in ("t0", "t1")]
        plane = int(re.match(r"p?(\d*)", ends[0])[1] or 0)  # unless in a graph
        fault["link"] = networks.name_link(rng, (plane, *ends, link.get("index", 0)))
    return fault


@relation
def names(scenario, rng, simulator):
    """Names of jobs change only themselves."""
    new = {}
    for number, job in enumerate(scenario["workload"]):
        old = job.get("name", f"job{number}")
        job["name"] = new[old] = f"renamed-{number}"
        if "after" in job:
            job["after"] = new[job["after"]]

    def adjust(expected, found):
        for name in ("flows", "jobs", "steps"):
            for row in expected.rows(name):
                row["job"] = new[row["job"]]
        for row in expected.rows("samples"):
            if row["kind"].startswith("job."):
                row["object"] = new[row["object"]]
        for entry in expected.summary.get("slowdown", ()):
            entry["job"] = new[entry["job"]]

    return adjust


@relation
def disabled_job(scenario, rng, simulator):
    """A job that is disabled changes nothing."""
    jobs = [job for job in scenario["workload"] if job["type"] != "poisson"]  # without a message it is refused
    if not jobs or any("placement" in job.get("hosts", ()) for job in scenario["workload"]):
        return None  # it keeps its hosts
    scenario["workload"].append(dict(rng.choice(jobs), name="disabled", enabled=False))
    return same


@relation
def in_force(scenario, rng, simulator):
    """A scenario with every default, and every attribute that is in force, is the same scenario."""
    told = simulator.all_values(scenario)
    scenario.clear()
    scenario.update(told["scenario"])
    attributes = scenario["transport"]["attributes"]
    attributes.update({name: value for name, value in told["attributes"].items() if not simulator.attributes[name].get("keys")})
    return same


def draw_incast(scenario, rng, simulator=None):
    """Adds a write, and an incast of seven hosts."""
    receiver, *senders = rng.sample(range(count_hosts(scenario["topology"])), 8)
    scenario["workload"] += [
        {"name": "drawn-incast", "type": "incast", "receiver": receiver, "senders": senders[1:], "bytes": rng.randrange(1, 200_000)},
        {"name": "drawn-write", "type": "write", "hosts": [receiver, senders[0]], "bytes": rng.randrange(1, 200_000), "repeat": 2},
    ]


@prepared(draw_incast)
def as_flows(scenario, rng, simulator):
    """A write and an incast are flows, which may begin after their job."""
    for job in scenario["workload"]:
        senders = job.get("senders")
        if isinstance(senders, dict):
            senders = range(senders["from"], senders["to"] + 1)
        if job["type"] == "write":
            pairs = [job.pop("hosts")]
        elif job["type"] == "incast":
            pairs = [(sender, job["receiver"]) for sender in senders]
            del job["receiver"], job["senders"]
        else:
            continue
        job.update(type="flows", flows=[{"src": src, "dst": dst, "bytes": job["bytes"]} for src, dst in pairs])
        del job["bytes"]

    def adjust(expected, found):
        for part in (expected, found):
            part.without("flows", "step")
        for row, other in zip(expected.rows("jobs"), found.rows("jobs")):
            if row["type"] != other["type"]:
                for column in ("type", "bytes", "algbw_gbps", "busbw_gbps"):
                    row[column] = other[column]

    return adjust


@prepared(draw_flows)
def as_table(scenario, rng, simulator):
    """A list of flows is a table of them; the ids of a table and the order of its columns are only names."""
    for job in scenario["workload"]:
        if "flows" in job:
            rows = [f"{flow['src']},{flow['dst']},{flow['bytes']},{flow.get('start', '')}" for flow in job.pop("flows")]
            job["table"] = "\n".join(["src,dst,bytes,start_ns", *rows])
        elif "table" in job:
            rows = [row.split(",") for row in job["table"].split("\n")]
            new = {row[0]: f"x{rng.randrange(10**9)}-{row[0]}" for row in rows[1:]}
            for row in rows[1:]:
                row[0], row[5] = new[row[0]], " ".join(new[one] for one in row[5].split())
            order = rng.sample(range(len(rows[0])), len(rows[0]))
            job["table"] = "\r\n".join(" ,\t".join(row[column] for column in order) for row in rows)
    return same


def only_roce(scenario):
    """Makes all jobs those of RoCE in one plane, and removes what is for other planes or transports."""
    kept = {key: value for key, value in scenario["transport"].items() if key in ("mtu", "attributes", "loadBalancing")}
    attributes = {name: value for name, value in kept.pop("attributes", {}).items() if "Mrc" not in name and "Tcp" not in name}
    scenario["transport"] = dict(kept, type="roce", attributes=attributes)
    for job, key in itertools.product(scenario["workload"], ("transport", "plane")):
        job.pop(key, None)
    scenario.pop("monitor", None)
    topology = scenario["topology"]
    names = {"p0"}
    if topology["type"] == "graph":
        topology["links"] = [link for link in topology["links"] if link.get("plane", 0) == 0]
        names = {link[end] for link in topology["links"] for end in "ab"}
        topology["nodes"] = [node for node in topology["nodes"] if node["name"] in names]
    else:
        topology["planes"] = 1

    def stays(place):
        return place.get("plane", 0) == 0 and all(place[key].split("-")[0] in names for key in ("a", "b", "name") if key in place)

    faults = [fault for fault in scenario.get("faults", ()) if not fault["what"].startswith("ev-")]
    scenario["faults"] = [fault for fault in faults if all(map(stays, places_of(fault)))]


def places_of(fault):
    """The objects that name the places of a fault."""
    links = fault.get("links", ())
    return [fault, fault.get("link", {}), fault.get("switch", {}), *(() if isinstance(links, str) else links)]


def paused(scenario, rng, simulator):
    """As only_roce, with PFC and messages that pause links."""
    only_roce(scenario)
    scenario["transport"]["congestionControl"] = "none"
    scenario["switch"] = {"pfc": True, "bufferAlpha": 0.01, "ecn": {"enabled": False}}  # pauses early
    draw_incast(scenario, rng)
    scenario["workload"].append({"name": "drawn-permutation", "type": "permutation", "bytes": rng.randrange(1, 50_000)})


def second_class(scenario, rng, simulator):
    """The second data class does what the first does."""
    attributes = scenario["transport"]["attributes"]
    attributes.update({"ns3::RoceQpFactory::DataClass": "Second", "ns3::FabricSwitchParameters::LosslessClasses": "Second"})

    def adjust(expected, found):
        for row in expected.rows("events"):
            row["detail"] = row["detail"].replace("priority 3", "priority 4")
            row["object"] = row["object"].replace("priority 3", "priority 4")

    return adjust


relation(second_class, paused, lambda results: results.summary["pfc_pause_ns"] > 0)


def replace(value, change):
    """A copy of a value in which change(text) replaces each text."""
    if isinstance(value, dict):
        return {key: replace(entry, change) for key, entry in value.items()}
    if isinstance(value, list):
        return [replace(entry, change) for entry in value]
    return change(value) if isinstance(value, str) else value


RATE = re.compile(r"[0-9.]+[kMG]?bps")
TIME = re.compile(r"[0-9.]+(ps|ns|us|ms|s)")
EVEN = (10, 20, 40, 50, 80, 100, 200, 400, 800)  # Gb/s: whole ps per byte at this rate and at half of it


def gbps(text):
    return Decimal(text.rstrip("kMGbps")) * {"k": Decimal("1e-6"), "M": Decimal("1e-3"), "G": 1}.get(text[-4], Decimal("1e-9"))


def even_rates(scenario, rng, simulator):
    """As only_roce at line rate, with rates that have whole times per byte, and without PFC and times that are drawn."""
    for number, job in enumerate(scenario["workload"]):
        job.setdefault("name", f"job{number}")
    scenario["workload"] = [job for job in scenario["workload"] if job["type"] != "poisson" and "table" not in job]
    names = {job["name"] for job in scenario["workload"]}
    if not names:
        draw_flows(scenario, rng)
    for job in scenario["workload"]:
        job.pop("computeJitter", None)
        if "compute" in job:
            job["compute"] = "864us"  # is divided by 3 and by layers
        if job.get("after") not in names:
            job.pop("after", None)
    if scenario.get("switch", {}).get("pfc"):
        del scenario["switch"]

    def even(text):
        return f"{min(EVEN, key=lambda rate: abs(rate - gbps(text)))}Gbps" if RATE.fullmatch(text) else text

    scenario.update(replace(scenario, even))
    scenario["faults"] = [fault for fault in scenario.get("faults", ()) if fault["what"] not in ("random-flaps", "link-rate")]
    only_roce(scenario)
    scenario["transport"]["congestionControl"] = "none"  # rates of DCQCN are rounded to ps


def half_speed(scenario, rng, simulator):
    """Half the rates and twice the times, all of them: every time of the results is twice as long."""
    in_force(scenario, rng, simulator)

    def slower(text):
        if TIME.fullmatch(text):
            return f"{2 * nanoseconds(text)}ns"
        return f"{gbps(text) / 2}Gbps" if RATE.fullmatch(text) else text

    scenario.update(replace(scenario, slower))

    def adjust(expected, found):
        for row in expected.rows():
            for column, text in row.items():
                if column.endswith("_ns") and text:
                    row[column] = plain(2 * Decimal(text))
        for part in (expected, found):
            part.keep("events", lambda row: row["kind"] != "link-delay")  # its detail is a time
            part.tables.pop("samples", None)  # rates are rounded to nine digits
            part.summary.pop("fct_ns")  # has the same times as flows.csv
            for column in ("ideal_ns", "slowdown", "efficiency", "slowest_slowdown"):  # bounds spare some ps
                for table in ("flows", "jobs", "steps"):
                    part.without(table, column)
            for column in ("algbw_gbps", "busbw_gbps"):
                part.without("jobs", column)
        for name in ("sim_time_ns", "pfc_pause_ns"):
            expected.summary[name] *= 2

    return adjust


relation(half_speed, even_rates)
