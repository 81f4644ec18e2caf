# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The network of a run: nodes, links and their directions, from links.csv and the configuration."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from . import units
from .results import Results, ResultsError


@dataclass(frozen=True)
class Node:
    """A host or a switch."""

    name: str
    tier: int  #: 0: a host; 1: a T0, or a switch of a graph with a link to a host; and so on
    plane: int  #: of a switch; -1: a host, which is in all of them


@dataclass(frozen=True)
class Link:
    """A cable, which has two directions."""

    a: int  #: number of the node at its lower end
    b: int
    plane: int
    name: str  #: from `a` to `b`, as in events.csv


@dataclass
class Network:
    """The nodes and links of a run: hosts first, then switches by plane, tier and number."""

    nodes: list[Node]
    links: list[Link]
    ports: dict[str, int]  #: directions by name: 2 x link, + 1 from b to a
    rows: np.ndarray  #: the direction of each row of links.csv

    def __post_init__(self) -> None:
        self.numbers = {node.name: number for number, node in enumerate(self.nodes)}
        self.planes = 1 + max(link.plane for link in self.links)
        self.hosts = [number for number, node in enumerate(self.nodes) if node.tier == 0]
        self.switches = [number for number, node in enumerate(self.nodes) if node.tier > 0]

    @property
    def layered(self) -> bool:
        """Whether every link joins nodes of different tiers, as in a Clos."""
        return all(self.nodes[link.a].tier != self.nodes[link.b].tier for link in self.links)

    def find(self, names: Iterable[str]) -> tuple[set[int], set[int]]:
        """Numbers of the links and of the nodes with these names; unknown names are ignored."""
        names = set(names)
        # Parallel links have an index in their names, even if links.csv has only one of them
        ports = (self.ports.get(name, self.ports.get(name.removesuffix(".0"))) for name in names)
        return {port // 2 for port in ports if port is not None}, {
            self.numbers[name] for name in names if name in self.numbers
        }

    def hit(self, names: Iterable[str]) -> set[int]:
        """Numbers of the links with these names, and of all links of the nodes with these names."""
        links, nodes = self.find(names)
        return links | {number for number, link in enumerate(self.links) if {link.a, link.b} & nodes}


def port_names(links: pd.DataFrame) -> pd.Series:
    """The name of the direction of a row of links.csv, as in samples.csv."""
    names = links["a"] + "--" + links["b"]
    index = links["index"].fillna(0).astype(int)
    several = names.isin(names[index > 0])
    return names.where(~several, names + "." + index.astype(str))


def natural(name: str) -> list[tuple[int, str]]:
    """Sort key that puts h2 before h10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|\D+", name)]


def read_network(results: Results) -> Network:
    """The network of a run.

    @raise ResultsError if the run has no links
    """
    rows = results.links
    if rows.empty:
        raise ResultsError(f"{results.path / 'links.csv'}: no links, so there is nothing to draw")
    tiers = _tiers(rows)
    planes = {**dict(zip(rows["a"], rows["plane"])), **dict(zip(rows["b"], rows["plane"]))}
    nodes = [Node(name, tier, int(planes[name]) if tier else -1) for name, tier in tiers.items()]
    nodes.sort(key=lambda node: (node.tier > 0, node.plane, node.tier, natural(node.name)))
    numbers = {node.name: number for number, node in enumerate(nodes)}
    links: list[Link] = []
    ports: dict[str, int] = {}
    for name, a, b, plane in zip(port_names(rows), rows["a"], rows["b"], rows["plane"]):
        if name in ports:
            continue
        index = name[len(f"{a}--{b}") :]
        if tiers[a] > tiers[b]:
            a, b = b, a
        ports[f"{a}--{b}{index}"], ports[f"{b}--{a}{index}"] = 2 * len(links), 2 * len(links) + 1
        links.append(Link(numbers[a], numbers[b], int(plane), f"{a}--{b}{index}"))
    return Network(nodes, links, ports, port_names(rows).map(ports).to_numpy())


def _tiers(rows: pd.DataFrame) -> dict[str, int]:
    """The tier of each node: from links.csv, or in a graph the number of links to the nearest host."""
    ends = rows["tier"].str.split("-", expand=True)
    kinds = dict(zip([*rows["a"], *rows["b"]], [*ends[0], *ends[1]]))
    tiers = {name: int(kind[1:]) + 1 for name, kind in kinds.items() if re.fullmatch(r"t\d+", kind)}
    tiers.update((name, 0) for name, kind in kinds.items() if kind == "host")
    near: dict[str, list[str]] = {name: [] for name in kinds}
    for a, b in zip(rows["a"], rows["b"]):
        near[a].append(b)
        near[b].append(a)
    queue = deque(sorted(tiers))
    while queue:
        name = queue.popleft()
        for other in near[name]:
            if other not in tiers:
                tiers[other] = tiers[name] + 1
                queue.append(other)
    return {name: tiers.get(name, 1) for name in kinds}


def line_rates(results: Results, network: Network) -> list[float]:
    """The rate of each link, Gb/s.

    @raise ResultsError if the configuration lacks them
    """
    file = results.path / "config.json"
    topology = results.config.get("topology")
    if not isinstance(topology, dict):
        raise ResultsError(f"{file}: lacks the key topology")
    try:
        if "nodes" in topology:
            return _graph_rates(topology["links"], network)
        host = topology["hostRate"]
        fabric = topology.get("fabricRate", host)
        by_tier = [units.rate_bps(rate) / 1e9 for rate in (host, fabric, topology.get("coreRate", fabric))]
    except (KeyError, TypeError, ValueError) as error:
        raise ResultsError(f"{file}: topology lacks the rates of links: {error}") from error
    return [by_tier[min(network.nodes[link.a].tier, 2)] for link in network.links]


def _graph_rates(listed: Sequence[dict[str, Any]], network: Network) -> list[float]:
    """The rates of the links of a graph, whose parallel links are numbered in the order of the list."""
    rates: dict[int, float] = {}
    counts: Counter[frozenset[str]] = Counter()
    for link in listed:
        ends = frozenset((link["a"], link["b"]))
        found, _ = network.find([f"{link['a']}--{link['b']}.{counts[ends]}"])
        rates.update(dict.fromkeys(found, units.rate_bps(link["rate"]) / 1e9))
        counts[ends] += 1
    absent = [link.name for number, link in enumerate(network.links) if number not in rates]
    if absent:
        raise ValueError(f"topology.links lacks {absent[0]}, which links.csv has")
    return [rates[number] for number in range(len(network.links))]
