# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Maps of the load of links: between switches, of hosts, and of ports over time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.image import AxesImage

from .. import style
from ..drawing import WIDTH
from ..faults import scenario_faults
from ..network import natural, port_names, read_network
from ..results import Results
from .timelines import busiest, clock_of, coarse, mark, marks, some_ticks

#: Colors of heat maps from low to high. Low values are transparent, so that maps are readable on light and
#: dark pages.
HEAT = LinearSegmentedColormap.from_list(
    "heat",
    [(0.5, 0.5, 0.5, 0.10), (0.85, 0.64, 0.0, 0.60), (0.80, 0.27, 0.05, 0.90), (0.60, 0.04, 0.14, 1.0)],
)

#: Most cells of a map that are drawn one by one; larger maps are pictures.
_CELLS = 3000

#: Maps side by side.
_ACROSS = 4

#: Most rows and columns of a map; of more, means of neighbors are drawn.
_MOST = 512

#: Most ports in the map over time, and most names.
_PORTS, _NAMES = 96, 32


@dataclass(frozen=True)
class Map:
    """The utilization of the links of one direction and plane."""

    tier: str  #: as in links.csv
    plane: int
    values: pd.DataFrame  #: rows send, columns receive, both in natural order; NaN: no such link
    broken: pd.DataFrame  #: whether a fault hit it


