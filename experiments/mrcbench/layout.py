# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The layout of a network: each plane is a separate picture in a square of side 1.

A network with more nodes or links than a reader can distinguish is drawn coarser: one box for the hosts of a
T0, one box for the switches of a tier in a pod or with consecutive numbers, and one line for the links
between two boxes.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

from .network import Network, Node

#: Part of the width of a T0 that its hosts leave empty, to show the hosts of a T0 as a group.
GAP = 0.12

#: Radius of a ring of switches, and of the hosts around it.
RING, HOST_RING = 0.33, 0.46


@dataclass(frozen=True)
class Limits:
    """Numbers above which a network is drawn coarser."""

    hosts: int = 256
    switches: int = 128  #: of a tier in a plane
    links: int = 2048  #: in all planes
    boxes: int = 32  #: of a tier in a plane, in a coarse picture


@dataclass
class Box:
    """A node of the picture: one node of the network, or several of one tier."""

    name: str
    tier: int
    plane: int  #: -1: hosts, which are in all pictures
    members: list[int]
    x: float = 0.0
    y: float = 0.0


@dataclass
class Line:
    """A link of the picture: one link of the network, or all between two boxes."""

    name: str
    a: int
    b: int
    plane: int
    members: list[int]


@dataclass
class Picture:
    """All boxes and lines."""

    boxes: list[Box]
    lines: list[Line]
    box_of: list[int]  #: by number in the network
    coarse: bool
    ring: bool  #: whether switches are placed in a ring, and not in a row per tier


def lay_out(
    network: Network, topology: dict, limits: Limits = Limits(), alone: Collection[int] = (), plane: int = 0
) -> Picture:
    """The picture of a network.

    @param network the network
    @param topology the topology of the configuration, which has the sizes of pods
    @param limits above these the picture is coarse
    @param alone nodes that always have a separate box
    @param plane hosts are placed below their switch in this plane
    """
    edges = _edge_switches(network, plane)
    hosts = sorted(network.hosts, key=lambda host: (edges.get(host, -1), host))
    coarse = _is_large(network, limits)
    if coarse:
        groups = _groups(network, hosts, edges, topology, limits.boxes, alone)
    else:
        groups = [[number] for number in [*hosts, *network.switches]]
    boxes = [_box([network.nodes[member] for member in members], members) for members in groups]
    box_of = [0] * len(network.nodes)
    for number, members in enumerate(groups):
        for member in members:
            box_of[member] = number
    picture = Picture(boxes, _lines(network, boxes, box_of, coarse), box_of, coarse, not network.layered)
    first = [box.members[0] for box in boxes if box.tier == 0]
    below = [box_of[edges[host]] if host in edges else -1 for host in first]
    (_place_on_rings if picture.ring else _place_in_rows)(boxes, below)
    return picture


def _is_large(network: Network, limits: Limits) -> bool:
    """Whether a picture of all nodes and links would be too dense."""
    tiers: dict[tuple[int, int], int] = defaultdict(int)
    for node in network.nodes:
        tiers[node.tier, node.plane] += 1
    hosts = tiers.pop((0, -1), 0)
    return (
        hosts > limits.hosts
        or len(network.links) > limits.links
        or max(tiers.values(), default=0) > limits.switches
    )


def _edge_switches(network: Network, plane: int) -> dict[int, int]:
    """The switch of every host in a plane, or in its lowest plane if it has no link in this one."""
    edges: dict[int, int] = {}
    for link in sorted(network.links, key=lambda link: (link.plane != plane, link.plane)):
        if network.nodes[link.a].tier == 0:
            edges.setdefault(link.a, link.b)
    return edges


def _groups(
    network: Network, hosts: Sequence[int], edges: dict[int, int], topology: dict, most: int,
    alone: Collection[int],
) -> list[list[int]]:  # fmt: skip
    """Nodes that are drawn as one: switches by pods, hosts by the boxes of their switches."""
    pods = {1: topology.get("t0PerPod", 2), 2: topology.get("t1PerPod", 2)}
    if "t2PerPlane" in topology:
        pods[3] = topology["t2PerPlane"] // max(1, topology.get("t1PerPod", 1))
    nodes, switches = network.nodes, []
    block: dict[int, int] = {}
    tiers = groupby(network.switches, lambda number: (nodes[number].plane, nodes[number].tier))
    for (_, tier), members in tiers:
        row = list(members)
        size = _group_size(len(row), int(pods.get(tier, 2)), most)
        for first in range(0, len(row), size):
            for group in _split(row[first : first + size], alone):
                block.update(dict.fromkeys(group, group[0]))
                switches.append(group)
    below: dict[int, list[int]] = defaultdict(list)
    for host in hosts:
        below[block.get(edges.get(host, -1), -1)].append(host)
    return [group for members in below.values() for group in _split(members, alone)] + switches


