# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A random scenario: objects of the schema, drawn until `check` finds no problem, with faults in one of three moods.

spared -- one plane has no faults: no QP may fail, and everything completes
passing -- all faults end before any QP would give up: no QP may fail, and everything completes
lasting -- faults anywhere, also forever: a QP without a sound plane may fail
"""

import argparse
import random
from collections import Counter
from dataclasses import dataclass, field

from draw import Draw, forms, place_of
from networks import Network
from simulator import Simulator

# Work of a run with sanitizers in about a second
HOPS = 40_000  # packet-hops of all jobs, without retransmissions
MESSAGES = 1500
LINKS = 4000  # of a network

TRIES = 8  # draws of an object of a kind, with fewer keys each time
FAULT_TRIES = 2  # then the fault is omitted
ROUNDS = 60  # calls of `check`


@dataclass
class Chaos:
    """A scenario.

    seed -- its number
    json -- the file
    mood -- mood of its faults
    simulator -- the source of its schema
    """

    seed: int
    json: dict
    mood: str
    simulator: Simulator = field(compare=False, repr=False)


def nanoseconds(fault, key, other):
    """A time of a fault, or the default `other` if it has none or ends after the run."""
    text = fault.get(key, "100s")
    return int(text[:-2]) if text.endswith("ns") else other


class Maker:
    """Makes the scenario of a seed."""

    def __init__(self, seed, simulator):
        self.seed = seed
        self.simulator = simulator
        self.rng = random.Random(seed)
        self.tries = Counter()  # of each part
        self.scale = self.crowd = 1  # of sizes and numbers
        self.network = self.draw_network()
        single = self.network.planes == 1
        self.mood = self.rng.choice(("passing", "lasting") if single else ("spared", "spared", "passing", "lasting"))
        traits = simulator.traits["transports"]
        transports = [form for form in self.forms("transport") if single or not traits[form[0]["type"][0]]["singlePath"]]
        weights = [1 if traits[words["type"][0]]["singlePath"] else 2 for words, _ in transports]
        self.transport = self.rng.choices(transports, weights)[0]
        self.evs = {name for name, kind in traits.items() if kind["evs"]}
        self.jobs = self.rng.choice((1, 1, 2, 3))
        spared = self.rng.randrange(self.network.planes) if self.mood == "spared" else None
        self.planes = [plane for plane in range(self.network.planes) if plane != spared]
        self.faults = []
        self.horizon = 0
        self.busy = []
        self.json = {
            "schema": 1,
            "name": f"chaos-{seed}",
            "seed": self.rng.randint(1, 1_000_000),
            "stop": "60s",
            "topology": self.network.json,
            "measure": {"sampleInterval": self.rng.choice((0, "10ms"))},
        }

    def forms(self, key):
        schema = self.simulator.schema["properties"][key]
        return forms(schema.get("items", schema))

    def draw(self, part, **facts):
        """Source of an object that differs at each try and gets fewer keys."""
        count = self.tries[part]
        rng = random.Random(f"{self.seed} {part} {count}")
        return Draw(rng, share=0.7 ** (count % TRIES), **facts)

    def of_kind(self, part, choices):
        """A random form, the same for some tries."""
        return random.Random(f"{self.seed} {part} kind {self.tries[part] // TRIES}").choice(choices)

    def draw_network(self):
        while True:
            draw = self.draw("topology", longest=(0, 500, 5_000))
            topology = draw.object(*self.of_kind("topology", self.forms("topology")))
            directions = self.simulator.links(topology)
            if directions and len(directions) <= 2 * LINKS:
                return Network(topology, directions)
            self.tries["topology"] += 1

    def draw_traffic(self):
        """Transport, switches and jobs."""
        evs = self.transport[0]["type"][0] in self.evs
        common = {"network": self.network, "planes": range(self.network.planes)}
        lengths = (20_000, 100_000, 1_000_000)
        draw = self.draw("transport", mood=self.mood, evs=evs, longest=lengths, **common)
        self.json["transport"] = draw.object(*self.transport)
        for key, share in (("switch", 0.5), ("loss", 0.15)):
            draw = self.draw(key, longest=(100, 2_000), evs=evs)
            self.json.pop(key, None)
            if draw.rng.random() < share * draw.share:
                schema = self.simulator.schema["properties"][key]
                self.json[key] = draw.value("", schema, {})
        common["driven"] = {name for name, kind in self.simulator.traits["jobs"].items() if kind["driven"]}
        workload, self.busy, names = [], [], []
        for number in range(self.jobs):
            part = f"workload[{number}]"
            draw = self.draw(part, scale=self.scale, crowd=self.crowd, jobs=names, busy=self.busy, **common)
            workload.append(draw.object(*self.of_kind(part, self.forms("workload"))))
            names.append(workload[-1].get("name", f"job{number}"))
        self.json["workload"] = workload
        if any("driver" in job for job in workload):
            self.json["stallTimeout"] = "20s"  # the timers of a driver are long

    def hits(self, form):
        """True if a kind of fault may be drawn in this mood."""
        words, schema = form
        what, keys = words["what"][0], schema["properties"]
        if self.simulator.traits["faults"][what]["evs"] and self.json["transport"]["type"] not in self.evs:
            return False
        if self.mood == "spared" and not any(place_of(keys[key]) or key in ("plane", "ev") for key in keys):
            return False
        return not self.ends(what) and (self.mood != "passing" or bool({"for", "down"} & keys.keys()))

    def ends(self, what):
        return self.simulator.events.get(what, {"role": ""})["role"] == "ends"

    def draw_faults(self):
        """All faults: those that begin a state, and those that end it early."""
        choices = [form for form in self.forms("faults") if self.hits(form)]
        ending = [form for form in self.forms("faults") if self.ends(form[0]["what"][0])]
        common = {"network": self.network, "mood": self.mood, "planes": self.planes, "favorites": []}
        common.update(busy=self.busy or list(range(self.network.hosts)), longest=(1_000, 50_000, 500_000, 3_000_000))
        self.faults = []
        for number in range(random.Random(f"{self.seed} faults").choice((0, 1, 2, 3, 4, 5, 8, 12))):
            part = f"fault {number}"
            if self.tries[part] > FAULT_TRIES:
                continue
            draw = self.draw(part, **common)
            draw.key_at = lambda *_, rng=draw.rng: f"{0 if rng.random() < 0.1 else rng.randrange(self.horizon)}ns"
            fault = draw.object(*self.of_kind(part, choices))
            self.faults.append((part, fault))
            for words, schema in ending:
                self.add_end(f"end {number}", fault, words["what"][0], schema)
        self.json["faults"] = [fault for _, fault in self.faults]

    def add_end(self, part, fault, what, schema):
        """Sometimes end a fault early, or in the middle of a flap."""
        places = [key for key, value in schema["properties"].items() if place_of(value) and key in fault]
        rng = self.draw(part).rng
        over = self.simulator.events.get(fault["what"], {"over": what})["over"]
        if not places or over != what or self.tries[part] > FAULT_TRIES or rng.random() > 0.5:
            return
        dark = nanoseconds(fault, "down", nanoseconds(fault, "for", 50_000))
        at = int(fault["at"][:-2]) + rng.randrange(dark)
        self.faults.append((part, {"at": f"{at}ns", "what": what, places[0]: fault[places[0]]}))

    def settle(self, draw):
        """Draw until `check` accepts the scenario and a run is short; returns the estimate of the run."""
        estimate = None
        for _ in range(ROUNDS):
            draw()
            wrong, estimate = self.simulator.check(self.json)
            for part in set(wrong):
                name, _, index = part.partition("[")
                self.tries[self.faults[int(index[:-1])][0] if name == "faults" else part] += 1
            if not wrong and estimate["packet_hops"] <= HOPS and estimate["flows"] <= MESSAGES:
                break
            if not wrong and estimate["flows"] > MESSAGES:
                self.crowd *= min(0.5, MESSAGES / estimate["flows"])
            elif not wrong:
                self.scale *= min(0.5, HOPS / estimate["packet_hops"])
            if min(self.crowd / 0.01, self.scale / 1e-6) < 1:
                self.scale = self.crowd = 1
                self.tries.update({f"workload[{number}]": TRIES for number in range(self.jobs)})
        return estimate

    def make(self):
        estimate = self.settle(self.draw_traffic)
        seconds = estimate["sim_time_s"] if estimate else 0
        self.horizon = min(20_000_000, 5_000 + int(self.rng.choice((0.3, 1, 2)) * seconds * 1e9))
        self.settle(self.draw_faults)
        if not self.json["faults"]:
            del self.json["faults"]
        used = {job.get("transport") for job in self.json["workload"]} - {None} | {self.json["transport"]["type"]}
        grace = 200 if used <= self.evs else 2_000
        outages = sum(
            nanoseconds(fault, "for", 0) + nanoseconds(fault, "down", 0) * fault.get("count", 1) + nanoseconds(fault, "extra", 0)
            for fault in self.json.get("faults", ())
        )
        self.json["stallTimeout"] = f"{grace + outages * 4 // 1_000_000}ms"
        return Chaos(self.seed, self.json, self.mood, self.simulator)


def make(seed, simulator):
    """The scenario of a seed."""
    return Maker(seed, simulator).make()


def parse_seeds(text):
    """The seeds of an argument: a number, or a range such as 1..50."""
    first, dots, last = text.partition("..")
    try:
        seeds = range(int(first), int(last if dots else first) + 1)
    except ValueError:
        seeds = range(0)
    if not seeds:
        raise argparse.ArgumentTypeError(f"found {text!r}; allowed: a number, or a range such as 1..50")
    return seeds
