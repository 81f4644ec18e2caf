# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A drawing of the network, from the links of a run: hosts, tiers of switches, planes, what faults befell."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .. import style
from ..drawing import WIDTH, natural_order
from ..results import Results
from ..table import number
from . import faults
from .palette import BROKEN

#: Switches of a tier that are drawn; of more, those that faults befell and those at the ends.
_SHOWN = 16

#: Hosts that are drawn one by one; more are drawn as one box per switch.
_HOSTS = 32

#: Planes that are drawn: those that faults befell, or the first.
_PLANES = 4

#: Switches of a graph that are called by name, and that are drawn at all.
_NAMED, _DRAWN = 40, 256


@dataclass(frozen=True)
class Network:
    """One plane: its nodes by tier, and its links once each, lower end first."""

    tiers: dict[str, list[str]]
    edges: list[tuple[str, str]]
    broken: set[tuple[str, str]]
    silent: set[str]  #: switches that a fault befell


def network_of(results: Results, plane: int) -> Network:
    """A plane of a run, as far as links.csv tells of it."""
    links = results.links[results.links["plane"] == plane]
    names = faults.names_in(faults.spells(results))
    touched = faults.is_touched(links, names)
    tiers: dict[str, set[str]] = {}
    for tier, a, b in zip(links["tier"], links["a"], links["b"]):
        lower, upper = tier.split("-")
        tiers.setdefault(lower, set()).add(a)
        tiers.setdefault(upper, set()).add(b)
    order = {name: (rank, _numbers(name)) for rank, tier in enumerate(sorted(tiers)) for name in tiers[tier]}
    edges: dict[tuple[str, str], bool] = {}
    for a, b, bad in zip(links["a"], links["b"], touched):
        lower, upper = sorted((a, b), key=lambda name: order[name])
        edges[lower, upper] = edges.get((lower, upper), False) or bool(bad)
    nodes = {tier: sorted(found, key=lambda name: order[name]) for tier, found in tiers.items()}
    switches = {name for tier, found in nodes.items() if tier != "host" for name in found}
    return Network(nodes, list(edges), {edge for edge, bad in edges.items() if bad}, names & switches)


def _numbers(name: str) -> tuple[tuple[int, ...], str]:
    """Sort key: by the numbers of a name."""
    return tuple(int(part) for part in re.findall(r"\d+", name)), name


def planes_shown(results: Results) -> list[int]:
    """The planes that faults befell, or the first one."""
    links = results.links
    touched = faults.is_touched(links, faults.names_in(faults.spells(results)))
    found = sorted(int(plane) for plane in links.loc[touched, "plane"].unique())
    return found[:_PLANES] or [int(links["plane"].min())]


def description(results: Results) -> str:
    """What the network is made of, in a sentence or two."""
    summary, config = results.summary, results.config.get("topology", {})
    first = network_of(results, int(results.links["plane"].min()))
    switches = {tier: len(found) for tier, found in first.tiers.items() if tier != "host"}
    parts = [f"{number(count)} {tier.upper() + ('s' if count > 1 else '')}" if tier[0] == "t" else
             f"{number(count)} switches" for tier, count in sorted(switches.items())]  # fmt: skip
    many = "s" if summary["planes"] > 1 else ""
    text = f"{number(summary['hosts'])} hosts, {summary['planes']} plane{many} of "
    text += " and ".join(parts) + (" each" if summary["planes"] > 1 else "")
    rates = [
        f"{key[:-4]} links {config[key]}" for key in ("hostRate", "fabricRate", "coreRate") if key in config
    ]
    text += (": " + ", ".join(rates) if rates else "") + "."
    if (
        results.config.get("measure", {}).get("links") == "used"
        or len(first.tiers.get("host", [])) < summary["hosts"]
    ):
        text += " Only links that were used are known."
    shown = planes_shown(results)
    if faults.spells(results):
        text += " Red: what a fault of the scenario befell."
    if len(shown) < summary["planes"]:
        text += f" Drawn: plane {', '.join(map(str, shown))}; the others have the same form."
    return text


def drawing(results: Results) -> Figure:
    """The planes of interest, side by side."""
    shown = planes_shown(results)
    networks = [network_of(results, plane) for plane in shown]
    graph = "switch" in networks[0].tiers
    height = 5.4 if graph else 1.1 + 1.0 * len(networks[0].tiers)
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    axes = figure.subplots(1, len(shown), squeeze=False)[0]
    for axis, plane, network in zip(axes, shown, networks):
        axis.set_axis_off()
        if results.summary["planes"] > 1:
            axis.set_title(f"plane {plane}", fontsize=9)
        if graph:
            _draw_graph(axis, network)
        else:
            _draw_tiers(axis, network, narrow=len(shown) > 1)
    return figure


