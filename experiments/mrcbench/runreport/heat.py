# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Maps of the load of links: who sends to whom in each plane, and over time."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .. import style
from ..drawing import WIDTH, natural_order
from ..results import Results
from . import faults
from .palette import HEAT
from .timelines import busiest, clock_of

#: Cells of a map that are drawn one by one; larger maps are pictures.
_CELLS = 3000

#: Maps side by side.
_ACROSS = 4

#: Rows and columns of a map; of more, neighbors are drawn as their mean.
_MOST = 512

#: Ports in the map over time.
_PORTS = 96


@dataclass(frozen=True)
class Map:
    """The utilisation of the links of one direction and plane."""

    tier: str  #: as in links.csv
    plane: int
    values: pd.DataFrame  #: rows send, columns receive, both in natural order; NaN: no such link
    broken: pd.DataFrame  #: whether a fault befell it


def maps(results: Results) -> list[Map]:
    """A map per direction between tiers of switches, and plane."""
    links = results.links
    links = links[~links["tier"].str.contains("host")]
    touched = faults.is_touched(links, faults.names_in(faults.spells(results)))
    found = []
    for (tier, plane), own in links.assign(broken=touched).groupby(["tier", "plane"], sort=True):
        values = own.pivot_table(index="a", columns="b", values="utilisation", aggfunc="mean")
        rows, columns = sorted(values.index, key=_place), sorted(values.columns, key=_place)
        broken = own.pivot_table(index="a", columns="b", values="broken", aggfunc="max")
        broken = broken.reindex(index=rows, columns=columns).fillna(0).astype(bool)
        found.append(Map(str(tier), int(plane), values.reindex(index=rows, columns=columns), broken))
    return found


def _place(name: str) -> tuple[int, ...] | tuple[int, str]:
    """Sort key by the numbers of a name from the last to the first: p0-t1-5 by 5."""
    numbers = re.findall(r"\d+", name)
    return (int(numbers[-1]), name) if numbers else (0, name)


def load_maps(found: list[Map]) -> Figure:
    """All maps with one scale: a row per direction, a column per plane; of one plane, both side by side."""
    tiers = sorted({one.tier for one in found}, key=lambda tier: (max(tier.split("-")), tier))
    planes = sorted({one.plane for one in found})
    if len(planes) == 1:
        lines = [[(tier, planes[0]) for tier in tiers[at : at + 2]] for at in range(0, len(tiers), 2)]
    else:
        groups = [planes[at : at + _ACROSS] for at in range(0, len(planes), _ACROSS)]
        lines = [[(tier, plane) for plane in group] for tier in tiers for group in groups]
    across = max(len(line) for line in lines)
    side = 2.3 if across > 2 else 3.0
    figure = Figure(figsize=(WIDTH, 0.5 + (side + 0.35) * len(lines)), layout="constrained")
    axes = figure.subplots(len(lines), across, squeeze=False)
    top = max(np.nanmax(one.values.to_numpy()) for one in found) or 1.0
    by_place = {(one.tier, one.plane): one for one in found}
    shown = None
    for line, places in zip(axes, lines):
        for axis, place in zip(line, places):
            if place in by_place:
                shown = _draw(axis, by_place[place], top)
            else:
                axis.remove()
        for axis in line[len(places) :]:
            axis.remove()
    bar = figure.colorbar(
        shown, ax=[axis for axis in axes.flat if axis.figure], fraction=0.025, pad=0.01, aspect=30
    )
    bar.set_label("line time used (%)")
    bar.outline.set_visible(False)
    return figure


def _draw(axis: Axes, one: Map, top: float) -> object:
    values = 100 * one.values.to_numpy(dtype=float)
    values, step = _coarse(values)
    shown = _cells(axis, values, 100 * top)
    rows, columns = np.nonzero(one.broken.to_numpy())
    if len(rows) <= 200:
        axis.plot(
            (columns + 0.5) / step[1], (rows + 0.5) / step[0], ls="", marker="x", ms=6, mew=2, color=style.INK
        )
    sender, receiver = one.tier.split("-")
    axis.set_title(f"plane {one.plane}", fontsize=8.5)
    axis.set_ylabel(f"from {sender.upper() if sender[0] == 't' else sender}")
    axis.set_xlabel(f"to {receiver.upper() if receiver[0] == 't' else receiver}")
    for which, names, size in (("x", one.values.columns, step[1]), ("y", one.values.index, step[0])):
        _ticks(axis, which, list(names), size)
    axis.grid(False)
    return shown


def _cells(axis: Axes, values: np.ndarray, top: float) -> object:
    """Values as colored cells, the first row at the top."""
    rows, columns = values.shape
    if values.size <= _CELLS:
        shown = axis.pcolormesh(
            np.arange(columns + 1),
            np.arange(rows + 1),
            np.ma.masked_invalid(values),
            cmap=HEAT,
            vmin=0,
            vmax=top,
        )
    else:
        shown = axis.imshow(
            np.ma.masked_invalid(values), cmap=HEAT, vmin=0, vmax=top, extent=(0, columns, rows, 0),
            aspect="auto",
            interpolation="none",
        )  # fmt: skip
    axis.set_ylim(rows, 0)
    axis.set_xlim(0, columns)
    return shown


