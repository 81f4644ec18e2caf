# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Relations between the results of two scenarios: a change of the scenario, and what it must change in the results.

A relation changes a scenario in place, and returns a function adjust(expected, found). It makes the expected results out of
those of the original scenario, and removes from both what the relation says nothing about. None instead of the function:
the relation says nothing about this scenario. Results are compared field by field, without tolerance.

False by design, and therefore no relations:

- Hosts or planes in another order: paths are drawn and hashed by the numbers of hosts and planes.
- Jobs in another order: QPs draw from one random stream in the order of jobs.
- Two faults at the same time in another order: the first is applied first, and draws follow the order of faults.
- A shift with a monitor: its rounds begin at 0.
- The order of pause storms that are found at the same time, which is that of the ports as they were made: a fault before the
  first packet makes its ports earlier.
- A shift by any time: time stamps count steps of 128 ns, ages of SKIP steps of 65.536 ns, samples their intervals, and the
  stall watch eighths of stallTimeout, all from 0. SHIFT is a multiple of the first three.
"""

from decimal import Decimal

from results import INSTANTS

RELATIONS = {}


def relation(function):
    """Adds a relation to the list."""
    RELATIONS[function.__name__] = function
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
def shift(scenario, rng):
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
def mended_before(scenario, rng):
    """Faults that are over before the first packet change nothing."""
    adjust = shift(scenario, rng)
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
def order_of_keys(scenario, rng):
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
def order_of_faults(scenario, rng):
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
def watched(scenario, rng):
    """Samples, all links, EVs and a captured port change no flow, no event and no counter."""
    measure = scenario.setdefault("measure", {})
    measure.update(sampleInterval=f"{rng.randrange(1_000, 100_000)}ns", links="all", evs=True)
    measure["pcap"] = [{"host": rng.choice((0, 1)), "plane": 0}]

    def adjust(expected, found):
        for part in (expected, found):
            for name in ("samples", "links", "evs"):
                part.tables.pop(name, None)
            part.summary.pop("captures", None)

    return adjust


@relation
def split_union(scenario, rng):
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
def names(scenario, rng):
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
