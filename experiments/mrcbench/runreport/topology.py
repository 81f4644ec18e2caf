# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A drawing of the network: hosts, tiers of switches, planes, and faulty links and switches."""

from __future__ import annotations

import re
from collections import Counter

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .. import style
from ..drawing import WIDTH
from ..faults import scenario_faults
from ..layout import Box, Limits, Picture, lay_out
from ..network import Network, read_network
from ..results import Results
from ..table import counted, number

#: Most boxes of a tier in one plane, with planes side by side, and with one plane over the whole width.
_NARROW, _WIDE = 8, 16

#: Most planes that are drawn: those with faults, or the first.
_PLANES = 4

#: Sizes above which a graph is drawn coarser, and most switches with names.
_GRAPH = Limits(hosts=128, switches=256, links=100_000, boxes=64)
_NAMED = 40


def _hit_names(results: Results) -> list[str]:
    """Names of links and switches with faults."""
    return [name for fault in scenario_faults(results) for name in fault.names]


def _planes(network: Network, names: list[str]) -> list[int]:
    """The planes with faults, or the first one."""
    found = sorted({network.links[link].plane for link in network.hit(names)})
    return found[:_PLANES] or [min(link.plane for link in network.links)]


def description(results: Results) -> str:
    """Hosts, planes, switches and rates of the network, in a sentence or two."""
    summary, config, network = results.summary, results.config.get("topology", {}), read_network(results)
    plane = min(link.plane for link in network.links)
    tiers = Counter(node.tier for node in network.nodes if node.plane == plane)
    if "nodes" in config:
        parts = [f"{number(tiers.total())} switches"]
    else:
        parts = [f"{number(n)} T{tier - 1}{'s' if n > 1 else ''}" for tier, n in sorted(tiers.items())]
    text = f"{number(summary['hosts'])} hosts, {counted(summary['planes'], 'plane')} of "
    text += " and ".join(parts) + (" each" if summary["planes"] > 1 else "")
    keys = [key for key in ("hostRate", "fabricRate", "coreRate") if key in config]
    text += (": " + ", ".join(f"{key[:-4]} links {config[key]}" for key in keys) if keys else "") + "."
    if results.config.get("measure", {}).get("links") == "used" or len(network.hosts) < summary["hosts"]:
        text += " Only used links are known."
    shown = _planes(network, _hit_names(results))
    if scenario_faults(results):
        text += " Red: links and switches with a fault of the scenario."
    if len(shown) < summary["planes"]:
        text += f" Drawn: plane {', '.join(map(str, shown))}; the others have the same structure."
    return text


def drawing(results: Results) -> Figure:
    """The planes with faults, or the first one, side by side."""
    network, names = read_network(results), _hit_names(results)
    planes, hit = _planes(network, names), network.hit(names)
    _, nodes = network.find(names)
    tiers = max(node.tier for node in network.nodes)
    figure = Figure(figsize=(WIDTH, 1.7 + 1.0 * tiers if network.layered else 5.4), layout="constrained")
    wide = len(planes) == 1
    for axis, plane in zip(figure.subplots(1, len(planes), squeeze=False)[0], planes):
        axis.set_axis_off()
        if results.summary["planes"] > 1:
            axis.set_title(f"plane {plane}", fontsize=9)
        picture = _lay_out(network, results.config.get("topology", {}), plane, hit, wide)
        _draw_lines(axis, picture, plane, hit)
        _draw_boxes(axis, picture, plane, nodes)
        if picture.ring:
            axis.set(aspect="equal", xlim=(-0.03, 1.03), ylim=(1.03, -0.03))
            continue
        left = -0.08 * len(planes)
        axis.set(xlim=(left, 1.03), ylim=(1.13, -0.1))
        for tier in range(tiers + 1):
            text = f"T{tier - 1}" if tier else "hosts"
            axis.text(left + 0.01, 1 - tier / tiers, text, fontsize=8.5, va="center", color=style.INK)
    return figure


def _lay_out(network: Network, topology: dict, plane: int, hit: set[int], wide: bool) -> Picture:
    """The picture of a plane, in which the ends of faulty links have separate boxes."""
    if not network.layered:
        return lay_out(network, topology, _GRAPH, plane=plane)
    most = _WIDE if wide else _NARROW
    links = [network.links[link] for link in hit if network.links[link].plane == plane]
    alone = {end for link in links for end in (link.a, link.b)}
    limits = Limits(hosts=2 * most if wide else most, switches=most, links=100_000, boxes=most)
    return lay_out(network, topology, limits, alone if len(alone) <= most else (), plane)


def _draw_lines(axis: Axes, picture: Picture, plane: int, hit: set[int]) -> None:
    lines = [line for line in picture.lines if line.plane == plane]
    for line in sorted(lines, key=lambda one: bool(hit.intersection(one.members))):
        ends, bad = [picture.boxes[line.a], picture.boxes[line.b]], bool(hit.intersection(line.members))
        axis.plot(
            [end.x for end in ends], [end.y for end in ends], color=style.BROKEN if bad else style.MUTED,
            lw=2.2 if bad else 0.7, alpha=1 if bad else max(0.25, min(0.8, 40 / len(lines))),
            zorder=2 if bad else 1, solid_capstyle="round",
        )  # fmt: skip


def _draw_boxes(axis: Axes, picture: Picture, plane: int, hit: set[int]) -> None:
    boxes = [box for box in picture.boxes if box.plane in (-1, plane)]
    tiers = Counter(box.tier for box in boxes)
    named = not picture.ring or len(boxes) - tiers[0] <= _NAMED
    for box in boxes:
        bad, host = bool(hit.intersection(box.members)), box.tier == 0
        size = 6.5 if host and picture.ring else 7.5 if picture.ring or tiers[box.tier] <= 12 else 6
        circle = host and len(box.members) == 1
        axis.text(
            box.x, box.y, _label(box) if named else "", fontsize=size, ha="center", va="center", zorder=4,
            color=style.INK,
            bbox={"boxstyle": "circle,pad=0.2" if circle else "round,pad=0.25", "fc": style.PAPER,
                  "ec": style.BROKEN if bad else style.MUTED, "lw": 2.0 if bad else 0.7 if host else 0.9},
        )  # fmt: skip


def _label(box: Box) -> str:
    """A short name of a box: in a Clos the numbers in the tier."""
    count, numbers = len(box.members), box.members[-1] - box.members[0] + 1
    if box.tier == 0 and count > 1:
        first, last = box.name.split()[:3:2]
        return f"{first}\nto\n{last}" if numbers == count else f"{count}\nhosts"
    names = re.sub(r" \(\d+\)$", "", box.name).split(" to ")
    return "\nto\n".join(re.sub(r"^(h|p\d+-t\d+-)(?=\d+$)", "", name) for name in names)