def _coarse(values: np.ndarray) -> tuple[np.ndarray, tuple[int, int]]:
    """Means of neighbors where there are more rows or columns than can be seen; and how many."""
    step = tuple(-(-size // _MOST) for size in values.shape)
    frame = pd.DataFrame(values)
    for axis in (0, 1):
        if step[axis] > 1:
            frame = frame.T if axis else frame
            frame = frame.groupby(np.arange(len(frame)) // step[axis]).mean()
            frame = frame.T if axis else frame
    return frame.to_numpy(), (step[0], step[1])


def _ticks(axis: Axes, which: str, names: list[str], step: int) -> None:
    """Up to eight names, shortened to the number where it tells them apart."""
    numbers = [(re.findall(r"\d+", name) or [name])[-1] for name in names]
    short = numbers if len(set(numbers)) == len(names) else names
    every = max(1, -(-len(names) // 8))
    places = range(0, len(names), every)
    set_ticks = axis.set_xticks if which == "x" else axis.set_yticks
    set_ticks([(place + 0.5) / step for place in places], [short[place] for place in places], fontsize=7)
    axis.tick_params(axis=which, length=0)


def host_loads(results: Results) -> Figure | None:
    """What hosts send and receive in each plane; None with one pair of hosts or fewer."""
    links = results.links
    panels = []
    for tier_of, end, title in (("a", "a", "hosts send"), ("b", "b", "hosts receive")):
        own = links[links["tier"].str.split("-").str[0 if tier_of == "a" else 1] == "host"]
        table = own.pivot_table(index="plane", columns=end, values="utilisation", aggfunc="mean")
        if table.shape[1] > 2:
            panels.append((title, table[sorted(table.columns, key=natural_order)]))
    if not panels:
        return None
    planes = max(len(table) for _, table in panels)
    figure = Figure(figsize=(WIDTH, 0.7 + len(panels) * (0.75 + 0.18 * planes)), layout="constrained")
    axes = figure.subplots(len(panels), 1, squeeze=False)[:, 0]
    shown, top = None, max(table.max().max() for _, table in panels) or 1.0
    for axis, (title, table) in zip(axes, panels):
        values, step = _coarse(100 * table.to_numpy(dtype=float))
        shown = _cells(axis, values, 100 * top)
        axis.set_title(title, fontsize=8.5)
        axis.set_ylabel("plane")
        _ticks(axis, "x", list(table.columns), step[1])
        _ticks(axis, "y", [str(int(plane)) for plane in table.index], step[0])
        axis.grid(False)
    axes[-1].set_xlabel("host")
    bar = figure.colorbar(shown, ax=list(axes), fraction=0.025, pad=0.01)
    bar.set_label("line time used (%)")
    bar.outline.set_visible(False)
    return figure


def ports_over_time(results: Results) -> Figure | None:
    """What the busiest ports of switches sent over time; None if it was not sampled."""
    ports = [
        name for name in busiest(results, "port.tx_gbps", 4 * _PORTS) if not _is_host_port(results, name)
    ]
    ports = sorted(ports[:_PORTS], key=_ends)
    times = results.sample_times()
    if not ports or len(times) < 2:
        return None
    samples = results.samples
    rows = samples[(samples["kind"] == "port.tx_gbps") & samples["object"].isin(ports)]
    values = (
        rows.pivot_table(index="object", columns="time_ns", values="value")
        .reindex(ports, columns=times)
        .fillna(0)
    )
    size = -(-len(times) // _MOST)
    values = values.T.groupby(np.arange(len(times)) // size).mean().T
    figure = Figure(figsize=(WIDTH, 1.2 + 0.075 * max(len(ports), 12)), layout="constrained")
    axis = figure.subplots()
    clock = clock_of(results)
    shown = axis.imshow(
        values.to_numpy(), cmap=HEAT, vmin=0, aspect="auto", interpolation="none",
        extent=(0, times[-1] / clock.unit, len(ports), 0),
    )  # fmt: skip
    every = max(1, -(-len(ports) // 32))
    axis.set_yticks([place + 0.5 for place in range(0, len(ports), every)], ports[::every], fontsize=6.5)
    axis.tick_params(axis="y", length=0)
    clock.apply(axis)
    axis.grid(False)
    faults.mark(axis, faults.spells(results), clock, shade=False)
    bar = figure.colorbar(shown, ax=axis, fraction=0.025, pad=0.01)
    bar.set_label("sent (Gb/s)")
    bar.outline.set_visible(False)
    return figure


def _ends(port: str) -> list[object]:
    """Sort key: the numbers of a port's name as numbers."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", port)]


def _is_host_port(results: Results, port: str) -> bool:
    """Whether a host is at one of the ends of a port."""
    return any(end in _hosts(results) for end in re.sub(r"\.\d+$", "", port).split("--"))


def _hosts(results: Results) -> set[str]:
    links = results.links
    return set(links.loc[links["tier"].str.startswith("host"), "a"])
