# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The files of one run against each other: what can be computed from one of them must be in the other.

Written from docs/results.md and docs/faults.md alone. Expects all links in links.csv, EVs, and SAMPLES in samples.csv.
"""

import re
from collections import Counter, defaultdict
from decimal import Decimal
from functools import cache

from simulator import Wrong

SAMPLES = ("host.rx_gbps", "plane.rx_gbps", "job.throughput_gbps", "port.tx_gbps", "port.queue_bytes", "qp.rate_gbps")
GAP = 20  # B of preamble and gap between frames
MOST_FRAME = 9216  # B
LEAST_FRAME = 64  # B
DIGITS = Decimal("1e-8")  # numbers have nine digits
UNITS = {"k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "p": Decimal("0.001"), "n": 1, "u": 1000, "m": 10**6}
MAY_WAIT = ("flows", "poisson", "training-step")  # jobs of which a host may send nothing, or later
SENDERS = {  # bytes of a job, as a multiple of its key, by the number of hosts
    **dict.fromkeys(("write", "permutation", "all-reduce", "all-gather", "reduce-scatter", "broadcast", "send-recv"), lambda hosts: 1),
    "all-to-all": lambda hosts: hosts, "incast": lambda hosts: hosts - 1,
}  # fmt: skip
COUNTED = {
    "timeouts": "timeout", "qp_errors": "qp-error", "evs_retired": "ev-bad", "false_losses": "false-loss",
    "pfc_storms": "pfc-storm", "pfc_deadlocks": "pfc-deadlock",
}  # fmt: skip


def expect(where, found, expected, within=0):
    """Raises Wrong if two numbers differ by more than the given share."""
    found, expected = (None if value in ("", None) else Decimal(value) for value in (found, expected))
    if found is None or expected is None:
        demand(found is expected, f"{where} is {found}, expected {expected}")
    else:
        demand(abs(found - expected) <= within * abs(expected), f"{where} is {float(found)}, expected {float(expected)}")


def demand(true, what):
    if not true:
        raise Wrong(f"accounts: {what}")


def number(text):
    return None if text == "" else Decimal(text)


@cache
def quantity(value):
    """A rate in bit/s, a time in ns, a size in B."""
    digits, unit = re.fullmatch(r"([0-9.]+) ?(\w*)", str(value)).groups()
    return Decimal(digits) * (10**9 if unit == "s" else UNITS.get(unit[:1], 1))


def total(rows, column):
    return sum((Decimal(row[column]) for row in rows), Decimal(0))


def difference(end, start):
    return None if end is None or start is None else end - start


def centiles(values):
    """Statistics of values, which must exist, by their names in summary.json: the least ones that such a share does not exceed."""
    values = sorted(values)
    return {"p50": values[(len(values) - 1) // 2], "p99": values[-(-99 * len(values) // 100) - 1], "max": values[-1]}


def repetitions(kind, rows, flows):
    """Messages of each repetition of a job; none where their numbers of messages differ."""
    if kind == "flows":  # not all alike: a message without a length lasts as long as those of other jobs
        starts = [Decimal(0), *(Decimal(row["start_ns"] or "inf") for row in rows[1:]), Decimal("inf")]
        return [[one for one in flows if start <= Decimal(one["start_ns"]) < end] for start, end in zip(starts, starts[1:])]
    each, odd = divmod(len(flows), len(rows))
    return [[] if odd else flows[index * each : (index + 1) * each] for index in range(len(rows))]


class Accounts:
    """A run, and what its numbers must be. Each check raises Wrong at the first wrong one.

    config -- config.json; jobs: its jobs by name, transports: theirs, faults: the kinds of its faults
    hosts -- names of the hosts, in order
    ports -- rows of links.csv by name of the port
    """

    def __init__(self, results):
        self.results, self.summary, self.config = results, results.whole, results.config
        self.flows, self.links = results.tables["flows"], results.tables["links"]
        self.events = results.tables.get("events", [])
        self.interval = quantity(self.config["measure"]["sampleInterval"])
        self.jobs = {job["name"]: job for job in self.config["workload"]}
        self.driven = any("driver" in job for job in self.config["workload"])
        self.main = self.config["transport"]["type"]
        self.transports = {name: job.get("transport", self.main) for name, job in self.jobs.items()}
        self.faults = {fault["what"] for fault in self.config["faults"]}
        if self.config["topology"]["type"] == "graph":
            self.hosts = [node["name"] for node in self.config["topology"]["nodes"] if node["type"] == "host"]
        else:
            self.hosts = [f"h{number}" for number in range(self.config["topology"]["hosts"])]
        parallel = {(row["a"], row["b"]) for row in self.links if row["index"] != "0"}
        self.ports = {
            f"{row['a']}--{row['b']}" + (f".{row['index']}" if (row["a"], row["b"]) in parallel else ""): row for row in self.links
        }

    def tier(self, node):
        return "host" if node in self.hosts else node.split("-")[1] if self.config["topology"]["type"] == "clos" else "switch"

    def rate(self, row):
        """Rate of a link without faults, bit/s."""
        topology, tiers = self.config["topology"], row["tier"]
        if "links" not in topology:  # a clos, or a kind that is not known here
            name = "hostRate" if "host" in tiers else "coreRate" if "t2" in tiers else "fabricRate"
            return quantity(topology.get(name, topology["hostRate"]))
        ends = {row["a"], row["b"]}, int(row["plane"])
        return min(quantity(link["rate"]) for link in topology["links"] if ({link["a"], link["b"]}, link.get("plane", 0)) == ends)

    def delay(self):
        """Largest delay of a link without faults, ns."""
        topology = self.config["topology"]
        return max(quantity(link["delay"]) for link in topology["links"]) if "links" in topology else quantity(topology["linkDelay"])

    # flows.csv, jobs.csv, steps.csv

    def check_flows(self):
        times, started, first = [], Decimal(0), {}
        for job in self.config["workload"]:
            first[job["name"]] = sum(one["qps"] for one in self.config["workload"][: len(first)])
        for index, row in enumerate(self.flows):
            where = f"flows.csv, {index}, "
            expect(where + "flow", row["flow"], index)
            demand((row["completed"] == "true") == (row["end_ns"] != ""), f"{where}completed is {row['completed']}")
            took = difference(number(row["end_ns"]), number(row["start_ns"]))
            expect(where + "fct_ns", row["fct_ns"], took)
            expect(where + "slowdown", row["slowdown"], took and took / Decimal(row["ideal_ns"]), DIGITS)
            demand(took is None or took >= Decimal(row["ideal_ns"]), f"{where}fct_ns {took} is below ideal_ns")
            demand(Decimal(row["start_ns"]) >= started, f"{where}starts before the message that was posted before it")
            started = Decimal(row["start_ns"])
            times += [] if took is None else [took]
            demand(row["job"] in self.jobs, f"{where}job {row['job']}")
            qp = int(row["qp"]) - first[row["job"]]
            demand(self.driven or 0 <= qp < self.jobs[row["job"]]["qps"], f"{where}qp {row['qp']} of {row['job']}")
            demand(row["src"] != row["dst"] and max(int(row["src"]), int(row["dst"])) < len(self.hosts), f"{where}its hosts")
            once = int(row["packets"]) - int(row["retransmits"])
            driven = "driver" in self.jobs[row["job"]]
            if self.transports[row["job"]] == self.main != "tcp" and row["packets"] != "0" and not driven:  # 0: within a server
                packets = -(-int(row["bytes"]) // self.config["transport"]["mtu"])
                demand(once == packets or (not took and 0 <= once < packets), f"{where}{once} packets of {row['bytes']} B")
            sender = self.hosts[int(row["src"])] + "/"  # its timer runs until the last answer
            expired = sum(event["kind"] == "timeout" and event["object"].startswith(sender)
                          and started <= Decimal(event["time_ns"]) for event in self.events)  # fmt: skip
            demand(self.transports[row["job"]] == "tcp" or int(row["timeouts"]) <= expired, f"{where}timeouts {row['timeouts']}")
        wanted = {"mean": sum(times) / len(times), **centiles(times)} if times else dict.fromkeys(("mean", "p50", "p99", "max"))
        for name, value in wanted.items():
            expect(f"fct_ns.{name}", self.summary["fct_ns"][name], value, DIGITS)

    def check_slowdowns(self):
        for entry in self.summary.get("slowdown", ()):
            of_class = [row for row in self.flows if row["job"] == entry["job"]
                        and entry["over_bytes"] < int(row["bytes"]) <= entry["upto_bytes"]]  # fmt: skip
            values = [Decimal(row["slowdown"]) for row in of_class if row["slowdown"]]
            expect("upper bound of sizes", entry["upto_bytes"], 10 * entry["over_bytes"] or 1)
            wanted = {"flows": len(of_class), "completed": len(values)}
            if values:
                wanted |= {"mean": sum(values) / len(values), **centiles(values)}
            for name, value in wanted.items():
                expect(f"slowdown of {entry['job']} from {entry['over_bytes']} B, {name}", entry[name], value, DIGITS)

    def check_jobs(self):
        flows, jobs = defaultdict(list), defaultdict(list)
        for row in self.flows:
            flows[row["job"]].append(row)
        for row in self.results.rows("jobs"):
            jobs[row["job"]].append(row)
        demand(flows.keys() <= jobs.keys() <= self.jobs.keys(), f"jobs.csv has jobs {jobs.keys()}")
        for job, rows in jobs.items():
            of_job, config = flows[job], self.jobs[job]
            for index, (row, part) in enumerate(zip(rows, repetitions(config["type"], rows, of_job))):
                where = f"jobs.csv, {job} {index}, "
                self.check_job(where, row, config, of_job)
                expect(where + "repetition", row["repetition"], index)
                begin = min((Decimal(one["start_ns"]) for one in part), default=None)
                if begin is None:
                    continue
                if config["type"] not in MAY_WAIT:
                    expect(where + "start_ns", row["start_ns"], begin)
                demand(Decimal(row["start_ns"]) <= begin, f"{where}start_ns {row['start_ns']} is above that of a message")
                ends = [number(one["end_ns"]) for one in part]
                if row["end_ns"] and None not in ends:
                    demand(Decimal(row["end_ns"]) >= max(ends), f"{where}end_ns {row['end_ns']} is below that of a message")
                    if config["type"] not in ("flows", "training-step"):  # which may end with a computation
                        expect(where + "end_ns", row["end_ns"], max(ends))

    def check_job(self, where, row, config, flows):
        took = difference(number(row["end_ns"]), number(row["start_ns"]))
        expect(where + "duration_ns", row["duration_ns"], took)
        expect(where + "efficiency", row["efficiency"], took and Decimal(row["ideal_ns"]) / took, DIGITS)
        demand(not took or 0 < Decimal(row["efficiency"]) <= 1, f"{where}efficiency {row['efficiency']}")
        demand(row["type"] == config["type"], f"{where}type {row['type']}")
        expect(where + "bytes", row["bytes"], quantity(config["bytes"]) if "bytes" in config else row["bytes"])
        if not took:
            return
        hosts = len({one[end] for one in flows for end in ("src", "dst")})
        if config["type"] not in MAY_WAIT:
            expect(where + "hosts", row["hosts"], hosts)
        if "bytes" in config and config["type"] in SENDERS:
            size = Decimal(row["bytes"]) * SENDERS[config["type"]](hosts)
            expect(where + "algbw_gbps", row["algbw_gbps"], size * 8 / took, DIGITS)
        share = {"all-reduce": 2, "all-gather": 1, "reduce-scatter": 1, "all-to-all": 1}.get(config["type"])  # as in nccl-tests
        factor = Decimal(share * (hosts - 1)) / hosts if share else 1
        expect(where + "busbw_gbps", row["busbw_gbps"], Decimal(row["algbw_gbps"]) * factor, DIGITS)

    def check_steps(self):
        done, begun = defaultdict(list), Counter()
        for row in self.results.rows("steps"):
            repetition = row["job"], row["repetition"]
            expect(f"steps.csv, {repetition}, step", row["step"], begun[repetition])
            begun[repetition] += 1
            where = f"steps.csv, {row['job']} {row['repetition']} {row['step']}, "
            took = difference(number(row["end_ns"]), number(row["start_ns"]))
            expect(where + "duration_ns", row["duration_ns"], took)
            demand((row["completed"] == "true") == (took is not None), f"{where}completed is {row['completed']}")
            if took is not None:
                done[row["job"]].append(row)
                demand(took >= Decimal(row["compute_ns"]), f"{where}computes longer than it lasts")
            if row["slowest_flow"]:
                flow = self.flows[int(row["slowest_flow"])]
                found = (row["job"], row["slowest_src"], row["slowest_dst"], row["slowest_slowdown"])
                demand(found == (flow["job"], flow["src"], flow["dst"], flow["slowdown"]), f"{where}slowest flow {found}")
        for entry in self.summary.get("steps", ()):
            rows, config = done[entry["job"]], self.jobs[entry["job"]]
            where = f"summary.json, steps of {entry['job']}, "
            expect(where + "steps", entry["steps"], config["steps"] * config["repeat"])
            expect(where + "completed", entry["completed"], len(rows))
            if rows:
                whole = max(Decimal(row["end_ns"]) for row in rows) - min(Decimal(row["start_ns"]) for row in rows)
                expect(where + "steps_per_s", entry["steps_per_s"], whole and len(rows) * 10**9 / whole, DIGITS)
                for name, value in centiles([Decimal(row["duration_ns"]) for row in rows]).items():
                    expect(where + name, entry["time_ns"][name], value)

    # links.csv, and the counts of summary.json

    def check_counts(self):
        summary, flows = self.summary, self.flows
        done = [row for row in flows if row["completed"] == "true"]
        for name, wanted in (("seed", self.config["seed"]), ("hosts", len(self.hosts)), ("flows_started", len(flows)),
                             ("flows_completed", len(done)), ("bytes_posted", total(flows, "bytes")),
                             ("trimmed_packets", total(self.links, "trims")),
                             ("ecn_marked_packets", total(self.links, "ecn_marks")), ("pfc_pause_ns", total(self.links, "pauses_ns"))):  # fmt: skip
            expect(name, summary[name], wanted)
        complete = summary["outcome"] == "complete"
        demand(total(done, "bytes") <= summary["bytes_delivered"] <= summary["bytes_posted"], "bytes_delivered")
        demand(summary["flows_total"] >= len(flows) and complete <= (summary["flows_total"] == len(done)), "flows_total")
        ends = [row["end_ns"] for name in ("flows", "jobs", "steps") for row in self.results.rows(name) if row["end_ns"]]
        ends += [event["time_ns"] for event in self.events]
        demand(max(map(Decimal, ends), default=0) <= summary["sim_time_ns"], "sim_time_ns is before an event")
        repeated = summary["retransmitted_packets"]  # with those of a driver's own messages
        demand(total(flows, "retransmits") == repeated or (self.driven and total(flows, "retransmits") < repeated), "retransmitted_packets")
        for name, most in (("duplicate_packets", repeated), ("false_losses", summary["declared_lost"]),
                           ("lossless_violations", summary["dropped_packets"] * self.config["switch"]["pfc"]),
                           ("ctrl_queue_drops", summary["dropped_packets"])):  # fmt: skip
            demand(0 <= summary[name] <= most, f"{name} is {summary[name]}, at most {most}")
        trims = total(flows, "trims")
        unrepeated = summary["dropped_packets"] == 0 == summary["declared_lost"] and complete  # no NACK comes after a copy's SACK
        demand(trims == summary["trimmed_packets"] if unrepeated else trims <= summary["trimmed_packets"], f"{trims} trims of messages")
        demand(total(flows, "ecn_marks") <= summary["ecn_marked_packets"], "more echoes than marks")

    def check_links(self):
        frames, drops = total(self.links, "packets"), total(self.links, "drops")
        silenced = self.faults & {"switch-silent", "switch-down", "switch-reboot"}
        demand(self.summary["dropped_packets"] == drops or (silenced and self.summary["dropped_packets"] > drops), "dropped_packets")
        hops = self.summary["packet_hops"]
        expect("packet_hops_per_cpu_s", self.summary["packet_hops_per_cpu_s"], hops / Decimal(self.summary["cpu_s"]), DIGITS)
        wire = sum(1 + self.rate(row) / 10**9 * self.delay() / 8 / LEAST_FRAME for row in self.links if row["packets"] != "0")
        demand(hops <= frames and ("link-delay" in self.faults or frames - drops - wire <= hops), f"packet_hops is {hops}, frames of links {frames}")
        ends = {(row["a"], row["b"], row["index"]) for row in self.links}
        demand({(b, a, index) for a, b, index in ends} == ends and len(ends) == len(self.links), "links.csv has not each direction once")
        for a, b, index in ends:
            demand(index == "0" or (a, b, str(int(index) - 1)) in ends, f"index {index} of {a}--{b}")
        planes = {row["plane"] for row in self.links}
        demand(planes == {str(plane) for plane in range(len(planes))} and len(planes) == self.summary["planes"], f"planes {planes}")
        for row in self.links:
            where = f"links.csv, {row['a']}--{row['b']}, "
            demand(row["tier"] == f"{self.tier(row['a'])}-{self.tier(row['b'])}", f"{where}tier {row['tier']}")
            demand((row["pauses_ns"] != "0") <= (row["pfc_frames"] != "0"), f"{where}paused by {row['pfc_frames']} PFC frames")
            demand(LEAST_FRAME * int(row["packets"]) <= int(row["bytes"]) <= MOST_FRAME * int(row["packets"]), f"{where}bytes {row['bytes']}")
            busy = (int(row["bytes"]) + GAP * int(row["packets"])) * 8 * 10**9 / self.rate(row) / Decimal(self.summary["sim_time_ns"])
            if "link-rate" in self.faults:
                demand(busy * (1 - DIGITS) <= Decimal(row["utilisation"]) <= 1, f"{where}utilisation {row['utilisation']}")
            else:
                expect(where + "utilisation", row["utilisation"], busy, DIGITS)

    def check_hosts(self):
        """Links of hosts carry all packets of messages; each packet crosses all links of a path."""
        far, sent, received, least, most = {}, Counter(), Counter(), 0, 0
        for row in self.flows:
            packets = int(row["packets"])
            if self.transports[row["job"]] == "tcp" or packets == 0:
                continue
            src, dst = self.hosts[int(row["src"])], self.hosts[int(row["dst"])]
            sent[src] += packets
            received[dst] += int(row["bytes"]) if row["completed"] == "true" else 0
            far[src] = far.get(src) or self.distances(src)
            least += (packets - int(row["retransmits"])) * far[src][dst] if row["completed"] == "true" else 0
            most += packets * far[src][dst]
        for host in self.hosts:
            leaving, coming = ([row for row in self.links if row[end] == host] for end in "ab")
            frames, bytes_ = total(leaving, "packets"), total(coming, "bytes")
            lost = total(leaving, "drops")  # frames that waited when the link went down
            demand(sent[host] <= frames + lost, f"{sent[host]} packets of messages from {host}, {frames} frames, {lost} lost")
            demand(received[host] <= bytes_, f"{received[host]} B of messages to {host}, {bytes_} B of frames")
        found = self.summary["data_packet_hops"]
        exact = self.config["topology"]["type"] == "clos" and "tcp" not in self.transports.values()  # TCP has answers of the data class
        exact = exact and self.summary["retransmitted_packets"] == 0  # without probes of that class
        demand(self.driven or least <= found <= (most if exact else self.summary["packet_hops"]), f"data_packet_hops is {found}, not from {least} to {most}")

    def distances(self, host):
        """Links of a shortest path from a host, by node."""
        following = defaultdict(set)
        for row in self.links:
            following[row["a"]].add(row["b"])
        found, edge, distance = {host: 0}, {host}, 0
        while edge:
            distance += 1
            edge = {b for a in edge for b in following[a]} - found.keys()
            found.update(dict.fromkeys(edge, distance))
            edge -= set(self.hosts)  # which forward nothing
        return found

    # events.csv, recovery.csv, evs.csv

    def check_events(self):
        kinds = Counter(row["kind"] for row in self.events)
        for name, kind in COUNTED.items():
            if "tcp" not in self.transports.values() or kinds[kind] > self.summary[name]:  # those of TCP are no events
                expect(name, self.summary[name], kinds[kind])
        wrongly = sum(row["kind"] == "ev-bad" and row["detail"].endswith("wrongly") for row in self.events)
        expect("evs_retired_wrongly", self.summary["evs_retired_wrongly"], wrongly)
        times = [Decimal(row["time_ns"]) for row in self.events]
        demand(times == sorted(times), "events.csv is not in order of time")
        known = {node for row in self.links for node in (row["a"], row["b"], row["a"] + "--" + row["b"])}
        evs = {(row["qp"], f"plane {row['plane']} ev {row['ev']}") for row in self.results.rows("evs")}
        for row in self.events:
            nodes = re.sub(r"(/qp\d+|\.\d+| ev 0x[0-9a-f]+)$", "", row["object"])
            demand(nodes in known or set(nodes.split(" to ")) <= known or row["kind"] == "pfc-deadlock", f"events.csv has object {row['object']}")
            if row["kind"] in ("ev-bad", "ev-good", "ev-denied", "ev-enabled", "ev-skip"):
                demand((row["object"], row["detail"].removesuffix(" wrongly")) in evs, f"{row['object']} has no EV {row['detail']}")

    def check_recovery(self):
        begun = {(Decimal(row["time_ns"]), row["object"]) for row in self.events}
        reboots = [(number(row["at_ns"]), int(row["fault"]), row["object"])
                   for row in self.results.rows("recovery") if row["what"] == "switch-reboot"]  # fmt: skip
        for row in self.results.rows("recovery"):
            where = f"recovery.csv, {row['fault']}, "
            fault = self.config["faults"][int(row["fault"])]
            first, last, at, until = (number(row[column]) for column in ("first_loss_ns", "last_loss_ns", "at_ns", "until_ns"))
            lost = int(row["lost_packets"])
            demand(row["what"] == fault["what"], f"{where}what is {row['what']}")
            if fault["what"] not in ("random-flaps", "transceiver-glitch"):
                expect(where + "at_ns", at, quantity(fault["at"]))
                demand((at, row["object"]) in begun, f"{where}no event of {row['object']} at {at}")
                ends = [at + quantity(fault["for"])] if "for" in fault else []
                if fault["what"] in ("switch-silent", "switch-down", "switch-reboot"):
                    ends += [time for time, index, switch in reboots if switch == row["object"] and (time, index) > (at, int(row["fault"]))]
                if ends and "link-up" not in self.faults and until is not None:
                    expect(where + "until_ns", until, min(ends))
            expect(where + "loss_free_after_ns", row["loss_free_after_ns"], difference(last, at))
            demand((first is None) == (lost == 0) and (first or at) >= at, f"{where}first loss at {first} with {lost} lost packets")
            if first is not None:
                demand(Decimal(row["longest_qp_loss_ns"]) <= last - first, f"{where}longest_qp_loss_ns")
            for name, most in (("qps_touched", lost), ("lost_packets", self.summary["dropped_packets"] + self.summary["trimmed_packets"]),
                               ("trimmed_packets", self.summary["trimmed_packets"]), ("evs_retired", self.summary["evs_retired"]),
                               ("evs_retired_wrongly", self.summary["evs_retired_wrongly"]), ("qps_failed", 2 * self.summary["qp_errors"]),
                               ("lost_answers", self.summary["dropped_packets"])):  # fmt: skip
                demand(int(row[name]) <= most, f"{where}{name} is {row[name]}, at most {most}")
            if row["evs_back_after_ns"]:
                back = until + Decimal(row["evs_back_after_ns"])
                demand(any(Decimal(one["time_ns"]) == back for one in self.events if one["kind"] in ("ev-good", "ev-replaced")), f"{where}evs_back_after_ns")

    def check_evs(self):
        ways = {(row["a"], row["b"], row["plane"]) for row in self.links}
        pairs = set()
        for row in self.results.rows("evs"):
            where = f"evs.csv, {row['qp']} {row['ev']}, "
            host = re.sub(r"/qp\d+$", "", row["qp"])
            pairs.add((host, row["peer"]))
            demand({host, row["peer"]} <= set(self.hosts), f"{where}peer {row['peer']}")
            demand(row["plane"] == str(int(row["ev"], 16) >> 12), f"{where}plane {row['plane']}")
            demand(row["state"] in ("good", "skip", "bad", "denied"), f"{where}state {row['state']}")
            path = row["path"].split()
            demand(not path or (path[0], path[-1]) == (host, row["peer"]), f"{where}path {path}")
            demand(all((a, b, row["plane"]) in ways for a, b in zip(path, path[1:])), f"{where}path {path}")
        for row in self.flows:
            if self.transports[row["job"]] == "mrc" and row["packets"] != "0":
                ends = self.hosts[int(row["src"])], self.hosts[int(row["dst"])]
                demand(ends in pairs, f"no EV of a QP between {ends}")

    # samples.csv

    def check_samples(self):
        """Rates times intervals are bytes: of hosts and planes the same, and what links and messages say."""
        bits, at, top = defaultdict(Decimal), defaultdict(Decimal), defaultdict(Decimal)
        objects = {"host": self.hosts, "plane": {row["plane"] for row in self.links}, "job": self.jobs, "port": self.ports}
        for row in self.results.rows("samples"):
            known = objects.get(row["kind"].split(".")[0], (row["object"],))
            demand(row["kind"][:2] != "qp" or re.sub(r"/qp\d+$", "", row["object"]) in self.hosts, f"samples.csv has {row['object']}")
            demand(row["object"] in known and row["kind"] in self.config["measure"]["samples"], f"samples.csv has {row['object']}")
            value, time = Decimal(row["value"]), Decimal(row["time_ns"])
            bits[row["kind"], row["object"]] += value * self.interval
            at[row["kind"], row["time_ns"]] += value
            top[row["kind"], row["object"]] = max(top[row["kind"], row["object"]], value)
            demand(time % self.interval == 0 and time <= self.summary["sim_time_ns"], f"samples.csv has time {time}")
        servers = self.config["topology"].get("serverRate") or "tcp" in self.transports.values()
        for kind, time in list(at):
            for one, other, less in (("host.rx_gbps", "plane.rx_gbps", False), ("qp.rate_gbps", "job.throughput_gbps", servers)):
                a, b = at.get((one, time), 0), at.get((other, time), 0)
                if kind in (one, other):
                    demand(abs(a - b) <= 10 * DIGITS * b or (less and a < b), f"{one} is {float(a)} at {time}, {other} {float(b)}")
        last = Decimal(self.summary["sim_time_ns"]) // self.interval * self.interval
        self.check_sampled_ports(bits, top, Decimal(self.summary["sim_time_ns"]) - last)
        delivered = sum((value for (kind, _), value in bits.items() if kind == "job.throughput_gbps"), Decimal(0)) / 8
        demand(delivered <= self.summary["bytes_delivered"] * (1 + DIGITS), f"samples have {float(delivered)} B of jobs")
        for name in self.jobs:
            flows = [row for row in self.flows if row["job"] == name]
            done = total([row for row in flows if row["end_ns"] and Decimal(row["end_ns"]) <= last], "bytes")
            found = bits["job.throughput_gbps", name] / 8
            demand(done * (1 - DIGITS) <= found <= total(flows, "bytes") * (1 + DIGITS), f"job.throughput_gbps of {name} is {float(found)} B")

    def check_sampled_ports(self, bits, top, rest):
        """Frames of the last interval are in no sample; those that were lost on a link, or are on it, in none of a receiver."""
        most, spared = defaultdict(Decimal), defaultdict(Decimal)
        for port, row in self.ports.items():
            demand(top["port.queue_bytes", port] <= int(row["max_queue_bytes"]), f"port.queue_bytes of {port} is above its maximum")
            rate = self.rate(row) / 10**9
            lost = rate * self.delay() + Decimal(row["drops"]) * MOST_FRAME * 8
            for key in (("port.tx_gbps", port), ("host.rx_gbps", row["b"]), ("plane.rx_gbps", row["plane"])):
                if key[0] == "port.tx_gbps" or (row["b"] in self.hosts and "link-delay" not in self.faults):
                    most[key] += Decimal(row["bytes"]) * 8
                    spared[key] += rate * rest + MOST_FRAME * 8 + (lost if "rx" in key[0] else 0)
        for key, value in most.items():
            demand(value - spared[key] <= bits[key] <= value * (1 + DIGITS) + 1, f"{key} has {float(bits[key])} bits of {float(value)}")

    def check_lists(self):
        """Lists of summary.json are the rows of tables."""
        for name in ("jobs", "recovery"):
            rows, entries = self.results.tables.get(name, []), self.summary.get(name, [])
            expect(f"number of {name}", len(entries), len(rows))
            for row, entry in zip(rows, entries):
                demand(row.keys() == entry.keys(), f"{name} of summary.json has keys {list(entry)}")
                for key, value in entry.items():
                    if isinstance(value, str):
                        demand(row[key] == value, f"{name} of summary.json, {key} is {value}, {row[key]} in the table")
                    else:
                        expect(f"{name} of summary.json, {key}", row[key], value, DIGITS)


def check(results):
    """Raises Wrong at the first number that disagrees with the others."""
    accounts = Accounts(results)
    for part in ("flows", "slowdowns", "jobs", "steps", "counts", "links", "hosts", "events", "recovery", "evs", "samples", "lists"):
        getattr(accounts, f"check_{part}")()
