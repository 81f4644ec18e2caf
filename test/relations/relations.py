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
- Jobs in another order: QPs draw from one random stream in the order of jobs.
- Two faults at the same time in another order: the first is applied first, and draws follow the order of faults.
- A shift with a monitor: its rounds begin at 0.
- Half the rates and twice the times for MRC, whose time stamps count steps of 128 ns and whose NSCC has constants for a
  reference rate and round trip; for DCQCN, whose pauses between packets are rounded to ps; with PFC, whose thresholds and
  buffers are so many bytes per Gbit/s.
- Messages of one job as jobs of one message each: a QP belongs to one job, and draws its first PSN.
- The order of pause storms that are found at the same time, which is that of the ports as they were made: a fault before the
  first packet makes its ports earlier.
- A shift by any time: time stamps count steps of 128 ns, ages of SKIP steps of 65.536 ns, samples their intervals, and the
  stall watch eighths of stallTimeout, all from 0. SHIFT is a multiple of the first three.
"""

import re
from decimal import Decimal

import accounts
from results import INSTANTS

RELATIONS = {}


def relation(function, prepare=None):
    """Adds a relation to the list.

    prepare -- changes the original first; false: the relation says nothing about it
    """
    RELATIONS[function.__name__] = function
    function.prepare = prepare
    return function


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


SHIFT = 640_000_000  # ns


def later(value):
    """A time of a scenario, shifted."""
    return f"{nanoseconds(value) + SHIFT}ns"


@relation
def shift(scenario, rng, simulator):
    """All instants shifted by a time: every time of the results is shifted by it, and nothing else changes."""
    if "monitor" in scenario:
        return None  # its rounds begin at 0
    scenario["stop"] = later(scenario["stop"])
    for job in scenario["workload"]:
        if "after" not in job:
            job["start"] = later(job.get("start", 0))
    for fault in scenario.get("faults", ()):
        fault["at"] = later(fault["at"])

    def adjust(expected, found):
        for row in expected.rows():
            for column in INSTANTS:
                if row.get(column):
                    row[column] = type(row[column])(Decimal(str(row[column])) + SHIFT)
        expected.summary["sim_time_ns"] += SHIFT
        for part in (expected, found):
            part.without("links", "utilisation")  # a share of the simulated time
            part.keep("samples", lambda row: Decimal(row["time_ns"]) > SHIFT)
        if expected.summary["outcome"] == "stalled" and SHIFT * 8 % nanoseconds(scenario.get("stallTimeout", "20ms")):
            for part in (expected, found):
                part.clear()  # it ended with a look of the stall watch

    return adjust


PASSING = ("link-down", "link-loss", "link-rate", "link-delay", "link-flap", "switch-silent", "switch-down", "nic-port-down",
           "port-admin", "answer-loss", "switch-reboot")  # fmt: skip


@relation
def mended_before(scenario, rng, simulator):
    """Faults that are over before the first packet change nothing."""
    adjust = shift(scenario, rng, simulator)
    faults = [dict(fault) for fault in scenario.get("faults", ()) if fault["what"] in PASSING]
    if adjust is None or not faults:
        return None
    number = len(scenario["faults"])
    for fault in faults:
        fault["at"] = f"{rng.randrange(1, 5_000_000)}ns"
        if "up" in fault:
            fault["up"] = False
        if fault["what"] == "link-flap":
            fault.update(count=3, down="1us", period="10us")
        else:
            fault["for"] = f"{rng.randrange(1, 5_000_000)}ns"
    scenario["faults"] += faults

    def without(expected, found):
        adjust(expected, found)
        found.keep("recovery", lambda row: int(row["fault"]) < number)
        found.keep("events", lambda row: Decimal(row["time_ns"]) >= SHIFT)
        for part in (expected, found):
            part.tables.get("events", []).sort(key=lambda row: (Decimal(row["time_ns"]), row["kind"], row["object"]))
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


@relation
def order_of_faults(scenario, rng, simulator):
    """The order of the faults changes their numbers only."""
    faults = scenario.get("faults", [])
    if len(faults) < 2 or len({fault["at"] for fault in faults}) < len(faults):
        return None  # of two at the same time, the first is applied first
    if any(fault["what"] in DRAWN for fault in faults):
        return None  # draws follow the order
    order = list(range(len(faults)))
    rng.shuffle(order)
    scenario["faults"] = [faults[number] for number in order]

    def adjust(expected, found):
        for row in expected.rows("recovery"):
            row["fault"] = str(order.index(int(row["fault"])))
        expected.tables.get("recovery", []).sort(key=lambda row: int(row["fault"]))

    return adjust


DRAWN = ("random-flaps", "link-loss", "answer-loss", "ev-loss")  # faults that draw from a random stream


@relation
def watched(scenario, rng, simulator):
    """Samples, all links, EVs and a captured port change no flow, no event and no counter; all files agree."""
    measure = scenario.setdefault("measure", {})
    interval = rng.randrange(1_000, 100_000)
    measure.update(sampleInterval=f"{interval}ns", links="all", evs=True, samples=list(accounts.SAMPLES))
    measure["pcap"] = [{"host": rng.choice((0, 1)), "plane": 0}]

    streams = {
        job.get("name", f"job{number}")
        for number, job in enumerate(scenario["workload"])
        if job.get("transport", scenario["transport"]["type"]) == "tcp"
    }

    def adjust(expected, found):
        accounts.check(found, interval, streams)
        for part in (expected, found):
            for name in ("samples", "links", "evs"):
                part.tables.pop(name, None)
            part.summary.pop("captures", None)

    return adjust


@relation
def split_union(scenario, rng, simulator):
    """A link that is down is as down as by two faults that overlap."""
    faults = [fault for fault in scenario.get("faults", ()) if fault["what"] in ("link-down", "nic-port-down") and "for" in fault]
    if not faults or any(fault["what"] in ("link-up", "switch-reboot") for fault in scenario["faults"]):
        return None  # these end all earlier faults of their place
    for fault in faults:
        length = int(nanoseconds(fault["for"]))
        if length < 3 or nanoseconds(fault["at"]) + length >= nanoseconds(scenario["stop"]):
            continue
        second = dict(fault)
        begin = rng.randrange(1, length)
        second["at"] = f"{nanoseconds(fault['at']) + begin}ns"
        second["for"] = f"{length - begin}ns"
        fault["for"] = f"{rng.randrange(begin, length)}ns"
        scenario["faults"].append(second)

    def adjust(expected, found):
        for part in (expected, found):
            part.tables.pop("recovery", None)
            part.keep("events", lambda row: row["kind"] not in ("link-down", "link-up", "nic-port-down"))

    return adjust


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


@relation
def as_flows(scenario, rng, simulator):
    """A write and an incast are flows, which may begin after their job."""
    changed = False
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
        changed = True
        job.update(type="flows", flows=[{"src": src, "dst": dst, "bytes": job["bytes"]} for src, dst in pairs])
        del job["bytes"]
    if not changed:
        return None

    def adjust(expected, found):
        for part in (expected, found):
            part.without("flows", "step")
        for row, other in zip(expected.rows("jobs"), found.rows("jobs")):
            if row["type"] != other["type"]:
                for column in ("type", "bytes", "algbw_gbps", "busbw_gbps"):
                    row[column] = other[column]

    return adjust


@relation
def as_table(scenario, rng, simulator):
    """A list of flows is a table of them; the ids of a table and the order of its columns are only names."""
    changed = False
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
        else:
            continue
        changed = True
    return same if changed else None


def only_roce(scenario):
    """Makes all jobs those of RoCE. False if something of the scenario is for other transports."""
    kept = {key: value for key, value in scenario["transport"].items() if key in ("mtu", "attributes", "loadBalancing")}
    attributes = {name: value for name, value in kept.pop("attributes", {}).items() if "Mrc" not in name and "Tcp" not in name}
    scenario["transport"] = dict(kept, type="roce", attributes=attributes)
    for job in scenario["workload"]:
        job.pop("transport", None)
    scenario["faults"] = [fault for fault in scenario.get("faults", ()) if not fault["what"].startswith("ev-")]
    scenario.pop("monitor", None)
    return True


def second_class(scenario, rng, simulator):
    """The second data class does what the first does."""
    attributes = scenario["transport"]["attributes"]
    attributes.update({"ns3::RoceQpFactory::DataClass": "Second", "ns3::FabricSwitchParameters::LosslessClasses": "Second"})

    def adjust(expected, found):
        for row in expected.rows("events"):
            row["detail"] = row["detail"].replace("priority 3", "priority 4")
            row["object"] = row["object"].replace("priority 3", "priority 4")

    return adjust


relation(second_class, only_roce)


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


def even_rates(scenario):
    """As only_roce at line rate, with rates that have whole times per byte, and without times that are drawn."""
    timed = any(job["type"] == "poisson" or "table" in job for job in scenario["workload"])
    if scenario.get("switch", {}).get("pfc") or timed:
        return False
    for job in scenario["workload"]:
        job.pop("computeJitter", None)
        if "compute" in job:
            job["compute"] = "864us"  # is divided by 3 and by layers

    def even(text):
        return f"{min(EVEN, key=lambda rate: abs(rate - gbps(text)))}Gbps" if RATE.fullmatch(text) else text

    scenario.update(replace(scenario, even))
    scenario["faults"] = [fault for fault in scenario.get("faults", ()) if fault["what"] not in ("random-flaps", "link-rate")]
    only_roce(scenario)
    scenario["transport"]["congestionControl"] = "none"  # rates of DCQCN are rounded to ps
    return True


def half_speed(scenario, rng, simulator):
    """Half the rates and twice the times, all of them: every time of the results is twice as long."""
    in_force(scenario, rng, simulator)

    def slower(text):
        if TIME.fullmatch(text):
            return f"{2 * nanoseconds(text)}ns"
        return f"{gbps(text) / 2}Gbps" if RATE.fullmatch(text) else text

    scenario.update(replace(scenario, slower))
    attributes = scenario["transport"]["attributes"]
    for name, value in attributes.items():
        if simulator.attributes[name].get("unit") == "Mb/s":
            attributes[name] = value / 2

    def adjust(expected, found):
        for row in expected.rows():
            for column, text in row.items():
                if column.endswith("_ns") and text:
                    row[column] = f"{(2 * Decimal(text)).normalize():f}"
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
