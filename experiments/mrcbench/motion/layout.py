# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What of a fabric is drawn, and where: each plane is a picture of its own in a square of side 1.

A fabric with more nodes or links than can be told apart is drawn coarser: the hosts of a T0 become one node,
the switches of a pod, or of consecutive numbers, one of their tier, and the links between two such nodes one.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from .fabric import Fabric, Node

#: Above these numbers a fabric is drawn coarser: hosts, switches of a tier in a plane, links in all planes.
MAX_HOSTS = 256
MAX_SWITCHES = 128
MAX_LINKS = 2048

#: Nodes of a tier, in one plane, that a coarse picture may have.
COARSE_NODES = 32

#: Part of the room of a T0 that its hosts leave empty, so that one sees which belong together.
GAP = 0.12

#: Radius of a ring of switches, and of the hosts around it.
RING, HOST_RING = 0.33, 0.46


@dataclass
class Shown:
    """A node of the picture: one node of the fabric, or several of one kind."""

    name: str
    tier: int
    plane: int  #: -1: hosts, which are in all pictures
    members: list[int]
    x: float = 0.0
    y: float = 0.0


@dataclass
class Stroke:
    """A link of the picture: one link of the fabric, or all between two nodes of the picture."""

    name: str
    a: int
    b: int
    plane: int
    members: list[int]


@dataclass
class Picture:
    """All that is drawn."""

    nodes: list[Shown] = field(default_factory=list)
    strokes: list[Stroke] = field(default_factory=list)
    node_of: list[int] = field(default_factory=list)  #: by number in the fabric
    coarse: bool = False
    ring: bool = False


def lay_out(fabric: Fabric, topology: dict) -> Picture:
    """What is drawn of a fabric, and where.

    @param fabric the network
    @param topology that of the configuration, which knows pods
    """
    picture = Picture(coarse=_is_large(fabric))
    order = _host_order(fabric)
    each = [[number] for number in [*order, *_switches(fabric)]]
    groups = _groups(fabric, order, topology) if picture.coarse else each
    picture.node_of = [0] * len(fabric.nodes)
    for number, members in enumerate(groups):
        first = fabric.nodes[members[0]]
        name = _name([fabric.nodes[member] for member in members])
        picture.nodes.append(Shown(name, first.tier, first.plane, members))
        for member in members:
            picture.node_of[member] = number
    _add_strokes(fabric, picture)
    picture.ring = any(picture.nodes[s.a].tier == picture.nodes[s.b].tier for s in picture.strokes)
    if picture.ring:
        _place_on_rings(picture)
    else:
        _place_in_rows(picture)
    return picture


def _switches(fabric: Fabric) -> list[int]:
    return [number for number, node in enumerate(fabric.nodes) if node.tier > 0]


def _is_large(fabric: Fabric) -> bool:
    """Whether a picture of every node would be mud."""
    tiers: dict[tuple[int, int], int] = defaultdict(int)
    for node in fabric.nodes:
        tiers[node.tier, node.plane] += 1
    hosts = tiers.pop((0, -1), 0)
    return hosts > MAX_HOSTS or len(fabric.links) > MAX_LINKS or max(tiers.values(), default=0) > MAX_SWITCHES


def _edge_switches(fabric: Fabric) -> dict[int, int]:
    """The switch of every host in the lowest plane that it has."""
    edges: dict[int, int] = {}
    for link in sorted(fabric.links, key=lambda link: link.plane):
        if fabric.nodes[link.a].tier == 0:
            edges.setdefault(link.a, link.b)
    return edges


def _host_order(fabric: Fabric) -> list[int]:
    """Hosts of one switch side by side."""
    edges = _edge_switches(fabric)
    return sorted(fabric.hosts, key=lambda host: (edges.get(host, -1), host))


def _factor(count: int, unit: int) -> int:
    """How many consecutive nodes become one, if `unit` of them belong together."""
    factor = 1 if count <= COARSE_NODES else max(unit, 2)
    while count > factor * COARSE_NODES:
        factor *= 2
    return factor


