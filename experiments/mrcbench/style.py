# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Looks of variants (a transport with its options), the same in all figures and on pages.

Blues are only for MRC, warm colors for RoCE, the others for everything else; violets are for planes. Colors
that are in one plot are different for readers with any of the three color vision deficiencies. Line styles,
markers and hatches also distinguish variants, including those with the same color.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from matplotlib import rc_params_from_file

#: The colors of pages, as variables of CSS.
COLORS = Path(__file__).with_name("templates") / "colors.css"

#: Those of light pages, by name.
_LIGHT = COLORS.read_text(encoding="utf-8").partition("@media")[0]
_COLORS = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", _LIGHT))

#: Ink, muted ink, grid and paper of figures; the report replaces them by the colors of the page.
INK, MUTED, GRID, PAPER = (_COLORS[name] for name in ("ink", "muted", "grid", "card"))

#: Color of faults.
BROKEN = _COLORS["fault"]

#: Colors of the states of EVs.
STATES = {"good": _COLORS["good"], "skip": _COLORS["skip"], "bad": BROKEN, "denied": _COLORS["denied"]}

#: Parts of axes whose texts have the color of ink.
_LABELS = ("axes.label", "axes.title", "xtick.label", "ytick.label")

#: matplotlib settings of all figures.
RC: dict[str, Any] = {
    **rc_params_from_file(Path(__file__).with_name("figures.mplstyle"), False, False),
    **dict.fromkeys(("text.color", *(f"{part}color" for part in _LABELS)), INK),
    **dict.fromkeys(("axes.edgecolor", "xtick.color", "ytick.color"), MUTED),
    **dict.fromkeys(("figure.facecolor", "axes.facecolor", "savefig.facecolor"), PAPER),
    "grid.color": GRID,
}

#: A line style of matplotlib.
Line = str | tuple[int, tuple[float, ...]]


@dataclass(frozen=True)
class Look:
    """Appearance of one variant."""

    color: str
    line: Line
    hatch: str
    marker: str

    def line_stroke(self, marks: bool = False) -> dict[str, Any]:
        """Properties of lines and their entries in a legend, with the marker or without."""
        return {"color": self.color, "ls": self.line, "marker": self.marker if marks else "", "ms": 4}

    def bar_stroke(self) -> dict[str, Any]:
        """Properties of bars and their entries in a legend."""
        return {"facecolor": self.color, "hatch": self.hatch, "edgecolor": PAPER, "lw": 0}


#: Colors of several lines of one run, and of variants that are not transports.
LINES = (STATES["good"], STATES["skip"], "#992266", STATES["denied"], "#006633", "#ff4477", "#665500")

#: Colors of planes.
_PLANES = ("#5500ff", "#dd88ff", "#7722cc", "#aa66ff")

#: Number of different looks of a family.
DISTINCT = 12

_MARKERS = "osD^vPX<>ph*"

#: Colors, lines and hatches of each family. They rotate so that no two of `DISTINCT` looks share both color
#: and line, or a marker, or a hatch.
_FAMILIES: dict[str, tuple[Sequence[str], Sequence[Line], str]] = {
    "mrc": (
        ("#0072b2", "#56b4e9", "#0f9f9f"),
        ("-", (0, (5, 1.5)), (0, (3, 1, 1, 1)), (0, (1, 1))),
        " ... ++ /// xxx --- oo ||| \\\\\\ ** OO xx..",
    ),
    "roce": (
        ("#d55e00", "#e69f00", "#cc79a7", "#8c510a"),
        ((0, (4, 1.5)), (0, (1, 1)), (0, (4, 1.2, 1, 1.2))),
        "/// \\\\\\ xxx ... ++ oo --- |||  ** OO xx..",
    ),
    "": (
        LINES,
        ((0, (6, 2)), "-", (0, (4, 1.2, 1, 1.2))),
        " /// ... \\\\\\ xxx --- oo ||| ++ ** OO xx..",
    ),
}


#: Between the names of several transports of one run.
BESIDE = " + "


def family_of(variant: str) -> str:
    """The family of a variant, which has its colors: ``"mrc"``, ``"roce"``, or ``""`` for any other name.

    Several transports side by side have no colors of one of them.
    """
    parts = variant.lower().split(BESIDE)
    families = [next((name for name in ("mrc", "roce") if part.startswith(name)), "") for part in parts]
    return families[0] if set(families) <= {families[0], ""} else ""


def looks(variants: Sequence[str]) -> dict[str, Look]:
    """A look per variant: same family of colors for the same transport, up to `DISTINCT` of each.

    @param variants names such as ``"MRC"`` and ``"RoCE, 8 QPs"``, in the order of the legend
    @return the look of each
    """
    return looks_of({variant: family_of(variant) for variant in variants})


def looks_of(families: Mapping[str, str]) -> dict[str, Look]:
    """A look per name, given the family of each."""
    ranks = [list(families.values())[:place].count(family) for place, family in enumerate(families.values())]
    return {name: look_at(family, rank) for rank, (name, family) in zip(ranks, families.items())}


def look_at(family: str, rank: int) -> Look:
    """A look of a family by its number from 0; from `DISTINCT` on they repeat."""
    colors, lines, hatches = _FAMILIES[family]
    turn, place = divmod(rank % DISTINCT, len(colors))
    line, hatch = lines[(place + turn) % len(lines)], hatches.split(" ")[rank % DISTINCT]
    return Look(colors[place], line, hatch, _MARKERS[(rank + 3 * list(_FAMILIES).index(family)) % DISTINCT])


def color_of(variant: str) -> str:
    """The color of a variant on a page about it alone."""
    return look_at(family_of(variant), 0).color


def plane_stroke(plane: int) -> dict[str, Any]:
    """Properties of the line of a plane; as many planes as a network may have are different."""
    turn, place = divmod(plane, len(_PLANES))
    _, lines, _ = _FAMILIES["mrc"]
    return {"color": _PLANES[place], "ls": lines[turn % len(lines)]}
