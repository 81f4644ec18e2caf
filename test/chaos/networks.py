# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The parts of a random network, as scenarios name them, and random graphs."""

import json
import re

RATES = (1_000, 10_000, 25_000, 40_000, 100_000, 200_000, 400_000)  # Mbit/s
DEFAULT_RATE = 100_000


class Network:
    """A topology of a scenario and the names of its parts.

    json -- the key "topology"
    hosts, planes -- their numbers
    fabric -- links between switches: (plane, name, name, index)
    switches -- (plane, name)
    mbps -- lower bound of the rate of the slowest link, Mbit/s
    """

    def __init__(self, topology, directions):
        self.json = topology
        ends = {row["a"] for row in directions if row["tier"].startswith("host-")}
        self.hosts = len(ends)
        self.planes = 1 + max(int(row["plane"]) for row in directions)
        links = {}
        for row in directions:
            pair = frozenset((row["a"], row["b"]))
            links.setdefault((row["plane"], pair, row["index"]), (int(row["plane"]), row["a"], row["b"], int(row["index"])))
        self.links = len(links)
        self.fabric = [link for link in links.values() if not ends & set(link[1:3])]
        self.switches = sorted({(int(row["plane"]), row["a"]) for row in directions} - {(p, e) for p in range(8) for e in ends})
        rates = re.findall(r'"\w*[rR]ate": "(\d+)Mbps"', json.dumps(topology))
        self.mbps = min([DEFAULT_RATE, *map(int, rates)])


def tier_of(name):
    """("t1", 5) of p0-t1-5, or None if the name does not contain it."""
    found = re.fullmatch(r"p\d+-(t\d)-(\d+)", name)
    return found and (found[1], int(found[2]))


def name_link(rng, link):
    """A link between switches, named as in a scenario: by tiers or by its ends."""
    plane, a, b, index = link
    tiers = dict(tier for tier in map(tier_of, (a, b)) if tier)
    if rng.random() < 0.5 and set(tiers) == {"t0", "t1"}:
        named = {"plane": plane, **tiers}
    else:
        named = dict(zip("ab", rng.sample((a, b), 2)))
    return dict(named, index=index) if index else named


def name_switch(rng, switch):
    plane, name = switch
    tier = tier_of(name)
    return {"plane": plane, tier[0]: tier[1]} if tier and rng.random() < 0.5 else {"name": name}


def draw_graph(rng, planes):
    """Nodes and links: switches in a ring per plane, and some chords; hosts anywhere."""
    hosts = rng.randint(8, 32)
    host_rate = rng.choice(RATES)
    fabric_rate = host_rate if rng.random() < 0.6 else rng.choice(RATES)
    nodes = [{"name": f"n{host}", "type": "host"} for host in range(hosts)]
    links = []
    for plane in range(planes):
        count = rng.randint(2, 7)
        names = [f"s{plane}x{i}" for i in range(count)]
        nodes += [{"name": name, "type": "switch"} for name in names]
        pairs = [(i, (i + 1) % count) for i in range(count if count > 2 else 1)]
        pairs += [rng.sample(range(count), 2) for _ in range(rng.randint(0, 4))]
        for host in range(hosts):
            links.append({"a": f"n{host}", "b": rng.choice(names), "plane": plane, "rate": f"{host_rate}Mbps"})
        for a, b in pairs:
            link = {"a": names[a], "b": names[b], "plane": plane}
            links.append(dict(link, rate=f"{fabric_rate}Mbps", delay=f"{rng.choice((0, 500, 3000))}ns"))
    rng.shuffle(links)
    return nodes, links
