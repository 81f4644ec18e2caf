# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A random scenario, and what must hold in it."""

import random
from dataclasses import dataclass

from faults import FaultDraw
from jobs import draw_jobs
from networks import draw_network
from transports import draw_transport


@dataclass
class Chaos:
    """A scenario.

    seed -- which
    json -- the file
    mood -- of its faults (faults.py)
    """

    seed: int
    json: dict
    mood: str


def list_busy(jobs):
    """Hosts that certainly send or receive."""
    hosts = []
    for job in jobs:
        if job["type"] == "incast":
            hosts += [job["receiver"]] * 3 + job["senders"][:2]
        elif isinstance(job.get("hosts"), list):
            hosts += job["hosts"][:8]
    return hosts


def make(seed):
    """The scenario of a seed."""
    rng = random.Random(seed)
    planes = rng.choice((1, 2, 2, 3, 4, 4, 8))
    mood = rng.choice(("passing", "lasting") if planes == 1 else ("spared", "spared", "passing", "lasting"))
    network = draw_network(rng, planes)
    transport, switch = draw_transport(rng, planes, mood)
    jobs, seconds = draw_jobs(rng, network, transport, transport.get("mtu", 1024))
    horizon = int(rng.choice((0.3, 1, 2)) * seconds * 1e9 / (1 if planes == 1 else 2)) + 5_000
    faults = FaultDraw(rng, network, mood, min(horizon, 20_000_000), transport["type"])
    faults.busy = list_busy(jobs) or faults.busy
    json = {
        "schema": 1,
        "name": f"chaos-{seed}",
        "seed": rng.randint(1, 1_000_000),
        "stop": "60s",
        "topology": network.json,
        "transport": transport,
        "workload": jobs,
    }
    if switch:
        json["switch"] = switch
    listed = faults.draw()
    if listed:
        json["faults"] = listed
    if rng.random() < 0.15:
        json["loss"] = [{"where": "nic-rx", "rate": rng.choice((0.0001, 0.01))}]
    patience = 2_000 if transport["type"] != "mrc" else 200
    json["stallTimeout"] = f"{patience + faults.outages * 4 // 1_000_000}ms"
    json["measure"] = {"sampleInterval": rng.choice((0, "10ms"))}
    return Chaos(seed, json, mood)