def _group_size(count: int, unit: int, most: int) -> int:
    """Number of consecutive nodes that are drawn as one, if `unit` of them belong together."""
    size = 1 if count <= most else max(unit, 2)
    while count > size * most:
        size *= 2
    return size


def _split(members: Sequence[int], alone: Collection[int]) -> list[list[int]]:
    """A group without the nodes that have a separate box, and one group for each of these."""
    rest = [member for member in members if member not in alone]
    return [group for group in [rest, *([member] for member in members if member in alone)] if group]


def _box(nodes: Sequence[Node], members: list[int]) -> Box:
    first = nodes[0]
    name = first.name if len(nodes) == 1 else f"{first.name} to {nodes[-1].name} ({len(nodes)})"
    return Box(name, first.tier, first.plane, members)


def _lines(network: Network, boxes: Sequence[Box], box_of: Sequence[int], coarse: bool) -> list[Line]:
    """One line for each link, or in a coarse picture one for all links between two boxes."""
    lines: dict[tuple[int, ...], Line] = {}
    for number, link in enumerate(network.links):
        a, b = box_of[link.a], box_of[link.b]
        if a != b:
            key = (min(a, b), max(a, b), link.plane) if coarse else (number,)
            lines.setdefault(key, Line(link.name, a, b, link.plane, [])).members.append(number)
    for line in lines.values():
        if len(line.members) > 1:
            line.name = f"{boxes[line.a].name} -- {boxes[line.b].name}, plane {line.plane}"
    return list(lines.values())


def _below(boxes: Sequence[Box], edges: Sequence[int]) -> list[tuple[int, list[Box]]]:
    """The boxes of hosts of each switch.

    @param edges the switch of each box of hosts
    """
    pairs = zip(edges, (box for box in boxes if not box.tier))
    return [(switch, [host for _, host in group]) for switch, group in groupby(pairs, lambda pair: pair[0])]


def _place_in_rows(boxes: Sequence[Box], edges: Sequence[int]) -> None:
    """A row per tier; hosts of a switch are together below it."""
    top = max(1, max(box.tier for box in boxes))
    rows: dict[tuple[int, int], list[Box]] = defaultdict(list)
    for box in boxes:
        rows[box.tier, box.plane].append(box)
    for (tier, _), row in rows.items():
        for place, box in enumerate(row):
            box.x, box.y = (place + 0.5) / len(row), 1 - tier / top
    below = _below(boxes, edges)
    gap = GAP if len(edges) > len(below) > 1 else 0.0
    left = 0
    for _, hosts in below:
        for place, host in enumerate(hosts):
            host.x = (left + len(hosts) * gap / 2 + (place + 0.5) * (1 - gap)) / len(edges)
        left += len(hosts)


def _place_on_rings(boxes: Sequence[Box], edges: Sequence[int]) -> None:
    """Switches in a ring, hosts around it, for networks whose links join nodes of one tier."""
    rings: dict[int, list[int]] = defaultdict(list)
    for number, box in enumerate(boxes):
        if box.tier:
            rings[box.plane].append(number)
    angles = {
        number: 2 * math.pi * place / len(ring)
        for ring in rings.values()
        for place, number in enumerate(ring)
    }
    for number, angle in angles.items():
        _put(boxes[number], angle, RING)
    for switch, hosts in _below(boxes, edges):
        sector = 2 * math.pi / max(1, len(rings[boxes[switch].plane]))
        for place, host in enumerate(hosts):
            offset = ((place + 0.5) / len(hosts) - 0.5) * 0.8 * sector
            _put(host, angles.get(switch, 0.0) + offset, HOST_RING)


def _put(box: Box, angle: float, radius: float) -> None:
    """Place a box at an angle, clockwise from the top."""
    box.x = 0.5 + radius * math.sin(angle)
    box.y = 0.5 - radius * math.cos(angle)