def _groups(fabric: Fabric, order: Sequence[int], topology: dict) -> list[list[int]]:
    """Nodes that are drawn as one: switches by pods, hosts by what their switches became."""
    pods = {1: topology.get("t0PerPod", 2), 2: topology.get("t1PerPod", 2)}
    if "t2PerPlane" in topology:
        pods[3] = topology["t2PerPlane"] // max(1, topology.get("t1PerPod", 1))
    tiers: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number in _switches(fabric):
        tiers[fabric.nodes[number].plane, fabric.nodes[number].tier].append(number)
    switches = []
    block: dict[int, tuple[int, ...]] = {}
    for key, members in sorted(tiers.items()):
        factor = _factor(len(members), int(pods.get(key[1], 2)))
        for first in range(0, len(members), factor):
            group = members[first : first + factor]
            switches.append(group)
            block.update(dict.fromkeys(group, (*key, first)))
    edges = _edge_switches(fabric)
    hosts: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for host in order:
        hosts[block.get(edges.get(host, -1), ())].append(host)
    return [*hosts.values(), *switches]


def _name(members: Sequence[Node]) -> str:
    """What a node of the picture is called."""
    if len(members) == 1:
        return members[0].name
    return f"{members[0].name} to {members[-1].name} ({len(members)})"


def _add_strokes(fabric: Fabric, picture: Picture) -> None:
    """Each link by itself, or in a coarse picture all between two nodes of it as one."""
    known: dict[tuple[int, ...], int] = {}
    for number, link in enumerate(fabric.links):
        a, b = picture.node_of[link.a], picture.node_of[link.b]
        if a == b:
            continue  # within a group, seen from far away
        key = (min(a, b), max(a, b), link.plane) if picture.coarse else (number,)
        if key not in known:
            known[key] = len(picture.strokes)
            picture.strokes.append(Stroke(link.name, a, b, link.plane, []))
        picture.strokes[known[key]].members.append(number)
    for stroke in picture.strokes:
        if len(stroke.members) > 1:
            ends = f"{picture.nodes[stroke.a].name} -- {picture.nodes[stroke.b].name}"
            stroke.name = f"{ends}, plane {stroke.plane}"


def _place_in_rows(picture: Picture) -> None:
    """A row per tier; hosts of a switch stand together below it."""
    top = max(1, max(node.tier for node in picture.nodes))
    rows: dict[tuple[int, int], list[Shown]] = defaultdict(list)
    for node in picture.nodes:
        rows[node.tier, node.plane].append(node)
        node.y = 1 - node.tier / top
    for row in rows.values():
        for place, node in enumerate(row):
            node.x = (place + 0.5) / len(row)
    _gather_hosts(picture, rows[0, -1])


def _gather_hosts(picture: Picture, hosts: Sequence[Shown]) -> None:
    """Leave a gap between the hosts of one switch and those of the next."""
    edges: dict[int, int] = {}
    for stroke in picture.strokes:
        if picture.nodes[stroke.a].tier == 0:
            edges.setdefault(stroke.a, stroke.b)
    numbers = {id(node): number for number, node in enumerate(picture.nodes)}
    groups: dict[int, list[Shown]] = defaultdict(list)
    for host in hosts:
        groups[edges.get(numbers[id(host)], -1)].append(host)
    left = 0.0
    for members in groups.values():
        width = len(members) / len(hosts)
        gap = GAP * width if len(groups) > 1 and len(hosts) > len(groups) else 0.0
        for place, host in enumerate(members):
            host.x = left + gap / 2 + (place + 0.5) / len(members) * (width - gap)
        left += width


def _place_on_rings(picture: Picture) -> None:
    """Where neighbors are of one tier there is no above and below: switches in a ring, hosts around it."""
    rings: dict[int, list[int]] = defaultdict(list)
    for number, node in enumerate(picture.nodes):
        if node.tier > 0:
            rings[node.plane].append(number)
    angles: dict[int, float] = {}
    for ring in rings.values():
        for place, number in enumerate(ring):
            angles[number] = 2 * math.pi * place / len(ring)
            _put(picture.nodes[number], angles[number], RING)
    hosts: dict[int, list[int]] = defaultdict(list)
    for stroke in picture.strokes:
        if picture.nodes[stroke.a].tier == 0 and all(stroke.a not in members for members in hosts.values()):
            hosts[stroke.b].append(stroke.a)
    for switch, members in hosts.items():
        sector = 2 * math.pi / len(rings[picture.nodes[switch].plane])
        for place, number in enumerate(members):
            offset = ((place + 0.5) / len(members) - 0.5) * 0.8 * sector
            _put(picture.nodes[number], angles[switch] + offset, HOST_RING)


def _put(node: Shown, angle: float, radius: float) -> None:
    """Clockwise from the top."""
    node.x = 0.5 + radius * math.sin(angle)
    node.y = 0.5 - radius * math.cos(angle)