def _draw_tiers(axis: Axes, network: Network, narrow: bool) -> None:
    """Hosts below, tiers above each other."""
    tiers = sorted(tier for tier in network.tiers if tier != "host")
    most = _SHOWN // 2 if narrow else _SHOWN
    chosen = {tier: _choose(network.tiers[tier], _marked(network), most) for tier in tiers}
    places: dict[str, tuple[float, float]] = {}
    for row, tier in enumerate(tiers, start=1):
        for at, name in zip(_spread(len(chosen[tier])), chosen[tier]):
            places[name] = (at, float(row))
    below = _below(network)
    alone = len(network.tiers.get("host", [])) <= (_HOSTS // 4 if narrow else _HOSTS)
    if alone:
        _place_hosts(places, below, [name for tier in tiers for name in chosen[tier]])
    axis.set_xlim(-0.3 if narrow else -0.13, 1.03)
    axis.set_ylim(-0.3, len(tiers) + 0.25)
    _draw_edges(axis, network, places)
    for row, tier in enumerate(tiers, start=1):
        _draw_row(axis, tier, chosen[tier], network, places, float(row))
    if alone:
        _draw_hosts(axis, network, places)
    else:
        _draw_groups(axis, below, chosen[tiers[0]], places)


def _marked(network: Network) -> set[str]:
    """Nodes that must be seen."""
    return network.silent | {name for edge in network.broken for name in edge}


def _choose(names: Sequence[str], marked: set[str], most: int) -> list[str]:
    """So many of the names that stay in order: those marked, then from both ends."""
    if len(names) <= most:
        return list(names)
    keep = [name for name in names if name in marked][:most]
    rest = [name for name in names if name not in keep]
    free = most - len(keep)
    ends = rest[: -(-free // 2)] + (rest[-(free // 2) :] if free // 2 else [])
    return [name for name in names if name in set(keep) | set(ends)]


def _spread(count: int) -> list[float]:
    """Places from left to right."""
    return [(place + 0.5) / count for place in range(count)]


def _below(network: Network) -> dict[str, list[str]]:
    """The hosts of each switch."""
    hosts = set(network.tiers.get("host", []))
    found: dict[str, list[str]] = {}
    for a, b in network.edges:
        if a in hosts:
            found.setdefault(b, []).append(a)
    return {switch: sorted(own, key=natural_order) for switch, own in found.items()}


def _place_hosts(
    places: dict[str, tuple[float, float]], below: dict[str, list[str]], order: Sequence[str]
) -> None:
    """All hosts in a row, those of a switch side by side."""
    hosts = list(dict.fromkeys(host for switch in order for host in below.get(switch, [])))
    for at, host in zip(_spread(len(hosts)), hosts):
        places[host] = (at, 0.0)


def _draw_edges(axis: Axes, network: Network, places: dict[str, tuple[float, float]]) -> None:
    crowd = max(1, len(network.edges))
    for edge in sorted(network.edges, key=lambda one: one in network.broken):
        if edge[0] not in places or edge[1] not in places:
            continue
        (x0, y0), (x1, y1) = places[edge[0]], places[edge[1]]
        bad = edge in network.broken
        axis.plot(
            [x0, x1], [y0, y1], color=BROKEN if bad else style.MUTED, lw=2.2 if bad else 0.7,
            alpha=1 if bad else max(0.25, min(0.8, 60 / crowd)), zorder=2 if bad else 1,
            solid_capstyle="round",
        )  # fmt: skip


def _draw_row(
    axis: Axes,
    tier: str,
    names: Sequence[str],
    network: Network,
    places: dict[str, tuple[float, float]],
    row: float,
) -> None:
    """The switches of a tier, with what they are called."""
    total = len(network.tiers[tier])
    some = f"\n{len(names)} of {total:,}" if total > len(names) else ""
    axis.text(
        axis.get_xlim()[0] + 0.01,
        row,
        f"{tier.upper()}{some}",
        fontsize=8.5,
        va="center",
        ha="left",
        color=style.INK,
    )
    size = 6.5 if len(names) > 12 else 7.5
    for name in names:
        bad = name in network.silent
        axis.text(
            *places[name], _short(name), fontsize=size, ha="center", va="center", zorder=4, color=style.INK,
            bbox={"boxstyle": "round,pad=0.25", "fc": style.PAPER, "ec": BROKEN if bad else style.MUTED,
                  "lw": 2.0 if bad else 0.9},
        )  # fmt: skip


def _short(name: str) -> str:
    """A switch's number within its tier and plane."""
    return re.sub(r"^p\d+-t\d+-", "", name)


def _draw_hosts(axis: Axes, network: Network, places: dict[str, tuple[float, float]]) -> None:
    hosts = [name for name in network.tiers.get("host", []) if name in places]
    axis.text(axis.get_xlim()[0] + 0.01, 0, "hosts", fontsize=8.5, va="center", ha="left", color=style.INK)
    size = 5.5 if len(hosts) > 20 else 7
    for name in hosts:
        axis.text(
            *places[name], re.sub(r"^h(?=\d+$)", "", name), fontsize=size, ha="center", va="center", zorder=4,
            color=style.INK,
            bbox={"boxstyle": "circle,pad=0.2", "fc": style.PAPER, "ec": style.MUTED, "lw": 0.7},
        )  # fmt: skip


def _draw_groups(
    axis: Axes, below: dict[str, list[str]], switches: Iterable[str], places: dict[str, tuple[float, float]]
) -> None:
    """A box per switch that stands for its hosts."""
    axis.text(axis.get_xlim()[0] + 0.01, 0, "hosts", fontsize=8.5, va="center", ha="left", color=style.INK)
    for switch in switches:
        hosts = below.get(switch, [])
        if not hosts:
            continue
        x, y = places[switch]
        axis.plot([x, x], [0, y], color=style.MUTED, lw=1.6, zorder=1)
        axis.text(
            x, 0, _range(hosts), fontsize=6.2, ha="center", va="center", zorder=4, color=style.INK,
            bbox={"boxstyle": "round,pad=0.25", "fc": style.PAPER, "ec": style.MUTED, "lw": 0.7},
        )  # fmt: skip


def _range(hosts: Sequence[str]) -> str:
    """Hosts in a few letters: from one to another, or how many."""
    numbers = [int(host[1:]) for host in hosts if re.fullmatch(r"h\d+", host)]
    if len(hosts) == 1:
        return hosts[0]
    if len(numbers) == len(hosts) and numbers[-1] - numbers[0] == len(hosts) - 1:
        return f"{hosts[0]}\nto\n{hosts[-1]}"
    return f"{len(hosts)}\nhosts"


def _draw_graph(axis: Axes, network: Network) -> None:
    """Switches in a circle, their hosts outside."""
    switches = [name for tier, found in sorted(network.tiers.items()) if tier != "host" for name in found]
    switches = _choose(switches, _marked(network), _DRAWN)
    places = {
        name: (math.cos(angle), math.sin(angle))
        for name, angle in zip(switches, (_angle(place, len(switches)) for place in range(len(switches))))
    }
    hosts = set(network.tiers.get("host", []))
    if len(hosts) <= 4 * _HOSTS:
        places |= _around(_below(network), switches, len(hosts))
    _draw_edges(axis, network, places)
    called = len(switches) <= _NAMED
    for name, where in places.items():
        of_host = name in hosts
        axis.text(
            *where, name if called else "", fontsize=6.5 if of_host else 7.5, ha="center", va="center",
            zorder=4, color=style.INK,
            bbox={"boxstyle": "circle,pad=0.15" if of_host else "round,pad=0.25", "fc": style.PAPER,
                  "ec": BROKEN if name in network.silent else style.MUTED,
                  "lw": 2.0 if name in network.silent else 0.7 if of_host else 1.1},
        )  # fmt: skip
    axis.set_aspect("equal")
    axis.set_xlim(-1.5, 1.5)
    axis.set_ylim(-1.45, 1.45)


def _angle(place: float, count: int) -> float:
    """Of a place in a circle, clockwise from the top."""
    return math.pi / 2 - 2 * math.pi * place / count


def _around(
    below: dict[str, list[str]], switches: Sequence[str], hosts: int
) -> dict[str, tuple[float, float]]:
    """Places of hosts outside the circle of switches, each near the first of its switches."""
    places: dict[str, tuple[float, float]] = {}
    for place, switch in enumerate(switches):
        own = [host for host in below.get(switch, []) if host not in places]
        for order, host in enumerate(own):
            aside = (order - (len(own) - 1) / 2) * 2 * math.pi / max(hosts, 1) * 0.9
            angle = _angle(place, len(switches)) - aside
            places[host] = (1.3 * math.cos(angle), 1.3 * math.sin(angle))
    return places
