# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""How variants (a transport with its options) look, in every figure and on the page alike.

The colors are from the palette of Okabe and Ito, which people with any kind of color blindness can
tell apart: blues for MRC and nothing else, warm colors for RoCE, the others for all else. Line
styles, markers and hatches say the same once more, and tell apart what shares a color.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

#: Ink, muted ink, grid and paper of figures; the report turns them into the page's own.
INK = "#1f2328"
MUTED = "#656d76"
GRID = "#d8dee4"
PAPER = "#ffffff"

#: A line style as matplotlib takes it.
Line = str | tuple[int, tuple[float, ...]]


@dataclass(frozen=True)
class Look:
    """Appearance of one variant."""

    color: str
    line: Line
    hatch: str
    marker: str


#: Variants of a family that look different.
DISTINCT = 12

_MARKERS = "osD^vPX<>ph*"


def _family(
    colors: Sequence[str], lines: Sequence[Line], hatches: Sequence[str], first_marker: int
) -> tuple[Look, ...]:
    """`DISTINCT` looks: no two share color and line, nor a marker, nor a hatch."""
    found = []
    for rank in range(DISTINCT):
        turn, place = divmod(rank, len(colors))
        line = lines[(place + turn) % len(lines)]
        marker = _MARKERS[(rank + first_marker) % len(_MARKERS)]
        found.append(Look(colors[place], line, hatches[rank], marker))
    return tuple(found)


_MRC = _family(
    ("#0072b2", "#56b4e9", "#0f9f9f"),
    ("-", (0, (5, 1.5)), (0, (3, 1, 1, 1)), (0, (1, 1))),
    ("", "...", "++", "///", "xxx", "---", "oo", "|||", "\\\\\\", "**", "OO", "xx.."),
    0,
)
_ROCE = _family(
    ("#d55e00", "#e69f00", "#cc79a7", "#8c510a"),
    ((0, (4, 1.5)), (0, (1, 1)), (0, (4, 1.2, 1, 1.2))),
    ("///", "\\\\\\", "xxx", "...", "++", "oo", "---", "|||", "", "**", "OO", "xx.."),
    3,
)
_OTHER = _family(
    ("#009e73", "#7f7f7f", "#8e6bbf", "#8f8f00"),
    ((0, (6, 2)), "-", (0, (4, 1.2, 1, 1.2))),
    ("", "///", "...", "\\\\\\", "xxx", "---", "oo", "|||", "++", "**", "OO", "xx.."),
    6,
)


def family_of(variant: str) -> str:
    """Whose colors a variant has: ``"mrc"``, ``"roce"``, or ``""`` for any other name."""
    return next((name for name in ("mrc", "roce") if variant.lower().startswith(name)), "")


def looks(variants: Sequence[str]) -> dict[str, Look]:
    """A look per variant: same family of colors for the same transport, up to `DISTINCT` of each.

    @param variants names such as ``"MRC"`` and ``"RoCE, 8 QPs"``, in the order of the legend
    @return the look of each
    """
    used = {"mrc": 0, "roce": 0, "": 0}
    chosen = {}
    for variant in variants:
        family = family_of(variant)
        chosen[variant] = look_at(family, used[family])
        used[family] += 1
    return chosen


def look_at(family: str, rank: int) -> Look:
    """A look of a family by its number from 0; from `DISTINCT` on they come again."""
    return {"mrc": _MRC, "roce": _ROCE, "": _OTHER}[family][rank % DISTINCT]


#: One color per plane: none of those of MRC and RoCE.
PLANES = (
    *dict.fromkeys(look.color for look in _OTHER), "#4dc3a0", "#b79be0", "#a9a92e", "#a8a8a8"
)  # fmt: skip


#: matplotlib settings of all figures.
RC: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 8,
    "axes.labelsize": 9,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "text.color": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "legend.handlelength": 2.2,
    "hatch.linewidth": 0.6,
    "lines.linewidth": 1.8,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "svg.hashsalt": "mrcbench",
    "svg.fonttype": "path",
}
