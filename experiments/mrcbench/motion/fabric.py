# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Nodes and links of a run, as its links.csv and its configuration tell them."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field

import pandas as pd

from .. import units
from ..results import Results
from .errors import MotionError

_CLOS_SWITCH = re.compile(r"p(\d+)-t(\d+)-(\d+)")

#: What joins the ends of a link in its name (docs/topologies.md, Names).
JOINT = "--"


@dataclass(frozen=True)
class Node:
    """A host or a switch."""

    name: str
    tier: int  #: 0: a host; of a switch the links between it and the nearest host
    plane: int  #: of a switch; -1: a host, which is in all of them


@dataclass(frozen=True)
class Link:
    """A cable: two directions."""

    a: int  #: number of the node at its lower end
    b: int
    plane: int
    name: str  #: as the port at its first end is called, and in events.csv
    rate_gbps: float


@dataclass
class Fabric:
    """All nodes and links that a run has rows of."""

    nodes: list[Node] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    planes: int = 1
    ports: dict[str, int] = field(default_factory=dict)  #: direction by name: 2 x link, + 1 from b to a
    numbers: dict[str, int] = field(default_factory=dict)  #: node by name

    @property
    def hosts(self) -> list[int]:
        """Numbers of the hosts."""
        return [number for number, node in enumerate(self.nodes) if node.tier == 0]


def read_fabric(results: Results) -> Fabric:
    """The network of a run.

    @raise MotionError if the run does not tell it
    """
    rows = results.links
    if rows.empty:
        raise MotionError(f"{results.path / 'links.csv'}: no links, so there is nothing to draw")
    topology = results.config.get("topology")
    if not isinstance(topology, dict):
        raise MotionError(f"{results.path / 'config.json'}: lacks the key topology")
    fabric = Fabric(planes=int(rows["plane"].max()) + 1)
    _add_nodes(fabric, rows, _host_names(rows, topology))
    _add_links(fabric, rows, _rates(results, topology))
    return fabric


def _host_names(rows: pd.DataFrame, topology: dict) -> set[str]:
    """What hosts are called."""
    if "nodes" in topology:
        return {node["name"] for node in topology["nodes"] if node["type"] == "host"}
    names = set(rows["a"]) | set(rows["b"])
    return {name for name in names if not _CLOS_SWITCH.fullmatch(name)}


def _add_nodes(fabric: Fabric, rows: pd.DataFrame, hosts: set[str]) -> None:
    """Hosts first, in the order of their numbers, then switches by plane, tier and number."""
    planes: dict[str, int] = {}
    near: dict[str, list[str]] = {}
    for a, b, plane in zip(rows["a"], rows["b"], rows["plane"]):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
        planes[a] = planes[b] = int(plane)
    tiers = _tiers(near, hosts)

    def place(name: str) -> tuple:
        return (tiers[name] > 0, planes[name] if tiers[name] else 0, tiers[name], _natural(name))

    for number, name in enumerate(sorted(near, key=place)):
        fabric.numbers[name] = number
        fabric.nodes.append(Node(name, tiers[name], planes[name] if tiers[name] else -1))


def _tiers(near: dict[str, list[str]], hosts: set[str]) -> dict[str, int]:
    """Links between a node and the nearest host; where names tell the tier, what they tell."""
    tiers = {name: 0 for name in near if name in hosts}
    queue = deque(sorted(tiers))
    while queue:
        name = queue.popleft()
        for other in near[name]:
            if other not in tiers:
                tiers[other] = tiers[name] + 1
                queue.append(other)
    for name in near:
        found = _CLOS_SWITCH.fullmatch(name) if name not in hosts else None
        if found:
            tiers[name] = int(found[2]) + 1
        tiers.setdefault(name, 1)
    return tiers


def _natural(name: str) -> list[tuple[int, int, str]]:
    """Sorts h2 before h10."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.findall(r"\d+|\D+", name)]


def _rates(results: Results, topology: dict) -> dict[tuple[str, str, int], float]:
    """Line rates in Gb/s: where the topology lists its links, by the ends in alphabetical order, and by the
    index; else by the tier of the lower end, with empty names.

    @raise MotionError if the configuration does not tell
    """
    try:
        if "nodes" in topology:
            return _graph_rates(topology)
        host = units.rate_bps(topology["hostRate"]) / 1e9
        fabric = units.rate_bps(topology.get("fabricRate", topology["hostRate"])) / 1e9
        core = units.rate_bps(topology["coreRate"]) / 1e9 if "coreRate" in topology else fabric
    except (KeyError, TypeError, ValueError) as error:
        raise MotionError(f"{results.path / 'config.json'}: topology does not tell rates: {error}") from error
    return {("", "", 0): host, ("", "", 1): fabric, ("", "", 2): core}


def _graph_rates(topology: dict) -> dict[tuple[str, str, int], float]:
    """Rates of a graph: parallel links are numbered in the order in which it lists them."""
    rates: dict[tuple[str, str, int], float] = {}
    counts: dict[tuple[str, str], int] = {}
    for link in topology["links"]:
        ends = (min(link["a"], link["b"]), max(link["a"], link["b"]))
        index = counts.get(ends, 0)
        counts[ends] = index + 1
        rates[(*ends, index)] = units.rate_bps(link["rate"]) / 1e9
    return rates


def _add_links(fabric: Fabric, rows: pd.DataFrame, rates: dict[tuple[str, str, int], float]) -> None:
    """A link per pair of rows, in their order."""
    known: dict[tuple[str, str, int], int] = {}
    several = set()
    for a, b, index, plane in zip(rows["a"], rows["b"], rows["index"].fillna(0).astype(int), rows["plane"]):
        ends = (min(a, b), max(a, b), int(index))
        if ends in known:
            continue
        if index > 0:
            several.add(ends[:2])
        low, high = (fabric.numbers[a], fabric.numbers[b])
        if fabric.nodes[low].tier > fabric.nodes[high].tier:
            a, b, low, high = b, a, high, low
        lower = fabric.nodes[low].tier
        rate = rates.get(ends) or rates.get(("", "", min(lower, 2))) or 0.0
        known[ends] = len(fabric.links)
        fabric.links.append(Link(low, high, int(plane), f"{a}{JOINT}{b}", rate))
    for (first, second, index), number in known.items():
        link = fabric.links[number]
        suffix = f".{index}" if (first, second) in several else ""
        a, b = fabric.nodes[link.a].name, fabric.nodes[link.b].name
        fabric.ports[f"{a}{JOINT}{b}{suffix}"] = 2 * number
        fabric.ports[f"{b}{JOINT}{a}{suffix}"] = 2 * number + 1
        if suffix:
            fabric.links[number] = Link(link.a, link.b, link.plane, link.name + suffix, link.rate_gbps)
    if not all(link.rate_gbps > 0 for link in fabric.links):
        raise MotionError("config.json: topology.links lacks a link of links.csv")