def maps(results: Results) -> list[Map]:
    """A map per direction between tiers of switches, and plane."""
    network = read_network(results)
    hit = network.hit(name for fault in scenario_faults(results) for name in fault.names)
    links = results.links.assign(broken=np.isin(network.rows // 2, list(hit)))
    found = []
    for (tier, plane), own in links[~links["tier"].str.contains("host")].groupby(["tier", "plane"]):
        table = own.pivot_table(index="a", columns="b", aggfunc={"utilisation": "mean", "broken": "max"})
        table = table.reindex(sorted(table.index, key=natural))
        values = table["utilisation"]
        values = values[sorted(values.columns, key=natural)]
        broken = table["broken"][values.columns].fillna(0).astype(bool)
        found.append(Map(str(tier), int(plane), values, broken))
    return found


def load_maps(found: list[Map]) -> Figure:
    """All maps with one scale: a row per direction, a column per plane; a single plane has both in a row."""
    tiers = sorted({one.tier for one in found}, key=lambda tier: (max(tier.split("-")), tier))
    planes = sorted({one.plane for one in found})
    if len(planes) == 1:
        lines = [[(tier, planes[0]) for tier in tiers[at : at + 2]] for at in range(0, len(tiers), 2)]
    else:
        groups = [planes[at : at + _ACROSS] for at in range(0, len(planes), _ACROSS)]
        lines = [[(tier, plane) for plane in group] for tier in tiers for group in groups]
    across = max(len(line) for line in lines)
    side = 2.3 if across > 2 else 3.0
    figure, axes = _grid(len(lines), across, 0.5 + (side + 0.35) * len(lines))
    top = max(np.nanmax(one.values.to_numpy()) for one in found) or 1.0
    by_place = {(one.tier, one.plane): one for one in found}
    shown = None
    for line, places in zip(axes, lines):
        for axis, place in zip(line, [*places, *[None] * across]):
            if place in by_place:
                shown = _draw(axis, by_place[place], top)
            else:
                axis.remove()
    _color_bar(figure, shown, [axis for axis in axes.flat if axis.figure], "line time used (%)", aspect=30)
    return figure


def _grid(rows: int, columns: int, height: float) -> tuple[Figure, np.ndarray]:
    """A figure without a grid of lines, and its axes."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False)
    for axis in axes.flat:
        axis.grid(False)
    return figure, axes


def _color_bar(figure: Figure, shown: Any, axes: Sequence[Axes], label: str, **look: Any) -> None:
    bar = figure.colorbar(shown, ax=axes, fraction=0.025, pad=0.01, **look)
    bar.set_label(label)
    bar.outline.set_visible(False)


def _draw(axis: Axes, one: Map, top: float) -> Any:
    shown, step = _cells(axis, one.values, top)
    rows, columns = np.nonzero(one.broken.to_numpy())
    if len(rows) <= 200:
        axis.plot(
            (columns + 0.5) / step[1], (rows + 0.5) / step[0], ls="", marker="x", ms=6, mew=2, color=style.INK
        )
    sender, receiver = (end.upper() if end[0] == "t" else end for end in one.tier.split("-"))
    axis.set_title(f"plane {one.plane}", fontsize=8.5)
    axis.set_ylabel(f"from {sender}")
    axis.set_xlabel(f"to {receiver}")
    return shown


def _cells(axis: Axes, table: pd.DataFrame, top: float) -> tuple[Any, tuple[int, int]]:
    """Draw a table as colored cells in percent, first row at the top; numbers of joined rows and columns."""
    values, step = _coarse(100 * table.to_numpy(dtype=float))
    rows, columns = values.shape
    masked, look = np.ma.masked_invalid(values), {"cmap": HEAT, "vmin": 0, "vmax": 100 * top}
    shown: Any
    if values.size <= _CELLS:
        shown = axis.pcolormesh(np.arange(columns + 1), np.arange(rows + 1), masked, **look)
    else:
        shown = _image(axis, masked, columns, rows, **look)
    axis.set_ylim(rows, 0)
    axis.set_xlim(0, columns)
    for which, names, size in (("x", table.columns, step[1]), ("y", table.index, step[0])):
        _ticks(axis, which, list(map(str, names)), size)
    return shown, step


def _image(axis: Axes, values: np.ndarray, right: float, bottom: float, **look: Any) -> AxesImage:
    return axis.imshow(values, aspect="auto", interpolation="none", extent=(0, right, bottom, 0), **look)


def _coarse(values: np.ndarray) -> tuple[np.ndarray, tuple[int, int]]:
    """Means of neighbors if there are too many rows or columns; and the numbers of neighbors."""
    frame, rows = coarse(pd.DataFrame(values), _MOST)
    frame, columns = coarse(frame.T, _MOST)
    return frame.T.to_numpy(), (rows, columns)


def _ticks(axis: Axes, which: str, names: list[str], step: int) -> None:
    """Up to eight names, shortened to their numbers if these are unique."""
    numbers = [(re.findall(r"\d+", name) or [name])[-1] for name in names]
    short = numbers if len(set(numbers)) == len(names) else names
    some_ticks(axis, which, short, 8, lambda place: (place + 0.5) / step)
    axis.tick_params(axis=which, length=0)


def host_loads(results: Results) -> Figure | None:
    """Loads of the hosts' links in each plane; None with one pair of hosts or fewer."""
    links = results.links
    panels = []
    for place, end, title in ((0, "a", "hosts send"), (1, "b", "hosts receive")):
        own = links[links["tier"].str.split("-").str[place] == "host"]
        table = own.pivot_table(index="plane", columns=end, values="utilisation", aggfunc="mean")
        if table.shape[1] > 2:
            table.index = table.index.astype(int)
            panels.append((title, table[sorted(table.columns, key=natural)]))
    if not panels:
        return None
    planes = max(len(table) for _, table in panels)
    figure, axes = _grid(len(panels), 1, 0.7 + len(panels) * (0.75 + 0.18 * planes))
    shown, top = None, max(table.max().max() for _, table in panels) or 1.0
    for axis, (title, table) in zip(axes.flat, panels):
        shown, _ = _cells(axis, table, top)
        axis.set_title(title, fontsize=8.5)
        axis.set_ylabel("plane")
    axes[-1, 0].set_xlabel("host")
    _color_bar(figure, shown, list(axes.flat), "line time used (%)")
    return figure


def ports_over_time(results: Results) -> Figure | None:
    """Rates of the busiest ports between switches over time; None if they were not sampled."""
    links = results.links
    of_hosts = set(port_names(links[links["tier"].str.contains("host")]))
    ports = [name for name in busiest(results, "port.tx_gbps", 4 * _PORTS) if name not in of_hosts]
    ports = sorted(ports[:_PORTS], key=natural)
    times = results.sample_times()
    if not ports or len(times) < 2:
        return None
    values = results.over_time("port.tx_gbps", set(ports).__contains__)[ports]
    values = coarse(values, _MOST)[0].T
    figure, ((axis,),) = _grid(1, 1, 1.2 + 0.075 * max(len(ports), 12))
    clock = clock_of(results)
    shown = _image(axis, values.to_numpy(), times[-1] / clock.unit, len(ports), cmap=HEAT, vmin=0)
    some_ticks(axis, "y", ports, _NAMES, lambda place: place + 0.5)
    axis.tick_params(axis="y", length=0)
    clock.apply(axis)
    mark(axis, marks(results), clock, shade=False)
    _color_bar(figure, shown, [axis], "sent (Gb/s)")
    return figure
